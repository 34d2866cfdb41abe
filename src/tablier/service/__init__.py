"""Tables where people and computers play, stored so that no acknowledged move is ever lost; no HTTP here.

A table is an append-only sequence of numbered events in a database; its state is what replaying them gives.

    async with Service(Settings(database="games.db")) as service:
        guest = await service.guests.create("Ada")
        me = await service.identify(guest["token"])
        snapshot, made = await service.tables.create(me, wire.NewTable(request="1", game=…, seats=[wire.OwnSeat(kind="mine"), …]))
        receipt = await service.tables.act(snapshot["table"], me, wire.Move(act="move", request="2", expected=2, move=…))

Requests and answers are the messages of `tablier.wire`; whatever is refused is a `Problem`.
"""

from tablier.core.extras import needs

needs("server", "sqlalchemy", "alembic", "psycopg")

from tablier.service.hub import Message, Watch
from tablier.service.service import Service
from tablier.service.settings import Settings
from tablier.service.store import Identity
from tablier.wire import PROBLEMS, Problem

__all__ = ["PROBLEMS", "Identity", "Message", "Problem", "Service", "Settings", "Watch"]
