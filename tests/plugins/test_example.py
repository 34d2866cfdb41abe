"""The example is installed and played by everything that plays our own games; the page plays it in web/e2e/plugin.spec.ts."""

from __future__ import annotations

import json
import re
import shutil
import time
from pathlib import Path

import httpx
import pytest

import tablier as package
from tests.plugins.installed import EXAMPLE, install, run, tablier, with_path
from tests.server.people import Guest
from tests.server.process import ServerProcess

Variables = dict[str, str]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    install(EXAMPLE, folder)
    return folder


@pytest.fixture(scope="module")
def path(installed: Path) -> Variables:
    return with_path(installed)


def test_what_is_installed_is_the_game_without_its_tests(installed: Path) -> None:
    found = {file.relative_to(installed).as_posix() for file in installed.glob("tablier_quarte/**/*") if file.is_file()}
    source = EXAMPLE / "src"
    wanted = {file.relative_to(source).as_posix() for file in source.rglob("*") if file.is_file()}
    assert {name for name in found if "__pycache__" not in name} == {n for n in wanted if "__pycache__" not in n}
    assert not list(installed.glob("*_tests"))


PLAY = """
import pickle, tablier
from tablier.search import Level
match = tablier.Match(tablier.game("quarte"))
while not match.is_over:
    match.play(Level(2 + match.to_act).search(match, seed=1).move)
assert pickle.loads(pickle.dumps(match.position)) == match.position
print(tablier.games()[-1], match.end.reason, match.game.names["fr"], len(match.game.showcase))
"""


def test_python_plays_it(path: Variables) -> None:
    done = run("-c", PLAY, env=path)
    assert done.stdout == "quarte rules Quarte 14\n", done.stderr


def test_the_command_line_plays_it(path: Variables) -> None:
    assert json.loads(tablier("games", "--json", env=path).stdout)[-1]["id"] == "quarte"
    assert tablier("perft", "quarte", "-d", "2", env=path).stdout.splitlines()[-1].split()[:2] == ["2", "1,260"]
    shown = tablier("show", "quarte", "-m", "c3 d4", "--json", env=path)
    assert json.loads(shown.stdout)["to_act"] == 0
    assert tablier("draw", "quarte", env=path).stdout.startswith("<svg")
    played = tablier("play", "quarte", "--computer", "2:1", stdin="c3\nquit\n", env=path)
    assert played.returncode == 0, played.stderr


def test_engines_speak_of_it(path: Variables) -> None:
    heard = tablier("engine", stdin="tei\ngame quarte\nposition start moves c3\ngo nodes 100\nquit\n", env=path).stdout
    assert "game quarte\n" in heard
    assert re.search(r"^bestmove (?!c3)[a-f][1-6]$", heard, re.MULTILINE)


def test_arena_workers_play_it_and_stamp_its_sources(path: Variables, installed: Path, tmp_path: Path) -> None:
    done = tablier("match", "quarte", "level:4", "random", "-n", "4", "--json", "--out", str(tmp_path / "a"), env=path)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["played"] == 4
    changed = tmp_path / "changed"
    shutil.copytree(installed, changed)
    weights = changed / "tablier_quarte" / "weights.txt"
    weights.write_text(weights.read_text() + "# changed\n")
    code = """
from tablier.arena.contest import Contest, Pairing
from tablier.arena.stamp import stamp_of
print(stamp_of(Contest("quarte", {}, ("level:4", "random"), (Pairing((0, 1), 4),))))
"""
    stamps = [run("-c", code, env=with_path(folder)).stdout.strip() for folder in (installed, changed)]
    assert stamps[0] == report["stamp"]
    assert stamps[1] != stamps[0]


def test_compiled_code_is_kept_by_its_sources(path: Variables, installed: Path, tmp_path: Path) -> None:
    cache = {"TABLIER_CACHE_DIR": str(tmp_path / "cache")}
    code = "import tablier; print(len(tablier.game('quarte').start().moves()))"
    assert run("-c", code, env={**path, **cache}).stdout == "36\n"
    first = sorted(file.name for file in (tmp_path / "cache").rglob("*.nbc"))
    assert run("-c", code, env={**path, **cache}).stdout == "36\n"
    assert sorted(file.name for file in (tmp_path / "cache").rglob("*.nbc")) == first
    changed = tmp_path / "changed"
    shutil.copytree(installed, changed)
    rules = changed / "tablier_quarte" / "rules.py"
    text = rules.read_text()
    assert "in range(CELLS):\n        if not" in text
    rules.write_text(text.replace("in range(CELLS):\n        if not", "in range(CELLS - 1):\n        if not"))
    assert run("-c", code, env={**with_path(changed), **cache}).stdout == "35\n"


def test_the_server_plays_it(path: Variables, tmp_path: Path) -> None:
    log = tmp_path / "server.log"
    database = f"sqlite:///{tmp_path}/tables.sqlite"
    with (
        ServerProcess(database, log, path, workers="1") as server,
        httpx.Client(base_url=f"{server.address}/api/v1", timeout=120) as http,
    ):
        listed = http.get("/games").json()["games"]
        assert [game["id"] for game in listed] == [*package.games(), "quarte"]
        assert http.get("/games/quarte/texts/fr").json()["name"] == "Quarte"
        guest = Guest(http)
        seats = [{"kind": "mine"}, {"kind": "computer", "level": 2}]
        table = guest.ask("POST", "/tables", json={"request": "one", "game": "quarte", "seats": seats}).json()["table"]
        assert guest.move(table).is_success
        end = time.monotonic() + 120
        while len(http.get(f"/tables/{table}/board").json()["moves"]) != 34:
            assert time.monotonic() < end, log.read_text()[-2000:]
            time.sleep(0.2)


def test_the_suites_over_all_games_pass(installed: Path) -> None:
    path = with_path(installed, EXAMPLE / "tests")
    done = run("-m", "tests.games", "quarte", "-q", "-p", "no:cacheprovider", env=path)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert " passed" in done.stdout
    assert " skipped" not in done.stdout
