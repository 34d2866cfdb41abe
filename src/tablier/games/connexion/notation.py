"""Connexion in text: positions such as ``888888/000000/000000/000000/000000/444444 w -``, moves such as ``c3+`` and ``a1-b3``."""

from __future__ import annotations

import numpy as np

from tablier.core.options import Options
from tablier.games.connexion.board import BLACK, WHITE, Board
from tablier.games.connexion.rules import CODES, HALF, LEFT, NOBODY, RIGHT, STATE, STEPS, States
from tablier.games.connexion.square import CELLS, INDEX, NAMES, SIZE

__all__ = ["board", "move_texts", "parse", "placed", "repetition_key", "start", "text", "turn_begins"]

START = "888888/000000/000000/000000/000000/444444 w -"
PAWNS = 6

_DIGITS = "0123456789abcdef"
_PLAYERS = "wb"
_NAMES_OF = ("white", "black")
_ROWS = tuple(tuple(column * SIZE + row for column in range(SIZE)) for row in reversed(range(SIZE)))
_SUFFIXES = {HALF: "*", RIGHT: "+", LEFT: "-", **{STEPS + plate: f"-{NAMES[plate]}" for plate in CELLS}}
_MOVES = tuple(NAMES[plate] + _SUFFIXES[action] for plate in CELLS for action in range(CODES))
_WANTED = f"a position looks like {START!r}: rows 6 to 1, to act (w or b), protected plates or '-'"


def start(options: Options) -> States:
    """The start position."""
    return _states(_read(options, START))


def parse(options: Options, text: str) -> States:
    """The position of a text; ValueError that says what is wrong and what would be right."""
    given = repr(text) if len(text) <= 100 else f"{text[:100]!r}… ({len(text)} characters)"
    try:
        return _states(_read(options, text))
    except ValueError as error:
        raise ValueError(f"no position of connexion: {given}: {error}") from None


def _read(options: Options, text: str) -> Board:
    fields = text.split(" ", 4)
    if len(fields) not in (3, 4):
        raise ValueError(f"3 fields with single spaces between are wanted, or 4 when the game is over; {_WANTED}")
    orientation, pawns = _read_rows(fields[0])
    acting, protected = fields[1], _read_protected(fields[2])
    if acting not in ("w", "b", "-"):
        raise ValueError(f"to act is w or b, or - when the game is over, not {_short(acting)}")
    if (acting == "-") != (len(fields) == 4):
        raise ValueError("when to act is -, and only then, a fourth field names the winner, w or b")
    if len(fields) == 4 and fields[3] not in ("w", "b"):
        raise ValueError(f"the winner is w or b, not {_short(fields[3])}")
    found = Board(
        orientation,
        pawns,
        protected,
        options["protection"] == "new",
        None if acting == "-" else _PLAYERS.index(acting),
        _PLAYERS.index(fields[3]) if len(fields) == 4 else None,
    )
    _check_pawns(found)
    _check_protected(found)
    return found


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:20] + "…")


def _read_rows(text: str) -> tuple[tuple[int, ...], tuple[frozenset[int], frozenset[int]]]:
    rows = text.split("/", SIZE)
    if len(rows) != SIZE or any(len(row) != SIZE for row in rows):
        raise ValueError(f"6 rows of 6 plates with / between are wanted, not {_short(text)}; {_WANTED}")
    orientation = [0] * len(CELLS)
    pawns: tuple[set[int], set[int]] = (set(), set())
    for row, plates in zip(rows, _ROWS, strict=True):
        for character, plate in zip(row, plates, strict=True):
            digit = _DIGITS.find(character)
            if digit < 0:
                raise ValueError(f"a plate is a digit 0 to 9 or a to f, not {character!r} on {NAMES[plate]}")
            orientation[plate] = digit % 4
            for player in (WHITE, BLACK):
                if digit & (4 << player):
                    pawns[player].add(plate)
    return tuple(orientation), (frozenset(pawns[WHITE]), frozenset(pawns[BLACK]))


def _read_protected(text: str) -> frozenset[int]:
    if text == "-":
        return frozenset()
    names = [text[i : i + 2] for i in range(0, min(len(text), 8), 2)]
    if len(names) not in (2, 3) or any(name not in INDEX for name in names) or names != sorted(set(names)):
        raise ValueError(
            f"protected are two or three plates, sorted and run together like b3c3c4, or -, not {_short(text)}"
        )
    return frozenset(INDEX[name] for name in names)


