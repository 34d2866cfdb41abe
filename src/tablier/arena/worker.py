"""A process that plays games: ``python -m tablier.arena.worker``, JSON lines in and out.

In: first the contest, then numbers of jobs. Out: ``{"ready": true}`` once everything is compiled, then a result or an error
for each job. When the input ends the process ends at once, with every program it has started.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import traceback
from typing import IO, Any

from filelock import FileLock

from tablier.arena.chooser import Chooser, our_chooser
from tablier.arena.contest import Bout, Contest, contest_from
from tablier.arena.openings import opening
from tablier.arena.playing import play_game
from tablier.arena.program import ProgramChooser
from tablier.kernel.jit import cache_folder

__all__ = ["choosers_of", "main"]


def choosers_of(contest: Contest) -> dict[int, Chooser]:
    """Who chooses for each contestant, by its index; equal contestants share one."""
    game = contest.game()
    made: dict[str, Chooser] = {}
    for who in contest.who():
        if who.text not in made:
            made[who.text] = (
                ProgramChooser(who.command, who.limits or contest.limits, contest.patience)
                if who.kind == "program"
                else our_chooser(who, game, contest.limits)
            )
    return {index: made[text] for index, text in enumerate(contest.contestants)}


def _read(commands: IO[str], jobs: queue.SimpleQueue[dict[str, Any]]) -> None:
    for line in commands:
        jobs.put(json.loads(line))
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)  # the programs we started are in our group
    os._exit(0)


def main() -> None:
    """Serve until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever else prints must not disturb the answers

    def say(data: dict[str, Any]) -> None:
        answers.write(json.dumps(data) + "\n")
        answers.flush()

    jobs: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin, jobs), daemon=True).start()
    try:
        contest = contest_from(jobs.get()["event"])
        game = contest.game()
        choosers = choosers_of(contest)
        cache_folder().mkdir(parents=True, exist_ok=True)
        with FileLock(cache_folder() / "arena-lock"):  # processes that start together compile once
            opening(game, 0, min(contest.opening, 1))
            for chooser in choosers.values():
                chooser.warm_up(game)
        say({"ready": True})
        while True:
            bout = jobs.get()["job"]
            bout = Bout(bout["table"], bout["index"], bout["opening"], tuple(bout["seats"]))
            say({"result": play_game(contest, bout, choosers).to_data()})
    except Exception:
        say({"error": traceback.format_exc()})


if __name__ == "__main__":
    main()
