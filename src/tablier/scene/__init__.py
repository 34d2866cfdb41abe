"""What a drawing is: scenes, shapes, gestures, the steps from one scene to the next, and how a game looks; all as data."""

from tablier.scene.data import to_data
from tablier.scene.look import Look
from tablier.scene.model import (
    Aid,
    Circle,
    Gesture,
    Marks,
    Part,
    Path,
    Phrase,
    Point,
    Scene,
    Shape,
    Standing,
    Step,
    Text,
    apply_steps,
    in_turn,
    marks_after,
    middle,
    turned,
)

__all__ = [
    "Aid",
    "Circle",
    "Gesture",
    "Look",
    "Marks",
    "Part",
    "Path",
    "Phrase",
    "Point",
    "Scene",
    "Shape",
    "Standing",
    "Step",
    "Text",
    "apply_steps",
    "in_turn",
    "marks_after",
    "middle",
    "to_data",
    "turned",
]
