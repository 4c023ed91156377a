"""Races that anybody may take up with the same cards."""

import sqlalchemy as sql
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "duplicates",
        sql.Column("duplicate", sql.String(32), primary_key=True),
        sql.Column("secret", sql.String(64), nullable=False),
        sql.Column("course", sql.Text, nullable=False),
        sql.Column("course_name", sql.Text, nullable=False),
        sql.Column("mushers", sql.Text, nullable=False),
        sql.Column("at", sql.Double, nullable=False),
    )
    op.create_table(
        "duplicate_tables",
        sql.Column("race", sql.String(64), primary_key=True),
        sql.Column("duplicate", sql.String(32), nullable=False),
    )
    op.create_index("tables_of_duplicate", "duplicate_tables", ["duplicate"])
