"""Plots as SVG, drawn by hand: ratings with their errors, a score as it runs, lengths of games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from tablier.arena.summary import ranked

__all__ = ["lengths_plot", "ratings_plot", "running_plot"]

WIDTH = 720
_LEFT = 60


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img">\n'
        f"<title>{escape(title)}</title>\n{body}\n</svg>"
    )


def _text(x: float, y: float, text: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _step(span: float, about: int) -> float:
    """A round distance that divides `span` into about so many parts."""
    raw = max(span, 1e-9) / about
    power: float = 10.0 ** math.floor(math.log10(raw))
    return next((factor * power for factor in (1, 2, 5) if factor * power >= raw), 10 * power)


def ratings_plot(data: Mapping[str, Any]) -> str:
    """One row a contestant: its rating and the 95 % interval."""
    rows = [one for one in ranked(data) if one["elo"] is not None]
    low = min((one["elo"] - one["error"] for one in rows), default=-1.0)
    high = max((one["elo"] + one["error"] for one in rows), default=1.0)
    step = _step(high - low, 8)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    left, right = 230, WIDTH - 20

    def x(elo: float) -> float:
        return left + (elo - low) / max(high - low, 1e-9) * (right - left)

    height = 34 + 24 * len(rows)
    parts = []
    for k in range(round((high - low) / step) + 1):
        value = low + k * step
        parts.append(_line(x(value), 10, x(value), height - 20, "grid"))
        parts.append(_text(x(value), height - 5, f"{value:g}".replace("-", "−"), "middle"))
    for number, one in enumerate(rows):
        y = 24 + 24 * number
        parts.append(_text(left - 10, y + 4, one["name"][:34], "end"))
        parts.append(_line(x(one["elo"] - one["error"]), y, x(one["elo"] + one["error"]), y, "error"))
        parts.append(f'<circle class="dot" cx="{x(one["elo"]):.1f}" cy="{y}" r="4.5"/>')
    return _svg(height, "Elo ratings with 95 % intervals", parts)


def running_plot(data: Mapping[str, Any]) -> str:
    """The first contestant's mean score after each game."""
    scores = data["running"]
    height, top, bottom = 240, 15, 210
    count = max(len(scores), 2)

    def point(k: int, score: float) -> str:
        return f"{_LEFT + k / (count - 1) * (WIDTH - _LEFT - 20):.1f},{bottom - score * (bottom - top):.1f}"

    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = bottom - share * (bottom - top)
        parts.append(_line(_LEFT, y, WIDTH - 20, y, "grid"))
        parts.append(_text(_LEFT - 8, y + 4, f"{100 * share:g} %", "end"))
    parts.append(_text(WIDTH - 20, height - 8, f"{len(scores)} games", "end"))
    points = " ".join(point(k, score) for k, score in enumerate(scores))
    parts.append(f'<polyline class="curve" points="{points}"/>')
    return _svg(height, "Score of the first contestant as it ran", parts)


def lengths_plot(data: Mapping[str, Any]) -> str:
    """How many games had how many moves."""
    moves = data["moves"]["all"] if data["moves"] else []
    height, top, bottom = 240, 20, 205
    most = max(moves, default=1)
    width = max(1, int(_step(most, 24)))
    bins = [0] * (most // width + 1)
    for value in moves:
        bins[value // width] += 1
    highest = max(bins)
    across = (WIDTH - _LEFT - 20) / len(bins)
    parts = [_line(_LEFT, bottom, WIDTH - 20, bottom, "grid"), _text(_LEFT - 8, top + 4, str(highest), "end")]
    for number, count in enumerate(bins):
        tall = count / max(highest, 1) * (bottom - top)
        parts.append(
            f'<rect class="bar" x="{_LEFT + number * across:.1f}" y="{bottom - tall:.1f}" '
            f'width="{max(across - 1, 0.5):.1f}" height="{tall:.1f}"/>'
        )
        if number % max(1, len(bins) // 10) == 0:
            parts.append(_text(_LEFT + number * across, height - 16, str(number * width)))
    parts.append(_text(WIDTH - 20, height - 2, "moves a game", "end"))
    return _svg(height, "Lengths of games", parts)
