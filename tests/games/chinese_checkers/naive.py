"""Chinese checkers, written a second time, slowly and literally, from the rules page.

The compiled rules are compared with this module move by move, so it shares nothing with them: holes are names, a
player's men are a set of names, and every function follows one sentence of the page.
"""

from dataclasses import dataclass, replace
from itertools import product

Options = dict[str, int | bool | str]

OPTION_SETS: list[Options] = [
    {"players": players, "men": men, "long_jumps": long_jumps, "play_on": play_on}
    for players, men, long_jumps, play_on in product((2, 3, 4, 6), (10, 15), (False, True), (False, True))
    if men == 10 or players in (2, 3)
]

# ---- Board -----------------------------------------------------------------------------------------------------------

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))


def exists(x: int, y: int) -> bool:
    return (x <= 4 and y >= -4 and y - x <= 4) or (x >= -4 and y <= 4 and y - x >= -4)


def name(x: int, y: int) -> str:
    return "abcdefghijklmnopq"[y + 8] + str(x + 9)


# Rows from q (top) to a (bottom), each from left to right: the order of the position text.
ROWS: list[list[str]] = [[name(x, y) for x in range(-8, 9) if exists(x, y)] for y in range(8, -9, -1)]
XY: dict[str, tuple[int, int]] = {name(x, y): (x, y) for y in range(-8, 9) for x in range(-8, 9) if exists(x, y)}


def ray(x: int, y: int, dx: int, dy: int) -> list[str]:
    """The holes met when leaving (x, y) in one direction, nearest first, up to the edge of the board."""
    holes: list[str] = []
    while exists(x + dx, y + dy):
        x, y = x + dx, y + dy
        holes.append(name(x, y))
    return holes


RAYS: dict[str, list[list[str]]] = {hole: [ray(x, y, dx, dy) for dx, dy in DIRECTIONS] for hole, (x, y) in XY.items()}

