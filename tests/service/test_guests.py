"""Guests: their secrets, their lists, their right to be forgotten."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
import sqlalchemy as sa

import tablier
from tablier.service import tokens as service_tokens
from tablier.service.names import clean_name
from tablier.service.schema import METADATA, tokens
from tablier.service.tokens import hash_of, is_id, kind_of, new_id, new_token
from tests.service.people import Clock, Person, a_service, do, make, refused, replay_of, table_of


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
                make(service, device.identity, {"request": "x", "game": "polygone", "seats": [{"kind": "mine"}] * 2}),
            ):
                with refused("forbidden"):
                    await forbidden
            await service.guests.void_seat_tokens(ada.identity, table)
            with refused("token-unknown"):
                await service.identify(seat)
            assert await service.identify(ada.token) == ada.identity

    asyncio.run(main())


def test_every_secret_is_compared_in_constant_time(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One function compares, by `hmac.compare_digest`; when it says no, no secret is worth anything, looked up or remembered."""
    compared: list[tuple[str, str]] = []
    verdict: list[bool] = []

    def compare(given: str, stored: str) -> bool:
        compared.append((given, stored))
        return verdict[0] if verdict else given == stored

    monkeypatch.setattr(service_tokens, "hmac", SimpleNamespace(compare_digest=compare))

    async def main() -> None:
        async with a_service(sqlite) as service:
            ada, bob = await Person.new(service), await Person.new(service)
            table = await ada.create(seats=["mine", "invited"])
            seat = await service.guests.seat_token(ada.identity, table)
            invitation = await service.guests.invitation(ada.identity, table, 1)
            for token in (ada.token, seat):
                for _ in range(2):  # looked up, then remembered
                    compared.clear()
                    await service.identify(token)
                    assert compared == [(hash_of(token), hash_of(token))]
            verdict.append(False)
            for token in (ada.token, seat):
                with refused("token-unknown"):
                    await service.identify(token)
            with refused("forbidden"):
                await bob.act(table, "sit", seat=1, invitation=invitation)
            verdict.clear()
            await bob.act(table, "sit", seat=1, invitation=invitation)
            assert compared[-1] == (hash_of(invitation), hash_of(invitation))
            # Alike up to the last character is as wrong as any other.
            for token in (ada.token, seat):
                last = "A" if token[-1] != "A" else "B"
                with refused("token-unknown"):
                    await service.identify(token[:-1] + last)

    asyncio.run(main())


def test_an_invitation_lets_in_once(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            ada, bob, cleo = [await Person.new(service, name) for name in ("Ada", "Bob", "Cleo")]
            table = await ada.create("kenwan", ["mine", "invited", "open"])
            used = await service.guests.invitation(ada.identity, table, 1)
            sit = {"request": "sit-bob", "act": "sit", "seat": 1, "invitation": used}
            receipt = await do(service, table, bob.identity, sit)
            # Sent away, and back to what was: the seat waits for someone with a new invitation.
            await ada.act(table, "change-seat", seat=1, to="invited")
            for who in (bob, cleo):
                with refused("forbidden"):
                    await who.act(table, "sit", seat=1, invitation=used)
            fresh = await service.guests.invitation(ada.identity, table, 1)
            await cleo.act(table, "sit", seat=1, invitation=fresh)
            await cleo.act(table, "leave")
            with refused("forbidden"):
                await cleo.act(table, "sit", seat=1, invitation=fresh)
            # Nor does it come back with whoever used it being deleted.
            third = await service.guests.invitation(ada.identity, table, 1)
            await cleo.act(table, "sit", seat=1, invitation=third)
            await service.guests.delete(cleo.identity)
            with refused("forbidden"):
                await bob.act(table, "sit", seat=1, invitation=third)
            # The same request asked again is answered as it was.
            again = await do(service, table, bob.identity, sit)
            assert again["events"] == receipt["events"]

    asyncio.run(main())


_SECRETS = ("token", "invitation", "secret", "credentials")


def test_secrets_are_compared_nowhere_else() -> None:
    """In the sources a hash stands in a comparison only where rows are looked up by it."""
    lookups = 0
    for room in ("service", "server"):
        for path in (Path(tablier.__file__).parent / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Compare):
                    continue
                text = ast.unparse(node)
                if "hash" in text:
                    assert text == "tokens.c.hash == hash_of(token)", (path.name, text)
                    lookups += 1
                for part in (node.left, *node.comparators):
                    # `token is None` asks whether there is one, not which.
                    secret = isinstance(part, ast.Name | ast.Attribute) and ast.unparse(part).endswith(_SECRETS)
                    assert not secret or isinstance(node.ops[0], ast.Is | ast.IsNot), (path.name, text)
    assert lookups == 2


def test_a_guest_s_present_address_is_known(sqlite: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(sqlite, clock) as service:
            made = await service.guests.create("Ada", "192.0.2.1")

            async def seen_at(address: str, ahead: int) -> str:
                clock.ahead += ahead
                service.guests._known.clear()
                await service.identify(made["token"], address)
                return str(service.store.guest(made["guest"]).address)

            assert await seen_at("192.0.2.2", 60_000) == "192.0.2.1"
            assert await seen_at("192.0.2.2", 600_000) == "192.0.2.2"
            assert await seen_at("192.0.2.2", 90_000_000) == "192.0.2.2"

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
            replay = await replay_of(service, record)
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


@pytest.mark.parametrize("given", ["", "   ", "\u200b\u202e", "x" * 41, "x" * 10**6])
def test_names_that_cannot_be(given: str) -> None:
    with refused("bad-value"):
        clean_name(given)
