"""Turns of our Chinese checkers (two players) as actions of OpenSpiel's ``chinese_checkers``, and back.

How the two sets of rules differ, and what is done about it:

- *Turns.* OpenSpiel plays a turn of several jumps as several actions, and an action to stop. Our turn is played there by the
  shortest way.
- *Seats.* OpenSpiel's first player sits on top, ours at the bottom: the board is turned by half.
- *Where a man may stop.* OpenSpiel lets it stop in any point of the star, we do not; and our rule against blocking may narrow
  the choice. So every turn of ours can be played there; of OpenSpiel's own, only turns that are legal here may be chosen: at
  each action the bot takes its best among those that lead to one. Its search does not know the difference.
- *End.* OpenSpiel knows neither the sealed man nor repetition: our rules decide when the game is over and who has won.
- *Pass.* When we have to pass where OpenSpiel has actions (all end in foreign points), the games cannot go on together: `Apart`.
"""

from __future__ import annotations

from typing import Any

from tablier.games.chinese_checkers.star import HOLES, NAMED, NAMES, Hole

__all__ = ["CELL", "HOLE", "PASS", "Apart", "actions_of", "allowed_actions", "cells_of"]

PASS = "pass"  # noqa: S105


class Apart(ValueError):  # noqa: N818
    """The two games have come to positions that do not correspond."""


def _screen(hole: Hole) -> tuple[int, int]:
    """Row from the top and column, of the board turned by half."""
    x, y = hole
    return 8 + y, y - 2 * x


CELL: dict[str, int] = {NAMES[hole]: cell for cell, hole in enumerate(sorted(HOLES, key=_screen))}
"""OpenSpiel numbers the cells row by row from the top."""
HOLE: dict[int, str] = {cell: name for name, cell in CELL.items()}
assert set(CELL) == set(NAMED)


def cells_of(turn: str) -> tuple[int, int]:
    """The cells a turn begins and ends in."""
    start, _, end = turn.partition("-")
    return CELL[start], CELL[end]


def _words(state: Any, action: int) -> tuple[int, str, int] | None:
    """An action as (from, "->" or "=>", to); None for stopping or passing."""
    text = state.action_to_string(state.current_player(), action)
    for sign in ("->", "=>"):
        start, found, end = text.partition(sign)
        if found:
            return int(start), sign, int(end)
    return None


def _stop(state: Any) -> int | None:
    """The action that ends a turn or passes, if there is one here."""
    return next((action for action in state.legal_actions() if _words(state, action) is None), None)


def actions_of(state: Any, turn: str) -> list[int]:
    """The actions that play our turn in a state where a turn begins; `Apart` when there are none."""
    if turn == PASS:
        stop = _stop(state)
        if stop is None or len(state.legal_actions()) > 1:
            raise Apart("a pass here is no pass there")
        return [stop]
    start, end = cells_of(turn)
    player = state.current_player()
    for action in state.legal_actions():
        if _words(state, action) == (start, "->", end):
            return [action]
    seen = {start}
    reached: list[tuple[Any, list[int], int]] = [(state, [], start)]
    for at, path, cell in reached:
        for action in at.legal_actions():
            words = _words(at, action)
            if words is None or words[0] != cell or words[1] != "=>" or words[2] in seen:
                continue
            seen.add(words[2])
            after = at.child(action)
            ended = after.is_terminal() or after.current_player() != player
            if words[2] == end:
                stop = None if ended else _stop(after)
                return [*path, action] if stop is None else [*path, action, stop]
            if not ended:
                reached.append((after, [*path, action], words[2]))
    raise Apart(f"{turn} cannot be played there")


def allowed_actions(state: Any, origin: int | None, turns: set[tuple[int, int]]) -> dict[int, str | None]:
    """The actions that lead to a turn in `turns` (pairs of cells), each with the turn it ends, None if it does not end one.

    `origin` is where the man that is jumping began its turn, None where a turn begins.
    """
    player = state.current_player()
    result: dict[int, str | None] = {}
    for action in state.legal_actions():
        words = _words(state, action)
        if words is None:
            here = _jumping(state)
            if origin is not None and (origin, here) in turns:
                result[action] = f"{HOLE[origin]}-{HOLE[here]}"
            continue
        begun = words[0] if origin is None else origin
        after = state.child(action)
        if after.is_terminal() or after.current_player() != player:
            if (begun, words[2]) in turns:
                result[action] = f"{HOLE[begun]}-{HOLE[words[2]]}"
        elif _leads(after, begun, turns):
            result[action] = None
    return result


def _leads(state: Any, origin: int, turns: set[tuple[int, int]]) -> bool:
    """Whether the jumps of the man from `origin` can end in a turn of `turns`."""
    here = _jumping(state)
    if (origin, here) in turns:
        return True
    player = state.current_player()
    for action in state.legal_actions():
        words = _words(state, action)
        if words is None:
            continue
        after = state.child(action)
        ended = after.is_terminal() or after.current_player() != player
        if (origin, words[2]) in turns if ended else _leads(after, origin, turns):
            return True
    return False


def _jumping(state: Any) -> int:
    """The cell of the man that is jumping: all further jumps begin there."""
    return next(words[0] for action in state.legal_actions() if (words := _words(state, action)) is not None)
