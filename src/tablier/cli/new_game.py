"""`tablier new-game`: a complete little game, copied from the example under another name, to be changed into one's own."""

from __future__ import annotations

import keyword
import re
from pathlib import Path
from typing import Annotated

import typer

import tablier

__all__ = ["new_game", "register"]

_EXAMPLE = "quarte"
_NAME = re.compile(r"[a-z][a-z0-9]{1,19}", re.ASCII)
_IMPORTS = re.compile(r"(?:^from (?:tablier|tests)[\w.]* import [^(\n]+\n){2,}", re.MULTILINE)

_NEXT = """It is complete: it plays everywhere and passes every suite. Make it yours, in this order.

In {tests}:
  naive.py          your rules, plainly, as the oracle; make_tables.py makes perft.txt and games.txt from them
In {game}:
  __init__.py       names, authors, options, players
  rules.py          the record and the compiled rules
  notation.py       positions and moves in text
  drawing.py        the board, the gestures, the steps of a move
  explain.py        why a move is not legal, what it does, how a game ended
  texts/            French and English: rules, names, every sentence
  showcase.toml     moves to the position that is the game's picture
  evaluation.py     what the engines look at; `tablier train {name}` learns weights.txt and draws training/all.svg
  measures.toml     what `tablier levels`, `tablier strength` and `make bench` measure of it
In {tests}:
  symmetry.py       how the board turns and mirrors
  tactics.txt       positions with one winning move, found by `python -m tests.search.make_tactics {name}`
  mutations.toml    small errors that the tables must catch
  test_*.py         the rules sentence by sentence, every reason, the drawing

CONTRIBUTING.md of Tablier says more of each.
"""


def _example() -> Path:
    """The game that is copied: beside this file in an installed package, among the examples in a checkout."""
    installed = Path(__file__).parent / "example"
    return installed if installed.is_dir() else Path(tablier.__file__).parents[2] / "examples" / _EXAMPLE


def _renamed(text: str, name: str, package: str, tests: str) -> str:
    """A text of the example under another name, its imports in order again."""
    for old, new in (
        (f"tablier_{_EXAMPLE}_tests", tests),
        (f"tablier_{_EXAMPLE}", package),
        (_EXAMPLE, name),
        (_EXAMPLE.capitalize(), name.capitalize()),
        ('authors=("The Tablier authors",)', "authors=()"),
        ("year=2026", "year=None"),
    ):
        text = text.replace(old, new)
    return _IMPORTS.sub(
        lambda run: "".join(sorted(run[0].splitlines(keepends=True), key=lambda line: line.split()[1])), text
    )


def _checked(name: str) -> None:
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise ValueError(
            f"a game's name is here one word of 2 to 20 small letters and digits, such as 'quarto', not {name!r}"
        )
    if name in tablier.games() or name == _EXAMPLE:
        raise ValueError(f"there is a game {name!r} already")


def _copy(source: Path, target: Path, name: str, package: str, tests: str) -> None:
    for path in sorted(source.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(_renamed(path.read_text(encoding="utf-8"), name, package, tests), encoding="utf-8")


def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="One word of small letters and digits: the game's id.")],
    folder: Annotated[Path | None, typer.Option("--to", help="The package's folder, by default NAME.")] = None,
    checkout: Annotated[
        Path | None, typer.Option(help="Put the game into this checkout of Tablier instead of a package of its own.")
    ] = None,
) -> None:
    """Begin a new game: a complete little one in a package of its own (or in a checkout), to be changed into yours."""
    _checked(name)
    if folder is not None and checkout is not None:
        raise ValueError("--to names a package's folder, --checkout a checkout: one of them, not both")
    source = _example()
    if checkout is None:
        root = folder or Path(name)
        package, tests = f"tablier_{name}", f"tablier_{name}_tests"
        game, checks = root / "src" / package, root / "tests" / tests
        taken = [root]
    else:
        if not (checkout / "src" / "tablier" / "games").is_dir():
            raise ValueError(f"{checkout} is no checkout of Tablier: it has no src/tablier/games")
        package, tests = f"tablier.games.{name}", f"tests.games.{name}"
        game, checks = checkout / "src" / "tablier" / "games" / name, checkout / "tests" / "games" / name
        taken = [game, checks]
    for path in taken:
        if path.exists():
            raise ValueError(f"{path} exists already")
    _copy(source / "src" / f"tablier_{_EXAMPLE}", game, name, package, tests)
    _copy(source / "tests" / f"tablier_{_EXAMPLE}_tests", checks, name, package, tests)
    if checkout is None:
        text = (source / "pyproject.toml").read_text(encoding="utf-8")
        (root / "pyproject.toml").write_text(_renamed(text, name, package, tests), encoding="utf-8")
    print(f"{name.capitalize()} is written to {game} and {checks}.")
    print(_NEXT.format(game=game, tests=checks, name=name))
    if checkout is None:
        print(f"Install it: pip install -e {root}")
        print(
            f"Test it, in a checkout of Tablier: PYTHONPATH={(root / 'tests').resolve()} python -m tests.games {name}"
        )
    else:
        print(f"Test it: python -m tests.games {name}")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("new-game")(new_game)
