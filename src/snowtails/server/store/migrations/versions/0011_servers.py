"""When servers were heard of, by the clock of the database; presence needs no time of its own."""

import sqlalchemy as sql
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of servers, and presence anew: whoever is there is told again."""
    op.create_table(
        "servers",
        sql.Column("process", sql.String(32), primary_key=True),
        sql.Column("heard", sql.DateTime(timezone=True), nullable=False),
    )
    op.drop_table("presence")
    op.create_table(
        "presence",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("process", sql.String(32), primary_key=True),
        sql.Column("state", sql.Text, nullable=False),
    )
