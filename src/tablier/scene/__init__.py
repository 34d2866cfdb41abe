"""What a drawing is: scenes, shapes, gestures and the steps from one scene to the next, as data without colours or language."""

from tablier.scene.data import from_data, to_data
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
    "Marks",
    "Part",
    "Path",
    "Phrase",
    "Point",
    "Scene",
    "Shape",
    "Step",
    "Text",
    "apply_steps",
    "from_data",
    "in_turn",
    "marks_after",
    "middle",
    "to_data",
    "turned",
]
