"""A naive second implementation of Ken Wan, written sentence by sentence from the rules page.

It exists to be obviously right, not fast: the compiled rules are compared with it move by move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Options = dict[str, int | bool | str]

OPTION_SETS: list[Options] = [
    {"players": players, "layout": layout} for players in (2, 3) for layout in ("sectors", "mosaic")
]

# --- the board -------------------------------------------------------------------------------------------------------

ROWS = "ABCDEFGHI"  # bottom to top
NUMBERS: dict[str, tuple[int, int]] = {  # first and last number of each row
    "A": (1, 5),
    "B": (1, 6),
    "C": (1, 7),
    "D": (1, 8),
    "E": (1, 9),
    "F": (2, 9),
    "G": (3, 9),
    "H": (4, 9),
    "I": (5, 9),
}
CENTRE = "E5"  # closed to everyone
ROW_CELLS: dict[str, list[str]] = {
    row: [f"{row}{number}" for number in range(first, last + 1)] for row, (first, last) in NUMBERS.items()
}
CELLS: list[str] = [cell for row in ROWS for cell in ROW_CELLS[row] if cell != CENTRE]

# Direction 0 is a step right, then anticlockwise: (change of row, change of number).
DIRECTIONS: list[tuple[int, int]] = [(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)]


def _step(cell: str, direction: int, count: int = 1) -> str | None:
    """The cell `count` steps away in a direction, None when it is off the board (the centre counts as on it)."""
    row_change, number_change = DIRECTIONS[direction % 6]
    row = ROWS.index(cell[0]) + count * row_change
    number = int(cell[1]) + count * number_change
    if not 0 <= row < len(ROWS):
        return None
    first, last = NUMBERS[ROWS[row]]
    if not first <= number <= last:
        return None
    return f"{ROWS[row]}{number}"


def _neighbours(cell: str) -> list[str]:
    found: list[str] = []
    for direction in range(6):
        other = _step(cell, direction)
        if other is not None and other != CENTRE:
            found.append(other)
    return found


NEIGHBOURS: dict[str, list[str]] = {cell: _neighbours(cell) for cell in CELLS}

# --- the pieces ------------------------------------------------------------------------------------------------------

# A colour is "b", "y" or "r". A piece is the colour's letter, upper case when whole and lower case when half.
COLOURS = "byr"  # play order
BOX = 36  # pieces in the box

Board = dict[str, str]  # cell -> piece, empty cells are absent


def _whole(colour: str) -> str:
    return colour.upper()


def _half(colour: str) -> str:
    return colour


def _colour(piece: str) -> str:
    return piece.lower()


def _is_whole(piece: str) -> bool:
    return piece.isupper()


@dataclass(frozen=True)
class State:
    players: int
    layout: str
    pieces: frozenset[tuple[str, str]]  # (cell, piece)
    turn: str | None  # the colour to act, None when the game is over
    placed: str  # colours that have a place, best first, without those that are out
    out: str  # colours that went out with no piece, in the order they went out


def _check_options(options: Options) -> tuple[int, str]:
    for name in options:
        if name not in ("players", "layout"):
            raise ValueError(f"unknown option {name!r}")
    players = options.get("players")
    layout = options.get("layout")
    if isinstance(players, bool) or not isinstance(players, int) or players not in (2, 3):
        raise ValueError(f"players must be 2 or 3, not {players!r}")
    if not isinstance(layout, str) or layout not in ("sectors", "mosaic"):
        raise ValueError(f"layout must be sectors or mosaic, not {layout!r}")
    return players, layout


def _played(players: int) -> str:
    return COLOURS[:players]


# --- the start -------------------------------------------------------------------------------------------------------


def _sectors() -> Board:
    board: Board = {}
    for sector in range(6):
        for a in range(1, 4):
            for b in range(4 - a):
                cell = _step(CENTRE, sector, a)
                assert cell is not None
                cell = _step(cell, sector + 1, b)
                assert cell is not None
                assert cell not in board
                board[cell] = _whole({0: "b", 3: "b", 1: "y", 4: "y", 2: "r", 5: "r"}[sector])
    return board


def _mosaic() -> Board:
    near = {CENTRE}
    for _ in range(3):  # every cell at distance 3 or less from the centre
        for cell in list(near):
            for direction in range(6):
                other = _step(cell, direction)
                assert other is not None
                near.add(other)
    near.remove(CENTRE)
    return {cell: _whole({1: "b", 2: "y", 0: "r"}[(int(cell[1]) + ROWS.index(cell[0])) % 3]) for cell in near}


def start(options: Options) -> State:
    players, layout = _check_options(options)
    board = _sectors() if layout == "sectors" else _mosaic()
    return State(players, layout, frozenset(board.items()), "b", "", "")


# --- groups ----------------------------------------------------------------------------------------------------------


def _connected_part(cells: set[str], cell: str) -> set[str]:
    """The cells of the set that can be reached from one of them by steps inside the set."""
    part = {cell}
    todo = [cell]
    while todo:
        for other in NEIGHBOURS[todo.pop()]:
            if other in cells and other not in part:
                part.add(other)
                todo.append(other)
    return part


def _is_connected(cells: set[str]) -> bool:
    return len(cells) > 0 and _connected_part(cells, next(iter(cells))) == cells


def _cells_of(board: Board, colour: str) -> set[str]:
    return {cell for cell, piece in board.items() if _colour(piece) == colour}


def _is_united(board: Board, colour: str) -> bool:
    cells = _cells_of(board, colour)
    return len(cells) > 0 and all(_is_whole(board[cell]) for cell in cells) and _is_connected(cells)


# --- moves -----------------------------------------------------------------------------------------------------------


def _empty_cells_next_to(board: Board, cells: Iterable[str], left: str) -> set[str]:
    """Empty cells next to at least one of the cells, without the cell the piece has left."""
    return {other for cell in cells for other in NEIGHBOURS[cell] if other not in board and other != left}


def _landings(board: Board, cell: str) -> set[str]:
    """Where the piece on a cell may land."""
    piece = board[cell]
    colour = _colour(piece)
    group = _connected_part(_cells_of(board, colour), cell)
    rest = group - {cell}
    others = {other: held for other, held in board.items() if other != cell}  # the board with the piece in the hand
    if rest:
        if not _is_whole(piece):
            return set()  # 2. a half piece of a group never moves
        if not _is_connected(rest):
            return set()  # 1. the rest of the group must stay connected
        return _empty_cells_next_to(others, rest, cell)
    if _is_whole(piece):
        return _empty_cells_next_to(others, others, cell)  # 3. next to any piece
    return _empty_cells_next_to(others, _cells_of(others, colour), cell)  # 4. next to its own colour


def moves(s: State) -> list[str]:
    if s.turn is None:
        return []
    board = dict(s.pieces)
    found = [f"{cell}-{to}" for cell in _cells_of(board, s.turn) for to in _landings(board, cell)]
    return sorted(found) if found else ["pass"]


def _land(board: Board, cell: str, to: str) -> Board:
    """The board after the piece on a cell has landed on another."""
    after = dict(board)
    piece = after.pop(cell)
    after[to] = piece
    if not _is_whole(piece):
        return after  # a landing half piece changes nothing around it
    mover = _colour(piece)
    for other in NEIGHBOURS[to]:
        if other not in after:
            continue
        neighbour = after[other]
        if not _is_whole(neighbour):
            after[other] = _whole(mover)
        elif _colour(neighbour) != mover:
            after[other] = _half(mover)
    return after


def _after(colour: str, played: str) -> list[str]:
    """The other played colours in play order, starting after a colour."""
    index = played.index(colour)
    return list(played[index + 1 :] + played[:index])


def play(s: State, move: str) -> State:
    if s.turn is None:
        raise ValueError(f"illegal move {move!r}: the game is over")
    if move not in moves(s):
        raise ValueError(f"illegal move {move!r}")
    return _play_legal(s, s.turn, move)


def _play_legal(s: State, mover: str, move: str) -> State:
    played = _played(s.players)
    board = dict(s.pieces)
    if move != "pass":
        cell, to = move.split("-")
        board = _land(board, cell, to)
    placed = s.placed
    out = s.out
    # 1. every other united colour
    for colour in _after(mover, played):
        if colour not in placed + out and _is_united(board, colour):
            placed += colour
    # 2. the mover's colour
    if _is_united(board, mover):
        placed += mover
    # 3. colours left with no piece
    for colour in _after(mover, played):
        if colour not in placed + out and not _cells_of(board, colour):
            out += colour
    # the player left over
    remaining = [colour for colour in played if colour not in placed + out]
    if len(remaining) == 1:
        placed += remaining[0]
        remaining = []
    turn: str | None = None
    if remaining:
        turn = next(colour for colour in [*_after(mover, played), mover] if colour in remaining)
    return State(s.players, s.layout, frozenset(board.items()), turn, placed, out)


def to_act(s: State) -> int | None:
    return None if s.turn is None else COLOURS.index(s.turn)


def places(s: State) -> tuple[int, ...] | None:
    if s.turn is not None:
        return None
    place: dict[str, int] = {}
    for index, colour in enumerate(s.placed):
        place[colour] = index + 1  # the best place first
    for index, colour in enumerate(s.out):
        place[colour] = s.players - index  # the first to go out has the worst place
    return tuple(place[colour] for colour in _played(s.players))


# --- position text ---------------------------------------------------------------------------------------------------


def text(s: State) -> str:
    board = dict(s.pieces)
    rows: list[str] = []
    for row in reversed(ROWS):
        line = ""
        empty = 0
        for cell in ROW_CELLS[row]:
            if cell != CENTRE and cell not in board:
                empty += 1
                continue
            if empty:
                line += str(empty)
                empty = 0
            line += "#" if cell == CENTRE else board[cell]
        if empty:
            line += str(empty)
        rows.append(line)
    last = s.placed or "-"
    if s.out:
        last += "!" + s.out
    return f"{'/'.join(rows)} {s.turn or '-'} {_played(s.players)} {last}"


def _parse_row(row: str, line: str, board: Board) -> None:
    cells = list(ROW_CELLS[row])
    after_digit = False
    for character in line:
        if character in "123456789":
            if after_digit:
                raise ValueError(f"row {row}: two digits in a row in {line!r}")
            after_digit = True
            for _ in range(int(character)):
                if not cells:
                    raise ValueError(f"row {row}: too many cells in {line!r}")
                if cells.pop(0) == CENTRE:
                    raise ValueError(f"row {row}: the centre must be '#' in {line!r}")
            continue
        after_digit = False
        if character not in "BYRbyr#":
            raise ValueError(f"row {row}: unknown character {character!r}")
        if not cells:
            raise ValueError(f"row {row}: too many cells in {line!r}")
        cell = cells.pop(0)
        if (character == "#") != (cell == CENTRE):
            raise ValueError(f"row {row}: '#' must stand on {CENTRE} and nothing else may, in {line!r}")
        if character != "#":
            board[cell] = character
    if cells:
        raise ValueError(f"row {row}: too few cells in {line!r}")


def parse(options: Options, text: str) -> State:
    players, layout = _check_options(options)
    played = _played(players)
    fields = text.split(" ")
    if len(fields) != 4:
        raise ValueError("a position has four fields with one space between")
    lines = fields[0].split("/")
    if len(lines) != len(ROWS):
        raise ValueError(f"a board has {len(ROWS)} rows, not {len(lines)}")
    board: Board = {}
    for row, line in zip(reversed(ROWS), lines, strict=True):
        _parse_row(row, line, board)
    if len(board) > BOX:
        raise ValueError(f"{len(board)} pieces on the board, the box holds {BOX}")
    if fields[2] not in ("by", "byr"):
        raise ValueError(f"played colours must be by or byr, not {fields[2]!r}")
    if fields[2] != played:
        raise ValueError(f"the position is for other players: {fields[2]!r}, not {played!r}")

    placed, mark, out = fields[3].partition("!")
    if mark and not out:
        raise ValueError("nothing after '!'")
    if not placed:
        raise ValueError("no places: '-' is missing")
    if placed == "-":
        placed = ""
    for colour in placed + out:
        if colour not in played:
            raise ValueError(f"{colour!r} in the places is not a played colour")
        if (placed + out).count(colour) != 1:
            raise ValueError(f"{colour!r} stands twice in the places")
    for colour in out:
        if _cells_of(board, colour):
            raise ValueError(f"{colour!r} is out but has pieces")

    remaining = [colour for colour in played if colour not in placed + out]
    turn = fields[1]
    if turn not in ("b", "y", "r", "-"):
        raise ValueError(f"to act must be b, y, r or -, not {turn!r}")
    if len(remaining) == 1:
        raise ValueError(f"only {remaining[0]!r} has no place: the game is over and the place must be given")
    if not remaining:
        if not placed:
            raise ValueError("somebody must be left: not everyone can be out")
        if turn != "-":
            raise ValueError("the game is over: to act must be '-'")
        _check_finished(board, placed, out)
        return State(players, layout, frozenset(board.items()), None, placed, out)
    if turn not in remaining:
        raise ValueError(f"to act must be a colour still in the game, not {turn!r}")
    for colour in remaining:
        if not _cells_of(board, colour):
            raise ValueError(f"{colour!r} has no piece and is not out")
        if _is_united(board, colour):
            raise ValueError(f"{colour!r} is united and has no place")
    return State(players, layout, frozenset(board.items()), turn, placed, out)


def _check_finished(board: Board, placed: str, out: str) -> None:
    """A finished position looks finished: the last move gave the last place to somebody with a piece (whoever has none
    is out), and if nobody is out, then because the colour placed before it is united."""
    if not _cells_of(board, placed[-1]):
        raise ValueError(f"{placed[-1]!r} was still in the game at the end, but has no piece")
    if not out and not _is_united(board, placed[-2]):
        raise ValueError(f"{placed[-2]!r} ended the game, but is not united")


# --- counting --------------------------------------------------------------------------------------------------------


def perft(s: State, depth: int) -> int:
    if depth == 0:
        return 1
    legal = moves(s)
    if depth == 1:
        return len(legal)
    if s.turn is None:
        return 0
    return sum(perft(_play_legal(s, s.turn, move), depth - 1) for move in legal)
