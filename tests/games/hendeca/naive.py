"""A naive second implementation of Hendeca, written sentence by sentence from the rules page.

It is the oracle for the real rules, so it is plain on purpose: cells are pairs, islands are a set, and everything is
worked out anew each time it is asked for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

Options = dict[str, int | bool | str]
Cell = tuple[int, int]

OPTION_SETS: list[Options] = [{"sinking": False}, {"sinking": True}]

WHITE, BLACK = 0, 1
LETTER = "wb"  # the letter of a player to act, of a flag, of a winner

ISLANDS_IN_BOX = 11
BLANKS_IN_BOX = 9
LAID_BY_EACH = 5  # the flag and four blanks
BLANKS_OF_EACH = 4

SQUARE = 4000  # all islands must fit into a square of this many cells a side
FARTHEST = 1_000_000  # no coordinate beyond this, either side of zero
SMALL_BOX = 30  # up to this side the sea is flooded as it is; see `squeeze` for wider maps


@dataclass(frozen=True)
class State:
    """A position. Flags and figures that are not on the table are None."""

    sinking: bool
    islands: frozenset[Cell]
    flags: tuple[Cell | None, Cell | None]  # of White, of Black
    figures: tuple[Cell | None, Cell | None]  # of White, of Black
    red: Cell
    turn: int | None  # None when the game is over
    phase: str  # "setup", "figure" or "island"
    last: Cell | None  # where the island lies that the player not to act moved in their last turn
    winner: int | None = None


# ---------------------------------------------------------------- the map


def neighbours(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y + 1), (x - 1, y - 1)]


def archipelago(islands: frozenset[Cell], cell: Cell) -> frozenset[Cell]:
    """The maximal connected set of islands that holds this one."""
    found = {cell}
    todo = [cell]
    while todo:
        for n in neighbours(todo.pop()):
            if n in islands and n not in found:
                found.add(n)
                todo.append(n)
    return frozenset(found)


def fits(islands: frozenset[Cell]) -> bool:
    """Whether the islands lie where a text may have them."""
    xs = [x for x, _ in islands]
    ys = [y for _, y in islands]
    if max(xs) - min(xs) + 1 > SQUARE or max(ys) - min(ys) + 1 > SQUARE:
        return False
    return all(abs(n) <= FARTHEST for n in xs + ys)


# ---------------------------------------------------------------- sliding


def may_step(islands: frozenset[Cell], a: Cell, b: Cell) -> bool:
    """Whether an island may slide from cell a to its neighbour b, past these (other) islands."""
    if b in islands:
        return False
    both = [c for c in neighbours(a) if c in neighbours(b)]
    assert len(both) == 2
    return not (both[0] in islands and both[1] in islands)


def flood(others: frozenset[Cell], origin: Cell) -> set[Cell]:
    """The cells that an island lifted out of `origin` slides to, within the box of all the islands plus a margin of 2.

    The box is enough, because outside the box of the islands no step is ever barred. Take the side x > max x. A step
    has two cells next to both its ends, and they lie on opposite sides of the step, so for any step with both ends on
    that side at least one of the two has an x no smaller than that of the end nearer to the box: it is no island. So
    each of the four sides is all one open sea, neighbouring sides overlap in a corner, and the sea outside the box is
    one piece. The margin goes all around the box and is part of that piece, in one piece itself: a way that leaves the
    margin and comes back can be replaced by one that stays within it.
    """
    everything = others | {origin}
    left, right = min(x for x, _ in everything) - 2, max(x for x, _ in everything) + 2
    low, high = min(y for _, y in everything) - 2, max(y for _, y in everything) + 2
    found = {origin}
    todo = [origin]
    while todo:
        cell = todo.pop()
        for n in neighbours(cell):
            if left <= n[0] <= right and low <= n[1] <= high and n not in found and may_step(others, cell, n):
                found.add(n)
                todo.append(n)
    return found


def squeeze(taken: list[int], value: int) -> int:
    """The new number of a column (or row), when every gap of more than 3 empty ones is cut down to 3.

    `taken` are the columns that hold an island, sorted. The first empty column of a gap, the last, and the ones
    between (all of them becoming one) stay apart, so islands and the cells next to islands keep distinct numbers and
    neighbouring ones stay neighbouring. Columns outside the outermost islands keep their distance to them.

    Why this changes nothing about sliding: a gap of 2 or more empty columns is one open piece of sea of endless
    height. (A step inside it has two cells next to both its ends, on opposite sides of it; a step along a column has
    one on the left and one on the right, of which at most one is outside the gap; for any other step both lie in the
    columns of its two ends.) Steps that lead into the gap or lie outside depend on the columns left of the gap and its
    first columns, or on those right of it and its last columns, never on both. So nothing but "the gap is one open
    piece" matters about its width, and that is as true of 3 columns as of 3000. The same holds for rows.
    """
    if value <= taken[0]:
        return value - taken[0]
    number = 0
    for before, after in pairwise(taken):
        width = after - before - 1  # empty columns in between
        if value < after:
            step = value - before  # 1 is the first empty column, width the last
            if width <= 3 or step <= 1:
                return number + step
            return number + (3 if step == width else 2)
        number += min(width, 3) + 1
    return number + value - taken[-1]


def slides(islands: frozenset[Cell], origin: Cell, wanted: set[Cell]) -> set[Cell]:
    """Those of the wanted cells (each next to an island) that the island at `origin` can slide to."""
    columns = sorted({x for x, _ in islands})
    rows = sorted({y for _, y in islands})
    others = islands - {origin}
    if columns[-1] - columns[0] < SMALL_BOX and rows[-1] - rows[0] < SMALL_BOX:
        return wanted & flood(others, origin)
    return squeezed_slides(islands, origin, wanted)


def squeezed_slides(islands: frozenset[Cell], origin: Cell, wanted: set[Cell]) -> set[Cell]:
    """The same on a map whose wide empty columns and rows have been narrowed."""
    columns = sorted({x for x, _ in islands})
    rows = sorted({y for _, y in islands})

    def narrow(cell: Cell) -> Cell:
        return squeeze(columns, cell[0]), squeeze(rows, cell[1])

    reached = flood(frozenset(narrow(c) for c in islands - {origin}), narrow(origin))
    return {c for c in wanted if narrow(c) in reached}


# ---------------------------------------------------------------- moves


def cell_text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def occupied(s: State) -> set[Cell]:
    return {c for c in (*s.figures, s.red) if c is not None}


def laid_by(count: int, player: int) -> int:
    """How many islands the player has laid when `count` islands lie on the table, Red's included."""
    laid = count - 1
    return (laid + 1) // 2 if player == WHITE else laid // 2


