"""The README's pictures: the page itself comes first and is small; they are made with or without a browser."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

import tablier
from docs.make_pictures import MOST, PAGE, draw_boards
from docs.small_png import shrink

ROOT = Path(__file__).parent.parent


def test_the_readme_shows_the_page_first_then_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert pictures[0] == PAGE.relative_to(ROOT).as_posix()
    assert text.index(pictures[0]) < text.index("make play") < text.index("make test") < text.index(pictures[1])
    shown = [Path(name).stem for name in pictures[1:]]
    assert len(shown) >= 5
    assert shown == [game_id for game_id in tablier.games() if game_id in shown]
    for name in pictures:
        assert (ROOT / name).is_file()


def test_the_picture_of_the_page_is_small_and_large_enough_to_read() -> None:
    data = PAGE.read_bytes()
    assert len(data) < MOST
    width, height = struct.unpack(">II", data[16:24])
    assert width >= 1000
    assert height >= 600


def test_boards_are_drawn_for_every_game(tmp_path: Path) -> None:
    draw_boards(tmp_path)
    assert sorted(path.stem for path in tmp_path.iterdir()) == sorted(tablier.games())
    assert all(path.read_text(encoding="utf-8").startswith("<svg") for path in tmp_path.iterdir())


def test_without_a_browser_the_picture_of_the_page_stays_and_one_is_told_why() -> None:
    before = PAGE.read_bytes()
    given = {name: value for name, value in os.environ.items() if name != "CI"} | {"CHROMIUM": "/nowhere/chromium"}
    code = "from docs.make_pictures import take_page; take_page()"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "No Chromium here (CHROMIUM=… names one)" in done.stdout
    assert "page.png: left as it was" in done.stdout
    assert PAGE.read_bytes() == before


def _png(rows: list[list[tuple[int, int, int]]], kinds: list[int]) -> bytes:
    """A PNG written by the book, each row with its filter."""
    packed, above = b"", [0] * (3 * len(rows[0]))
    for colours, kind in zip(rows, kinds, strict=True):
        line = [value for colour in colours for value in colour]
        packed += bytes([kind])
        for x, value in enumerate(line):
            left, corner = (line[x - 3], above[x - 3]) if x >= 3 else (0, 0)
            near = left + above[x] - corner
            ordered = sorted((left, above[x], corner), key=lambda other: abs(near - other))
            guess = [0, left, above[x], (left + above[x]) // 2, ordered[0]][kind]
            packed += bytes([(value - guess) % 256])
        above = line
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(packed)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in chunks
    )


def _read(png: bytes) -> tuple[list[bytes], bytes]:
    """The palette and the packed rows of a PNG with one of each."""
    found, at = {}, 8
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size : at + 12 + size]) == (zlib.crc32(kind + body),)
        found[kind], at = body, at + 12 + size
    return [found[b"PLTE"][i : i + 3] for i in range(0, len(found[b"PLTE"]), 3)], zlib.decompress(found[b"IDAT"])


@pytest.mark.parametrize("kind", range(5))
def test_a_picture_of_few_colours_is_made_small_without_a_change(kind: int) -> None:
    rows = [[(40 * x % 256, 30 * y, (x * y) % 7) for x in range(9)] for y in range(6)]
    palette, packed = _read(shrink(_png(rows, [kind] * 6)))
    for y, colours in enumerate(rows):
        line = packed[10 * y : 10 * (y + 1)]
        assert line[0] == 0
        assert [palette[index] for index in line[1:]] == [bytes(colour) for colour in colours]


def test_rare_colours_are_replaced_by_the_nearest() -> None:
    common = [(x, 0, 0) for x in range(256)]
    palette, packed = _read(shrink(_png([common, common, [(200, 1, 0), *common[1:]]], [0, 0, 0])))
    assert len(palette) == 256
    assert palette[packed[2 * 257 + 1]] == bytes((200, 0, 0))
