"""The levels, measured: neighbours and second neighbours play, one fit a game, every step with its error."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tablier
from tablier.arena.contest import Contest, Pairing
from tablier.arena.folder import open_folder
from tablier.arena.measures import ladders
from tablier.arena.playing import Result
from tablier.arena.report import compact_json, markdown_table, percent, signed
from tablier.arena.runner import play_contest, write_reports
from tablier.arena.stamp import stamp_of
from tablier.arena.strength import Watching
from tablier.arena.summary import rate, summary
from tablier.search.levels import LEVELS, SEES_OTHERS_WIN, SEES_OWN_WIN

__all__ = ["Ladder", "is_measured", "levels_markdown", "measure", "read_ladders", "write_levels"]

_PROMISES = """Levels 1 to 7 misjudge moves on purpose. What a move loses is seen by the level's own search, in place score
(1 is a game won instead of lost); levels 8 to 10 play the best they find. A game has its own share of nodes where
this one makes uneven steps: the tables below say what was searched. A win is one within the turn, stopping one a move after which
the next player has none.
"""


@dataclass(frozen=True, slots=True)
class Ladder:
    """All levels of one game and number of players."""

    name: str
    contest: Contest


def read_ladders(path: Path, scale: float = 1.0) -> list[Ladder]:
    """The ladders of a plan file, or else those that the games want measured: how many games between neighbours is said for
    all in the plan, or for one."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return [_ladder({**data, **entry}, scale) for entry in data.get("ladder", ladders())]
    except KeyError as error:
        raise ValueError(f"{path}: {error} is missing") from None
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None


def _ladder(data: Mapping[str, Any], scale: float) -> Ladder:
    game = tablier.game(data["game"], **data.get("options", {}))
    seats = len(game.players)
    top = data["levels"]

    def games(highest: int, wanted: int) -> int:
        count = wanted if highest <= data["full_up_to"] else min(wanted, data["games_above"])
        return count if scale == 1 else max(seats, round(count * scale / seats) * seats)

    tables = []
    for first in range(1, top):
        if seats == 2:
            tables.append(Pairing((first - 1, first), games(first + 1, data["games"])))
            if first + 2 <= top:
                tables.append(Pairing((first - 1, first + 1), games(first + 2, data["games_second"])))
        elif first + seats - 1 <= top:
            # At a table of n neighbours first, second … neighbours meet all at once.
            tables.append(Pairing(tuple(range(first - 1, first - 1 + seats)), games(first + seats - 1, data["games"])))
    who = tuple(f"level:{level}" for level in range(1, top + 1))
    name = f"{game.names['en']}, {seats} players"
    return Ladder(name, Contest(game.id, game.options, who, tuple(tables)))


def measure(ladder: Ladder, work: Path, jobs: int, watching: Watching) -> dict[str, Any]:
    """Play what is missing; the ratings, steps and errors as data."""
    stamp = stamp_of(ladder.contest)
    with open_folder(work / f"{ladder.contest.identity()}-{stamp}", ladder.contest, stamp) as folder:
        with watching(folder) as told:
            play_contest(folder, jobs, told=told)
        write_reports(folder)
        return _figures(ladder, folder.results, stamp)


def _figures(ladder: Ladder, results: list[Result], stamp: str) -> dict[str, Any]:
    ratings = rate(ladder.contest, results)
    data = summary(ladder.contest, results, stamp)
    met = {(pair["a"], pair["b"]): pair for pair in data["pairs"]}
    rows = []
    for level, one in enumerate(data["contestants"], 1):
        step, error = ratings.difference(level - 1, level - 2) if level > 1 else (None, None)
        pair = met.get((level - 2, level - 1))
        rows.append(
            {
                "level": level,
                "elo": round(ratings.elo[level - 1] - ratings.elo[0]),
                "step": None if step is None else round(step, 1),
                "error": None if error is None or error == float("inf") else round(error, 1),
                "games": one["games"],
                "meetings": 0 if pair is None else pair["meetings"],
                "score": None if pair is None else round(1 - pair["score"], 4),
                "nodes_per_move": one["nodes_per_move"],
                "seconds_per_move": one["seconds_per_move"],
            }
        )
    steps = [row["step"] for row in rows[1:]]
    return {
        "name": ladder.name,
        "event": ladder.contest.to_data(),
        "stamp": stamp,
        "played": len(results),
        "levels": rows,
        "mean_step": round(sum(steps) / len(steps), 1) if steps else None,
        "all_above_zero": all(row["error"] is not None and row["step"] > row["error"] for row in rows[1:]),
    }


