"""The database's tables. Changes here go with a migration in ``migrations/versions``; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
    text,
)

__all__ = [
    "METADATA",
    "bans",
    "erasures",
    "events",
    "gone",
    "guests",
    "processes",
    "record_guests",
    "records",
    "seated",
    "tables",
    "thinkers",
    "tokens",
]

METADATA = MetaData()
_ID = String(22)

guests = Table(
    "guests",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("name", String(40)),
    Column("address", String(64)),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("network", String(64)),
    Index("guests_by_seen", "seen"),
    Index(
        "guests_with_address",
        "seen",
        sqlite_where=text("address IS NOT NULL"),
        postgresql_where=text("address IS NOT NULL"),
    ),
    Index("guests_by_network", "network", "created"),
)
"""`network`: the key of the address, by which limits count."""

erasures = Table(
    "erasures",
    METADATA,
    Column("guest", _ID, primary_key=True),
    Column("since", BigInteger, nullable=False),
)
"""Guests who are being deleted: their tokens are void already, the rest goes in small pieces."""

tokens = Table(
    "tokens",
    METADATA,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("guest", _ID, ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE")),
    Column("seat", Integer),
    Column("created", BigInteger, nullable=False),
    Index("tokens_by_guest", "guest"),
    Index("tokens_by_table", "table_id"),
    Index(
        "tokens_that_invite",
        "table_id",
        sqlite_where=text("kind = 'invitation'"),
        postgresql_where=text("kind = 'invitation'"),
    ),
)

tables = Table(
    "tables",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("status", String(8), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("open_seats", Integer, nullable=False),
    Column("host", _ID),
    Column("request", String(64)),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("deadline", BigInteger),
    Column("lease", BigInteger),
    Column("summary", Text, nullable=False),
    Column("level", Integer),
    Column("correspondence", Boolean, nullable=False, server_default=false()),
    Index("tables_by_request", "host", "request", unique=True),
    Index("tables_by_change", "changed"),
    Index("tables_by_status", "status", "changed"),
    Index(
        "tables_by_deadline",
        "deadline",
        sqlite_where=text("deadline IS NOT NULL"),
        postgresql_where=text("deadline IS NOT NULL"),
    ),
    Index(
        "tables_by_lease", "lease", sqlite_where=text("lease IS NOT NULL"), postgresql_where=text("lease IS NOT NULL")
    ),
)
"""`deadline`: when to look whether a flag has fallen. `lease`: set while a computer is to act, until when some process thinks
about its move. `level`: the highest one of its computers. `correspondence`: nobody needs to be there."""

events = Table(
    "events",
    METADATA,
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
    Column("guest", _ID),
    Column("request", String(64)),
    Column("digest", String(64)),
    Column("span", Integer),
    Index(
        "events_by_request",
        "table_id",
        "request",
        unique=True,
        sqlite_where=text("request IS NOT NULL"),
        postgresql_where=text("request IS NOT NULL"),
    ),
)
"""The truth: only ever appended to, but for names taken out when a guest is deleted. The first event of an act carries its
request, a digest of what was asked, and how many events it made."""

seated = Table(
    "seated",
    METADATA,
    Column("table_id", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", _ID, primary_key=True),
    Column("here", BigInteger, nullable=False),
    Index("seated_by_guest", "guest"),
)
"""Who hosts or has sat at a table. `here`: until when they are taken to be there; in the past: since when they are away."""

records = Table(
    "records",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("table_id", _ID, nullable=False),
    Column("round", Integer, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("summary", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index("records_by_time", "finished"),
)

record_guests = Table(
    "record_guests",
    METADATA,
    Column("record_id", _ID, ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", _ID, primary_key=True),
    Column("seats", Text, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Index("record_guests_by_guest", "guest", "finished"),
)

bans = Table(
    "bans",
    METADATA,
    Column("address", String(64), primary_key=True),
    Column("reason", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

gone = Table(
    "gone",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Index("gone_by_time", "at"),
)
"""Ids of what was deleted, so that its links say so for a year."""

processes = Table(
    "processes",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("alive", BigInteger, nullable=False),
    Column("wall", BigInteger, nullable=False, server_default=text("0")),
    Column("stopped", Boolean, nullable=False, server_default=false()),
    Column("probe", Text),
)
"""When each server process was last alive: time in which none was is charged to nobody. `wall` is what the database's own clock
said then, so that who starts later agrees with who lives; `stopped` that it ended as it should; `probe` is written to see
whether anything can be."""

thinkers = Table(
    "thinkers",
    METADATA,
    Column("id", _ID, primary_key=True),
    Column("alive", BigInteger, nullable=False),
    Column("workers", Integer, nullable=False),
)
"""Processes that do nothing but think for computers: when each was last alive, and how many workers it has."""
