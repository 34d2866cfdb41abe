"""A worker for tests: speaks as the real one, thinks nothing. Its argument is a folder with its orders: while the file ``die``
is there it dies at each task (and takes one line of the file away), ``fail`` makes it report errors, ``slow`` makes it wait.
Each task's key facts are written to ``log``."""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
from pathlib import Path
from typing import Any

import tablier


def main(folder: Path) -> None:
    """Answer until the input ends."""
    tasks: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    cancelled: set[int] = set()

    def read() -> None:
        for line in sys.stdin:
            message = json.loads(line)
            if "cancel" in message:
                cancelled.add(message["cancel"])
            else:
                tasks.put(message)
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    tablier.game("polygone").start().moves()
    print(json.dumps({"ready": True}), flush=True)
    while True:
        task = tasks.get()
        with (folder / "log").open("a") as log:
            log.write(f"{task['kind']} {task['game']} {task['level']} {len(task['moves'])}\n")
        lives = (folder / "die").read_text().splitlines() if (folder / "die").exists() else []
        if lives:
            (folder / "die").write_text("\n".join(lives[1:]))
            os._exit(1)
        if (folder / "slow").exists():
            time.sleep(float((folder / "slow").read_text()))
        if (folder / "fail").exists():
            print(json.dumps({"id": task["id"], "error": "no idea", "done": True}), flush=True)
        elif task["kind"] == "move":
            print(json.dumps({"id": task["id"], "move": _move(task), "done": True}), flush=True)
        else:
            for step in range(1000):
                done = task["id"] in cancelled or step * 0.02 >= task["seconds"]
                analysis: dict[str, Any] = {"done": done, "nodes": step, "candidates": []}
                print(json.dumps({"id": task["id"], "analysis": analysis, "done": done}), flush=True)
                if done:
                    break
                time.sleep(0.02)


def _move(task: dict[str, Any]) -> str:
    game = tablier.game(task["game"], **task["options"])
    match = tablier.Match(game, None if task["start"] is None else game.position(task["start"]))
    for move in task["moves"]:
        match.play(move)
    return match.moves()[0]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
