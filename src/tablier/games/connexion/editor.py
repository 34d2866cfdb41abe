"""Connexion put together by hand: plates turned, pawns in their slots, locks on protected plates, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator

from tablier.core.game import Game
from tablier.core.palette import Draft, Layer, Palette, among_players, supply, symmetries, tool
from tablier.core.reason import Reason
from tablier.games.connexion.board import BLACK, WHITE, Board
from tablier.games.connexion.drawing import LOCK_PARTS, PAWN_PARTS, PLATE_PARTS, draw, lock_id, pawn_id
from tablier.games.connexion.notation import PAWNS
from tablier.games.connexion.square import CELLS, INDEX, NAMES, SIZE
from tablier.scene import Phrase, Scene

__all__ = ["empty", "exists", "faults", "finished", "palette", "read", "scene", "text", "transformed", "turned"]

_SIGNS = "wb"
_COLOURS = ("white", "black")
_DIGITS = "0123456789abcdef"
_QUARTERS = {"-": 3, "*": 2, "+": 1}
_KINDS = ("plate", "light", "dark")
_ROWS = [[f"{column}{row}" for column in "abcdef"] for row in range(SIZE, 0, -1)]
_FORM = (
    "a draft looks like a position: rows 6 to 1 of plates with '/' between, to act (w or b), protected plates or '-'"
)


def palette(game: Game) -> Palette:
    """Plates, pawns and locks."""
    pawns = [
        tool(colour, colour, colour, PAWN_PARTS[player], supply=colour, cycle=(colour, ""))
        for player, colour in enumerate(_COLOURS)
    ]
    return Palette(
        layers=(
            Layer("plate", ("plate",), "plate", fixed=True),
            Layer("white", ("light",), "piece"),
            Layer("black", ("dark",), "piece"),
            Layer("lock", ("plate",), "lock"),
        ),
        tools=(
            tool("plate", "plate", "0", PLATE_PARTS, note=True, turns=True),
            *pawns,
            tool("lock", "lock", "lock", LOCK_PARTS, note=True, cycle=("lock", "")),
        ),
        supplies=tuple(supply(colour, PAWNS) for colour in _COLOURS),
        choices=(among_players("turn", game.players, _SIGNS),),
        symmetries=symmetries("turn", "mirror"),
        help=Phrase("editor.help"),
        turns=tuple(_QUARTERS),
    )


def empty(game: Game) -> Draft:  # noqa: ARG001
    """All plates alike and no pawn."""
    return Draft({"plate": dict.fromkeys(NAMES, "0"), "white": {}, "black": {}, "lock": {}}, {"turn": "w"})


def read(game: Game, text: str) -> Draft:  # noqa: ARG001
    """The draft of a text."""
    fields = text.split(" ")
    rows = fields[0].split("/")
    if (
        len(fields) not in (3, 4)
        or len(rows) != SIZE
        or any(len(row) != SIZE or set(row) - set(_DIGITS) for row in rows)
    ):
        raise ValueError(f"{_FORM}; not {text!r:.100}")
    digits = {
        name: _DIGITS.index(digit)
        for names, row in zip(_ROWS, rows, strict=True)
        for name, digit in zip(names, row, strict=True)
    }
    locks = "" if fields[2] == "-" else fields[2]
    locked = [locks[i : i + 2] for i in range(0, len(locks), 2)]
    if any(name not in INDEX for name in locked) or locked != sorted(set(locked)):
        raise ValueError(f"protected are plates, sorted and run together like b3c3c4, or -, not {fields[2]!r:.40}")
    # Whoever has won would be next: of two who are both out, the one who did not turn the plate.
    turn = fields[3] if len(fields) == 4 and fields[1] == "-" else fields[1]
    if turn not in ("w", "b") or (len(fields) == 4) != (fields[1] == "-"):
        raise ValueError(f"to act is w or b, or - with the winner at the end; not {' '.join(fields[1:])!r:.40}")
    laid = {
        "plate": {name: str(digits[name] % 4) for name in NAMES},
        "white": {name: "white" for name in NAMES if digits[name] & 4},
        "black": {name: "black" for name in NAMES if digits[name] & 8},
        "lock": dict.fromkeys(locked, "lock"),
    }
    return Draft(laid, {"turn": turn})


def text(game: Game, draft: Draft) -> str:  # noqa: ARG001
    """The draft's text."""
    return _text(draft, draft.one("turn"))


