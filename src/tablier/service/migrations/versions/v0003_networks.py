"""A guest's network, by which limits count them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from tablier.service.addresses import address_key

__all__ = ["down_revision", "revision", "upgrade"]

revision = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Add it, and tell it from the addresses that are known."""
    op.add_column("guests", sa.Column("network", sa.String(length=64)))
    op.create_index("guests_by_network", "guests", ["network", "created"])
    connection = op.get_bind()
    guests = sa.table("guests", sa.column("address"), sa.column("network"))
    for address in connection.execute(sa.select(guests.c.address).distinct()).scalars().all():
        if address is not None:
            connection.execute(
                sa.update(guests).where(guests.c.address == address).values(network=address_key(address))
            )
