"""The learning curve of a training, drawn as a picture."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["draw_curve"]

_WIDTH, _HEIGHT, _LEFT, _BOTTOM, _TOP = 640, 320, 60, 40, 40


def draw_curve(title: str, before: Sequence[float], after: Sequence[float]) -> str:
    """An SVG of the loss on held-out games in every round: with the weights the games were played with, and with those fitted
    to them."""
    low, high = min(*before, *after), max(*before, *after)
    span = max(high - low, 1e-6)

    def point(number: int, loss: float) -> tuple[float, float]:
        x = _LEFT + (_WIDTH - _LEFT - 20) * (number + 0.5) / len(before)
        y = _HEIGHT - _BOTTOM - (_HEIGHT - _BOTTOM - _TOP) * (loss - low) / span
        return round(x, 1), round(y, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>',
        f'<text x="{_LEFT}" y="22" font-size="14">{title}</text>',
    ]
    for share in (0.0, 0.5, 1.0):
        y = point(0, low + share * span)[1]
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - 20}" y1="{y}" y2="{y}" stroke="#ddd"/>')
        parts.append(f'<text x="{_LEFT - 6}" y="{y + 4}" text-anchor="end">{low + share * span:.3f}</text>')
    for number in range(len(before)):
        x = point(number, low)[0]
        parts.append(f'<text x="{x}" y="{_HEIGHT - 14}" text-anchor="middle">{number + 1}</text>')
    for losses, colour, label, at in ((before, "#b3541e", "before the fit", 0), (after, "#1e66b3", "after the fit", 1)):
        points = [point(number, loss) for number, loss in enumerate(losses)]
        parts.append(
            f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(f"{x},{y}" for x, y in points)}"/>'
        )
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in points]
        parts.append(f'<text x="{_WIDTH - 20}" y="{22 + 14 * at}" text-anchor="end" fill="{colour}">{label}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
