"""What can be asked on a socket: the form of each message, and its answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from tablier.server.asked import AnalysisRequest, ExplanationRequest, PositionRequest, PreviewRequest
from tablier.server.errors import invalid, unexpected
from tablier.server.wire import dumps
from tablier.service.desk import cost_of_moves
from tablier.service.problems import Problem

if TYPE_CHECKING:
    from tablier.server.socket import Socket

__all__ = ["ANSWERS", "SLOW", "Ask", "check_message"]

_MOST_WATCHES = 50
_MOST_ANALYSES = 2
_MOST_NUMBER = 2**31 - 1
_MOST_TEXT = 100


@dataclass(frozen=True, slots=True)
class Ask:
    """A message of good form, and the socket it came from."""

    socket: Socket
    message: dict[str, Any]

    @property
    def given(self) -> dict[str, Any]:
        """The message without what only belongs to its way here."""
        return {name: value for name, value in self.message.items() if name not in ("type", "id", "table", "token")}

    def tell(self, data: dict[str, Any], name: str, text: str) -> None:
        """Answer with data and, under a name, something that is written as JSON already."""
        self.socket.tell_text(f'{dumps({"re": self.message["id"], **data})[:-1]},"{name}":{text}}}')


Answer = Callable[[Ask], Awaitable[dict[str, Any] | None]]

_TEXT, _NUMBER, _ID, _OPTIONAL_TEXT, _OPTIONAL_NUMBER = (
    "a text",
    "a number",
    "an id",
    "a text or null",
    "a number or null",
)
_FORMS: dict[str, dict[str, tuple[str, bool]]] = {
    "hello": {"version": (_NUMBER, True), "token": (_OPTIONAL_TEXT, False), "id": (_ID, False)},
    "watch": {
        "id": (_ID, True),
        "table": (_TEXT, True),
        "after": (_OPTIONAL_NUMBER, False),
        "token": (_OPTIONAL_TEXT, False),
    },
    "unwatch": {"id": (_ID, True), "table": (_TEXT, True)},
    "board": {
        "id": (_ID, True),
        "table": (_TEXT, True),
        "ply": (_OPTIONAL_NUMBER, False),
        "since": (_OPTIONAL_NUMBER, False),
    },
    "lobby": {"id": (_ID, True)},
    "unlobby": {"id": (_ID, True)},
    "cancel": {"id": (_ID, True), "of": (_ID, True)},
    "ping": {"id": (_ID, True)},
    "pong": {"n": (_NUMBER, True)},
}
"""Fields besides ``type``: what each is, and whether it must be there. The other messages' own fields are checked elsewhere."""
_OPEN: dict[str, dict[str, tuple[str, bool]]] = {
    "act": {"id": (_ID, True), "table": (_TEXT, True), "token": (_OPTIONAL_TEXT, False)},
    **{kind: {"id": (_ID, True)} for kind in ("position", "preview", "explain", "analyse")},
}


def _fits(value: object, wanted: str) -> bool:
    if isinstance(value, bool):
        return False
    if value is None:
        return wanted in (_OPTIONAL_TEXT, _OPTIONAL_NUMBER)
    if isinstance(value, int):
        return wanted in (_NUMBER, _OPTIONAL_NUMBER, _ID) and abs(value) <= _MOST_NUMBER * (
            2**21 if wanted == _ID else 1
        )
    if isinstance(value, str):
        return wanted in (_TEXT, _OPTIONAL_TEXT, _ID) and len(value) <= (64 if wanted == _ID else _MOST_TEXT)
    return False


def check_message(message: Mapping[str, Any], kind: str) -> None:
    """`invalid-request` unless the message is of the documented form."""
    if message.get("type") != kind:
        raise invalid([{"at": "type", "message": f"{kind} is wanted"}])
    form = _FORMS.get(kind)
    errors: list[dict[str, str]] = []
    for name, (wanted, needed) in (form or _OPEN[kind]).items():
        if name not in message:
            if needed:
                errors.append({"at": name, "message": f"{wanted} is wanted"})
        elif not _fits(message[name], wanted):
            errors.append({"at": name, "message": f"{wanted} is wanted"})
    if form is not None:
        unknown = [str(name)[:60] for name in message if name not in form and name != "type"]
        errors += [{"at": name, "message": f"{kind} has no such field"} for name in unknown[:10]]
    if errors:
        raise invalid(errors)


def _read(shape: type[BaseModel], given: dict[str, Any]) -> Any:
    try:
        return shape.model_validate(given)
    except ValidationError as error:
        found = [
            {"at": ".".join(str(part)[:60] for part in item["loc"]), "message": item["msg"][:200]}
            for item in error.errors(include_url=False, include_context=False, include_input=False)[:10]
        ]
        raise invalid(found) from None


async def _watch(ask: Ask) -> dict[str, Any] | None:
    socket, table = ask.socket, ask.message["table"]
    identity = await socket.identity(ask.message.get("token"))
    if identity is not None and identity.table not in (None, table):
        raise Problem("forbidden", "this token is for another table")
    if table not in socket.watches and len(socket.watches) >= _MOST_WATCHES:
        raise Problem("bad-value", f"a connection watches at most {_MOST_WATCHES} tables")
    guest = None if identity is None else identity.guest
    held: list[Any] | None = []

    def deliver(message: Any) -> None:
        # What happens before the answer is on its way comes after it.
        if held is not None:
            held.append(message)
        else:
            socket.deliver(message)

    answer, watch = await socket.site.service.tables.watch(table, deliver, guest, ask.message.get("after"))
    before = socket.watches.get(table)
    socket.watches[table] = watch
    socket.tell({"re": ask.message["id"], **answer})
    waiting, held = held, None
    for message in waiting or ():
        socket.deliver(message)
    if before is not None:
        await socket.site.service.tables.unwatch(before)
    return None


