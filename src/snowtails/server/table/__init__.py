"""The authority over a table: what may happen at it, and what has happened."""
