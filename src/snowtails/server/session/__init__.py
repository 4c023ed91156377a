"""Tables that are in memory: who listens, what is due, and the hub of all."""
