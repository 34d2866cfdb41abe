"""Texts of Hendeca: positions such as ``0,0R;1,0w b setup -`` and moves such as ``+1,0``, ``C1,1``, ``0,1-2,2``, ``0,1-x``."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tablier.core.options import Options
from tablier.games.hendeca.rules import (
    FIGURE,
    ISLAND,
    ISLANDS,
    JUMP,
    LAY,
    LAY_FLAG,
    OVER,
    REACH,
    SETUP,
    SINK,
    SLIDE,
    SPAN,
    STATE,
    STEP,
    State,
    States,
    at_outcome,
    decode,
)
from tablier.geometry.hexes import Cell

__all__ = ["Move", "move_texts", "parse", "placed", "read_move", "repetition_key", "start", "text", "turn_begins"]

_PLAYERS = "wb"
_FIGURES = "WBR"
_PHASES = {"setup": SETUP, "figure": FIGURE, "island": ISLAND}
_PHASE_NAMES = {SETUP: "setup", FIGURE: "figure", ISLAND: "island", OVER: "figure"}
_NAMES = {"w": "White's flag", "b": "Black's flag", "W": "White", "B": "Black", "R": "Red"}
_NUMBER = "(0|-?[1-9][0-9]{0,6})"
_CELL = re.compile(f"{_NUMBER},{_NUMBER}")
_ISLAND = re.compile(f"{_NUMBER},{_NUMBER}([wb]?)([WBR]?)")
_FORM = "<islands> <w|b> <setup|figure|island> <last>, such as '0,0R;1,0w;1,1 w setup -'"
_LONGEST = 400  # eleven islands of the longest kind and the other fields take less


def start(options: Options) -> States:
    """One island with Red on it, all others in the players' hands."""
    states: States = np.zeros(1, STATE)
    s = states[0]
    s.islands = np.int64(1)
    s.figure[:] = -1, -1, 0
    s.flag[:] = -1
    s.last = np.int8(-1)
    s.sinking = np.int8(options["sinking"])
    return states


def text(states: States) -> str:
    """The position's canonical text."""
    return _text(states, 0, 0)


def repetition_key(states: States) -> str:
    """The text with the first island at 0,0: a map that has only drifted is the same map."""
    s = states[0]
    return _text(states, int(s.x[0]), int(s.y[0]))


def _text(states: States, x0: int, y0: int) -> str:
    s = states[0]
    xs, ys = s.x.tolist(), s.y.tolist()
    cells = [f"{xs[i] - x0},{ys[i] - y0}" for i in range(s.islands)]
    islands = list(cells)
    for letters, places in ((_PLAYERS, s.flag.tolist()), (_FIGURES, s.figure.tolist())):
        for letter, island in zip(letters, places, strict=True):
            if island >= 0:
                islands[island] += letter
    over = s.phase == OVER
    fields = [";".join(islands), "-" if over else _PLAYERS[s.turn], _PHASE_NAMES[int(s.phase)]]
    fields.append(cells[s.last] if s.last >= 0 else "-")
    if over:
        fields.append(_PLAYERS[s.turn])
    return " ".join(fields)


def move_texts(states: States, moves: list[int]) -> list[str]:
    """The texts of legal moves."""
    s = states[0]
    xs, ys = s.x.tolist(), s.y.tolist()
    texts = []
    for move in moves:
        kind, island, x, y = decode(move)
        if kind == SLIDE:
            texts.append(f"{xs[island]},{ys[island]}-{x},{y}")
        elif kind == SINK:
            texts.append(f"{x},{y}-x")
        elif kind in _LETTERS:
            texts.append(f"{_LETTERS[kind]}{x},{y}")
        else:
            texts.append("pass")
    return texts


_LETTERS = {LAY: "+", LAY_FLAG: "*", STEP: "C", JUMP: "R"}


@dataclass(frozen=True, slots=True)
class Move:
    """A move's text taken apart: `island` is what slides or sinks, `to` the cell it leads to."""

    kind: Literal["lay", "flag", "step", "jump", "slide", "sink", "pass"]
    to: Cell = (0, 0)
    island: Cell = (0, 0)


