"""The steps by which databases are brought up to date, for Alembic."""
