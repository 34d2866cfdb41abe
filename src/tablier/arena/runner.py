"""A contest, played: what is missing is handed to worker processes, each result kept at once."""

from __future__ import annotations

from collections.abc import Callable

from tablier.arena.contest import bouts
from tablier.arena.crew import Crew
from tablier.arena.folder import Folder
from tablier.arena.page import page
from tablier.arena.playing import Result
from tablier.arena.report import report_json, report_text
from tablier.arena.sprt import Sprt
from tablier.arena.summary import group_scores, summary

__all__ = ["play_contest", "write_reports"]


def play_contest(
    folder: Folder, size: int, sprt: Sprt | None = None, told: Callable[[Result], None] | None = None
) -> None:
    """Play the games that are not finished yet in `size` processes, until all are or the sequential test is decided."""
    if sprt is not None and len(folder.contest.contestants) != 2:
        raise ValueError("a sequential test is for two contestants")
    done = folder.done()
    todo = [bout for bout in bouts(folder.contest) if (bout.table, bout.index) not in done]
    if not todo or _decided(folder, sprt):
        return
    with Crew(folder.contest, size, folder.log) as crew:
        for result in crew.play(todo):
            folder.add(result)
            if told is not None:
                told(result)
            if _decided(folder, sprt):
                return


def _decided(folder: Folder, sprt: Sprt | None) -> bool:
    return sprt is not None and sprt.verdict(group_scores(folder.contest, folder.results)) != "open"


def write_reports(folder: Folder, sprt: Sprt | None = None) -> str:
    """Write the games and the reports of what was played so far; returns the report as text."""
    data = summary(folder.contest, folder.results, folder.stamp, sprt)
    text = report_text(data)
    folder.write_games()
    folder.write("report.txt", text)
    folder.write("report.json", report_json(data))
    folder.write("report.html", page(data))
    return text
