"""Hendeca put together by hand: islands on the sea, flags and figures on them, the island moved last, whose turn, which phase."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tablier.core.game import Game
from tablier.core.palette import Choice, Draft, Layer, Palette, Value, among_players, supply, symmetries, tool
from tablier.core.reason import Reason
from tablier.games.hendeca.board import PLAYERS, Board
from tablier.games.hendeca.drawing import TILE, anchor_parts, draw, figure_parts, flag_parts
from tablier.games.hendeca.rules import ISLANDS, REACH, SPAN
from tablier.games.hendeca.sea import coast, name
from tablier.geometry.hexes import Cell
from tablier.scene import Phrase, Scene

__all__ = ["empty", "exists", "faults", "finished", "palette", "read", "scene", "text", "transformed", "turned"]

_PHASES = ("setup", "figure", "island")
_FIGURES = {"W": "white", "B": "black", "R": "red"}
_FLAGS = {"w": "white", "b": "black"}
_COLOURS = {"white": "ivory", "black": "ebony", "red": "red"}
_BLANKS = ISLANDS - 2
_NUMBER = "(0|-?[1-9][0-9]{0,6})"
_CELL = re.compile(f"{_NUMBER},{_NUMBER}")
_ISLAND = re.compile(f"({_NUMBER},{_NUMBER})([wb]?)([WBR]?)")
_FORM = (
    "a draft looks like a position: islands or -, to act (w or b), setup, figure or island, the island moved last or -"
)


def palette(game: Game) -> Palette:
    """Islands and what can be on them."""
    figures = [
        tool(who, "figure", sign, figure_parts(_COLOURS[who], False), supply=who, cycle=(who, ""))
        for sign, who in _FIGURES.items()
    ]
    flags = [
        tool(
            f"{who}-flag", "flag", sign, flag_parts(_COLOURS[who], False), note=True, supply=f"{who}-flag", cycle=cycle
        )
        for sign, who in _FLAGS.items()
        for cycle in [(f"{who}-flag", "")]
    ]
    anchor = tool(
        "anchor", "anchor", "anchor", anchor_parts(False, False), note=True, supply="anchor", cycle=("anchor", "")
    )
    phases = tuple(Value(phase, Phrase(f"editor.phases.{phase}")) for phase in _PHASES)
    single = ("white", "black", "red", "white-flag", "black-flag", "anchor")
    return Palette(
        layers=(
            Layer("island", ("sea", "isle"), "isle"),
            Layer("anchor", ("isle",), "anchor", on="island"),
            Layer("flag", ("isle",), "flag", on="island"),
            Layer("figure", ("isle",), "figure", on="island"),
        ),
        tools=(
            tool("island", "island", "island", TILE, supply="islands", cycle=("island", "white", "black", "red")),
            *figures,
            *flags,
            anchor,
        ),
        supplies=(supply("islands", ISLANDS), *(supply(which, 1) for which in single)),
        choices=(
            among_players("turn", game.players, "wb"),
            Choice("phase", Phrase("editor.choices.phase"), phases),
        ),
        symmetries=symmetries("turn", "mirror"),
        help=Phrase("editor.help"),
    )


def empty(game: Game) -> Draft:  # noqa: ARG001
    """The open sea."""
    return Draft({"island": {}, "anchor": {}, "flag": {}, "figure": {}}, {"turn": "w", "phase": "figure"})


def read(game: Game, text: str) -> Draft:  # noqa: ARG001
    """The draft of a text."""
    fields = text.split(" ")
    if len(fields) not in (4, 5):
        raise ValueError(f"{_FORM}; not {text!r:.100}")
    laid: dict[str, dict[str, str]] = {"island": {}, "anchor": {}, "flag": {}, "figure": {}}
    for word in [] if fields[0] == "-" else fields[0].split(";"):
        match = _ISLAND.fullmatch(word)
        if match is None or not _in_reach(match[1]):
            raise ValueError(
                f"{word!r:.40} is no island; one is x,y, then w or b for a flag, then W, B or R for a figure"
            )
        if match[1] in laid["island"]:
            raise ValueError(f"two islands lie at {match[1]}; a cell holds one")
        laid["island"][match[1]] = "island"
        for layer, sign in (("flag", match[4]), ("figure", match[5])):
            if sign in laid[layer].values():
                raise ValueError(f"{sign} is on two islands; there is only one")
            if sign:
                laid[layer][match[1]] = sign
    if fields[3] != "-":
        if fields[3] not in laid["island"]:
            raise ValueError(f"the island moved last is the cell of an island, or -, not {fields[3]!r:.40}")
        laid["anchor"][fields[3]] = "anchor"
    turn = fields[1]
    if turn == "-" and len(fields) == 5:
        turn = {"w": "b", "b": "w"}.get(fields[4], "")  # the loser would be next
    if turn not in ("w", "b") or (len(fields) == 5) != (fields[1] == "-"):
        raise ValueError(f"to act is w or b, or - with the winner at the end; not {fields[1]!r:.20}")
    if fields[2] not in _PHASES:
        raise ValueError(f"the phase is setup, figure or island, not {fields[2]!r:.20}")
    return Draft(laid, {"turn": turn, "phase": fields[2]})


def text(game: Game, draft: Draft) -> str:  # noqa: ARG001
    """The draft's text."""
    return _text(draft, draft.one("turn"))


def _text(draft: Draft, turn: str, winner: str = "") -> str:
    islands = ";".join(
        place + (draft.at("flag", place) or "") + (draft.at("figure", place) or "")
        for place in sorted(draft.laid["island"], key=lambda place: _cell(place)[::-1])
    )
    return f"{islands or '-'} {turn} {draft.one('phase')} {next(iter(draft.laid['anchor']), '-')}{winner}"


