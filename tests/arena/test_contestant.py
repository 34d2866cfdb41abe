"""Short names of contestants."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablier
from tablier.arena.chooser import check
from tablier.arena.contestant import Contestant, contestant, labels, limits_of, read_limits


def test_an_engine_with_limits_and_parameters() -> None:
    found = contestant("uct:nodes=10000,exploration=0.5")
    assert (found.kind, found.name, found.limits, found.parameters) == (
        "engine",
        "uct",
        {"nodes": 10000},
        {"exploration": 0.5},
    )


def test_a_level() -> None:
    assert (contestant("level:7").kind, contestant("level:7").level) == ("level", 7)


def test_a_program_keeps_its_words_and_limits() -> None:
    found = contestant("cmd[seconds=0.5]:./program --name 'two words' a=b:c")
    assert found.command == ("./program", "--name", "two words", "a=b:c")
    assert found.limits == {"seconds": 0.5}
    assert contestant("cmd:./program").limits == {}


@pytest.mark.parametrize(
    "text",
    [
        *("", "deepblue", "uct:nodes", "uct:nodes=", "uct:nodes=many", "uct:=3", "uct:nodes=1\n"),
        *("level:", "level:x", "cmd", "cmd:", "cmd:'", "cmd[fast=1]:x", "cmd[nodes=0]:x"),
    ],
)
def test_what_is_no_contestant_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        contestant(text)


@given(st.text(max_size=40))
def test_any_text_is_a_contestant_or_refused(text: str) -> None:
    try:
        found = contestant(text)
    except ValueError:
        return
    assert isinstance(found, Contestant)
    assert found.text == text


def test_limits_by_the_time_of_the_thread() -> None:
    assert limits_of({"seconds": 0.1}).cpu
    assert not limits_of({"seconds": 0.1, "threads": 2}).cpu
    assert not limits_of({"seconds": 0.1}, cpu=False).cpu
    with pytest.raises(ValueError, match="whole number"):
        limits_of({"nodes": 1.5})
    with pytest.raises(ValueError, match="needs a limit"):
        read_limits("threads=2")


def test_equal_contestants_get_different_labels() -> None:
    assert labels(("a", "b", "a", "a")) == ("a", "b", "a (2)", "a (3)")


def test_parameters_are_checked_before_anything_is_played() -> None:
    game = tablier.game("polygone")
    check(contestant("uct:exploration=1"), game)
    with pytest.raises(ValueError, match="no parameter 'colour'"):
        check(contestant("uct:colour=3"), game)
    with pytest.raises(ValueError, match="no program"):
        check(contestant("cmd:./there-is-no-such-program"), game)
