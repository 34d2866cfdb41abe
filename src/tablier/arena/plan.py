"""Plans: the reports on strength as data: docs/strength/plan.toml, and what the games want measured of themselves."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import tablier
from tablier.arena.chooser import check
from tablier.arena.contest import Contest, Pairing
from tablier.arena.contestant import contestant
from tablier.arena.measures import events_of

__all__ = ["Goal", "GoalKind", "Item", "Report", "read_plan"]

GoalKind = Literal["score", "first", "ended"]

_ITEM = {
    "name",
    "game",
    "options",
    "contestants",
    "games",
    "all_meet",
    "opening",
    "turn_limit",
    "limits",
    "patience",
    "first_only",
    "goal",
}


@dataclass(frozen=True, slots=True)
class Goal:
    """What is wanted: the first contestant's score, its share of first places, or the share of games that end by the rules
    within so many moves, at least so much."""

    kind: GoalKind
    at_least: float
    within: int = 0


@dataclass(frozen=True, slots=True)
class Item:
    """One contest of a report, and what is wanted of it if anything."""

    name: str
    contest: Contest
    goal: Goal | None


@dataclass(frozen=True, slots=True)
class Report:
    """A report: a title, what it is about, and its contests. `kind` is how it is shown."""

    id: str
    title: str
    text: str
    kind: Literal["versus", "ratings", "balance"]
    items: tuple[Item, ...]


def read_plan(path: Path, scale: float = 1.0) -> list[Report]:
    """The reports of a plan file, with the contests that it lists or else those of all games; `scale` makes every number of
    games smaller or larger (full rounds of seats at least).

    ValueError that names the report when something is wrong.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not a plan: {error}") from None
    reports = []
    for entry in data.get("report", []):
        try:
            items = tuple(_item(entry, item, scale) for item in entry.get("event", events_of(entry["id"])))
            reports.append(Report(entry["id"], entry["title"], entry["text"].strip(), entry["kind"], items))
            if entry["kind"] not in ("versus", "ratings", "balance"):
                raise ValueError(f"a report is of kind versus, ratings or balance, not {entry['kind']!r}")
        except KeyError as error:
            raise ValueError(f"{path}, report {entry.get('id', '?')}: {error} is missing") from None
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path}, report {entry.get('id', '?')}: {error}") from None
    return reports


def _item(entry: Mapping[str, Any], own: Mapping[str, Any], scale: float) -> Item:
    """A contest; what it does not say itself is said once in its report."""
    shared = {key: value for key, value in entry.items() if key in _ITEM}
    data = {**shared, **own}
    unknown = data.keys() - _ITEM
    if unknown:
        raise ValueError(f"an event has no {', '.join(sorted(unknown))}; it has {', '.join(sorted(_ITEM))}")
    game = tablier.game(data["game"], **data.get("options", {}))
    who = tuple(data["contestants"])
    for text in who:
        check(contestant(text), game)
    seats = len(game.players)
    games = max(seats, round(data["games"] * scale / seats) * seats) if scale != 1 else data["games"]
    chosen = (
        itertools.combinations(range(len(who)), min(seats, len(who))) if data.get("all_meet") else [range(len(who))]
    )
    more = {key: data[key] for key in ("opening", "turn_limit", "limits", "patience", "first_only") if key in data}
    contest = Contest(game.id, game.options, who, tuple(Pairing(tuple(table), games) for table in chosen), **more)
    goal = None if "goal" not in data else Goal(**data["goal"])
    label = f"{game.names['en']}, {seats} players" if len(game.definition.player_counts) > 1 else game.names["en"]
    return Item(data.get("name", label), contest, goal)
