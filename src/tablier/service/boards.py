"""Positions as the page needs them: drawings, legal moves with gestures, previews, reasons; nothing here is stored.

These functions take a while, some milliseconds and more: clerks run them, in processes of their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypedDict, cast

import tablier
from tablier import wire
from tablier.core import record as records
from tablier.core.match import Match
from tablier.core.position import Position
from tablier.core.record import Record, RecordError
from tablier.core.texts import LANGUAGES
from tablier.render.themes import look_data
from tablier.scene import Marks, in_turn, marks_after, to_data
from tablier.service.scribe import reason_data
from tablier.service.setup import game_of, players_of
from tablier.service.table import Table
from tablier.wire import MAX_MOVES, Problem

__all__ = [
    "MAX_SINCE",
    "MatchTold",
    "Moment",
    "MomentTold",
    "PositionTold",
    "all_games",
    "board_of",
    "end_data",
    "explanation",
    "game_data",
    "match_at",
    "match_data",
    "moment",
    "moment_of",
    "position_board",
    "preview",
    "read_record",
    "replay",
    "stored_replay",
    "texts",
    "told",
    "told_board",
]

MAX_SINCE = 24
"""How many moves back a Board marks what has happened: more than two turns of everyone, of every game."""


def game_data(game_id: str) -> wire.Game:
    """A game for the list of games."""
    game = game_of(game_id, {})
    definition = game.definition
    return {
        "id": game.id,
        "names": dict(game.names),
        "authors": list(game.authors),
        "year": definition.year,
        "rules_version": definition.rules_version,
        "players": list(definition.player_counts),
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "only": [
                    {"value": value, "with": {name: list(values) for name, values in others.items()}}
                    for value, others in option.only.items()
                ],
            }
            for option in definition.options
        ],
        "seats": players_of(game),
        "showcase": list(game.showcase),
        "look": cast(wire.GameLook, look_data(definition.look)),
    }


def all_games() -> list[wire.Game]:
    """All games."""
    return [game_data(game_id) for game_id in tablier.games()]


def texts(game_id: str, language: str) -> dict[str, Any]:
    """A game's whole catalogue in a language."""
    if language not in LANGUAGES:
        raise Problem("not-found", f"no texts in {language!r:.20}; there are texts in {' and '.join(LANGUAGES)}")
    return dict(game_of(game_id, {}).texts(language).data)


def match_at(where: wire.PositionRequest) -> Match:
    """The match a request asks about."""
    game = game_of(where.game, where.options)
    try:
        match = Match(game, None if where.position is None else game.position(where.position))
        for move in where.moves:
            match.play(move)
    except ValueError as error:
        raise Problem("bad-value", str(error)) from None
    return match


class PositionTold(TypedDict):
    """A position and what was played before, as those who think are told."""

    game: str
    options: wire.Options
    start: str | None
    moves: list[str]


class MatchTold(TypedDict):
    """A match and how it stands."""

    position: PositionTold
    over: bool
    to_act: int | None
    closed: bool


class MomentTold(TypedDict):
    """A moment in plain words."""

    game: str
    options: wire.Options
    start: str | None
    ply: int
    path: list[tuple[str, str]]
    since: int | None
    over: bool
    places: Sequence[int] | None
    end: wire.End | None


@dataclass(frozen=True, slots=True)
class Moment:
    """A position in a match: what led to it, and how the match stands.

    `path`: the last move and, with the ply `since`, all moves from there on, each with the position it was played in.
    """

    position: Position
    ply: int
    path: tuple[tuple[Position, str], ...]
    since: int | None
    over: bool
    places: Sequence[int] | None
    end: wire.End | None


