"""What a host may set."""

from __future__ import annotations

from dataclasses import dataclass

from tablier.service.limits import Rate

__all__ = ["Settings"]

_NEW_GUESTS, _WORK = Rate(0.2, 60), Rate(0.5, 10.0)


@dataclass(frozen=True, slots=True)
class Settings:
    """`database`: a file or a ``postgresql://`` address, None for the usual file. `workers`: processes that think for
    computers. `lag_cap`: ms of a message's way a move is not charged for, at most. `open_tables`: unfinished tables a guest
    may have made; `listed_tables`: how many in the lobby; `address_tables`: unfinished tables all guests of one address may
    have made, a fifth of them in the lobby. `new_guests`: new guests from one address. `kept_plies`: moves of tables kept in
    memory. `idle`: seconds after which an unused table leaves it. `keep_days`: days after which finished or abandoned tables
    are deleted, their records are not; `keep_guest_days`: days after which guests who hold no record and no table and were
    not seen are deleted (None: never). `top_tables`: unfinished tables with a computer of the highest level that one address
    may have made. `clerks`: processes that draw boards and play through what people bring; `work`:
    seconds of their time a second, and at once, for one address. `analyses`: how many may wait; `analyses_per_guest`,
    `analyses_per_address`: how many at once."""

    database: str | None = None
    workers: int = 2
    lag_cap: int = 500
    open_tables: int = 10
    listed_tables: int = 3
    address_tables: int = 100
    new_guests: Rate = _NEW_GUESTS
    top_tables: int = 20
    kept_plies: int = 100_000
    idle: float = 300.0
    keep_days: int | None = 90
    keep_guest_days: int | None = 365
    clerks: int = 2
    work: Rate = _WORK
    analyses: int = 100
    analyses_per_guest: int = 2
    analyses_per_address: int = 8