def lays(s: State) -> dict[str, State]:
    player = s.turn
    assert player is not None
    flag_laid = s.flags[player] is not None
    blanks_laid = laid_by(len(s.islands), player) - (1 if flag_laid else 0)
    result = {}
    for cell in {n for c in s.islands for n in neighbours(c)} - s.islands:
        islands = s.islands | {cell}
        if not fits(islands):
            continue
        figures = s.figures
        if laid_by(len(islands), player) == LAID_BY_EACH:
            figures = put(figures, player, cell)
        after = replace(s, islands=islands, figures=figures, turn=1 - player)
        if len(islands) == ISLANDS_IN_BOX:
            after = replace(after, phase="figure")
        if blanks_laid < BLANKS_OF_EACH:
            result["+" + cell_text(cell)] = after
        if not flag_laid:
            result["*" + cell_text(cell)] = replace(after, flags=put(s.flags, player, cell))
    if len(s.islands) + 1 == ISLANDS_IN_BOX:
        return {move: end_of_turn(after) for move, after in result.items()}
    return result


def figure_moves(s: State, player: int) -> dict[str, State]:
    """The figure moves of the player, were it their turn to make one."""
    figure = s.figures[player]
    assert figure is not None
    after = replace(s, phase="island")
    result = {}
    for cell in neighbours(figure):
        if cell in s.islands and cell not in occupied(s) and cell != s.flags[1 - player]:
            result["C" + cell_text(cell)] = replace(after, figures=put(s.figures, player, cell))
    if s.red in neighbours(figure):
        behind = (2 * figure[0] - s.red[0], 2 * figure[1] - s.red[1])
        if behind in s.islands and behind not in occupied(s):
            result["R" + cell_text(behind)] = replace(after, red=behind)
    return result