def moment(match: Match, ply: int, since: int | None = None) -> Moment:
    """A match after so many moves. It was not over before its last.

    `since`: the ply from which on its Board marks what has happened; None: it marks the last move only.
    """
    if since is not None and not max(0, ply - MAX_SINCE) <= since <= ply:
        raise Problem("bad-value", f"since is from {max(0, ply - MAX_SINCE)} to {ply} at ply {ply}, not {since}")
    positions, moves = match.positions, match.history
    first = max(0, ply - 1 if since is None else min(since, ply - 1))
    last = ply == len(moves)
    return Moment(
        positions[ply],
        ply,
        tuple(zip(positions[first:ply], moves[first:ply], strict=True)),
        since,
        last and match.is_over,
        match.places if last else None,
        end_data(match) if last else None,
    )


def end_data(match: Match) -> wire.End | None:
    """Why a match is over, as in the API."""
    end = match.end
    if end is None:
        return None
    return {
        "reason": end.reason,
        "player": end.player,
        "rule": reason_data(end.rule),
        "turns": list(end.turns),
        "places": list(match.places or ()),
        "record": None,
    }


def position_board(where: wire.PositionRequest) -> wire.Board:
    """The Board of a position."""
    match = match_at(where)
    return board_of(moment(match, len(match.history)))


def match_data(where: wire.PositionRequest, closed: Sequence[Mapping[str, Any]] = ()) -> MatchTold:
    """A match as engines are told of it, and how it stands; whether it leads through a position of the `closed` games."""
    match = match_at(where)
    theirs = {game["position"] for game in closed if game["options"] == match.game.options}
    return {
        "position": {
            "game": match.game.id,
            "options": match.game.options,
            "start": where.position,
            "moves": match.history,
        },
        "over": match.is_over,
        "to_act": match.to_act,
        "closed": bool(theirs) and any(str(position) in theirs for position in match.positions),
    }


def told(moment: Moment) -> MomentTold:
    """A moment in plain words, for a clerk."""
    return {
        "game": moment.position.game.id,
        "options": moment.position.game.options,
        "start": None if moment.path else str(moment.position),
        "ply": moment.ply,
        "path": [(str(before), move) for before, move in moment.path],
        "since": moment.since,
        "over": moment.over,
        "places": moment.places,
        "end": moment.end,
    }


def told_board(words: MomentTold) -> wire.Board:
    """The Board of a moment that was told."""
    game = game_of(words["game"], words["options"])
    path = tuple((game.position(before), move) for before, move in words["path"])
    # What a last move has led to is played, not read: not every end can be told from its text.
    position = path[-1][0].play(path[-1][1]) if path else game.position(words["start"] or "")
    stands = words["since"], words["over"], words["places"], words["end"]
    return board_of(Moment(position, words["ply"], path, *stands))


def board_of(moment: Moment) -> wire.Board:
    """The Board of a moment."""
    position, game = moment.position, moment.position.game
    last: wire.LastMove | None = None
    if moment.path:
        before, move = moment.path[-1]
        player = before.to_act
        assert player is not None  # noqa: S101
        last = {**_change(before, move, position), "player": player, "before": str(before)}
    gestures = {} if moment.over else position.gestures()
    steps, step = ((), 0) if moment.over else position.steps
    board: wire.Board = {
        "game": game.id,
        "options": game.options,
        "position": str(position),
        "players": players_of(game),
        "to_act": None if moment.over else position.to_act,
        "turn_begins": moment.over or position.turn_begins,
        "placed": list(position.placed),
        "places": None if moment.places is None else list(moment.places),
        "scene": to_data(position.scene()),
        "moves": [{"move": move, "gesture": to_data(gesture)} for move, gesture in gestures.items()],
        "standings": [
            {"counts": [to_data(phrase) for phrase in own.counts], "hand": [to_data(shape) for shape in own.hand]}
            for own in position.standings
        ],
        "steps": [to_data(phrase) for phrase in steps],
        "step": step,
        "aids": [] if moment.over else [to_data(aid) for aid in position.aids()],
        "last": last,
        "since": None if moment.since is None else {"ply": moment.since, "marks": to_data(_marks_since(moment))},
        "end": moment.end,
    }
    for drawn in (*(before for before, _ in moment.path), position):
        drawn.forget()
    return board


