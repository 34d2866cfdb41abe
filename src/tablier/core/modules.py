"""A game's modules, loaded when first needed: compiled rules, notation, drawing, explanations.

Nothing of NumPy or Numba is imported before the first position is made, so that importing the package stays quick.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from tablier.core.editor import Editing
from tablier.core.options import Options
from tablier.core.reason import Reason
from tablier.scene import Aid, Gesture, Phrase, Scene, Standing, Step

if TYPE_CHECKING:
    from tablier.core.position import Position

__all__ = ["Modules", "modules"]


class Rules(Protocol):
    """What a game's ``rules.py`` offers besides registering its record type with `kernel.protocol`."""

    STATE: Any
    MAX_MOVES: int


class Notation(Protocol):
    """What a game's ``notation.py`` offers. States are arrays of one record."""

    def start(self, options: Options) -> Any:
        """The start position."""

    def parse(self, options: Options, text: str) -> Any:
        """The position of a text; ValueError that says what is wrong and what would be right."""

    def text(self, states: Any) -> str:
        """The position's canonical text."""

    def move_texts(self, states: Any, moves: list[int]) -> list[str]:
        """The canonical texts of legal moves of this position, in the same order."""

    def turn_begins(self, states: Any) -> bool:
        """Whether the player to act is at the start of a turn."""

    def placed(self, states: Any) -> tuple[int | None, ...]:
        """Each player's place so far, None for players still in the game."""

    def repetition_key(self, states: Any) -> str:
        """Equal for positions that count as the same for repetition."""


class Drawing(Protocol):
    """What a game's ``drawing.py`` offers."""

    def scene(self, position: Position) -> Scene:
        """The position drawn."""

    def gesture(self, position: Position, move: str) -> Gesture:
        """How a person plays a legal move; no two moves of a position share one."""

    def transition(self, position: Position, move: str) -> tuple[Step, ...]:
        """The steps from the scene before a legal move to the scene after it."""

    def aids(self, position: Position, move: str | None = None) -> tuple[Aid, ...]:
        """What helps while something is picked up, or while a legal move is previewed."""


class Explaining(Protocol):
    """What a game's ``explain.py`` offers."""

    def explain(self, position: Position, tried: str | Gesture) -> Reason | None:
        """Why a move text or a (perhaps unfinished) gesture is not legal; None when it is."""

    def narrate(self, position: Position, move: str) -> tuple[Phrase, ...]:
        """What a legal move does, in words."""

    def ending(self, position: Position) -> Reason:
        """Why a finished game ended as it did, and the shapes that show it."""

    def standings(self, position: Position) -> tuple[Standing, ...]:
        """What is shown of each player beside the board."""

    def steps(self, position: Position) -> tuple[tuple[Phrase, ...], int]:
        """What a turn consists of where it takes several moves, and which of these is to be made now; else nothing."""


def _tell(game_id: str, seconds: float | None) -> None:
    """Say at a terminal that compiling begins (no seconds), then how long it took."""
    if sys.stderr.isatty():
        if seconds is None:
            print(f"tablier: compiling the rules of {game_id}, once …", end="", file=sys.stderr, flush=True)
        else:
            print(f" {seconds:.1f} s", file=sys.stderr, flush=True)


class Modules:
    """One game's modules, its rules compiled."""

    def __init__(self, game_id: str, package: str) -> None:
        self.rules = cast(Rules, importlib.import_module(f"{package}.rules"))
        self.notation = cast(Notation, importlib.import_module(f"{package}.notation"))
        self._package = package
        self._game_id = game_id

    @functools.cached_property
    def drawing(self) -> Drawing:
        """The game's ``drawing.py``."""
        return cast(Drawing, importlib.import_module(f"{self._package}.drawing"))

    @functools.cached_property
    def explaining(self) -> Explaining:
        """The game's ``explain.py``."""
        return cast(Explaining, importlib.import_module(f"{self._package}.explain"))

    @functools.cached_property
    def editing(self) -> Editing | None:
        """The game's ``editor.py``, None where it has none."""
        if importlib.util.find_spec(f"{self._package}.editor") is None:
            return None
        return cast(Editing, importlib.import_module(f"{self._package}.editor"))

    def compile(self, states: Any) -> None:
        """Compile the rules (or load them from the cache) by asking everything of one position."""
        from filelock import FileLock  # noqa: PLC0415

        from tablier.kernel import jit, run  # noqa: PLC0415

        if jit.INTERPRETED:
            return
        known = (
            jit.cache_folder() / f"{self._game_id}-{jit.hash_of(Path(str(sys.modules[self._package].__file__)).parent)}"
        )
        jit.cache_folder().mkdir(parents=True, exist_ok=True)
        with FileLock(jit.cache_folder() / "lock"):  # processes that start together compile once
            new = not known.exists()
            begun = time.monotonic()
            if new:
                _tell(self._game_id, None)
            run.warm_up(states, self.rules.MAX_MOVES)
            if new:
                known.touch()
                _tell(self._game_id, time.monotonic() - begun)


@functools.cache
def modules(game_id: str, package: str) -> Modules:
    """The game's modules, loaded and compiled once a process."""
    return Modules(game_id, package)
