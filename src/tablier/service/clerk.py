"""A process that draws boards and plays through what people bring: reads work from standard input, one JSON list a line, and
answers each with a line about it and a line of JSON. It ends when its input does, so it never outlives the server."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, BinaryIO

from tablier import wire
from tablier.core.record import parse, to_json
from tablier.service import boards
from tablier.wire import Problem

__all__ = ["WORKS", "main"]

_NICENESS = 1

WORKS: dict[str, Callable[..., Any]] = {
    "board": boards.told_board,
    "position": lambda asked: boards.position_board(wire.read_as(wire.PositionRequest, asked)),
    "preview": lambda asked: boards.preview(wire.read_as(wire.PreviewRequest, asked)),
    "explanation": lambda asked: boards.explanation(wire.read_as(wire.ExplanationRequest, asked)),
    "match": lambda asked, *closed: boards.match_data(wire.read_as(wire.PositionRequest, asked), *closed),
    "read": boards.read_record,
    "replay": boards.stored_replay,
    "record_json": lambda text: to_json(parse(text)) + "\n",
}
"""What can be asked of it."""


def _answer(work: str, given: list[Any]) -> tuple[dict[str, Any], str]:
    begun = time.process_time()
    said: dict[str, Any] = {}
    try:
        text = wire.dumps(WORKS[work](*given))
    except Problem as problem:
        said, text = {"problem": [problem.code, problem.detail, problem.extra]}, ""
    except Exception as error:
        said, text = {"error": f"{type(error).__name__}: {error}"[:500]}, ""
    return {**said, "seconds": time.process_time() - begun}, text


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Work until the input ends."""

    def say(said: dict[str, Any], text: str = "") -> None:
        target.write(json.dumps(said).encode() + b"\n" + text.encode("utf-8", "replace") + b"\n")
        target.flush()

    say({"ready": True})
    for line in source:
        work, given = json.loads(line)
        say(*_answer(work, given))


if __name__ == "__main__":
    if hasattr(os, "nice"):
        # Moves come before drawings of them.
        os.nice(_NICENESS)
    # What is sent is all that may be on this stream, whatever anyone prints.
    _target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    main(sys.stdin.buffer, _target)
