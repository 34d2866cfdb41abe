"""Clients that play at random and write down, outside the server, what was acknowledged to them."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import tablier
from tablier.client import Client, Refused, Seen

__all__ = ["Acknowledged", "Player"]


class Acknowledged:
    """A file of acknowledgements, written before anything else happens with them."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")
        self.path = path
        self.count = 0
        self.in_flight = 0

    def add(self, receipt: dict[str, Any]) -> None:
        """Write down a receipt."""
        self._file.write(json.dumps({name: receipt[name] for name in ("table", "request", "number", "events")}) + "\n")
        self._file.flush()
        self.count += 1

    def close(self) -> None:
        """Write no more."""
        self._file.close()


class Player:
    """One seat's client: moves at random, asks for a rematch when the game is over, agrees to one."""

    def __init__(self, client: Client, table: str, guest: str, book: Acknowledged, seed: int) -> None:
        self.client = client
        self.table = table
        self.guest = guest
        self.moves = 0
        self._book = book
        self._dice = random.Random(seed)
        self._match: tablier.Match | None = None
        self.seen: Seen

    async def act(self, act: str, **fields: Any) -> dict[str, Any] | None:
        """Act, until there is an answer; None when it was refused."""
        self._book.in_flight += 1
        try:
            receipt = await self.client.act(self.table, act, **fields)
        except Refused as refused:
            if refused.code not in ("stale", "not-now"):
                raise
            return None
        finally:
            self._book.in_flight -= 1
        self._book.add(receipt)
        return receipt

    async def run(self, stop: asyncio.Event) -> None:
        """Play until told to stop."""
        self.seen = await self.client.watch(self.table)
        while not stop.is_set():
            number, state = self.seen.number, self.seen.state
            if state["status"] == "over":
                await self._again(state)
            elif state["to_act"] is not None and state["seats"][state["to_act"]]["guest"] == self.guest:
                self.moves += await self.act("move", move=self._choose(), expected=number) is not None
            try:
                await asyncio.wait_for(self.seen.beyond(number), 1.0)
            except TimeoutError:
                continue

    async def _again(self, state: Any) -> None:
        own = [index for index, seat in enumerate(state["seats"]) if seat["guest"] == self.guest]
        question = state["question"]
        if question is None and 0 in own:
            await self.act("ask", what="rematch", seat=0)
        elif question is not None and set(own) & set(question["waiting"]):
            await self.act("answer", what="rematch", yes=True, expected=self.seen.number)

    def _choose(self) -> str:
        history = self.seen.moves
        match = self._match
        if match is None or match.history != history[: len(match.history)]:
            match = self._match = tablier.Match(tablier.game(self.seen.setup["game"], **self.seen.setup["options"]))
        for move in history[len(match.history) :]:
            match.play(move)
        return self._dice.choice(match.moves())
