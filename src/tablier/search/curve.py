"""The learning curve of a training, drawn as a picture."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["draw_curve"]

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TITLE = 640, 200, 60, 20, 30
_TOP, _BOTTOM = 30, 30  # of each panel
_BEFORE, _AFTER, _SCORE = "#b3541e", "#1e66b3", "#2b7a3d"


def draw_curve(title: str, before: Sequence[float], after: Sequence[float], scores: Sequence[float]) -> str:
    """An SVG of a training by round: the loss on held-out games with the weights the games were played with and with those
    fitted to them, and below, unless there are none, the new weights' scores against the first ones."""
    panels = [_panel(0, [(before, _BEFORE, "loss before the fit"), (after, _AFTER, "after the fit")], "{:.3f}", ())]
    if scores:
        panels.append(_panel(_HEIGHT, [(scores, _SCORE, "score against the first weights")], "{:.0%}", (0.0, 1.0)))
    height = _TITLE + _HEIGHT * len(panels)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="12">',
            f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
            f'<text x="{_LEFT}" y="22" font-size="14">{title}</text>',
            *(part for panel in panels for part in panel),
            "</svg>\n",
        ]
    )


def _panel(
    down: int, lines: list[tuple[Sequence[float], str, str]], form: str, bounds: tuple[float, float] | tuple[()]
) -> list[str]:
    """Lines over the rounds, so far down in the picture."""
    everything = [value for values, _, _ in lines for value in values]
    low, high = bounds or (min(everything), max(everything))
    span = max(high - low, 1e-6)
    rounds = len(lines[0][0])

    def x(number: int) -> float:
        return round(_LEFT + (_WIDTH - _LEFT - _RIGHT) * (number + 0.5) / rounds, 1)

    def y(value: float) -> float:
        return round(_TITLE + down + _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * (value - low) / span, 1)

    parts = []
    for share in (0.0, 0.5, 1.0):
        value = low + share * span
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y(value)}" y2="{y(value)}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{form.format(value)}</text>')
    bottom = _TITLE + down + _HEIGHT - 12
    parts += [f'<text x="{x(k)}" y="{bottom}" text-anchor="middle">{k + 1}</text>' for k in range(rounds)]
    for at, (values, colour, label) in enumerate(lines):
        points = [(x(number), y(value)) for number, value in enumerate(values)]
        drawn = " ".join(f"{px},{py}" for px, py in points)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{drawn}"/>')
        parts += [f'<circle cx="{px}" cy="{py}" r="3" fill="{colour}"/>' for px, py in points]
        where = f'x="{_LEFT + 150 * at}" y="{_TITLE + down + 16}"'
        parts.append(f'<text {where} fill="{colour}">{label}</text>')
    return parts
