"""The type of what rules play on, for those who read it from Python."""

from __future__ import annotations

from typing import Protocol, TypeVar

__all__ = ["One"]

S_co = TypeVar("S_co", covariant=True)


class One(Protocol[S_co]):
    """An array of one record, whose fields `S_co` describes."""

    def __getitem__(self, index: int, /) -> S_co:
        """The record, of which there is only number 0."""