async def _unwatch(ask: Ask) -> dict[str, Any]:
    watch = ask.socket.watches.pop(ask.message["table"], None)
    if watch is not None:
        await ask.socket.site.service.tables.unwatch(watch)
    return {"type": "ok"}


async def _act(ask: Ask) -> None:
    socket, re = ask.socket, ask.message["id"]
    identity = await socket.must(ask.message.get("token"))
    begun = asyncio.get_running_loop().time()

    def acknowledge(receipt: dict[str, Any]) -> None:
        socket.tell({"re": re, **receipt})
        socket.site.metrics.act(asyncio.get_running_loop().time() - begun)

    await socket.site.service.tables.act(ask.message["table"], identity, ask.given, socket.pulse.lag, acknowledge)


async def _board(ask: Ask) -> None:
    table, asked = ask.message["table"], {name: ask.message.get(name) for name in ("ply", "since")}
    number, ply, board = await ask.socket.site.service.tables.board(table, **asked, asker=ask.socket.asker)
    ask.tell({"type": "board", "table": table, "number": number, "ply": ply}, "board", board)


async def _worked(ask: Ask, work: str, where: PositionRequest, *more: Any) -> str:
    cost = cost_of_moves(len(where.moves))
    return await ask.socket.site.service.desk.do(ask.socket.asker, work, [where.model_dump(), *more], cost)


async def _position(ask: Ask) -> None:
    where = _read(PositionRequest, ask.given)
    ask.tell({"type": "position"}, "board", await _worked(ask, "position", where))


async def _preview(ask: Ask) -> None:
    where = _read(PreviewRequest, ask.given)
    ask.tell({"type": "preview"}, "preview", await _worked(ask, "preview", where, where.move))


async def _explain(ask: Ask) -> dict[str, Any]:
    where = _read(ExplanationRequest, ask.given)
    found: dict[str, Any] = json.loads(await _worked(ask, "explanation", where, where.tried.model_dump()))
    return {"type": "explanation", **found}


async def _lobby(ask: Ask) -> None:
    socket = ask.socket
    lobby = socket.site.service.lobby
    message, watch = await lobby.watch(socket.deliver)
    if socket.lobby is not None:
        lobby.unwatch(socket.lobby)
    socket.lobby = watch
    socket.tell({"re": ask.message["id"], **message.data})


async def _unlobby(ask: Ask) -> dict[str, Any]:
    if ask.socket.lobby is not None:
        ask.socket.site.service.lobby.unwatch(ask.socket.lobby)
        ask.socket.lobby = None
    return {"type": "ok"}


async def _analyse(ask: Ask) -> None:
    socket, re = ask.socket, ask.message["id"]
    asked = _read(AnalysisRequest, ask.given)
    if re in socket.analyses:
        raise Problem("bad-value", "an analysis with this id is running")
    if len(socket.analyses) >= _MOST_ANALYSES:
        raise Problem("busy", f"at most {_MOST_ANALYSES} analyses at once a connection", retry_after=1000)
    await socket.identity()
    task = asyncio.get_running_loop().create_task(_stream(socket, re, asked.model_dump()))
    socket.analyses[re] = task


async def _stream(socket: Socket, re: object, asked: dict[str, Any]) -> None:
    last: dict[str, Any] = {"done": True, "player": None, "nodes": 0, "seconds": 0.0, "depth": 0, "waiting": None}
    last["candidates"] = []
    try:
        async with aclosing(
            socket.site.service.analyse(socket.asker, asked, asked["seconds"], asked["level"], asked["best"])
        ) as analyses:
            async for analysis in analyses:
                last = analysis
                socket.tell({"re": re, "type": "analysis", **analysis})
    except asyncio.CancelledError:
        socket.tell({"re": re, "type": "analysis", **last, "waiting": None, "done": True})
    except Problem as problem:
        socket.refuse(problem, re)
    except Exception as error:
        socket.refuse(unexpected(error), re)
    finally:
        socket.analyses.pop(re, None)


async def _cancel(ask: Ask) -> dict[str, Any]:
    task = ask.socket.analyses.get(ask.message["of"])
    if task is not None:
        task.cancel()
    return {"type": "ok"}


async def _ping(ask: Ask) -> dict[str, Any]:
    return {"type": "pong", "now": ask.socket.site.service.tables.now()}


async def _pong(ask: Ask) -> None:
    ask.socket.pulse.pong(ask.message["n"])


ANSWERS: dict[str, Answer] = {
    "watch": _watch,
    "unwatch": _unwatch,
    "act": _act,
    "board": _board,
    "position": _position,
    "preview": _preview,
    "explain": _explain,
    "lobby": _lobby,
    "unlobby": _unlobby,
    "analyse": _analyse,
    "cancel": _cancel,
    "ping": _ping,
    "pong": _pong,
}
"""How each message is answered; None when it was answered on the way."""
SLOW = frozenset({"board", "position", "preview", "explain"})
"""What is worked for by clerks, who may have much to do."""
