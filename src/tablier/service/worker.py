"""A process that thinks: reads tasks from standard input, one JSON object a line, and writes what it finds. It ends when its
input does, so it never outlives the server."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from tablier import wire
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.search import Analysis, Engine, Level, Limits, analyst
from tablier.service.setup import game_of

__all__ = ["analysis_data", "main", "match_of", "think"]

_NICENESS = 5
_EVERY = 0.25
_BEAT = 1.0
_STALLED = 2.0
"""Seconds after which a search that says nothing of itself is taken to have got stuck."""


def match_of(task: dict[str, Any]) -> Match:
    """The match a task is about."""
    game = game_of(task["game"], task["options"])
    match = Match(game, None if task["start"] is None else game.position(task["start"]))
    for move in task["moves"]:
        match.play(move)
    return match


def think(task: dict[str, Any], stop: threading.Event) -> Iterator[dict[str, Any] | None]:
    """Do a task: ``move`` gives one answer with the move, ``analysis`` several, the last of them done. None says that the
    search goes on; before the first of these, rules and engine may have to be compiled."""
    match = match_of(task)
    level = task["level"]
    if task["kind"] == "move":
        _warm_up(match, Level(level), level)
        yield None
        for analysis in Level(level).stream(match, seed=task["seed"], stop=stop, every=_EVERY):
            yield {"move": analysis.move, "done": True} if analysis.done else None
        return
    engine = _engine(match.game, level, task["best"])
    _warm_up(match, engine, level)
    yield None
    for analysis in engine.stream(match, Limits(seconds=task["seconds"]), task["seed"], stop, _EVERY):
        yield {"analysis": analysis_data(analysis, 1 if level else task["best"]), "done": analysis.done}


_warm: set[tuple[str, int, int | None]] = set()


def _warm_up(match: Match, engine: Engine, level: int | None) -> None:
    """Compile what the first search of its kind in this process needs."""
    kind = (match.game.id, len(match.game.players), level)
    if kind not in _warm:
        engine.search(match, Limits(nodes=2))
        _warm.add(kind)


def _engine(game: Game, level: int | None, best: int) -> Engine:
    """Who analyses: somebody of a level, or the one who has exact values for all that is told."""
    return analyst(game, best) if level is None else Level(level)


def analysis_data(analysis: Analysis, best: int) -> wire.Analysis:
    """An analysis as in the API."""
    return {
        "done": analysis.done,
        "player": analysis.player,
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
        "depth": analysis.depth,
        "waiting": None,
        "candidates": [
            {
                "move": candidate.move,
                "line": list(candidate.line),
                "scores": [round(score, 4) for score in candidate.scores],
                "wins": [round(win, 4) for win in candidate.wins],
                "visits": candidate.visits,
                "depth": candidate.depth,
                "proof": None
                if candidate.proof is None
                else {
                    "outcome": candidate.proof.outcome,
                    "moves": candidate.proof.moves,
                    "turns": candidate.proof.turns,
                },
            }
            for candidate in analysis.candidates[:best]
        ],
    }


class _Life:
    """Says every second that this process is well while it works: not when a search has got stuck."""

    def __init__(self, say: Callable[[dict[str, Any]], None]) -> None:
        self._say = say
        self._moved: float | None = None
        self._busy = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()

    def begin(self) -> None:
        """A task begins, and with it what may take long: compiling."""
        self._moved = None
        self._busy.set()

    def moves_on(self) -> None:
        """The search goes on."""
        self._moved = time.monotonic()

    def rest(self) -> None:
        """Nothing is to be done."""
        self._busy.clear()

    def _run(self) -> None:
        while True:
            self._busy.wait()
            moved = self._moved
            if moved is None or time.monotonic() - moved < _STALLED:
                self._say({"beat": True})
            time.sleep(_BEAT)


def main(source: TextIO, target: TextIO) -> None:
    """Work until the input ends."""
    tasks: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
    stops: dict[int, threading.Event] = {}

    def read() -> None:
        for line in source:
            message = json.loads(line)
            if "cancel" in message:
                if (stop := stops.get(message["cancel"])) is not None:
                    stop.set()
            else:
                stops[message["id"]] = threading.Event()
                tasks.put(message)
        for stop in list(stops.values()):
            stop.set()
        tasks.put(None)

    speaking = threading.Lock()

    def say(message: dict[str, Any]) -> None:
        with speaking:
            target.write(json.dumps(message) + "\n")
            target.flush()

    threading.Thread(target=read, daemon=True).start()
    say({"ready": True})
    life = _Life(say)
    while (task := tasks.get()) is not None:
        life.begin()
        try:
            for answer in think(task, stops[task["id"]]):
                life.moves_on()
                if answer is not None:
                    say({"id": task["id"], **answer})
        except Exception as error:
            say({"id": task["id"], "error": f"{type(error).__name__}: {error}"[:500], "done": True})
        life.rest()
        del stops[task["id"]]


if __name__ == "__main__":
    if hasattr(os, "nice"):
        # People's moves come before computers' thoughts.
        os.nice(_NICENESS)
    # What is sent is all that may be on this stream, whatever anyone prints.
    _target = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    main(sys.stdin, _target)
