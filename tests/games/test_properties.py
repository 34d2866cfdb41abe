"""What holds in every game, for every set of options, in every position."""

from __future__ import annotations

import pickle
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier.core.position import Position
from tablier.scene import apply_steps
from tests.games.walks import positions

pytestmark = pytest.mark.every_game
LASTING = ("piece", "mark", "cell")


@given(positions())
def test_text_round_trips_and_is_the_identity(position: Position) -> None:
    again = position.game.position(str(position))
    assert str(again) == str(position)
    assert again == position
    assert hash(again) == hash(position)
    assert again.moves() == position.moves()
    assert again.to_act == position.to_act
    assert again.places == position.places
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301


@given(positions())
def test_moves_are_sorted_distinct_and_none_when_over(position: Position) -> None:
    moves = position.moves()
    assert moves == sorted(set(moves))
    assert (moves == []) == position.is_over
    assert "pass" not in moves or moves == ["pass"]


@given(positions())
def test_printed_moves_differ_and_no_dash_meets_a_minus(position: Position) -> None:
    for language in ("fr", "en"):
        texts = position.game.texts(language)
        printed = [texts.printed(move) for move in position.moves()]
        assert len(set(printed)) == len(printed)
        # A hyphen is printed only where it is a sign of its own, at the end; between places it is a dash, before numbers a minus.
        assert not [text for text in printed if "-" in text[:-1] or "–−" in text or "–-" in text]


@given(positions(over=False), st.integers(0, 2**32))
def test_play_never_changes_the_old_position(position: Position, pick: int) -> None:
    before = (str(position), position.moves(), position.states.tobytes())
    moves = position.moves()
    after = position.play(moves[pick % len(moves)])
    assert (position.game.modules.notation.text(position.states), position.moves(), position.states.tobytes()) == before
    assert after.game == position.game


@given(positions())
def test_players_and_places_are_well_formed(position: Position) -> None:
    players = len(position.game.players)
    placed = position.game.modules.notation.placed(position.states)
    assert len(placed) == players
    if position.to_act is None:
        places = position.places
        assert places == placed
        assert places is not None
        counted = Counter(places)
        best = 1
        while best <= players:  # equal places share the best of the places they take together
            assert counted[best] >= 1
            best += counted[best]
    else:
        assert position.places is None
        assert 0 <= position.to_act < players
        assert placed[position.to_act] is None


@given(positions(over=False))
def test_perft_counts_what_moves_and_play_do(position: Position) -> None:
    game = position.game
    assert game.perft(position, 0) == 1
    assert game.perft(position, 1) == len(position.moves())
    assert game.perft(position, 2) == sum(len(position.play(move).moves()) for move in position.moves())


@given(positions())
def test_drawing_shows_every_piece_once(position: Position) -> None:
    scene = position.scene()
    ids = [shape.id for shape in scene.shapes]
    assert len(ids) == len(set(ids))
    standing = [shape.at for shape in scene.shapes if shape.role == "piece"]
    assert None not in standing
    assert set(standing) <= set(ids)
    shown = Counter(shape.owner for shape in scene.shapes if shape.role == "piece")
    assert set(shown) <= {*range(len(position.game.players)), None}
    assert len(scene.views) == len(position.game.players)


@given(positions(over=False))
def test_every_move_has_its_own_gesture_on_the_drawing(position: Position) -> None:
    ids = {shape.id for shape in position.scene().shapes}
    gestures = position.gestures()
    assert list(gestures) == position.moves()
    assert len(set(gestures.values())) == len(gestures)
    for gesture in gestures.values():
        assert set(gesture.shapes) <= ids
        assert gesture.shapes or gesture.choice


@given(positions(), st.integers(0, 2**32))
def test_aids_belong_to_what_can_be_pointed_at(position: Position, pick: int) -> None:
    ids = {shape.id for shape in position.scene().shapes}
    for aid in position.aids():
        assert aid.shapes
        assert set(aid.shapes) <= ids
        assert aid.line or aid.area
    moves = position.moves()
    if moves:
        assert all((aid.line or aid.area) and not aid.shapes for aid in position.aids(moves[pick % len(moves)]))
    else:
        assert position.aids() == ()


@given(positions(over=False), st.integers(0, 2**32))
def test_transitions_lead_from_one_drawing_to_the_next(position: Position, pick: int) -> None:
    moves = position.moves()
    move = moves[pick % len(moves)]
    before = position.scene()
    steps = position.transition(move)
    after = {shape.id: shape for shape in position.play(move).scene().shapes if shape.role in LASTING}
    assert apply_steps(before, steps) == after
    places = {shape.id: shape.place for shape in before.shapes}
    for step in sorted(steps, key=lambda step: step.stage):
        if step.kind in ("arc", "hop", "slide"):
            assert step.to is not None
            assert len(step.path) >= 2
            assert step.path[0] == places[step.shape]
            assert step.path[-1] == step.to.place
        if step.to is not None:
            places[step.to.id] = step.to.place


@given(positions(over=False), st.integers(0, 2**32))
def test_legal_moves_need_no_explanation_and_can_be_told(position: Position, pick: int) -> None:
    moves = position.moves()
    move = moves[pick % len(moves)]
    game = position.game
    assert game.explain(position, move) is None
    assert game.explain(position, position.gestures()[move]) is None
    phrases = position.narrate(move)
    assert phrases
    for language in ("fr", "en"):
        assert all(game.say(phrase, language).strip() for phrase in phrases)


@given(positions(), positions())
def test_moves_of_other_positions_are_legal_or_explained(position: Position, other: Position) -> None:
    game = position.game
    if other.game.id != game.id:
        other = tablier.game(game.id, **game.options).start()
    ids = {shape.id for shape in position.scene().shapes}
    legal = set(position.moves())
    for move in other.moves()[:40]:
        reason = game.explain(position, move)
        assert (reason is None) == (move in legal)
        if reason is not None:
            assert set(reason.witness) <= ids
            for language in ("fr", "en"):
                assert game.say(reason, language).strip()
                assert any(rule["anchor"] == reason.rule for rule in game.texts(language).data["rules"])


@given(positions())
def test_shapes_can_be_named_in_both_languages(position: Position) -> None:
    game = position.game
    for shape in position.scene().shapes:
        assert (shape.words is not None) or shape.role not in ("cell", "spot", "piece")
        if shape.words is not None:
            assert game.say(shape.words, "fr").strip()
            assert game.say(shape.words, "en").strip()


@given(positions())
def test_what_stands_beside_the_board_can_be_said(position: Position) -> None:
    game = position.game
    standings = position.standings
    assert len(standings) == len(game.players)
    steps, now = position.steps
    assert 0 <= now < max(1, len(steps))
    # A turn that begins is at its first step; in the middle of one, it is not.
    assert not steps or position.turn_begins == (now == 0)
    for language in ("fr", "en"):
        for phrase in (*steps, *(phrase for own in standings for phrase in own.counts)):
            said = game.say(phrase, language)
            assert said.strip()
            # One of them is no plural; *pris* is the same in both.
            assert not re.search(r"\b1 (?!pris\b)\w+s\b", said), said


@given(positions())
def test_a_finished_game_says_why(position: Position) -> None:
    ending = position.ending
    assert (ending is not None) == position.is_over
    if ending is not None:
        ids = {shape.id for shape in position.scene().shapes}
        assert set(ending.witness) <= ids
        for language in ("fr", "en"):
            texts = position.game.texts(language)
            for part in ("what", "why"):
                assert texts.get(f"endings.{ending.code}.{part}").format_map(dict(ending.values))
