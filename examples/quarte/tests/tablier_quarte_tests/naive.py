"""Quarte a second time, with plain dicts, straight from the rules and sharing nothing with the compiled ones: the oracle."""

from __future__ import annotations

from typing import NamedTuple

Options = dict[str, int | bool | str]

OPTION_SETS: list[Options] = [{}]
COLUMNS = "abcdef"
WHITE, BLACK = 0, 1


class State(NamedTuple):
    """Whose stone lies where, by the cell's name, and who moved last."""

    stones: dict[str, int]
    last: int


def start(_options: Options) -> State:
    """The empty board; White begins."""
    return State({}, BLACK)


def cells() -> list[str]:
    """All cells, sorted."""
    return [f"{column}{row}" for column in COLUMNS for row in range(1, 7)]


def has_four(s: State, player: int) -> bool:
    """Whether a player has four stones in a row."""
    own = {(COLUMNS.index(cell[0]), int(cell[1])) for cell, owner in s.stones.items() if owner == player}
    for x, y in own:
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all((x + right * k, y + up * k) in own for k in range(4)):
                return True
    return False


def to_act(s: State) -> int | None:
    """The player to act, None when the game is over."""
    return None if has_four(s, s.last) or len(s.stones) == 36 else 1 - s.last


def moves(s: State) -> list[str]:
    """The legal moves, sorted."""
    return [] if to_act(s) is None else [cell for cell in cells() if cell not in s.stones]


def play(s: State, move: str) -> State:
    """The position after a legal move."""
    return State({**s.stones, move: 1 - s.last}, 1 - s.last)


def places(s: State) -> tuple[int, ...] | None:
    """Each player's place, None while the game goes on."""
    if to_act(s) is not None:
        return None
    if not has_four(s, s.last):
        return (1, 1)
    return (1, 2) if s.last == WHITE else (2, 1)


def text(s: State) -> str:
    """The position's text."""
    rows = []
    for row in range(6, 0, -1):
        rows.append("".join({None: ".", WHITE: "w", BLACK: "b"}[s.stones.get(f"{c}{row}")] for c in COLUMNS))
    acting = to_act(s)
    return f"{'/'.join(rows)} {'-' if acting is None else 'wb'[acting]}"


def parse(_options: Options, given: str) -> State:
    """The position of a text; ValueError when it is none."""
    fields = given.split(" ")
    if len(fields) != 2:
        raise ValueError("two fields are wanted")
    rows = fields[0].split("/")
    if [len(row) for row in rows] != [6] * 6 or not set("".join(rows)) <= set(".wb"):
        raise ValueError("six rows of six are wanted")
    stones = {}
    for number, row in zip(range(6, 0, -1), rows, strict=True):
        for column, sign in zip(COLUMNS, row, strict=True):
            if sign != ".":
                stones[f"{column}{number}"] = "wb".index(sign)
    whites = list(stones.values()).count(WHITE)
    more = whites - (len(stones) - whites)
    if more not in (0, 1):
        raise ValueError("nobody lays two stones in a turn")
    found = State(stones, WHITE if more == 1 else BLACK)
    if has_four(found, 1 - found.last):
        raise ValueError("the game was over before")
    if text(found) != given:
        raise ValueError("another player is to act")
    return found