def read_move(text: str) -> Move:
    """The move of a text, legal or not; ValueError when no move is written like that."""
    if text == "pass":
        return Move("pass")
    if len(text) <= _LONGEST:
        match = _TO.fullmatch(text)
        if match is not None:
            return Move(_KINDS[match[1]], (int(match[2]), int(match[3])))
        match = _FROM.fullmatch(text)
        if match is not None:
            island = int(match[1]), int(match[2])
            return Move("sink", island, island) if match[3] else Move("slide", (int(match[4]), int(match[5])), island)
    shown = repr(text if len(text) <= 60 else text[:60] + "…")
    raise ValueError(f"{shown} is no move of Hendeca; moves are {_MOVE_FORMS}")


_KINDS: dict[str, Literal["lay", "flag", "step", "jump"]] = {"+": "lay", "*": "flag", "C": "step", "R": "jump"}
_TO = re.compile(f"([+*CR]){_CELL.pattern}")
_FROM = re.compile(f"{_CELL.pattern}-(?:(x)|{_CELL.pattern})")
_MOVE_FORMS = "'+1,0' (lay a blank), '*1,0' (lay the flag), 'C1,1', 'R2,1', '0,1-2,2', '0,1-x' (sink) and 'pass'"


def turn_begins(states: States) -> bool:
    """Whether the player to act is at the start of a turn: not between a figure move and an island move."""
    return bool(states[0].phase != ISLAND)


def placed(states: States) -> tuple[int | None, ...]:
    """Both places once the game is over."""
    s = states[0]
    if s.phase != OVER:
        return None, None
    return (1, 2) if s.turn == 0 else (2, 1)


def parse(options: Options, text: str) -> States:
    """The position of a text; ValueError that says what is wrong."""
    shown = repr(text if len(text) <= _LONGEST else text[:60] + "…")
    if len(text) > _LONGEST:
        raise ValueError(f"{shown} is no Hendeca position: it has {len(text)} characters; expected {_FORM}")
    try:
        return _parse(options, text)
    except _BadTextError as error:
        raise ValueError(f"{shown} is no Hendeca position: {error}") from None


class _BadTextError(Exception):
    """What is wrong with a text."""


def _parse(options: Options, text: str) -> States:
    fields = text.split(" ")
    if len(fields) not in (4, 5):
        raise _BadTextError(f"it has {len(fields)} fields; expected {_FORM}, and the winner at the end when it is over")
    to_act, phase, last, winner = *fields[1:4], fields[4] if len(fields) == 5 else None
    states = start(options)
    s = states[0]
    marks = _read_islands(s, fields[0])
    if to_act not in ("w", "b", "-"):
        raise _BadTextError(f"the player to act is w or b, or - when the game is over, not {to_act!r}")
    if phase not in _PHASES:
        raise _BadTextError(f"the phase is setup, figure or island, not {phase!r}")
    if winner not in (None, "w", "b"):
        raise _BadTextError(f"the winner is w or b, not {winner!r}")
    if (to_act == "-") != (winner is not None):
        raise _BadTextError("a finished game has - as player to act and names the winner at the end; others do neither")
    s.phase = np.int8(_PHASES[phase])
    s.turn = np.int8(_PLAYERS.index(to_act if winner is None else winner))
    s.last = np.int8(_read_last(s, last))
    if phase == "setup":
        _check_setup(s, marks, to_act, last)
        return states
    missing = [_NAMES[figure] for figure in _FIGURES if figure not in marks]
    if missing:
        raise _BadTextError(f"{' and '.join(missing)} must stand on an island once all islands are laid")
    if phase == "figure":
        _check_end(states, winner)
    elif winner is not None:
        raise _BadTextError("a finished game has the phase figure, not island")
    return states


