"""Programs as opponents: real processes that behave badly lose, and nothing waits for them too long."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

import tablier
from tablier.arena.chooser import Fault
from tablier.arena.program import ProgramChooser
from tablier.core.match import Match

ROGUE = str(Path(__file__).parent / "rogue.py")
ENGINE = (sys.executable, "-c", "from tablier.cli import main; main()", "engine", "--player", "random")


def seat(mode: str, patience: float = 3.0) -> ProgramChooser:
    return ProgramChooser((sys.executable, ROGUE, mode), {"nodes": 1}, patience)


@pytest.mark.parametrize(
    ("mode", "kind", "said"),
    [
        ("silent", "timeout", "no bestmove within 3 seconds"),
        ("crash", "crash", "exit code 7"),
        ("dies at once", "crash", "exit code 3"),
        ("illegal", "illegal", "'z9-z8'"),
        ("empty", "illegal", "''"),
        ("error", "protocol", "I do not want to"),
        ("flood", "protocol", "more than 200000 lines"),
        ("endless line", "protocol", "a line longer than 1000000 bytes"),
        ("binary", "crash", "exit code 0"),
    ],
)
def test_bad_programs_lose_with_a_reason(mode: str, kind: str, said: str) -> None:
    program = seat(mode, 3.0 if mode == "silent" else 60.0)
    with pytest.raises(Fault) as raised:
        program.choose(Match(tablier.game("polygone")), 1)
    assert raised.value.kind == kind
    assert said in raised.value.message
    program.close()


def test_a_deaf_program_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablier.arena.program.START_SECONDS", 1.0)
    program = seat("deaf")
    begun = time.monotonic()
    with pytest.raises(Fault, match="no teiok within 1 second"):
        program.choose(Match(tablier.game("polygone")), 1)
    assert time.monotonic() - begun < 30


def test_a_program_that_does_not_exist_loses() -> None:
    with pytest.raises(Fault, match="cannot be started"):
        ProgramChooser(("/nowhere/at/all",), {"nodes": 1}, 1.0).choose(Match(tablier.game("polygone")), 1)


def test_our_own_engine_takes_part_and_survives_a_change_of_game() -> None:
    program = ProgramChooser(ENGINE, {"nodes": 1}, 60.0)
    for game in (tablier.game("polygone"), tablier.game("kenwan", players=3)):
        match = Match(game)
        for seed in range(6):
            found = program.choose(match, seed)
            match.play(found.move)
            assert found.nodes == 1
    again = ProgramChooser(ENGINE, {"nodes": 1}, 60.0)
    assert (
        again.choose(Match(tablier.game("polygone")), 5).move == program.choose(Match(tablier.game("polygone")), 5).move
    )
    program.close()
    again.close()


def test_a_program_is_started_again_after_a_fault() -> None:
    program = seat("illegal", 60.0)
    for _ in range(2):
        with pytest.raises(Fault, match="not legal here"):
            program.choose(Match(tablier.game("polygone")), 1)
    program.close()
