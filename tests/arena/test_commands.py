"""`tablier match` and `tablier tournament` as people run them: real processes, interrupted and killed for real."""

from __future__ import annotations

import html.parser
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tablier.core import record

MAIN = [sys.executable, "-c", "from tablier.cli import main; main()"]
SLOW = ("polygone", "uct:nodes=1200", "uct:nodes=1000", "--games", "200", "--jobs", "2")
QUICK = ("polygone", "greedy", "random", "--games", "6")


def run(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([*MAIN, *arguments], capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == code, done.stderr
    return done


def lines(path: Path) -> list[bytes]:
    file = path / "results.jsonl"
    return file.read_bytes().splitlines(keepends=True) if file.exists() else []


def started(path: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*MAIN, *arguments, "--out", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for(path: Path, games: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 300
    while len(lines(path)) < games:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)


def workers_of(path: Path) -> set[int]:
    """The worker processes that complain into this folder's log."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if (entry / "fd" / "2").readlink() == path / "workers.log":
                    found.add(int(entry.name))
            except OSError:
                continue
    return found


def gone(path: Path) -> bool:
    deadline = time.monotonic() + 30
    while workers_of(path) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not workers_of(path)


class Page(html.parser.HTMLParser):
    """Checks that tags are balanced, and collects what is loaded from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loaded: list[str] = []
        self.kinds: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.kinds.add(tag)
        self.loaded += [str(value) for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta",):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.kinds.add(tag)
        self.loaded += [str(value) for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_match_leaves_reports_and_records(tmp_path: Path) -> None:
    done = run("match", *QUICK, "--out", str(tmp_path / "m"))
    assert "greedy scores" in done.stdout
    assert "6 of 6 games" in done.stdout
    assert done.stderr == ""
    data = json.loads((tmp_path / "m" / "report.json").read_text(encoding="utf-8"))
    assert data["played"] == 6
    assert sum(data["ends"].values()) == 6
    assert (tmp_path / "m" / "report.txt").read_text(encoding="utf-8") in done.stdout
    games = list(record.read(tmp_path / "m" / "games.txt"))
    assert len(games) == 6
    for game in games:
        assert game.match().is_over
    page = Page()
    text = (tmp_path / "m" / "report.html").read_text(encoding="utf-8")
    page.feed(text)
    assert (page.open, page.loaded) == ([], [])
    assert {"svg", "table", "polyline", "rect", "circle"} <= page.kinds
    assert "url(" not in text
    assert gone(tmp_path / "m")
    again = run("match", *QUICK, "--out", str(tmp_path / "m"), "--json")
    assert json.loads(again.stdout) == data


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_match_goes_on_where_it_was(tmp_path: Path, how: signal.Signals) -> None:
    process = started(tmp_path / "m", "match", *SLOW)
    wait_for(tmp_path / "m", 3, process)
    process.send_signal(how)
    _, errors = process.communicate(timeout=60)
    kept = lines(tmp_path / "m")
    assert len(kept) >= 3
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "run it again to go on" in errors
        assert f"{len(kept)} of 200 games" in (tmp_path / "m" / "report.txt").read_text(encoding="utf-8")
    assert gone(tmp_path / "m"), "workers outlive the match"
    fewer = [*SLOW[:4], str(len(kept) + 2), *SLOW[5:]]
    run("match", *fewer, "--out", str(tmp_path / "m"))
    after = lines(tmp_path / "m")
    assert after[: len(kept)] == kept
    results = [json.loads(line) for line in after]
    assert len({(result["table"], result["index"]) for result in results}) == len(after)
    assert sum(result["index"] < len(kept) + 2 for result in results) == len(kept) + 2


def test_a_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    process = started(tmp_path / "m", "match", *SLOW[:3], "--games", "8", "--jobs", "1")
    wait_for(tmp_path / "m", 1, process)
    (worker,) = workers_of(tmp_path / "m")
    os.kill(worker, signal.SIGKILL)
    out, errors = process.communicate(timeout=300)
    assert process.returncode == 0, errors
    assert "8 of 8 games" in out


def test_games_do_not_depend_on_how_many_processes_play(tmp_path: Path) -> None:
    games = []
    for jobs in ("1", "3"):
        run("match", "polygone", "uct:nodes=50", "random", "-n", "6", "-j", jobs, "--out", str(tmp_path / jobs))
        games.append((tmp_path / jobs / "games.txt").read_bytes())
    assert games[0] == games[1]


def test_a_program_that_misbehaves_loses_every_game(tmp_path: Path) -> None:
    rogue = f"cmd[nodes=1]:python {Path(__file__).parent / 'rogue.py'} illegal"
    done = run("match", "polygone", "random", rogue, "-n", "4", "--out", str(tmp_path / "m"))
    assert "random scores 100.0 %" in done.stdout
    assert "'z9-z8', which is not legal here" in done.stdout
    assert len(list(record.read(tmp_path / "m" / "games.txt"))) == 4


def test_a_sequential_test_stops_early(tmp_path: Path) -> None:
    done = run("match", "polygone", "greedy", "random", "-n", "400", "--sprt", "0:50", "--out", str(tmp_path / "m"))
    assert "stronger" in done.stdout
    assert len(lines(tmp_path / "m")) < 200


def test_a_tournament_rates_everyone(tmp_path: Path) -> None:
    who = ("random", "greedy", "uct:nodes=20")
    done = run("tournament", "polygone", *who, "-n", "4", "--out", str(tmp_path / "t"), "--json")
    data = json.loads(done.stdout)
    assert data["played"] == 12
    assert [one["name"] for one in data["contestants"]] == list(who)
    assert all(one["games"] == 8 and one["error"] > 0 for one in data["contestants"])
    assert len(data["pairs"]) == 3


def test_three_players_and_a_seat_of_ones_own(tmp_path: Path) -> None:
    arguments = (
        "kenwan",
        "players=3",
        "greedy",
        "random",
        "-n",
        "3",
        "--turn-limit",
        "60",
        "--out",
        str(tmp_path / "m"),
    )
    data = json.loads(run("match", *arguments, "--json").stdout)
    assert data["played"] == 3
    assert [one["games"] for one in data["contestants"]] == [3, 3]
    assert len(data["seats"]) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("match", "polygone", "random"), "between 2 to 2 contestants, not 1"),
        (("match", "chess", "random", "random"), "no game 'chess'"),
        (("match", "polygone", "random", "nobody"), "no contestant 'nobody'"),
        (("match", "polygone", "random", "uct:speed=3"), "no parameter 'speed'"),
        (("match", "polygone", "random", "cmd:./nothing"), "no program './nothing'"),
        (("match", "polygone", "players=3", "random", "greedy"), "players"),
        (("match", "polygone", "random", "greedy", "--limit", "speed=1"), "a limit is one of"),
        (("match", "polygone", "random", "greedy", "--sprt", "1"), "as in 0:20"),
        (("tournament", "polygone", "random"), "two contestants or more"),
        (("strength", "--plan", "nowhere.toml"), "nowhere.toml"),
        (("levels", "--plan", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_bad_input_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments, code=2)
    assert said in done.stderr
    assert re.fullmatch(r"tablier: [^\n]+\n", done.stderr)
    assert done.stdout == ""