def _known(file: Path) -> dict[str, dict[str, Any]]:
    """The figures beside a table of levels, by the ladder's name."""
    figures = file.with_suffix(".json")
    try:
        return {one["name"]: one for one in json.loads(figures.read_text(encoding="utf-8"))["ladders"]}
    except FileNotFoundError:
        return {}
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{figures} cannot be read: {error}") from None


def is_measured(ladder: Ladder, file: Path) -> bool:
    """Whether the table of levels has this ladder, as planned, played by the sources as they are."""
    known = _known(file).get(ladder.name)
    return (
        known is not None and known["event"] == ladder.contest.to_data() and known["stamp"] == stamp_of(ladder.contest)
    )


def write_levels(plan: Path, file: Path, measured: Mapping[str, Any]) -> None:
    """Put the figures of one ladder among those known already, and write the table and its figures anew."""
    text = tomllib.loads(plan.read_text(encoding="utf-8"))["text"]
    known = _known(file)
    known[measured["name"]] = dict(measured)
    order = [ladder.name for ladder in read_ladders(plan)]
    ladders = [known[name] for name in order if name in known]
    file.parent.mkdir(parents=True, exist_ok=True)
    data = {"format": "tablier-levels", "version": 1, "ladders": ladders}
    file.with_suffix(".json").write_text(compact_json(data), encoding="utf-8")
    file.write_text(levels_markdown(ladders, text), encoding="utf-8")


def levels_markdown(measured: list[dict[str, Any]], text: str) -> str:
    """The table of the levels: `text` says what is measured and how."""
    parts = ["# Levels\n", text.strip() + "\n", "Made by `tablier levels`.\n"]
    overview = [["game", "games", "levels 1 to top", "mean step", "every step above 0", "sources"]]
    for one in measured:
        overview.append(
            [
                one["name"],
                str(one["played"]),
                f"{one['levels'][-1]['elo']} Elo",
                f"{one['mean_step']:.0f}",
                "yes" if one["all_above_zero"] else "no",
                f"`{one['stamp']}`",
            ]
        )
    parts.append(markdown_table(overview))
    parts += ["## What each level promises\n", _PROMISES, markdown_table(_promises())]
    for one in measured:
        rows = [
            ["level", "Elo", "step", "±", "score against the level below", "meetings", "games", "nodes/move", "s/move"]
        ]
        for row in one["levels"]:
            rows.append(
                [
                    str(row["level"]),
                    str(row["elo"]),
                    signed(row["step"]),
                    "–" if row["error"] is None else f"{row['error']:.0f}",
                    percent(row["score"]),
                    str(row["meetings"]) if row["level"] > 1 else "–",
                    str(row["games"]),
                    "–" if row["nodes_per_move"] is None else f"{row['nodes_per_move']:,}",
                    "–" if row["seconds_per_move"] is None else f"{row['seconds_per_move']:.3f}",
                ]
            )
        parts.append(f"## {one['name']}\n")
        parts.append(markdown_table(rows))
    return "\n".join(parts)


def _promises() -> list[list[str]]:
    rows = [
        ["level", "nodes, of level 10's", "a move loses at most", "never misses its own win", "nor the next player's"]
    ]
    for level, setting in LEVELS.items():
        rows.append(
            [
                str(level),
                f"{100 * setting.share:g} %",
                "–" if not setting.noise else f"{setting.loss:.2f}" if setting.loss < 1 else "anything",
                "yes" if level >= SEES_OWN_WIN else "no",
                "yes" if level >= SEES_OTHERS_WIN else "no",
            ]
        )
    return rows
