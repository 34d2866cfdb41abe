"""Requests, as the OpenAPI document describes them. Unknown fields are refused, types are not bent."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

__all__ = [
    "Act",
    "AnalysisRequest",
    "ExplanationRequest",
    "GuestRequest",
    "NameRequest",
    "NewTable",
    "PositionRequest",
    "PreviewRequest",
    "RecordRequest",
    "TableAnalysisRequest",
]

_BIG = 2**31 - 1
_MOST_FIELDS = 20

RequestId = Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$", description="Of the client's making.")]
Number = Annotated[int, Field(ge=0, le=_BIG, description="The last event number the client has seen.")]
SeatNumber = Annotated[int, Field(ge=0, le=5)]
Level = Annotated[int, Field(ge=1, le=10)]
Name = Annotated[str, Field(min_length=1, max_length=200, description="Cleaned; 1 to 40 characters must be left.")]


def _few(given: Any) -> Any:
    """Checked before all else: an error is made of each field or value that is wrong, and there may be thousands."""
    if isinstance(given, dict) and len(given) > _MOST_FIELDS:
        raise ValueError(f"more than {_MOST_FIELDS} fields")
    return given


Options = Annotated[dict[str, bool | int | str], Field(max_length=_MOST_FIELDS), BeforeValidator(_few)]
What = Literal["draw", "takeback", "pause", "rematch"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
    _few_fields = model_validator(mode="before")(_few)


class GuestRequest(_Strict):
    """A new guest."""

    name: Name | None = None


class NameRequest(_Strict):
    """A new name; null takes it away."""

    name: Name | None


class PositionRequest(_Strict):
    """A position: from `position` (the start when left out) the `moves` are played."""

    game: str
    options: Options = {}
    position: str | None = None
    moves: list[str] = Field(default=[], max_length=2000, fail_fast=True)


class PreviewRequest(PositionRequest):
    """A legal move of a position."""

    move: str


class _TriedMove(_Strict):
    move: str


class _TriedGesture(_Strict):
    gesture: dict[str, Any] = Field(description="A Gesture, which may be unfinished.")


class ExplanationRequest(PositionRequest):
    """Something tried in a position."""

    tried: _TriedMove | _TriedGesture


class TableAnalysisRequest(_Strict):
    """What the computer thinks of the position a table is at."""

    seconds: float = Field(default=5, gt=0, le=60, strict=False)
    level: Level | None = None
    best: int = Field(default=5, ge=1, le=20)


class AnalysisRequest(PositionRequest, TableAnalysisRequest):
    """What the computer thinks of a position."""


class RecordRequest(_Strict):
    """A record in its text or JSON form."""

    text: str


class _Mine(_Strict):
    kind: Literal["mine"]
    name: Name | None = None


class _Computer(_Strict):
    kind: Literal["computer"]
    level: Level


class _Free(_Strict):
    kind: Literal["open", "invited"]


class _Fischer(_Strict):
    kind: Literal["fischer"]
    seconds: float = Field(ge=1, le=2_592_000, strict=False)
    increment: float = Field(default=0, ge=0, le=2_592_000, strict=False)


class _Sandglass(_Strict):
    kind: Literal["sandglass"]
    seconds: float = Field(ge=1, le=2_592_000, strict=False)
    each: Literal["turn", "move"] = "turn"


class _Correspondence(_Strict):
    kind: Literal["correspondence"]
    days: float = Field(ge=1 / 24, le=30, strict=False)


Chair = Annotated[_Mine | _Computer | _Free, Field(discriminator="kind")]
Clock = Annotated[_Fischer | _Sandglass | _Correspondence, Field(discriminator="kind")]


class NewTable(_Strict):
    """A table to be made, one seat a player of the game."""

    request: RequestId
    game: str
    options: Options = {}
    start: str | None = None
    seats: list[Chair] = Field(min_length=1, max_length=6)
    order: Literal["given", "random"] = "given"
    clock: Clock | None = None
    listed: bool = False
    claim_after: Annotated[int, Field(ge=30_000, le=2_592_000_000)] | None = 120_000
    hints: bool = False


class _Act(_Strict):
    request: RequestId
    expected: Number | None = None


class Sit(_Act):
    """Take a seat before the start, or again after having left it."""

    act: Literal["sit"]
    seat: SeatNumber
    name: Name | None = None
    invitation: str | None = Field(default=None, max_length=100)


class ChangeSeat(_Act):
    """The host makes something else of a seat."""

    act: Literal["change-seat"]
    seat: SeatNumber
    to: Literal["open", "invited", "computer", "mine"]
    level: Level | None = None
    name: Name | None = None


class Move(_Act):
    """Play a move."""

    act: Literal["move"]
    move: str
    expected: Number


class Undo(_Act):
    """Take back one's last move within one's own turn."""

    act: Literal["undo"]


class Resign(_Act):
    """Give up."""

    act: Literal["resign"]
    seat: SeatNumber | None = None


class Ask(_Act):
    """Ask the others."""

    act: Literal["ask"]
    what: What
    seat: SeatNumber | None = None


class Answer(_Act):
    """Answer what was asked."""

    act: Literal["answer"]
    what: What
    yes: bool
    expected: Number


class Resume(_Act):
    """Play on after a pause."""

    act: Literal["resume"]


class Leave(_Act):
    """Give up all own seats."""

    act: Literal["leave"]


class Claim(_Act):
    """Claim an absent player's seat."""

    act: Literal["claim"]
    seat: SeatNumber
    to: Literal["win", "computer"]
    level: Level | None = None


class Rename(_Act):
    """Change one's name at this table."""

    act: Literal["rename"]
    name: Name


class Close(_Act):
    """Close the table."""

    act: Literal["close"]


Act = Annotated[
    Sit | ChangeSeat | Move | Undo | Resign | Ask | Answer | Resume | Leave | Claim | Rename | Close,
    Field(discriminator="act"),
]
