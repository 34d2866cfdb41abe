"""Makes a picture of the page small: at most 256 colours, the rarer ones replaced by the nearest, packed as well as zlib can.

Flat drawings have few colours but for the soft edges of letters and pieces, so nobody sees the difference; the file is a third.
"""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

import numpy as np

__all__ = ["shrink"]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_COLOURS = 256


def shrink(png: bytes) -> bytes:
    """The same picture with a palette; ValueError for a PNG that is not of 8 bits and three colours."""
    width, height, pixels = _pixels(png)
    counted = Counter(pixels)
    palette = [colour for colour, _ in counted.most_common(_COLOURS)]
    known = np.frombuffer(b"".join(palette), dtype=np.uint8).reshape(-1, 3).astype(np.int32)
    nearest = {
        colour: int(np.argmin(((known - np.frombuffer(colour, dtype=np.uint8)) ** 2).sum(axis=1))) for colour in counted
    }
    indexes = bytes(nearest[colour] for colour in pixels)
    rows = b"".join(b"\0" + indexes[y * width : (y + 1) * width] for y in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", b"".join(palette)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += 12 + size


def _pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height, and every pixel's three bytes."""
    chunks = list(_chunks(png))
    width, height, *form = struct.unpack(">IIBBBBB", chunks[0][1])
    if form != [8, 2, 0, 0, 0]:
        raise ValueError("only PNG files of 8 bits and three colours, not interlaced, are made small")
    data = zlib.decompress(b"".join(body for kind, body in chunks if kind == b"IDAT"))
    row = 3 * width
    above, pixels = bytearray(row), []
    for y in range(height):
        start = y * (row + 1)
        above = _unfiltered(data[start], bytearray(data[start + 1 : start + 1 + row]), above)
        pixels += [bytes(above[x : x + 3]) for x in range(0, row, 3)]
    return width, height, pixels


def _unfiltered(kind: int, line: bytearray, above: bytearray) -> bytearray:
    """A row as it was before the PNG's filter of this kind."""
    for x in range(len(line) if kind else 0):
        left, corner = (line[x - 3], above[x - 3]) if x >= 3 else (0, 0)
        up = above[x]
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = up
        elif kind == 3:
            guess = (left + up) // 2
        else:
            near = left + up - corner
            guess = min((left, up, corner), key=lambda value: abs(near - value))
        line[x] = (line[x] + guess) & 255
    return line
