"""Everything that happens at tables: validated, committed, acknowledged, broadcast, in this order.

Whoever looks at a table or changes it holds the table's lock until what they did is stored, so nobody ever sees what might
still be lost.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from tablier import wire
from tablier.service import boards, views
from tablier.service.acts import Actor, perform
from tablier.service.addresses import HOUSE, Asker
from tablier.service.cache import Cache
from tablier.service.complaints import Complaints, sort_of
from tablier.service.database import is_trouble
from tablier.service.desk import BOARD, Desk, cost_of_moves
from tablier.service.hub import Deliver, Hub, Message, Watch
from tablier.service.loader import Loader, for_the_house
from tablier.service.new_table import open_table
from tablier.service.presence import HERE, Presence
from tablier.service.quotas import check_tables, check_top
from tablier.service.scribe import Scribe
from tablier.service.settings import Settings
from tablier.service.standstill import Standstill
from tablier.service.store import Done, Identity, Store, digest_of, event_rows, record_rows, table_row
from tablier.service.table import Event, Table
from tablier.service.tokens import is_id
from tablier.service.writer import Conflict, Write, Writer
from tablier.wire import Problem, not_now

__all__ = ["FORGET", "LEASE", "REREAD", "Tables"]

_log = logging.getLogger(__name__)
_complaints = Complaints(_log)
_ATTEMPTS = 8
_MAX_EVENTS = 200
_AGAIN = 1.0
PRESENCE, REREAD, FORGET = 0, -1, -2
"""In the place of a number, in notices to other processes: someone came or went; the table is to be read again; this is no table
but a guest, whose tokens are void."""
LEASE = 4_000
"""A process that thinks about a computer's move says so for so many ms at a time, and again every second."""
_NEW_LEASE = {
    *("started", "moved", "undone", "tookback", "ended", "closed"),
    *("paused", "resumed", "seated", "seat-changed", "claimed"),
}
"""The kinds of events after which another computer may be to act, or none."""

T = TypeVar("T")
Acknowledge = Callable[[wire.Receipt], None]


