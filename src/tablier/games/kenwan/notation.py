"""Ken Wan in text: positions such as ``5/1RYYY1/…/5 b byr -`` and moves such as ``E3-F5``."""

from __future__ import annotations

import numpy as np

from tablier.core.options import Options
from tablier.games.kenwan.hexagon import CELLS, CENTRE, INDEX, ROWS, distance, neighbour
from tablier.games.kenwan.rules import STATE, State, States, united

__all__ = ["board", "move_texts", "parse", "placed", "repetition_key", "start", "text", "turn_begins"]

_PIECES = "BYRbyr"
_COLOURS = "byr"
_FORM = "rows I to A with '/' between, who is to act, the played colours, the places given (or -)"
_BOX = 36
_LONGEST = 100  # no position's text is longer, and nobody wants to read a longer one back in an error
_TEXTS = [*(f"{source}-{target}" for source in CELLS for target in CELLS), "pass"]  # by code


def start(options: Options) -> States:
    """The start position."""
    states: States = np.zeros(1, STATE)
    s = states[0]
    s.players = np.int8(options["players"])
    owners = _sectors() if options["layout"] == "sectors" else _mosaic()
    for cell, colour in owners.items():
        s.colour[colour] |= np.uint64(1 << cell)
    return states


def _sectors() -> dict[int, int]:
    """Six triangles of six round the centre, opposite ones of one colour."""
    owners: dict[int, int] = {}
    for sector in range(6):
        for a in range(1, 4):
            for b in range(4 - a):
                owners[_walk(_walk(CENTRE, sector, a), sector + 1, b)] = sector % 3
    return owners


def _walk(cell: int, direction: int, steps: int) -> int:
    """The cell some steps further on, which must exist."""
    for _ in range(steps):
        found = neighbour(cell, direction)
        assert found is not None  # noqa: S101
        cell = found
    return cell


def _mosaic() -> dict[int, int]:
    """No two pieces of one colour touch: along every row and diagonal the colours take turns."""
    return {
        cell: (int(name[1]) + ord(name[0]) - ord("A") + 2) % 3
        for cell, name in enumerate(CELLS)
        if 1 <= distance(cell, CENTRE) <= 3
    }


def board(states: States) -> dict[int, str]:
    """The pieces by cell: ``B Y R`` whole, ``b y r`` half."""
    s = states[0]
    half = int(s.half)
    found: dict[int, str] = {}
    for colour, cells in enumerate(s.colour.tolist()):
        left = cells
        while left:
            low = left & -left
            found[low.bit_length() - 1] = _PIECES[colour + 3 if half & low else colour]
            left ^= low
    return found


def text(states: States) -> str:
    """The position's canonical text."""
    s = states[0]
    pieces = board(states)
    rows = []
    for names in reversed(ROWS):
        row, run = "", 0
        for cell in range(INDEX[names[0]], INDEX[names[0]] + len(names)):
            sign = "#" if cell == CENTRE else pieces.get(cell)
            if sign is None:
                run += 1
            else:
                row += f"{run or ''}{sign}"
                run = 0
        rows.append(f"{row}{run or ''}")
    place, out = s.place.tolist(), s.out.tolist()
    best = sorted((place[c], _COLOURS[c]) for c in range(s.players) if place[c] and not out[c])
    gone = sorted(((place[c], _COLOURS[c]) for c in range(s.players) if out[c]), reverse=True)
    given = "".join(colour for _, colour in best) or "-"
    if gone:
        given += "!" + "".join(colour for _, colour in gone)
    turn = "-" if s.turn < 0 else _COLOURS[s.turn]
    return f"{'/'.join(rows)} {turn} {_COLOURS[: s.players]} {given}"


