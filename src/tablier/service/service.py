"""All of it together: opened on a database, started, used, stopped."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import AsyncGenerator, Callable

import sqlalchemy as sa

import tablier
from tablier import wire
from tablier.service.addresses import Asker
from tablier.service.bans import Bans
from tablier.service.boards import MatchTold
from tablier.service.clock import ServiceClock
from tablier.service.complaints import Complaints, sort_of
from tablier.service.computers import Computers
from tablier.service.database import Database, database_url
from tablier.service.desk import Desk, cost_of_moves
from tablier.service.eraser import Eraser
from tablier.service.guests import Guests
from tablier.service.hints import closed_games
from tablier.service.limits import Places
from tablier.service.lobby import Lobby
from tablier.service.measures import Histogram
from tablier.service.notices import notices
from tablier.service.outages import Alone, enter, note_outage
from tablier.service.settings import Settings
from tablier.service.setup import game_of
from tablier.service.standstill import Standstill
from tablier.service.store import Identity, Store
from tablier.service.tables import FORGET, Tables
from tablier.service.tasks import Tasks
from tablier.service.timekeeper import Timekeeper
from tablier.service.tokens import new_id
from tablier.service.workers import Workers
from tablier.service.writer import Writer
from tablier.wire import Problem, not_now

__all__ = ["Service"]

_log = logging.getLogger(__name__)
_complaints = Complaints(_log)
_BANS_FOR = 10.0
_LATE = 5_000
"""Whoever has not written for so many ms that they live cannot store anything."""
_WORKS: dict[type[wire.PositionRequest], str] = {
    wire.PreviewRequest: "preview",
    wire.ExplanationRequest: "explanation",
    wire.PositionRequest: "position",
}


class Service:
    """Tables, guests, the lobby, analyses; `async with Service(settings) as service: …` starts and stops it.

    `tables`, `guests` and `lobby` hold what can be done; whatever is refused is a `Problem`.
    """

    def __init__(
        self, settings: Settings | None = None, now: Callable[[], int] | None = None, workers: Workers | None = None
    ) -> None:
        """To be made where the event loop runs that it is used on. `now` gives the time in ms, and never goes back."""
        now = now or ServiceClock()
        self.settings = settings or Settings()
        self.id = new_id()
        self.database = Database(database_url(self.settings.database))
        self.store = Store(self.database)
        self.writer = Writer(self.database, asyncio.get_running_loop(), self.id)
        self.workers = workers or Workers(self.settings.workers)
        self.tasks = Tasks()
        self.standstill = Standstill(now, lambda until, since: note_outage(self.database, self.id, until, since))
        self.desk = Desk(self.settings.clerks, self.settings.work)
        self.tables = Tables(
            self.store, self.writer, self.desk, self.settings, now, self.standstill, shared=not self.database.is_sqlite
        )
        self._eraser = Eraser(self.store, self.writer, self.tables, self.tasks, now)
        self.guests = Guests(self.store, self.writer, self.tables, self._eraser, now)
        self.lobby = Lobby(self.store, self.tables.hub, now)
        self.computers = Computers(self.tables, self.workers, self.tasks)
        self._now = now
        self._alone = Alone(self.database)
        self._timekeeper = Timekeeper(
            self.database,
            self.store,
            self.tables,
            self.computers,
            self.lobby,
            self.standstill,
            self._alone,
            self.id,
        )
        self._notices = notices(self.database, self.store, self.writer, self.id, self._heard, now)
        self._analysing = Places(self.settings.analyses_per_guest)
        self._analysing_from = Places(self.settings.analyses_per_address)
        self._bans = Bans(())
        self._bans_until = 0.0
        self._started = False

    async def __aenter__(self) -> Service:
        await self.start()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Bring the schema up to date, take up what was going on, begin to work."""
        await asyncio.to_thread(self._prepare)
        self.tables.presence.since = self._now()
        self.tables.changed += [self._timekeeper.changed, self.computers.changed, self.lobby.changed]
        await self._read_bans()
        self.writer.start()
        await self._notices.start(self.tasks)
        self.desk.start(self.tasks)
        self.workers.start(self.tasks)
        await self._timekeeper.start(self.tasks)
        self._eraser.start()
        if not self.workers.count and not await asyncio.to_thread(self.store.thinking_power, self._now()):
            _log.warning("no engine is available: computers wait until `tablier think` runs on the same database")
        self._started = True

    @staticmethod
    def load() -> None:
        """Load, and if need be compile, the rules of all games; `start` does so too."""
        for game_id in tablier.games():
            game_of(game_id, {}).start().moves()

    def _prepare(self) -> None:
        self.load()
        self.database.migrate()
        locked = self._alone.enter()
        try:
            alone = enter(self.database, self.id, self._now, locked)
        finally:
            self._alone.share(locked)
        self.tables.shared |= not alone

    async def stop(self) -> None:
        """Finish what was begun, then stop."""
        if not self._started:
            self._alone.leave()
            self.database.close()
            return
        self._started = False
        await self.computers.stop()
        await self.workers.stop()
        await self._eraser.stop()
        await self.desk.stop()
        await self.tables.finish()
        await self.tasks.stop()
        self.tables.stop()
        await self._timekeeper.stop()
        await self.writer.stop()
        await asyncio.to_thread(self._alone.leave)
        await asyncio.to_thread(self.database.close)

    def _heard(self, changed: list[tuple[str, int]]) -> None:
        self.tables.shared = True
        self.lobby.heard()
        if any(number == FORGET for _, number in changed):
            self.guests.forget()
        wanted = [item for item in changed if self.tables.wants(item[0])]
        if wanted:
            self.tasks.once("hearing", self.tables.take_in(wanted))

    async def is_banned(self, address: str) -> bool:
        """Whether the host has excluded an address."""
        if self._bans_until < time.monotonic():
            await self._read_bans()
        return address in self._bans

    async def _read_bans(self) -> None:
        # Whoever asks meanwhile gets by what was known, and only one reads.
        self._bans_until = time.monotonic() + _BANS_FOR
        try:
            self._bans = Bans(await asyncio.to_thread(self.store.banned))
        except sa.exc.SQLAlchemyError as error:
            # Who was excluded stays so; nobody is kept waiting for what cannot be read.
            _complaints.tell(sort_of(error), "the excluded addresses could not be read", level=logging.WARNING)

    async def analyse(
        self,
        asker: Asker,
        where: wire.PositionRequest,
        how: wire.TableAnalysisRequest,
    ) -> AsyncGenerator[wire.Analysis, None]:
        """Analyses of a position that get deeper, the last one done; with a level, only the move it would play.

        Who asks waits for their turn like tables do. Close the iterator to cancel.
        """
        if not self.workers.count:
            raise Problem("no-engine", "no engine analyses here")
        waiting = self.workers.waiting[1]
        if waiting >= self.settings.analyses:
            raise Problem("busy", "many analyses are waiting already", retry_after=5000)
        if not self._analysing.enter(asker.person):
            raise Problem("rate-limited", "you have as many analyses as allowed at once", retry_after=1000)
        try:
            if not self._analysing_from.enter(asker.network):
                raise Problem(
                    "rate-limited", "as many analyses as allowed at once are asked for from here", retry_after=1000
                )
            try:
                closed = await closed_games(self.tables, asker.guest, where.game) if asker.guest else []
                told = where.model_dump(include={*wire.PositionRequest.model_fields})
                done = await self.desk.do(asker, "match", [told, closed], cost_of_moves(len(where.moves)))
                match: MatchTold = json.loads(done)
                if match["over"]:
                    raise Problem("bad-value", "the game is over in this position: there is nothing to analyse")
                if match["closed"]:
                    raise not_now("no-hints", "people play this game against each other without hints")
                if waiting:
                    yield {**_empty(match["to_act"]), "waiting": waiting}
                found = self.workers.analyse(asker, match["position"], how.seconds, how.level, how.best)
                async with contextlib.aclosing(found):
                    async for analysis in found:
                        yield analysis
            finally:
                self._analysing_from.leave(asker.network)
        finally:
            self._analysing.leave(asker.person)

    async def look_at(self, asker: Asker, asked: wire.PositionRequest) -> str:
        """What is asked about a position as JSON: its Board, a Preview or an Explanation."""
        kind, work = next((kind, work) for kind, work in _WORKS.items() if isinstance(asked, kind))
        told = asked.model_dump(include={*kind.model_fields})
        return await self.desk.do(asker, work, [told], cost_of_moves(len(asked.moves)))

    @property
    def trouble(self) -> str | None:
        """Why nothing can be stored at present; None when all is well."""
        if self.writer.trouble is not None:
            return f"the database cannot be written to ({self.writer.trouble})"
        if self._now() - self.standstill.written > _LATE:
            return "the database does not answer"
        return None

    def numbers(self) -> dict[str, float]:
        """What a host measures."""
        moves, analyses = self.workers.waiting
        numbers: dict[str, float] = {
            "tables_in_memory": len(self.tables.cache),
            "watches": len(self.tables.hub),
            "acts_total": self.tables.acts,
            "commits_total": self.writer.commits,
            "writes_total": self.writer.written,
            "writes_waiting": self.writer.waiting,
            "write_age_seconds": self.writer.busy_for,
            "write_failures_total": self.writer.failures,
            "computers_thinking": len(self.computers),
            "thinkers_workers": self.computers.helpers,
            "moves_waiting": moves,
            "analyses_waiting": analyses,
            "moves_age_seconds": self.workers.move_waits.age,
            "analyses_age_seconds": self.workers.analysis_waits.age,
            "boards_waiting": self.desk.waiting,
            "boards_age_seconds": self.desk.waits.age,
            "table_reads_age_seconds": self.tables.loader.waits.age,
            "clerk_works_total": self.desk.done,
            "clerk_deaths_total": self.desk.deaths,
            "worker_deaths_total": self.workers.deaths,
            "standstills_total": self.standstill.stood_still,
        }
        for name, alive in self.tasks.alive().items():
            numbers[f'task_up{{task="{name}"}}'] = alive
        for name, count in self.tasks.failures.items():
            numbers[f'task_failures_total{{task="{name}"}}'] = count
        return numbers

    def histograms(self) -> list[tuple[str, str, Histogram]]:
        """How long things take: name, labels, lengths."""
        return [
            ("write_wait_seconds", "", self.writer.waits),
            ("commit_seconds", "", self.writer.times),
            ("read_seconds", "", self.store.times),
            ("move_wait_seconds", "", self.workers.move_waits.times),
            ("analysis_wait_seconds", "", self.workers.analysis_waits.times),
            ("board_wait_seconds", "", self.desk.waits.times),
            ("table_read_wait_seconds", "", self.tables.loader.waits.times),
            ("loop_delay_seconds", "", self.standstill.delays),
            *(("task_seconds", f'task="{name}"', times) for name, times in self.tasks.times.items()),
        ]

    async def identify(self, token: str | None, address: str | None = None) -> Identity:
        """Whose a token is, who comes from this address."""
        return await self.guests.identify(token, address)


def _empty(player: int | None) -> wire.Analysis:
    return {"done": False, "player": player, "nodes": 0, "seconds": 0.0, "depth": 0, "waiting": None, "candidates": []}
