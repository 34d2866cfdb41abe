"""Ken Wan put together by hand: whole and half pieces on cells, whose turn it is, the places already given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tablier.core.game import Game
from tablier.core.palette import Draft, Layer, Palette, among_players, supply, symmetries, tool
from tablier.core.reason import Reason
from tablier.games.kenwan.drawing import cube, draw
from tablier.games.kenwan.hexagon import CELLS, CENTRE, INDEX, ROWS
from tablier.games.kenwan.rules import united
from tablier.scene import Phrase, Scene

__all__ = ["empty", "exists", "faults", "finished", "palette", "read", "scene", "text", "transformed", "turned"]

BOX = 36
_COLOURS = "byr"
_NAMES = {"b": "blue", "y": "yellow", "r": "red"}
_FORM = "a draft looks like a position: rows I to A with '/' between, who is to act, the played colours, the places given or -"


def palette(game: Game) -> Palette:
    """Whole and half pieces of three colours."""
    tools = []
    for sign, name in _NAMES.items():
        whole, half = (name, sign.upper()), (f"{name}-half", sign)
        for (tool_id, thing), (other, _) in ((whole, half), (half, whole)):
            cycle = (tool_id, other, "")
            tools.append(tool(tool_id, "piece", thing, cube(thing), note=True, supply="pieces", cycle=cycle))
    choices = (
        among_players("turn", game.players, _COLOURS),
        among_players("places", game.players, _COLOURS, many=True),
        among_players("out", game.players, _COLOURS, many=True),
    )
    return Palette(
        layers=(Layer("piece", ("cell",), "piece"),),
        tools=tuple(tools),
        supplies=(supply("pieces", BOX),),
        choices=choices,
        symmetries=symmetries("turn", "mirror"),
        help=Phrase("editor.help"),
    )


def empty(game: Game) -> Draft:  # noqa: ARG001
    """No piece on the board."""
    return Draft({"piece": {}}, {"turn": "b", "places": (), "out": ()})


def read(game: Game, text: str) -> Draft:
    """The draft of a text."""
    played = _COLOURS[: len(game.players)]
    fields = text.split(" ")
    rows = fields[0].split("/")
    if len(fields) != 4 or len(rows) != len(ROWS):
        raise ValueError(f"{_FORM}; not {text!r:.100}")
    if fields[2] != played:
        raise ValueError(f"the played colours are {played!r} in this game, not {fields[2]!r:.20}")
    pieces: dict[str, str] = {}
    for names, row in zip(reversed(ROWS), rows, strict=True):
        signs = "".join("." * int(sign) if sign in "123456789" else sign for sign in row)
        if len(signs) != len(names) or set(signs) - set("BYRbyr.#"):
            raise ValueError(
                f"row {names[0][0]} is {row!r:.20}; it has {len(names)} cells: B Y R b y r, # or runs of empty ones"
            )
        for name, sign in zip(names, signs, strict=True):
            if (sign == "#") != (INDEX[name] == CENTRE):
                raise ValueError(
                    f"row {names[0][0]} is {row!r:.20}: # stands for the closed cell E5, there and nowhere else"
                )
            if sign not in ".#":
                pieces[name] = sign
    head, mark, gone = fields[3].partition("!")
    best = "" if head == "-" else head
    if (
        not head
        or (mark and not gone)
        or any(set(part) - set(played) or len(set(part)) < len(part) for part in (best, gone))
    ):
        raise ValueError(
            f"the places are colours of {played!r}, each once, or -, and those out after '!'; not {fields[3]!r:.20}"
        )
    turn = fields[1]
    if turn == "-" and best:
        # Just before it was over, the player left over had no place yet.
        best, turn = best[:-1], best[-1]
    if len(turn) != 1 or turn not in played:
        raise ValueError(f"to act is one of {', '.join(played)}, not {turn!r:.20}")
    return Draft({"piece": pieces}, {"turn": turn, "places": tuple(best), "out": tuple(gone)})


def text(game: Game, draft: Draft) -> str:
    """The draft's text."""
    return _text(game, draft, draft.one("turn"), draft.many("places"), draft.many("out"))


def _text(game: Game, draft: Draft, turn: str, best: tuple[str, ...], gone: tuple[str, ...]) -> str:
    rows = []
    for names in reversed(ROWS):
        row, run = "", 0
        for name in names:
            sign = "#" if INDEX[name] == CENTRE else draft.at("piece", name)
            if sign is None:
                run += 1
            else:
                row += f"{run or ''}{sign}"
                run = 0
        rows.append(f"{row}{run or ''}")
    given = ("".join(best) or "-") + ("!" + "".join(gone) if gone else "")
    return f"{'/'.join(rows)} {turn} {_COLOURS[: len(game.players)]} {given}"


