"""The boards of all games, drawn: known colours only, every piece shown, all themes, all views."""

from __future__ import annotations

import functools
import random
from xml.etree import ElementTree as ET

import pytest

import tablier
from tablier.core.position import Position
from tablier.render import svg, terminal
from tablier.render.themes import STYLES, THEMES, palette
from tablier.scene import Gesture, Marks, Scene, Step, apply_steps, marks_after, to_data, turned
from tests.games.oracle import games
from tests.scene.reading import from_data

MOVES = 40


@functools.cache
def walk(game_id: str) -> tuple[tuple[Position, str], ...]:
    """A random game: positions and the moves played there."""
    dice = random.Random(7)
    position = tablier.game(game_id).start()
    result = []
    for _ in range(MOVES):
        moves = position.moves()
        if not moves:
            break
        move = dice.choice(moves)
        result.append((position, move))
        position = position.play(move)
    return tuple(result)


every_game = pytest.mark.parametrize("game_id", games())


def roles(scene: Scene) -> set[str]:
    found: set[str | None] = set()
    for shape in scene.shapes:
        for part in shape.parts:
            found.add(part.fill)
            found.add(getattr(part, "stroke", None))
    return {role for role in found if role is not None}


@every_game
def test_scenes_use_only_roles_that_all_themes_have(game_id: str) -> None:
    for position, _ in walk(game_id)[::5]:
        assert roles(position.scene()) <= set(palette("light", look=position.game.definition.look))


@every_game
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("theme", THEMES)
def test_every_shape_is_drawn_in_every_theme_and_view(game_id: str, theme: str, style: str) -> None:
    scene = walk(game_id)[-1][0].scene()
    for turn in {0.0, *scene.views}:
        root = ET.fromstring(svg.draw(scene, theme=theme, style=style, turn=turn, names=True))  # noqa: S314
        ids = [element.get("id") for element in root if element.get("id")]
        assert sorted(map(str, ids)) == sorted(shape.id for shape in scene.shapes)


@every_game
def test_the_start_shows_in_notebooks(game_id: str) -> None:
    start = tablier.game(game_id).start()
    assert start._repr_svg_() == svg.draw(start.scene())


@every_game
def test_last_moves_can_be_marked_in_the_scene_after_them(game_id: str) -> None:
    marked = 0
    for position, move in walk(game_id):
        before, after = position.scene(), position.play(move).scene()
        assert svg.draw(after, marks=marks_after(before, position.transition(move)))
        marks = marks_after(before, position.transition(move), after)
        marked += bool(marks.left or marks.landed)
        shown = svg.draw(after, marks=marks)
        assert shown.count('class="landed"') == len(marks.landed)
        assert shown.count('class="left"') == len(marks.left)
        assert terminal.draw(after, marks=marks)
    assert marked > len(walk(game_id)) // 2


@every_game
def test_steps_lead_to_the_next_scene(game_id: str) -> None:
    for position, move in walk(game_id):
        after = {
            shape.id: shape for shape in position.play(move).scene().shapes if shape.role in ("piece", "mark", "cell")
        }
        assert apply_steps(position.scene(), position.transition(move)) == after


@every_game
def test_gestures_can_be_shown_as_selection_and_targets(game_id: str) -> None:
    for position, _ in walk(game_id)[::5]:
        gestures = [gesture for gesture in position.gestures().values() if gesture.shapes]
        marks = Marks(
            selected=tuple({gesture.shapes[0]: None for gesture in gestures}),
            targets=tuple({gesture.shapes[-1]: None for gesture in gestures}),
        )
        assert svg.draw(position.scene(), marks=marks).count('class="selected"') >= bool(gestures)


@every_game
def test_terminals_show_every_piece_in_eighty_columns_and_forty_rows(game_id: str) -> None:
    for position, _ in walk(game_id)[::5]:
        scene = position.scene()
        for turn in {0.0, *scene.views}:
            lines = terminal.draw(scene, colour=False, turn=turn).split("\n")
            assert max(terminal.columns(line) for line in lines) <= 80
            assert len(lines) <= 40
        characters = terminal.draw(scene, colour=False, coordinates=False)
        for shape in scene.shapes:
            if shape.role == "piece":
                assert any(row.strip() and row.strip() in characters for row in shape.glyph), shape.id


@every_game
def test_scenes_steps_and_gestures_survive_as_data(game_id: str) -> None:
    for position, move in walk(game_id)[::5]:
        scene = position.scene()
        assert from_data(Scene, to_data(scene)) == scene
        for step in position.transition(move):
            assert from_data(Step, to_data(step)) == step
        for gesture in position.gestures().values():
            assert from_data(Gesture, to_data(gesture)) == gesture


@every_game
def test_boards_stay_within_their_box_in_every_view(game_id: str) -> None:
    scene = walk(game_id)[-1][0].scene()
    x, y, width, height = scene.box
    for turn in {0.0, *scene.views}:
        for shape in turned(scene, turn).shapes:
            if shape.role in ("cell", "piece"):
                assert x <= shape.place[0] <= x + width
                assert y <= shape.place[1] <= y + height
