"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "bans",
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("address"),
    )
    op.create_table(
        "gone",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=True),
        sa.Column("address", sa.String(length=64), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("alive", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "records",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("records_by_time", "records", ["finished"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.Column("open_seats", sa.Integer(), nullable=False),
        sa.Column("host", sa.String(length=22), nullable=True),
        sa.Column("request", sa.String(length=64), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("changed", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger(), nullable=True),
        sa.Column("lease", sa.BigInteger(), nullable=True),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("tables_by_change", "tables", ["changed"], unique=False)
    op.create_index(
        "tables_by_deadline",
        "tables",
        ["deadline"],
        unique=False,
        sqlite_where=sa.text("deadline IS NOT NULL"),
        postgresql_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_index(
        "tables_by_lease",
        "tables",
        ["lease"],
        unique=False,
        sqlite_where=sa.text("lease IS NOT NULL"),
        postgresql_where=sa.text("lease IS NOT NULL"),
    )
    op.create_index("tables_by_request", "tables", ["host", "request"], unique=True)
    op.create_index("tables_by_status", "tables", ["status", "changed"], unique=False)
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("guest", sa.String(length=22), nullable=True),
        sa.Column("request", sa.String(length=64), nullable=True),
        sa.Column("digest", sa.String(length=64), nullable=True),
        sa.Column("span", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )
    op.create_index(
        "events_by_request",
        "events",
        ["table_id", "request"],
        unique=True,
        sqlite_where=sa.text("request IS NOT NULL"),
        postgresql_where=sa.text("request IS NOT NULL"),
    )
    op.create_table(
        "record_guests",
        sa.Column("record_id", sa.String(length=22), nullable=False),
        sa.Column("guest", sa.String(length=22), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["record_id"], ["records.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("record_id", "guest"),
    )
    op.create_index("record_guests_by_guest", "record_guests", ["guest", "finished"], unique=False)
    op.create_table(
        "seated",
        sa.Column("table_id", sa.String(length=22), nullable=False),
        sa.Column("guest", sa.String(length=22), nullable=False),
        sa.Column("here", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", "guest"),
    )
    op.create_index("seated_by_guest", "seated", ["guest"], unique=False)
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("guest", sa.String(length=22), nullable=False),
        sa.Column("table_id", sa.String(length=22), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("hash"),
    )
    op.create_index("tokens_by_guest", "tokens", ["guest"], unique=False)
    op.create_index("tokens_by_table", "tokens", ["table_id"], unique=False)
