"""Courses that visitors publish, how they are rated, and certificates of courses."""

import sqlalchemy as sql
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "courses",
        sql.Column("course", sql.String(16), primary_key=True),
        sql.Column("line", sql.Text, nullable=False),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("description", sql.Text, nullable=False),
        sql.Column("author", sql.String(64)),
        sql.Column("at", sql.Double, nullable=False),
    )
    op.create_index("courses_of_author", "courses", ["author"])
    op.create_index("courses_by_age", "courses", ["at"])
    op.create_table(
        "ratings",
        sql.Column("course", sql.String(16), primary_key=True),
        sql.Column("holder", sql.String(64), primary_key=True),
        sql.Column("stars", sql.Integer, nullable=False),
        sql.Column("at", sql.Double, nullable=False),
    )
    op.create_index("ratings_of_holder", "ratings", ["holder"])
    op.create_table(
        "certificates",
        sql.Column("course", sql.String(16), primary_key=True),
        sql.Column("rules", sql.Integer, primary_key=True),
        sql.Column("figures", sql.Text, nullable=False),
        sql.Column("body", sql.Text, nullable=False),
    )
