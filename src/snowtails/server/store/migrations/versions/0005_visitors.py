"""What is kept for visitors: a dog and a colour, devices, a way back, and how their races ended."""

import sqlalchemy as sql
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; results of races that are over already are added when they are asked for."""
    op.add_column("visitors", sql.Column("dog", sql.String(16)))
    op.add_column("visitors", sql.Column("colour", sql.String(16)))
    op.create_table(
        "tokens",
        sql.Column("token", sql.String(64), primary_key=True),
        sql.Column("holder", sql.String(64), nullable=False),
        sql.Column("since", sql.Double, nullable=False),
    )
    op.create_index("tokens_of_holder", "tokens", ["holder"])
    op.create_table(
        "recoveries",
        sql.Column("holder", sql.String(64), primary_key=True),
        sql.Column("code", sql.String(64), nullable=False),
        sql.Column("since", sql.Double, nullable=False),
    )
    op.create_index("recoveries_by_code", "recoveries", ["code"], unique=True)
    op.create_table(
        "results",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("seat", sql.Integer, primary_key=True),
        sql.Column("kind", sql.String(16), nullable=False),
        sql.Column("holder", sql.String(64)),
        sql.Column("musher", sql.String(64)),
        sql.Column("name", sql.String(64), nullable=False),
        sql.Column("colour", sql.String(16), nullable=False),
        sql.Column("course", sql.Text, nullable=False),
        sql.Column("course_name", sql.Text, nullable=False),
        sql.Column("day", sql.String(10)),
        sql.Column("at", sql.Double, nullable=False),
        sql.Column("place", sql.Integer),
        sql.Column("points", sql.Integer),
        sql.Column("turns", sql.Integer, nullable=False),
        sql.Column("dents", sql.Integer, nullable=False),
    )
    op.create_index("results_of_holder", "results", ["holder", "at"])
    op.create_index("results_of_day", "results", ["day", "points"])
    op.create_table(
        "pars",
        sql.Column("day", sql.String(10), primary_key=True),
        sql.Column("points", sql.Integer, nullable=False),
    )
