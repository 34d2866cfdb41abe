"""A summary as one HTML page that needs nothing else: tables and plots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from tablier.arena.plots import lengths_plot, ratings_plot, running_plot
from tablier.arena.report import contest_title, cross_rows, rating_rows, report_text

__all__ = ["page"]

_STYLE = """
:root { color-scheme: light dark; --ink: #22262e; --paper: #fbfaf7; --line: #d9d6cd; --accent: #2f6db5; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e0; --paper: #1b1d22; --line: #3a3d45; --accent: #79aef0; }
}
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .7rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:nth-child(2), td:nth-child(2) { text-align: left; }
pre { overflow-x: auto; }
svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: var(--ink); }
.grid { stroke: var(--line); } .error { stroke: var(--accent); stroke-width: 2; } .dot, .bar { fill: var(--accent); }
.curve { fill: none; stroke: var(--accent); stroke-width: 2; }
"""


def _table(rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>'


def page(data: Mapping[str, Any]) -> str:
    """The page."""
    title = escape(contest_title(data))
    parts = [f"<h1>{title}</h1>", f"<p>{data['played']} of {data['wanted']} games, sources {data['stamp']}</p>"]
    parts += ["<h2>Ratings</h2>", _table(rating_rows(data))]
    if data["played"]:
        parts.append(ratings_plot(data))
        if data["running"]:
            parts += ["<h2>Score as it ran</h2>", running_plot(data)]
        parts += ["<h2>Pairs</h2>", _table(cross_rows(data)), "<h2>Lengths</h2>", lengths_plot(data)]
    parts += ["<h2>In words</h2>", f"<pre>{escape(report_text(data))}</pre>"]
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
