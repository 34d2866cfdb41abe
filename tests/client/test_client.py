"""The client against a real server."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tablier.client import Client, Refused, create_table, new_guest
from tests.server.process import ServerProcess

TABLES = 6


def test_watches_refused_after_a_reconnection_are_asked_for_again(tmp_path: Path) -> None:
    """The server takes fewer messages at once than there are tables to watch again."""

    async def main(address: str, server: ServerProcess) -> None:
        ada = await new_guest(address, "Ada")
        seats = [{"kind": "mine"}, {"kind": "mine"}]
        tables = [
            (await create_table(address, ada["token"], game="polygone", seats=seats))["table"] for _ in range(TABLES)
        ]
        async with Client(address, ada["token"], longest_wait=0.3) as watcher, Client(address, ada["token"]) as player:
            for table in tables:
                while table not in watcher.seen:
                    await _patiently(watcher, table)
            server.kill()
            server.start()
            while watcher.connections < 2:
                await asyncio.sleep(0.05)
            for table in tables:
                before = watcher.seen[table].number
                await player.act(table, "resign", seat=0)
                await asyncio.wait_for(watcher.seen[table].beyond(before), 60)

    with ServerProcess(str(tmp_path / "t.db"), tmp_path / "log", socket_rate="2", socket_burst="4") as server:
        asyncio.run(main(server.address, server))


async def _patiently(client: Client, table: str) -> None:
    try:
        await client.watch(table)
    except Refused as refused:
        if refused.code != "rate-limited":
            raise
        await asyncio.sleep(0.6)
