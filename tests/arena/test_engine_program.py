"""The engine that speaks the protocol: it answers, and junk gets an error line, never a crash."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablier
from tablier.arena.engine_program import EngineProgram
from tablier.arena.protocol import MAX_LINE, game_line, position_line
from tablier.core.match import Match

DOC = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
COMMAND = [sys.executable, "-c", "from tablier.cli import main; main()", "engine"]


def said(*lines: str | bytes, player: str = "random") -> list[str]:
    """What the engine answers to these lines; a search goes on to its end before the next line."""
    answers = io.StringIO()
    raw = b"".join((line.encode() if isinstance(line, str) else line) + b"\n" for line in lines)
    EngineProgram(io.BytesIO(raw), answers, player).run()
    return answers.getvalue().splitlines()


def talk(process: subprocess.Popen[str], line: str, until: str) -> list[str]:
    """Send a line to a running engine and read up to a line that begins with `until`."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()
    heard: list[str] = []
    while not heard or not heard[-1].startswith(until):
        answer = process.stdout.readline()
        assert answer, heard
        heard.append(answer.rstrip("\n"))
    return heard


def test_the_example_in_the_description_is_true() -> None:
    example = re.search(r"```session\n(.*?)```", DOC, re.DOTALL)
    assert example is not None
    lines = example[1].splitlines()
    expected = [line[2:] for line in lines if line.startswith("< ")]
    heard: list[str] = []
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for line in (line[2:] for line in lines if line.startswith("> ") and line != "> quit"):
            if line == "isready":
                heard += talk(process, line, "readyok")
            elif line.startswith("go"):
                heard += talk(process, line, "bestmove")
            else:
                heard += talk(process, f"{line}\nisready", "readyok")[:-1]
        rest, _ = process.communicate("quit\n", timeout=60)
    assert (rest, process.returncode) == ("", 0)
    without_time = [re.sub(r"seconds \S+", "seconds", line) for line in heard]
    assert without_time == [re.sub(r"seconds \S+", "seconds", line) for line in _completed(expected, heard)]


def _completed(expected: list[str], heard: list[str]) -> list[str]:
    """The example leaves out the end of long lines, and once some lines of their own kind, with an ellipsis."""
    at = expected.index("…")
    kind = expected[at - 1].split()[0]
    some = [line for line in heard[at:] if line.startswith(f"{kind} ")]
    whole = [*expected[:at], *some, *expected[at + 1 :]]
    return [
        answer if line.endswith("…") and answer.startswith(line[:-1].rstrip()) else line
        for line, answer in zip(whole, heard, strict=True)
    ]


def test_every_command_and_limit_is_described() -> None:
    for word in ("tei", "isready", "game", "setoption", "newgame", "position", "go", "stop", "query", "quit"):
        assert re.search(rf"^\| `{word}\b", DOC, re.MULTILINE), word
    assert f"at most {MAX_LINE:,} bytes" in DOC


def test_a_search_answers_with_a_legal_move() -> None:
    heard = said("game polygone", "position start moves b2c3-b3c3", "go nodes 1")
    assert heard[-1].split()[0] == "bestmove"
    assert heard[-1].split()[1] in tablier.game("polygone").start().play("b2c3-b3c3").moves()
    assert heard[0].startswith("info nodes 1 ")


def test_queries() -> None:
    game = tablier.game("kenwan", players=3)
    assert said("game kenwan players=3", "query toact", "query result", "query position", "query moves") == [
        "toact 0",
        "result *",
        f"position {game.start()}",
        " ".join(["moves", *game.start().moves()]),
    ]


def test_a_finished_match_has_a_result_and_no_move() -> None:
    game = tablier.game("polygone")
    dice = random.Random(3)
    match = Match(game)
    while not match.is_over:
        match.play(dice.choice(match.moves()))
    assert match.places is not None
    heard = said(game_line(game), position_line(match), "query toact", "query moves", "query result", "go nodes 5")
    assert heard[:3] == ["toact -", "moves", " ".join(["result", *map(str, match.places)])]
    assert heard[3].startswith("error the match is over")


