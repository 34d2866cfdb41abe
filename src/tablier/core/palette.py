"""What can be put where on a board that is being edited, as data: whoever draws the editor needs no rules.

A draft is things in layers: at each place a layer holds one thing or none (an island, on it a flag, on it a figure). Places are
named as in the ids of the scene's shapes: ``cell:E4`` is the place E4, pointed at as a cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tablier.core.reason import Reason
from tablier.scene import Part, Phrase, Shape, to_data

if TYPE_CHECKING:
    from tablier.core.game import Player

__all__ = [
    "Choice",
    "Draft",
    "Layer",
    "Palette",
    "Supply",
    "Symmetry",
    "Tool",
    "Value",
    "Verdict",
    "among_players",
    "palette_data",
    "supply",
    "symmetries",
    "tool",
    "verdict_data",
]


@dataclass(frozen=True, slots=True)
class Layer:
    """Things that lie side by side, one at a place. `grounds` are the kinds of shapes (what stands before the colon of their ids)
    it is laid on, `shown` the kind of shape that shows it, `on` the layer that must lie below it; it moves and goes with that.
    `fixed` things are always there; they turn, and are never moved or taken away."""

    name: str
    grounds: tuple[str, ...]
    shown: str
    on: str | None = None
    fixed: bool = False


@dataclass(frozen=True, slots=True)
class Tool:
    """Something to lay: `thing` in `layer`. Touching with it what it has laid goes on along `cycle`: ids of tools, "" empties.
    A tool that `turns` lays nothing: it turns what it touches. `icon` is drawn round (0, 0). It is taken from its `supply`."""

    id: str
    layer: str
    thing: str
    label: Phrase
    icon: Shape
    note: Phrase | None = None
    supply: str | None = None
    cycle: tuple[str, ...] = ()
    turns: bool = False


@dataclass(frozen=True, slots=True)
class Supply:
    """What the box holds `of` a kind of thing; a single one goes from place to place, of others there may be too many laid."""

    id: str
    label: Phrase
    of: int


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a choice; `player` where it stands for one."""

    id: str
    label: Phrase
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """Something chosen beside the board, such as whose turn it is. With `many`, a list of values in order, each at most once."""

    id: str
    label: Phrase
    values: tuple[Value, ...]
    many: bool = False


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A way to turn or mirror the whole board that makes positions of positions."""

    id: str
    label: Phrase


@dataclass(frozen=True, slots=True)
class Palette:
    """All that can be put on a game's board and chosen beside it. `turns` are the ways in which things turn, in the words of the
    game's texts under ``choices``. `help` says in a sentence how touching works."""

    layers: tuple[Layer, ...]
    tools: tuple[Tool, ...]
    supplies: tuple[Supply, ...]
    choices: tuple[Choice, ...]
    symmetries: tuple[Symmetry, ...]
    help: Phrase
    turns: tuple[str, ...] = ()

    def layer(self, name: str) -> Layer:
        """The layer of this name."""
        return next(layer for layer in self.layers if layer.name == name)

    def tool(self, tool_id: str) -> Tool:
        """The tool of this id; ValueError when there is none."""
        for tool in self.tools:
            if tool.id == tool_id:
                return tool
        raise ValueError(f"no tool {tool_id!r:.40}; there are {', '.join(tool.id for tool in self.tools)}")

    def choice(self, choice_id: str) -> Choice:
        """The choice of this id; ValueError when there is none."""
        for choice in self.choices:
            if choice.id == choice_id:
                return choice
        raise ValueError(f"no choice {choice_id!r:.40}; there are {', '.join(choice.id for choice in self.choices)}")