class Tables:
    """The tables of a database. `changed` are called after every commit, with the table. `shared` says that other processes
    use the same database, so that what is in memory may be behind. `takes` tells whether this process thinks for a computer
    that is to act now; `leased` are the tables where it does, with the event that made their position."""

    def __init__(
        self,
        store: Store,
        writer: Writer,
        desk: Desk,
        settings: Settings,
        now: Callable[[], int],
        standstill: Standstill,
        shared: bool,
    ) -> None:
        self.store = store
        self.desk = desk
        self.writer = writer
        self.settings = settings
        self.now = now
        self.standstill = standstill
        self.hub = Hub()
        self.cache = Cache(settings.kept_plies, settings.idle)
        self.presence = Presence(store, writer, self.hub, now)
        self.changed: list[Callable[[Table], None]] = []
        self.takes: Callable[[], bool] = lambda: False
        self.leased: dict[str, int] = {}
        self.acts = 0
        self.shared = shared
        self.loader = Loader(store, desk)
        self._arrivals: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        self._told: dict[str, int] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # Holding a table

    @contextlib.asynccontextmanager
    async def hold(self, table_id: str, fresh: bool = False) -> AsyncIterator[Table]:
        """The table as it is stored, and nobody else at it. `fresh` looks whether another process has gone further.

        If the body fails the table is read again the next time: it may have been changed without being stored.
        """
        if not is_id(table_id):
            raise Problem("not-found", "there is no such table")
        async with self.cache.lock(table_id):
            table = await self._current(table_id, fresh and self.shared)
            number = table.number
            try:
                yield table
            except Problem:
                if table.number != number:
                    self.cache.drop(table_id)
                raise
            except BaseException:
                self.cache.drop(table_id)
                raise

    async def _current(self, table_id: str, fresh: bool) -> Table:
        table = self.cache.get(table_id)
        if table is None:
            table = await self.loader.load(table_id)
            told = self._told.get(table_id, table.number)
            if told < table.number:
                self._broadcast(table, await asyncio.to_thread(self.store.events, table_id, told))
        elif fresh:
            number = await asyncio.to_thread(self.store.number, table_id)
            if number is None:
                # Deleted by another process, which on SQLite tells nobody.
                self.cache.drop(table_id)
                table = await self.loader.load(table_id)
            elif number != table.number:
                await self._catch_up(table)
        self.cache.put(table)
        return table

    async def _catch_up(self, table: Table) -> bool:
        """Take in what other processes stored, and tell who watches; False when there was nothing new."""
        missed = await asyncio.to_thread(self.store.events, table.id, table.number)
        for event in missed:
            table.apply(event)
        if missed:
            self._broadcast(table, missed)
        return bool(missed)

    async def heard(self, table_id: str, number: int) -> None:
        """Another process says that a table has got so far; `PRESENCE`: that someone came or went; `REREAD`: that what was
        stored has been changed or deleted."""
        if number == PRESENCE:
            if self._watched(table_id):
                self.presence.due.add(table_id)
            return
        with contextlib.suppress(Problem), for_the_house():
            # Only whoever holds the table knows how far it is: it may be on its way out of the database, in a state from
            # before the news, or hold what is not stored yet.
            async with self.cache.lock(table_id):
                if number == REREAD:
                    self.cache.drop(table_id)
                    self.loader.forget(table_id)
                table = self.cache.get(table_id)
                if table is not None:
                    if table.number < number:
                        await self._catch_up(table)
                        self.cache.put(table)
                elif self._watched(table_id):
                    table = await self._current(table_id, fresh=False)
                    self._wake(table_id)
                    if number == REREAD:
                        self._broadcast(table, [])

    async def take_in(self, changed: list[tuple[str, int]]) -> None:
        """Hear of several tables; what cannot be read because of the database is tried again, as nobody may ever tell of it
        once more."""
        for table_id, number in changed:
            while True:
                try:
                    await self.heard(table_id, number)
                    break
                except Exception as error:
                    if not is_trouble(error):
                        raise
                    _complaints.tell(
                        sort_of(error), "news of another process could not be read", error, logging.WARNING
                    )
                    await asyncio.sleep(_AGAIN)

    def _watched(self, table_id: str) -> bool:
        return self.hub.is_watched(table_id) or table_id in self._arrivals

    # Changing a table

    async def create(self, identity: Identity, request: wire.NewTable) -> tuple[wire.Snapshot, bool]:
        """Make a table; its snapshot, and False when the same request had made it before."""
        if identity.table is not None:
            raise Problem("forbidden", "a seat token makes no tables")
        return await self._whole(self._create(identity, request))

    async def _create(self, identity: Identity, request: wire.NewTable) -> tuple[wire.Snapshot, bool]:
        name, digest = request.request, digest_of(request)
        for _ in range(2):
            known = await asyncio.to_thread(self.store.table_of_request, identity.guest, name)
            if known is not None:
                if known[1] != digest:
                    raise Problem("request-reused", f"the request {name} made another table")
                return await self.snapshot(known[0]), False
            # Nothing is worked out for what will be refused; whether there is room is counted when it is stored.
            await asyncio.to_thread(self.store.foresee_table, identity.guest, self.settings)
            scribe = await asyncio.to_thread(open_table, identity.guest, identity.name, request, self.now())
            table = scribe.table
            async with self.cache.lock(table.id):
                assert table.setup is not None  # noqa: S101
                new = {
                    **self._row(table),
                    "host": identity.guest,
                    "request": name,
                    "created": table.setup.created,
                    "listed": table.setup.listed,
                    "correspondence": table.setup.clock is not None and table.setup.clock["kind"] == "correspondence",
                }
                new["id"] = new.pop("b_id")
                del new["b_keep"]
                made = {
                    "new_table": [new],
                    "events": event_rows(table.id, scribe.events, identity.guest, name, digest),
                    "seated": [{"table_id": table.id, "guest": identity.guest, "here": self.now() + HERE}],
                }
                try:
                    await self.writer.append(
                        table.id,
                        table.number,
                        made,
                        lambda connection: check_tables(connection, identity.guest, self.settings),
                    )
                except Conflict:
                    continue
                self.cache.put(table)
                answer = views.snapshot(table, self.now())
                self._broadcast(table, scribe.events)
            return answer, True
        raise Problem("busy", "the table could not be made, try again", retry_after=1000)

    async def act(
        self,
        table_id: str,
        identity: Identity,
        act: wire.Act,
        lag: int = 0,
        acknowledge: Acknowledge | None = None,
    ) -> wire.Receipt:
        """Do something at a table; the receipt, which `acknowledge` gets before anyone else hears of it.

        `lag` is the measured length of the way there and back in ms.
        """
        if identity.table not in (None, table_id):
            raise Problem("forbidden", "this token is for another table")
        return await self._whole(self._act(table_id, identity, act, lag, acknowledge))

    async def _whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Finish work once begun, even if whoever asked for it goes away: what is committed must be broadcast."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait for all work in progress."""
        while self._tasks:
            await asyncio.wait(set(self._tasks))

    def stop(self) -> None:
        """Read no more tables."""
        self.loader.stop()

    async def _act(
        self,
        table_id: str,
        identity: Identity,
        act: wire.Act,
        lag: int,
        acknowledge: Acknowledge | None,
    ) -> wire.Receipt:
        digest = digest_of(act)
        lag = max(0, min(lag, self.settings.lag_cap))
        for _ in range(_ATTEMPTS):
            await self.standstill.settle()
            async with self.hold(table_id) as table:
                actor = await self._actor(table, identity, act, lag)
                flagged = False
                if (act.expected or 0) > table.number:
                    await self._catch_up(table)
                # One look at the time decides: whether the flag has fallen, and when the act was done.
                moment = self.now()
                if self.standstill.at(moment):
                    continue
                scribe = Scribe(table, moment)
                try:
                    flagged = await self._flag(table, moment, lag)
                    await self._check_expected(table, act)
                    if getattr(act, "level", None) == wire.TOP_LEVEL and table.host is not None:
                        await asyncio.to_thread(self.store.foresee_top, table.host, self.settings)
                    scribe = Scribe(table, moment)
                    perform(scribe, actor, act)
                    await self._store(scribe, identity.guest, act.request, digest)
                except Problem as problem:
                    if scribe.events:
                        self.cache.drop(table_id)
                        raise
                    if await self._catch_up(table):
                        continue
                    done = await asyncio.to_thread(self.store.done, table_id, act.request)
                    if done is not None:
                        return await self._repeat(table, identity, act, digest, done, acknowledge)
                    if flagged and isinstance(act, wire.Move | wire.Undo):
                        raise not_now("flagged", "the flag has fallen") from None
                    raise problem from None
                except Conflict:
                    self.cache.drop(table_id)
                    done = await asyncio.to_thread(self.store.done, table_id, act.request)
                    if done is not None:
                        now = await self._current(table_id, fresh=False)
                        return await self._repeat(now, identity, act, digest, done, acknowledge)
                    continue
                state = views.state(table)
                receipt = self._receipt(table, act.request, scribe.events, state)
                if acknowledge is not None:
                    acknowledge(receipt)
                self._broadcast(table, scribe.events, state)
                self.acts += 1
                await self.presence.arrived(table, identity.guest)
                return receipt
        raise Problem("busy", "the table is very busy, try again", retry_after=500)

    async def _actor(self, table: Table, identity: Identity, act: wire.Act, lag: int) -> Actor:
        """What the act needs to know of the actor and the others."""
        if isinstance(act, wire.Sit) and act.invitation is not None:
            fits = await asyncio.to_thread(self.store.invitation_fits, act.invitation, table.id, act.seat)
            return Actor(identity.guest, identity.name, lag, invited=fits)
        if isinstance(act, wire.Claim):
            away = await self.presence.away(table.id)
            return Actor(identity.guest, identity.name, lag, away=lambda guest: away.get(guest, self.presence.since))
        return Actor(identity.guest, identity.name, lag)

    async def _check_expected(self, table: Table, act: wire.Act) -> None:
        expected = act.expected
        if expected is None:
            return
        bound = table.board
        if isinstance(act, wire.Answer) and table.question is not None:
            bound = max(bound, table.question.number) if table.question.what == act.what else bound
        if not bound <= expected <= table.number:
            news = await self._since(table, expected)
            raise Problem("stale", f"the position is of event {bound}, expected was {expected}", update=news)

    async def _repeat(
        self,
        table: Table,
        identity: Identity,
        act: wire.Act,
        digest: str,
        done: Done,
        acknowledge: Acknowledge | None,
    ) -> wire.Receipt:
        """The receipt of an act that was done before."""
        if done.digest != digest or done.guest != identity.guest:
            raise Problem("request-reused", f"the request {act.request} did something else at this table")
        made = await asyncio.to_thread(self.store.events, table.id, done.first - 1, done.span)
        receipt = self._receipt(table, act.request, made, views.state(table))
        if acknowledge is not None:
            acknowledge(receipt)
        return receipt

    def _receipt(self, table: Table, request: str, made: list[Event], state: wire.State) -> wire.Receipt:
        return {
            "type": "receipt",
            "table": table.id,
            "request": request,
            "number": made[-1].number,
            "now": self.now(),
            "state": state,
            "events": [event.public() for event in made],
        }

    async def server_act(self, table_id: str, do: Callable[[Scribe], bool]) -> bool:
        """Let the server itself do something at a table: `do` writes events, or returns False when there is nothing to do."""
        with for_the_house():
            return await self._whole(self._server_act(table_id, do))

    async def _server_act(self, table_id: str, do: Callable[[Scribe], bool]) -> bool:
        for _ in range(_ATTEMPTS):
            await self.standstill.settle()
            async with self.hold(table_id, fresh=True) as table:
                moment = self.now()
                if self.standstill.at(moment):
                    continue
                scribe = Scribe(table, moment)
                if not do(scribe):
                    return False
                try:
                    await self._store(scribe)
                except Conflict:
                    self.cache.drop(table_id)
                    continue
                self._broadcast(table, scribe.events)
                return True
        _log.error("the server could not act at a table: others were always quicker")
        return False

    async def _flag(self, table: Table, moment: int, lag: int) -> bool:
        """End the game if a flag has fallen by this moment, for a message whose way is so long."""
        scribe = Scribe(table, moment)
        if not scribe.fall(scribe.at - scribe.forgiven(lag)):
            return False
        await self._store(scribe)
        self._broadcast(table, scribe.events)
        return True

    async def flag(self, table_id: str) -> None:
        """Look at a table's clock, as nobody may be there to do so. A move on its way gets the time its way may take."""
        await self.standstill.settle()
        async with self.hold(table_id, fresh=True) as table:
            deadline, number = table.due, table.number
            late = deadline is not None and self.now() >= deadline + self.settings.lag_cap
        if late:
            await self.server_act(table_id, lambda scribe: scribe.fall(scribe.at - self.settings.lag_cap))
        else:
            due = None if deadline is None else deadline + self.settings.lag_cap
            await self.writer.rows({"deadline": [{"b_id": table_id, "b_number": number, "b_deadline": due}]})

    def _row(self, table: Table, new_lease: bool = True) -> dict[str, Any]:
        """A table's row. Without a new lease whoever thinks for its computer goes on."""
        deadline, lease = table.due, None
        if new_lease:
            self.leased.pop(table.id, None)
            if table.computer_acts:
                lease = 0
                if self.takes():
                    lease = self.now() + LEASE
                    self.leased[table.id] = table.board
        due = None if deadline is None else deadline + self.settings.lag_cap
        return table_row(table, due, lease, keep=not new_lease)

    async def _store(
        self, scribe: Scribe, guest: str | None = None, request: str | None = None, digest: str | None = None
    ) -> None:
        table = scribe.table
        kinds = {event.kind for event in scribe.events}
        rows: dict[str, list[dict[str, Any]]] = {
            "events": event_rows(table.id, scribe.events, guest, request, digest),
            "table": [self._row(table, bool(kinds & _NEW_LEASE))],
        }
        if "ended" in kinds:
            record, held = record_rows(table)
            rows |= {"record": [record], "record_guests": held}
        if "seated" in kinds and guest is not None:
            rows["seated"] = [{"table_id": table.id, "guest": guest, "here": self.now() + HERE}]
            # An invitation lets one person in, once: who is sent away does not come back with it.
            taken = [event.data["seat"] for event in scribe.events if event.kind == "seated"]
            rows["used_invitations"] = [{"b_id": table.id, "b_seat": seat} for seat in taken]
        await self.writer.append(table.id, table.number, rows, self._quota(table, scribe.events))
        self.cache.put(table)

    def _quota(self, table: Table, made: list[Event]) -> Write | None:
        """What is counted when events are stored after which there is one unfinished table more, or one more with a computer
        of the highest level."""
        host = table.host
        if host is None:
            return None
        if any(event.kind == "started" and event.data["round"] > 1 for event in made):
            return lambda connection: check_tables(connection, host, self.settings)
        if any(event.data.get("level") == wire.TOP_LEVEL for event in made):
            return lambda connection: check_top(connection, host, self.settings)
        return None

    def _broadcast(self, table: Table, made: list[Event], state: wire.State | None = None) -> None:
        if self.hub.is_watched(table.id):
            self._told[table.id] = table.number
            self.hub.send(table.id, Message(views.update(table, made, self.now(), state)))
        self._wake(table.id)
        if any(event.kind in ("seated", "left", "started", "claimed", "seat-changed") for event in made):
            self.presence.due.add(table.id)
        for tell in self.changed:
            tell(table)

    def _wake(self, table_id: str) -> None:
        """Wake those who wait for something to happen."""
        arrival = self._arrivals.pop(table_id, None)
        if arrival is not None:
            arrival.set()

    def wants(self, table_id: str) -> bool:
        """Whether news of a table matters in this process."""
        return self._watched(table_id) or self.cache.knows(table_id) or self.loader.knows(table_id)

    # Looking at a table

    async def snapshot(self, table_id: str, guest: str | None = None) -> wire.Snapshot:
        """All there is to know of a table. A guest who asks is there."""
        async with self.hold(table_id, fresh=True) as table:
            await self._asked_by(table, guest)
            return views.snapshot(table, self.now())

    async def _asked_by(self, table: Table, guest: str | None) -> None:
        """Who plays without a socket is there as long as they ask: often enough, or waiting."""
        if guest is not None:
            await self.presence.arrived(table, guest)

    async def _since(self, table: Table, after: int) -> wire.Snapshot | wire.Update:
        """What happened after a number, or everything when that is too much or makes no sense."""
        if after <= 0 or not 0 <= table.number - after <= _MAX_EVENTS:
            return views.snapshot(table, self.now())
        missed = await asyncio.to_thread(self.store.events, table.id, after) if after < table.number else []
        return views.update(table, missed, self.now())

    async def since(
        self, table_id: str, after: int, wait: float = 0.0, guest: str | None = None
    ) -> wire.Snapshot | wire.Update:
        """What happened at a table after a number; waits so many seconds for something to happen."""
        async with self.hold(table_id, fresh=True) as table:
            await self._asked_by(table, guest)
            if after != table.number or wait <= 0:
                return await self._since(table, after)
            arrival = self._arrivals.get(table_id)
            if arrival is None:
                arrival = self._arrivals[table_id] = asyncio.Event()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await arrival.wait()
        async with self.hold(table_id, fresh=True) as table:
            return await self._since(table, after)

    async def watch(
        self, table_id: str, deliver: Deliver, guest: str | None = None, after: int | None = None
    ) -> tuple[wire.Snapshot | wire.Update, Watch]:
        """Begin to watch: what is known now, or what happened after a number; from then on `deliver` gets every update."""
        async with self.hold(table_id, fresh=True) as table:
            answer = await self._since(table, after or 0)
            watch = Watch(table_id, deliver, guest)
            if guest is not None:
                await self.presence.arrived(table, guest)
            # Nothing is waited for from here on: whoever goes away meanwhile would watch for ever.
            self.hub.add(watch)
            self._told[table_id] = table.number
        self.presence.due.add(table_id)
        return answer, watch

    async def unwatch(self, watch: Watch) -> None:
        """Watch no more."""
        self.hub.remove(watch)
        if watch.guest is not None and not self.hub.guests(watch.topic)[watch.guest]:
            await self.presence.departed(watch.topic, watch.guest)
        if self.hub.is_watched(watch.topic):
            self.presence.due.add(watch.topic)
        else:
            self._told.pop(watch.topic, None)

    async def tell_presence(self) -> None:
        """Tell those who watch who came or went since the last time."""
        due, self.presence.due = self.presence.due, set()
        for table_id in due:
            if self.hub.is_watched(table_id):
                with contextlib.suppress(Problem):
                    async with self.hold(table_id) as table:
                        message = await self.presence.message(table)
                    self.hub.send(table_id, message)

    async def board(
        self, table_id: str, ply: int | None = None, since: int | None = None, asker: Asker = HOUSE
    ) -> tuple[int, int, str]:
        """The Board after so many moves of the present round as JSON, after the table's number and the ply.

        `since`: the ply from which on it marks what has happened.
        """
        async with self.hold(table_id, fresh=True) as table:
            number, wanted = table.number, len(table.plays) if ply is None else ply
            moment = boards.moment_of(table, wanted, since)
        return number, wanted, await self.desk.do(asker, "board", [boards.told(moment)], BOARD)

    async def present(self, table_id: str) -> wire.PositionRequest:
        """The position a running game is at, as requests say it."""
        async with self.hold(table_id, fresh=True) as table:
            if table.match is None or table.status not in ("playing", "paused"):
                raise not_now("not-playing", f"the table is {table.status}")
            position = table.match.position
            return wire.PositionRequest(game=position.game.id, options=position.game.options, position=str(position))

    async def events(self, table_id: str, after: int, limit: int) -> list[wire.TableEvent]:
        """The history of a table."""
        async with self.hold(table_id, fresh=True):
            found = await asyncio.to_thread(self.store.events, table_id, after, limit)
        return [event.public() for event in found]

    async def record(self, table_id: str, form: str, asker: Asker = HOUSE) -> str:
        """The record of the present round so far."""
        async with self.hold(table_id, fresh=True) as table:
            if table.match is None:
                raise not_now("not-playing", "no game has begun at this table")
            self.desk.pay(asker, cost_of_moves(len(table.plays)))
            date = views.date_of(table.at)
            return await asyncio.to_thread(lambda: views.record_text(views.record_of(table, date), form))
