"""Scene -> SVG."""

from __future__ import annotations

from tablier.scene import Scene

__all__ = ["draw"]


def draw(scene: Scene) -> str:
    """The scene as an SVG document."""
    raise NotImplementedError
