"""Writes perft.txt and games.txt from the naive rules: python -m tests.games.connexion.make_tables"""

import random
from pathlib import Path

from tests.games.connexion.naive import (
    COLUMNS,
    DIGITS,
    OPTION_SETS,
    ROWS,
    WHITE,
    Options,
    State,
    moves,
    parse,
    perft,
    places,
    play,
    start,
    text,
)

FOLDER = Path(__file__).parent
MADE_BY = "made by python -m tests.games.connexion.make_tables from the naive rules; do not edit"
START_DEPTH = 3
LONGEST_GAME = 400

Played = tuple[list[str], list[State]]  # the moves of a game and its positions

# Worked out by hand: a staircase that lets one turn of f6 take the last pawns of both, to White's or Black's loss,
# rings of four light or dark triangles, crowded paths, plates protected, last pawns about to leave by
# either player's turn.
CORNERS = [
    "00000c/000020/000200/002000/020000/200000 w -",
    "00000c/000020/000200/002000/020000/200000 b -",
    "800000/000000/000000/001000/072000/000000 w -",
    "800000/000000/000000/001000/076000/000000 w -",
    "800000/000000/000000/005000/072000/000000 w -",
    "000000/0a3000/018000/000000/000000/000004 b -",
    "888888/000000/000000/002000/000000/444444 b b3c3c4",
    "888888/000000/000000/003000/000000/444444 w c2c3",
    "800000/000000/000000/000000/000000/800004 w -",
    "400004/000000/000000/000000/000000/000008 w -",
    "000004/000000/000000/000000/000000/800000 b -",
    "000003/000020/000200/002000/020000/200000 - - b",
    "000003/000020/000200/002000/020000/200000 - f5f6 w",
    "cccccc/000000/000000/000000/000000/000000 w -",
    "000000/000000/000000/000000/000000/cccccc b -",
]
# Only with new connections protected: one connection of two, on rings of four where every triangle has two.
CORNERS_OF_NEW = [
    "800000/000000/000000/001000/072000/000000 b b2b3",
    "000000/0a3000/018000/000000/000000/000004 w b5c5",
    "000003/000020/000200/002000/020000/200000 - e5f5 w",
]


def corners(options: Options) -> list[str]:
    return CORNERS + CORNERS_OF_NEW if options["protection"] == "new" else CORNERS


def options_text(options: Options) -> str:
    parts = [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options.items()]
    return ",".join(sorted(parts)) or "-"


def random_move(s: State, rng: random.Random, pawn_share: float) -> str:
    """Any move, but a pawn's with at least the given chance where there is one."""
    legal = moves(s)
    pawn_moves = [move for move in legal if len(move) == 5]
    if pawn_moves and rng.random() < pawn_share:
        return rng.choice(pawn_moves)
    return rng.choice(legal)


def still_to_go(s: State, player: int) -> int:
    pawns = s.white if player == WHITE else s.black
    rows = [int(plate[1]) for plate in pawns]
    return sum(20 + (6 - row if player == WHITE else row - 1) for row in rows)


def eager_move(s: State, rng: random.Random, care: float) -> str:
    """Mostly a move after which the mover's pawns are nearest to being out, so that games end; else any."""
    assert s.turn is not None
    if rng.random() >= care:
        return random_move(s, rng, 0.3)
    ranked: dict[int, list[str]] = {}
    for move in moves(s):
        ranked.setdefault(still_to_go(play(s, move), s.turn), []).append(move)
    return rng.choice(ranked[min(ranked)])


def random_game(first: State, rng: random.Random, care: float) -> Played:
    """Moves and positions of a game; without care the moves are plainly random."""
    states = [first]
    played: list[str] = []
    while moves(states[-1]) and len(played) < LONGEST_GAME:
        s = states[-1]
        played.append(eager_move(s, rng, care) if care else random_move(s, rng, 0.2))
        states.append(play(s, played[-1]))
    return played, states


def random_board(options: Options, rng: random.Random) -> State:
    """A position with any orientations and any pawns that the contract accepts."""
    while True:
        plates = [column + row for row in reversed(ROWS) for column in COLUMNS]
        white = set(rng.sample(plates, rng.randint(1, 6)))
        black = set(rng.sample(plates, rng.randint(1, 6)))
        line = ""
        for plate in plates:
            line += DIGITS[rng.randrange(4) + 4 * (plate in white) + 8 * (plate in black)]
        rows = "/".join(line[i : i + 6] for i in range(0, 36, 6))
        try:
            return parse(options, f"{rows} {rng.choice('wb')} -")
        except ValueError:
            continue


def board_games(options: Options) -> list[Played]:
    """Games from such positions: most of them end soon."""
    rng = random.Random(7)
    return [random_game(random_board(options, rng), rng, 0.6) for _ in range(24)]


def perft_line(options: Options, s: State, depth: int) -> str:
    counts = " ".join(str(perft(s, d)) for d in range(1, depth + 1))
    return f"{options_text(options)} | {text(s)} | {counts}"


def perft_lines(options: Options, from_boards: list[Played]) -> list[str]:
    lines = [perft_line(options, start(options), START_DEPTH)]
    lines += [perft_line(options, parse(options, corner), 2) for corner in corners(options)]
    for seed, care in enumerate([0.0, 0.0, 0.6, 0.8, 0.9, 1.0]):
        _, states = random_game(start(options), random.Random(seed), care)
        last = len(states) - 1
        chosen = {3, last // 4, last // 2, 3 * last // 4, last - 6, last - 3, last - 2, last - 1, last}
        lines += [perft_line(options, states[i], 2) for i in sorted(chosen)]
    rng = random.Random(2024)
    lines += [perft_line(options, random_board(options, rng), 2) for _ in range(60)]
    lines += [perft_line(options, random_board(options, rng), 3) for _ in range(2)]
    for _, states in from_boards:
        lines += [perft_line(options, s, 2) for s in states[-3:]]
    return lines


def game_text(options: Options, played: list[str], states: list[State]) -> str:
    return f"{options_text(options)} | {text(states[0])}\n{' '.join(played)}\n{text(states[-1])}\n"


def games(options: Options, from_boards: list[Played]) -> list[str]:
    found: list[str] = []
    for seed in range(4):
        found.append(game_text(options, *random_game(start(options), random.Random(100 + seed), 0.0)))
    for seed, care in enumerate([0.5, 0.7, 0.9, 1.0] * 4):
        found.append(game_text(options, *random_game(start(options), random.Random(200 + seed), care)))
    for corner in corners(options):
        first = parse(options, corner)
        if first.turn is None:
            continue
        endings = [move for move in moves(first) if places(play(first, move)) is not None]
        for move in endings:
            found.append(game_text(options, [move], [first, play(first, move)]))
    found += [game_text(options, *game) for game in from_boards]
    return found


def main() -> None:
    lines = [f"# {MADE_BY}", "# options | position | number of move sequences of length 1, 2, ..."]
    recorded: list[str] = []
    for options in OPTION_SETS:
        from_boards = board_games(options)
        lines += perft_lines(options, from_boards)
        recorded += games(options, from_boards)
    (FOLDER / "perft.txt").write_text("\n".join(lines) + "\n", encoding="ascii")
    (FOLDER / "games.txt").write_text("\n".join(recorded), encoding="ascii")


if __name__ == "__main__":
    main()