def _read_islands(s: State, field: str) -> dict[str, int]:
    """Write the islands and what is on them into the record; returns the island of each flag and figure."""
    words = field.split(";")
    if len(words) > ISLANDS:
        raise _BadTextError(f"it has {len(words)} islands; there are {ISLANDS}")
    cells: list[tuple[int, int]] = []
    marks: dict[str, int] = {}
    for i, word in enumerate(words):
        match = _ISLAND.fullmatch(word)
        if match is None or not (abs(int(match[1])) <= REACH and abs(int(match[2])) <= REACH):
            raise _BadTextError(
                f"{word!r} is no island; an island is x,y (whole numbers up to ±{REACH}, without spare zeros or signs), "
                "then w or b for a flag, then W, B or R for a figure"
            )
        cells.append((int(match[1]), int(match[2])))
        for letter in match[3] + match[4]:
            if letter in marks:
                raise _BadTextError(f"{_NAMES[letter]} is on two islands; there is only one")
            marks[letter] = i
    for before, after in itertools.pairwise(cells):
        if before == after:
            raise _BadTextError(f"two islands lie at {after[0]},{after[1]}; a cell holds one")
        if before[::-1] > after[::-1]:
            raise _BadTextError(f"{after[0]},{after[1]} comes too late; islands are sorted by y, then by x")
    xs, ys = zip(*cells, strict=True)
    if max(max(xs) - min(xs), max(ys) - min(ys)) >= SPAN:
        raise _BadTextError(f"the islands lie too far apart; they must fit into a square of {SPAN} × {SPAN} cells")
    if len(cells) - ("w" in marks) - ("b" in marks) > ISLANDS - 2:
        raise _BadTextError("more than nine islands bear no flag; there are nine blank islands")
    s.islands = np.int64(len(cells))
    s.x[: len(cells)], s.y[: len(cells)] = xs, ys
    s.flag[:] = [marks.get(letter, -1) for letter in _PLAYERS]
    s.figure[:] = [marks.get(letter, -1) for letter in _FIGURES]
    return marks


def _read_last(s: State, field: str) -> int:
    if field == "-":
        return -1
    match = _CELL.fullmatch(field)
    if match is not None:
        for i in range(s.islands):
            if s.x[i] == int(match[1]) and s.y[i] == int(match[2]):
                return i
    raise _BadTextError(f"the island moved last is the cell of an island, or -, not {field!r}")


def _check_setup(s: State, marks: dict[str, int], to_act: str, last: str) -> None:
    laid = int(s.islands) - 1
    if "R" not in marks:
        raise _BadTextError("Red is missing; she stands on the first island from the start")
    if laid == ISLANDS - 1:
        raise _BadTextError("all eleven islands are laid; the set-up is over")
    if to_act != _PLAYERS[laid % 2]:
        raise _BadTextError(f"with {laid} islands laid it is for {_PLAYERS[laid % 2]} to act, not {to_act}")
    if last != "-":
        raise _BadTextError(f"no island has been moved during the set-up: expected -, not {last!r}")
    for player, by_player in (("w", (laid + 1) // 2), ("b", laid // 2)):
        if player in marks and by_player == 0:
            raise _BadTextError(f"{_NAMES[player]} lies there before its owner has laid an island")
        if player not in marks and by_player == 5:
            raise _BadTextError(f"{_NAMES[player]} is missing, though its owner has laid all five islands")
    if ("W" in marks) != (laid == ISLANDS - 2):
        raise _BadTextError("White's figure comes with White's fifth island, when ten lie there: no sooner, no later")
    if "B" in marks:
        raise _BadTextError("Black's figure comes with the last island, which ends the set-up")


def _check_end(states: States, winner: str | None) -> None:
    s = states[0]
    if winner is not None:
        if at_outcome(states, 1 - int(s.turn)) != s.turn:
            raise _BadTextError(
                f"{winner} has not won: the winner is alone with Red on an archipelago, or, when nobody is, "
                "the other has no figure move"
            )
        s.phase = np.int8(OVER)
        return
    found = int(at_outcome(states, int(s.turn)))
    if found >= 0:
        raise _BadTextError(
            f"the game is over, {_PLAYERS[found]} has won; expected - as player to act and {_PLAYERS[found]} at the end"
        )
