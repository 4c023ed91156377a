"""The tables of the database; `migrations` make them, step by step."""

import sqlalchemy as sql

metadata = sql.MetaData()

EVENTS = sql.Table(
    "events",
    metadata,
    sql.Column("race", sql.String(64), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("hash", sql.LargeBinary(32), nullable=False),
)
RACES = sql.Table(
    "races",
    metadata,
    sql.Column("race", sql.String(64), primary_key=True),
    sql.Column("kind", sql.String(16), nullable=False, server_default="race"),
    sql.Column("stage", sql.String(16), nullable=False),
    sql.Column("in_lobby", sql.Boolean, nullable=False),
    sql.Column("updated", sql.Double, nullable=False),
    sql.Column("summary", sql.Text, nullable=False),
    sql.Index("races_in_lobby", "in_lobby", "updated"),
)
SEATS = sql.Table(
    "seats",
    metadata,
    sql.Column("race", sql.String(64), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("holder", sql.String(64)),
    sql.Index("seats_of_holder", "holder"),
)
VISITORS = sql.Table(
    "visitors",
    metadata,
    sql.Column("token", sql.String(64), primary_key=True),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("since", sql.Double, nullable=False),
    sql.Column("dog", sql.String(16)),
    sql.Column("colour", sql.String(16)),
)
TOKENS = sql.Table(
    "tokens",
    metadata,
    sql.Column("token", sql.String(64), primary_key=True),
    sql.Column("holder", sql.String(64), nullable=False),
    sql.Column("since", sql.Double, nullable=False),
    sql.Index("tokens_of_holder", "holder"),
)
RECOVERIES = sql.Table(
    "recoveries",
    metadata,
    sql.Column("holder", sql.String(64), primary_key=True),
    sql.Column("code", sql.String(64), nullable=False),
    sql.Column("since", sql.Double, nullable=False),
    sql.Index("recoveries_by_code", "code", unique=True),
)
RESULTS = sql.Table(
    "results",
    metadata,
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
    sql.Index("results_of_holder", "holder", "at"),
    sql.Index("results_of_day", "day", "points"),
)
PARS = sql.Table(
    "pars",
    metadata,
    sql.Column("day", sql.String(10), primary_key=True),
    sql.Column("points", sql.Integer, nullable=False),
)
PLANS = sql.Table(
    "plans",
    metadata,
    sql.Column("race", sql.String(64), primary_key=True),
    sql.Column("seat", sql.Integer, primary_key=True),
    sql.Column("plan", sql.Text, nullable=False),
)
SERVERS = sql.Table(
    "servers",
    metadata,
    sql.Column("process", sql.String(32), primary_key=True),
    sql.Column("heard", sql.DateTime(timezone=True), nullable=False),
)
PRESENCE = sql.Table(
    "presence",
    metadata,
    sql.Column("race", sql.String(64), primary_key=True),
    sql.Column("process", sql.String(32), primary_key=True),
    sql.Column("state", sql.Text, nullable=False),
)
CURTAINS = sql.Table(
    "curtains",
    metadata,
    sql.Column("race", sql.String(64), primary_key=True),
    sql.Column("holder", sql.String(64), primary_key=True),
    sql.Column("seat", sql.Integer),
    sql.Column("number", sql.Integer, nullable=False),
)
ANALYSES = sql.Table(
    "analyses",
    metadata,
    sql.Column("race", sql.String(64), primary_key=True),
    sql.Column("body", sql.Text, nullable=False),
)
COURSES = sql.Table(
    "courses",
    metadata,
    sql.Column("course", sql.String(16), primary_key=True),
    sql.Column("line", sql.Text, nullable=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("description", sql.Text, nullable=False),
    sql.Column("author", sql.String(64)),
    sql.Column("at", sql.Double, nullable=False),
    sql.Index("courses_of_author", "author"),
    sql.Index("courses_by_age", "at"),
)
RATINGS = sql.Table(
    "ratings",
    metadata,
    sql.Column("course", sql.String(16), primary_key=True),
    sql.Column("holder", sql.String(64), primary_key=True),
    sql.Column("stars", sql.Integer, nullable=False),
    sql.Column("at", sql.Double, nullable=False),
    sql.Index("ratings_of_holder", "holder"),
)
DUPLICATES = sql.Table(
    "duplicates",
    metadata,
    sql.Column("duplicate", sql.String(32), primary_key=True),
    sql.Column("secret", sql.String(64), nullable=False),
    sql.Column("course", sql.Text, nullable=False),
    sql.Column("course_name", sql.Text, nullable=False),
    sql.Column("mushers", sql.Text, nullable=False),
    sql.Column("at", sql.Double, nullable=False),
)
DUPLICATE_TABLES = sql.Table(
    "duplicate_tables",
    metadata,
    sql.Column("race", sql.String(64), primary_key=True),
    sql.Column("duplicate", sql.String(32), nullable=False),
    sql.Index("tables_of_duplicate", "duplicate"),
)
PUZZLE_ANSWERS = sql.Table(
    "puzzle_answers",
    metadata,
    sql.Column("holder", sql.String(64), primary_key=True),
    sql.Column("puzzle", sql.String(16), primary_key=True),
    sql.Column("day", sql.String(10), primary_key=True),
    sql.Column("correct", sql.Boolean, nullable=False),
    sql.Column("at", sql.Double, nullable=False),
)
CERTIFICATES = sql.Table(
    "certificates",
    metadata,
    sql.Column("course", sql.String(16), primary_key=True),
    sql.Column("rules", sql.Integer, primary_key=True),
    sql.Column("figures", sql.Text, nullable=False),
    sql.Column("body", sql.Text, nullable=False),
)
