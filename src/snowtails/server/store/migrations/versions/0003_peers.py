"""Several servers on one database: who is at which of them, and whose curtain is up."""

import sqlalchemy as sql
from alembic import op

revision = "0003"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of presence and curtains."""
    op.create_table(
        "presence",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("process", sql.String(32), primary_key=True),
        sql.Column("at", sql.Double, nullable=False),
        sql.Column("state", sql.Text, nullable=False),
    )
    op.create_table(
        "curtains",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("holder", sql.String(64), primary_key=True),
        sql.Column("seat", sql.Integer),
        sql.Column("number", sql.Integer, nullable=False),
    )
