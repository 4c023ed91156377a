"""Tools of this repository: its browser, its page, its pictures."""
