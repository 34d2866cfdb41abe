"""Guests: their secrets, their lists, their right to be forgotten."""

from __future__ import annotations

import asyncio

import pytest
import sqlalchemy as sa

import tablier
from tablier.service.names import clean_name
from tablier.service.schema import METADATA, tokens
from tablier.service.tokens import hash_of, is_id, kind_of, new_id, new_token
from tests.service.people import Person, a_service, refused, table_of


def test_secrets_are_long_random_and_told_apart() -> None:
    made = {new_token("guest") for _ in range(100)}
    assert len(made) == 100
    assert {kind_of(token) for token in made} == {"guest"}
    assert {len(token) for token in made} == {45}
    assert kind_of(new_token("seat")) == "seat"
    assert kind_of("g_short") is None
    assert kind_of(5) is None
    assert all(is_id(new_id()) and new_id()[0] not in "-_" for _ in range(100))


def test_no_secret_is_stored(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada = await Person.new(service, "Ada")
            table = await ada.create(seats=["mine", "invited"])
            secrets = [
                ada.token,
                await service.guests.new_token(ada.identity),
                await service.guests.seat_token(ada.identity, table),
                await service.guests.invitation(ada.identity, table, 1),
            ]
            stored: list[str] = []
            with service.database.reader.connect() as connection:
                for found in METADATA.sorted_tables:
                    stored += [str(value) for row in connection.execute(sa.select(found)) for value in row]
                hashes = set(connection.execute(sa.select(tokens.c.hash)).scalars())
            for secret in secrets:
                assert not any(secret in text for text in stored)
                assert hash_of(secret) in hashes

    asyncio.run(main())


def test_tokens_speak_for_their_guest_only(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada, bob = await Person.new(service, "Ada"), await Person.new(service, "Bob")
            for token in (None, ""):
                with refused("token-required"):
                    await service.identify(token)
            for token in ("nonsense", new_token("guest"), hash_of(ada.token)):
                with refused("token-unknown"):
                    await service.identify(token)
            further = await service.guests.new_token(ada.identity)
            assert (await service.identify(further)).guest == ada.identity.guest
            table, other = await ada.create(), await ada.create()
            with refused("forbidden"):
                await service.guests.seat_token(bob.identity, table)
            seat = await service.guests.seat_token(ada.identity, table)
            device = Person(service, await service.identify(seat), seat)
            await device.move(table)
            with refused("forbidden"):
                await device.move(other)
            for forbidden in (
                service.guests.tables(device.identity, True, None, 10),
                service.guests.records(device.identity, None, 10),
                service.guests.rename(device.identity, "X"),
                service.guests.delete(device.identity),
                service.guests.new_token(device.identity),
                service.guests.seat_token(device.identity, other),
                service.tables.create(device.identity, {"request": "x"}),
            ):
                with refused("forbidden"):
                    await forbidden
            await service.guests.void_seat_tokens(ada.identity, table)
            with refused("token-unknown"):
                await service.identify(seat)
            assert await service.identify(ada.token) == ada.identity

    asyncio.run(main())


def test_invitations_let_one_in(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada, bob, eve = [await Person.new(service) for _ in range(3)]
            table = await ada.create(seats=["mine", "invited"])
            with refused("forbidden"):
                await service.guests.invitation(bob.identity, table, 1)
            with refused("not-now"):
                await service.guests.invitation(ada.identity, table, 0)
            with refused("bad-value"):
                await service.guests.invitation(ada.identity, table, 9)
            secret = await service.guests.invitation(ada.identity, table, 1)
            other = await ada.create(seats=["invited", "mine"])
            for wrong in (new_token("invitation"), await service.guests.invitation(ada.identity, other, 0), "x"):
                with refused("forbidden"):
                    await eve.act(table, "sit", seat=1, invitation=wrong)
            with refused("forbidden"):
                await eve.act(table, "sit", seat=1)
            await bob.act(table, "sit", seat=1, invitation=secret)
            with refused("not-now", "not-open"):
                await eve.act(table, "sit", seat=1, invitation=secret)

    asyncio.run(main())


def test_lists_are_pages_of_one_s_own(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada, bob = await Person.new(service, "Ada"), await Person.new(service, "Bob")
            ids = [await ada.create() for _ in range(5)]
            for table in ids[:3]:
                await ada.act(table, "resign", seat=0)
            running = await service.guests.tables(ada.identity, True, None, 10)
            assert {item["table"] for item in running["tables"]} == set(ids[3:])
            seen: list[str] = []
            before = None
            while True:
                page = await service.guests.tables(ada.identity, False, before, 2)
                seen += [item["table"] for item in page["tables"]]
                before = page["before"]
                if before is None:
                    break
            assert sorted(seen) == sorted(ids)
            first = await service.guests.records(ada.identity, None, 2)
            second = await service.guests.records(ada.identity, first["before"], 2)
            assert len({item["record"] for item in first["records"] + second["records"]}) == 3
            assert (await service.guests.records(bob.identity, None, 10))["records"] == []
            assert (await service.guests.tables(bob.identity, False, None, 10))["tables"] == []
            with refused("bad-value"):
                await service.guests.records(ada.identity, "nonsense", 2)
            text = "".join([part async for part in service.guests.all_records(ada.identity, "text")])
            lines = "".join([part async for part in service.guests.all_records(ada.identity, "json")])
            assert text.count("[Game ") == len(lines.splitlines()) == 3
            for line in lines.splitlines():
                assert tablier.record.from_json(line).match().end_reason == "resigned"

    asyncio.run(main())


def test_a_deleted_guest_is_forgotten(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada, bob = await Person.new(service, "Ada Lovelace"), await Person.new(service, "Bob")
            over = await ada.create(seats=["mine", "open"])
            await bob.act(over, "sit", seat=1)
            await ada.act(over, "rename", name="Lovelace A.")
            await ada.act(over, "resign")
            running = await bob.create(seats=["mine", "open"])
            await ada.act(running, "sit", seat=1, name="Countess Lovelace")
            waiting = await ada.create(seats=["mine", "open"])
            record = (await table_of(service, over))["end"]["record"]
            await service.guests.delete(ada.identity)
            with refused("token-unknown"):
                await service.identify(ada.token)
            with service.database.reader.connect() as connection:
                for found in METADATA.sorted_tables:
                    for row in connection.execute(sa.select(found)):
                        assert "Lovelace" not in str(row)
            state = await table_of(service, running)
            assert (state["seats"][1]["left"], state["seats"][1]["name"]) == (True, None)
            assert (await table_of(service, waiting))["status"] == "closed"
            replay = await service.guests.record(record)
            assert replay["names"] == ["?", "Bob"]
            await bob.act(running, "claim", seat=1, to="win")
            assert len((await service.guests.records(bob.identity, None, 10))["records"]) == 2

    asyncio.run(main())


def test_names(sqlite: str) -> None:
    async def main() -> None:
        async with a_service(sqlite) as service:
            ada = await Person.new(service, " Ada \u200f ")
            assert (await service.guests.me(ada.identity))["name"] == "Ada"
            assert (await service.guests.rename(ada.identity, "Zoé"))["name"] == "Zoé"
            table = await Person(service, await service.identify(ada.token), ada.token).create()
            assert (await table_of(service, table))["seats"][0]["name"] == "Zoé"
            assert (await service.guests.rename(ada.identity, None))["name"] is None

    asyncio.run(main())


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (None, None),
        ("Ada", "Ada"),
        ("  Ada \t\n B ", "Ada B"),
        ("A\u202eda\x00", "Ada"),
        ("e\u0301", "é"),
        ("Z" + "\u0334" * 30, "Z\u0334\u0334"),
        ("<b>Ada</b>", "<b>Ada</b>"),
        ("李小龙", "李小龙"),
        ("x" * 40, "x" * 40),
    ],
)
def test_names_are_cleaned(given: str | None, shown: str | None) -> None:
    assert clean_name(given) == shown


@pytest.mark.parametrize("given", ["", "   ", "\u200b\u202e", "x" * 41, "x" * 10**6, 5, ["Ada"], b"Ada"])
def test_names_that_cannot_be(given: object) -> None:
    with refused("bad-value"):
        clean_name(given)
