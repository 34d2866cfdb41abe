"""What can be asked on a socket, and its answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from tablier import wire
from tablier.server.errors import unexpected
from tablier.service.addresses import Asker
from tablier.service.store import Identity
from tablier.wire import Problem

if TYPE_CHECKING:
    from tablier.server.socket import Socket

__all__ = ["ANSWERS", "SLOW"]


def _must_be_here(identity: Identity | None, table: str) -> None:
    if identity is not None and identity.table not in (None, table):
        raise Problem("forbidden", "this token is for another table")


async def _watch(socket: Socket, asked: wire.Watch) -> None:
    table = asked.table
    identity = await socket.identity(asked.token)
    _must_be_here(identity, table)
    if table not in socket.watches and len(socket.watches) >= wire.WATCHES:
        raise Problem("bad-value", f"a connection watches at most {wire.WATCHES} tables")
    guest = None if identity is None else identity.guest
    held: list[Any] | None = []

    def deliver(message: Any) -> None:
        # What happens before the answer is on its way comes after it.
        if held is not None:
            held.append(message)
        else:
            socket.deliver(message)

    answer, watch = await socket.site.service.tables.watch(table, deliver, guest, asked.after)
    before = socket.watches.get(table)
    socket.watches[table] = watch
    socket.tell(answer, asked.id)
    waiting, held = held, None
    for message in waiting or ():
        socket.deliver(message)
    if before is not None:
        await socket.site.service.tables.unwatch(before)


async def _unwatch(socket: Socket, asked: wire.Unwatch) -> None:
    watch = socket.watches.pop(asked.table, None)
    if watch is not None:
        await socket.site.service.tables.unwatch(watch)
    socket.tell({"type": "ok"}, asked.id)


async def _act(socket: Socket, asked: wire.AskAct) -> None:
    # Who speaks comes first, as over HTTP.
    identity = await socket.must(asked.token)
    act: wire.Act = wire.read(wire.Act, asked.model_extra)
    begun = asyncio.get_running_loop().time()

    def acknowledge(receipt: wire.Receipt) -> None:
        socket.tell(receipt, asked.id)
        socket.site.metrics.act(asyncio.get_running_loop().time() - begun)

    await socket.site.service.tables.act(asked.table, identity, act, socket.pulse.lag, acknowledge)


async def _board(socket: Socket, asked: wire.AskBoard) -> None:
    found = socket.site.service.tables.board(asked.table, asked.ply, asked.since, socket.asker)
    number, ply, board = await found
    socket.tell_with({"type": "board", "table": asked.table, "number": number, "ply": ply}, "board", board, asked.id)


async def _position(socket: Socket, asked: wire.AskPosition) -> None:
    board = await socket.site.service.look_at(socket.asker, asked)
    socket.tell_with({"type": "position"}, "board", board, asked.id)


async def _preview(socket: Socket, asked: wire.AskPreview) -> None:
    preview = await socket.site.service.look_at(socket.asker, asked)
    socket.tell_with({"type": "preview"}, "preview", preview, asked.id)


async def _explain(socket: Socket, asked: wire.AskExplanation) -> None:
    found: wire.Explanation = json.loads(await socket.site.service.look_at(socket.asker, asked))
    socket.tell({"type": "explanation", **found}, asked.id)


async def _lobby(socket: Socket, asked: wire.AskLobby) -> None:
    lobby = socket.site.service.lobby
    message, watch = await lobby.watch(socket.deliver)
    if socket.lobby is not None:
        lobby.unwatch(socket.lobby)
    socket.lobby = watch
    socket.tell(message.data, asked.id)


async def _unlobby(socket: Socket, asked: wire.Unlobby) -> None:
    if socket.lobby is not None:
        socket.site.service.lobby.unwatch(socket.lobby)
        socket.lobby = None
    socket.tell({"type": "ok"}, asked.id)


async def _analyse(socket: Socket, asked: wire.AnalysePosition | wire.AnalyseTable) -> None:
    if asked.id in socket.analyses:
        raise Problem("bad-value", "an analysis with this id is running")
    if len(socket.analyses) >= wire.ANALYSES:
        raise Problem("busy", f"at most {wire.ANALYSES} analyses at once a connection", retry_after=1000)
    identity = await socket.identity(asked.token)
    if isinstance(asked, wire.AnalyseTable):
        _must_be_here(identity, asked.table)
        where = await socket.site.service.tables.present(asked.table)
    else:
        where = asked
    asker = socket.asker if identity is None else Asker(socket.asker.network, identity.guest)
    task = asyncio.get_running_loop().create_task(_stream(socket, asked.id, asker, where, asked))
    socket.analyses[asked.id] = task


async def _stream(
    socket: Socket, re: int | str, asker: Asker, where: wire.PositionRequest, how: wire.TableAnalysisRequest
) -> None:
    last: wire.Analysis = {
        "done": True,
        "player": None,
        "nodes": 0,
        "seconds": 0.0,
        "depth": 0,
        "waiting": None,
        "candidates": [],
    }
    try:
        async with aclosing(socket.site.service.analyse(asker, where, how)) as analyses:
            async for analysis in analyses:
                last = analysis
                socket.tell({"type": "analysis", **analysis}, re)
    except asyncio.CancelledError:
        socket.tell({"type": "analysis", **last, "waiting": None, "done": True}, re)
    except Problem as problem:
        socket.refuse(problem, re)
    except Exception as error:
        socket.refuse(unexpected(error), re)
    finally:
        socket.analyses.pop(re, None)


async def _cancel(socket: Socket, asked: wire.Cancel) -> None:
    task = socket.analyses.get(asked.of)
    if task is not None:
        task.cancel()
    socket.tell({"type": "ok"}, asked.id)


async def _ping(socket: Socket, asked: wire.Ping) -> None:
    socket.tell({"type": "pong", "now": socket.site.service.tables.now()}, asked.id)


async def _pong(socket: Socket, asked: wire.Pong) -> None:
    socket.pulse.pong(asked.n)


ANSWERS: dict[type, Callable[[Socket, Any], Awaitable[None]]] = {
    wire.Watch: _watch,
    wire.Unwatch: _unwatch,
    wire.AskAct: _act,
    wire.AskBoard: _board,
    wire.AskPosition: _position,
    wire.AskPreview: _preview,
    wire.AskExplanation: _explain,
    wire.AskLobby: _lobby,
    wire.Unlobby: _unlobby,
    wire.AnalysePosition: _analyse,
    wire.AnalyseTable: _analyse,
    wire.Cancel: _cancel,
    wire.Ping: _ping,
    wire.Pong: _pong,
}
"""How each message is answered."""
SLOW = frozenset({"board", "position", "preview", "explain"})
"""The types of what is worked for by clerks, who may have much to do."""
