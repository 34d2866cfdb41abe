"""The editor where a game has none, and edits as data."""

from __future__ import annotations

import pytest

from tablier.core.edits import Choose, Clear, Empty, Lay, Move, Start, Touch, Transform, Turn, edit_data, edit_from_data
from tests.core.ladders import ladders


def test_a_game_without_an_editor_has_none() -> None:
    assert ladders().editor is None


@pytest.mark.parametrize(
    "edit",
    [
        Lay("blue", "cell:a1"),
        Touch("blue", "cell:a1"),
        Empty("cell:a1"),
        Move("piece:a1", "cell:a2"),
        Turn("plate:a1", "+"),
        Choose("turn", "b"),
        Choose("places", ("b", "y")),
        Clear(),
        Start(),
        Transform("turn"),
    ],
)
def test_edits_are_data_and_back(edit: Lay | Choose) -> None:
    assert edit_from_data(edit_data(edit)) == edit
    assert edit_data(edit)["kind"] == type(edit).__name__.lower()
