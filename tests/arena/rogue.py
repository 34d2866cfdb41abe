"""Programs that take part badly (or well): ``python rogue.py MODE``."""

from __future__ import annotations

import sys
import time


def hear() -> str:
    """The next line; ends the program at the end of the input."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return line.strip()


def greet() -> None:
    """Answer all but `go`."""
    while True:
        line = hear()
        if line == "tei":
            print("id name rogue\nteiok", flush=True)
        elif line == "isready":
            print("readyok", flush=True)
        elif line.startswith("go"):
            return
        elif line == "quit":
            sys.exit(0)


def main() -> None:
    """Behave as told."""
    mode = sys.argv[1]
    if mode == "deaf":  # never reads, never answers
        time.sleep(3600)
    if mode == "dies at once":
        sys.exit(3)
    while True:
        greet()
        if mode == "silent":
            time.sleep(3600)
        elif mode == "crash":
            sys.exit(7)
        elif mode == "illegal":
            print("bestmove z9-z8", flush=True)
        elif mode == "empty":
            print("bestmove", flush=True)
        elif mode == "error":
            print("error I do not want to", flush=True)
        elif mode == "flood":
            while True:
                print("info nodes 1 line nothing at all")
        elif mode == "endless line":
            while True:
                sys.stdout.write("info " * 10_000)
        elif mode == "binary":
            sys.stdout.buffer.write(bytes(range(256)) * 100)
            sys.stdout.flush()
            sys.exit(0)


if __name__ == "__main__":
    main()
