"""A game's editor: drafts, their edits and what they are. What differs from game to game is in each game's ``editor.py``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from tablier.core.edits import Choose, Clear, Edit, Empty, Lay, Move, Start, Touch, Transform, Turn
from tablier.core.palette import Draft, Layer, Palette, Tool, Verdict
from tablier.core.reason import Reason
from tablier.scene import Scene, Shape

if TYPE_CHECKING:
    from tablier.core.game import Game
    from tablier.core.position import Position

__all__ = ["MAX_TEXT", "Editing", "Editor"]

MAX_TEXT = 2000
"""How long a draft's text may be: no game's box fills half of it."""


class Editing(Protocol):
    """What a game's ``editor.py`` offers."""

    def palette(self, game: Game) -> Palette:
        """What can be put where."""

    def empty(self, game: Game) -> Draft:
        """The empty board."""

    def read(self, game: Game, text: str) -> Draft:
        """The draft of a text: one that `text` wrote, or a position's, in which a finished game is as it was just before that was
        said. ValueError that says what is wrong when it is of neither form."""

    def text(self, game: Game, draft: Draft) -> str:
        """The draft in the form of a position's text; it is a position's when the draft can be played."""

    def exists(self, game: Game, kind: str, place: str) -> bool:
        """Whether there is such a place that can be pointed at as this kind of shape."""

    def turned(self, thing: str, way: str) -> str:
        """A thing after a turn."""

    def scene(self, game: Game, draft: Draft) -> Scene:
        """The draft drawn, with ids as in the game's drawing."""

    def faults(self, game: Game, draft: Draft) -> Iterator[Reason]:
        """What is wrong, the worst first; nothing when the draft, or `finished`, is a position."""

    def finished(self, game: Game, draft: Draft) -> str | None:
        """The text of the finished game, if this board shows one that has just ended; else None."""

    def transformed(self, game: Game, draft: Draft, symmetry: str) -> Draft:
        """The draft turned or mirrored."""


