"""Every game's editor: any position can be put together, whatever is done to a draft has an answer, and that answer is the one
of the rules."""

from __future__ import annotations

import contextlib
import importlib
import random
from functools import cache

import pytest

import tablier
from tablier.core.editor import MAX_TEXT, Editor
from tablier.core.edits import (
    Choose,
    Clear,
    Edit,
    Empty,
    Lay,
    Move,
    Start,
    Touch,
    Transform,
    Turn,
    edit_data,
    edit_from_data,
)
from tablier.core.palette import Draft, Verdict
from tablier.core.texts import LANGUAGES
from tablier.scene import Phrase
from tests.games.drafting import edits_to, random_edit
from tests.games.oracle import Options, cases, folder, games, name, oracle, package, perft_table, read_options
from tests.games.walks import walk

CASES = [pytest.param(game_id, options, id=f"{game_id}-{name(options)}") for game_id, options in cases()]


def editor_of(game_id: str, options: Options | None = None) -> Editor:
    editor = tablier.game(game_id, **(options or {})).editor
    assert editor is not None
    return editor


@cache
def _positions(game_id: str) -> list[tuple[Options, str]]:
    """Accepted positions: the table's, which the oracle made and accepts, and random walks, some to the end."""
    found: list[tuple[Options, str]] = [(line.options, line.text) for line in perft_table(game_id)][::2][:60]
    for seed, (_, options) in enumerate([case for case in cases() if case[0] == game_id] * 60):
        if len(found) >= 130:
            break
        start = tablier.game(game_id, **options).start()
        length = 400 if seed % 5 == 0 else seed * 7 % 90
        found.append((options, str(walk(start, seed, length))))
    return found


@pytest.mark.parametrize("game_id", games())
def test_accepted_positions_are_built_by_edits_alone(game_id: str) -> None:
    built = 0
    over = 0
    for options, text in _positions(game_id):
        editor = editor_of(game_id, options)
        draft = editor.empty()
        for edit in edits_to(editor, editor.draft(text)):
            assert edit_from_data(edit_data(edit)) == edit
            draft = editor.edit(draft, edit)
        verdict = editor.verdict(draft)
        assert verdict.position == text, (options, text, verdict)
        position = editor.game.position(text)
        assert (verdict.kind == "over") == position.is_over
        assert verdict.moves == len(position.moves())
        assert editor.draft(editor.text(draft)) == draft
        built, over = built + 1, over + position.is_over
    assert built >= 100
    assert over > 0


def _accepts(game_id: str, options: Options, text: str) -> bool:
    naive = oracle(game_id)
    try:
        return bool(naive.text(naive.parse(options, text)) == text)
    except ValueError:
        return False


def _checked(editor: Editor, game_id: str, options: Options, draft: Draft) -> Verdict:
    """The verdict, which is the oracle's, with words and with witnesses that are on the board."""
    text, verdict = editor.text(draft), editor.verdict(draft)
    assert editor.text(editor.draft(text)) == text
    assert (verdict.position is None) == (verdict.kind == "invalid")
    if verdict.position is not None:
        assert _accepts(game_id, options, verdict.position)
    if verdict.kind != "over":
        assert _accepts(game_id, options, text) == (verdict.kind == "playable")
        assert verdict.position in (None, text)
    if verdict.reason is not None:
        ids = {shape.id for shape in editor.scene(draft).shapes}
        assert set(verdict.reason.witness) <= ids
        for language in LANGUAGES:
            said = editor.say(verdict, language)
            assert said
            assert "{" not in said
        rules = {rule["anchor"] for rule in editor.game.texts("en").data["rules"]}
        assert verdict.reason.rule in rules
    return verdict


@pytest.mark.parametrize(("game_id", "options"), CASES)
def test_whatever_is_done_is_answered_as_the_rules_do(game_id: str, options: Options) -> None:
    editor = editor_of(game_id, options)
    dice = random.Random(11)
    kinds = set()
    for begin in [editor.empty(), editor.start()] * 6:
        draft = begin
        for _ in range(40):
            edit = random_edit(editor, draft, dice)
            with contextlib.suppress(ValueError):
                draft = editor.edit(draft, edit)
            kinds.add(_checked(editor, game_id, options, draft).kind)
            for supply, count in editor.counts(draft).items():
                assert count >= 0, supply
    assert "invalid" in kinds


@pytest.mark.parametrize("game_id", games())
def test_positions_changed_a_little_are_answered_as_the_rules_do(game_id: str) -> None:
    dice = random.Random(12)
    kinds = set()
    for options, text in _positions(game_id):
        editor = editor_of(game_id, options)
        draft = editor.draft(text)
        for _ in range(3):
            with contextlib.suppress(ValueError):
                draft = editor.edit(draft, random_edit(editor, draft, dice))
            kinds.add(_checked(editor, game_id, options, draft).kind)
    assert kinds == {"playable", "over", "invalid"}


@pytest.mark.parametrize("game_id", games())
def test_turned_and_mirrored_positions_stay_what_they_were(game_id: str) -> None:
    for options, text in _positions(game_id):
        known = importlib.import_module(f"{package(game_id)}.symmetry").symmetries(options)
        if not all(symmetry.holds(text) for symmetry in known):
            continue
        editor = editor_of(game_id, options)
        draft = editor.draft(text)
        before = editor.verdict(draft)
        for symmetry in editor.palette.symmetries:
            image = draft
            for _ in range(12):
                image = editor.edit(image, Transform(symmetry.id))
                after = editor.verdict(image)
                assert (after.kind, after.moves) == (before.kind, before.moves)
            assert editor.text(image) == editor.text(draft)


