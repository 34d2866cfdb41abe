"""Ids and secrets: random, unguessable, stored only as hashes."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from typing import Literal

__all__ = ["Kind", "hash_of", "is_id", "is_of", "kind_of", "new_id", "new_token"]

Kind = Literal["guest", "seat", "invitation"]

_LETTER: dict[Kind, str] = {"guest": "g", "seat": "s", "invitation": "i"}
_TOKEN = re.compile(r"[gsi]_[A-Za-z0-9_-]{43}")
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{21}")


def new_id() -> str:
    """A random id of 22 characters, the first a letter or digit so that it is no option on a command line."""
    while not _ID.fullmatch(made := secrets.token_urlsafe(16)):
        pass
    return made


def is_id(text: object) -> bool:
    """Whether a text has the form of an id."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


def new_token(kind: Kind) -> str:
    """A new secret."""
    return f"{_LETTER[kind]}_{secrets.token_urlsafe(32)}"


def kind_of(token: object) -> Kind | None:
    """What a secret is for; None when it has not the form of one."""
    if not isinstance(token, str) or not _TOKEN.fullmatch(token):
        return None
    return next(kind for kind, letter in _LETTER.items() if letter == token[0])


def hash_of(token: str) -> str:
    """What is stored instead of a secret. A random secret needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_of(token: str, stored: str) -> bool:
    """Whether a stored hash is this secret's. Every secret is compared here, in a time that does not tell what differs."""
    return hmac.compare_digest(hash_of(token), stored)
