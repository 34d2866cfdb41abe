"""Guests are deleted in pieces, processes agree on the time, and what is old is found without looking at everything."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Add what the first schema has not."""
    op.create_table(
        "erasures",
        sa.Column("guest", sa.String(length=22), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guest"),
    )
    op.add_column("processes", sa.Column("wall", sa.BigInteger(), nullable=False, server_default=sa.text("0")))
    op.add_column("processes", sa.Column("stopped", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("processes", sa.Column("probe", sa.Text()))
    op.create_index("guests_by_seen", "guests", ["seen"])
    op.create_index("guests_with_address", "guests", ["seen"], **_where("address IS NOT NULL"))
    op.create_index("gone_by_time", "gone", ["at"])
    op.create_index("tokens_that_invite", "tokens", ["table_id"], **_where("kind = 'invitation'"))


def _where(condition: str) -> dict[str, Any]:
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}
