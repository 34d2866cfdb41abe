"""A host's tools: tables, guests, bans, retention, export, backup and restore. They work while servers run, or not."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from tablier.service.admin import Admin
    from tablier.service.database import Database

__all__ = ["DatabaseOption", "register"]

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="TABLIER_DATABASE",
        help="A file (SQLite), or a postgresql:// address; by default a file in your data folder.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print data for programs.")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=100_000, help="How many at most.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="A table's id, the last part of its link.")]
GuestId = Annotated[str, typer.Argument(metavar="GUEST", help="A guest's id.")]
File = Annotated[Path, typer.Argument(metavar="FILE")]

admin = typer.Typer(help="A host's tools: list, close, rename, ban, delete, tidy, export.", no_args_is_help=True)


def register(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.add_typer(admin, name="admin")
    app.command(name="backup")(backup)
    app.command(name="restore")(restore)


@contextlib.contextmanager
def _database(given: str | None) -> Iterator[Database]:
    import sqlalchemy as sa  # noqa: PLC0415

    from tablier.service.database import Database, database_url  # noqa: PLC0415

    database = Database(database_url(given))
    try:
        yield database
    except sa.exc.OperationalError as error:
        raise ValueError(f"the database cannot be used: {error.orig}") from None
    finally:
        database.close()


@contextlib.contextmanager
def _admin(given: str | None) -> Iterator[Admin]:
    from tablier.service.admin import Admin  # noqa: PLC0415

    with _database(given) as database:
        database.migrate()
        yield Admin(database, lambda: time.time_ns() // 1_000_000)


def _shown(rows: list[dict[str, Any]], columns: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        for row in rows:
            print(json.dumps(row, ensure_ascii=False))
        return
    table = Table()
    for name in columns:
        table.add_column(name, overflow="fold")
    for row in rows:
        table.add_row(*(_cell(name, row[name]) for name in columns))
    Console().print(table)


def _cell(name: str, value: Any) -> str:
    from rich.markup import escape  # noqa: PLC0415

    if name in ("created", "changed", "seen") and value is not None:
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(value / 1000))
    if name == "seats":
        return escape(", ".join(seat["name"] or seat["kind"] for seat in value))
    return "–" if value is None else escape(str(value))


@admin.command(name="tables")
def tables(
    status: Annotated[str | None, typer.Option(help="Only open, playing, paused, over or closed ones.")] = None,
    limit: Limit = 100,
    as_json: Json = False,
    database: DatabaseOption = None,
) -> None:
    """List tables, latest change first."""
    with _admin(database) as host:
        _shown(host.tables(status, limit), ("table", "game", "status", "plies", "seats", "changed"), as_json)


@admin.command(name="guests")
def guests(limit: Limit = 100, as_json: Json = False, database: DatabaseOption = None) -> None:
    """List guests, last seen first."""
    with _admin(database) as host:
        _shown(host.guests(limit), ("id", "name", "address", "created", "seen"), as_json)


@admin.command(name="close")
def close(table: TableId, database: DatabaseOption = None) -> None:
    """Close a table, whatever is going on there."""
    with _admin(database) as host:
        print("closed" if host.close_table(table) else "it was closed already")


@admin.command(name="delete-table")
def delete_table(table: TableId, database: DatabaseOption = None) -> None:
    """Delete a table; the records of its games stay."""
    with _admin(database) as host:
        host.delete_table(table)
        print("deleted")


@admin.command(name="rename")
def rename(
    guest: GuestId,
    name: Annotated[str | None, typer.Argument(help="The new name; none if left out.")] = None,
    database: DatabaseOption = None,
) -> None:
    """Give a guest another name, also at their tables."""
    with _admin(database) as host:
        host.rename_guest(guest, name)
        print("renamed")


@admin.command(name="delete-guest")
def delete_guest(guest: GuestId, database: DatabaseOption = None) -> None:
    """Delete all that is a guest's."""
    with _admin(database) as host:
        print(f"deleted; {host.delete_guest(guest)} tables changed")


@admin.command(name="ban")
def ban(
    address: Annotated[str, typer.Argument(help="An IPv4 or IPv6 address, or a network: 2001:db8::/64.")],
    reason: Annotated[str, typer.Option(help="For your own records.")] = "",
    database: DatabaseOption = None,
) -> None:
    """Exclude an address; servers know within ten seconds."""
    with _admin(database) as host:
        host.ban(address, reason)
        print("banned")


@admin.command(name="unban")
def unban(address: Annotated[str, typer.Argument()], database: DatabaseOption = None) -> None:
    """Let an address in again."""
    with _admin(database) as host:
        print("let in again" if host.unban(address) else "it was not banned")


@admin.command(name="bans")
def bans(as_json: Json = False, database: DatabaseOption = None) -> None:
    """List excluded addresses."""
    with _admin(database) as host:
        _shown(host.bans(), ("address", "reason", "created"), as_json)


@admin.command(name="tidy")
def tidy(
    days: Annotated[
        int, typer.Option(min=1, help="Delete tables untouched for so many days; their records stay.")
    ] = 90,
    guest_days: Annotated[int, typer.Option(min=1, help="Delete guests without games not seen for so long.")] = 365,
    database: DatabaseOption = None,
) -> None:
    """Delete what is old now, as servers do by themselves once an hour."""
    with _admin(database) as host:
        print(f"{host.erase_old(days, guest_days)} tables deleted")


@admin.command(name="export")
def export(
    file: Annotated[Path | None, typer.Argument(help="Write here; standard output if left out.")] = None,
    database: DatabaseOption = None,
) -> None:
    """Write all finished games as records, one after another."""
    with _admin(database) as host, contextlib.ExitStack() as stack:
        stream = sys.stdout if file is None else stack.enter_context(file.open("w", encoding="utf-8"))
        for number, text in enumerate(host.records()):
            stream.write(text if number == 0 else "\n" + text)


def backup(file: File, database: DatabaseOption = None) -> None:
    """Write everything into one file, while servers go on."""
    from tablier.service.backup import backup as write  # noqa: PLC0415

    with _database(database) as opened:
        opened.migrate()
        print(f"{write(opened, file)} rows written to {file}")


def restore(file: File, database: DatabaseOption = None) -> None:
    """Fill an empty database from such a file; also moves a site from SQLite to PostgreSQL, or back."""
    from tablier.service.backup import restore as read  # noqa: PLC0415

    if not file.is_file():
        raise ValueError(f"there is no file {file}")
    with _database(database) as opened:
        print(f"{read(opened, file)} rows restored")
