"""Games of other packages are found, cheaply; a broken one is left out with a warning that says why."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import tablier
from tablier.core.game import Definition, Player
from tablier.core.options import Option
from tests.plugins.installed import EXAMPLE, announce, run, with_path
from tests.plugins.installed import tablier as command

OURS = tablier.games()
LIST = "import json, sys, tablier; print(json.dumps([tablier.games(), sorted(sys.modules)]))"
DEFINE = """
from tablier.core.game import Definition, Player
GAME = Definition("{id}", __name__, {{}}, (), None, (), lambda _options: (Player("white", "ivory"),))
"""


def _listed(into: Path) -> tuple[list[str], list[str], str]:
    done = run("-c", LIST, env=with_path(into))
    assert done.returncode == 0, done.stderr
    games, modules = json.loads(done.stdout)
    return games, modules, done.stderr


def test_a_game_of_another_package_is_listed_without_loading_its_rules(tmp_path: Path) -> None:
    announce(tmp_path, "tablier_quarte", "tablier_quarte:GAME", "quarte")
    (tmp_path / "tablier_quarte").symlink_to(EXAMPLE / "src" / "tablier_quarte")
    games, modules, said = _listed(tmp_path)
    assert games == [*OURS, "quarte"]
    assert said == ""
    assert "tablier_quarte" in modules
    assert not {"numpy", "numba", "tablier_quarte.rules"} & set(modules)


@pytest.mark.parametrize(
    ("code", "name", "said"),
    [
        ("import nothing_of_that_name", "trouble", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
        ("raise SystemExit(3)", "trouble", "SystemExit: 3"),
        ("GAME = None", "trouble", "trouble:GAME is no Definition"),
        ("", "trouble", "AttributeError"),
        (DEFINE.format(id="other"), "trouble", "trouble:GAME calls itself 'other'"),
        (DEFINE.format(id="Trouble/.."), "trouble", "small letters, digits and single hyphens, not 'Trouble/..'"),
        (DEFINE.format(id="trouble"), "trouble", "there is no rules.py, notation.py, drawing.py, explain.py"),
        (DEFINE.format(id=OURS[0]), OURS[0], f"there is a game of that id already, in tablier.games.{OURS[0]}"),
    ],
    ids=["import", "exit", "none", "nothing", "another", "id", "files", "twice"],
)
def test_a_broken_game_is_left_out_with_a_warning(code: str, name: str, said: str, tmp_path: Path) -> None:
    announce(tmp_path, "trouble", "trouble:GAME", name)
    (tmp_path / "trouble").mkdir()
    (tmp_path / "trouble" / "__init__.py").write_text(code)
    games, _, warned = _listed(tmp_path)
    assert games == OURS
    assert f"RuntimeWarning: the game {name!r} of trouble is left out: " in warned
    assert said in warned


def test_the_command_line_says_it_in_one_line_and_goes_on(tmp_path: Path) -> None:
    announce(tmp_path, "trouble", "trouble:GAME")
    done = command("games", "--json", env=with_path(tmp_path))
    assert done.returncode == 0
    assert [game["id"] for game in json.loads(done.stdout)] == OURS
    wanted = "tablier: the game 'trouble' of trouble is left out: ModuleNotFoundError: No module named 'trouble'\n"
    assert done.stderr == wanted


def test_a_game_that_cannot_be_played_holds_up_no_other(tmp_path: Path) -> None:
    announce(tmp_path, "tablier_quarte", "tablier_quarte:GAME", "quarte")
    shutil.copytree(EXAMPLE / "src" / "tablier_quarte", tmp_path / "tablier_quarte")
    (tmp_path / "tablier_quarte" / "rules.py").write_text("raise RuntimeError('no rules today')\n")
    done = command("prepare", "--jobs", "2", env=with_path(tmp_path))
    assert done.returncode == 0, done.stderr
    assert [game_id for game_id in OURS if f"{game_id}: ready" in done.stdout] == OURS
    assert "quarte: ready" not in done.stdout
    assert "tablier: the game 'quarte' cannot be played: RuntimeError: no rules today\n" in done.stderr


def test_how_many_play_is_an_attribute_of_the_definition() -> None:
    players = (Player("white", "ivory"), Player("black", "ebony"), Player("red", "red"))
    heads = Option("heads", (2, 3), 3)
    chosen = Definition("x", "x", {}, (), None, (heads,), lambda o: players[: int(o["heads"])], count_option="heads")
    assert (chosen.player_counts, chosen.for_players(2)) == ((2, 3), {"heads": 2})
    fixed = Definition("x", "x", {}, (), None, (heads,), lambda _options: players[:2])
    assert (fixed.player_counts, fixed.for_players(2)) == ((2,), {})
    with pytest.raises(ValueError, match="x has no option 'players' to say how many play"):
        Definition("x", "x", {}, (), None, (heads,), lambda _options: players, count_option="players")


@pytest.mark.parametrize("game_id", OURS)
def test_so_many_play_as_the_definition_says(game_id: str) -> None:
    definition = tablier.game(game_id).definition
    for count in definition.player_counts:
        assert len(tablier.game(game_id, **definition.for_players(count)).players) == count
