"""Ken Wan put together by hand: cycles, and ends that follow from the board."""

from __future__ import annotations

import tablier
from tablier.core.editor import Editor
from tablier.core.edits import Choose, Touch

EMPTY = "5/6/7/8/4#4/8/7/6/5"


def editor(players: int) -> Editor:
    found = tablier.game("kenwan", players=players).editor
    assert found is not None
    return found


def test_a_cell_cycles_whole_half_empty_in_the_chosen_colour() -> None:
    edit = editor(2)
    draft = edit.empty()
    for row in ("B4", "b4", "5"):
        draft = edit.edit(draft, Touch("blue", "cell:A1"))
        assert edit.text(draft) == f"5/6/7/8/4#4/8/7/6/{row} b by -"
    draft = edit.edit(draft, Touch("red-half", "cell:A1"))
    assert edit.text(draft).startswith("5/6/7/8/4#4/8/7/6/r4 ")
    assert edit.text(edit.edit(draft, Touch("yellow", "piece:A1"))).startswith("5/6/7/8/4#4/8/7/6/Y4 ")


def test_whoever_moved_makes_the_other_united_colour_win() -> None:
    edit = editor(2)
    for turn, places in (("b", "by"), ("y", "yb")):  # Yellow has moved before Blue's turn: Blue is placed first
        verdict = edit.verdict(edit.draft(f"5/6/7/8/4#4/8/7/6/B3Y {turn} by -"))
        assert (verdict.kind, verdict.position) == ("over", f"5/6/7/8/4#4/8/7/6/B3Y - by {places}")


def test_with_three_players_the_place_is_given_by_hand_and_play_goes_on() -> None:
    edit = editor(3)
    draft = edit.draft("5/6/7/8/4#4/8/7/6/BB1yr y byr -")
    verdict = edit.verdict(draft)
    assert verdict.reason is not None
    assert (verdict.kind, verdict.reason.code) == ("invalid", "united")
    assert verdict.reason.witness == ("piece:A1", "piece:A2")
    assert edit.say(verdict, "en").startswith("Blue is united and has no place.")
    assert edit.verdict(edit.edit(draft, Choose("places", ("b",)))).kind == "playable"
