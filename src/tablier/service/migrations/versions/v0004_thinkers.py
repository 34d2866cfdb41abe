"""Processes that do nothing but think are known to all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    """Add their table."""
    op.create_table(
        "thinkers",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("alive", sa.BigInteger(), nullable=False),
        sa.Column("workers", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
