"""The database: its schema, its settings, backups; and a host's tools on it."""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

import tablier
from tablier.service.admin import Admin
from tablier.service.backup import backup, restore
from tablier.service.database import Database, data_folder, database_url
from tablier.service.schema import METADATA
from tests.service.people import Clock, Person, a_service, play_out, refused, replay_of, table_of


def test_migrations_make_the_schema_even_when_started_together(database: str) -> None:
    databases = [Database(database_url(database)) for _ in range(4)]
    threads = [threading.Thread(target=one.migrate) for one in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    databases[0].migrate()
    with databases[0].reader.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    for one in databases:
        one.close()


def test_a_new_file_that_someone_writes_to_is_waited_for(sqlite: str) -> None:
    other = sqlite3.connect(sqlite, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    later = threading.Timer(0.5, lambda: other.execute("COMMIT"))
    later.start()
    database = Database(database_url(sqlite))
    with database.reader.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    later.join()
    other.close()
    database.close()


def test_sqlite_is_safe_and_private(sqlite: str) -> None:
    database = Database(database_url(sqlite))
    database.migrate()
    for engine in (database.reader, database.writer):
        with engine.connect() as connection:
            answers = [
                connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
            assert answers == ["wal", 2, 1]
    assert Path(sqlite).stat().st_mode & 0o077 == 0
    database.close()


def test_addresses_of_databases(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TABLIER_DATA_DIR", str(tmp_path))
    assert data_folder() == tmp_path
    assert database_url(None).database == str(tmp_path / "tablier.db")
    assert database_url("sqlite:////x/y.db").database == "/x/y.db"
    assert database_url("postgres.db").get_backend_name() == "sqlite"
    assert database_url("postgresql://u:p@h/d").drivername == "postgresql+psycopg"
    for wrong in ("mysql://u:secret@h/d", "sqlite://", "sqlite:///:memory:", "://"):
        with pytest.raises(ValueError, match="database") as info:
            database_url(wrong)
        assert "secret" not in str(info.value)


def test_a_backup_brings_everything_back(database: str, tmp_path: Path) -> None:
    async def main() -> None:
        file = tmp_path / "all.backup"
        async with a_service(database) as service:
            ada = await Person.new(service, "Ada")
            table = await ada.create(clock={"kind": "fischer", "seconds": 600, "increment": 0})
            await ada.move(table)
            over = await ada.create()
            await play_out(ada, over, most=5)
            before = await service.tables.snapshot(over)
            # While the server goes on.
            assert await asyncio.to_thread(backup, service.database, file) > 10
            await ada.move(table)
        assert file.stat().st_mode & 0o077 == 0
        fresh = Database(database_url(str(tmp_path / "fresh.db")))
        rows = restore(fresh, file)
        with pytest.raises(ValueError, match="not empty"):
            restore(fresh, file)
        fresh.close()
        async with a_service(str(tmp_path / "fresh.db")) as service:
            again = await service.tables.snapshot(over)
            assert {**again, "now": 0} == {**before, "now": 0}
            ada = Person(service, await service.identify(ada.token), ada.token)
            assert (await table_of(service, table))["plies"] == 1
            await ada.move(table)
            assert rows > 10

    asyncio.run(main())


def test_damaged_backups_change_nothing(tmp_path: Path) -> None:
    database = Database(database_url(str(tmp_path / "a.db")))
    database.migrate()
    good = tmp_path / "good"
    backup(database, good)
    text = gzip.decompress(good.read_bytes()).decode()
    head = json.loads(text.splitlines()[0])
    guest = json.dumps(["guests", ["g" * 22, None, None, 1, 1, None]])
    for wrong in (
        "",
        "hello",
        "[1]",
        json.dumps({**head, "schema": "9999"}) + "\n",
        text.splitlines()[0] + "\n" + guest + "\n",
        text.splitlines()[0] + "\n" + guest + '\n{"rows":7}\n',
        text.splitlines()[0] + "\n" + guest + "\n" + guest + '\n{"rows":2}\n',
        text.splitlines()[0] + "\n" + guest.replace("guests", "quests") + '\n{"rows":1}\n',
        text + "more\n",
    ):
        bad = tmp_path / "bad"
        bad.write_bytes(gzip.compress(wrong.encode()))
        with pytest.raises(ValueError, match="bad"):
            restore(database, bad)
    (tmp_path / "bad").write_bytes(good.read_bytes()[:-12])
    with pytest.raises(ValueError, match="bad"):
        restore(database, tmp_path / "bad")
    (tmp_path / "bad").write_bytes(b"no gzip")
    with pytest.raises(ValueError, match="bad"):
        restore(database, tmp_path / "bad")
    with database.reader.connect() as connection:
        assert connection.execute(sa.text("SELECT count(*) FROM guests")).scalar_one() == 0
    assert restore(database, good) == 0
    database.close()


def test_a_host_closes_renames_bans_and_deletes_while_a_server_runs(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            other = Database(database_url(database))
            admin = Admin(other, clock)
            ada, bob = await Person.new(service, "Ada"), await Person.new(service, "Bob")
            table = await ada.create(seats=["mine", "open"])
            await bob.act(table, "sit", seat=1)
            assert [item["table"] for item in admin.tables("playing")] == [table]
            assert {guest["name"] for guest in admin.guests()} == {"Ada", "Bob"}
            heard: list[str] = []

            def deliver(message: object) -> None:
                heard.extend(event["kind"] for event in message.data.get("events", ()))  # type: ignore[attr-defined]

            await service.tables.watch(table, deliver)
            await asyncio.to_thread(admin.rename_guest, bob.identity.guest, "Robert")
            with pytest.raises(ValueError, match="no guest"):
                admin.rename_guest("nobody", "X")
            assert await asyncio.to_thread(admin.close_table, table)
            assert not await asyncio.to_thread(admin.close_table, table)
            for _ in range(100):
                if heard == ["renamed", "closed"]:
                    break
                await asyncio.sleep(0.05)
            assert heard == ["renamed", "closed"]
            state = await table_of(service, table)
            assert (state["status"], state["seats"][1]["name"]) == ("closed", "Robert")
            assert not await service.is_banned("192.0.2.1")
            admin.ban("192.0.2.1", "spam")
            admin.ban("192.0.2.1", "more spam")
            assert [ban["reason"] for ban in admin.bans()] == ["more spam"]
            admin.ban("2001:DB8:0:7::1/64")
            service._bans_until = 0.0
            assert await service.is_banned("192.0.2.1")
            assert await service.is_banned("2001:db8:0:7:aaaa::5")
            assert not await service.is_banned("2001:db8:0:8::5")
            assert not await service.is_banned("192.0.2.10")
            assert admin.unban("::ffff:192.0.2.1")
            assert admin.unban("2001:db8:0:7::/64")
            with pytest.raises(ValueError, match="everyone"):
                admin.ban("everyone")
            assert not admin.unban("192.0.2.1")
            assert await asyncio.to_thread(admin.delete_guest, bob.identity.guest) == 1
            with pytest.raises(ValueError, match="no guest"):
                admin.delete_guest(bob.identity.guest)
            # What the server has in memory forgets them too.
            for _ in range(100):
                if (await table_of(service, table))["seats"][1]["name"] is None:
                    break
                await asyncio.sleep(0.05)
            assert (await table_of(service, table))["seats"][1]["name"] is None
            await asyncio.to_thread(admin.delete_table, table)
            with refused("gone"):
                await service.tables.snapshot(table)
            with pytest.raises(ValueError, match="no table"):
                admin.close_table(table)
            other.close()

    asyncio.run(main())


def test_what_is_old_is_deleted_but_records_stay(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada = await Person.new(service, "Ada")
            await Person.new(service, "Nobody")
            over = await ada.create()
            await play_out(ada, over, most=3)
            by_mail = await ada.create(clock={"kind": "correspondence", "days": 30})
            record = (await table_of(service, over))["end"]["record"]
        other = Database(database_url(database))
        clock.ahead += 20 * 86_400_000
        admin = Admin(other, clock)
        assert admin.erase_old(30, 30) == 0
        assert admin.erase_old(10, 10) == 1
        assert [guest["name"] for guest in admin.guests()] == ["Ada"]
        texts = list(admin.records())
        assert [tablier.record.parse(text).tag("End") for text in texts] == ["agreed"]
        other.close()
        async with a_service(database, clock) as service:
            with refused("gone"):
                await service.tables.snapshot(over)
            assert (await table_of(service, by_mail))["status"] == "playing"
            assert len((await replay_of(service, record))["moves"]) == 3

    asyncio.run(main())