def tool(
    tool_id: str,
    layer: str,
    thing: str,
    parts: tuple[Part, ...],
    *,
    note: bool = False,
    supply: str | None = None,
    cycle: tuple[str, ...] = (),
    turns: bool = False,
) -> Tool:
    """A tool whose words are where a game's texts have them, under ``editor.tools``."""
    label, told = (Phrase(f"editor.tools.{tool_id}.{part}") for part in ("label", "note"))
    icon = Shape(f"tool:{tool_id}", "piece", (0.0, 0.0), parts)
    return Tool(tool_id, layer, thing, label, icon, told if note else None, supply, cycle, turns)


def supply(supply_id: str, of: int) -> Supply:
    """A supply whose words are under ``editor.supplies``."""
    return Supply(supply_id, Phrase(f"editor.supplies.{supply_id}"), of)


def among_players(choice_id: str, players: Sequence[Player], signs: str, *, many: bool = False) -> Choice:
    """A choice among the players, by their signs in the game's texts; its words are under ``editor.choices``."""
    values = tuple(
        Value(sign, Phrase(f"players.{player.name}"), seat)
        for seat, (sign, player) in enumerate(zip(signs, players, strict=False))
    )
    return Choice(choice_id, Phrase(f"editor.choices.{choice_id}"), values, many)


def symmetries(*ids: str) -> tuple[Symmetry, ...]:
    """Symmetries whose words are under ``editor.symmetries``."""
    return tuple(Symmetry(name, Phrase(f"editor.symmetries.{name}")) for name in ids)


Laid = Mapping[str, Mapping[str, str]]
Chosen = Mapping[str, str | tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Draft:
    """A position being edited, which may be none yet: `laid` has the things by layer and place, `chosen` a value for each
    choice."""

    laid: Laid
    chosen: Chosen

    def at(self, layer: str, place: str) -> str | None:
        """What lies at a place, None where nothing does."""
        return self.laid.get(layer, {}).get(place)

    def one(self, choice: str) -> str:
        """The value of a choice of one."""
        value = self.chosen[choice]
        return value if isinstance(value, str) else ""

    def many(self, choice: str) -> tuple[str, ...]:
        """The values of a choice of many."""
        value = self.chosen[choice]
        return () if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a draft is. *playable*: `position` is its text, with `moves` legal moves for the player `to_act`. *over*: `position`
    is the finished game's text, `reason` says how it ended (words under ``endings``). *invalid*: `reason` says what is wrong
    (words under ``faults``)."""

    kind: Literal["playable", "over", "invalid"]
    position: str | None = None
    reason: Reason | None = None
    to_act: int | None = None
    moves: int = 0
    places: tuple[int, ...] = ()


def palette_data(palette: Palette) -> dict[str, Any]:
    """The palette for JSON."""
    return {
        "tools": [
            {
                "id": tool.id,
                "layer": tool.layer,
                "label": to_data(tool.label),
                "note": None if tool.note is None else to_data(tool.note),
                "icon": to_data(tool.icon),
                "supply": tool.supply,
                "turns": tool.turns,
            }
            for tool in palette.tools
        ],
        "supplies": [{"id": supply.id, "label": to_data(supply.label), "of": supply.of} for supply in palette.supplies],
        "choices": [
            {
                "id": choice.id,
                "label": to_data(choice.label),
                "many": choice.many,
                "values": [
                    {"id": value.id, "label": to_data(value.label), "player": value.player} for value in choice.values
                ],
            }
            for choice in palette.choices
        ],
        "symmetries": [{"id": symmetry.id, "label": to_data(symmetry.label)} for symmetry in palette.symmetries],
        "turns": list(palette.turns),
        "help": to_data(palette.help),
    }


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """The verdict for JSON."""
    reason = verdict.reason
    return {
        "kind": verdict.kind,
        "position": verdict.position,
        "reason": None
        if reason is None
        else {
            "code": reason.code,
            "rule": reason.rule,
            "witness": list(reason.witness),
            "values": dict(reason.values),
        },
        "to_act": verdict.to_act,
        "moves": verdict.moves,
        "places": list(verdict.places),
    }
