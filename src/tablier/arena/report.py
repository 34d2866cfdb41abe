"""A summary in words: as text for the terminal, as Markdown, as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tablier.arena.summary import ranked

__all__ = [
    "compact_json",
    "contest_title",
    "cross_rows",
    "markdown_table",
    "percent",
    "rating_rows",
    "report_json",
    "report_text",
    "signed",
]

_WIDTH = 300
_HEADINGS = ("", "contestant", "Elo", "±", "score", "games", "1st", "shared", "lost", "nodes/move", "s/move")


def percent(value: float | None) -> str:
    """``95.0 %``."""
    return "–" if value is None else f"{100 * value:.1f} %"


def signed(value: float | None) -> str:
    """``+35``, with a real minus sign."""
    return "–" if value is None else f"{value:+.0f}".replace("-", "−")


def contest_title(data: Mapping[str, Any]) -> str:
    """The game with its options, and who takes part when there are two."""
    contest = data["event"]
    options = "".join(f" {name}={str(value).lower()}" for name, value in contest["options"].items())
    names = [one["name"] for one in data["contestants"]]
    who = " – ".join(names) if len(names) <= 3 else f"{len(names)} contestants"
    return f"{contest['game_id']}{options}: {who}"


def rating_rows(data: Mapping[str, Any]) -> list[list[str]]:
    """The rating list, best first, a heading row on top."""
    rows = [list(_HEADINGS)]
    for number, one in enumerate(ranked(data), 1):
        rows.append(
            [
                str(number),
                one["name"],
                signed(one["elo"]),
                "–" if one["error"] is None else f"{one['error']:.0f}",
                percent(one["score"]),
                str(one["games"]),
                str(one["wins"]),
                str(one["shared"]),
                str(one["losses"]),
                "–" if one["nodes_per_move"] is None else f"{one['nodes_per_move']:,}",
                "–" if one["seconds_per_move"] is None else f"{one['seconds_per_move']:.3f}",
            ]
        )
    return rows


def cross_rows(data: Mapping[str, Any]) -> list[list[str]]:
    """The points of everyone against everyone else, of how many meetings: in the rating list's order, a heading row on top."""
    everyone = data["contestants"]
    order = [everyone.index(one) for one in ranked(data)]
    met: dict[tuple[int, int], str] = {}
    for pair in data["pairs"]:
        meetings = pair["meetings"]
        halves = round(2 * pair["score"] * meetings)
        met[pair["a"], pair["b"]] = f"{halves / 2:g}/{meetings}"
        met[pair["b"], pair["a"]] = f"{meetings - halves / 2:g}/{meetings}"
    rows = [["", "points against", *(str(number) for number in range(1, len(order) + 1))]]
    for number, one in enumerate(order, 1):
        rows.append([str(number), everyone[one]["name"], *(met.get((one, other), "–") for other in order)])
    return rows


def report_text(data: Mapping[str, Any]) -> str:
    """The report for a terminal."""
    parts = [contest_title(data), f"{data['played']} of {data['wanted']} games, sources {data['stamp']}", ""]
    parts += [*_aligned(rating_rows(data)), ""]
    if len(data["contestants"]) > 2:
        parts += [*_aligned(cross_rows(data)), ""]
    if data["difference"] is not None and data["played"]:
        first, second = (one["name"] for one in data["contestants"])
        low, high = data["contestants"][0]["interval"]
        parts.append(
            f"{first} scores {percent(data['contestants'][0]['score'])} against {second} "
            f"({percent(low)} to {percent(high)}): {_elo(data['difference'])}"
        )
    if data["sprt"] is not None:
        test = data["sprt"]
        parts.append(
            f"sequential test {test['elo0']:g}:{test['elo1']:g}: {test['verdict']}, "
            f"ratio {test['ratio']:.2f} in {test['bounds'][0]:.2f} … {test['bounds'][1]:.2f}"
        )
    if data["played"]:
        seats = ", ".join(f"{seat['name']} {percent(seat['score'])}" for seat in data["seats"])
        moves = data["moves"]
        parts.append(f"score by seat: {seats}; all equal in {data['draws']} games")
        parts.append(f"moves a game: median {moves['median']:g}, from {moves['least']} to {moves['most']}")
        parts.append("ended by " + ", ".join(f"{reason} {count}" for reason, count in data["ends"].items()))
    for fault in data["faults"][:10]:
        parts.append(f"{fault['who']} lost game {fault['table'] + 1}.{fault['index'] + 1}: {fault['message']}")
    if len(data["faults"]) > 10:
        parts.append(f"… and {len(data['faults']) - 10} more games lost like that")
    return "\n".join(parts) + "\n"


def _elo(difference: Mapping[str, float | None]) -> str:
    error = difference["error"]
    return f"{signed(difference['elo'])} ± {'∞' if error is None else f'{error:.0f}'} Elo"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def markdown_table(rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    """Rows, the first one the heading, as a Markdown table; columns not in `left` are aligned to the right."""
    rule = ["---" if column in left else "--:" for column in range(len(rows[0]))]
    escaped = [[cell.replace("|", "\\|") for cell in row] for row in (rows[0], rule, *rows[1:])]
    return "".join("| " + " | ".join(row) + " |\n" for row in escaped)


def report_json(data: Mapping[str, Any]) -> str:
    """The summary itself."""
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def compact_json(data: Any) -> str:
    """JSON for files that people compare: what fits into a line stands on one."""
    return _folded(data, 0, 0) + "\n"


def _folded(data: Any, depth: int, before: int) -> str:
    """A value `depth` levels deep, with so many characters before it on its line."""
    line = json.dumps(data, ensure_ascii=False)
    if not data or not isinstance(data, dict | list) or depth + before + len(line) <= _WIDTH:
        return line
    parts = (
        [(json.dumps(key, ensure_ascii=False) + ": ", value) for key, value in data.items()]
        if isinstance(data, dict)
        else [("", value) for value in data]
    )
    inner = ",\n".join(" " * (depth + 1) + key + _folded(value, depth + 1, len(key) + 1) for key, value in parts)
    left, right = "{}" if isinstance(data, dict) else "[]"
    return f"{left}\n{inner}\n{' ' * depth}{right}"
