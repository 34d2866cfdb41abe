"""The architecture, checked: data flows one way, games are named once, importing is cheap, public names are listed."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import tablier
from tablier.games import GAMES

SOURCE = Path(tablier.__file__).parent
ROOMS = (
    "geometry",
    "kernel",
    "scene",
    "render",
    "core",
    "wire",
    "games",
    "search",
    "arena",
    "service",
    "server",
    "client",
    "cli",
)
MODULES = sorted(SOURCE.rglob("*.py"))


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def _room(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_room_imports_only_rooms_above_it(path: Path) -> None:
    room = _room(path)
    if room == "__init__.py":
        return
    assert room in ROOMS
    allowed = ROOMS[: ROOMS.index(room) + 1]
    for name in _imports(path):
        parts = name.split(".")
        if parts[0] == "tablier" and len(parts) > 1 and (SOURCE / parts[1]).is_dir():
            assert parts[1] in allowed, f"{room} imports {name}"


@pytest.mark.parametrize(
    "lattice", [path.stem for path in MODULES if _room(path) == "geometry" and path.stem != "__init__"]
)
def test_lattices_that_all_games_are_compiled_anew_for_serve_several(lattice: str) -> None:
    used = {
        path.parent.name
        for path in MODULES
        if _room(path) == "games" and f"tablier.geometry.{lattice}" in _imports(path)
    }
    assert len(used) > 1, f"{lattice} belongs into the folder of {', '.join(used) or 'nobody'}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_nothing_but_the_list_names_a_game(path: Path) -> None:
    relative = path.relative_to(SOURCE)
    if relative.as_posix() == "games/__init__.py":
        return
    own = relative.parts[1] if relative.parts[0] == "games" else ""
    folders = {game_id: package.rpartition(".")[2] for game_id, package in GAMES.items()}
    others = {name for item in folders.items() if item[1] != own for name in item}
    names = {alias.split(".")[2] for alias in _imports(path) if alias.startswith("tablier.games.")}
    assert not names & others
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            assert node.value not in others, f"{relative} names {node.value}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_file_locks_are_those_of_every_system(path: Path) -> None:
    assert not _imports(path) & {"fcntl", "msvcrt"}, "filelock locks files, on Windows too"


def test_importing_tablier_loads_no_heavy_library() -> None:
    code = "import sys, tablier; tablier.games(); tablier.game('kenwan'); print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "'tablier.games.kenwan'" in loaded
    for heavy in ("numpy", "numba", "llvmlite", "rich", "typer"):
        assert f"'{heavy}'" not in loaded


def test_games_stays_a_function_when_game_folders_are_imported() -> None:
    importlib.import_module("tablier.games.kenwan.rules")
    assert tablier.games() == list(GAMES)


def test_public_names_exist() -> None:
    for path in MODULES:
        name = "tablier." + ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        module = importlib.import_module(name.removesuffix(".__init__"))
        if path.name != "__init__.py":
            assert isinstance(getattr(module, "__all__", None), list) or path.parent.parent.name == "games", name
        for public in getattr(module, "__all__", []):
            assert hasattr(module, public), f"{name}.{public}"
