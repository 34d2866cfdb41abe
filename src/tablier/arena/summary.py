"""The results of a contest in numbers: scores, ratings, seats, lengths, ends."""

from __future__ import annotations

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from tablier.arena.contest import Contest
from tablier.arena.playing import Result
from tablier.arena.ratings import Pair, Ratings, fit
from tablier.arena.sprt import Sprt
from tablier.core.places import place_score, point

__all__ = ["brief", "game_scores", "group_scores", "groups_of", "pairs_of", "ranked", "rate", "summary", "wilson"]


def pairs_of(result: Result) -> list[Pair]:
    """A game's results pairwise; a contestant does not meet itself."""
    seats, places = result.seats, result.places
    return [
        (seats[a], seats[b], point(places[a], places[b]))
        for a in range(len(seats))
        for b in range(a + 1, len(seats))
        if seats[a] != seats[b]
    ]


def groups_of(results: Sequence[Result]) -> dict[tuple[int, int], list[Result]]:
    """The games by table and opening."""
    groups: defaultdict[tuple[int, int], list[Result]] = defaultdict(list)
    for result in results:
        groups[result.table, result.opening].append(result)
    return dict(groups)


def rate(contest: Contest, results: Sequence[Result]) -> Ratings:
    """The ratings of all contestants. Games of a table from the same opening count as one group."""
    groups = ([pair for result in group for pair in pairs_of(result)] for group in groups_of(results).values())
    return fit(len(contest.contestants), groups)


def game_scores(result: Result, who: int) -> list[float]:
    """A contestant's score at each of its seats: the share of the others it left behind."""
    return [place_score(result.places, seat) for seat, index in enumerate(result.seats) if index == who]


def group_scores(contest: Contest, results: Sequence[Result]) -> list[float]:
    """The first contestant's mean score against the others in each complete group of games."""
    size = len(contest.game().players)
    scores = []
    for group in groups_of(results).values():
        values = [value if a == 0 else 1 - value for result in group for a, b, value in pairs_of(result) if 0 in (a, b)]
        if len(group) == size and values:
            scores.append(statistics.fmean(values))
    return scores


