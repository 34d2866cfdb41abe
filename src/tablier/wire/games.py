"""Games, their texts, positions and what is thought of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BeforeValidator, ConfigDict, Field, with_config
from typing_extensions import TypeAliasType, TypedDict

from tablier.scene import Aid, Gesture, Marks, Phrase, Scene, Shape, Step
from tablier.wire.base import Asked, Level, Options, OptionValue, described, few
from tablier.wire.limits import MAX_BEST, MAX_MOVES, MAX_SHAPES, MAX_THINKING

__all__ = [
    "Analysis",
    "AnalysisRequest",
    "Board",
    "Candidate",
    "Change",
    "Colours",
    "Drawing",
    "End",
    "EndReason",
    "Explanation",
    "ExplanationRequest",
    "Figure",
    "Game",
    "GameLook",
    "GameOption",
    "Games",
    "HatchLines",
    "Info",
    "LastMove",
    "LegalMove",
    "Limits",
    "OptionTexts",
    "PlayerInfo",
    "PositionRequest",
    "Preview",
    "PreviewRequest",
    "Proof",
    "Reading",
    "Reason",
    "Restriction",
    "RuleSection",
    "Since",
    "Standing",
    "TableAnalysisRequest",
    "Texts",
    "TriedGesture",
    "TriedMove",
    "Values",
]


# Drawings are dicts to the service; how they look is said by the types in `tablier.scene`. Of these only gestures are read, where
# JSON has a list for a tuple; their texts are never bent.
with_config(ConfigDict(extra="forbid"))(Gesture)
Drawing = dict[str, Any]
_Scene = Annotated[Drawing, described(Scene)]
_Shape = Annotated[Drawing, described(Shape)]
_Step = Annotated[Drawing, described(Step)]
_Gesture = Annotated[Drawing, described(Gesture)]
_Marks = Annotated[Drawing, described(Marks)]
_Aid = Annotated[Drawing, described(Aid)]
_Phrase = Annotated[Drawing, described(Phrase)]


class Limits(TypedDict):
    """What is too much."""

    message_bytes: int
    body_bytes: int
    name_length: int
    open_tables: int


class Info(TypedDict):
    """About the server."""

    version: str
    api: Literal[1]
    languages: list[str]
    levels: list[int]
    now: int
    limits: Limits
    claim_after: int


class PlayerInfo(TypedDict):
    """A player of a game: the keys of its name and of its colour."""

    name: str
    colour: str


Restriction = TypedDict("Restriction", {"value": OptionValue, "with": dict[str, list[OptionValue]]})
Restriction.__doc__ = "A value that is possible only with some values of other options."


class GameOption(TypedDict):
    """An option of a game."""

    name: str
    values: list[OptionValue]
    default: OptionValue
    only: list[Restriction]


class HatchLines(TypedDict):
    """Lines that repeat every `size` units."""

    d: str
    size: float
    width: float


class Colours(TypedDict):
    """CSS colours by role, for each theme."""

    light: dict[str, str]
    dark: dict[str, str]


class GameLook(TypedDict):
    """What a game's board and pieces are made of: CSS colours by theme and role, hatchings and tokens by colour of pieces."""

    colours: Colours
    contrast: Colours
    hatches: dict[str, HatchLines]
    tokens: dict[str, _Shape]


class Game(TypedDict):
    """A game that can be played here."""

    id: str
    names: dict[str, str]
    authors: list[str]
    year: int | None
    rules_version: int
    players: list[int]
    options: list[GameOption]
    seats: list[PlayerInfo]
    showcase: list[str]
    look: GameLook


class Games(TypedDict):
    """All games."""

    games: list[Game]


class Figure(TypedDict):
    """A position that a rule is shown on."""

    position: str
    move: NotRequired[str]
    caption: NotRequired[str]
    options: NotRequired[Options]


class RuleSection(TypedDict):
    """A section of the rules."""

    anchor: str
    title: str
    text: str
    figures: NotRequired[list[Figure]]


class Reading(TypedDict):
    """How something that the rules leave open is read here, and why."""

    anchor: str
    text: str
    reason: str


class OptionTexts(TypedDict):
    """What an option is called."""

    label: str
    help: NotRequired[str]
    values: NotRequired[dict[str, str]]


