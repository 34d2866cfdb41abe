"""A table as a client sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

__all__ = ["Seen"]


class Seen:
    """What is known of a table: the last state, the moves of this round, and every event seen since it was first watched."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.number = 0
        self.setup: Mapping[str, Any] = {}
        self.state: Mapping[str, Any] = {}
        self.moves: list[str] = []
        self.presence: Mapping[str, Any] | None = None
        self._news = asyncio.Event()

    def take(self, message: Mapping[str, Any]) -> bool:
        """Take a snapshot or update in; False when it does not follow on what is known, so that a snapshot is needed."""
        number = message["state"]["number"]
        if message["type"] == "snapshot":
            if number >= self.number:
                self.setup = message["setup"]
                self.moves = [move["move"] for move in message["moves"]]
                self._now(message["state"])
            return True
        fresh = [event for event in message["events"] if event["number"] > self.number]
        if number <= self.number:
            return True
        if not fresh or fresh[0]["number"] != self.number + 1 or fresh[-1]["number"] != number:
            return False
        for event in fresh:
            if event["kind"] == "moved":
                self.moves.append(event["move"])
            elif event["kind"] in ("undone", "tookback"):
                del self.moves[event["plies"] :]
            elif event["kind"] == "started":
                self.moves.clear()
        self._now(message["state"])
        return bool(len(self.moves) == message["state"]["plies"])

    def _now(self, state: Mapping[str, Any]) -> None:
        self.state = state
        self.number = state["number"]
        self._news.set()
        self._news = asyncio.Event()

    async def beyond(self, number: int) -> None:
        """Wait until more than this number is known."""
        while self.number <= number:
            await self._news.wait()