def island_moves(s: State) -> dict[str, State]:
    player = s.turn
    assert player is not None
    figure = s.figures[player]
    assert figure is not None
    result = {}
    for island in archipelago(s.islands, figure):
        if island in occupied(s) or island == s.flags[1 - player] or island == s.last:
            continue
        others = s.islands - {island}
        home = archipelago(others, figure)  # what is still connected to the figure once the island has left
        edge = {n for c in home for n in neighbours(c)} - others - {island}
        for cell in slides(s.islands, island, edge):
            islands = others | {cell}
            if not fits(islands):
                continue
            flags = put(s.flags, player, cell) if island == s.flags[player] else s.flags
            after = replace(s, islands=islands, flags=flags, last=cell)
            result[f"{cell_text(island)}-{cell_text(cell)}"] = after
        if s.sinking and any(n not in s.islands for n in neighbours(island)):
            flags = put(s.flags, player, None) if island == s.flags[player] else s.flags
            result[f"{cell_text(island)}-x"] = replace(s, islands=others, flags=flags, last=None)
    if not result:
        result["pass"] = replace(s, last=None)
    return {move: end_of_turn(replace(after, turn=1 - player, phase="figure")) for move, after in result.items()}


def put(pair: tuple[Cell | None, Cell | None], player: int, cell: Cell | None) -> tuple[Cell | None, Cell | None]:
    return (cell, pair[BLACK]) if player == WHITE else (pair[WHITE], cell)


def alone_with_red(s: State) -> int | None:
    """The player whose figure is the only one of the two on Red's archipelago."""
    there = archipelago(s.islands, s.red)
    players = [p for p in (WHITE, BLACK) if s.figures[p] in there]
    return players[0] if len(players) == 1 else None


def end_of_turn(s: State) -> State:
    """Decide the game, if it is decided, now that `s.turn` would begin a turn."""
    assert s.turn is not None
    winner = alone_with_red(s)
    if winner is None and not figure_moves(s, s.turn):
        winner = 1 - s.turn
    if winner is None:
        return s
    return replace(s, turn=None, winner=winner)


def successors(s: State) -> dict[str, State]:
    if s.turn is None:
        return {}
    if s.phase == "setup":
        return lays(s)
    if s.phase == "figure":
        return figure_moves(s, s.turn)
    return island_moves(s)


# ---------------------------------------------------------------- the interface


def option_sinking(options: Options) -> bool:
    if set(options) != {"sinking"} or not isinstance(options["sinking"], bool):
        raise ValueError(f"the options of hendeca are sinking, true or false; not {options}")
    return options["sinking"]


def start(options: Options) -> State:
    return State(
        sinking=option_sinking(options),
        islands=frozenset({(0, 0)}),
        flags=(None, None),
        figures=(None, None),
        red=(0, 0),
        turn=WHITE,
        phase="setup",
        last=None,
    )


def moves(s: State) -> list[str]:
    return sorted(successors(s))


def play(s: State, move: str) -> State:
    # A move is looked up by its whole text, so nothing has to take texts such as -1,0--2,3 to pieces.
    after = successors(s).get(move)
    if after is None:
        raise ValueError(f"illegal move {move!r} in {text(s)!r}")
    return after


def to_act(s: State) -> int | None:
    return s.turn


def places(s: State) -> tuple[int, ...] | None:
    if s.winner is None:
        return None
    return (1, 2) if s.winner == WHITE else (2, 1)


def perft(s: State, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for after in successors(s).values())


# ---------------------------------------------------------------- position texts


def text(s: State) -> str:
    islands = []
    for cell in sorted(s.islands, key=lambda c: (c[1], c[0])):
        island = cell_text(cell)
        if cell == s.flags[WHITE]:
            island += "w"
        if cell == s.flags[BLACK]:
            island += "b"
        if cell == s.figures[WHITE]:
            island += "W"
        if cell == s.figures[BLACK]:
            island += "B"
        if cell == s.red:
            island += "R"
        islands.append(island)
    turn = "-" if s.turn is None else LETTER[s.turn]
    last = "-" if s.last is None else cell_text(s.last)
    fields = [";".join(islands), turn, s.phase, last]
    if s.winner is not None:
        fields.append(LETTER[s.winner])
    return " ".join(fields)


NUMBER = "(0|-?[1-9][0-9]*)"
CELL_PATTERN = re.compile(f"{NUMBER},{NUMBER}")
ISLAND_PATTERN = re.compile(f"{NUMBER},{NUMBER}([wb]?)([WBR]?)")


