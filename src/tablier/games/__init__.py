"""The games, one folder each. A game is one folder here and one line below; nothing else in the program names a game."""

from __future__ import annotations

import importlib

from tablier.core.game import Definition

__all__ = ["GAMES", "definition"]

GAMES = {
    "kenwan": "tablier.games.kenwan",
    "chinese-checkers": "tablier.games.chinese_checkers",
    "hendeca": "tablier.games.hendeca",
    "connexion": "tablier.games.connexion",
    "polygone": "tablier.games.polygone",
}


def definition(game_id: str) -> Definition:
    """What is known of a game before its code is loaded; ValueError when there is no such game."""
    if not isinstance(game_id, str) or game_id not in GAMES:
        raise ValueError(f"no game {game_id!r}; there are {', '.join(GAMES)}")
    found = importlib.import_module(GAMES[game_id]).GAME
    assert isinstance(found, Definition)  # noqa: S101
    return found
