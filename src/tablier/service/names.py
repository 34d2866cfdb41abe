"""Display names, cleaned and bounded."""

from __future__ import annotations

import unicodedata

from tablier.wire import MAX_NAME, Problem

__all__ = ["clean_name"]

_WANTED = {"Mn", "Mc"}
_MAX_MARKS = 2


def clean_name(given: str | None) -> str | None:
    """The name as it is shown: one line, single spaces, no control or direction characters, no heaps of accents; None stays
    None. Problem when nothing is left or it is too long."""
    if given is None:
        return None
    letters: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", given[: 10 * MAX_NAME]):
        category = unicodedata.category(letter)
        if category in _WANTED:
            marks += 1
            if marks > _MAX_MARKS:
                continue
        else:
            marks = 0
        if category[0] == "Z" or letter in "\t\r\n":
            letters.append(" ")
        elif category[0] != "C":
            letters.append(letter)
    name = " ".join("".join(letters).split())
    if not name:
        raise Problem("bad-value", "a name needs at least one visible character")
    if len(name) > MAX_NAME:
        raise Problem("bad-value", f"a name has at most {MAX_NAME} characters, not {len(name)}")
    return name
