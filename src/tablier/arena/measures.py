"""What the games themselves want measured: ``measures.toml`` in their folders."""

from __future__ import annotations

import tomllib
from typing import Any

from tablier.games import GAMES, definition

__all__ = ["events_of", "ladders", "speeds"]


def ladders() -> list[dict[str, Any]]:
    """The ladders of all games, in the order of the games."""
    return [{"game": game_id, **entry} for game_id in GAMES for entry in _measures(game_id).get("ladder", [])]


def events_of(report: str) -> list[dict[str, Any]]:
    """The contests of all games in a report, in the order of the games."""
    return [
        {"game": game_id, **entry} for game_id in GAMES for entry in _measures(game_id).get("event", {}).get(report, [])
    ]


def speeds(game_id: str) -> dict[str, float]:
    """What is wanted of a game's speed: moves a second in random games, in the `kernel` and through `python`."""
    wanted: dict[str, float] = _measures(game_id).get("speed", {})
    return wanted


def _measures(game_id: str) -> dict[str, Any]:
    file = definition(game_id).folder / "measures.toml"
    if not file.is_file():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file}: {error}") from None
