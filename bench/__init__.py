"""Measure what the documentation claims: `python bench/NAME.py --write` writes it down."""
