"""The drawing: a cell for every name, a stone where one lies, in its owner's colour."""

from __future__ import annotations

import tablier


def test_stones_lie_on_their_cells() -> None:
    position = tablier.game("quarte").start().play("c3").play("d4")
    scene = position.scene()
    assert sum(shape.role == "cell" for shape in scene.shapes) == 36
    for name, owner in (("c3", 0), ("d4", 1)):
        stone, cell = scene.shape(f"piece:{name}"), scene.shape(f"cell:{name}")
        assert (stone.at, stone.place, stone.owner) == (cell.id, cell.place, owner)


def test_a_stone_enters_where_one_points() -> None:
    start = tablier.game("quarte").start()
    (step,) = start.transition("a1")
    assert (step.kind, step.shape) == ("enter", "piece:a1")
    assert start.gestures()["a1"].shapes == ("cell:a1",)
