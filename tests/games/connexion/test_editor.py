"""Connexion put together by hand: plates turn with their pawns, and ends follow from the board."""

from __future__ import annotations

import tablier
from tablier.core.editor import Editor
from tablier.core.edits import Touch, Turn

START = "888888/000000/000000/000000/000000/444444"


def editor() -> Editor:
    found = tablier.game("connexion").editor
    assert found is not None
    return found


def test_a_touch_turns_a_plate_a_quarter_to_the_right_with_its_pawns() -> None:
    draft = editor().start()
    for row, edit in (
        ("544444", Touch("plate", "plate:a1")),
        ("744444", Turn("plate:a1", "*")),
        ("644444", Turn("piece:a1w", "-")),
        ("744444", Touch("plate", "light:a1")),
    ):
        draft = editor().edit(draft, edit)
        assert editor().text(draft) == START.replace("444444", row) + " w -"


def test_locks_are_right_only_where_the_last_mover_can_have_turned() -> None:
    text = "888888/000000/000000/002000/000000/444444"
    for turn, locks, kind in (
        ("b", "b3c3c4", "playable"),
        ("b", "b3c3", "playable"),
        ("b", "c3d3", "invalid"),
        ("w", "b3c3c4", "invalid"),
    ):
        draft = editor().draft(f"{text} {turn} -")
        for plate in (locks[i : i + 2] for i in range(0, len(locks), 2)):
            draft = editor().edit(draft, Touch("lock", f"plate:{plate}"))
        verdict = editor().verdict(draft)
        assert verdict.kind == kind
        if verdict.reason is not None:
            assert verdict.reason.witness == tuple(f"lock:{locks[i : i + 2]}" for i in range(0, len(locks), 2))


def test_without_pawns_it_is_over_and_whoever_turned_the_last_of_both_out_has_lost() -> None:
    bare = "000000/000000/000000/000000/000000/000000"
    for text, position in (
        (f"{bare} w -", f"{bare} - - w"),
        (f"{bare} b -", f"{bare} - - b"),
        (f"{START.replace('4', '0')} b -", f"{START.replace('4', '0')} - - w"),
    ):
        verdict = editor().verdict(editor().draft(text))
        assert (verdict.kind, verdict.position) == ("over", position)
        assert editor().verdict(editor().draft(position)).position == position