def _cell(place: str) -> Cell:
    x, y = place.split(",")
    return int(x), int(y)


def _in_reach(place: str) -> bool:
    return all(abs(number) <= REACH for number in _cell(place))


def exists(game: Game, kind: str, place: str) -> bool:  # noqa: ARG001
    """Every cell of the sea, as sea or as the place of an island."""
    return kind in ("sea", "isle") and _CELL.fullmatch(place) is not None and _in_reach(place)


def turned(thing: str, way: str) -> str:  # noqa: ARG001
    """Nothing turns."""
    return thing


def scene(game: Game, draft: Draft) -> Scene:
    """The draft drawn, with two rows of sea to point at, so that archipelagos can be laid apart."""
    islands = frozenset(map(_cell, draft.laid["island"]))
    board = Board(
        islands=islands,
        figures={_FIGURES[sign]: _cell(place) for place, sign in draft.laid["figure"].items()},
        flags={_FLAGS[sign]: _cell(place) for place, sign in draft.laid["flag"].items()},
        last=next(map(_cell, draft.laid["anchor"]), None),
        player="wb".index(draft.one("turn")),
        phase="figure",  # the anchor shows in every phase
        sinking=bool(game.options["sinking"]),
    )
    shore = coast(islands) or {(0, 0)}
    return draw(board, shore | coast(islands | shore))


def transformed(game: Game, draft: Draft, symmetry: str) -> Draft:  # noqa: ARG001
    """A sixth of a turn clockwise about Red's island, or about the first one; or left and right exchanged there. An island
    beyond the reach of texts is refused."""
    red = [place for place, sign in draft.laid["figure"].items() if sign == "R"]
    places = red or sorted(draft.laid["island"], key=lambda place: _cell(place)[::-1])
    x0, y0 = _cell(places[0]) if places else (0, 0)

    def moved(place: str) -> str:
        x, y = _cell(place)
        x, y = x - x0, y - y0
        x, y = (y, y - x) if symmetry == "turn" else (y - x, y)
        found = name((x + x0, y + y0))
        if not _in_reach(found):
            raise ValueError(f"{place} would go beyond the sea, to {found}")
        return found

    laid = {layer: {moved(place): thing for place, thing in things.items()} for layer, things in draft.laid.items()}
    return Draft(laid, draft.chosen)


# ---- What a draft is -------------------------------------------------------------------------------------------------


def finished(game: Game, draft: Draft) -> str | None:
    """The end after a turn: the player to act has lost without a move, or somebody is alone with Red."""
    turn = draft.one("turn")
    for winner in ("b", "w") if turn == "w" else ("w", "b"):
        try:
            return str(game.position(_text(draft, "-", f" {winner}")))
        except ValueError:
            continue
    return None


def faults(game: Game, draft: Draft) -> Iterator[Reason]:  # noqa: ARG001
    """What is wrong."""
    islands = sorted(map(_cell, draft.laid["island"]), key=lambda cell: cell[::-1])
    shapes = tuple(f"isle:{name(cell)}" for cell in islands)
    if not islands:
        yield Reason("no-island", "material")
        return
    if len(islands) > ISLANDS:
        over = len(islands) - ISLANDS
        yield Reason("too-many", "material", shapes, {"count": len(islands), "box": ISLANDS, "over": over})
    xs, ys = zip(*islands, strict=True)
    if max(max(xs) - min(xs), max(ys) - min(ys)) >= SPAN:
        yield Reason("too-far", "limits", shapes, {"span": SPAN})
    blank = len(islands) - len(draft.laid["flag"])
    if blank > _BLANKS:
        bare = tuple(f"isle:{name(cell)}" for cell in islands if draft.at("flag", name(cell)) is None)
        yield Reason("too-many-blank", "material", bare, {"count": blank, "box": _BLANKS, "over": blank - _BLANKS})
    if draft.one("phase") == "setup":
        yield from _setup_faults(draft, shapes)
        return
    standing = draft.laid["figure"].values()
    for sign, who in _FIGURES.items():
        if sign not in standing:
            yield Reason("missing-figure", "setup", (), {"who": _who(who)})


def _who(who: str) -> str:
    return f"@players.{who}" if who in PLAYERS else "@words.who_red"


def _setup_faults(draft: Draft, islands: tuple[str, ...]) -> Iterator[Reason]:
    laid = len(islands) - 1
    flags, figures = (set(draft.laid[layer].values()) for layer in ("flag", "figure"))
    if "R" not in figures:
        yield Reason("missing-figure", "setup", (), {"who": _who("red")})
    if laid == ISLANDS - 1:
        yield Reason("setup-over", "setup", islands, {"box": ISLANDS})
    if draft.one("turn") != "wb"[laid % 2]:
        yield Reason("setup-turn", "setup", (), {"laid": laid, "player": _who(PLAYERS[laid % 2])})
    for place in draft.laid["anchor"]:
        yield Reason("setup-anchor", "setup", (f"anchor:{place}",))
    for sign, by_player in (("w", (laid + 1) // 2), ("b", laid // 2)):
        player = {"player": _who(_FLAGS[sign])}
        if sign in flags and by_player == 0:
            yield Reason("flag-early", "setup", (f"flag:{_FLAGS[sign]}",), player)
        if sign not in flags and by_player == 5:
            yield Reason("flag-missing", "setup", (), player)
    if "W" in figures and laid != ISLANDS - 2:
        yield Reason("figure-early", "setup", ("figure:white",), {"player": _who("white")})
    if "W" not in figures and laid == ISLANDS - 2:
        yield Reason("figure-due", "setup", (), {"player": _who("white")})
    if "B" in figures:
        yield Reason("figure-early", "setup", ("figure:black",), {"player": _who("black")})