def wilson(score: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a mean score."""
    if games == 0:
        return 0.0, 1.0
    z2 = 1.96**2
    middle = (score + z2 / (2 * games)) / (1 + z2 / games)
    half = 1.96 * math.sqrt(max(0.0, score * (1 - score)) / games + z2 / (4 * games**2)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(contest: Contest, results: Sequence[Result], stamp: str, sprt: Sprt | None = None) -> dict[str, Any]:
    """Everything a report says, as JSON takes it."""
    ratings = rate(contest, results)
    players = contest.game().players
    return {
        "format": "tablier-report",
        "version": 1,
        "stamp": stamp,
        "event": contest.to_data(),
        "played": len(results),
        "wanted": sum(table.games for table in contest.tables),
        "contestants": [_contestant(contest, results, ratings, index) for index in range(len(contest.contestants))],
        "difference": _difference(ratings) if len(contest.contestants) == 2 else None,
        "pairs": _pairs(len(contest.contestants), results),
        "seats": [
            {"name": player.name, "score": _rounded(_seat_score(results, seat))} for seat, player in enumerate(players)
        ],
        "ends": dict(Counter(result.end for result in results).most_common()),
        "draws": sum(len(set(result.places)) == 1 for result in results),
        "moves": _spread([result.moves for result in results]),
        "turns": _spread([result.turns for result in results]),
        "faults": [
            {"table": result.table, "index": result.index, "who": contest.labels[result.seats[result.mistake.seat]]}
            | {"kind": result.mistake.kind, "message": result.mistake.message}
            for result in results
            if result.mistake is not None
        ],
        "sprt": None if sprt is None else _test(sprt, group_scores(contest, results)),
        "running": _running(contest, results),
    }


def _contestant(contest: Contest, results: Sequence[Result], ratings: Ratings, index: int) -> dict[str, Any]:
    scores = [score for result in results for score in game_scores(result, index)]
    mine = [result for result in results if index in result.seats]
    first = [_first(result, index) for result in mine]
    seats = [(r, seat) for r in mine for seat, who in enumerate(r.seats) if who == index]
    asked = sum(r.asked[seat] for r, seat in seats)
    low, high = wilson(statistics.fmean(scores), len(mine)) if scores else (0.0, 1.0)
    return {
        "name": contest.labels[index],
        "games": len(mine),
        "wins": sum(value == 1 for value in first),
        "shared": sum(0 < value < 1 for value in first),
        "losses": sum(value == 0 for value in first),
        "first": _rounded(statistics.fmean(first)) if first else None,
        "score": _rounded(statistics.fmean(scores)) if scores else None,
        "interval": [_rounded(low), _rounded(high)],
        "elo": round(ratings.elo[index], 1) if mine else None,
        "error": round(ratings.error(index), 1) if mine else None,
        "nodes_per_move": round(sum(r.nodes[seat] for r, seat in seats) / asked) if asked else None,
        "seconds_per_move": _rounded(sum(r.seconds[seat] for r, seat in seats) / asked) if asked else None,
        "faults": sum(r.mistake is not None and r.seats[r.mistake.seat] == index for r in mine),
    }


def _first(result: Result, index: int) -> float:
    """A contestant's part of the first place: 1 when it has it alone, at whichever of its seats."""
    holders = [who for who, place in zip(result.seats, result.places, strict=True) if place == min(result.places)]
    return holders.count(index) / len(holders)


def _difference(ratings: Ratings) -> dict[str, float | None]:
    elo, error = ratings.difference(0, 1)
    return {"elo": round(elo, 1), "error": round(error, 1) if math.isfinite(error) else None}


def _pairs(count: int, results: Sequence[Result]) -> list[dict[str, Any]]:
    """Every two who have met: how often, and the first one's score."""
    met: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for result in results:
        for a, b, value in pairs_of(result):
            met[min(a, b), max(a, b)].append(value if a < b else 1 - value)
    return [
        {"a": a, "b": b, "meetings": len(met[a, b]), "score": _rounded(statistics.fmean(met[a, b]))}
        for a in range(count)
        for b in range(a + 1, count)
        if (a, b) in met
    ]


def _seat_score(results: Sequence[Result], seat: int) -> float | None:
    if not results:
        return None
    return statistics.fmean(place_score(result.places, seat) for result in results)


def _spread(values: list[int]) -> dict[str, Any] | None:
    if not values:
        return None
    ordered = sorted(values)
    return {
        "least": ordered[0],
        "median": statistics.median(ordered),
        "mean": round(statistics.fmean(ordered), 1),
        "most": ordered[-1],
        "all": ordered,
    }


def _test(sprt: Sprt, scores: list[float]) -> dict[str, Any]:
    low, high = sprt.bounds
    return {
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "ratio": _rounded(sprt.ratio(scores)),
        "bounds": [_rounded(low), _rounded(high)],
        "verdict": sprt.verdict(scores),
    }


def _running(contest: Contest, results: Sequence[Result]) -> list[float]:
    """The first contestant's mean score after each game, for the plot of a match; empty for more than two."""
    if len(contest.contestants) != 2:
        return []
    total, running = 0.0, []
    for count, result in enumerate(results, 1):
        total += statistics.fmean(game_scores(result, 0))
        running.append(round(total / count, 4))
    return running


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def brief(data: dict[str, Any]) -> dict[str, Any]:
    """A summary without what it has of every single game: as it is kept."""
    spreads = {
        key: None if data[key] is None else {name: value for name, value in data[key].items() if name != "all"}
        for key in ("moves", "turns")
    }
    return {key: part for key, part in (data | spreads).items() if key != "running"}


def ranked(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The contestants of a summary, best first; those who have not played last."""
    return sorted(data["contestants"], key=lambda one: -math.inf if one["elo"] is None else one["elo"], reverse=True)
