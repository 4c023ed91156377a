"""What the coach has found of races that are over."""

import sqlalchemy as sql
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "analyses",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("body", sql.Text, nullable=False),
    )
