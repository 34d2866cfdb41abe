"""The reports on strength and the table of levels: plans are data, what is written can be read back."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablier.arena.contest import Contest, Pairing
from tablier.arena.ladder import read_ladders
from tablier.arena.plan import Item, read_plan
from tablier.arena.playing import Result
from tablier.arena.report import compact_json, cross_rows, markdown_table, report_text
from tablier.arena.strength import stale
from tablier.arena.summary import brief, group_scores, pairs_of, summary, wilson
from tests.games.oracle import games
from tests.search.positions import DUELS, GAMES

DOCS = Path(__file__).parents[2] / "docs"

PLAN = """
[[report]]
id = "small"
title = "A small one"
kind = "versus"
text = "Greedy against random."
contestants = ["greedy", "random"]
games = 4
goal = { kind = "score", at_least = 0.5 }
event = [{ game = "polygone" }, { game = "kenwan", options = { players = 3 }, games = 3, turn_limit = 60 }]

[[report]]
id = "list"
title = "A list"
kind = "ratings"
text = "Three."
contestants = ["greedy", "random", "uct:nodes=20"]
all_meet = true
games = 2
event = [{ game = "polygone", name = "Poly|gone" }]

[[report]]
id = "equal"
title = "Equals"
kind = "balance"
text = "Random against itself."
contestants = ["random", "random"]
games = 4
event = [{ game = "polygone", goal = { kind = "ended", at_least = 0.9, within = 300 } }]
"""


def run(*arguments: str, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-c", "from tablier.cli import main; main()", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env=os.environ,
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a Markdown text; all rows of one must have as many cells."""
    found = []
    for block in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in block.splitlines()]
        assert len({len(row) for row in rows}) == 1
        found.append([[cell.strip() for cell in row] for row in rows])
    return found


def test_reports_are_made_resumed_and_checked(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN, encoding="utf-8")
    given = ("strength", "--plan", str(plan), "--work", str(tmp_path / "work"))
    assert "to be measured anew" in run(*given, "--check", code=1)
    out = run(*given)
    for name in ("small", "list", "equal"):
        assert f"{name}.md" in out
        data = json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8"))
        assert data["report"] == name
        text = (tmp_path / f"{name}.md").read_text(encoding="utf-8")
        assert text.startswith(f"# {data['title']}\n")
        assert tables(text)
        for entry in data["events"]:
            assert entry["summary"]["played"] == entry["summary"]["wanted"]
            assert entry["summary"]["stamp"] in text
    (small,) = tables((tmp_path / "small.md").read_text(encoding="utf-8"))
    assert [row[0] for row in small[2:]] == ["Polygone", "Ken Wan, 3 players"]
    assert small[2][-2][-1] in "✓✗"
    before = sorted((tmp_path / "work").rglob("results.jsonl"))
    sizes = [path.stat().st_mtime_ns for path in before]
    assert run(*given, "--check") == ""
    run(*given)
    assert [path.stat().st_mtime_ns for path in before] == sizes
    assert sorted((tmp_path / "work").rglob("results.jsonl")) == before