def _marks_since(moment: Moment) -> Marks:
    """What all moves since have left, landed and changed, as if they were one."""
    if moment.since == moment.ply:
        return Marks()
    steps = in_turn(before.transition(move) for before, move in moment.path)
    return marks_after(moment.path[0][0].scene(), steps, moment.position.scene())


def moment_of(table: Table, ply: int, since: int | None = None) -> Moment:
    """A table's present round after so many moves; before its start, the position it will start from."""
    assert table.setup is not None  # noqa: S101
    if not 0 <= ply <= len(table.plays):
        raise Problem("bad-value", f"ply is from 0 to {len(table.plays)}, the number of moves played, not {ply}")
    found = moment(table.setup.new_match() if table.match is None else table.match, ply, since)
    if found.end is not None and table.end is not None:
        return replace(found, end=table.end)
    return found


def _change(before: Position, move: str, after: Position) -> wire.Change:
    steps = before.transition(move)
    return {
        "move": move,
        "steps": [to_data(step) for step in steps],
        "words": [to_data(phrase) for phrase in before.narrate(move)],
        "marks": to_data(marks_after(before.scene(), steps, after.scene())),
    }


def preview(asked: wire.PreviewRequest) -> wire.Preview:
    """What a legal move would do."""
    match = match_at(asked)
    position, move = match.position, asked.move
    if move not in match.moves():
        raise Problem("bad-value", f"{move!r:.60} is not a legal move there")
    after = position.play(move)
    return {
        **_change(position, move, after),
        "aids": [to_data(aid) for aid in position.aids(move)],
        "position": str(after),
        "end": reason_data(after.ending),
    }


def explanation(asked: wire.ExplanationRequest) -> wire.Explanation:
    """Why what was tried is not legal."""
    match, tried = match_at(asked), asked.tried
    try:
        what = tried.move if isinstance(tried, wire.TriedMove) else tried.gesture
        reason = match.game.explain(match.position, what)
    except ValueError as error:
        raise Problem("bad-value", str(error)) from None
    return {"legal": reason is None, "reason": reason_data(reason)}


def read_record(text: str) -> wire.Replay:
    """The Replay of a record given as text or JSON."""
    try:
        found = records.from_json(text) if text.lstrip("\ufeff \r\n\t").startswith("{") else records.parse(text)
        return replay(found)
    except RecordError as error:
        raise Problem("bad-value", error.message, line=error.line, column=error.column) from None
    except ValueError as error:
        raise Problem("bad-value", str(error), line=None, column=None) from None


def stored_replay(text: str, record_id: str, table_id: str, reason: wire.EndReason, seats: list[int]) -> wire.Replay:
    """The Replay of a game that was finished here; `seats` are those of who asks."""
    found = replay(records.parse(text))
    end: wire.End | None = None if found["end"] is None else {**found["end"], "reason": reason, "record": record_id}
    return {**found, "record": record_id, "table": table_id, "seat": seats, "end": end}


def replay(record: Record) -> wire.Replay:
    """A record played through."""
    match = record.match()
    if len(match.history) > MAX_MOVES:
        raise ValueError(f"a game of more than {MAX_MOVES} moves is not shown here")
    said = [move.comment for turn in record.line.turns for move in turn]
    moves: list[wire.ReplayMove] = []
    for number, turn in enumerate(match.turns, 1):
        for text in turn.moves:
            move: wire.ReplayMove = {"player": turn.player, "move": text, "turn": number}
            if comment := said[len(moves)]:
                move["comment"] = comment
            moves.append(move)
    return {
        "record": None,
        "table": None,
        "seat": [],
        "tags": {tag.name: tag.value for tag in record.tags},
        "game": match.game.id,
        "options": match.game.options,
        "players": players_of(match.game),
        "names": [record.tag(f"Player{index + 1}") for index in range(len(match.game.players))],
        "start": str(match.start),
        "positions": [str(position) for position in match.positions],
        "moves": moves,
        "places": None if match.places is None else list(match.places),
        "end": end_data(match),
    }