HEXAGON = frozenset(h for h, (x, y) in XY.items() if abs(x) <= 4 and abs(y) <= 4 and abs(x - y) <= 4)
POINTS: dict[str, frozenset[str]] = {
    "S": frozenset(h for h, (x, y) in XY.items() if y < -4),
    "N": frozenset(h for h, (x, y) in XY.items() if y > 4),
    "NE": frozenset(h for h, (x, y) in XY.items() if x > 4),
    "SW": frozenset(h for h, (x, y) in XY.items() if x < -4),
    "NW": frozenset(h for h, (x, y) in XY.items() if y - x > 4),
    "SE": frozenset(h for h, (x, y) in XY.items() if y - x < -4),
}
# The five hexagon holes in the row along the base of each point.
BASES: dict[str, frozenset[str]] = {
    "S": frozenset(h for h in HEXAGON if XY[h][1] == -4),
    "N": frozenset(h for h in HEXAGON if XY[h][1] == 4),
    "NE": frozenset(h for h in HEXAGON if XY[h][0] == 4),
    "SW": frozenset(h for h in HEXAGON if XY[h][0] == -4),
    "NW": frozenset(h for h in HEXAGON if XY[h][1] - XY[h][0] == 4),
    "SE": frozenset(h for h in HEXAGON if XY[h][1] - XY[h][0] == -4),
}
OPPOSITE = {"S": "N", "N": "S", "NE": "SW", "SW": "NE", "NW": "SE", "SE": "NW"}
SEATS: dict[int, tuple[str, ...]] = {
    2: ("S", "N"),
    3: ("S", "NW", "NE"),
    4: ("SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}


def progress_from(point: str, hole: str) -> int:
    """How far a man that started in `point` has come: 0 at the tip of that point, 16 at the opposite tip."""
    x, y = XY[hole]
    along = {"S": y, "N": -y, "SW": x, "NE": -x, "NW": x - y, "SE": y - x}
    return along[point] + 8


PROGRESS: dict[str, dict[str, int]] = {point: {hole: progress_from(point, hole) for hole in XY} for point in POINTS}
MAY_STOP: dict[str, frozenset[str]] = {point: POINTS[point] | HEXAGON | POINTS[OPPOSITE[point]] for point in POINTS}

# ---- Positions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class State:
    players: int
    men: int
    long_jumps: bool
    play_on: bool
    board: tuple[frozenset[str], ...]  # the holes held by each player
    turn: int | None  # None when the game is over
    arrived: tuple[int, ...]  # best first


def seat(s: State, player: int) -> str:
    return SEATS[s.players][player]


def area(s: State, point: str) -> frozenset[str]:
    """The camp at this point: its size depends on the number of men."""
    return POINTS[point] if s.men == 10 else POINTS[point] | BASES[point]


def camp(s: State, player: int) -> frozenset[str]:
    return area(s, seat(s, player))


def goal(s: State, player: int) -> frozenset[str]:
    return area(s, OPPOSITE[seat(s, player)])


def progress(s: State, player: int, hole: str) -> int:
    return PROGRESS[seat(s, player)][hole]


def occupied(s: State) -> frozenset[str]:
    return frozenset().union(*s.board)


def in_game(s: State, player: int) -> bool:
    return player not in s.arrived


def start(options: Options) -> State:
    if options not in OPTION_SETS:
        raise ValueError(f"no such set of options: {options}")
    s = State(
        players=int(options["players"]),
        men=int(options["men"]),
        long_jumps=bool(options["long_jumps"]),
        play_on=bool(options["play_on"]),
        board=(),
        turn=0,
        arrived=(),
    )
    return replace(s, board=tuple(camp(s, player) for player in range(s.players)))


# ---- Moves -----------------------------------------------------------------------------------------------------------


def jump_landings(hole: str, others: frozenset[str], long_jumps: bool) -> set[str]:
    """Where one jump from `hole` can land; `others` are all the men except the one that jumps."""
    landings: set[str] = set()
    for line in RAYS[hole]:
        longest = len(line) // 2 if long_jumps else min(1, len(line) // 2)
        for d in range(1, longest + 1):
            before, man, behind = line[: d - 1], line[d - 1], line[d : 2 * d]  # `behind` ends with the landing
            if man in others and all(h not in others for h in before) and all(h not in others for h in behind):
                landings.add(line[2 * d - 1])
    return landings


def ends(s: State, player: int, hole: str) -> set[str]:
    """Every hole where the man of `player` in `hole` could end its move: steps and jumps, no-blocking aside."""
    others = occupied(s) - {hole}
    steps = {line[0] for line in RAYS[hole] if line and line[0] not in others}
    visited = {hole}
    todo = [hole]
    while todo:
        for landing in jump_landings(todo.pop(), others, s.long_jumps):
            if landing not in visited:
                visited.add(landing)
                todo.append(landing)
    return ((steps | visited) - {hole}) & MAY_STOP[seat(s, player)]


def free_moves(s: State, player: int) -> list[tuple[str, str]]:
    """Every (from, to) of the player on the board as it stands, whoever is to act, the no-blocking rule aside."""
    return [(hole, end) for hole in s.board[player] for end in ends(s, player, hole)]


def waits_at_the_door(s: State, player: int) -> bool:
    inside = goal(s, player)
    if not in_game(s, player) or s.board[player] <= inside:
        return False
    for hole, end in free_moves(s, player):
        if progress(s, player, end) > progress(s, player, hole) and end not in inside:
            return False
    return True


def duty(s: State) -> tuple[str, list[tuple[str, str]]]:
    """What the no-blocking rule asks of the player to act, and the moves it leaves.

    "none": no man in the way; "leave": take one out; "advance": none can leave, bring one forward inside;
    "released": neither is possible, every move is allowed.
    """
    player = s.turn
    if player is None:
        return "none", []
    candidates = free_moves(s, player)
    doors = [
        goal(s, other)
        for other in range(s.players)
        if other != player and s.board[player] & goal(s, other) and waits_at_the_door(s, other)
    ]
    if not doors:
        return "none", candidates
    leave = [(a, b) for a, b in candidates if any(a in door and b not in door for door in doors)]
    if leave:
        return "leave", leave
    advance = [
        (a, b)
        for a, b in candidates
        if any(a in door and b in door for door in doors) and progress(s, player, b) > progress(s, player, a)
    ]
    if advance:
        return "advance", advance
    return "released", candidates


def moves(s: State) -> list[str]:
    if s.turn is None:
        return []
    return sorted(f"{a}-{b}" for a, b in duty(s)[1]) or ["pass"]


def play(s: State, move: str) -> State:
    if s.turn is None:
        raise ValueError(f"illegal move {move!r}: the game is over")
    if move not in moves(s):
        raise ValueError(f"illegal move {move!r}")
    board = s.board
    if move != "pass":
        a, b = move.split("-")
        board = tuple((men - {a}) | {b} if player == s.turn else men for player, men in enumerate(board))
    return after_move(replace(s, board=board), s.turn)


# ---- End -------------------------------------------------------------------------------------------------------------


def sealed_men(s: State, player: int) -> frozenset[str]:
    """The sealed men in this player's goal (empty when the goal is nobody's camp, or when one of them can get out)."""
    inside = goal(s, player)
    for owner in range(s.players):
        if camp(s, owner) == inside:
            shut_in = s.board[owner] & inside
            if all(ends(s, owner, hole) <= inside for hole in shut_in):
                return shut_in
    return frozenset()


def arrived_by_sealing(s: State, player: int) -> bool:
    inside = goal(s, player)
    own = s.board[player]
    if own & camp(s, player):
        return False
    if not inside - sealed_men(s, player) <= own:
        return False
    return not any(
        progress(s, player, end) > progress(s, player, hole) for hole in own - inside for end in ends(s, player, hole)
    )


def has_arrived(s: State, player: int) -> bool:
    return goal(s, player) <= s.board[player] or arrived_by_sealing(s, player)


def full(s: State) -> bool:
    """True when the arrivals so far end the game."""
    return len(s.arrived) >= (s.players - 1 if s.play_on else 1)


def after_move(s: State, mover: int) -> State:
    """Give the places due after a move (already on the board) and find who is to act."""
    order = [(mover + i) % s.players for i in range(s.players)]
    for player in order:
        if not full(s) and in_game(s, player) and has_arrived(s, player):
            s = replace(s, arrived=(*s.arrived, player))
    if full(s):
        return replace(s, turn=None)
    following = [*order[1:], mover]
    return replace(s, turn=next(player for player in following if in_game(s, player)))


def to_act(s: State) -> int | None:
    return s.turn


def places(s: State) -> tuple[int, ...] | None:
    if s.turn is not None:
        return None
    last = len(s.arrived) + 1  # shared by all who have not arrived
    return tuple(s.arrived.index(p) + 1 if p in s.arrived else last for p in range(s.players))


# ---- Text ------------------------------------------------------------------------------------------------------------


def options_text(s: State) -> str:
    return f"{s.players}x{s.men}" + ("+long" if s.long_jumps else "") + ("+on" if s.play_on else "")


def text(s: State) -> str:
    holder = {hole: str(player) for player, men in enumerate(s.board) for hole in men}
    rows = "/".join("".join(holder.get(hole, ".") for hole in row) for row in ROWS)
    turn = "-" if s.turn is None else str(s.turn)
    return f"{rows} {turn} {options_text(s)} {''.join(map(str, s.arrived)) or '-'}"


def parse(options: Options, text: str) -> State:
    s = start(options)
    fields = text.split(" ")
    if len(fields) != 4:
        raise ValueError("a position has four fields with one space between: rows, to act, options, arrived")
    rows_field, turn_field, options_field, arrived_field = fields
    digits = "012345"[: s.players]

    if options_field != options_text(s):
        raise ValueError(f"the options are {options_field!r}, not {options_text(s)!r}")

    rows = rows_field.split("/")
    if len(rows) != len(ROWS):
        raise ValueError(f"{len(rows)} rows instead of {len(ROWS)}")
    board: list[set[str]] = [set() for _ in range(s.players)]
    for holes, row in zip(ROWS, rows, strict=True):
        if len(row) != len(holes):
            raise ValueError(f"row {holes[0][0]} has {len(row)} holes instead of {len(holes)}")
        for hole, sign in zip(holes, row, strict=True):
            if sign == ".":
                continue
            if sign not in digits:
                raise ValueError(f"{sign!r} in hole {hole} is neither a player nor '.'")
            player = int(sign)
            if hole not in MAY_STOP[seat(s, player)]:
                raise ValueError(f"a man of player {player} may not stand in {hole}")
            board[player].add(hole)
    for player, men in enumerate(board):
        if len(men) != s.men:
            raise ValueError(f"player {player} has {len(men)} men instead of {s.men}")

    if arrived_field == "":
        raise ValueError("the field of the arrived is empty")
    arrived: tuple[int, ...] = ()
    if arrived_field != "-":
        if any(sign not in digits for sign in arrived_field) or len(set(arrived_field)) != len(arrived_field):
            raise ValueError(f"arrived {arrived_field!r}: not different players")
        arrived = tuple(int(sign) for sign in arrived_field)
    if len(arrived) > (s.players - 1 if s.play_on else 1):
        raise ValueError(f"arrived {arrived_field!r}: the game was over before")

    s = replace(s, board=tuple(frozenset(men) for men in board), arrived=arrived)
    if full(s):
        if turn_field != "-":
            raise ValueError(f"the game is over: to act is '-', not {turn_field!r}")
        # A finished position looks finished: the last arrival is on the board. (Men sealed in at an earlier one may
        # have come out since.)
        if not has_arrived(s, arrived[-1]):
            raise ValueError(f"player {arrived[-1]} has not arrived")
        return replace(s, turn=None)
    if len(turn_field) != 1 or turn_field not in digits:
        raise ValueError(f"to act is {turn_field!r}, not a player")
    if int(turn_field) in arrived:
        raise ValueError(f"player {turn_field} has arrived and cannot be to act")
    for player in range(s.players):
        if in_game(s, player) and has_arrived(s, player):
            raise ValueError(f"player {player} has arrived and has no place")
    return replace(s, turn=int(turn_field))


def perft(s: State, depth: int) -> int:
    if depth == 0:
        return 1
    legal = moves(s)
    if depth == 1:
        return len(legal)
    return sum(perft(play(s, move), depth - 1) for move in legal)
