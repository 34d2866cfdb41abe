"""Real processes that only think, beside servers that do not: on one database, killed and taken over from."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from tablier.client import Client, call, create_table, new_guest
from tests.server.process import ServerProcess, ThinkerProcess, workers_of
from tests.service.conftest import database, postgres

__all__ = ["database", "postgres"]

_requests = itertools.count(1)
TAKEN_OVER_WITHIN = 15.0
"""About five seconds on a machine with time; before, a lease alone took twenty."""


async def a_table(address: str, token: str) -> str:
    seats = [{"kind": "mine"}, {"kind": "computer", "level": 1}]
    made: dict[str, Any] = await create_table(address, token, game="polygone", seats=seats)
    return str(made["table"])


async def move(address: str, token: str, table: str) -> None:
    number = (await call(address, "GET", f"/tables/{table}"))["state"]["number"]
    chosen = (await call(address, "GET", f"/tables/{table}/board"))["moves"][0]["move"]
    act = {"request": f"m{next(_requests)}", "act": "move", "move": chosen, "expected": number}
    await call(address, "POST", f"/tables/{table}/acts", act, token)


async def plies(address: str, table: str, wanted: int, within: float = 120.0) -> float:
    """Wait until so many moves were played; the seconds it took."""
    begun = time.monotonic()
    while time.monotonic() - begun < within:
        if (await call(address, "GET", f"/tables/{table}"))["state"]["plies"] >= wanted:
            return time.monotonic() - begun
        await asyncio.sleep(0.05)
    raise AssertionError(f"no move within {within} s")


def test_thinkers_think_for_a_server_that_does_not(database: str, tmp_path: Path) -> None:
    async def main(server: ServerProcess) -> None:
        guest = await new_guest(server.address, "Ada")
        async with Client(server.address, guest["token"]) as client:
            table = await a_table(server.address, guest["token"])
            await client.watch(table)
            await move(server.address, guest["token"], table)
            with ThinkerProcess(database, tmp_path / "think.log") as thinker:
                await plies(server.address, table, 2)
                for count in (4, 6):
                    await move(server.address, guest["token"], table)
                    await plies(server.address, table, count)
                assert thinker.stop() == 0
            assert "Traceback" not in (tmp_path / "think.log").read_text()

    with ServerProcess(database, tmp_path / "serve.log", workers="0") as server:
        assert "no engine is available" in server.log.read_text()
        asyncio.run(main(server))


@pytest.mark.parametrize("kind", ["think", "serve"])
def test_a_killed_thinker_s_moves_are_taken_over(database: str, tmp_path: Path, kind: str) -> None:
    """It is killed while it has a move to think about and its workers stand still."""

    async def main(server: ServerProcess) -> None:
        guest = await new_guest(server.address, "Ada")
        table = await a_table(server.address, guest["token"])
        first: ServerProcess | ThinkerProcess
        if kind == "think":
            first = ThinkerProcess(database, tmp_path / "first.log")
            first.wait()
            at = server.address
        else:
            first = ServerProcess(database, tmp_path / "first.log", workers="1").start()
            at = first.address
        frozen: list[int] = []
        try:
            # Once, so that its worker is there and knows the game.
            await move(at, guest["token"], table)
            await plies(server.address, table, 2)
            with ThinkerProcess(database, tmp_path / "second.log") as second:
                # It looks away, between two beats, until the first one has taken the move.
                await asyncio.sleep(0.5)
                os.kill(second.pid, signal.SIGSTOP)
                frozen = workers_of(first.pid)
                assert frozen
                for pid in frozen:
                    os.kill(pid, signal.SIGSTOP)
                await move(at, guest["token"], table)
                await asyncio.sleep(1.5)
                assert (await call(server.address, "GET", f"/tables/{table}"))["state"]["plies"] == 3
                first.kill()
                os.kill(second.pid, signal.SIGCONT)
                assert await plies(server.address, table, 4) < TAKEN_OVER_WITHIN
        finally:
            first.__exit__()
            for pid in frozen:
                os.kill(pid, signal.SIGKILL)

    with ServerProcess(database, tmp_path / "serve.log", workers="0") as server:
        asyncio.run(main(server))
