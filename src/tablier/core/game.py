"""A game with its options chosen: where positions come from."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablier.core.modules import Modules, modules
from tablier.core.options import Option, Options, OptionValue, resolve
from tablier.core.reason import Reason
from tablier.core.texts import Texts, load_texts
from tablier.scene import Gesture, Look, Phrase
from tablier.scene.paintbox import HOUSE

if TYPE_CHECKING:
    from tablier.core.editor import Editor
    from tablier.core.position import Position

__all__ = ["Definition", "Game", "Player"]


@dataclass(frozen=True, slots=True)
class Player:
    """A seat: `name` is the key of its name in the game's texts, `colour` the colour of its pieces."""

    name: str
    colour: str


@dataclass(frozen=True)
class Definition:
    """What is known of a game before any of its code is loaded; each game's folder has one, called ``GAME``.

    `package` is the folder's import name. `count_option` names the option that says how many play, where that can be chosen.
    `rules_version` changes when the same moves could mean something else. `look` holds what its board and pieces are made of;
    the colours of its players are among it. Games are listed by `rank`, then by id.
    """

    id: str
    package: str
    names: Mapping[str, str]
    authors: tuple[str, ...]
    year: int | None
    options: tuple[Option, ...]
    players: Callable[[Options], tuple[Player, ...]]
    count_option: str | None = None
    rules_version: int = 1
    look: Look = HOUSE
    rank: int = 100

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", self.id, re.ASCII):
            raise ValueError(f"a game's id is small letters, digits and single hyphens, not {self.id!r}")
        if self.count_option is not None and self.count_option not in (option.name for option in self.options):
            raise ValueError(f"{self.id} has no option {self.count_option!r} to say how many play")

    @property
    def folder(self) -> Path:
        """Where the game's sources are."""
        return Path(str(resources.files(self.package)))

    @property
    def player_counts(self) -> tuple[int, ...]:
        """How many may play: the values of `count_option`, or the one number there is."""
        for option in self.options:
            if option.name == self.count_option:
                return tuple(int(value) for value in option.values)
        return (len(self.players(resolve(self.id, self.options, {}))),)

    def for_players(self, count: int) -> dict[str, OptionValue]:
        """The options that make so many play; none where that cannot be chosen."""
        return {} if self.count_option is None else {self.count_option: count}


class Game:
    """A game with its options chosen.

    >>> import tablier
    >>> game = tablier.game("kenwan", players=2)
    >>> game.id, game.options["layout"], [player.name for player in game.players]
    ('kenwan', 'sectors', ['blue', 'yellow'])
    >>> game.position(str(game.start())) == game.start()
    True
    """

    def __init__(self, definition: Definition, options: Mapping[str, object]) -> None:
        self._definition = definition
        self._options = resolve(definition.id, definition.options, options)
        self._prepared: Modules | None = None

    @property
    def definition(self) -> Definition:
        """What is known of the game whatever its options."""
        return self._definition

    @property
    def id(self) -> str:
        """The game's id, as in `tablier.games()`."""
        return self._definition.id

    @property
    def names(self) -> Mapping[str, str]:
        """The game's name by language."""
        return self._definition.names

    @property
    def authors(self) -> tuple[str, ...]:
        """Who made the game."""
        return self._definition.authors

    @property
    def options(self) -> dict[str, OptionValue]:
        """The options as chosen, all of them."""
        return dict(self._options)

    @property
    def players(self) -> tuple[Player, ...]:
        """The seats in order of play."""
        return self._definition.players(self._options)

    @property
    def modules(self) -> Modules:
        """The game's modules, with its rules compiled."""
        if self._prepared is None:
            loaded = modules(self.id, self._definition.package)
            loaded.compile(loaded.notation.start(self._options))
            self._prepared = loaded
        return self._prepared

    def start(self) -> Position:
        """The start position."""
        return self._position(self.modules.notation.start(self._options))

    def position(self, text: str) -> Position:
        """The position of a text; ValueError saying what is wrong in a bad one."""
        if not isinstance(text, str):
            raise ValueError(f"a position of {self.id} is a text, not {text!r}")  # noqa: TRY004
        return self._position(self.modules.notation.parse(self._options, text))

    def _position(self, states: Any) -> Position:
        from tablier.core.position import Position  # noqa: PLC0415

        return Position(self, states)

    def perft(self, position: Position, depth: int, threads: int = 1) -> int:
        """The number of move sequences of exactly `depth` moves; the house rules do not count here."""
        from tablier.kernel import run  # noqa: PLC0415

        self._own(position)
        for name, value, least in (("depth", depth, 0), ("threads", threads, 1)):
            if not isinstance(value, int) or isinstance(value, bool) or value < least:
                raise ValueError(f"{name} is a whole number from {least} up, not {value!r}")
        return run.perft(position.states, depth, self.modules.rules.MAX_MOVES, threads)

    def explain(self, position: Position, tried: str | Gesture) -> Reason | None:
        """Why a move text, or a gesture that may be unfinished, is not legal here; None when it is legal or may become so.

        ValueError when the text is not of the form of any move of this game.
        """
        self._own(position)
        if not isinstance(tried, str | Gesture):
            raise ValueError(f"what was tried is a move text or a Gesture, not {tried!r}")  # noqa: TRY004
        return self.modules.explaining.explain(position, tried)

    def _own(self, position: Position) -> None:
        from tablier.core.position import Position  # noqa: PLC0415

        if not isinstance(position, Position) or position.game != self:
            raise ValueError(f"a position of {self!r} is wanted, not {position!r}")

    @property
    def editor(self) -> Editor | None:
        """How positions of this game are put together by hand; None where a game does not say it."""
        from tablier.core.editor import Editor  # noqa: PLC0415

        editing = self.modules.editing
        return None if editing is None else Editor(self, editing)

    @property
    def showcase(self) -> tuple[str, ...]:
        """Moves with the usual options to a position in the middle of a game, the game's picture; none where a game has none."""
        source = resources.files(self._definition.package) / "showcase.toml"
        return tuple(tomllib.loads(source.read_text(encoding="utf-8"))["moves"].split()) if source.is_file() else ()

    def texts(self, language: str) -> Texts:
        """The game's catalogue in a language: names, rules, our reading, sentences."""
        return load_texts(self._definition.package, language)

    def say(self, what: Reason | Phrase, language: str, section: str = "reasons") -> str:
        """A reason, of a section of the game's texts, or a phrase in words."""
        texts = self.texts(language)
        if isinstance(what, Phrase):
            return texts.say(what)
        return " ".join(texts.say(Phrase(f"{section}.{what.code}.{part}", what.values)) for part in ("what", "why"))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.id == other.id and self._options == other._options

    def __hash__(self) -> int:
        return hash((self.id, tuple(self._options.items())))

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self._options.items())
        return f"game({self.id!r}{chosen})"

    def __getstate__(self) -> dict[str, Any]:
        return {"definition": self._definition.package, "options": self._options}

    def __setstate__(self, state: dict[str, Any]) -> None:
        import importlib  # noqa: PLC0415

        self.__init__(importlib.import_module(state["definition"]).GAME, state["options"])  # type: ignore[misc]