def parse(options: Options, text_: str) -> State:
    sinking = option_sinking(options)
    fields = text_.split(" ")
    if len(fields) not in (4, 5):
        raise ValueError(f"expected four fields, or five when the game is over, with one space between: {text_!r}")
    order: list[Cell] = []
    marks: dict[str, Cell] = {}  # where each flag (w, b) and each figure (W, B, R) is
    for word in fields[0].split(";"):
        match = ISLAND_PATTERN.fullmatch(word)
        if match is None:
            raise ValueError(f"not an island: {word!r}")
        cell = number(match[1]), number(match[2])
        order.append(cell)
        for mark in match[3] + match[4]:
            if mark in marks:
                raise ValueError(f"two islands bear {mark!r}")
            marks[mark] = cell
    islands = frozenset(order)
    if len(islands) != len(order):
        raise ValueError("two islands in one cell")
    if order != sorted(order, key=lambda c: (c[1], c[0])):
        raise ValueError("the islands are not sorted by y, then x")
    if not fits(islands):
        raise ValueError(f"the islands do not fit into {SQUARE} x {SQUARE} cells")
    flags = [f for f in "wb" if f in marks]
    if len(islands) - len(flags) > BLANKS_IN_BOX:
        raise ValueError("more than nine blank islands")

    if fields[1] not in ("w", "b", "-"):
        raise ValueError(f"the player to act is w, b or -: {fields[1]!r}")
    turn = None if fields[1] == "-" else LETTER.index(fields[1])
    phase = fields[2]
    if phase not in ("setup", "figure", "island"):
        raise ValueError(f"the phase is setup, figure or island: {phase!r}")
    last: Cell | None = None
    if fields[3] != "-":
        match = CELL_PATTERN.fullmatch(fields[3])
        if match is None:
            raise ValueError(f"the last island moved is a cell or -: {fields[3]!r}")
        last = number(match[1]), number(match[2])
        if last not in islands:
            raise ValueError(f"there is no island at {fields[3]}, which is said to have been moved")
    winner: int | None = None
    if len(fields) == 5:
        if fields[4] not in ("w", "b"):
            raise ValueError(f"the winner is w or b: {fields[4]!r}")
        winner = LETTER.index(fields[4])
    if (turn is None) != (winner is not None):
        raise ValueError("a player to act or a winner, and never both")
    if "R" not in marks:
        raise ValueError("Red is missing")
    s = State(
        sinking=sinking,
        islands=islands,
        flags=(marks.get("w"), marks.get("b")),
        figures=(marks.get("W"), marks.get("B")),
        red=marks["R"],
        turn=turn,
        phase=phase,
        last=last,
        winner=winner,
    )
    if phase == "setup":
        check_setup(s)
    else:
        check_play(s)
    return s


def number(digits: str) -> int:
    if len(digits) > 8:  # far beyond the limit, whatever it is
        raise ValueError(f"the coordinate {digits[:12]}... is too far out")
    value = int(digits)
    if abs(value) > FARTHEST:
        raise ValueError(f"the coordinate {digits} is beyond {FARTHEST}")
    return value


def check_setup(s: State) -> None:
    count = len(s.islands)
    if s.turn is None:
        raise ValueError("the game cannot be over during set-up")
    if count >= ISLANDS_IN_BOX:
        raise ValueError("set-up is over when eleven islands lie on the table")
    if s.turn != (count - 1) % 2:
        raise ValueError(f"with {count} islands on the table it is for the other player to lay one")
    if s.last is not None:
        raise ValueError("no island has been moved during set-up")
    for player in (WHITE, BLACK):
        laid = laid_by(count, player)
        flags = 0 if s.flags[player] is None else 1
        if flags > laid:
            raise ValueError(f"{LETTER[player]} has laid no island, yet the flag is on the table")
        if laid - flags > BLANKS_OF_EACH:
            raise ValueError(f"{LETTER[player]} has laid five islands, yet the flag is not on the table")
        if (s.figures[player] is not None) != (laid == LAID_BY_EACH):
            raise ValueError(f"the figure of {LETTER[player]} comes with the last island they lay")


def check_play(s: State) -> None:
    if s.figures[WHITE] is None or s.figures[BLACK] is None:
        raise ValueError("a figure is missing")
    if s.winner is not None:
        if s.phase != "figure":
            raise ValueError("the phase of a game that is over is figure")
        # Who would have been next is not in the text: it must have been the loser, unless Red decided.
        if end_of_turn(replace(s, turn=1 - s.winner, winner=None)) != s:
            raise ValueError(f"{LETTER[s.winner]} has not won")
    elif s.phase == "figure" and end_of_turn(s) != s:
        raise ValueError("the game is over, and the text does not say so")
