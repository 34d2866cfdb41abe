"""A game is its folder: nothing outside `src/tablier/games/<game>/` and `tests/games/<game>/` has to know of it.

Two rules. What the program, the page, the plans and the suites over all games are made of names no game at all. Other tests,
benchmarks and documents may take a game as an example, but never list the games: that list would have to grow.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablier
from tablier.games import GAMES, is_ours

ROOT = Path(__file__).parents[1]
OURS = {game_id: package for game_id, package in GAMES.items() if is_ours(game_id)}
FOLDERS = {package.rpartition(".")[2] for package in OURS.values()}
WORDS = {*OURS, *FOLDERS, *(tablier.game(game_id).names["en"] for game_id in OURS)}
NAMES = re.compile(rf"(?<![\w-])({'|'.join(sorted(map(re.escape, WORDS)))})(?![\w-])")

NAMELESS = (
    "Makefile",
    "CONTRIBUTING.md",
    "deploy/**/*",
    "docs/**/*.toml",
    "docs/*.py",
    "examples/**/*",
    "requirements/*.py",
    "src/tablier/**/*.toml",
    "tests/games/*.py",
    "tests/render/test_games.py",
    "tests/search/positions.py",
    "tests/search/tactics.py",
    "tests/search/make_tactics.py",
    "tests/test_mutations.py",
    "web/src/**/*",
)
"""Files that name no game at all. Our own Python is looked at in `test_rooms.py`, which leaves out what documents it."""

EXCEPTIONS = {
    "web/src/i18n/fr.json": {"connexion", "Connexion"},  # the French word
    "tests/games/compare.py": {"kenwan"},  # an example of the command
    "tests/games/test_bad_input.py": {"kenwan", "chinese-checkers", "polygone"},  # examples of bad input
}


def _files(patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            parts = path.relative_to(ROOT).parts
            own = parts[:3] == ("src", "tablier", "games") and len(parts) > 4
            if path.is_file() and not own and "__pycache__" not in parts and "page" not in parts:
                yield path


@pytest.mark.parametrize("path", list(_files(NAMELESS)), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_game_is_named(path: Path) -> None:
    name = path.relative_to(ROOT).as_posix()
    found = set(NAMES.findall(path.read_text(encoding="utf-8")))
    assert found - EXCEPTIONS.get(name, set()) == set()


def test_the_exceptions_are_needed() -> None:
    for name, words in EXCEPTIONS.items():
        assert set(NAMES.findall((ROOT / name).read_text(encoding="utf-8"))) == words


def test_no_file_is_named_after_a_game() -> None:
    stems = {*OURS, *FOLDERS}
    for path in sorted(ROOT.glob("**/*")):
        parts = path.relative_to(ROOT).parts
        if parts[0].startswith(".") or {"node_modules", "__pycache__", "pictures", "fixtures", "page"} & set(parts):
            continue
        own = parts[:3] == ("src", "tablier", "games") or parts[:2] == ("tests", "games")
        assert own or path.stem not in stems, path


@pytest.mark.parametrize(
    "path",
    list(_files(("docs/*.md", "web/e2e/*.ts", "web/test/*.ts"))),
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_documents_and_tests_of_the_page_list_no_games(path: Path) -> None:
    found = set(NAMES.findall(path.read_text(encoding="utf-8")))
    measured = path.name == "levels.md"  # made by `tablier levels`, of all games
    assert measured or not {*OURS} <= found


def _listed(path: Path) -> Iterator[tuple[int, set[str]]]:
    """The games that each list, tuple, set or table in a Python file names."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.List | ast.Tuple | ast.Set | ast.Dict):
            words = {
                inner.value
                for inner in ast.walk(node)
                if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and inner.value in WORDS
            }
            yield node.lineno, words & set(OURS)


@pytest.mark.parametrize(
    "path",
    list(_files(("src/**/*.py", "tests/**/*.py", "bench/**/*.py", "docs/*.py", "web/**/*.py"))),
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_the_games_are_listed_nowhere(path: Path) -> None:
    for line, named in _listed(path):
        assert named != set(OURS), f"{path}, line {line}: take the list from GAMES"