@pytest.mark.parametrize(
    "line",
    [
        *("hello", "go", "position start", "newgame", "query moves", "game", "game chess", "game kenwan players"),
        *("game kenwan players=9", "game kenwan players=2 players=2", "game kenwan colour=red", "setoption"),
        *("setoption player nobody", "setoption player cmd:ls", "setoption seed x", "setoption seed", "setoption a b"),
        *("setoption player uct:weights=/nowhere", "\x00", "tei\x07"),
    ],
)
def test_wrong_lines_get_an_error(line: str) -> None:
    heard = said(line, "isready")
    assert heard[0].startswith("error ")
    assert heard[1:] == ["readyok"]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "position",
            "position end",
            "position start b2c3-b3c3",
            "position start moves z1",
            "position text",
            "position text a b",
        ),
        *("go nodes", "go nodes x", "go nodes 0", "go nodes -1", "go nodes 1.5", "go seconds nan", "go seconds inf"),
        *("go nodes 5 nodes 6", "go fast", "go depth 1000", "query", "query weather", "go nodes 1e400"),
    ],
)
def test_wrong_lines_about_a_game_change_nothing(line: str) -> None:
    heard = said("game polygone", "position start moves b2c3-b3c3", line, "query toact", "isready")
    assert heard[0].startswith("error ")
    assert heard[1:] == ["toact 1", "readyok"]


def test_lines_that_are_no_text_get_an_error() -> None:
    assert said(b"\xff\xfe\x00", b"", b"isready") == ["error a line is UTF-8 text", "readyok"]
    assert said(b"x" * (3 * MAX_LINE), "isready") == [f"error a line is at most {MAX_LINE} bytes long", "readyok"]


WORDS = st.sampled_from(
    [
        *(
            "tei",
            "isready",
            "game",
            "setoption",
            "newgame",
            "position",
            "stop",
            "query",
            "start",
            "text",
            "moves",
            "player",
        ),
        *("seed", "toact", "result", "polygone", "b2c3-b3c3", "random", "uct", "level:3", "best", "cmd:x", "players=2"),
        *("1", "-1", "0.001", "=", ":", "é", "\x00"),
    ]
)


@settings(max_examples=60)
@given(st.lists(st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.binary(max_size=30)), max_size=12))
def test_junk_never_ends_the_engine(lines: list[str | bytes]) -> None:
    assert said(*lines, "", "isready")[-1] == "readyok"


def test_stop_ends_an_endless_search_and_only_then_the_next_begins() -> None:
    with subprocess.Popen(
        [*COMMAND, "--player", "uct"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        talk(process, "game polygone\nisready", "readyok")
        talk(process, "go", "info")
        assert talk(process, "position start", "error")[-1].startswith("error a search is going on")
        talk(process, "isready", "readyok")
        move = talk(process, "stop", "bestmove")[-1].split()[1]
        assert move in tablier.game("polygone").start().moves()
        assert talk(process, "go nodes 10", "bestmove")
        process.communicate(timeout=60)  # the end of the input, in the middle of nothing
        assert process.returncode == 0


def test_the_end_of_the_input_ends_a_search() -> None:
    with subprocess.Popen(
        [*COMMAND, "--player", "uct"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        out, _ = process.communicate("game polygone\ngo\n", timeout=120)
    assert process.returncode == 0
    assert out.splitlines()[-1].startswith("bestmove ")


def test_a_match_is_told_from_its_start() -> None:
    game = tablier.game("kenwan", players=3)
    match = Match(game)
    assert position_line(match) == "position start"
    match.play("C2-C1")
    assert position_line(match) == "position start moves C2-C1"
    later = Match(game, match.position)
    assert position_line(later) == f"position text {match.position}"
    assert said(game_line(game), position_line(later), "query toact") == ["toact 1"]
