"""`tablier new-game`: what it writes passes every suite at once, and nothing else has to change."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.plugins.installed import ROOT, install, run, tablier, with_path

PARTS = (
    "src",
    "tests",
    "docs",
    "bench",
    "examples",
    "deploy",
    "requirements",
    "web/src",
    "web/e2e",
    "pyproject.toml",
    "README.md",
    "CONTRIBUTING.md",
    "Makefile",
)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "page", "*.egg-info", ".hypothesis")
ELSEWHERE = (
    "tests/test_rooms.py",
    "tests/test_game_names.py",
    "tests/test_pictures.py::test_the_readme_shows_the_page_first_then_the_two_commands",
    "tests/test_pictures.py::test_boards_are_drawn_for_every_game",
    "tests/arena/test_strength.py::test_the_plan_that_is_shipped_says_what_the_reports_must_show",
    "tests/arena/test_strength.py::test_the_ladders_that_are_shipped_have_enough_games",
    "tests/search/test_train.py::test_the_first_weights_are_progress_or_the_guess_of_the_game",
    "tests/service/test_boards.py",
    "README.md",
    "src/tablier/__init__.py",
)
"""Tests outside the suites that look at all games, ours and a new one."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout with a new game in it."""
    folder = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=LEFT_OUT)
        else:
            shutil.copy(source, folder / part)
    before = _hashes(folder)
    done = tablier("new-game", "trial", "--checkout", str(folder))
    assert done.returncode == 0, done.stderr
    after = _hashes(folder)
    new = ("src/tablier/games/trial/", "tests/games/trial/")
    assert {name: value for name, value in after.items() if not name.startswith(new)} == before
    written = {Path(name).name for name in after if name.startswith(new)}
    for name in re.findall(r"[\w*]+\.(?:py|txt|toml)|texts/|training/", done.stdout):
        assert any(Path(found).match(name) for found in written) or name.endswith("/"), name
    return folder


def _hashes(folder: Path) -> dict[str, str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_a_new_game_in_a_checkout_passes_the_suites(checkout: Path) -> None:
    done = run(
        "-m", "tests.games", "trial", "-q", "-p", "no:cacheprovider", cwd=checkout, env=with_path(checkout / "src")
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    assert " skipped" not in done.stdout


def test_a_new_game_breaks_no_test_that_looks_at_all_games(checkout: Path) -> None:
    command = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *ELSEWHERE)
    done = run(*command, cwd=checkout, env=with_path(checkout / "src"))
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr


def test_a_new_game_is_in_good_style(checkout: Path) -> None:
    for check in (("check",), ("format", "--check")):
        done = run("-m", "ruff", *check, "--no-cache", "src/tablier/games/trial", "tests/games/trial", cwd=checkout)
        assert done.returncode == 0, done.stdout


def test_a_new_game_in_a_package_of_its_own_is_found_and_passes(tmp_path: Path) -> None:
    done = tablier("new-game", "solo", "--to", str(tmp_path / "solo"))
    assert done.returncode == 0, done.stderr
    assert "pip install -e " in done.stdout
    assert {path.name for path in (tmp_path / "solo").iterdir()} == {"pyproject.toml", "src", "tests"}
    assert not [
        path for path in (tmp_path / "solo").rglob("*.*") if re.search("quarte", path.read_text(), re.IGNORECASE)
    ]
    install(tmp_path / "solo", tmp_path / "site")
    path = with_path(tmp_path / "site", tmp_path / "solo" / "tests")
    suites = ("tests/games/test_exact.py", "tests/games/test_texts.py", str(tmp_path / "solo" / "tests"))
    path |= {"TABLIER_TEST_GAMES": "solo"}
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", *suites, env=path)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["Trial"], "not 'Trial'"),
        (["../trial"], "not '../trial'"),
        (["class"], "not 'class'"),
        (["a" * 21], "2 to 20 small letters"),
        (["kenwan"], "there is a game 'kenwan' already"),
        (["trial", "--to", "."], ". exists already"),
        (["trial", "--checkout", "."], ". is no checkout of Tablier"),
        (["trial", "--to", "x", "--checkout", "y"], "not both"),
    ],
)
def test_what_cannot_be_written_is_refused(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = tablier("new-game", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == []  # noqa: PTH208
