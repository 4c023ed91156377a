"""People at one table: the authority over a race, what each may see of it, store and server."""