def _text(draft: Draft, turn: str, winner: str = "") -> str:
    rows = "/".join(
        "".join(
            _DIGITS[
                int(draft.laid["plate"][name]) + 4 * (name in draft.laid["white"]) + 8 * (name in draft.laid["black"])
            ]
            for name in names
        )
        for names in _ROWS
    )
    return f"{rows} {turn} {''.join(sorted(draft.laid['lock'])) or '-'}{winner}"


def exists(game: Game, kind: str, place: str) -> bool:  # noqa: ARG001
    """All plates and their triangles."""
    return kind in _KINDS and place in INDEX


def turned(thing: str, way: str) -> str:
    """A plate turned."""
    return str((int(thing) + _QUARTERS[way]) % 4)


def _board(game: Game, draft: Draft) -> Board:
    white, black, locks = (frozenset(INDEX[name] for name in draft.laid[layer]) for layer in ("white", "black", "lock"))
    return Board(
        tuple(int(draft.laid["plate"][name]) for name in NAMES),
        (white, black),
        locks,
        game.options["protection"] == "new",
        _SIGNS.index(draft.one("turn")),
        None,
    )


def scene(game: Game, draft: Draft) -> Scene:
    """The draft drawn."""
    return draw(_board(game, draft))


def transformed(game: Game, draft: Draft, symmetry: str) -> Draft:  # noqa: ARG001
    """Half a turn with the colours exchanged, or left and right exchanged."""
    half = symmetry == "turn"

    def moved(name: str) -> str:
        column = "abcdef"[5 - "abcdef".index(name[0])]
        return column + (str(SIZE + 1 - int(name[1])) if half else name[1])

    plates = {
        moved(name): thing if half else str((1, 0, 3, 2)[int(thing)]) for name, thing in draft.laid["plate"].items()
    }
    pawns = {
        colour: {moved(name): colour for name in draft.laid[other]}
        for colour, other in zip(_COLOURS, reversed(_COLOURS) if half else _COLOURS, strict=True)
    }
    locks = {moved(name): "lock" for name in draft.laid["lock"]}
    turn = draft.one("turn")
    return Draft({"plate": plates, **pawns, "lock": locks}, {"turn": {"w": "b", "b": "w"}[turn] if half else turn})


def finished(game: Game, draft: Draft) -> str | None:  # noqa: ARG001
    """The end: a player has no pawn left; when neither has, who is to act has won, as the other has turned the plate."""
    out = [sign for sign, colour in zip(_SIGNS, _COLOURS, strict=True) if not draft.laid[colour]]
    if not out:
        return None
    return _text(draft, "-", f" {out[0] if len(out) == 1 else draft.one('turn')}")


def faults(game: Game, draft: Draft) -> Iterator[Reason]:
    """What is wrong."""
    found = _board(game, draft)
    for player, colour in enumerate(_COLOURS):
        pawns = sorted(found.pawns[player])
        said: dict[str, str | int] = {"player": f"@players.{colour}"}
        if len(pawns) > PAWNS:
            shapes = tuple(pawn_id(plate, player) for plate in pawns)
            over = len(pawns) - PAWNS
            yield Reason("too-many", "start", shapes, {**said, "count": len(pawns), "box": PAWNS, "over": over})
    for player, colour in enumerate(_COLOURS):
        for plate in sorted(found.pawns[player]):
            way = found.way_out(plate, player)
            if way is not None:
                values: dict[str, str | int] = {"player": f"@players.{colour}", "plate": NAMES[plate]}
                yield Reason("on-exit-path", "leaving", (pawn_id(plate, player),), values)
    if found.protected:
        last = f"@players.{_COLOURS[WHITE if found.to_act == BLACK else BLACK]}"
        plates = ", ".join(NAMES[plate] for plate in sorted(found.protected))
        shapes = tuple(lock_id(plate) for plate in CELLS if plate in found.protected)
        yield Reason(
            "new-protected" if found.only_new else "protected", "protection", shapes, {"plates": plates, "player": last}
        )
