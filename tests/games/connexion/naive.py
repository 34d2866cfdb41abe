"""Connexion, written a second time and in the most literal way: the oracle for the compiled rules.

Nothing here is fast or clever. A plate is its name ("c3"), an edge is a letter ("N"),
a triangle is a plate and a player.
"""

from collections.abc import Iterable
from dataclasses import dataclass

Options = dict[str, int | bool | str]

OPTION_SETS: list[Options] = [{"protection": "all"}, {"protection": "new"}]

WHITE = 0  # light triangles, leaves over the north edge of row 6
BLACK = 1  # dark triangles, leaves over the south edge of row 1

COLUMNS = "abcdef"
ROWS = "123456"
PLATES = [column + row for column in COLUMNS for row in ROWS]

# The two edges the dark triangle borders, by orientation: NW, NE, SE, SW. The light triangle borders the two others.
DARK_EDGES: dict[int, frozenset[str]] = {
    0: frozenset({"N", "W"}),
    1: frozenset({"N", "E"}),
    2: frozenset({"S", "E"}),
    3: frozenset({"S", "W"}),
}
ALL_EDGES = frozenset({"N", "E", "S", "W"})
STEP = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}
QUARTERS = {"+": 1, "*": 2, "-": 3}  # clockwise quarter turns
PAWNS_IN_THE_BOX = 6
DIGITS = "0123456789abcdef"
LETTER = {WHITE: "w", BLACK: "b"}
PLAYER = {"w": WHITE, "b": BLACK}


@dataclass(frozen=True)
class State:
    """A position: `orientation` follows PLATES; `turn` is None when the game is over, and then `winner` is known.
    `protection` is the option."""

    protection: str
    orientation: tuple[int, ...]
    white: frozenset[str]
    black: frozenset[str]
    turn: int | None
    protected: frozenset[str]
    winner: int | None = None


def _option_protection(options: Options) -> str:
    if set(options) != {"protection"} or options["protection"] not in ("all", "new"):
        raise ValueError(f"the options of connexion are protection, all or new; not {options}")
    return str(options["protection"])


def _other(player: int) -> int:
    return BLACK if player == WHITE else WHITE


def _neighbour(plate: str, edge: str) -> str | None:
    """The plate across that edge, None over the frame."""
    dx, dy = STEP[edge]
    x, y = COLUMNS.index(plate[0]) + dx, ROWS.index(plate[1]) + dy
    if 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS):
        return COLUMNS[x] + ROWS[y]
    return None


NEIGHBOUR: dict[tuple[str, str], str | None] = {(p, e): _neighbour(p, e) for p in PLATES for e in STEP}


class _Board:
    """The plates of one position, to be asked about connections and paths."""

    def __init__(self, orientation: Iterable[int]) -> None:
        self.orientation = dict(zip(PLATES, orientation, strict=True))

    def edges(self, plate: str, player: int) -> frozenset[str]:
        """The edges bordered by this player's triangle of the plate."""
        dark = DARK_EDGES[self.orientation[plate]]
        return dark if player == BLACK else ALL_EDGES - dark

    def connected(self, plate: str, player: int) -> set[str]:
        """The neighbouring plates whose triangle of that colour is connected to this one's."""
        found: set[str] = set()
        for edge in self.edges(plate, player):
            beyond = NEIGHBOUR[plate, edge]
            if beyond is not None and FACING[edge] in self.edges(beyond, player):
                found.add(beyond)
        return found

    def reach(self, plate: str, player: int, blocked: frozenset[str]) -> set[str]:
        """The plates whose triangle can be walked to without entering a blocked one; the first one included."""
        seen = {plate}
        todo = [plate]
        while todo:
            for beyond in self.connected(todo.pop(), player):
                if beyond not in seen and beyond not in blocked:
                    seen.add(beyond)
                    todo.append(beyond)
        return seen

    def path(self, plate: str, player: int) -> set[str]:
        return self.reach(plate, player, frozenset())

    def at_exit(self, plate: str, player: int) -> bool:
        """Does this player's triangle border the outer edge on the player's exit side?"""
        row, edge = ("6", "N") if player == WHITE else ("1", "S")
        return plate[1] == row and edge in self.edges(plate, player)

    def on_exit_path(self, plate: str, player: int) -> bool:
        return any(self.at_exit(p, player) for p in self.path(plate, player))