def test_what_a_report_tells_of_the_engines_as_they_are_is_not_played_again(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN, encoding="utf-8")
    given = ("strength", "small", "--plan", str(plan), "--work")
    file = tmp_path / "small.json"

    def entries() -> list[dict[str, Any]]:
        return list(json.loads(file.read_text(encoding="utf-8"))["events"])

    run(*given, str(tmp_path / "work"), "--game", "kenwan")
    assert [entry["name"] for entry in entries()] == ["Ken Wan, 3 players"]
    assert run(*given, "nowhere", "--check", code=1) == "small: Polygone is to be measured anew\n"
    assert run(*given, "nowhere", "--check", "--game", "kenwan") == ""
    run(*given, str(tmp_path / "work"))
    made = file.read_text(encoding="utf-8")
    # Without the games, as on another machine: nothing is played.
    run(*given, str(tmp_path / "other"))
    assert file.read_text(encoding="utf-8") == made
    assert not (tmp_path / "other").exists()
    # Measured with other sources, of another length, or for another goal: what is so is played anew, the rest stays.
    file.write_text(made.replace(entries()[1]["summary"]["stamp"], "000000000000"), encoding="utf-8")
    assert run(*given, "nowhere", "--check", code=1) == "small: Ken Wan, 3 players is to be measured anew\n"
    run(*given, str(tmp_path / "other"), "--game", "polygone")
    assert entries()[1]["summary"]["stamp"] == "000000000000"
    assert not (tmp_path / "other").exists()
    file.write_text(made, encoding="utf-8")
    for old, new, said in (
        ("games = 4\ngoal", "games = 6\ngoal", "Polygone"),
        ("turn_limit = 60", "turn_limit = 61", "Ken Wan, 3 players"),
    ):
        plan.write_text(PLAN.replace(old, new, 1), encoding="utf-8")
        assert run(*given, "nowhere", "--check", code=1) == f"small: {said} is to be measured anew\n"
    plan.write_text(PLAN.replace("at_least = 0.5", "at_least = 0.6", 1), encoding="utf-8")
    assert run(*given, "nowhere", "--check", code=1).count("measured anew") == 2


def test_a_report_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN, encoding="utf-8")
    for text in ("{", "[]", '{"events": [{}]}'):
        (tmp_path / "small.json").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=r"small\.json cannot be read: .*remove it"):
            stale(read_plan(plan)[0], tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "small"', "id = ", "not a plan"),
        ('kind = "versus"', 'kind = "essay"', "versus, ratings or balance"),
        ('game = "polygone" }, {', 'game = "chess" }, {', "no game 'chess'"),
        ('["greedy", "random"]', '["greedy", "nobody"]', "no contestant 'nobody'"),
        ("games = 4\ngoal", "goal", "'games' is missing"),
        ("turn_limit = 60", "turnlimit = 60", "turnlimit"),
        ("at_least = 0.5", "at_most = 0.5", "at_most"),
    ],
)
def test_a_wrong_plan_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    plan = tmp_path / "plan.toml"
    assert old in PLAN
    plan.write_text(PLAN.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ValueError, match=re.escape(said)):
        read_plan(plan)


