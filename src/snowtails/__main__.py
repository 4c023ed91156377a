"""`python -m snowtails` is the command `snowtails`."""

from .cli import main

main()
