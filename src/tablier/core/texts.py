"""What players read: one TOML catalogue a language in each game's ``texts`` folder, looked up by dotted keys."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from tablier.scene import Phrase

__all__ = ["LANGUAGES", "Texts", "load_texts"]

LANGUAGES = ("fr", "en")
_PRINTING = (("(?<=[0-9A-Za-z])-(?=[0-9A-Za-z])", "–"),)
"""How moves are printed where a game's texts do not say it: with an en dash between two places."""
_GROUPS = {"fr": "\u202f", "en": ","}
"""What stands between the thousands of a number."""


class Texts:
    """One game's catalogue in one language. `data` is the whole catalogue (rules, readings, names) as plain data."""

    def __init__(self, language: str, data: Mapping[str, Any]) -> None:
        self.language = language
        self.data = data

    def get(self, key: str) -> str:
        """The text under a dotted key; KeyError when there is none."""
        node: Any = self.data
        for part in key.split("."):
            node = node[part]
        if not isinstance(node, str):
            raise KeyError(key)
        return node

    def say(self, phrase: Phrase) -> str:
        """The phrase in this language, its gaps filled; moves and places in them as they are printed."""
        values = {name: self._filled(value) for name, value in phrase.values.items()}
        return self.get(phrase.key).format_map(values)

    def _filled(self, value: str | int) -> str:
        if isinstance(value, int):
            return f"{value:,}".replace(",", _GROUPS[self.language])
        return self.get(value[1:]) if value.startswith("@") else self.printed(value)

    def printed(self, text: str) -> str:
        """A move, or a place, as it is printed for people: by the catalogue's ``printing``, pairs of a regular expression and
        what replaces it, one after another. What is typed and kept stays the text itself."""
        for pattern, replacement in self.data.get("printing", _PRINTING):
            text = re.sub(pattern, replacement, text)
        return text


@functools.cache
def load_texts(package: str, language: str) -> Texts:
    """The catalogue of the game in `package`."""
    if language not in LANGUAGES:
        raise ValueError(f"no texts in {language!r}; there are texts in {' and '.join(LANGUAGES)}")
    source = resources.files(package) / "texts" / f"{language}.toml"
    return Texts(language, tomllib.loads(source.read_text(encoding="utf-8")))
