"""What players read: one TOML catalogue a language in each game's ``texts`` folder, looked up by dotted keys."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from tablier.scene import Phrase

__all__ = ["LANGUAGES", "Texts", "load_texts"]

LANGUAGES = ("fr", "en")


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
        """The phrase in this language, its gaps filled."""
        values = {
            name: self.get(value[1:]) if isinstance(value, str) and value.startswith("@") else value
            for name, value in phrase.values.items()
        }
        return self.get(phrase.key).format_map(values)


@functools.cache
def load_texts(package: str, language: str) -> Texts:
    """The catalogue of the game in `package`."""
    if language not in LANGUAGES:
        raise ValueError(f"no texts in {language!r}; there are texts in {' and '.join(LANGUAGES)}")
    source = resources.files(package) / "texts" / f"{language}.toml"
    return Texts(language, tomllib.loads(source.read_text(encoding="utf-8")))
