"""The command line as people and programs use it: real processes, their output and exit codes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import tablier
from tablier.cli import given
from tablier.cli.session import COMMANDS
from tests.games.oracle import games


def run(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from tablier.cli import main; main()", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "TABLIER_LANG": "en", "COLUMNS": "100", **environment},
    )


def good(*arguments: str, stdin: str = "", **environment: str) -> str:
    done = run(*arguments, stdin=stdin, **environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def test_games_lists_every_game_with_author_and_options() -> None:
    out = good("games")
    for game_id in tablier.games():
        assert game_id in out
    assert "Dorsimont" in out
    assert "long_jumps=off|on" in out
    assert "Dames chinoises" in good("games", "--lang", "fr")


def test_games_as_data_is_what_a_form_needs() -> None:
    data = json.loads(good("games", "--json"))
    assert [game["id"] for game in data] == tablier.games()
    men = next(option for option in data[1]["options"] if option["name"] == "men")
    assert men["values"] == [10, 15]
    assert men["default"] == 10
    assert men["only"] == [{"value": 15, "with": {"players": [2, 3]}}]


@pytest.mark.parametrize("game_id", games())
def test_show(game_id: str) -> None:
    start = tablier.game(game_id).start()
    out = good("show", game_id)
    assert f"Position: {start}" in out
    assert f"{len(start.moves())} legal moves" in out
    assert "\x1b" not in out
    data = json.loads(good("show", game_id, "--json", "--moves", start.moves()[0]))
    assert data["position"] == str(start.play(start.moves()[0]))
    assert data["moves"] == start.play(start.moves()[0]).moves()


def test_show_takes_options_and_positions() -> None:
    game = tablier.game("chinese-checkers", players=3, men=15, long_jumps=True)
    data = json.loads(good("show", "chinese-checkers", "players=3", "men=15", "long_jumps=on", "--json"))
    assert data["position"] == str(game.start())
    text = str(tablier.game("kenwan", players=2, layout="mosaic").start())
    assert json.loads(good("show", "kenwan", "players=2", "-p", text, "--json"))["position"] == text


def test_perft() -> None:
    game = tablier.game("polygone")
    counts = [game.perft(game.start(), depth) for depth in (1, 2, 3)]
    lines = good("perft", "polygone", "--depth", "3", "--threads", "2").splitlines()
    assert [int(line.split()[1].replace(",", "")) for line in lines] == counts
    data = json.loads(good("perft", "polygone", "-d", "2", "--json", "--divide"))
    assert data["count"] == counts[1] == sum(data["divide"].values())
    assert good("perft", "polygone", "-d", "0").split()[:2] == ["0", "1"]


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
@pytest.mark.parametrize("game_id", games())
def test_draw(game_id: str, theme: str, tmp_path: Path) -> None:
    move = tablier.game(game_id).start().moves()[0]
    file = tmp_path / "board.svg"
    assert good("draw", game_id, "--moves", move, "--theme", theme, "-o", str(file), "--view", "2") == ""
    assert ET.parse(file).getroot().tag == "{http://www.w3.org/2000/svg}svg"  # noqa: S314


def test_draw_points_out_what_belongs_to_the_selected_piece() -> None:
    assert 'id="aids"' in good("draw", "kenwan", "--targets", "E3")
    assert 'id="aids"' not in good("draw", "kenwan")


def test_draw_marks_targets_and_says_what_can_move() -> None:
    plain, marked = good("draw", "polygone"), good("draw", "polygone", "--targets", "b2c3")
    assert len(marked) > len(plain)
    done = run("draw", "polygone", "--targets", "a1b1")
    assert done.returncode == 2
    assert "b2c3" in done.stderr


PLAYED = "c3*\nwhy c3+\nc9+\nmoves a1\nd4+\nundo\nredo\nsave {file}\nhelp\nrules\nquit\n"


def test_play_hot_seat_save_and_replay(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    out = good("play", "connexion", stdin=PLAYED.format(file=file))
    assert "Saved to" in out
    assert "Goodbye." in out
    assert "Our reading" in out
    match = next(iter(tablier.record.read(file))).match()
    assert match.history == ["c3*", "d4+"]
    shown = good("replay", str(file))
    assert "1. " in shown
    assert "2. " in shown
    data = json.loads(good("replay", str(file), "--json"))
    assert data["positions"][-1] == str(match.position)
    again = good("play", "kenwan", stdin=f"load {file}\nundo\nquit\n")
    assert "(moves: 2)" in again


def test_a_json_record_can_be_replayed(tmp_path: Path) -> None:
    match = tablier.Match(tablier.game("polygone"))
    match.play(match.moves()[0])
    file = tmp_path / "game.json"
    file.write_text(tablier.record.to_json(tablier.Record.from_match(match)) + "\n", encoding="utf-8")
    assert json.loads(good("replay", str(file), "--json"))["turns"] == [{"player": 0, "moves": [match.history[0]]}]


@pytest.mark.parametrize("game_id", games())
def test_play_against_random_opponents_is_repeatable(game_id: str) -> None:
    first = tablier.game(game_id).start().moves()[0]
    runs = [good("play", game_id, "--random", "2", "--seed", "5", stdin=f"{first}\nundo\nquit\n") for _ in range(2)]
    assert runs[0] == runs[1]
    assert "Goodbye." in runs[0]


def test_play_asks_for_the_game_and_ends_with_its_input() -> None:
    out = good("play", stdin="99\n4\n")
    assert out.count("Which game?") == 2
    assert "Connexion" in out


def test_a_game_can_be_played_to_its_end_and_resigned() -> None:
    everyone = [f for seat in (1, 2) for f in ("--random", str(seat))]
    out = good("play", "polygone", *everyone, "--seed", "3", stdin="moves\nb1b2-b2c3\nundo\nquit\n")
    assert "End of the game" in out
    out = good("play", "polygone", stdin="resign\nresign\nquit\n")
    assert "resigns" in out
    assert "The game is over." in out


def test_the_session_speaks_french() -> None:
    out = good("play", "hendeca", "--lang", "fr", stdin="coups\naide\nquit\nannuler\nquitter\n")
    assert "12 coups possibles" in out
    assert "Au revoir." in out


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["show", "chess"], "no game 'chess'; there are kenwan"),
        (["show", "kenwan", "players=4"], "option players of kenwan takes 2 or 3, not '4'"),
        (["show", "kenwan", "colour=blue"], "kenwan has no option 'colour'; its options are players, layout"),
        (["show", "kenwan", "players"], "NAME=VALUE"),
        (["show", "kenwan", "players=2", "players=3"], "given twice"),
        (
            ["show", "chinese-checkers", "players=4", "men=15"],
            "men of chinese-checkers takes 15 only with players 2 or 3",
        ),
        (["show", "connexion", "-p", "nonsense"], "nonsense"),
        (["show", "connexion", "-m", "c9+"], "illegal move 'c9+'"),
        (["show", "connexion", "--lang", "de"], "no language 'de'; there are fr and en"),
        (["perft", "polygone", "--depth", "-1"], "--depth"),
        (["perft", "polygone", "--depth", "x"], "--depth"),
        (["play", "connexion", "--random", "3"], "connexion has seats 1 to 2, not 3"),
        (["draw", "connexion", "--theme", "pink"], "light"),
        (["draw", "connexion", "--style", "pink"], "natural"),
        (["draw", "connexion", "--view", "3"], "seats 1 to 2"),
        (["draw", "connexion", "-o", "/nowhere/at/all.svg"], "/nowhere/at/all.svg: No such file"),
        (["replay", "/nowhere/game.txt"], "/nowhere/game.txt: No such file"),
        (["fly"], "fly"),
        (["show"], "GAME"),
        (["show", "kenwan", "--fast"], "--fast"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str], wanted: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert wanted in done.stderr
    assert done.stderr.startswith("tablier: ")
    assert done.stderr.count("\n") == 1


def test_bad_record_files_say_where(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text('[Game "connexion"]\n\n1. c3* 2. z9+\n', encoding="utf-8")
    done = run("replay", str(file))
    assert done.returncode == 2
    assert re.search(r"bad\.txt: .*line 3", done.stderr)
    assert run("replay", str(file), "-n", "2").returncode == 2
    file.write_bytes(b"\xff\xfe\x00")
    assert run("replay", str(file)).returncode == 2


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = [sys.executable, "-c", "from tablier.cli import main; main()", "perft", "polygone", "-d", "3", "--divide"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(5)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) in (0, 1)  # 0 when all was written before the reader left


def test_version_and_help() -> None:
    assert good("--version") == f"tablier {tablier.__version__}\n"
    for command in ("games", "show", "play", "perft", "replay", "draw"):
        assert command in good("--help")
        assert "--help" in good(command, "--help")


def test_the_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("TABLIER_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    assert given.language_from(None) == "en"
    monkeypatch.setenv("LANG", "fr_BE.UTF-8")
    assert given.language_from(None) == "fr"
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert given.language_from(None) == "en"


def test_moves_are_shown_as_they_are_typed() -> None:
    shown = good("play", "hendeca", stdin="why +-1,0\nmoves +-\nquit\n")
    assert "+-1,0 is legal" in shown
    assert "+-1,-1 +-1,0" in shown


def test_one_move_is_said_to_be_one() -> None:
    forced = "d2d3,d4d5,d4e3,d4e4,d5e4,e3e4 a1a2,c3d3,c5d5,c6d5,d3d4,d3e2 w -"
    for language, said in (("en", "1 legal move: pass"), ("fr", "1 coup possible\u202f: pass")):
        assert said in good("show", "polygone", "-p", forced, "--lang", language)
        assert said in good("play", "polygone", "-p", forced, "--lang", language, stdin="moves\ncoups\n")


def test_moves_that_are_advised_can_be_typed_and_numbers_are_french_in_french() -> None:
    game = tablier.game("hendeca")
    shown = good("play", "hendeca", "--lang", "fr", stdin="conseil\nanalyse\nquitter\n")
    advised = re.search(r"Essayez (\S+) ?:", shown)
    assert advised is not None
    assert advised[1] in game.start().moves()
    rows = re.findall(r"│ (\S+) +│ +\d+\u202f% │ (\S+) · ", shown)
    assert len(rows) == 5
    for move, first in rows:
        assert move == first
        assert move in game.start().moves()
    assert re.search(r"^\d{1,3}(\u202f\d{3})+ nœuds, profondeur \d+\.$", shown, re.MULTILINE)


@pytest.mark.parametrize(("language", "hint", "said"), [("en", "hint", "wins in 2"), ("fr", "conseil", "gagne en 2")])
def test_wins_are_counted_in_the_winners_own_turns(language: str, hint: str, said: str) -> None:
    # Black wins with the third move from here, the second of Black's own.
    position = "a3b3,b2b3,c1c2,c2c3,c2d2,c3c4,d2e1,d3d4,e1e2 a2b2,b3b4,b5c6,c4c5,c5c6,c5d5,c6d5 b -"
    shown = good("play", "polygone", "-p", position, "--lang", language, stdin=f"{hint}\nanalyse\n")
    assert f"a2b2-b1b2 │ {said}" in re.sub(" +", " ", shown)
    assert re.search(rf"a2b2-b1b2 ?:.*\({said}\)", shown, re.DOTALL)


def test_both_catalogues_have_the_same_keys_and_all_are_used() -> None:
    folder = Path(given.__file__).parent
    keys: dict[str, set[str]] = {}
    for language in ("fr", "en"):
        data = tomllib.loads((folder / "texts" / f"{language}.toml").read_text(encoding="utf-8"))
        keys[language] = {f"{section}.{key}" for section, texts in data.items() for key in texts}
    assert keys["fr"] == keys["en"]
    source = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.py"))
    by_part = (
        "ends.",
        "commands.",
        "help.",
        "games.",
        "session.analysis_",
        "session.wins",
        "session.loses",
    )  # put together in the code
    for key in keys["en"]:
        section, _, name = key.partition(".")
        assert f'"{key}"' in source or f"'{key}'" in source or key.startswith(by_part), key
        if section == "commands":
            assert name in COMMANDS