def exists(game: Game, kind: str, place: str) -> bool:  # noqa: ARG001
    """All cells but the closed one."""
    return kind == "cell" and place in INDEX and INDEX[place] != CENTRE


def turned(thing: str, way: str) -> str:  # noqa: ARG001
    """Nothing turns."""
    return thing


def scene(game: Game, draft: Draft) -> Scene:
    """The draft drawn."""
    return draw({INDEX[place]: sign for place, sign in draft.laid["piece"].items()}, len(game.players))


def transformed(game: Game, draft: Draft, symmetry: str) -> Draft:  # noqa: ARG001
    """A sixth of a turn clockwise, or left and right exchanged; the colours stay."""
    moved = {}
    for place, sign in draft.laid["piece"].items():
        u, v = int(place[1]) - 5, ord(place[0]) - ord("E")
        u, v = (v, v - u) if symmetry == "turn" else (v - u, v)
        moved[f"{chr(ord('E') + v)}{u + 5}"] = sign
    return Draft({"piece": moved}, draft.chosen)


# ---- What a draft is -------------------------------------------------------------------------------------------------


def _word(draft: Draft, signs: str) -> Any:
    return np.uint64(sum(1 << INDEX[place] for place, sign in draft.laid["piece"].items() if sign in signs))


def _united(draft: Draft, colour: str) -> bool:
    return bool(united(_word(draft, colour + colour.upper()), _word(draft, _COLOURS)))


def _has_piece(draft: Draft, colour: str) -> bool:
    return bool(_word(draft, colour + colour.upper()))


def _left(game: Game, draft: Draft) -> list[str]:
    given = draft.many("places") + draft.many("out")
    return [colour for colour in _COLOURS[: len(game.players)] if colour not in given]


def finished(game: Game, draft: Draft) -> str | None:
    """The end, if the player before the one to act has just made it: places of united colours, colours without a piece."""
    best, gone, left = list(draft.many("places")), list(draft.many("out")), _left(game, draft)
    if len(left) > 1 and draft.one("turn") in left:
        at = left.index(draft.one("turn"))
        order = left[at:] + left[:at]  # the mover, who comes before, is last
        best += [colour for colour in order if _united(draft, colour)]
        gone += [colour for colour in order if not _has_piece(draft, colour)]
        left = [colour for colour in left if colour not in best + gone]
    return None if len(left) > 1 else _text(game, draft, "-", (*best, *left), tuple(gone))


def _shapes(draft: Draft, colours: str) -> tuple[str, ...]:
    return tuple(f"piece:{name}" for name in CELLS if (draft.at("piece", name) or "-").lower() in colours)


def faults(game: Game, draft: Draft) -> Iterator[Reason]:
    """What is wrong."""
    pieces = len(draft.laid["piece"])
    if pieces > BOX:
        yield Reason(
            "too-many", "pieces", _shapes(draft, _COLOURS), {"count": pieces, "box": BOX, "over": pieces - BOX}
        )
    best, gone, left = draft.many("places"), draft.many("out"), _left(game, draft)
    for colour in gone:
        if colour in best:
            yield Reason("two-places", "end", (), _said(colour))
        if _has_piece(draft, colour):
            yield Reason("out-with-pieces", "out", _shapes(draft, colour), _said(colour))
    if not left and not best:
        yield Reason("nobody-left", "out")
    if len(left) < 2:
        last = (*best, *left)
        if last and not _has_piece(draft, last[-1]):
            yield Reason("no-piece", "out", (), _said(last[-1]))
        elif len(last) > 1:
            yield Reason("not-over", "end", _shapes(draft, last[-2]), _said(last[-2]))
        return
    if draft.one("turn") not in left:
        yield Reason("has-place", "end", _shapes(draft, draft.one("turn")), _said(draft.one("turn")))
    for colour in left:
        if not _has_piece(draft, colour):
            yield Reason("no-piece", "out", (), _said(colour))
        elif _united(draft, colour):
            yield Reason("united", "end", _shapes(draft, colour), _said(colour))


def _said(colour: str) -> dict[str, str | int]:
    return {"colour": f"@players.{_NAMES[colour]}"}
