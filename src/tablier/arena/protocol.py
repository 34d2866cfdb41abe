"""The words of the line protocol, shared by the engine that speaks it and the arena that listens; docs/protocol.md."""

from __future__ import annotations

from collections.abc import Mapping

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.options import OptionValue
from tablier.search import Analysis, Candidate

__all__ = [
    "HELLO",
    "MAX_LINE",
    "READY",
    "game_line",
    "go_line",
    "info_lines",
    "one_line",
    "option_value",
    "position_line",
]

HELLO = "tei"
"""What a client says first; the answer ends with ``teiok``."""
READY = "isready"
MAX_LINE = 1_000_000
"""A line is at most so many bytes long."""
_SHOWN = 3


def one_line(text: object) -> str:
    """Any text on one line."""
    return " ".join(str(text).split())


def option_value(game: Game, name: str, text: str) -> OptionValue:
    """The value of a game's option that a text means; the text itself, which will be refused, when there is none."""
    for option in game.definition.options:
        if option.name == name:
            for value in option.values:
                if text == _value_text(value):
                    return value
    return text


def _value_text(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def game_line(game: Game) -> str:
    """``game kenwan players=3 …``."""
    return " ".join(["game", game.id, *(f"{name}={_value_text(value)}" for name, value in game.options.items())])


def position_line(match: Match) -> str:
    """``position start moves …``: the start of the match and all moves since."""
    start = "start" if match.start == match.game.start() else f"text {match.start}"
    moves = match.history
    return f"position {start} moves {' '.join(moves)}" if moves else f"position {start}"


def go_line(limits: Mapping[str, float]) -> str:
    """``go seconds 0.1``."""
    return " ".join(["go", *(f"{name} {value}" for name, value in limits.items())])


def info_lines(found: Analysis) -> list[str]:
    """What an engine thinks, one line for each of the first candidates."""
    return [_info(found, rank, candidate) for rank, candidate in enumerate(found.candidates[:_SHOWN], 1)]


def _info(found: Analysis, rank: int, candidate: Candidate) -> str:
    words = [
        f"info nodes {found.nodes} seconds {found.seconds:.3f} depth {candidate.depth} rank {rank}",
        f"visits {candidate.visits}",
        "scores " + " ".join(f"{score:.4f}" for score in candidate.scores),
        "wins " + " ".join(f"{chance:.4f}" for chance in candidate.wins),
    ]
    if candidate.proof is not None:
        words.append(f"proof {candidate.proof.outcome} {candidate.proof.moves}")
    words.append("line " + " ".join(candidate.line))
    return " ".join(words)