class Editor:
    """The editor of a game with its options.

    >>> import tablier
    >>> from tablier.core.edits import Choose, Move
    >>> editor = tablier.game("connexion").editor
    >>> draft = editor.edit(editor.start(), Move("piece:a1w", "light:a2"))
    >>> editor.text(editor.edit(draft, Choose("turn", "b")))
    '888888/000000/000000/000000/400000/044444 b -'
    >>> editor.verdict(draft).kind
    'playable'
    """

    def __init__(self, game: Game, editing: Editing) -> None:
        self.game = game
        self._editing = editing
        self.palette = editing.palette(game)

    def start(self) -> Draft:
        """The start position."""
        return self.draft(str(self.game.start()))

    def empty(self) -> Draft:
        """The empty board."""
        return self._editing.empty(self.game)

    def of(self, position: Position) -> Draft:
        """A position to be edited."""
        return self.draft(str(position))

    def draft(self, text: str) -> Draft:
        """The draft of a text, of a draft or a position; ValueError that says what is wrong when it has not even the form."""
        if not isinstance(text, str):
            raise ValueError(f"a draft of {self.game.id} is a text, not {text!r:.60}")  # noqa: TRY004
        if len(text) > MAX_TEXT:
            raise ValueError(f"a draft's text has at most {MAX_TEXT} characters, not {len(text)}")
        return self._editing.read(self.game, text)

    def text(self, draft: Draft) -> str:
        """The draft's text."""
        return self._editing.text(self.game, draft)

    def scene(self, draft: Draft) -> Scene:
        """The draft drawn, as data."""
        return replace(self._editing.scene(self.game, draft), look=self.game.definition.look)

    def counts(self, draft: Draft) -> dict[str, int]:
        """How much of each supply is on the board."""
        found = {supply.id: 0 for supply in self.palette.supplies}
        for tool in self.palette.tools:
            if tool.supply is not None:
                found[tool.supply] += list(draft.laid[tool.layer].values()).count(tool.thing)
        return found

    def targets(self, draft: Draft, scene: Scene | None = None) -> dict[str, list[str]]:
        """For each layer the shapes of the draft's scene on which its things may be laid."""
        found: dict[str, list[str]] = {layer.name: [] for layer in self.palette.layers}
        for shape in (scene or self.scene(draft)).shapes:
            kind, _, place = shape.id.partition(":")
            if shape.role in ("cell", "spot") and self._editing.exists(self.game, kind, place):
                for layer in self.palette.layers:
                    if kind in layer.grounds:
                        found[layer.name].append(shape.id)
        return found

    def verdict(self, draft: Draft) -> Verdict:
        """What the draft is, as `Game.position` has it: can be played, already over, or no position and why."""
        text = self.text(draft)
        for tried in (text, self._editing.finished(self.game, draft)):
            if tried is not None:
                try:
                    return self._accepted(self.game.position(tried))
                except ValueError:
                    continue
        reason = next(self._editing.faults(self.game, draft), None)
        if reason is None:
            raise RuntimeError(f"{self.game.id}: nothing is found wrong with {text!r}, which is no position")
        return Verdict("invalid", reason=reason)

    def _accepted(self, position: Position) -> Verdict:
        if position.is_over:
            return Verdict("over", str(position), position.ending, places=position.places or ())
        return Verdict("playable", str(position), to_act=position.to_act, moves=len(position.moves()))

    def say(self, verdict: Verdict, language: str) -> str:
        """Why a draft is no position, or how the game ended, in words; nothing of one that can be played."""
        if verdict.reason is None:
            return ""
        part = "faults" if verdict.kind == "invalid" else "endings"
        return self.game.say(verdict.reason, language, part)

    # ---- Edits -------------------------------------------------------------------------------------------------------

    def edit(self, draft: Draft, edit: Edit) -> Draft:
        """The draft after an edit; ValueError that says why when it cannot be made."""
        changed = self._edited(draft, edit)
        if len(self.text(changed)) > MAX_TEXT:
            raise ValueError("there is no room for more on this board")
        return changed

    def _edited(self, draft: Draft, edit: Edit) -> Draft:
        match edit:
            case Lay(tool_id, at):
                return self._touched(draft, self.palette.tool(tool_id), at, cycling=False)
            case Touch(tool_id, at):
                return self._touched(draft, self.palette.tool(tool_id), at, cycling=True)
            case Empty(at):
                layer, place = self._thing(draft, at)
                return draft if layer is None or layer.fixed else self._taken(draft, layer, place)
            case Move(at, to):
                return self._moved(draft, at, to)
            case Turn(at, way):
                return self._turned(draft, at, way)
            case Choose(choice, value):
                return self._chosen(draft, choice, value)
            case Clear():
                return self.empty()
            case Start():
                return self.start()
            case Transform(symmetry):
                known = [found.id for found in self.palette.symmetries]
                if symmetry not in known:
                    raise ValueError(f"no symmetry {symmetry!r:.40}; there are {', '.join(known) or 'none'}")
                return self._editing.transformed(self.game, draft, symmetry)
        raise ValueError(f"an edit is one of those in tablier.core.edits, not {edit!r:.60}")

    def _place(self, draft: Draft, at: str) -> tuple[str, str, Shape | None]:
        """The kind and name of the place of a shape, and the shape itself if it is something that lies there."""
        kind, _, place = at.partition(":")
        if self._editing.exists(self.game, kind, place):
            return kind, place, None
        for shape in self._editing.scene(self.game, draft).shapes:
            if shape.id == at and shape.at is not None:
                kind, _, place = shape.at.partition(":")
                if self._editing.exists(self.game, kind, place):
                    return kind, place, shape
        raise ValueError(f"{at!r:.60} is no place of this board, nor anything on it")

    def _thing(self, draft: Draft, at: str, *, itself: bool = False) -> tuple[Layer | None, str]:
        """The layer of what is meant by a shape, None where nothing lies: the thing whose shape it is; at a place, what lies on
        top, or the place `itself` where that is a thing (an island)."""
        kind, place, shape = self._place(draft, at)
        there = [layer for layer in self.palette.layers if kind in layer.grounds and draft.at(layer.name, place)]
        if shape is not None or itself:
            named = [layer for layer in there if layer.shown == at.partition(":")[0]]
            there = named if shape is not None else named or there
        return (there[-1] if there else None), place

    def _touched(self, draft: Draft, tool: Tool, at: str, *, cycling: bool) -> Draft:
        if tool.turns:
            return self._turned(draft, at, self.palette.turns[-1])
        kind, place, _ = self._place(draft, at)
        layer = self.palette.layer(tool.layer)
        if kind not in layer.grounds:
            raise ValueError(f"{tool.id} is laid on {' or '.join(layer.grounds)}, not on {at!r:.60}")
        if not cycling:
            return self._laid(draft, tool, place)
        following = self._following(draft, tool, place)
        cleared = draft
        for other in self.palette.layers:
            among = [found for found in map(self.palette.tool, filter(None, tool.cycle)) if found.layer == other.name]
            above = following is not None and self.palette.layer(following.layer).on == other.name
            if among and not above and (following is None or following.layer != other.name):
                cleared = self._taken(cleared, other, place)
        return cleared if following is None else self._laid(cleared, following, place)

    def _following(self, draft: Draft, tool: Tool, place: str) -> Tool | None:
        """What comes next when a place is touched with a tool; None for nothing. What there is only one of, and elsewhere, is
        passed over."""
        cycle = [self.palette.tool(found) if found else None for found in tool.cycle]
        there = [i for i, found in enumerate(cycle) if found and draft.at(found.layer, place) == found.thing]
        if not there:
            return tool
        now = there[-1]  # a cycle goes upwards: what comes later lies above
        for found in cycle[now + 1 :] + cycle[:now]:
            if found is None or not self._single(found) or not self._where(draft, found):
                return found
        return cycle[now]

    def _single(self, tool: Tool) -> bool:
        return any(supply.id == tool.supply and supply.of == 1 for supply in self.palette.supplies)

    def _where(self, draft: Draft, tool: Tool) -> list[str]:
        """The places of a tool's things."""
        return [place for place, thing in draft.laid[tool.layer].items() if thing == tool.thing]

    def _laid(self, draft: Draft, tool: Tool, place: str) -> Draft:
        layer = self.palette.layer(tool.layer)
        if layer.on is not None and draft.at(layer.on, place) is None:
            raise ValueError(f"{tool.id} stands on {layer.on}, and there is none at {place}")
        things = dict(draft.laid[layer.name])
        if self._single(tool):
            for other in self._where(draft, tool):
                del things[other]
        things[place] = tool.thing
        return replace(draft, laid={**draft.laid, layer.name: things})

    def _carried(self, layer: Layer) -> list[Layer]:
        """The layer and all that stand on it."""
        return [found for found in self.palette.layers if layer.name in (found.name, found.on)]

    def _taken(self, draft: Draft, layer: Layer, place: str) -> Draft:
        laid: dict[str, Mapping[str, str]] = dict(draft.laid)
        for found in self._carried(layer):
            laid[found.name] = {where: thing for where, thing in laid[found.name].items() if where != place}
        return replace(draft, laid=laid)

    def _moved(self, draft: Draft, at: str, to: str) -> Draft:
        layer, place = self._thing(draft, at, itself=True)
        if layer is None:
            raise ValueError(f"nothing lies at {at!r:.60} that could be moved")
        if layer.fixed:
            raise ValueError(f"{at!r:.60} stays where it is; it can be turned")
        kind, target, _ = self._place(draft, to)
        if kind not in layer.grounds:
            raise ValueError(f"{at!r:.60} is laid on {' or '.join(layer.grounds)}, not on {to!r:.60}")
        if target == place:
            return draft
        if layer.on is not None and draft.at(layer.on, target) is None:
            raise ValueError(f"{at!r:.60} stands on {layer.on}, and there is none at {target}")
        laid: dict[str, Mapping[str, str]] = dict(self._taken(self._taken(draft, layer, target), layer, place).laid)
        for found in self._carried(layer):
            thing = draft.at(found.name, place)
            if thing is not None:
                laid[found.name] = {**laid[found.name], target: thing}
        return replace(draft, laid=laid)

    def _turned(self, draft: Draft, at: str, way: str) -> Draft:
        if way not in self.palette.turns:
            raise ValueError(f"no way {way!r:.40} to turn; there are {', '.join(self.palette.turns) or 'none'}")
        _, place, _ = self._place(draft, at)
        for layer in self.palette.layers:
            thing = draft.at(layer.name, place)
            if layer.fixed and thing is not None:
                changed = {**draft.laid[layer.name], place: self._editing.turned(thing, way)}
                return replace(draft, laid={**draft.laid, layer.name: changed})
        raise ValueError(f"nothing turns at {at!r:.60}")

    def _chosen(self, draft: Draft, choice_id: str, value: object) -> Draft:
        choice = self.palette.choice(choice_id)
        known = [found.id for found in choice.values]
        listed = ", ".join(known)
        if not choice.many:
            if not isinstance(value, str) or value not in known:
                raise ValueError(f"{choice_id} is one of {listed}, not {value!r:.60}")
            return replace(draft, chosen={**draft.chosen, choice_id: value})
        if (
            not isinstance(value, list | tuple)
            or any(item not in known for item in value)
            or len(set(value)) < len(value)
        ):
            raise ValueError(f"{choice_id} is a list of {listed}, each at most once, not {value!r:.60}")
        return replace(draft, chosen={**draft.chosen, choice_id: tuple(value)})
