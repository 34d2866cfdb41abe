"""A process that thinks: reads tasks from standard input, one JSON object a line, and writes what it finds. It ends when its
input does, so it never outlives the server."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Iterator
from typing import Any, TextIO

from tablier.core.game import Game
from tablier.core.match import Match
from tablier.search import Analysis, Engine, Level, Limits, analyst
from tablier.service.setup import game_of

__all__ = ["analysis_data", "main", "match_of", "think"]

_NICENESS = 5
_EVERY = 0.25


def match_of(task: dict[str, Any]) -> Match:
    """The match a task is about."""
    game = game_of(task["game"], task["options"])
    match = Match(game, None if task["start"] is None else game.position(task["start"]))
    for move in task["moves"]:
        match.play(move)
    return match


def think(task: dict[str, Any], stop: threading.Event) -> Iterator[dict[str, Any]]:
    """Do a task: ``move`` gives one answer with the move, ``analysis`` several, the last of them done."""
    match = match_of(task)
    level = task["level"]
    if task["kind"] == "move":
        yield {"move": Level(level).search(match, seed=task["seed"], stop=stop).move, "done": True}
        return
    engine = _engine(match.game, level, task["best"])
    for analysis in engine.stream(match, Limits(seconds=task["seconds"]), task["seed"], stop, _EVERY):
        yield {"analysis": analysis_data(analysis, 1 if level else task["best"]), "done": analysis.done}


def _engine(game: Game, level: int | None, best: int) -> Engine:
    """Who analyses: somebody of a level, or the one who has exact values for all that is told."""
    return analyst(game, best) if level is None else Level(level)


def analysis_data(analysis: Analysis, best: int) -> dict[str, Any]:
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

    def say(message: dict[str, Any]) -> None:
        target.write(json.dumps(message) + "\n")
        target.flush()

    threading.Thread(target=read, daemon=True).start()
    say({"ready": True})
    while (task := tasks.get()) is not None:
        try:
            for answer in think(task, stops[task["id"]]):
                say({"id": task["id"], **answer})
        except Exception as error:
            say({"id": task["id"], "error": f"{type(error).__name__}: {error}"[:500], "done": True})
        del stops[task["id"]]


if __name__ == "__main__":
    if hasattr(os, "nice"):
        # People's moves come before computers' thoughts.
        os.nice(_NICENESS)
    # What is sent is all that may be on this stream, whatever anyone prints.
    _target = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    main(sys.stdin, _target)
