"""Every game's words: their typography in both languages, numbers, one word for a game, and the forms of its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import tablier
from tablier.core.texts import LANGUAGES
from tablier.scene import Phrase
from tests.games.oracle import games

NARROW = "\u202f"
CASES = [(game_id, language) for game_id in games() for language in LANGUAGES]


def sentences(node: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Everything people read, with where it is; positions and moves of figures are not for reading."""
    if isinstance(node, str):
        yield path, node
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        if key not in ("position", "move", "anchor", "printing"):
            yield from sentences(value, f"{path}.{key}")


@pytest.mark.parametrize(("game_id", "language"), CASES)
def test_words_are_typeset(game_id: str, language: str) -> None:
    for path, text in sentences(tablier.game(game_id).texts(language).data):
        assert not re.search(r"--|\.\.\.|'|\"|  | …|\s[,.]", text), (path, text)
        if language == "fr":
            assert not re.search(rf"[^{NARROW}][;:!?»]|«[^{NARROW}]", text), (path, text)
        else:
            assert not re.search(r"\s[;:!?]", text), (path, text)


@pytest.mark.parametrize(("game_id", "language"), CASES)
def test_thousands_are_set_apart_as_the_language_does(game_id: str, language: str) -> None:
    for path, text in sentences(tablier.game(game_id).texts(language).data):
        assert not re.search(r"\d{4}", text), (path, text)
        for group in re.findall(r"\d(\D)000", text):
            assert group == {"fr": NARROW, "en": ","}[language], (path, text)


@pytest.mark.parametrize(("game_id", "language"), CASES)
def test_a_game_is_called_by_one_word(game_id: str, language: str) -> None:
    for path, text in sentences(tablier.game(game_id).texts(language).data):
        assert not re.search(r"\b(match|rencontre)", text, re.IGNORECASE), (path, text)


@pytest.mark.parametrize(("game_id", "language"), CASES)
def test_the_name_has_its_forms_within_a_sentence(game_id: str, language: str) -> None:
    game = tablier.game(game_id)
    forms = game.texts(language).data["forms"]
    before = {"fr": ("(à |à l’|au |aux )", "(de |de l’|d’|du |des )"), "en": ("", "of ")}[language]
    for form, start in zip(("to", "of"), before, strict=True):
        found = re.fullmatch(start + f"(?P<name>{game.names[language]})", forms[form], re.IGNORECASE)
        assert found, forms[form]


@pytest.mark.every_game
def test_numbers_in_phrases_are_set_apart_too() -> None:
    for game_id in games():
        for language, shown in {"fr": f"4{NARROW}000", "en": "4,000"}.items():
            texts = tablier.game(game_id).texts(language)
            key = next(key for key in texts.data["events"] if "{player}" in texts.data["events"][key])
            gaps = dict.fromkeys(re.findall(r"\{(\w+)\}", texts.data["events"][key]), 4000)
            assert shown in texts.say(Phrase(f"events.{key}", gaps))
