"""Write perft.txt and games.txt beside this file: `python -m tests.games.chinese_checkers.make_tables`."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.games.chinese_checkers import naive
from tests.games.chinese_checkers.naive import Options, State

HERE = Path(__file__).parent
START_NODES = 5000  # a start position is counted as deep as this many positions of the last but one level allow
OTHER_NODES = 120
SAMPLES = 150  # random late positions tried for each set of options
HEADER = (
    "# Made by `python -m tests.games.chinese_checkers.make_tables` from naive.py: do not edit.\n"
    "# options | position | number of move sequences of length 1, 2, …\n"
)


def options_line(options: Options) -> str:
    def value(v: int | bool | str) -> str:
        return str(v).lower() if isinstance(v, bool) else str(v)

    return ",".join(f"{key}={value(options[key])}" for key in sorted(options))


# ---- Games -----------------------------------------------------------------------------------------------------------


def eager_move(rng: Random, s: State) -> str:
    """Mostly a move that brings a man forward, those behind first, with enough chance to untangle the end."""
    legal = naive.moves(s)
    player = s.turn
    if player is None or legal == ["pass"] or rng.random() < 0.08:
        return rng.choice(legal)
    best: tuple[float, str] = (-1e9, "")
    for move in legal:
        a, b = (naive.progress(s, player, hole) for hole in move.split("-"))
        best = max(best, ((b - a) - 0.25 * a + rng.uniform(0, 2.5), move))
    return best[1]


def random_move(rng: Random, s: State) -> str:
    return rng.choice(naive.moves(s))


def game(s: State, rng: Random, policy: Callable[[Random, State], str], limit: int) -> tuple[list[str], list[State]]:
    """The moves, and the positions from the first to the last (one more)."""
    played: list[str] = []
    states = [s]
    while s.turn is not None and len(played) < limit:
        played.append(policy(rng, s))
        s = naive.play(s, played[-1])
        states.append(s)
    return played, states


def late_position(options: Options, rng: Random) -> State | None:
    """A made-up position of the end game: goals nearly full, some men left behind in the camps."""
    s = naive.start(options)
    taken: set[str] = set()
    board: list[set[str]] = [set() for _ in range(s.players)]

    def put(player: int, holes: list[str], number: int) -> None:
        for hole in [hole for hole in holes if hole not in taken][:number]:
            board[player].add(hole)
            taken.add(hole)

    def near(player: int, holes: frozenset[str], sign: int, noise: float) -> list[str]:
        """The holes, tip of the own point first (sign 1) or tip of the goal first (sign -1), somewhat shuffled."""
        key = {hole: sign * naive.progress(s, player, hole) + rng.uniform(0, noise) for hole in sorted(holes)}
        return sorted(key, key=lambda hole: key[hole])

    for player in range(s.players):
        if rng.random() < 0.5:
            put(player, near(player, naive.camp(s, player), 1, rng.choice((1.5, 3, 8))), rng.choice((1, 1, 2, 3, 4)))
    if s.players == 3 and s.men == 15:  # the inner rows of the goals, where anyone may stand
        for player in range(s.players):
            rows = [naive.goal(s, other) & naive.HEXAGON for other in range(s.players) if other != player]
            put(player, near(player, rows[0] | rows[1], 0, 1), rng.choice((0, 0, 1, 2, 3)))
    for player in range(s.players):
        outside = min(s.men - len(board[player]), rng.choice((0, 1, 1, 1, 2, 3)))
        stop = naive.HEXAGON - naive.camp(s, player)
        if s.players == 3 and rng.random() < 0.7:  # close enough to wait at the door
            stop = frozenset(hole for hole in stop if naive.progress(s, player, hole) >= 10)
        put(player, near(player, naive.goal(s, player), -1, 1.5), s.men - len(board[player]) - outside)
        put(player, near(player, stop, -1, rng.choice((2, 5, 12))), s.men - len(board[player]))
    arrived: tuple[int, ...] = ()
    if s.play_on and s.players > 2 and rng.random() < 0.5:
        arrived = tuple(p for p in range(s.players) if not board[p] - naive.goal(s, p))[: s.players - 2]
        arrived = tuple(rng.sample(arrived, len(arrived)))
    free = [player for player in range(s.players) if player not in arrived]
    made = State(
        s.players,
        s.men,
        s.long_jumps,
        s.play_on,
        tuple(frozenset(men) for men in board),
        rng.choice(free),
        arrived,
    )
    try:
        return naive.parse(options, naive.text(made))
    except ValueError:
        return None  # somebody had arrived already


def tags(s: State) -> set[str]:
    """What is remarkable in a position: what the no-blocking rule does, passes, arrivals one move away."""
    found: set[str] = set()
    player = s.turn
    if player is None:
        return {"over"}
    legal = naive.moves(s)
    if legal == ["pass"]:
        return {"pass"}
    duty, kept = naive.duty(s)
    if duty in ("leave", "advance") and len(kept) < len(naive.free_moves(s, player)):
        found.add(duty)
    if duty == "released":
        found.add(duty)
    others = [p for p in range(s.players) if p != player]
    doors = [p for p in others if s.board[player] & naive.goal(s, p) and naive.waits_at_the_door(s, p)]
    if len(doors) > 1:
        found.add("two doors")
    if s.arrived:
        found.add("places given")
    for move in legal:
        after = naive.play(s, move) if len(legal) == 1 else _after(s, player, move)
        if after.arrived != s.arrived:
            found.add("arrival")
            newcomers = after.arrived[len(s.arrived) :]
            if any(not naive.goal(s, p) <= after.board[p] for p in newcomers):
                found.add("sealing")
            if player not in newcomers:
                found.add("arrival of another")
            if len(newcomers) > 1:
                found.add("two arrive")
    return found


def _after(s: State, player: int, move: str) -> State:
    a, b = move.split("-")
    board = list(s.board)
    board[player] = (board[player] - {a}) | {b}
    return naive.after_move(State(s.players, s.men, s.long_jumps, s.play_on, tuple(board), s.turn, s.arrived), player)


# ---- Positions made by hand ------------------------------------------------------------------------------------------


def by_hand(options: Options) -> list[State]:
    """Positions for which chance would have to be very patient."""
    s = naive.start(options)
    made: list[State] = []

    def add(board: tuple[list[str], ...], turn: int) -> None:
        men = tuple(frozenset(holes) for holes in board)
        position = State(s.players, s.men, s.long_jumps, s.play_on, men, turn, ())
        made.append(naive.parse(options, naive.text(position)))

    def names(y: int, first: int, last: int) -> list[str]:
        return [naive.name(x, y) for x in range(first, last + 1)]

    if s.players == 2 and s.men == 15:
        # N is shut in completely and passes; S has two men that can still walk.
        shut_in = names(3, -1, 4) + names(2, -2, 4)
        add(([*shut_in, "i9", "h9"], sorted(naive.camp(s, 1))), 1)
        # One of S's steps to row j shuts S's last man behind the wall too: S has "arrived" without a man in the goal.
        add(([*shut_in, "j9", "i10"], sorted(naive.camp(s, 1))), 0)
    if s.players == 2 and s.men == 10:
        # N's tip man is shut in behind nine men of S; S's last man walks to the base, where sealing makes S arrive.
        others = sorted(naive.POINTS["S"])[:7]
        add(([*sorted(naive.POINTS["N"] - {"q13"}), "k10"], ["q13", "e5", "e6", *others]), 0)
    if s.players > 2:
        # Player 0 has not moved and is shut in by two rows of men of the others: it passes.
        rows = [
            sorted(h for h in naive.HEXAGON if naive.progress(s, 0, h) == rank)
            for rank in ((4, 5) if s.men == 10 else (5, 6))
        ]
        home = [sorted(naive.camp(s, player)) for player in range(s.players)]
        home[1][: len(rows[0])] = rows[0]
        home[2][: len(rows[1])] = rows[1]
        add(tuple(home), 0)
    if s.players == 3 and s.men == 15:
        # S waits at the door, and NW's man in m11 cannot leave S's goal: it can go on to m12, or is wholly shut in.
        south = [*sorted(naive.POINTS["N"]), "m10", "l10", "l11", "k9", "k11"]
        west = sorted(naive.camp(s, 1) - {"m9"} | {"m11"})
        add((south, west, sorted(naive.camp(s, 2) - {"m13", "i13"} | {"l9", "l12"})), 1)
        add((south, west, sorted(naive.camp(s, 2) - {"i13", "j13", "k13"} | {"l9", "l12", "m12"})), 1)
    if s.players == 4:
        # e13 and m17 are sealed: when player 1 steps to i13 both 1 and 0 have arrived, the mover first.
        for turn in (0, 1):
            add(
                (
                    [*sorted(naive.POINTS["NE"] - {"m17"}), "h12"],
                    [*sorted(naive.POINTS["SE"] - {"e13"}), "j13"],
                    ["m17", *sorted(naive.POINTS["SW"] - {"h4"})],
                    ["e13", *sorted(naive.POINTS["NW"] - {"m8"})],
                ),
                turn,
            )
    return made


# ---- Tables ----------------------------------------------------------------------------------------------------------


def perft_line(options: Options, s: State, nodes: int) -> str:
    counts = [naive.perft(s, 1)]
    while counts[-1] <= nodes and len(counts) < 6 and counts[-1] > 0:
        counts.append(naive.perft(s, len(counts) + 1))
    return f"{options_line(options)} | {naive.text(s)} | {' '.join(map(str, counts))}\n"


def game_lines(options: Options, played: list[str], states: list[State]) -> str:
    return f"{options_line(options)} | {naive.text(states[0])}\n{' '.join(played)}\n{naive.text(states[-1])}\n"


def tables(options: Options, seed: int) -> tuple[list[str], list[str], dict[str, int]]:
    """The lines of perft.txt, the games of games.txt, and how often each remarkable thing occurs among them."""
    rng = Random(seed)
    start = naive.start(options)
    players = start.players
    chosen: list[State] = []
    games: list[str] = []

    played, states = game(start, rng, eager_move, 200 + 100 * players)
    games.append(game_lines(options, played, states))
    last = len(states) - 1
    chosen += [states[min(6, last)], states[last // 4], states[last // 2], states[last * 4 // 5]]
    chosen += [states[last - 2], states[last - 1], states[last]]
    played, states = game(start, rng, random_move, 60)
    games.append(game_lines(options, played, states))
    chosen += [states[30], states[60]]

    seen: dict[str, int] = {}
    hand_made = by_hand(options)
    for s in hand_made:
        played, states = game(s, rng, eager_move, 60)
        games.append(game_lines(options, played, states))
        chosen.append(s)
        for tag in tags(s):
            seen[tag] = seen.get(tag, 0) + 1
    recorded = 0
    for _ in range(SAMPLES):
        made = late_position(options, rng)
        if made is None:
            continue
        found = tags(made)
        if any(seen.get(tag, 0) < 2 for tag in found):
            chosen.append(made)
            for tag in found:
                seen[tag] = seen.get(tag, 0) + 1
            if recorded < 5:
                played, states = game(made, rng, eager_move, 100)
                games.append(game_lines(options, played, states))
                recorded += 1

    unique = list(dict.fromkeys(chosen))
    lines = [perft_line(options, start, START_NODES)]
    lines += [perft_line(options, s, OTHER_NODES) for s in unique]
    return lines, games, seen


def main() -> None:
    all_lines: list[str] = []
    all_games: list[str] = []
    for number, options in enumerate(naive.OPTION_SETS):
        lines, games, seen = tables(options, 1000 + number)
        all_lines += lines
        all_games += games
        print(options_line(options), len(lines), len(games), dict(sorted(seen.items())), flush=True)
    (HERE / "perft.txt").write_text(HEADER + "".join(all_lines), encoding="utf-8")
    (HERE / "games.txt").write_text("\n".join(all_games), encoding="utf-8")


if __name__ == "__main__":
    main()
