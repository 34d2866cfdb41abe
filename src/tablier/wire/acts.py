"""What people do at tables."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import Field
from typing_extensions import TypeAliasType

from tablier.wire.base import Asked, Id, Level, Name, Number, RequestId, SeatNumber
from tablier.wire.seats import QuestionKind

__all__ = [
    "ACTS",
    "Act",
    "AnAct",
    "Answer",
    "Ask",
    "ChangeSeat",
    "Claim",
    "Close",
    "Leave",
    "Move",
    "Rename",
    "Resign",
    "Resume",
    "Sit",
    "Undo",
]


class AnAct(Asked):
    """What all acts have."""

    request: RequestId
    expected: Number | None = None


class Sit(AnAct):
    """Take a seat before the start, or again after having left it."""

    act: Literal["sit"]
    seat: SeatNumber
    name: Name | None = None
    invitation: Id | None = None


class ChangeSeat(AnAct):
    """The host makes something else of a seat."""

    act: Literal["change-seat"]
    seat: SeatNumber
    to: Literal["open", "invited", "computer", "mine"]
    level: Level | None = None
    name: Name | None = None


class Move(AnAct):
    """Play a move."""

    act: Literal["move"]
    move: str
    expected: Number


class Undo(AnAct):
    """Take back one's last move within one's own turn."""

    act: Literal["undo"]


class Resign(AnAct):
    """Give up."""

    act: Literal["resign"]
    seat: SeatNumber | None = None


class Ask(AnAct):
    """Ask the others."""

    act: Literal["ask"]
    what: QuestionKind
    seat: SeatNumber | None = None


class Answer(AnAct):
    """Answer what was asked."""

    act: Literal["answer"]
    what: QuestionKind
    yes: bool
    expected: Number


class Resume(AnAct):
    """Play on after a pause."""

    act: Literal["resume"]


class Leave(AnAct):
    """Give up all own seats."""

    act: Literal["leave"]


class Claim(AnAct):
    """Claim an absent player's seat."""

    act: Literal["claim"]
    seat: SeatNumber
    to: Literal["win", "computer"]
    level: Level | None = None


class Rename(AnAct):
    """Change one's name at this table."""

    act: Literal["rename"]
    name: Name


class Close(AnAct):
    """Close the table."""

    act: Literal["close"]


_Any = Sit | ChangeSeat | Move | Undo | Resign | Ask | Answer | Resume | Leave | Claim | Rename | Close
Act = TypeAliasType("Act", Annotated[_Any, Field(discriminator="act")])
ACTS: dict[str, type[AnAct]] = {get_args(kind.model_fields["act"].annotation)[0]: kind for kind in get_args(_Any)}
"""All of them by their names."""
