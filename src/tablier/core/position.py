"""A position: an immutable value around one record. Strings exist here and in each game's notation, nowhere below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tablier.core.reason import Reason
from tablier.kernel.run import at_legal_moves, at_places, at_play, at_to_act
from tablier.render import svg
from tablier.scene import Aid, Gesture, Phrase, Scene, Standing, Step

if TYPE_CHECKING:
    from tablier.core.game import Game

__all__ = ["Position"]


class Position:
    """A position of a game. Two are equal when game, options and text are.

    >>> import tablier
    >>> pos = tablier.game("connexion").start()
    >>> pos.to_act, pos.is_over, len(pos.moves())
    (0, False, 108)
    >>> pos.play("c3*").to_act
    1
    """

    __slots__ = ("_game", "_moves", "_states", "_text")

    def __init__(self, game: Game, states: Any) -> None:
        self._game = game
        self._states = states
        self._moves: dict[str, int] | None = None
        self._text: str | None = None

    @property
    def game(self) -> Game:
        """The game, with its options, this is a position of."""
        return self._game

    @property
    def states(self) -> Any:
        """The record, in an array of one. It belongs to this position: copy it before changing it."""
        return self._states

    def codes(self) -> Mapping[str, int]:
        """The legal moves in sorted order, each with the kernel's code for it."""
        moves = self._moves
        if moves is None:
            modules = self._game.modules
            out = np.empty(modules.rules.MAX_MOVES, np.int64)
            codes: list[int] = out[: at_legal_moves(self._states, out)].tolist()
            moves = dict(sorted(zip(modules.notation.move_texts(self._states, codes), codes, strict=True)))
            self._moves = moves
        return moves

    def moves(self) -> list[str]:
        """The legal moves, canonical and sorted; empty when the game is over."""
        return list(self.codes())

    def play(self, move: str) -> Position:
        """The position after a legal move; ValueError that says why when it is not legal."""
        code = self.codes().get(move) if isinstance(move, str) else None
        if code is None:
            raise ValueError(self._refusal(move))
        result = np.empty(1, self._states.dtype)
        at_play(self._states, code, result)
        return Position(self._game, result)

    def _refusal(self, move: object) -> str:
        if not isinstance(move, str):
            return f"a move is a text such as {next(iter(self.codes()), 'pass')!r}, not {move!r}"
        if self.is_over:
            return f"illegal move {move!r}: the game is over"
        legal = self.moves()
        some = ", ".join(legal[:5]) + (f", … ({len(legal)} in all)" if len(legal) > 5 else "")
        try:
            reason = self._game.explain(self, move)
        except ValueError as error:
            return f"illegal move {move!r}: {error}; legal here: {some}"
        why = "" if reason is None else ": " + self._game.say(reason, "en")
        return f"illegal move {move!r}{why}; legal here: {some}"

    @property
    def to_act(self) -> int | None:
        """The player to act, None when the game is over."""
        player = int(at_to_act(self._states))
        return None if player < 0 else player

    @property
    def actor(self) -> int:
        """The player to act, of a game that goes on; ValueError when it is over."""
        player = self.to_act
        if player is None:
            raise ValueError("the game is over: nobody is to act")
        return player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.to_act is None

    @property
    def places(self) -> tuple[int, ...] | None:
        """Each player's place, 1 is best, shared places are equal; None while the game goes on."""
        if not self.is_over:
            return None
        out = np.zeros(8, np.int64)
        n = at_places(self._states, out)
        return tuple(int(place) for place in out[:n])

    @property
    def turn_begins(self) -> bool:
        """Whether the player to act is at the start of a turn (a turn may hold several moves)."""
        return self._game.modules.notation.turn_begins(self._states)

    @property
    def placed(self) -> tuple[int | None, ...]:
        """Each player's place so far, None for players still in the game."""
        return self._game.modules.notation.placed(self._states)

    @property
    def repetition_key(self) -> str:
        """Equal for positions that count as the same for repetition."""
        return self._game.modules.notation.repetition_key(self._states)

    def scene(self) -> Scene:
        """The position drawn, as data."""
        return replace(self._game.modules.drawing.scene(self), look=self._game.definition.look)

    def gestures(self) -> dict[str, Gesture]:
        """How a person plays each legal move."""
        return {move: self._game.modules.drawing.gesture(self, move) for move in self.codes()}

    def transition(self, move: str) -> tuple[Step, ...]:
        """The steps from this position's scene to the one after a legal move; ValueError when it is not legal."""
        if not isinstance(move, str) or move not in self.codes():
            raise ValueError(self._refusal(move))
        return self._game.modules.drawing.transition(self, move)

    def aids(self, move: str | None = None) -> tuple[Aid, ...]:
        """What helps on the drawing while something is picked up, or while a legal move is previewed; ValueError when it is
        not legal."""
        if move is not None and (not isinstance(move, str) or move not in self.codes()):
            raise ValueError(self._refusal(move))
        return self._game.modules.drawing.aids(self, move)

    def narrate(self, move: str) -> tuple[Phrase, ...]:
        """What a legal move does, in words; ValueError when it is not legal."""
        if not isinstance(move, str) or move not in self.codes():
            raise ValueError(self._refusal(move))
        return self._game.modules.explaining.narrate(self, move)

    @property
    def ending(self) -> Reason | None:
        """Why the game ended, with the shapes that show it; None while it goes on."""
        return self._game.modules.explaining.ending(self) if self.is_over else None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """What is shown of each player beside the board."""
        return self._game.modules.explaining.standings(self)

    @property
    def steps(self) -> tuple[tuple[Phrase, ...], int]:
        """What a turn consists of where it takes several moves, and the index of the one to be made now; () and 0 elsewhere."""
        return self._game.modules.explaining.steps(self)

    def forget(self) -> None:
        """Drop what was computed and kept for the next time it is asked for: many positions held at once stay small.
        Other threads may be asking for it meanwhile."""
        self._moves = self._text = None

    def __str__(self) -> str:
        text = self._text
        if text is None:
            text = self._text = self._game.modules.notation.text(self._states)
        return text

    def __repr__(self) -> str:
        return f"<{self._game!r} position {str(self)!r}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._game == other._game and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self._game, str(self)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_unpickle, (self._game, str(self)))

    def _repr_svg_(self) -> str:
        return svg.draw(self.scene())


def _unpickle(game: Game, text: str) -> Position:
    return game.position(text)
