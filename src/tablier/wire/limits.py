"""The numbers that requests are held to, each of them once."""

from __future__ import annotations

from tablier.core.levels import LEVELS, TOP_LEVEL

__all__ = [
    "ANALYSES",
    "CLAIM_AFTER",
    "LEVELS",
    "MAX_BEST",
    "MAX_CLAIM_AFTER",
    "MAX_DAYS",
    "MAX_FIELDS",
    "MAX_ID",
    "MAX_MESSAGE_ID",
    "MAX_MOVE",
    "MAX_MOVES",
    "MAX_NAME",
    "MAX_NUMBER",
    "MAX_SAFE",
    "MAX_SEATS",
    "MAX_SECONDS",
    "MAX_SHAPES",
    "MAX_THINKING",
    "MIN_CLAIM_AFTER",
    "RAW_NAME",
    "TOP_LEVEL",
    "VERSION",
    "WATCHES",
]

VERSION = 1
"""Of the API: the path, and what `hello` says."""
MAX_NUMBER = 2**31 - 1
"""Of an event, a ply, a version."""
MAX_SAFE = 2**53 - 1
"""The greatest whole number that every JSON reader keeps exact: the id of a message, if it is a number."""
MAX_ID = 100
"""Characters of an id, a token, an invitation; real ones are shorter, and others are of nothing."""
MAX_MESSAGE_ID = 64
"""Characters of an id of the client's making: that of a request, or of a message."""
MAX_FIELDS = 30
"""Fields of anything asked for, and options of a game."""
MAX_SHAPES = 200
"""Shapes that a gesture points at."""
MAX_SEATS = 6
MAX_NAME = 40
RAW_NAME = 200
"""Characters of a name before and after it is cleaned: `MAX_NAME` are shown."""
MAX_MOVE = 100
"""Characters of a move."""
MAX_MOVES = 2000
"""Moves that are played through for one request."""
MAX_DAYS = 30
MAX_SECONDS = MAX_DAYS * 86_400
"""Of a clock."""
CLAIM_AFTER, MIN_CLAIM_AFTER, MAX_CLAIM_AFTER = 120_000, 30_000, MAX_SECONDS * 1000
"""The ms someone must be away before their seat may be claimed: usually, at least, at most."""
MAX_THINKING = 60
MAX_BEST = 20
"""Seconds of an analysis, and the moves it tells of."""
WATCHES, ANALYSES = 50, 2
"""Tables that a connection watches at once, and analyses it has at once."""
