"""What can be asked over HTTP, a file for each thing it is about."""