def parse(options: Options, text: str) -> States:
    """The position of a text; ValueError that says what is wrong and what would be right."""
    if len(text) > _LONGEST:
        raise ValueError(f"a Ken Wan position has at most {_LONGEST} characters, not {len(text)}: {_FORM}")
    fields = text.split(" ")
    if len(fields) != 4:
        raise ValueError(f"{text!r} has {len(fields)} fields; a Ken Wan position has 4, one space apart: {_FORM}")
    players = int(options["players"])
    played = _COLOURS[:players]
    if fields[2] != played:
        raise ValueError(f"the played colours are {played!r} in this game ({players} players), not {fields[2]!r}")
    states: States = np.zeros(1, STATE)
    s = states[0]
    s.players = np.int8(players)
    _parse_board(s, fields[0])
    best, out = _parse_places(fields[3], played)
    for place, colour in enumerate(best):
        s.place[_COLOURS.index(colour)] = place + 1
    for place, colour in enumerate(out):
        s.place[_COLOURS.index(colour)] = players - place
        s.out[_COLOURS.index(colour)] = 1
        if s.colour[_COLOURS.index(colour)]:
            raise ValueError(f"{fields[3]!r} says that {colour} is out, but it still has pieces on the board")
    left = [colour for colour in played if colour not in best + out]
    if len(left) == 1:
        raise ValueError(
            f"only {left[0]} is without a place in {fields[3]!r}: it takes the place left, and to act is -"
        )
    if not left and not best:
        raise ValueError(f"{fields[3]!r} says that every colour is out; whoever moved last has a piece")
    _parse_turn(s, fields[1], left)
    if not left:
        _check_finished(s, best, out)
    for colour in left:
        cells = s.colour[_COLOURS.index(colour)]
        if not cells:
            raise ValueError(f"{colour} has no piece and no place: it must stand after '!' in the last field")
        if united(cells, s.half):
            raise ValueError(f"{colour} is united, all whole and in one group: its place must stand in {fields[3]!r}")
    return states


def _parse_board(s: State, given: str) -> None:
    rows = given.split("/")
    if len(rows) != len(ROWS):
        raise ValueError(f"the board {given!r} has {len(rows)} rows; it needs {len(ROWS)}, I to A, with '/' between")
    for names, row in zip(reversed(ROWS), rows, strict=True):
        letter = names[0][0]
        signs = ""
        for i, sign in enumerate(row):
            if sign in "123456789":
                if i and row[i - 1] in "123456789":
                    raise ValueError(f"row {letter} is {row!r}: write a run of empty cells as one digit")
                signs += "." * int(sign)
            elif sign in "BYRbyr#":
                signs += sign
            else:
                raise ValueError(f"row {letter} is {row!r}: {sign!r} is none of B Y R b y r, the digits 1 to 9 and #")
        if len(signs) != len(names):
            raise ValueError(f"row {letter} is {row!r}, {len(signs)} cells; it has {len(names)}")
        for name, sign in zip(names, signs, strict=True):
            cell = INDEX[name]
            if (sign == "#") != (cell == CENTRE):
                raise ValueError(f"row {letter} is {row!r}: # stands for the closed cell E5, there and nowhere else")
            if sign in _PIECES:
                kind = _PIECES.index(sign)
                s.colour[kind % 3] |= np.uint64(1 << cell)
                if kind >= 3:
                    s.half |= np.uint64(1 << cell)
    pieces = sum(word.bit_count() for word in s.colour.tolist())
    if pieces > _BOX:
        raise ValueError(f"there are {pieces} pieces on the board; the box holds {_BOX}")


def _parse_places(given: str, played: str) -> tuple[str, str]:
    """The colours with a place, best first, and the colours out, first out first."""
    head, mark, out = given.partition("!")
    best = "" if head == "-" else head
    listed = best + out
    if not head or (mark and not out) or len(set(listed)) < len(listed) or any(sign not in played for sign in listed):
        raise ValueError(
            f"the places are {given!r}; they are colours of {played!r}, each at most once, best first, or - for none; "
            "colours out without a piece follow after '!'"
        )
    return best, out


def _parse_turn(s: State, given: str, left: list[str]) -> None:
    if not left:
        if given != "-":
            raise ValueError(f"every colour has its place, so the game is over and to act is '-', not {given!r}")
        s.turn = np.int8(-1)
    elif given in left:
        s.turn = np.int8(_COLOURS.index(given))
    else:
        raise ValueError(f"to act is one of the colours still in the game, {' or '.join(left)}, not {given!r}")


def _check_finished(s: State, best: str, out: str) -> None:
    """Whether the last move can have ended the game: whoever took the best place left over has a piece, and when nobody is
    out, the colour before it has been united by that move."""
    if not s.colour[_COLOURS.index(best[-1])]:
        raise ValueError(f"the game is not over like that: {best[-1]} has no piece and would stand after '!'")
    if not out and not united(s.colour[_COLOURS.index(best[-2])], s.half):
        raise ValueError(f"the game is not over: {best[-2]}, the last to take a place by uniting, is not united")


def move_texts(states: States, moves: list[int]) -> list[str]:  # noqa: ARG001
    """The texts of moves, in the same order."""
    return [_TEXTS[move] for move in moves]


def turn_begins(states: States) -> bool:  # noqa: ARG001
    """Always: a turn is one move."""
    return True


def placed(states: States) -> tuple[int | None, ...]:
    """Each player's place so far, None for players still in the game."""
    s = states[0]
    return tuple(place or None for place in s.place.tolist()[: s.players])


def repetition_key(states: States) -> str:
    """The text: a position has no memory besides."""
    return text(states)
