"""Chinese checkers as text: positions and moves."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tablier.core.options import Options
from tablier.games.chinese_checkers.rules import HOLE_OF, ID_OF, PASS, SEATS, STATE, States, camp, has_arrived, stops
from tablier.games.chinese_checkers.star import NAMES, ROWS, Hole

__all__ = ["men_of", "move_texts", "parse", "placed", "repetition_key", "start", "text", "turn_begins"]

_ENDS = [NAMES[HOLE_OF[number]] if number in HOLE_OF else "" for number in range(256)]
_BEGINS = [f"{name}-" for name in _ENDS]
_STOPS = {point: stops(point) for seats in SEATS.values() for point in seats}
_FORM = "<rows q to a, '/' between> <to act> <options> <arrived or ->, with one space between"


def _position(options: Options, men: Iterable[Iterable[Hole]]) -> States:
    """A record with these options and each player's men, before the first move."""
    states: States = np.zeros(1, STATE)
    state = states[0]
    state.players = np.int8(options["players"])
    state.large = np.uint8(options["men"] == 15)
    state.long_jumps = np.uint8(options["long_jumps"])
    state.play_on = np.uint8(options["play_on"])
    for player, holes in enumerate(men):
        words = [0, 0, 0, 0]
        for hole in holes:
            words[ID_OF[hole] >> 6] |= 1 << (ID_OF[hole] & 63)
        state.men[player] = words
        state.taken |= state.men[player]
    return states


def start(options: Options) -> States:
    """The start position."""
    return _position(options, (camp(point, int(options["men"])) for point in SEATS[int(options["players"])]))


def men_of(states: States, player: int) -> list[Hole]:
    """The holes of a player's men."""
    holes = []
    for lattice, bits in enumerate(states[0].men[player].tolist()):
        rest = bits
        while rest:
            holes.append(HOLE_OF[64 * lattice + (rest & -rest).bit_length() - 1])
            rest &= rest - 1
    return holes


# ---- Position -> text ------------------------------------------------------------------------------------------------


def _options_text(players: int, men: int, long_jumps: bool, play_on: bool) -> str:
    return f"{players}x{men}{'+long' if long_jumps else ''}{'+on' if play_on else ''}"


def text(states: States) -> str:
    """The position's canonical text."""
    state = states[0]
    players = int(state.players)
    signs = {hole: str(player) for player in range(players) for hole in men_of(states, player)}
    rows = "/".join("".join([signs.get(hole, ".") for hole in row]) for row in ROWS)
    turn = "-" if state.turn < 0 else str(state.turn)
    options = _options_text(players, 15 if state.large else 10, bool(state.long_jumps), bool(state.play_on))
    order = sorted((int(place), player) for player, place in enumerate(state.place) if place)
    return f"{rows} {turn} {options} {''.join(str(player) for _, player in order) or '-'}"


def move_texts(states: States, moves: list[int]) -> list[str]:  # noqa: ARG001
    """The canonical texts of legal moves, in the same order."""
    if moves == [PASS]:
        return ["pass"]
    return [_BEGINS[move >> 8] + _ENDS[move & 255] for move in moves]


def turn_begins(states: States) -> bool:  # noqa: ARG001
    """Every move is a turn."""
    return True


def placed(states: States) -> tuple[int | None, ...]:
    """Each player's place so far, None for players still in the game."""
    state = states[0]
    rest = int(state.arrived) + 1 if state.turn < 0 else None
    return tuple(int(place) or rest for place in state.place[: int(state.players)])


def repetition_key(states: States) -> str:
    """Positions count as the same when all of them is."""
    return text(states)


# ---- Text -> position ------------------------------------------------------------------------------------------------


def _shown(given: str) -> str:
    return repr(given if len(given) <= 40 else f"{given[:40]}…")


def _parse_rows(given: str, players: int, men: int) -> list[list[Hole]]:
    rows = given.split("/", len(ROWS))
    if len(rows) != len(ROWS):
        raise ValueError(f"the board has {len(ROWS)} rows, q to a, with '/' between; not {_shown(given)}")
    digits = "012345"[:players]
    found: list[list[Hole]] = [[] for _ in digits]
    for holes, row in zip(ROWS, rows, strict=True):
        if len(row) != len(holes):
            letter = NAMES[holes[0]][0]
            raise ValueError(f"row {letter} has {len(holes)} holes; {_shown(row)} has {len(row)}")
        for hole, sign in zip(holes, row, strict=True):
            if sign == ".":
                continue
            if sign not in digits:
                raise ValueError(
                    f"a hole holds a man of player {', '.join(digits)} or is '.' when empty; {NAMES[hole]} holds {sign!r}"
                )
            if hole not in _STOPS[SEATS[players][int(sign)]]:
                raise ValueError(
                    f"player {sign} has a man in {NAMES[hole]}, where it may not stop: "
                    "it may in its own point, in the hexagon and in the point of its goal"
                )
            found[int(sign)].append(hole)
    for player, holes_held in enumerate(found):
        if len(holes_held) != men:
            raise ValueError(f"player {player} has {len(holes_held)} men; each player has {men}")
    return found


def _parse_arrived(given: str, players: int, last: int) -> list[int]:
    if given == "-":
        return []
    digits = "012345"[:players]
    if not 1 <= len(given) <= last or not set(given) <= set(digits) or len(set(given)) != len(given):
        most = "one" if last == 1 else f"up to {last} different ones"
        raise ValueError(
            f"who has arrived is '-' or {most} of the players {', '.join(digits)}, best first; not {_shown(given)}"
        )
    return [int(digit) for digit in given]


def parse(options: Options, text: str) -> States:
    """The position of a text; ValueError that says what is wrong and what would be right."""
    fields = text.split(" ", 4)
    if len(fields) != 4:
        raise ValueError(f"a position has four fields, {_FORM}; not {_shown(text)}")
    rows, turn, chosen, arrived = fields
    players, men = int(options["players"]), int(options["men"])
    expected = _options_text(players, men, bool(options["long_jumps"]), bool(options["play_on"]))
    if chosen != expected:
        raise ValueError(f"the position is of a game with options {_shown(chosen)}, this game's are {expected!r}")
    states = _position(options, _parse_rows(rows, players, men))
    state = states[0]
    last = players - 1 if options["play_on"] else 1
    for player in _parse_arrived(arrived, players, last):
        state.arrived += 1
        state.place[player] = state.arrived
    if state.arrived == last:
        if turn != "-":
            raise ValueError(
                f"the game is over, player {arrived[-1]} was the last to arrive: to act is '-', not {_shown(turn)}"
            )
        # At earlier arrivals men may have been sealed in that have come out since; the last one has just happened.
        if not has_arrived(state, int(arrived[-1])):
            raise ValueError(f"the game is not over: player {arrived[-1]} has not arrived on this board")
        state.turn = np.int8(-1)
        return states
    waiting = [str(player) for player in range(players) if state.place[player] == 0]
    if turn not in waiting:
        raise ValueError(f"to act is a player still in the game, {' or '.join(waiting)}; not {_shown(turn)}")
    state.turn = np.int8(turn)
    for player in map(int, waiting):
        if has_arrived(state, player):
            raise ValueError(f"player {player} has arrived on this board and is missing in the last field, {arrived!r}")
    return states
