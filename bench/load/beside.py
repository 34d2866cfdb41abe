"""Everyone else's waits while one visitor is hostile."""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections import Counter

from bench.load.hostile import KINDS
from bench.load.load import BOARD_LIMIT, Load
from tablier import wire
from tablier.service import Service, Settings
from tablier.service.store import Identity

__all__ = ["beside", "big_guest", "verdict"]

_HEAD = """
| one visitor | what they got | moves/s | p50 | p99 | longest | boards p99 | server's CPU | errors of others |
|---|---|---|---|---|---|---|---|---|"""
_WHAT = {
    "": "nobody hostile",
    "analyses": "45 analyses a second of games of 990 moves",
    "positions": "45 such positions a second",
    "records": "45 such records a second",
    "sockets": "such positions on 20 sockets",
    "bodies": "45 bodies a second of 64 kB that mean nothing",
    "messages": "190 such messages a second on 200 sockets",
    "illegal": "190 illegal moves a second on 20 sockets",
    "watchers": "190 moves a second at a table watched on 200 sockets",
    "connections": "1,000 slow or silent connections",
    "computers": "200 tables against level 10",
    "lobby": "tables in the lobby, opened and closed, of 55 guests",
    "deletion": "deletes a guest with {big:,} moves",
}
_BOARDS = 20.0
_AT_ONCE = 100
_WARM = 3.0


async def big_guest(database: str, moves: int) -> str:
    """A guest who has played so many moves; their token."""
    settings = Settings(database=database, workers=0, open_tables=moves, address_tables=moves)
    async with Service(settings) as service:
        made = await service.guests.create()
        identity = await service.identify(made["token"])
        await asyncio.gather(*(_play(service, identity, number, moves // _AT_ONCE) for number in range(_AT_ONCE)))
        return str(made["token"])


async def _play(service: Service, identity: Identity, number: int, moves: int) -> None:
    """Play at tables of one's own until so many moves are played."""
    dice = random.Random(number)
    played = tables = 0
    while played < moves:
        seats: list[wire.SeatRequest] = [wire.OwnSeat(kind="mine"), wire.OwnSeat(kind="mine")]
        asked = wire.NewTable(request=f"big-{number}-{tables}", game="connexion", seats=seats)
        table = (await service.tables.create(identity, asked))[0]["table"]
        tables += 1
        for _ in range(min(300, moves - played)):
            async with service.tables.hold(table) as held:
                assert held.match is not None
                if held.match.is_over:
                    break
                move, seen = dice.choice(held.match.moves()), held.number
            act = wire.Move(request=f"m{seen}", act="move", move=move, expected=seen)
            await service.tables.act(table, identity, act)
            played += 1
        else:
            continue
        played += 1


async def beside(
    load: Load, port: int, kinds: tuple[str, ...], rate: float, seconds: float, big: int, token: str
) -> bool:
    """A stage beside each kind of visitor; whether everyone else was served as the goal wants."""
    await load.stage(load.places, rate, _WARM, _BOARDS)
    load.say(_HEAD)
    well = True
    for kind in ("", *kinds):
        visitor = None
        if kind:
            visitor = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "bench.load.hostile",
                kind,
                str(port),
                str(seconds),
                token,
                stdout=asyncio.subprocess.PIPE,
            )
            assert visitor.stdout is not None
            await visitor.stdout.readline()
        found = await load.stage(load.places, rate, seconds, _BOARDS)
        got: Counter[str] = Counter()
        if visitor is not None:
            got.update(json.loads((await visitor.communicate())[0] or b"{}"))
        well = well and found.holds()
        what = ", ".join(f"{count:,} × {name}" for name, count in got.most_common(4)) or "–"
        load.say(
            f"| {_WHAT[kind].format(big=big)} | {what} | {len(found.waits) / found.seconds:,.0f} | {found.share(0.5):.0f} ms "
            f"| {found.share(0.99):.0f} ms | {found.share(1):.0f} ms | {found.share(0.99, found.boards):.0f} ms "
            f"| {100 * found.cpu / found.seconds:.0f} % | {len(found.errors)} |"
        )
        for error in found.errors[:3]:
            print("   ", error)
    return well


def verdict(well: bool) -> str:
    """What the report says of all stages."""
    said = "held" if well else "did NOT hold"
    return (
        f"\nThe goal for everyone else (p99 of moves under 100 ms, of {_BOARDS:.0f} boards a second under "
        f"{1000 * BOARD_LIMIT:.0f} ms, no error) {said}. Numbers are requests; names other than these are HTTP's: 200, 201, 204."
    )


assert set(_WHAT) == {"", *KINDS}
