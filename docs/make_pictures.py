"""Makes the pictures of the README: the page itself, taken by Chromium, and a board of each game with its last move marked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import tablier
from docs.small_png import shrink
from tablier.render import svg
from tablier.scene import marks_after

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
PAGE = PICTURES / "page.png"
MOST = 150_000
"""A picture of more bytes would hold up whoever opens the README."""


def draw_boards(folder: Path) -> None:
    """Write one SVG file a game: its showcase."""
    for game_id in tablier.games():
        game = tablier.game(game_id)
        before = position = game.start()
        for move in game.showcase:
            before, position = position, position.play(move)
        marks = marks_after(before.scene(), before.transition(game.showcase[-1]))
        picture = svg.draw(position.scene(), marks=marks, background=False, tight=True, title=game.names["en"])
        (folder / f"{game_id}.svg").write_text(picture + "\n", encoding="utf-8")
        print(f"{game_id}.svg: drawn")


def take_page() -> None:
    """Take the picture of the page, where there is a browser."""
    before = PAGE.stat().st_mtime_ns if PAGE.is_file() else 0
    command = [sys.executable, str(ROOT / "web" / "build.py"), "run", "--silent", "picture"]
    subprocess.run(command, check=True)  # noqa: S603
    if not PAGE.is_file() or PAGE.stat().st_mtime_ns == before:
        print(f"{PAGE.name}: left as it was, for want of a browser")
        return
    PAGE.write_bytes(shrink(PAGE.read_bytes()))
    size = PAGE.stat().st_size
    if size > MOST:
        raise SystemExit(f"{PAGE.name}: {size} bytes, more than {MOST}")
    print(f"{PAGE.name}: taken, {size} bytes")


def main() -> None:
    """Make all pictures."""
    PICTURES.mkdir(exist_ok=True)
    draw_boards(PICTURES)
    take_page()


if __name__ == "__main__":
    main()
