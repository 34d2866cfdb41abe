"""Random records for the tests."""

from __future__ import annotations

from hypothesis import strategies as st

from tablier.core.record import Line, Move, Record, Tag

__all__ = ["RECORDS", "comments", "move_texts"]

KNOWN_MOVES = [
    "E3-F5",
    "d6-e7",
    "+1,0",
    "*1,0",
    "C1,1",
    "R2,1",
    "-1,0--2,3",
    "0,1-x",
    "c3+",
    "c3-",
    "c3*",
    "b2c3-b3c3",
    "xb2b3c3",
    "pass",
]
PLAIN = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"().[\\]{}')

move_texts = st.sampled_from(KNOWN_MOVES) | st.text(PLAIN, min_size=1, max_size=12)
_any = st.characters(blacklist_categories=("Cs", "Cc"))
comments = (
    st.text(st.sampled_from("{}[]()\\\"'.1 \n\t") | _any, max_size=30)
    | st.sampled_from(['\n[Game "x"]\n', "}", "{", "\\", "\\}", "\n", " ", "\ufeff", "\u2028", "\\[", "[", "1. e4 ("])
    | st.just("")
)
_tag_names = st.from_regex(r"\A[A-Za-z][A-Za-z0-9_-]{0,20}\Z").filter(lambda name: name != "Game")
_tag_values = st.text(st.sampled_from('"\\[]{} ') | _any, max_size=20)


def _lines(variations: st.SearchStrategy[tuple[Line, ...]], least: int) -> st.SearchStrategy[Line]:
    moves = st.builds(Move, move_texts, comments, variations)
    turns = st.lists(st.lists(moves, min_size=1, max_size=3).map(tuple), min_size=least, max_size=4).map(tuple)
    return st.builds(Line, turns, comments)


_none: st.SearchStrategy[tuple[Line, ...]] = st.just(())
_deepest = st.lists(_lines(_none, 1), max_size=2).map(tuple)
_deeper = st.lists(_lines(_none | _deepest, 1), max_size=2).map(tuple)
_tags = st.builds(
    lambda game, others: (Tag("Game", game), *(Tag(name, value) for name, value in others.items())),
    _tag_values,
    st.dictionaries(_tag_names, _tag_values, max_size=4),
)

RECORDS = st.builds(Record, _tags, _lines(_none | _deeper, 0))
