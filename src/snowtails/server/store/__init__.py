"""The database; nothing else knows SQL."""
