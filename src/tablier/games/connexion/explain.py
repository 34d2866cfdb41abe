"""Connexion in words: why a tried move is not legal, what a move does, why a game ended."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tablier.core.position import Position
from tablier.core.reason import Reason
from tablier.games.connexion.board import BLACK, WHITE, Board
from tablier.games.connexion.drawing import TURNS, exit_id, pawn_id, plate_id, spot_id
from tablier.games.connexion.notation import board
from tablier.games.connexion.square import CELLS, INDEX, NAMES, SIZE
from tablier.scene import Gesture, Phrase, Shape, Standing

__all__ = ["ending", "explain", "narrate", "standings", "steps"]

_MOVE = re.compile(r"([a-f][1-6])(?:([-+*])|-([a-f][1-6]))")
_PLAYERS = ("@players.white", "@players.black")
_SHADES = ("@words.shade_light", "@words.shade_dark")
_PAWNS = ("@words.white_pawn", "@words.black_pawn")
_CONNECTED = ("@words.connected_now", "@words.connected_new")
_ON_A_PLATE = ("plate", "light", "dark", "piece")
_EVENTS = {"+": "events.right", "-": "events.left", "*": "events.half"}


def explain(position: Position, tried: str | Gesture) -> Reason | None:
    """Why what was tried is not legal; None when it is legal or, for a gesture, may become so."""
    found = board(position.states)
    if isinstance(tried, Gesture):
        return _explain_gesture(position, found, tried)
    match = _MOVE.fullmatch(tried)
    if match is None and tried != "pass":
        given = tried if len(tried) <= 20 else tried[:20] + "…"
        raise ValueError(f"a move of connexion is a turn like c3+, c3- or c3*, or a step like a1-b3, not {given!r}")
    if found.to_act is None:
        return _game_over(found)
    if match is None:
        return Reason("pass", "moves")
    plate, _turn, target = match.groups()
    if target is None:
        return _turning(found, INDEX[plate])
    return _starting(found, INDEX[plate]) or _stepping(found, INDEX[plate], INDEX[target])


def _explain_gesture(position: Position, found: Board, tried: Gesture) -> Reason | None:
    shapes = {shape.id: shape for shape in position.scene().shapes}
    for given in tried.shapes:
        if not isinstance(given, str) or given not in shapes:
            raise ValueError(f"a gesture points at shapes of the drawing, such as plate:c3; there is no {given!r}")
    if tried.choice not in (None, "pass", *TURNS):
        raise ValueError(f"the choices of a gesture are {', '.join(TURNS)} and pass, not {tried.choice!r}")
    pointed = [_standing_for(shapes, shapes[given]) for given in tried.shapes]
    kinds = [shape.id.partition(":")[0] for shape in pointed]
    if found.to_act is None:
        return _game_over(found)
    if tried.choice == "pass" and not pointed:
        return Reason("pass", "moves")
    if not pointed and tried.choice is None:
        return None
    # Whoever points at a plate, or from one to the next, means to turn the last.
    if pointed and kinds[:-1] in ([], ["plate"]) and tried.choice != "pass":
        locked = _turning(found, _plate(pointed[-1])) if kinds[-1] in _ON_A_PLATE else None
        if locked is not None and (tried.choice is not None or _means_its_plate(found, pointed[-1])):
            return locked
    if kinds == ["plate"] and tried.choice != "pass":
        return None
    if kinds[:1] in (["piece"], ["light"], ["dark"]) and len(kinds) <= 2 and tried.choice is None:
        reason = _taking(found, pointed[0])
        if reason is None:
            reason = (
                _going(found, _plate(pointed[0]), pointed[1]) if pointed[1:] else _moving(found, _plate(pointed[0]))
            )
        return reason
    return Reason("not-a-move", "moves", tuple(dict.fromkeys(shape.id for shape in pointed)))


def _means_its_plate(found: Board, shape: Shape) -> bool:
    """Whether pointing at something on a plate means the plate: unless it is a pawn of the player to act, or the triangle of
    one that can step."""
    plate = _plate(shape)
    if shape.owner != found.to_act or plate not in found.pawns[_mover(found)]:
        return True
    return not shape.id.startswith("piece:") and _moving(found, plate) is not None


def _standing_for(shapes: dict[str, Shape], shape: Shape) -> Shape:
    """A lock is taken for its plate."""
    return shapes[shape.at] if shape.id.startswith("lock:") and shape.at else shape


def _plate(shape: Shape) -> int:
    """The plate a plate, a triangle, a pawn belongs to."""
    return INDEX[shape.id.partition(":")[2][:2]]


def _names(plates: Iterable[int]) -> str:
    return ", ".join(NAMES[plate] for plate in sorted(plates))


def _game_over(found: Board) -> Reason:
    winner = BLACK if found.winner == BLACK else WHITE
    return Reason("game-over", "end", _open_exits(found, winner), {"winner": _PLAYERS[winner]})


def _open_exits(found: Board, player: int) -> tuple[str, ...]:
    """The chevrons where a path of the player's leads out; all of the player's side when none does."""
    row = SIZE - 1 if player == WHITE else 0
    return tuple(exit_id(plate) for plate in found.exits(player) or [plate for plate in CELLS if plate % SIZE == row])


def _mover(found: Board) -> int:
    return BLACK if found.to_act == BLACK else WHITE


def _turning(found: Board, plate: int) -> Reason | None:
    """Why the plate cannot be turned."""
    if plate not in found.protected:
        return None
    witness = tuple(plate_id(protected) for protected in sorted(found.protected))
    last = 1 - _mover(found)
    values = {
        "plate": NAMES[plate],
        "plates": _names(found.protected),
        "player": _PLAYERS[last],
        "shade": _SHADES[last],
        "connected": _CONNECTED[found.only_new],
    }
    return Reason("protected", "protection", witness, values)


def _starting(found: Board, plate: int) -> Reason | None:
    """Why no step of the player to act can start on the plate."""
    player = _mover(found)
    if plate in found.pawns[player]:
        return None
    if plate in found.pawns[1 - player]:
        return _not_yours(found, plate)
    return Reason("no-pawn", "pawn", (plate_id(plate),), {"plate": NAMES[plate]})


def _not_yours(found: Board, plate: int) -> Reason:
    player = _mover(found)
    values = {"plate": NAMES[plate], "player": _PLAYERS[player], "pawn": _PAWNS[player], "other": _PAWNS[1 - player]}
    return Reason("not-yours", "pawn", (pawn_id(plate, 1 - player),), values)


def _taking(found: Board, shape: Shape) -> Reason | None:
    """Why the pawn, or the triangle with what stands on it, cannot be taken to make a step."""
    plate, owner = _plate(shape), shape.owner
    if owner is None or plate not in found.pawns[owner]:
        return Reason("no-pawn", "pawn", (shape.id,), {"plate": NAMES[plate]})
    return None if owner == found.to_act else _not_yours(found, plate)


def _moving(found: Board, plate: int) -> Reason | None:
    """Why the pawn of the player to act on the plate cannot go anywhere."""
    player = _mover(found)
    neighbours = found.connected(plate, player)
    if not neighbours:
        return _isolated(plate, player)
    if found.pawns[player].issuperset(neighbours):
        witness = tuple(pawn_id(neighbour, player) for neighbour in neighbours)
        return Reason("hemmed-in", "pawn", witness, {"plate": NAMES[plate], "plates": _names(neighbours)})
    return None


def _isolated(plate: int, player: int) -> Reason:
    return Reason("isolated", "pawn", (spot_id(plate, player),), {"plate": NAMES[plate], "shade": _SHADES[player]})


def _going(found: Board, plate: int, shape: Shape) -> Reason | None:
    """Why the pawn of the player to act on the plate cannot go where the shape is."""
    player = _mover(found)
    kind = shape.id.partition(":")[0]
    if kind == "board" and shape.owner == player:
        return Reason("leaves-by-itself", "leaving", (shape.id,))
    if kind not in ("piece", "light", "dark", "plate"):
        return Reason("not-a-move", "moves", (shape.id,))
    if shape.owner == 1 - player:
        values = {"plate": NAMES[_plate(shape)], "pawn": _PAWNS[player], "shade": _SHADES[player]}
        return Reason("wrong-colour", "pawn", (shape.id,), values)
    return _stepping(found, plate, _plate(shape))


def _stepping(found: Board, plate: int, target: int) -> Reason | None:
    """Why the pawn of the player to act on the plate cannot go to the target."""
    player = _mover(found)
    pawns = found.pawns[player]
    values = {"plate": NAMES[plate], "target": NAMES[target], "shade": _SHADES[player]}
    if target == plate:
        return Reason("same-place", "pawn", (pawn_id(plate, player),), values)
    if target in pawns:
        return Reason("occupied", "pawn", (pawn_id(target, player),), values)
    if not found.connected(plate, player):
        return _isolated(plate, player)
    if target not in found.ways(plate, player):
        return Reason("not-connected", "pawn", (spot_id(target, player),), values)
    near = found.ways(plate, player, pawns)
    if target in near:
        return None
    # The pawns met first, each way; those that do not lie towards the target are not in the way.
    met = {pawn for pawn in pawns if pawn in near and pawn != plate}
    closing = sorted(pawn for pawn in met if target in found.ways(plate, player, met - {pawn}))
    witness = tuple(pawn_id(pawn, player) for pawn in closing)
    return Reason("blocked", "pawn", witness, {**values, "plates": _names(closing)})


def narrate(position: Position, move: str) -> tuple[Phrase, ...]:
    """What a legal move does."""
    before, after = board(position.states), board(position.play(move).states)
    player = _PLAYERS[_mover(before)]
    if len(move) == 5:
        return (Phrase("events.step", {"player": player, "plate": move[:2], "target": move[3:]}),)
    told = [Phrase(_EVENTS[move[2]], {"player": player, "plate": move[:2]})]
    for colour in (WHITE, BLACK):
        left = before.pawns[colour] - after.pawns[colour]
        if left:
            key = "events.one_leaves" if len(left) == 1 else "events.many_leave"
            told.append(Phrase(key, {"player": _PLAYERS[colour], "count": len(left), "plates": _names(left)}))
    if after.winner is not None:
        told.append(Phrase("events.wins", {"player": _PLAYERS[after.winner]}))
    elif after.protected:
        told.append(Phrase("events.protected", {"plates": _names(after.protected)}))
    return tuple(told)


def ending(position: Position) -> Reason | None:
    """Why the game ended."""
    found = board(position.states)
    if found.winner is None:
        return None
    loser = 1 - found.winner
    code = "out" if found.pawns[loser] else "both-out"
    values = {"winner": _PLAYERS[found.winner], "loser": _PLAYERS[loser]}
    return Reason(code, "end", _open_exits(found, found.winner), values)


def standings(position: Position) -> tuple[Standing, ...]:
    """How many pawns each player has on the board."""
    left = (len(pawns) for pawns in board(position.states).pawns)
    keys = ("counts.none_left", "counts.one_left")
    return tuple(
        Standing((Phrase(keys[count] if count < len(keys) else "counts.left", {"count": count}),)) for count in left
    )


def steps(position: Position) -> tuple[tuple[Phrase, ...], int]:  # noqa: ARG001
    """A turn is one move."""
    return (), 0
