"""Alembic calls this to bring a database up to date; `store` hands over the connection."""

from alembic import context

from snowtails.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