def _protected_by_turning(protection: str, plate: str, player: int, before: _Board, after: _Board) -> frozenset[str]:
    """What is protected when that player has turned the plate: with what its triangle is connected to now (`all`),
    or only with what it was not connected to before (`new`)."""
    joined = after.connected(plate, player)
    if protection == "new":
        joined -= before.connected(plate, player)
    return frozenset({plate} | joined) if joined else frozenset()


def start(options: Options) -> State:
    return State(
        protection=_option_protection(options),
        orientation=(0,) * len(PLATES),
        white=frozenset(column + "1" for column in COLUMNS),
        black=frozenset(column + "6" for column in COLUMNS),
        turn=WHITE,
        protected=frozenset(),
    )


def moves(s: State) -> list[str]:
    # There is always a rotation (at most three plates are protected), so `pass` never comes up.
    if s.turn is None:
        return []
    board = _Board(s.orientation)
    found = [plate + sign for plate in PLATES if plate not in s.protected for sign in QUARTERS]
    own = s.white if s.turn == WHITE else s.black
    for pawn in own:
        for target in board.reach(pawn, s.turn, own):
            if target != pawn:
                found.append(f"{pawn}-{target}")
    return sorted(found)


def play(s: State, move: str) -> State:
    if s.turn is None:
        raise ValueError(f"the game is over: {move!r} cannot be played")
    if move not in moves(s):
        raise ValueError(f"illegal move: {move!r}")
    mover = s.turn
    orientation = dict(zip(PLATES, s.orientation, strict=True))
    pawns = {WHITE: set(s.white), BLACK: set(s.black)}
    turned: str | None = None
    if len(move) == 3:
        turned = move[:2]
        orientation[turned] = (orientation[turned] + QUARTERS[move[2]]) % 4
    else:
        origin, target = move.split("-")
        pawns[mover].remove(origin)
        pawns[mover].add(target)

    turns = tuple(orientation[plate] for plate in PLATES)
    board = _Board(turns)
    protected: frozenset[str] = frozenset()
    if turned is not None:
        protected = _protected_by_turning(s.protection, turned, mover, _Board(s.orientation), board)
    left = {
        player: frozenset(plate for plate in pawns[player] if not board.on_exit_path(plate, player))
        for player in (WHITE, BLACK)
    }
    winner: int | None = None
    if not left[WHITE] and not left[BLACK]:
        winner = _other(mover)
    elif not left[WHITE]:
        winner = WHITE
    elif not left[BLACK]:
        winner = BLACK
    turn = _other(mover) if winner is None else None
    return State(s.protection, turns, left[WHITE], left[BLACK], turn, protected, winner)


def to_act(s: State) -> int | None:
    return s.turn


def places(s: State) -> tuple[int, ...] | None:
    if s.winner is None:
        return None
    return (1, 2) if s.winner == WHITE else (2, 1)


def text(s: State) -> str:
    orientation = dict(zip(PLATES, s.orientation, strict=True))
    rows: list[str] = []
    for row in reversed(ROWS):
        line = ""
        for column in COLUMNS:
            plate = column + row
            value = orientation[plate]
            if plate in s.white:
                value += 4
            if plate in s.black:
                value += 8
            line += DIGITS[value]
        rows.append(line)
    fields = ["/".join(rows), "-" if s.turn is None else LETTER[s.turn], "".join(sorted(s.protected)) or "-"]
    if s.winner is not None:
        fields.append(LETTER[s.winner])
    return " ".join(fields)


