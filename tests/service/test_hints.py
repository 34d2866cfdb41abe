"""Hints between people: off, unless the table was set up with them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tablier import wire
from tablier.service import Service
from tablier.service.addresses import Asker
from tablier.service.setup import Setup
from tests.service.people import Person, a_service, board_of, refused
from tests.service.test_workers import fakes

QUICK = wire.TableAnalysisRequest(seconds=0.1)


async def ask(service: Service, person: Person, where: wire.PositionRequest) -> bool:
    """Ask the computer; whether it answered."""
    found = [analysis async for analysis in service.analyse(Asker("here", person.identity.guest), where, QUICK)]
    return bool(found[-1]["done"])


async def between(ada: Person, bob: Person, game: str = "polygone", **more: Any) -> str:
    """A table of two people."""
    table = await ada.create(game, seats=["mine", "open"], **more)
    await bob.act(table, "sit", seat=1)
    return table


def test_players_may_not_ask_about_their_game_against_people(sqlite: str, tmp_path: Path) -> None:
    async def body() -> None:
        async with a_service(sqlite, workers=fakes(tmp_path)) as service:
            ada, bob, eve = [await Person.new(service) for _ in range(3)]
            table = await between(ada, bob)
            present = await service.tables.present(table)
            for who in (ada, bob):
                with refused("not-now", "no-hints"):
                    await ask(service, who, present)
            assert await ask(service, eve, present)
            before = present
            move = (await board_of(service, table))["moves"][0]["move"]
            await ada.act(table, "move", move=move)
            # The position has moved on: the one before is of the past, what leads through the present one is not.
            assert await ask(service, ada, before)
            then = (await board_of(service, table))["moves"][0]["move"]
            for where in (await service.tables.present(table), before.model_copy(update={"moves": [move]})):
                with refused("not-now", "no-hints"):
                    await ask(service, ada, where)
            with refused("not-now", "no-hints"):
                await ask(service, ada, before.model_copy(update={"moves": [move, then]}))
            # Who left may come back; once a computer has the seat, nobody else plays.
            await bob.act(table, "leave")
            for who in (ada, bob):
                with refused("not-now", "no-hints"):
                    await ask(service, who, await service.tables.present(table))
            await ada.act(table, "claim", seat=1, to="computer", level=1)
            assert await ask(service, bob, await service.tables.present(table))
            assert await ask(service, ada, await service.tables.present(table))

    asyncio.run(body())


def test_hints_that_all_agreed_on_and_those_of_one_alone(sqlite: str, tmp_path: Path) -> None:
    async def body() -> None:
        async with a_service(sqlite, workers=fakes(tmp_path)) as service:
            ada, bob = await Person.new(service), await Person.new(service)
            agreed = await between(ada, bob, hints=True)
            snapshot = await service.tables.snapshot(agreed)
            assert snapshot["setup"]["hints"] is True
            assert await ask(service, ada, await service.tables.present(agreed))
            assert await ask(service, bob, await service.tables.present(agreed))
            cat = await Person.new(service)
            alone = await cat.create("polygone", seats=["mine", {"kind": "computer", "level": 1}])
            assert (await service.tables.snapshot(alone))["setup"]["hints"] is False
            assert await ask(service, cat, wire.PositionRequest(game="polygone"))
            here = await cat.create("connexion", seats=["mine", "mine"])
            assert await ask(service, cat, await service.tables.present(here))
            waiting = await cat.create("connexion", seats=["mine", "open"])
            with refused("not-now", "not-playing"):
                await service.tables.present(waiting)
            over = await between(cat, bob, "kenwan", options={"players": 2})
            await bob.act(over, "resign")
            assert await ask(service, cat, wire.PositionRequest(game="kenwan", options={"players": 2}))

    asyncio.run(body())


def test_tables_of_earlier_versions_have_no_hints() -> None:
    asked = {"request": "r", "game": "polygone", "seats": [{"kind": "mine"}] * 2}
    data = Setup.asked(wire.read_as(wire.NewTable, asked), 0).data()
    assert data.pop("hints") is False
    assert Setup.stored(data).hints is False
    with refused("invalid-request"):
        wire.read_as(wire.NewTable, {**asked, "hints": "yes"})
