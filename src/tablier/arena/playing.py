"""One game, played out between those who choose: what is chosen is played, and whoever errs loses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tablier.arena.chooser import Choice, Chooser, Fault
from tablier.arena.contest import Bout, Contest, mixed
from tablier.arena.openings import opening
from tablier.core.match import Match
from tablier.core.record import Record, to_text

__all__ = ["Mistake", "Result", "play_game", "result_from"]


@dataclass(frozen=True, slots=True)
class Mistake:
    """What lost a program the game: at which seat, of what kind, in words."""

    seat: int
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game. `seats` are contestants in order of play; `seconds`, `nodes` and `asked` (how many moves were
    chosen, forced ones aside) are by seat. `first` is how many moves the opening had."""

    table: int
    index: int
    opening: int
    seats: tuple[int, ...]
    places: tuple[int, ...]
    end: str
    moves: int
    turns: int
    first: int
    seconds: tuple[float, ...]
    nodes: tuple[int, ...]
    asked: tuple[int, ...]
    record: str
    mistake: Mistake | None = None

    def to_data(self) -> dict[str, Any]:
        """The result as JSON takes it."""
        return asdict(self)


def result_from(data: Mapping[str, Any]) -> Result:
    """The result of `Result.to_data`; ValueError when it is not one."""
    try:
        given: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        if given["mistake"] is not None:
            given["mistake"] = Mistake(**given["mistake"])
        return Result(**given)
    except (KeyError, TypeError) as error:
        raise ValueError(f"not the data of a result: {error!r}") from None


def play_game(contest: Contest, bout: Bout, choosers: Mapping[int, Chooser]) -> Result:
    """Play a game; `choosers` choose for the contestants, by their index."""
    game = contest.game()
    match = Match(game, turn_limit=contest.turn_limit)
    for move in opening(game, mixed("opening", contest.seed, bout.opening), contest.opening):
        match.play(move)
    first = len(match.history)
    seconds, nodes, asked = ([0.0] * len(bout.seats), [0] * len(bout.seats), [0] * len(bout.seats))
    mistake: Mistake | None = None
    while (player := match.to_act) is not None:
        if contest.first_only and 1 in match.position.placed:
            match.agree()
            break
        legal = match.moves()
        if len(legal) == 1:
            match.play(legal[0])
            continue
        seed = mixed("move", contest.seed, bout.table, bout.index, len(match.history))
        try:
            choice = choosers[bout.seats[player]].choose(match, seed)
        except Fault as fault:
            mistake = Mistake(player, fault.kind, fault.message)
            _lose(match, player, fault)
            break
        _count(choice, player, seconds, nodes, asked)
        match.play(choice.move)
    places, end = match.places, match.end_reason
    assert places is not None  # noqa: S101
    assert end is not None  # noqa: S101
    return Result(
        table=bout.table,
        index=bout.index,
        opening=bout.opening,
        seats=bout.seats,
        places=places,
        end=end,
        moves=len(match.history),
        turns=len(match.turns),
        first=first,
        seconds=tuple(round(value, 4) for value in seconds),
        nodes=tuple(nodes),
        asked=tuple(asked),
        record=to_text(_record(contest, bout, match, first, mistake)),
        mistake=mistake,
    )


def _count(choice: Choice, player: int, seconds: list[float], nodes: list[int], asked: list[int]) -> None:
    seconds[player] += choice.seconds
    nodes[player] += choice.nodes
    asked[player] += 1


def _lose(match: Match, player: int, fault: Fault) -> None:
    """End the match against `player`. Only two can resign a game between them; among more, time runs out."""
    if fault.kind != "timeout" and match.position.placed.count(None) == 2:
        match.resign(player)
    else:
        match.out_of_time(player)


def _record(contest: Contest, bout: Bout, match: Match, first: int, mistake: Mistake | None) -> Record:
    labels = contest.labels
    tags = {f"Player{seat}": labels[index] for seat, index in enumerate(bout.seats, 1)}
    tags["Round"] = f"{bout.table + 1}.{bout.index + 1}"
    tags["Opening"] = f"{first} moves at random"
    if mistake is not None:
        said = "".join(character if character.isprintable() else "?" for character in mistake.message)
        tags["Fault"] = f"{mistake.kind} {mistake.seat + 1}: {said}"
    return Record.from_match(match, tags)
