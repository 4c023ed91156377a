"""The first tables."""

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of logs, races, seats, visitors and plans."""
    op.create_table(
        "events",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("body", sql.Text, nullable=False),
        sql.Column("hash", sql.LargeBinary(32), nullable=False),
    )
    op.create_table(
        "races",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("stage", sql.String(16), nullable=False),
        sql.Column("in_lobby", sql.Boolean, nullable=False),
        sql.Column("updated", sql.Double, nullable=False),
        sql.Column("summary", sql.Text, nullable=False),
    )
    op.create_index("races_in_lobby", "races", ["in_lobby", "updated"])
    op.create_table(
        "seats",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("holder", sql.String(64)),
    )
    op.create_index("seats_of_holder", "seats", ["holder"])
    op.create_table(
        "visitors",
        sql.Column("token", sql.String(64), primary_key=True),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("since", sql.Double, nullable=False),
    )
    op.create_table(
        "plans",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("plan", sql.Text, nullable=False),
    )
