"""What the page knows of the wire is made from it."""

from __future__ import annotations

from web.make_types import TYPES, make_types


def test_the_types_of_the_page_are_up_to_date() -> None:
    wanted = make_types()
    assert TYPES.read_text(encoding="utf-8") == wanted, "run: .venv/bin/python -m web.make_types"
