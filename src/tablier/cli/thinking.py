"""What the computer thinks, for people at the terminal. The engines are loaded when first asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from tablier.cli.show import Screen
from tablier.core.match import Match

if TYPE_CHECKING:
    from tablier.search import Analysis, Candidate

__all__ = ["analysed", "certain", "chosen", "show"]

_SECONDS = 1.0
_ROWS = 5
_LINE = 8


def chosen(match: Match, level: int, seed: int) -> str:
    """The move a level plays."""
    from tablier.search import Level  # noqa: PLC0415

    return Level(level).search(match, seed=seed).move


def analysed(match: Match) -> Analysis:
    """What the best engine thinks after a second."""
    from tablier.search import Limits, analyst  # noqa: PLC0415

    return analyst(match.game).search(match, Limits(seconds=_SECONDS))


def certain(screen: Screen, candidate: Candidate) -> str:
    """A proof in words; nothing when there is none."""
    if candidate.proof is None:
        return ""
    turns = candidate.proof.turns
    return screen.say(f"session.{candidate.proof.outcome}" if turns else "session.loses_at_once", n=turns)


def show(screen: Screen, analysis: Analysis) -> None:
    """Print the best candidates as a table."""
    table = Table()
    for key in ("move", "score", "line"):
        table.add_column(screen.say(f"session.analysis_{key}"), justify="right" if key == "score" else "left")
    for candidate in analysis.candidates[:_ROWS]:
        percent = round(100 * candidate.scores[analysis.player])
        score = certain(screen, candidate) or screen.say("session.analysis_percent", n=percent)
        table.add_row(candidate.move, score, " · ".join(candidate.line[:_LINE]))
    Console().print(table)
    print(screen.say("session.analysis_end", nodes=analysis.nodes, depth=analysis.depth))
