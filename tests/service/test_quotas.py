"""What a guest and an address may have holds however much is asked for at once, and with two processes."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterable
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from tablier.service import Problem, Service
from tablier.service.addresses import Asker
from tablier.service.admin import Admin
from tablier.service.database import Database, database_url
from tablier.service.limits import Rate
from tablier.service.schema import guests
from tests.service.people import Clock, Person, a_service, analyse, refused
from tests.service.test_workers import fakes

OPEN = ["mine", "open"]


async def neighbour(service: Service, address: str) -> Person:
    """A guest from an address."""
    made = await service.guests.create(None, address)
    return Person(service, await service.identify(made["token"], address), made["token"])


async def outcomes(asked: Iterable[Awaitable[Any]]) -> Counter[str]:
    """How often what was asked at once was done, or refused and why."""

    def said(found: Any) -> str:
        if isinstance(found, Problem):
            return str(found.extra.get("reason", found.code))
        assert not isinstance(found, BaseException), found
        return "done"

    return Counter(map(said, await asyncio.gather(*asked, return_exceptions=True)))


def test_tables_asked_for_at_once_are_as_many_as_allowed(database: str) -> None:
    async def main() -> None:
        async with a_service(database, open_tables=10) as here, a_service(database, open_tables=10) as there:
            ada = await Person.new(here)
            found = await outcomes(person.create() for person in (ada, ada.at(there)) for _ in range(50))
            assert found == {"done": 10, "too-many-tables": 90}
            assert len((await here.guests.tables(ada.identity, True, None, 200))["tables"]) == 10

    asyncio.run(main())


def test_finished_tables_that_go_on_count_again(database: str) -> None:
    """Whoever ends a game to make another table, again and again, cannot go on with all of them."""

    async def main() -> None:
        async with a_service(database, open_tables=3) as service:
            ada = await Person.new(service)
            made = []
            for _ in range(8):
                made.append(await ada.create())
                await ada.act(made[-1], "resign")
            again = [ada.act(table, "ask", what="rematch", seat=0) for table in made]
            assert await outcomes(again) == {"done": 3, "too-many-tables": 5}
            assert len((await service.guests.tables(ada.identity, True, None, 200))["tables"]) == 3

    asyncio.run(main())


def test_all_guests_of_an_address_share_its_tables(database: str) -> None:
    async def main() -> None:
        async with a_service(database, address_tables=10) as service:
            near = [await neighbour(service, f"2001:db8:1:2::{number}") for number in range(1, 6)]
            found = await outcomes(person.create() for person in near for _ in range(4))
            assert found == {"done": 10, "too-many-tables": 10}
            far = await neighbour(service, "2001:db8:1:3::1")
            await far.create()

    asyncio.run(main())


def test_tables_in_the_lobby_are_limited_by_guest_and_address(database: str) -> None:
    async def main() -> None:
        async with a_service(database, listed_tables=3, address_tables=25) as service:
            ada = await neighbour(service, "192.0.2.1")
            assert await outcomes(ada.create(seats=OPEN, listed=True) for _ in range(8)) == {
                "done": 3,
                "too-many-listed": 5,
            }
            await ada.create(seats=OPEN)
            near = [await neighbour(service, "192.0.2.1") for _ in range(4)]
            # A fifth of 25 tables: five, three of which are Ada's.
            assert await outcomes(person.create(seats=OPEN, listed=True) for person in near) == {
                "done": 2,
                "too-many-listed": 2,
            }
            far = await neighbour(service, "192.0.2.2")
            await far.create(seats=OPEN, listed=True)

    asyncio.run(main())


def test_a_full_lobby_shows_tables_of_every_address(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as service:
            honest = [await (await neighbour(service, f"192.0.2.{n}")).create(seats=OPEN, listed=True) for n in (1, 2)]
            flood = [await neighbour(service, "198.51.100.1") for _ in range(5)]
            for person in flood:
                for _ in range(6):
                    await person.create(seats=OPEN, listed=True)
            shown = await asyncio.to_thread(service.store.lobby, 0, 12)
            assert len(shown) == 12
            assert {table["table"] for table in shown} >= set(honest)
            # The guests of one address take turns too.
            assert Counter(Counter(table["host"] for table in shown).values()) == {1: 2, 2: 5}
            assert [table["created"] for table in shown] == sorted((table["created"] for table in shown), reverse=True)

    asyncio.run(main())


def test_tokens_are_limited(database: str) -> None:
    async def main() -> None:
        async with a_service(database) as here, a_service(database) as there:
            ada = await Person.new(here)
            table = await ada.create(seats=["mine", "invited"])
            both = (here, there)
            assert await outcomes(service.guests.new_token(ada.identity) for service in both for _ in range(40)) == {
                "done": 49,  # and the one Ada came with
                "too-many-tokens": 31,
            }
            seat = await outcomes(service.guests.seat_token(ada.identity, table) for service in both for _ in range(40))
            assert seat == {"done": 50, "too-many-tokens": 30}
            invited = await outcomes(here.guests.invitation(ada.identity, table, 1) for _ in range(60))
            assert invited == {"done": 50, "too-many-tokens": 10}
            await here.guests.void_seat_tokens(ada.identity, table)
            await here.guests.seat_token(ada.identity, table)
            bob = await Person.new(here)
            await here.guests.new_token(bob.identity)

    asyncio.run(main())


def test_new_guests_are_limited_by_address_whichever_process_they_ask(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        rate = Rate(0.1, 5)
        async with (
            a_service(database, clock, new_guests=rate) as here,
            a_service(database, clock, new_guests=rate) as there,
        ):
            asked = (
                service.guests.create(None, f"2001:db8::{number}") for service in (here, there) for number in range(10)
            )
            assert await outcomes(asked) == {"done": 10, "rate-limited": 10}
            await there.guests.create(None, "2001:db8:0:1::1")
            clock.ahead += 51_000
            await there.guests.create(None, "2001:db8::1")

    asyncio.run(main())


def test_analyses_of_an_address_are_limited(sqlite: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with a_service(sqlite, workers=fakes(tmp_path)) as service:
            running = [
                analyse(service, Asker("192.0.2.1", f"guest {number}"), {"game": "polygone"}, 1) for number in range(55)
            ]
            assert await outcomes(anext(analysis) for analysis in running) == {"done": 8, "rate-limited": 47}
            other = analyse(service, Asker("192.0.2.2", "someone"), {"game": "polygone"}, 1)
            await anext(other)
            for analysis in (*running, other):
                await analysis.aclose()

    asyncio.run(main())


def test_an_analysis_too_many_is_refused_before_anything_is_worked_out(sqlite: str, tmp_path: Path) -> None:
    async def main() -> None:
        async with a_service(sqlite, workers=fakes(tmp_path), analyses_per_guest=1) as service:
            ada = Asker("192.0.2.1", "ada")
            running = analyse(service, ada, {"game": "polygone"}, 10)
            await anext(running)
            # That the moves are nonsense is not even looked at.
            with refused("rate-limited"):
                await anext(analyse(service, ada, {"game": "polygone", "moves": ["nonsense"]}, 10))
            await running.aclose()

    asyncio.run(main())


def test_networks_are_forgotten_with_addresses(database: str) -> None:
    async def main() -> None:
        clock = Clock()
        async with a_service(database, clock) as service:
            ada = await neighbour(service, "192.0.2.1")
            await ada.create()
        other = Database(database_url(database))
        clock.ahead += 31 * 86_400_000
        Admin(other, clock).erase_old(None, None)
        with other.reader.connect() as connection:
            assert list(connection.execute(sa.select(guests.c.address, guests.c.network))) == [(None, None)]
        other.close()

    asyncio.run(main())
