"""Tables are searched by columns of their own: the highest level of their computers, and whether they are by correspondence."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    """Add the columns, and fill them from the summaries, for the last time by looking for words in them."""
    op.add_column("tables", sa.Column("level", sa.Integer()))
    op.add_column("tables", sa.Column("correspondence", sa.Boolean(), nullable=False, server_default=sa.false()))
    tables = sa.table("tables", sa.column("summary"), sa.column("level"), sa.column("correspondence"))
    by_mail = tables.c.summary.contains('"kind":"correspondence"')
    op.execute(sa.update(tables).where(by_mail).values(correspondence=sa.true()))
    for level in range(1, 11):  # the highest is the last to be written
        op.execute(sa.update(tables).where(tables.c.summary.contains(f'"level":{level},')).values(level=level))
