"""Draws the boards shown in the README: a position of a recorded game each, with its last move marked."""

from __future__ import annotations

from pathlib import Path

import tablier
from tablier.render import svg
from tablier.scene import marks_after
from tests.games.oracle import recorded_games

PICTURES = Path(__file__).parent / "pictures"
MOVES = {"kenwan": 18, "chinese-checkers": 40, "hendeca": 24, "connexion": 30, "polygone": 14}


def main() -> None:
    """Write one SVG file a game."""
    PICTURES.mkdir(exist_ok=True)
    for game_id in tablier.games():
        recorded = next(game for game in recorded_games(game_id) if len(game.moves) >= MOVES[game_id])
        position = tablier.game(game_id, **recorded.options).position(recorded.start)
        before = position
        for move in recorded.moves[: MOVES[game_id]]:
            before, position = position, position.play(move)
        marks = marks_after(before.scene(), before.transition(recorded.moves[MOVES[game_id] - 1]))
        picture = svg.draw(
            position.scene(), marks=marks, background=False, tight=True, title=tablier.game(game_id).names["en"]
        )
        (PICTURES / f"{game_id}.svg").write_text(picture + "\n", encoding="utf-8")
        print(f"{game_id}: {recorded.moves[MOVES[game_id] - 1]}")


if __name__ == "__main__":
    main()