def test_scale_keeps_rounds_whole(tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(PLAN, encoding="utf-8")
    small = read_plan(plan, 0.01)[0]
    assert [item.contest.tables[0].games for item in small.items] == [2, 3]


def test_the_plan_that_is_shipped_says_what_the_reports_must_show() -> None:
    reports = {report.id: report for report in read_plan(DOCS / "strength" / "plan.toml")}
    two = reports["uct"]
    assert [item.contest.game_id for item in two.items] == [case[0] for case in DUELS]
    for item in two.items:
        ours, theirs = item.contest.contestants
        assert ours == "best:seconds=0.1"
        assert re.fullmatch(r"uct:seconds=0\.1(,exploration=0\.\d)?", theirs)
        assert item.contest.tables[0].games == 100
        assert item.goal is not None
        assert item.goal.at_least == 0.95
    assert [case_of(item) for item in reports["many-players"].items] == [case for case in GAMES if case not in DUELS]
    assert reports["openspiel"].items[0].contest.tables[0].games == 40
    assert {item.contest.game_id for item in reports["balance"].items} == set(games())
    names = [item.name for report in reports.values() for item in report.items]
    assert all(names)


def case_of(item: Item) -> tuple[str, dict[str, object]]:
    """A game and how many play it."""
    game = item.contest.game()
    return game.id, {**game.definition.for_players(len(game.players))}


def test_the_ladders_that_are_shipped_have_enough_games() -> None:
    ladders = read_ladders(DOCS / "levels.toml")
    assert {ladder.contest.game_id for ladder in ladders} == set(games())
    for ladder in ladders:
        met: dict[tuple[int, int], int] = {}
        for table in ladder.contest.tables:
            for a in table.who:
                for b in table.who:
                    met[a, b] = met.get((a, b), 0) + table.games
        for level in range(1, 10):
            assert met[level - 1, level] >= (60 if level < 8 else 20), (ladder.name, level)
        for level in range(1, 9):
            assert met[level - 1, level + 1] >= 20


def result(places: tuple[int, ...], seats: tuple[int, ...], index: int = 0) -> Result:
    none = (0,) * len(seats)
    zero = (0.0,) * len(seats)
    return Result(0, index, index // len(seats), seats, places, "rules", 10, 10, 0, zero, none, none, "")


def test_places_count_pairwise() -> None:
    assert pairs_of(result((1, 2, 2), (0, 1, 2))) == [(0, 1, 1.0), (0, 2, 1.0), (1, 2, 0.5)]
    assert pairs_of(result((1, 2, 3), (0, 1, 1))) == [(0, 1, 1.0), (0, 1, 1.0)]


def test_a_summary_adds_up() -> None:
    contest = Contest("polygone", {}, ("greedy", "random"), (Pairing((0, 1), 6),))
    results = [
        result((1, 2), (0, 1), 0),
        result((1, 2), (1, 0), 1),
        result((1, 1), (0, 1), 2),
        result((2, 1), (1, 0), 3),
        result((1, 2), (0, 1), 4),
    ]
    data = summary(contest, results, "s")
    first, second = data["contestants"]
    assert (first["wins"], first["shared"], first["losses"], first["score"]) == (3, 1, 1, 0.7)
    assert (second["wins"], second["score"]) == (1, 0.3)
    assert data["seats"][0]["score"] == pytest.approx(0.7)
    assert data["draws"] == 1
    assert data["running"] == [1.0, 0.5, 0.5, 0.625, 0.7]
    assert group_scores(contest, results) == [0.5, 0.75]
    assert "greedy scores 70.0 % against random" in report_text(data)


def test_everyone_against_everyone() -> None:
    contest = Contest("polygone", {}, ("random", "greedy", "greedy"), (Pairing((0, 1), 4), Pairing((1, 2), 4)))
    results = [
        result((2, 1), (0, 1), 0),
        result((1, 2), (1, 0), 1),
        result((2, 1), (0, 1), 2),
        result((1, 1), (1, 0), 3),
        result((1, 1), (1, 2), 4),
    ]
    data = summary(contest, results, "s")
    first, second, third = contest.labels[1], contest.labels[2], contest.labels[0]
    assert cross_rows(data) == [
        ["", "points against", "1", "2", "3"],
        ["1", first, "–", "0.5/1", "3.5/4"],
        ["2", second, "0.5/1", "–", "–"],
        ["3", third, "0.5/4", "–", "–"],
    ]
    assert "3.5/4" in report_text(data)


def test_an_empty_summary_is_a_report_too() -> None:
    contest = Contest("polygone", {}, ("greedy", "random"), (Pairing((0, 1), 6),))
    assert "0 of 6 games" in report_text(summary(contest, [], "s"))


def test_wilson_intervals() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    low, high = wilson(1.0, 100)
    assert low == pytest.approx(0.963, abs=0.001)
    assert high == pytest.approx(1.0)


def test_cells_of_tables_keep_their_bars() -> None:
    assert tables(markdown_table([["a", "b"], ["x|y", "1"]]))[0][2] == ["x\\|y", "1"]


LADDERS = """
levels = 3
games = 4
games_second = 2
full_up_to = 2
games_above = 2
text = "A short ladder."
ladder = [{ game = "polygone" }, { game = "kenwan", options = { players = 3 } }]
"""


def test_levels_are_measured_game_by_game(tmp_path: Path) -> None:
    plan = tmp_path / "levels.toml"
    plan.write_text(LADDERS, encoding="utf-8")
    given = ("levels", "--plan", str(plan), "--work", str(tmp_path / "work"))
    run(*given, "polygone")
    assert "## Ken Wan" not in (tmp_path / "levels.md").read_text(encoding="utf-8")
    run(*given, "kenwan")
    text = (tmp_path / "levels.md").read_text(encoding="utf-8")
    overview, promises, polygone, kenwan = tables(text)
    assert [row[0] for row in overview[2:]] == ["Polygone, 2 players", "Ken Wan, 3 players"]
    # What levels promise, as the contract of the levels has it: wins from 4 up, the next player's from 6 up.
    assert [row[0] for row in promises[2:]] == [str(level) for level in range(1, 11)]
    assert [row[3:] for row in promises[2:]] == [["no", "no"]] * 3 + [["yes", "no"]] * 2 + [["yes", "yes"]] * 5
    assert all(0 < float(row[2]) < 1 for row in promises[3:7])
    for table in (polygone, kenwan):
        assert [row[0] for row in table[2:]] == ["1", "2", "3"]
        assert table[2][1] == "0"
    data = json.loads((tmp_path / "levels.json").read_text(encoding="utf-8"))
    played, of_three = data["ladders"]
    assert (played["played"], of_three["played"]) == (8, 2)
    assert [level["meetings"] for level in played["levels"]] == [0, 4, 2]
    assert all(level["error"] > 0 for level in played["levels"][1:])
    assert played["mean_step"] == pytest.approx(played["levels"][-1]["elo"] / 2, abs=1)
    assert "A short ladder." in text
    # Without the games, as on another machine: what the table tells of the levels as they are is not played again.
    plan.write_text(LADDERS.replace("games = 4", "games = 6"), encoding="utf-8")
    run("levels", "--plan", str(plan), "--work", str(tmp_path / "other"), "kenwan")
    assert not (tmp_path / "other").exists()
    run(*given)
    again = json.loads((tmp_path / "levels.json").read_text(encoding="utf-8"))
    assert [one["played"] for one in again["ladders"]] == [10, 2]
    assert again["ladders"][1] == of_three


def test_a_ladder_may_have_its_own_number_of_games(tmp_path: Path) -> None:
    plan = tmp_path / "levels.toml"
    plan.write_text(
        LADDERS.replace('{ game = "polygone" }', '{ game = "polygone", games = 8, games_above = 6 }'), encoding="utf-8"
    )
    polygone, kenwan = read_ladders(plan)
    assert [(table.who, table.games) for table in polygone.contest.tables] == [((0, 1), 8), ((0, 2), 2), ((1, 2), 6)]
    assert [(table.who, table.games) for table in kenwan.contest.tables] == [((0, 1, 2), 2)]


def test_a_wrong_ladder_is_refused(tmp_path: Path) -> None:
    plan = tmp_path / "levels.toml"
    for old, new, said in (("levels = 3", "", "'levels' is missing"), ('"polygone"', '"chess"', "no game 'chess'")):
        plan.write_text(LADDERS.replace(old, new), encoding="utf-8")
        with pytest.raises(ValueError, match=said):
            read_ladders(plan)


def test_what_is_kept_is_a_summary() -> None:
    """Nothing of single games: a report does not grow with the games that were played."""
    contest = Contest("polygone", {}, ("greedy", "random"), (Pairing((0, 1), 500),))
    results = [result(((1, 2), (2, 1))[index % 2], (0, 1), index) for index in range(500)]
    few, many = (brief(summary(contest, results[:count], "s")) for count in (20, 500))
    assert len(compact_json(many)) - len(compact_json(few)) < 50
    assert many["moves"] == {"least": 10, "median": 10, "mean": 10, "most": 10}
    assert brief(summary(contest, [], "s"))["moves"] is None


@pytest.mark.parametrize(
    "file", [*sorted((DOCS / "strength").glob("*.json")), DOCS / "levels.json"], ids=lambda f: f.stem
)
def test_the_reports_that_are_kept_are_summaries(file: Path) -> None:
    data = json.loads(file.read_text(encoding="utf-8"))
    assert compact_json(data) == file.read_text(encoding="utf-8")
    for entry in data.get("events", []):
        assert "running" not in entry["summary"]
        assert entry["summary"]["moves"].keys() == {"least", "median", "mean", "most"}


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_folded_json_says_the_same(data: Any) -> None:
    assert json.loads(compact_json(data)) == data


def test_folded_json_has_a_line_for_what_fits() -> None:
    row = {"who": [0, 1], "games": 240}
    assert compact_json({"tables": [row] * 12}).splitlines()[1:3] == [' "tables": [', f"  {json.dumps(row)},"]
