"""The server is killed again and again while fifty clients play: nothing acknowledged is lost, nobody sees another truth."""

from __future__ import annotations

import asyncio
import collections
import contextlib
import json
import os
import random
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

import tablier
from tablier.client import Client, call, create_table, new_guest
from tablier.service.database import Database, database_url
from tablier.service.store import Store
from tablier.service.table import Table
from tests.server.nursery import Child, Nursery
from tests.server.players import Acknowledged, Player

KILLS = 20
CLIENTS = 50
WITHIN = 240.0


@pytest.mark.parametrize(("kind", "processes"), [("sqlite", 1), ("postgres", 2)])
def test_no_acknowledged_move_is_ever_lost(
    kind: str, processes: int, nursery: Nursery, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if kind == "sqlite":
        database = str(tmp_path / "tablier.db")
    else:
        from tests.service.postgres import new_database  # noqa: PLC0415

        database = new_database(request.getfixturevalue("postgres"), "killed")
    servers = [Child(nursery, database, tmp_path / f"log{index}") for index in range(processes)]
    try:
        for server in servers:
            server.start()
        told = asyncio.run(_play(servers, tmp_path / "acknowledged"))
    finally:
        for server in servers:
            server.kill()
    _check(database, tmp_path / "acknowledged", told)
    for server in servers:
        assert '"level": "error"' not in server.log.read_text()


async def _play(servers: list[Child], book_path: Path) -> dict[str, Any]:
    """Let everyone play while servers die; what each client knows of its table at the end."""
    addresses = [server.address for server in servers]
    dice = random.Random(len(servers))
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        book = stack.enter_context(contextlib.closing(Acknowledged(book_path)))
        players: list[Player] = []
        for index in range(CLIENTS // 2):
            game = tablier.games()[index % len(tablier.games())]
            players += await _table(stack, addresses, game, book, index)
        playing = [asyncio.create_task(player.run(stop)) for player in players]
        progress = await _kill_again_and_again(servers, book, players, playing, dice)
        stop.set()
        await asyncio.gather(*playing)
        last = await _settle(addresses, players)
    return {"progress": progress, "last": last}


async def _table(
    stack: AsyncExitStack, addresses: list[str], game: str, book: Acknowledged, index: int
) -> list[Player]:
    guests = [await new_guest(addresses[0], f"{game} {seat}") for seat in range(2)]
    count = len(tablier.game(game).players)
    seats = [{"kind": "mine"}, {"kind": "open"}, *({"kind": "mine"} for _ in range(count - 2))]
    made = await create_table(addresses[0], guests[0]["token"], game=game, seats=seats)
    table = made["table"]
    sit = {"request": "sit", "act": "sit", "seat": 1}
    await call(addresses[0], "POST", f"/tables/{table}/acts", sit, guests[1]["token"])
    players = []
    for seat, guest in enumerate(guests):
        seed = 2 * index + seat
        client = Client(addresses, guest["token"], random.Random(seed), longest_wait=0.3)
        await stack.enter_async_context(client)
        players.append(Player(client, table, guest["guest"], book, seed))
    return players


async def _kill_again_and_again(
    servers: list[Child],
    book: Acknowledged,
    players: list[Player],
    playing: list[asyncio.Task[None]],
    dice: random.Random,
) -> dict[str, int]:
    """Kill one server after the other, each time while something is being stored; the moves of each game since the first kill."""
    before: collections.Counter[str] = collections.Counter()
    end = time.monotonic() + WITHIN
    for kill in range(KILLS):
        victim = servers[kill % len(servers)]
        count = book.count
        # Play has gone on since the last time, and something is on its way right now.
        while book.count < count + CLIENTS // 2 or not book.in_flight:
            _nobody_failed(playing)
            assert time.monotonic() < end, f"after {kill} kills nothing moves any more"
            await asyncio.sleep(0.01)
        if kill == 0:
            before = _moves(players)
        await asyncio.sleep(dice.uniform(0, 0.3))
        while book.in_flight < 3:
            await asyncio.sleep(0)
        in_flight = book.in_flight
        victim.kill()
        assert in_flight >= 3
        while victim.alive():
            await asyncio.sleep(0.005)
        victim.launch()
        await asyncio.to_thread(victim.wait)
    # After the last kill all come back and play on.
    resumed = _moves(players)
    while min((_moves(players) - resumed).get(game, 0) for game in tablier.games()) < 1:
        _nobody_failed(playing)
        assert time.monotonic() < end + 30, "not every game goes on after the last kill"
        await asyncio.sleep(0.05)
    return dict(_moves(players) - before)


def _nobody_failed(playing: list[asyncio.Task[None]]) -> None:
    for task in playing:
        if task.done():
            task.result()


def _moves(players: list[Player]) -> collections.Counter[str]:
    counted: collections.Counter[str] = collections.Counter()
    for player in players:
        if hasattr(player, "seen") and player.seen.setup:
            counted[player.seen.setup["game"]] += player.moves
    return counted


async def _settle(addresses: list[str], players: list[Player]) -> list[tuple[str, int, list[str], Any]]:
    """Wait until every client has heard everything; what each knows."""
    for player in players:
        address = addresses[0]
        state = (await call(address, "GET", f"/tables/{player.table}"))["state"]
        await asyncio.wait_for(player.seen.beyond(state["number"] - 1), 30)
    return [(player.table, player.seen.number, list(player.seen.moves), player.seen.state) for player in players]


def _check(database: str, book: Path, told: dict[str, Any]) -> None:
    """What was acknowledged is stored, as it was acknowledged; what clients know is what is stored; every game replays."""
    opened = Database(database_url(database))
    try:
        store = Store(opened)
        stored: dict[str, dict[int, Any]] = {}
        tables: dict[str, Table] = {}
        for table, number, moves, state in told["last"]:
            if table not in stored:
                events = store.events(table)
                stored[table] = {event.number: event.public() for event in events}
                tables[table] = Table.replay(table, events)
            assert number == max(stored[table]) == tables[table].number
            assert moves == [play.move for play in tables[table].plays]
            assert state["status"] == tables[table].status
        acknowledged = [json.loads(line) for line in book.read_text().splitlines()]
        requests = collections.Counter((receipt["table"], receipt["request"]) for receipt in acknowledged)
        assert max(requests.values()) == 1
        for receipt in acknowledged:
            for event in receipt["events"]:
                assert stored[receipt["table"]][event["number"]] == event
        moved = sum(event["kind"] == "moved" for events in stored.values() for event in events.values())
        assert moved >= sum(event["kind"] == "moved" for receipt in acknowledged for event in receipt["events"])
    finally:
        opened.close()
    assert len(tables) == CLIENTS // 2
    assert set(told["progress"]) == set(tablier.games())
    assert min(told["progress"].values()) > 0
    if os.environ.get("TABLIER_TELL"):
        print(f"{len(acknowledged)} acknowledged, {moved} moves stored, since the first kill: {told['progress']}")
