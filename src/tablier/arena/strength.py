"""The reports on strength: every contest of a plan played (or resumed), every report written as Markdown and JSON.

Games are kept in a folder for each contest and state of the sources: a change of the engines begins the contests it concerns
anew, and nothing else. What a report's file holds already, measured with the same sources, is not played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tablier.arena.folder import Folder, open_folder
from tablier.arena.plan import Goal, Item, Report
from tablier.arena.playing import Result
from tablier.arena.report import compact_json, cross_rows, markdown_table, percent, rating_rows, signed
from tablier.arena.runner import play_contest, write_reports
from tablier.arena.stamp import stamp_of
from tablier.arena.summary import brief, summary

__all__ = ["Watching", "make_report", "stale"]

Watching = Callable[[Folder], AbstractContextManager[Callable[[Result], None]]]
"""Shows how a contest goes on: entered for each contest, told each result."""


def make_report(
    report: Report, work: Path, out: Path, jobs: int, watching: Watching, games: Collection[str] = ()
) -> list[Path]:
    """Play what is missing or was measured with other sources, of these games only if any are named; write ``<id>.md`` and
    ``<id>.json`` after every contest. Returns both paths."""
    out.mkdir(parents=True, exist_ok=True)
    known = _known(report, out)
    todo = stale(report, out, games)
    written = [out / f"{report.id}.md", out / f"{report.id}.json"]
    for item in report.items:
        if item in todo:
            stamp = stamp_of(item.contest)
            with open_folder(work / report.id / f"{item.contest.identity()}-{stamp}", item.contest, stamp) as folder:
                with watching(folder) as told:
                    play_contest(folder, jobs, told=told)
                write_reports(folder)
                known[item.name] = _figures(item, summary(item.contest, folder.results, stamp), folder.results)
        done = [known[one.name] for one in report.items if one.name in known]
        written[0].write_text(_markdown(report, done), encoding="utf-8")
        written[1].write_text(_json(report, done), encoding="utf-8")
    return written


def stale(report: Report, out: Path, games: Collection[str] = ()) -> list[Item]:
    """Which contests of a report, of these games only if any are named, are missing from its file, or were measured otherwise
    or with other sources."""
    known = _known(report, out)
    asked = (item for item in report.items if not games or item.contest.game_id in games)
    return [item for item in asked if not _current(item, known.get(item.name))]


def _known(report: Report, out: Path) -> dict[str, dict[str, Any]]:
    """The figures in a report's file, by the contest's name."""
    file = out / f"{report.id}.json"
    try:
        return {entry["name"]: entry for entry in json.loads(file.read_text(encoding="utf-8"))["events"]}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{file} cannot be read: {error!r}; remove it to measure anew") from None


def _current(item: Item, figures: Mapping[str, Any] | None) -> bool:
    """Whether figures are of this contest, all of it, with this goal, played by the sources as they are."""
    if figures is None:
        return False
    measured = figures["summary"]
    return bool(
        measured["event"] == item.contest.to_data()
        and measured["played"] == measured["wanted"]
        and measured["stamp"] == stamp_of(item.contest)
        and figures["goal"] == _goal_data(item.goal)
    )


def _figures(item: Item, data: dict[str, Any], results: list[Result]) -> dict[str, Any]:
    value = None if item.goal is None else _reached(item.goal, data, results)
    return {
        "name": item.name,
        "goal": _goal_data(item.goal),
        "value": None if value is None else round(value, 4),
        "reached": None if item.goal is None or value is None else value >= item.goal.at_least,
        "summary": brief(data),
    }


def _goal_data(goal: Goal | None) -> dict[str, Any] | None:
    return None if goal is None else asdict(goal)


def _reached(goal: Goal, data: Mapping[str, Any], results: list[Result]) -> float:
    if goal.kind == "ended":
        return sum(r.end == "rules" and r.moves <= goal.within for r in results) / max(1, len(results))
    return float(data["contestants"][0][goal.kind] or 0.0)


def _json(report: Report, done: list[dict[str, Any]]) -> str:
    data = {"format": "tablier-strength", "version": 1, "report": report.id, "title": report.title, "events": done}
    return compact_json(data)


def _markdown(report: Report, done: list[dict[str, Any]]) -> str:
    parts = [f"# {report.title}\n", report.text + "\n", f"Made by `tablier strength {report.id}`.\n"]
    if report.kind == "ratings":
        for entry in done:
            data = entry["summary"]
            parts.append(f"## {entry['name']}\n")
            parts.append(f"{data['played']} games, sources `{data['stamp']}`.\n")
            parts += [markdown_table(rows(data), left=(1,)) for rows in (rating_rows, cross_rows)]
    else:
        rows = _versus(done) if report.kind == "versus" else _balance(done)
        parts.append(markdown_table(rows, left=(0, 1) if report.kind == "versus" else (0,)))
    return "\n".join(parts)


def _versus(done: list[dict[str, Any]]) -> list[list[str]]:
    rows = [["game", "between", "games", "won", "shared", "lost", "score", "95 %", "Elo", "goal", "reached", "sources"]]
    for entry in done:
        data = entry["summary"]
        first, *others = data["contestants"]
        low, high = first["interval"]
        difference = data["difference"] or {"elo": None, "error": None}
        rows.append(
            [
                entry["name"],
                f"`{first['name']}` – `{others[-1]['name']}`",
                str(data["played"]),
                str(first["wins"]),
                str(first["shared"]),
                str(first["losses"]),
                percent(first["score"]),
                f"{percent(low)} – {percent(high)}",
                f"{signed(difference['elo'])} ± {difference['error'] or 0:.0f}",
                *_goal(entry),
                f"`{data['stamp']}`",
            ]
        )
    return rows


def _balance(done: list[dict[str, Any]]) -> list[list[str]]:
    rows = [
        ["game", "games", "moves: median", "from – to", "by seat", "drawn", "ended by", "goal", "reached", "sources"]
    ]
    for entry in done:
        data = entry["summary"]
        moves = data["moves"]
        rows.append(
            [
                entry["name"],
                str(data["played"]),
                f"{moves['median']:g}",
                f"{moves['least']} – {moves['most']}",
                ", ".join(f"{seat['name']} {percent(seat['score'])}" for seat in data["seats"]),
                str(data["draws"]),
                ", ".join(f"{reason} {count}" for reason, count in data["ends"].items()),
                *_goal(entry),
                f"`{data['stamp']}`",
            ]
        )
    return rows


def _goal(entry: Mapping[str, Any]) -> tuple[str, str]:
    goal = entry["goal"]
    if goal is None:
        return "–", "–"
    what = {"score": "score", "first": "won", "ended": f"ended within {goal['within']}"}[goal["kind"]]
    return f"{what} ≥ {percent(goal['at_least'])}", f"{percent(entry['value'])} {'✓' if entry['reached'] else '✗'}"