def _check_pawns(found: Board) -> None:
    for player, name in enumerate(_NAMES_OF):
        pawns = found.pawns[player]
        if len(pawns) > PAWNS:
            raise ValueError(f"there are {len(pawns)} {name} pawns; the box holds {PAWNS}")
        for plate in sorted(pawns):
            if found.way_out(plate, player) is not None:
                raise ValueError(f"the {name} pawn on {NAMES[plate]} is connected to its exit: it must have left")
        if found.winner is None and not pawns:
            raise ValueError(
                f"{name} has no pawn left: the game is over, to act is - and a fourth field names the winner"
            )
    if found.winner is not None and found.pawns[found.winner]:
        raise ValueError(f"{_NAMES_OF[found.winner]} has pawns left and cannot have won")


def _check_protected(found: Board) -> None:
    """What is protected goes back to a turn by the opponent of the player to act. When the game is over either may have
    turned last, except that one who took out both colours lost."""
    if found.to_act is not None:
        turned = [1 - found.to_act]
    elif found.winner is not None and not found.pawns[1 - found.winner]:
        turned = [1 - found.winner]
    else:
        turned = [WHITE, BLACK]
    if found.protected and not any(_by_turning(found, plate, player) for plate in found.protected for player in turned):
        names = "".join(NAMES[plate] for plate in sorted(found.protected))
        colours = " or ".join(_NAMES_OF[player] for player in turned)
        which = "one or both of the" if found.only_new else "all one or two"
        raise ValueError(
            f"{names} cannot be protected: protected is the plate {colours} turned last with {which} plates "
            f"its {colours} triangle is connected to, or -"
        )


def _by_turning(found: Board, plate: int, player: int) -> bool:
    """Whether what is protected can come from the player's turn of the plate: which connections are new it does not show."""
    others, joined = found.protected - {plate}, found.connected(plate, player)
    return others.issubset(joined) if found.only_new else others == set(joined)


def _word(plates: frozenset[int]) -> np.uint64:
    return np.uint64(sum(1 << plate for plate in plates))


def _plates(word: np.uint64) -> frozenset[int]:
    bits = int(word)
    return frozenset(plate for plate in CELLS if bits >> plate & 1)


def _states(found: Board) -> States:
    states: States = np.zeros(1, STATE)
    s = states[0]
    s.north = _word(frozenset(plate for plate in CELLS if found.orientation[plate] in (0, 1)))
    s.west = _word(frozenset(plate for plate in CELLS if found.orientation[plate] in (0, 3)))
    s.pawns[:] = [_word(pawns) for pawns in found.pawns]
    s.protected = _word(found.protected)
    s.only_new = np.int8(found.only_new)
    s.turn = np.int8(WHITE if found.to_act is None else found.to_act)
    s.winner = np.int8(NOBODY if found.winner is None else found.winner)
    return states


def board(states: States) -> Board:
    """The position as plain Python values."""
    s = states[0]
    north, west = _plates(s.north), _plates(s.west)
    winner = int(s.winner)
    return Board(
        tuple((0 if plate in west else 1) if plate in north else (3 if plate in west else 2) for plate in CELLS),
        (_plates(s.pawns[WHITE]), _plates(s.pawns[BLACK])),
        _plates(s.protected),
        bool(s.only_new),
        int(s.turn) if winner == NOBODY else None,
        None if winner == NOBODY else winner,
    )


def text(states: States) -> str:
    """The position's canonical text."""
    found = board(states)
    white, black = found.pawns
    rows = "/".join(
        "".join(_DIGITS[found.orientation[plate] + 4 * (plate in white) + 8 * (plate in black)] for plate in row)
        for row in _ROWS
    )
    protected = "".join(NAMES[plate] for plate in sorted(found.protected)) or "-"
    if found.winner is not None:
        return f"{rows} - {protected} {_PLAYERS[found.winner]}"
    return f"{rows} {'-' if found.to_act is None else _PLAYERS[found.to_act]} {protected}"


def move_texts(_states: States, moves: list[int]) -> list[str]:
    """The canonical texts of moves."""
    return [_MOVES[move] for move in moves]


def turn_begins(_states: States) -> bool:
    """Every move is a turn."""
    return True


def placed(states: States) -> tuple[int | None, ...]:
    """Nobody has a place before the game is over."""
    winner = int(states[0].winner)
    return (None, None) if winner == NOBODY else ((1, 2) if winner == WHITE else (2, 1))


def repetition_key(states: States) -> str:
    """The same position is the same text: what is protected belongs to it."""
    return text(states)