def _parse_protected(field: str) -> frozenset[str]:
    if field == "-":
        return frozenset()
    plates = [field[i : i + 2] for i in range(0, len(field), 2)]
    for plate in plates:
        if plate not in PLATES:
            raise ValueError(f"protected: {plate!r} is no plate")
    if not plates or plates != sorted(set(plates)):
        raise ValueError(f"protected: {field!r} must be '-', or plates in order, each once")
    return frozenset(plates)


def _may_be_protected(protection: str, board: _Board, protected: frozenset[str], mover: int) -> bool:
    """Whether it is a plate with all, or with one or both, of the plates its triangle of the mover's colour is
    connected to."""
    for plate in protected:
        others = protected - {plate}
        joined = board.connected(plate, mover)
        if others and (others == joined if protection == "all" else others <= joined):
            return True
    return False


def _check_protected(protection: str, board: _Board, protected: frozenset[str], movers: Iterable[int]) -> None:
    if protected and not any(_may_be_protected(protection, board, protected, mover) for mover in movers):
        raise ValueError(f"protected: no rotation protects {''.join(sorted(protected))} here")


def parse(options: Options, text: str) -> State:
    protection = _option_protection(options)
    fields = text.split(" ")
    if len(fields) not in (3, 4):
        raise ValueError(f"three fields are needed, four when the game is over, not {len(fields)}")
    rows = fields[0].split("/")
    if len(rows) != len(ROWS):
        raise ValueError(f"six rows are needed, not {len(rows)}")
    orientation: dict[str, int] = {}
    pawns: dict[int, set[str]] = {WHITE: set(), BLACK: set()}
    for row, line in zip(reversed(ROWS), rows, strict=True):
        if len(line) != len(COLUMNS):
            raise ValueError(f"row {row}: six plates are needed, not {len(line)}")
        for column, digit in zip(COLUMNS, line, strict=True):
            if digit not in DIGITS:
                raise ValueError(f"{column}{row}: {digit!r} is no plate (0-9, a-f)")
            value = DIGITS.index(digit)
            orientation[column + row] = value % 4
            if value in (4, 5, 6, 7, 12, 13, 14, 15):
                pawns[WHITE].add(column + row)
            if value >= 8:
                pawns[BLACK].add(column + row)
    turns = tuple(orientation[plate] for plate in PLATES)
    board = _Board(turns)
    for player in (WHITE, BLACK):
        if len(pawns[player]) > PAWNS_IN_THE_BOX:
            raise ValueError(f"{len(pawns[player])} pawns of {LETTER[player]}: the box holds six")
        for plate in sorted(pawns[player]):
            if board.on_exit_path(plate, player):
                raise ValueError(f"the pawn of {LETTER[player]} on {plate} is on a path connected to its exit")
    out = [player for player in (WHITE, BLACK) if not pawns[player]]
    protected = _parse_protected(fields[2])

    turn: int | None = None
    winner: int | None = None
    if fields[1] == "-":
        if len(fields) != 4:
            raise ValueError("nobody is to act: the winner is missing")
        if fields[3] not in PLAYER:
            raise ValueError(f"winner: {fields[3]!r} is neither w nor b")
        winner = PLAYER[fields[3]]
        if winner not in out:
            raise ValueError(f"{fields[3]} has pawns left and cannot have won")
        # With both colours gone the loser turned the last plate; otherwise either player may have.
        movers = [_other(winner)] if len(out) == 2 else [WHITE, BLACK]
    elif fields[1] in PLAYER:
        turn = PLAYER[fields[1]]
        if len(fields) != 3:
            raise ValueError("a winner is named although somebody is to act")
        if out:
            raise ValueError(f"{LETTER[out[0]]} has no pawn left: the game is over and nobody is to act")
        movers = [_other(turn)]
    else:
        raise ValueError(f"to act: {fields[1]!r} is not w, b or -")
    _check_protected(protection, board, protected, movers)
    return State(protection, turns, frozenset(pawns[WHITE]), frozenset(pawns[BLACK]), turn, protected, winner)


def perft(s: State, depth: int) -> int:
    if depth == 0:
        return 1
    if depth == 1:
        return len(moves(s))
    return sum(perft(play(s, move), depth - 1) for move in moves(s))
