"""Why a move of Hendeca is not legal, what a legal one does, and why a game ended: codes, values and witnesses, no sentences."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from tablier.core.position import Position
from tablier.core.reason import Reason
from tablier.games.hendeca.board import PLAYERS, Board
from tablier.games.hendeca.drawing import gesture, hand, scene
from tablier.games.hendeca.notation import Move, read_move
from tablier.games.hendeca.rules import ISLANDS, REACH, SPAN
from tablier.games.hendeca.sea import coast, gap, name, parts, reach, route
from tablier.geometry.hexes import Cell, neighbours
from tablier.scene import Gesture, Phrase, Standing

__all__ = ["ending", "explain", "narrate", "standings", "steps"]

_CHOICES = ("blank", "flag", "sink", "pass")
_EACH = ISLANDS // 2  # the islands each player lays; the first one lies there from the start
_LAKE = 200  # eleven islands enclose fewer cells than that


def explain(position: Position, tried: str | Gesture) -> Reason | None:
    """Why a move text or a gesture, perhaps unfinished, is not legal; None when it is or may become so."""
    board = Board.of(position)
    if isinstance(tried, Gesture):
        return _explain_gesture(position, board, tried)
    move = read_move(tried)
    return None if tried in position.codes() else _why(position, board, move)


# Witnesses and values


def _who(figure: str) -> str:
    return f"@players.{figure}" if figure in PLAYERS else "@words.who_red"


def _islands(cells: Iterable[Cell]) -> tuple[str, ...]:
    return tuple(f"isle:{name(cell)}" for cell in sorted(cells, key=lambda cell: (cell[1], cell[0])))


def _seen(board: Board, cell: Cell) -> tuple[str, ...]:
    """The shape of a cell, if it has one."""
    if cell in board.islands:
        return _islands([cell])
    return (f"sea:{name(cell)}",) if cell in coast(board.islands) else ()


# Moves


def _why(position: Position, board: Board, move: Move) -> Reason:
    """Why a move that is not legal is not."""
    if board.phase == "over":
        return Reason("over", "end", ending(position).witness)
    if move.kind == "pass":
        return Reason("pass-refused", "pass", _movable(position, board))
    if move.kind in ("lay", "flag"):
        return _why_no_lay(board, move) if board.phase == "setup" else Reason("setup-done", "setup")
    if board.phase == "setup":
        return Reason("still-setup", "setup")
    if move.kind in ("step", "jump"):
        if board.phase == "island":
            return _island_now(position, board)
        return _why_no_step(board, move.to) if move.kind == "step" else _why_no_jump(board, move.to)
    if move.kind == "sink" and not board.sinking:
        return Reason("no-sinking", "sinking", _seen(board, move.island))
    if board.phase == "figure":
        return Reason("figure-first", "turn", (f"figure:{board.own}",))
    found = _why_not_this_island(board, move.island)
    if found is not None:
        return found
    if move.kind == "sink":
        return Reason("inland", "sinking", _islands(neighbours(move.island)), {"cell": name(move.island)})
    return _why_no_slide(board, move.island, move.to)


def _movable(position: Position, board: Board) -> tuple[str, ...]:
    """What the player to act can move."""
    if board.phase == "setup":
        return ()
    moves = [read_move(text) for text in position.codes()]
    if board.phase == "island":
        return _islands({move.island for move in moves})
    return tuple(
        dict.fromkeys("figure:red" if move.kind == "jump" else f"figure:{board.own}" for move in reversed(moves))
    )


def _island_now(position: Position, board: Board) -> Reason:
    if "pass" in position.codes():
        return Reason("must-pass", "pass", (f"figure:{board.own}",))
    return Reason("island-now", "turn", _movable(position, board))


def _why_no_lay(board: Board, move: Move) -> Reason:
    if move.kind == "flag" and board.own in board.flags:
        return Reason("flag-laid", "setup", (f"flag:{board.own}",))
    if move.to in board.islands:
        return Reason("taken", "setup", _islands([move.to]), {"cell": name(move.to)})
    if move.to not in coast(board.islands):
        return Reason("no-neighbour", "setup", _islands(board.islands), {"cell": name(move.to)})
    return _too_far(board.islands, move.to) or Reason("flag-due", "setup", _seen(board, move.to))


def _too_far(islands: frozenset[Cell], to: Cell) -> Reason | None:
    """The reason when an island on `to` would make the map too large."""
    far = [cell for cell in islands if max(abs(cell[0] - to[0]), abs(cell[1] - to[1])) >= SPAN]
    if far or max(abs(to[0]), abs(to[1])) > REACH:
        return Reason("too-far", "limits", _islands(far), {"cell": name(to), "span": SPAN, "reach": REACH})
    return None


def _why_no_step(board: Board, to: Cell) -> Reason:
    here = board.figures[board.own]
    values = {"cell": name(to), "here": name(here)}
    if to == here:
        return Reason("already-there", "figure", (f"figure:{board.own}",), values)
    if to not in board.islands:
        return Reason("no-island", "figure", _seen(board, to), values)
    if to not in neighbours(here):
        return Reason("not-next", "figure", _islands([here, to]), values)
    who = board.standing(to)
    if who is not None:
        return Reason("occupied", "figure", (f"figure:{who}",), {**values, "who": _who(who)})
    return Reason("their-flag", "figure", (f"flag:{board.other}",), {**values, "other": _who(board.other)})


def _why_no_jump(board: Board, to: Cell | None) -> Reason:
    """Why Red cannot jump to a cell, or at all."""
    here, red, rival = board.figures[board.own], board.figures["red"], board.figures[board.other]
    landing = _behind(red, here)
    values = {"red": name(red), "here": name(here), "landing": name(landing), "other": _who(board.other)}
    if rival in neighbours(red) and to == _behind(red, rival) and (red not in neighbours(here) or to != landing):
        return Reason("red-over-other", "red", (f"figure:{board.other}",), values)
    if red not in neighbours(here):
        return Reason("red-not-next", "red", ("figure:red", f"figure:{board.own}"), values)
    if to not in (None, landing):
        return Reason("red-not-straight", "red", (f"figure:{board.own}", *_seen(board, landing)), values)
    if landing not in board.islands:
        return Reason("red-no-landing", "red", _seen(board, landing), values)
    return Reason("red-landing-taken", "red", (f"figure:{board.standing(landing)}",), values)


def _behind(start: Cell, over: Cell) -> Cell:
    return 2 * over[0] - start[0], 2 * over[1] - start[1]


def _why_not_this_island(board: Board, cell: Cell) -> Reason | None:
    """Why the island on a cell is not one the player may move, None if it is."""
    values = {"cell": name(cell), "other": _who(board.other)}
    if cell not in board.islands:
        return Reason("nothing-there", "island", _seen(board, cell), values)
    who = board.standing(cell)
    if who is not None:
        return Reason("island-occupied", "island", (f"figure:{who}",), {**values, "who": _who(who)})
    if cell == board.flags.get(board.other):
        return Reason("island-their-flag", "island", (f"flag:{board.other}",), values)
    if cell == board.last:
        return Reason("moved-last", "island", (f"anchor:{name(cell)}",), values)
    if cell not in board.home():
        return Reason("elsewhere", "island", (*_islands([cell]), f"figure:{board.own}"), values)
    return None


def _why_no_slide(board: Board, island: Cell, to: Cell) -> Reason:
    if not _can_leave(board, island):
        return _stuck(board, island)
    values = {"cell": name(island), "to": name(to)}
    if to == island:
        return Reason("same-place", "island", _islands([to]), values)
    if to in board.islands:
        return Reason("taken", "island", _islands([to]), {"cell": name(to)})
    others = board.islands - {island}
    home = board.home(without=island)
    if not home & set(neighbours(to)):
        cut_off = board.home() - home - {island}
        if cut_off & set(neighbours(to)):
            return Reason("cut-off", "island", _islands(cut_off), values)
        return Reason("off-edge", "island", _islands(home), values)
    return _too_far(others, to) or _why_no_way(board, island, to)


def _can_leave(board: Board, island: Cell) -> bool:
    return any(cell not in board.islands and gap(board.islands, island, cell) is None for cell in neighbours(island))


def _stuck(board: Board, island: Cell) -> Reason:
    around = board.islands & set(neighbours(island))
    return Reason("stuck", "sliding", _islands(around), {"cell": name(island)})


def _why_no_way(board: Board, island: Cell, to: Cell) -> Reason:
    """What closes the way: two islands with too small a gap between them, or islands all round a lake.

    One of the two ends lies in a lake; where the way would cross its shore is where it is barred.
    """
    others = board.islands - {island}
    values = {"cell": name(island), "to": name(to)}
    lake = reach(others, to, _LAKE) or reach(others, island, _LAKE)
    assert lake is not None  # noqa: S101
    shore = coast(lake)
    way = route(others, island, to, squeeze=True, limit=5000) if shore - others else None
    if way is None:
        return Reason("closed", "sliding", _islands(others & shore), values)
    a, b = next((a, b) for a, b in itertools.pairwise(way) if (a in lake) != (b in lake))
    sides = gap(others, a, b)
    assert sides is not None  # noqa: S101
    return Reason("narrow", "sliding", _islands(sides), values)


# Gestures


def _explain_gesture(position: Position, board: Board, tried: Gesture) -> Reason | None:
    shapes = {shape.id: shape for shape in scene(position).shapes}
    unknown = [shape for shape in tried.shapes if shape not in shapes]
    if unknown:
        raise ValueError(f"there is no shape {unknown[0]!r} in this position; its shapes are {', '.join(shapes)}")
    if tried.choice not in (None, *_CHOICES):
        raise ValueError(f"there is no choice {tried.choice!r} in Hendeca; choices are {', '.join(_CHOICES)}")
    if board.phase == "over":
        return Reason("over", "end", ending(position).witness)
    pointed = _places(board, tried.shapes, {shape.id: shape.at for shape in shapes.values()})
    if _may_become_legal(position, Gesture(pointed, tried.choice)):
        return None
    if tried.choice == "pass" and "pass" not in position.codes():
        return _why(position, board, Move("pass"))
    if tried.choice == "sink" and board.phase != "setup" and not board.sinking:
        return Reason("no-sinking", "sinking", pointed[:1])
    if tried.choice in ("blank", "flag") and board.phase != "setup":
        return Reason("setup-done", "setup")
    if tried.choice == "pass" or len(pointed) > 2 or any(shape.startswith("board:") for shape in pointed):
        return Reason("no-gesture", "turn")
    match board.phase:
        case "setup":
            return _why_no_setup_gesture(board, pointed, tried.choice)
        case "figure":
            return _why_no_figure_gesture(board, pointed, tried.choice)
        case _:
            return _why_no_island_gesture(position, board, pointed, tried.choice)


def _places(board: Board, shapes: tuple[str, ...], at: dict[str, str | None]) -> tuple[str, ...]:
    """The shapes as gestures name them: who points at a flag means its island, and who points at an island means, when a
    figure is to move, the figure on it."""
    places = []
    for i, shape in enumerate(shapes):
        standing = board.standing(_cell(at[shape] or shape)) if not shape.startswith(("sea:", "board:")) else None
        if i == 0 and standing is not None and (board.phase == "figure" or shape.startswith("figure:")):
            places.append(f"figure:{standing}")
        else:
            places.append(at[shape] or shape)
    return tuple(places)


def _cell(shape: str) -> Cell:
    x, y = shape.partition(":")[2].split(",")
    return int(x), int(y)


def _may_become_legal(position: Position, tried: Gesture) -> bool:
    for move in position.codes():
        legal = gesture(position, move)
        # Which island to lay may be said even when there is only one kind left.
        said = {"lay": "blank", "flag": "flag"}.get(read_move(move).kind, legal.choice)
        if legal.shapes[: len(tried.shapes)] == tried.shapes and tried.choice in (None, said):
            return True
    return False


def _why_no_setup_gesture(board: Board, shapes: tuple[str, ...], choice: str | None) -> Reason:
    if choice == "sink" or len(shapes) > 1 or any(shape.startswith("figure:") for shape in shapes):
        return Reason("still-setup", "setup")
    if not shapes:  # a choice alone: the flag is laid, or has to be
        return Reason("flag-laid", "setup", (f"flag:{board.own}",)) if choice == "flag" else Reason("flag-due", "setup")
    return _why_no_lay(board, Move("flag" if choice == "flag" else "lay", _cell(shapes[0])))


def _why_no_figure_gesture(board: Board, shapes: tuple[str, ...], choice: str | None) -> Reason:
    if choice == "sink" or not shapes or not shapes[0].startswith("figure:"):
        return Reason("figure-first", "turn", (f"figure:{board.own}",))
    who = shapes[0].partition(":")[2]
    if who == board.other:
        return Reason("not-yours", "figure", shapes[:1], {"other": _who(who)})
    to = _cell(shapes[1]) if len(shapes) > 1 else None
    if who == "red":
        return _why_no_jump(board, to)
    if to is not None:
        return _why_no_step(board, to)
    around = board.islands & set(neighbours(board.figures[who]))
    return Reason("figure-blocked", "figure", _islands(around), {"here": name(board.figures[who])})


def _why_no_island_gesture(position: Position, board: Board, shapes: tuple[str, ...], choice: str | None) -> Reason:
    if shapes and shapes[0].startswith("figure:"):
        return _island_now(position, board)
    if not shapes or (choice == "sink" and len(shapes) > 1):
        return Reason("no-gesture", "turn")
    island = _cell(shapes[0])
    if choice == "sink" or len(shapes) > 1:
        return _why(
            position, board, Move("sink", island, island) if choice else Move("slide", _cell(shapes[1]), island)
        )
    # An island that can leave its cell can come to rest: it goes out between two neighbours with two free cells or more
    # between them, and the six cells round it have no room for both of these to be cut off from the figure when it leaves.
    return _why_not_this_island(board, island) or _stuck(board, island)


# Events and endings


def narrate(position: Position, move: str) -> tuple[Phrase, ...]:
    """What a legal move does, in words."""
    board, after = Board.of(position), Board.of(position.play(move))
    tried = read_move(move)
    values = {"player": _who(board.own), "cell": name(tried.to), "island": name(tried.island)}
    phrases = [Phrase(f"events.{tried.kind}", values)]
    match tried.kind:
        case "lay" | "flag":
            if after.figures.get(board.own) == tried.to:
                phrases.append(Phrase("events.figure", values))
        case "step":
            phrases = [Phrase("events.step", {**values, "here": name(board.figures[board.own])})]
        case "jump":
            phrases = [Phrase("events.jump", {**values, "here": name(board.figures["red"])})]
        case "slide" | "sink":
            left = board.home() - {tried.island}
            pieces = [part for part in parts(after.islands) if part & left]
            if len(pieces) > 1:
                phrases.append(Phrase("events.split", {"parts": len(pieces)}))
            if any(part - left - {tried.to} for part in pieces):
                phrases.append(Phrase("events.join"))
    if after.phase == "over":
        end = ending(position.play(move))
        phrases.append(Phrase(f"events.{end.code}", end.values))
    return tuple(phrases)


def ending(position: Position) -> Reason:
    """Why a finished game ended: somebody is alone with Red, or the other cannot move."""
    board = Board.of(position)
    winner, loser = PLAYERS[board.player], PLAYERS[1 - board.player]
    values = {"winner": _who(winner), "loser": _who(loser)}
    with_red = board.archipelago(board.figures["red"])
    if board.figures[winner] in with_red and board.figures[loser] not in with_red:
        return Reason("alone", "end", _islands(with_red), values)
    here = board.figures[loser]
    return Reason("blocked", "end", (f"figure:{loser}", *_islands(board.islands & set(neighbours(here)))), values)


def standings(position: Position) -> tuple[Standing, ...]:
    """The islands each player still has to lay."""
    board = Board.of(position)
    if board.phase != "setup":
        return tuple(Standing() for _ in PLAYERS)
    laid = len(board.islands) - 1
    found = []
    for player, owner in enumerate(PLAYERS):
        tiles = _EACH - (laid + 1 - player) // 2
        key = "counts.one_in_hand" if tiles == 1 else "counts.in_hand"
        words = (Phrase(key, {"count": tiles}),) if tiles else ()
        found.append(Standing(words, hand(owner, tiles, owner not in board.flags)))
    return tuple(found)


def steps(position: Position) -> tuple[tuple[Phrase, ...], int]:
    """First a figure, then an island; each island of the set-up is a turn of its own."""
    board = Board.of(position)
    if board.phase not in ("figure", "island"):
        return (), 0
    island = Phrase("steps.island_or_sink" if board.sinking else "steps.island")
    return (Phrase("steps.figure"), island), ("figure", "island").index(board.phase)
