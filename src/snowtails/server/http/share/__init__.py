"""What a link to this server unfolds to elsewhere: a title, a text and a picture."""