@pytest.mark.parametrize("game_id", games())
def test_the_palette_has_words_and_drawings(game_id: str) -> None:
    editor = editor_of(game_id)
    palette = editor.palette
    said: list[Phrase] = [palette.help]
    for tool in palette.tools:
        said += [tool.label, *([tool.note] if tool.note else [])]
        assert tool.icon.parts
        assert tool.layer in {layer.name for layer in palette.layers}
        assert all(other in {"", *(found.id for found in palette.tools)} for other in tool.cycle)
        assert tool.supply is None or tool.supply in {supply.id for supply in palette.supplies}
    said += [supply.label for supply in palette.supplies] + [symmetry.label for symmetry in palette.symmetries]
    for choice in palette.choices:
        said += [choice.label, *(value.label for value in choice.values)]
    for language in LANGUAGES:
        assert all(editor.game.say(phrase, language) for phrase in said)
        catalogue = editor.game.texts(language).data
        assert all(catalogue["choices"][way]["label"] and catalogue["choices"][way]["sign"] for way in palette.turns)
    faults = [editor.game.texts(language).data["faults"] for language in LANGUAGES]
    assert faults[0].keys() == faults[1].keys()


def _faults(game_id: str) -> list[list[str]]:
    lines = (folder(game_id) / "faults.txt").read_text(encoding="utf-8").splitlines()
    return [line.split(" | ") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize("game_id", games())
def test_every_fault_is_found_and_shown(game_id: str) -> None:
    for code, options, text, witness in _faults(game_id):
        chosen = read_options(options)
        editor = editor_of(game_id, chosen)
        verdict = _checked(editor, game_id, chosen, editor.draft(text))
        assert verdict.reason is not None
        assert verdict.kind == "invalid"
        assert (verdict.reason.code, " ".join(verdict.reason.witness) or "-") == (code, witness)
    known = editor_of(game_id).game.texts("en").data["faults"]
    assert {line[0] for line in _faults(game_id)} == set(known)


@pytest.mark.parametrize("game_id", games())
def test_the_scene_of_a_position_is_the_games_own(game_id: str) -> None:
    for options, text in _positions(game_id)[:40]:
        editor = editor_of(game_id, options)
        drawn = editor.scene(editor.draft(text))
        own = editor.game.position(text).scene()
        for role in ("piece", "cell"):
            shapes = {shape.id: shape for shape in own.shapes if shape.role == role}
            assert {shape.id: shape for shape in drawn.shapes if shape.role == role} == shapes


@pytest.mark.parametrize("game_id", games())
def test_touching_goes_round_and_emptying_empties(game_id: str) -> None:
    editor = editor_of(game_id)
    start = editor.empty()
    tool = editor.palette.tools[1]
    if editor.palette.layer(tool.layer).on:
        base = next(found for found in editor.palette.tools if found.layer == editor.palette.layer(tool.layer).on)
        start = editor.edit(start, Touch(base.id, editor.targets(start)[base.layer][0]))
    place = editor.targets(start)[tool.layer][0]
    draft = start
    for _ in tool.cycle:
        draft = editor.edit(draft, Touch(tool.id, place))
        assert editor.counts(draft) != editor.counts(start) or draft == start
    assert draft == start
    laid = editor.edit(start, Lay(tool.id, place))
    assert laid != start
    assert editor.edit(laid, Lay(tool.id, place)) == laid
    assert editor.edit(laid, Empty(place)) == start
    assert editor.edit(laid, Clear()) == editor.empty()
    assert editor.edit(laid, Start()) == editor.start()


BAD_EDITS: list[tuple[Edit, str]] = [
    (Lay("nothing", "cell:a1"), "no tool 'nothing'; there are"),
    (Empty("nowhere"), "'nowhere' is no place"),
    (Empty("cell:²"), "is no place"),
    (Move("nowhere", "nowhere"), "is no place"),
    (Turn("nowhere", "?"), "no way"),
    (Choose("weather", "rain"), "no choice 'weather'"),
    (Transform("inside-out"), "no symmetry 'inside-out'; there are turn, mirror"),
]


@pytest.mark.parametrize("game_id", games())
@pytest.mark.parametrize(("edit", "message"), BAD_EDITS)
def test_bad_edits_are_refused_with_a_reason(game_id: str, edit: Edit, message: str) -> None:
    editor = editor_of(game_id)
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        editor.edit(editor.start(), edit)


@pytest.mark.parametrize("game_id", games())
def test_bad_choices_are_refused(game_id: str) -> None:
    editor = editor_of(game_id)
    for choice in editor.palette.choices:
        first = choice.values[0].id
        for bad in ("?", (first, first), ("?",)) if choice.many else ("?", "", (first,)):
            with pytest.raises(ValueError, match=f"{choice.id} is"):
                editor.edit(editor.start(), Choose(choice.id, bad))


@pytest.mark.parametrize("text", ["", "x", "- - - -", " ", "x" * (MAX_TEXT + 1), "²/² w -", "\n"])
@pytest.mark.parametrize("game_id", games())
def test_texts_without_the_form_of_a_draft_are_refused(game_id: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        editor_of(game_id).draft(text)


@pytest.mark.parametrize("game_id", games())
def test_mutated_texts_are_drafts_or_refused(game_id: str) -> None:
    dice = random.Random(13)
    drafts = 0
    for options, text in _positions(game_id):
        editor = editor_of(game_id, options)
        characters = list(text)
        for _ in range(dice.randint(1, 3)):
            characters[dice.randrange(len(characters))] = dice.choice(text + "²-9wbBWR!,")
        with contextlib.suppress(ValueError):
            draft = editor.draft("".join(characters))
            _checked(editor, game_id, options, draft)
            drafts += 1
    assert drafts > 0
