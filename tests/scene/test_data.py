"""Scenes as data: without loss, short, and safe to read."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.scene import Aid, Circle, Gesture, Marks, Path, Phrase, Scene, Shape, Step, Text, to_data
from tests.render import samples
from tests.scene.reading import from_data

numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**6), 10**6)
texts = st.text(max_size=8)
maybe = st.none() | texts
points = st.tuples(numbers, numbers)
boxes = st.tuples(numbers, numbers, numbers, numbers)
paint: dict[str, Any] = {
    "fill": maybe,
    "stroke": maybe,
    "width": numbers,
    "dash": maybe,
    "opacity": numbers,
    "drop": numbers,
}
phrases = st.builds(Phrase, texts, st.dictionaries(texts, texts | st.integers()))
parts = (
    st.builds(Path, texts, **paint)
    | st.builds(Circle, numbers, numbers, numbers, **paint)
    | st.builds(Text, numbers, numbers, texts, numbers, texts)
)
shapes = st.builds(
    Shape,
    texts,
    st.sampled_from(["board", "cell", "spot", "piece", "mark", "label"]),
    points,
    st.lists(parts, max_size=3).map(tuple),
    angle=numbers,
    turns=st.booleans(),
    at=maybe,
    owner=st.none() | st.integers(),
    outline=texts,
    glyph=st.lists(texts, max_size=3).map(tuple),
    words=st.none() | phrases,
    fixed=st.booleans(),
)
scenes = st.builds(
    Scene,
    boxes,
    boxes,
    st.lists(shapes, max_size=4, unique_by=lambda shape: shape.id).map(tuple),
    st.lists(numbers, max_size=3).map(tuple),
    points,
)
kinds = st.sampled_from(["arc", "hop", "slide", "swing", "turn", "flip", "leave", "enter"])
steps = st.builds(
    Step,
    kinds,
    texts,
    st.none() | shapes,
    st.integers(),
    st.lists(points, max_size=3).map(tuple),
    st.none() | points,
    numbers,
)
ids = st.lists(texts, max_size=3).map(tuple)
gestures = st.builds(Gesture, ids, maybe)
all_marks = st.builds(Marks, ids, ids, ids, ids, ids, ids, ids)
all_aids = st.builds(Aid, ids, texts, texts)


@given(scenes | shapes | steps | gestures | all_marks | all_aids | phrases)
def test_values_survive_json(value: Any) -> None:
    assert from_data(type(value), json.loads(json.dumps(to_data(value)))) == value


@pytest.mark.parametrize("name", samples.ALL)
def test_boards_survive_json(name: str) -> None:
    scene = samples.ALL[name]()
    assert from_data(Scene, json.loads(json.dumps(to_data(scene)))) == scene


def test_what_is_usual_is_left_out() -> None:
    assert to_data(Gesture(("cell:a",))) == {"shapes": ["cell:a"]}
    assert to_data(Marks()) == {}
    assert to_data(Phrase("words.cell")) == {"key": "words.cell"}
    shape = Shape("a", "cell", (1, 2), (Circle(0, 0, 5, fill="ink"), Path("M0 0Z"), Text(0, 1, "x", 9)))
    assert to_data(shape) == {
        "id": "a",
        "role": "cell",
        "place": [1, 2],
        "parts": [
            {"kind": "circle", "x": 0, "y": 0, "r": 5, "fill": "ink"},
            {"kind": "path", "d": "M0 0Z"},
            {"kind": "text", "x": 0, "y": 1, "text": "x", "size": 9},
        ],
    }
    assert to_data(Step("leave", "a", None, 0)) == {"kind": "leave", "shape": "a", "to": None, "stage": 0}


GOOD: dict[str, Any] = {"id": "a", "role": "cell", "place": [0, 0]}


@pytest.mark.parametrize(
    ("kind", "data", "at"),
    [
        (Shape, [], "Shape"),
        (Shape, {"id": "a", "role": "cell"}, "place\n  Field required"),
        (Shape, GOOD | {"colour": 1}, "colour"),
        (Shape, GOOD | {"id": 5}, "id"),
        (Shape, GOOD | {"role": "hat"}, "role"),
        (Shape, GOOD | {"role": []}, "role"),
        (Shape, GOOD | {"place": [1]}, "place.1"),
        (Shape, GOOD | {"place": [1, "2"]}, "place.1"),
        (Shape, GOOD | {"angle": True}, "angle"),
        (Shape, GOOD | {"angle": math.nan}, "not JSON compliant"),
        (Shape, GOOD | {"angle": "1"}, "angle"),
        (Shape, GOOD | {"turns": 1}, "turns"),
        (Shape, GOOD | {"owner": 1.0}, "owner"),
        (Shape, GOOD | {"owner": True}, "owner"),
        (Shape, GOOD | {"glyph": "abc"}, "glyph"),
        (Shape, GOOD | {"parts": [{"kind": "blob"}]}, "parts.0"),
        (Shape, GOOD | {"parts": [3]}, "parts.0"),
        (Shape, GOOD | {"parts": [{"kind": ["path"]}]}, "parts.0"),
        (Shape, GOOD | {"parts": [{"kind": "path"}]}, "parts.0.Path.d"),
        (Shape, GOOD | {"words": {"key": "a", "values": {"n": 1.5}}}, "words.values.n"),
        (Shape, GOOD | {"words": {"key": "a", "values": []}}, "words.values"),
        (Step, {"kind": "fly", "shape": "a", "to": None, "stage": 0}, "kind"),
        (Step, {"kind": "hop", "shape": "a", "to": 4, "stage": 0}, "to"),
        (Gesture, {"shapes": [1]}, "shapes.0"),
        (Marks, {"left": "cell:a"}, "left"),
        (Scene, None, "Scene"),
    ],
)
def test_bad_data_is_refused_where_it_is_wrong(kind: Any, data: Any, at: str) -> None:
    with pytest.raises(ValueError, match=re.escape(at)):
        from_data(kind, data)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts | st.sampled_from(["kind", "path", "hop", "cell"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from([*"abc", "kind", "d", "id"]) | texts, inner, max_size=4)
    ),
    max_leaves=12,
)


@given(
    st.sampled_from([Scene, Shape, Step, Gesture, Marks, Phrase]),
    st.sampled_from(
        ["id", "role", "place", "parts", "words", "glyph", "owner", "key", "values", "shapes", "stage", "box", "left"]
    ),
    json_values,
)
def test_any_data_is_read_or_refused(kind: Any, key: str, value: Any) -> None:
    base: dict[Any, dict[str, Any]] = {
        Scene: to_data(samples.spare()),
        Shape: GOOD,
        Step: {"kind": "hop", "shape": "a", "to": None, "stage": 0},
        Gesture: {"shapes": []},
        Marks: {},
        Phrase: {"key": "a"},
    }
    for data in (value, base[kind] | {key: value}):
        try:
            found = from_data(kind, data)
        except ValueError:
            continue
        assert from_data(kind, to_data(found)) == found
