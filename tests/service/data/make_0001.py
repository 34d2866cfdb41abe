"""Makes `schema_0001.db`, a database as the first version of the program left it. Run with the code of that version; it is kept
here to show what the file holds. ``python -m tests.service.data.make_0001 FILE``"""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import sys
from pathlib import Path

from tablier.service import Service
from tablier.service.admin import Admin
from tests.service.people import Clock, Person, a_service, play_out, table_of

FISCHER = {"kind": "fischer", "seconds": 600, "increment": 5}


async def _fill(service: Service) -> dict[str, object]:
    ada, bob, cleo = [await Person.new(service, name) for name in ("Ada", "Bob", "Cleo")]
    timed = await ada.create("connexion", ["mine", "open"], clock=FISCHER)
    await bob.act(timed, "sit", seat=1)
    dice = random.Random(1)
    for _ in range(3):
        await ada.move(timed, dice=dice)
        await bob.move(timed, dice=dice)
    paused = await ada.create("polygone", clock=FISCHER)
    await ada.move(paused)
    await ada.act(paused, "ask", what="pause")
    over = await ada.create("polygone", ["mine", "open"])
    await bob.act(over, "sit", seat=1, name="Bobby")
    await ada.move(over, dice=dice)
    await bob.act(over, "resign")
    alone = await cleo.create("hendeca")
    await play_out(cleo, alone, most=12)
    post = await cleo.create("polygone", clock={"kind": "correspondence", "days": 3})
    await cleo.move(post)
    invited = await ada.create("connexion", ["mine", "invited"])
    invitation = await service.guests.invitation(ada.identity, invited, 1)
    closed = await bob.create("polygone", ["mine", "open"])
    await bob.act(closed, "close")
    computer = await bob.create("connexion", ["mine", {"kind": "computer", "level": 1}])
    await bob.move(computer)
    tables = {
        "timed": timed,
        "paused": paused,
        "over": over,
        "alone": alone,
        "post": post,
        "invited": invited,
        "closed": closed,
        "computer": computer,
    }
    states = {name: await table_of(service, table) for name, table in tables.items()}
    tokens = {"ada": ada.token, "bob": bob.token, "cleo": cleo.token}
    return {"tables": tables, "states": states, "tokens": tokens, "invitation": invitation}


async def _main(file: Path) -> None:
    async with a_service(str(file)) as service:
        expected = await _fill(service)
        deleted = await (await Person.new(service, "Dan")).create()
        host = Admin(service.database, Clock())
        host.delete_table(deleted)
        host.ban("203.0.113.9", "rude")
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    connection.close()
    file.with_name(file.name + "-alive").unlink()
    file.chmod(0o644)
    file.with_suffix(".json").write_text(json.dumps({**expected, "deleted": deleted}, indent=1) + "\n")


if __name__ == "__main__":
    asyncio.run(_main(Path(sys.argv[1])))