class Texts(TypedDict):
    """A game's whole catalogue in a language. Further keys are found by the dotted keys of phrases and reasons."""

    name: str
    forms: dict[str, str]
    goal: str
    length: str
    players: dict[str, str]
    rules: list[RuleSection]
    options: NotRequired[dict[str, OptionTexts]]
    words: NotRequired[dict[str, Any]]
    reasons: NotRequired[dict[str, Any]]
    endings: NotRequired[dict[str, Any]]
    events: NotRequired[dict[str, Any]]
    choices: NotRequired[dict[str, dict[str, str]]]
    readings: NotRequired[list[Reading]]
    printing: NotRequired[list[tuple[str, str]]]


Values = TypeAliasType("Values", dict[str, str | int])


class Reason(TypedDict):
    """Why something is so, by code."""

    code: str
    rule: str
    witness: list[str]
    values: Values


EndReason = TypeAliasType(
    "EndReason", Literal["rules", "repetition", "blocked", "turn-limit", "resigned", "agreed", "time", "absent"]
)


class End(TypedDict):
    """How a game ended."""

    reason: EndReason
    player: int | None
    rule: Reason | None
    turns: list[int]
    places: list[int]
    record: str | None


class LegalMove(TypedDict):
    """A legal move and how a person plays it."""

    move: str
    gesture: _Gesture


class Change(TypedDict):
    """What a move does."""

    move: str
    steps: list[_Step]
    words: list[_Phrase]
    marks: _Marks


class LastMove(Change):
    """The move that led here."""

    player: int
    before: str


class Since(TypedDict):
    """What the moves from a ply on have left, landed and changed, all together."""

    ply: int
    marks: _Marks


class Standing(TypedDict):
    """What is shown of a player beside the board."""

    counts: list[_Phrase]
    hand: list[_Shape]


class Board(TypedDict):
    """A position with all that is needed to show it and to play."""

    game: str
    options: Options
    position: str
    players: list[PlayerInfo]
    to_act: int | None
    turn_begins: bool
    placed: list[int | None]
    places: list[int] | None
    scene: _Scene
    standings: list[Standing]
    steps: list[_Phrase]
    step: int
    moves: list[LegalMove]
    aids: list[_Aid]
    last: LastMove | None
    since: Since | None
    end: End | None


class Preview(Change):
    """What a legal move would do."""

    aids: list[_Aid]
    position: str
    end: Reason | None


class Explanation(TypedDict):
    """Whether what was tried is legal, and why not."""

    legal: bool
    reason: Reason | None


class Proof(TypedDict):
    """What is certain."""

    outcome: Literal["wins", "loses"]
    moves: int
    turns: int


class Candidate(TypedDict):
    """A move the computer thinks of."""

    move: str
    line: list[str]
    scores: list[float]
    wins: list[float]
    visits: int
    depth: int
    proof: Proof | None


class Analysis(TypedDict):
    """What the computer thinks so far."""

    done: bool
    player: int | None
    nodes: int
    seconds: float
    depth: int
    waiting: int | None
    candidates: list[Candidate]


class PositionRequest(Asked):
    """A position: from `position` (the start when left out) the `moves` are played."""

    game: str
    options: Options = Field(default={})
    position: str | None = None
    moves: list[str] = Field(default=[], max_length=MAX_MOVES, fail_fast=True)


class PreviewRequest(PositionRequest):
    """A legal move of a position."""

    move: str


class TriedMove(Asked):
    """A move's text."""

    move: str


def _short(given: Any) -> Any:
    """No more than a person may point at."""
    shapes = few(given).get("shapes") if isinstance(given, dict) else None
    if isinstance(shapes, list) and len(shapes) > MAX_SHAPES:
        raise ValueError(f"more than {MAX_SHAPES} shapes")
    return given


class TriedGesture(Asked):
    """A gesture, which may be unfinished."""

    gesture: Annotated[Gesture, BeforeValidator(_short)]


class ExplanationRequest(PositionRequest):
    """Something tried in a position."""

    tried: TriedMove | TriedGesture


class TableAnalysisRequest(Asked):
    """What the computer thinks of the position a table is at."""

    seconds: float = Field(default=5, gt=0, le=MAX_THINKING, strict=False)
    level: Level | None = None
    best: int = Field(default=5, ge=1, le=MAX_BEST)


class AnalysisRequest(PositionRequest, TableAnalysisRequest):
    """What the computer thinks of a position."""
