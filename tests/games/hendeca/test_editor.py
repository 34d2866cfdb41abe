"""Hendeca put together by hand: what islands carry, and what there is only one of."""

from __future__ import annotations

import tablier
from tablier.core.editor import Editor
from tablier.core.edits import Choose, Edit, Empty, Move, Touch


def editor() -> Editor:
    found = tablier.game("hendeca").editor
    assert found is not None
    return found


def after(text: str, *edits: Edit) -> str:
    draft = editor().draft(text)
    for edit in edits:
        draft = editor().edit(draft, edit)
    return editor().text(draft)


def test_touching_the_sea_lays_an_island_and_touching_it_cycles_who_stands_there() -> None:
    text = "- w figure -"
    for islands in ("0,0", "0,0W", "0,0B", "0,0R", "0,0"):
        text = after(text, Touch("island", "sea:0,0" if text[0] == "-" else "isle:0,0"))
        assert text == f"{islands} w figure -"


def test_cycling_takes_nobody_away_from_elsewhere() -> None:
    assert after("0,0;1,0W w figure -", Touch("island", "isle:0,0")) == "0,0B;1,0W w figure -"
    assert after("0,0;1,0W;2,0B;3,0R w figure -", Touch("island", "isle:0,0")) == "0,0;1,0W;2,0B;3,0R w figure -"


def test_what_there_is_only_one_of_moves() -> None:
    assert after("0,0;1,0W w figure -", Touch("white", "isle:0,0")) == "0,0W;1,0 w figure -"
    assert after("0,0w;1,0 w figure -", Touch("white-flag", "isle:1,0")) == "0,0;1,0w w figure -"
    assert after("0,0;1,0 w figure 0,0", Touch("anchor", "isle:1,0")) == "0,0;1,0 w figure 1,0"


def test_an_island_moves_and_goes_with_all_that_is_on_it_and_a_figure_alone() -> None:
    text = "0,0wR;1,0 w figure 0,0"
    assert after(text, Move("isle:0,0", "sea:5,5")) == "1,0;5,5wR w figure 5,5"
    assert after(text, Move("figure:red", "isle:1,0")) == "0,0w;1,0R w figure 0,0"
    assert after(text, Empty("isle:0,0")) == "0,0w;1,0 w figure 0,0"
    assert after(text, Empty("isle:0,0"), Empty("isle:0,0"), Empty("isle:0,0")) == "0,0;1,0 w figure -"
    assert after(text, *[Empty("isle:0,0")] * 4) == "1,0 w figure -"
    assert after(text, Move("isle:0,0", "isle:1,0")) == "1,0wR w figure 1,0"


def test_being_alone_with_red_is_over_after_a_turn_and_not_between_its_moves() -> None:
    text = "0,0R;1,0W;5,5B;6,5 w figure -"
    verdict = editor().verdict(editor().draft(text))
    assert (verdict.kind, verdict.position) == ("over", "0,0R;1,0W;5,5B;6,5 - figure - w")
    assert verdict.places == (1, 2)
    between = editor().edit(editor().draft(text), Choose("phase", "island"))
    assert editor().verdict(between).kind == "playable"
