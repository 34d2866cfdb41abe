"""Alpha-beta for two players: iterative deepening, a table of positions, late moves looked at less deep."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from tablier.kernel.dice import below, die
from tablier.search.analysis import Analysis, Candidate, Proof
from tablier.search.compiled import alphabeta as compiled
from tablier.search.compiled.scores import FEATURES, ONE, chance
from tablier.search.compiled.static import at_key
from tablier.search.engine import Engine
from tablier.search.limits import Job, Watch
from tablier.search.problem import Problem

__all__ = ["AlphaBeta"]

_DEEPEST = 48
_LINES = 5  # candidates whose line is told
_salts = itertools.count(1)


def _reductions(strength: float) -> Any:
    """How much less deep a move is looked at first, by depth left and its number in the order."""
    table = np.zeros((compiled.REDUCED, compiled.REDUCED), np.int64)
    if strength > 0:
        table[2:, 4:] = 1
        table[4:, 16:] = 2
        table[6:, 32:] = 3
    return table


def _sure_depth(reductions: Any, depth: int) -> int:
    """To what depth nothing at all is left out by a search with reductions."""
    sure = [0]
    for d in range(1, depth + 1):
        sure.append(1 + min(sure[max(d - 1 - int(r), 0)] for r in (0, reductions[min(d, compiled.REDUCED - 1)].max())))
    return sure[depth]


class _Worker:
    """One thread's part of a search: its line of frames, and all it needs to go on."""

    def __init__(self, asked: Problem, table: Any, salt: int, reductions: Any, bonus: Any, wanted: int) -> None:
        plies = compiled.PLIES
        self.frames = np.zeros(plies + 1, compiled.FRAME)
        self.stack = np.zeros(plies + 1, asked.states.dtype)
        self.stack[0] = asked.states[0]
        self.moves = np.zeros((plies + 1, asked.max_moves), np.int64)
        self.order = np.zeros((plies + 1, asked.max_moves), np.int64)
        self.lines = np.zeros((plies + 1, plies), np.int64)
        self.root = np.zeros(len(bonus), compiled.ROOT)
        self.root["move"] = asked.codes
        self.root["bonus"] = bonus
        self.history = np.zeros((2, compiled.HISTORY), np.int64)
        self.info = np.array([0, 0, len(table) - 1], np.int64)
        self.frames[0].key = at_key(asked.states)
        self.frames[0].player = asked.player
        self.wanted = wanted
        self._fixed = (table, self.history, reductions, asked.weights)
        self._room = np.zeros(FEATURES, np.int64)
        self._seen = asked.seen
        self._salt = np.uint64(salt)

    @property
    def nodes(self) -> int:
        """The positions looked at."""
        return int(self.info[1])

    def begin(self, depth: int) -> None:
        """Start an iteration."""
        compiled.begin(self.frames, self.root, self.moves, self.info, len(self.root), depth)

    def run(self, nodes: int) -> bool:
        """Go on for about so many nodes; whether the iteration is finished."""
        return bool(
            compiled.run(
                self.frames,
                self.stack,
                self.moves,
                self.order,
                self.lines,
                self.root,
                *self._fixed,
                self._room,
                self._seen,
                self.info,
                nodes,
                self.wanted,
                self._salt,
            )
        )

    def ranking(self) -> list[int]:
        """The root's moves, by number, best first: by value, and those that are only bounds by the work they took."""
        columns = [self.root[name].tolist() for name in ("depth", "exact", "value", "nodes", "move")]
        deepest = max(columns[0])

        def worth(row: tuple[int, ...]) -> tuple[int, int, int]:
            depth, exact, value, nodes, move = row
            current = depth == deepest and exact
            return (1, value, -move) if current else (0, nodes, -move)

        worths = [worth(row) for row in zip(*columns, strict=True)]
        return sorted(range(len(worths)), key=worths.__getitem__, reverse=True)

    def sort(self) -> None:
        """Put the root's moves in order."""
        self.root[:] = self.root[self.ranking()]


class AlphaBeta(Engine):
    """`reductions` 0 looks at all moves to full depth; `wanted` is how many moves get exact values; `bonus` is the greatest
    preference the seed gives a move, in static units; the table has 2 to the power of `table` lines."""

    name: ClassVar[str] = "alphabeta"
    DEFAULTS: ClassVar[dict[str, float]] = {"reductions": 1, "wanted": 1, "bonus": 64, "table": 20}

    def __init__(self, weights: Any = None, **parameters: float) -> None:
        super().__init__(weights, **parameters)
        self._tables: list[Any] = []

    def _think(self, asked: Problem, job: Job) -> Iterator[Analysis]:
        if asked.players != 2:
            raise ValueError(f"alphabeta is for two players, not {asked.players}; mcts plays with any number")
        bits = int(self.parameters["table"])
        if job.limits.nodes is not None:
            bits = min(bits, max(10, job.limits.nodes.bit_length() + 1))
        table = (
            self._tables.pop()
            if self._tables and len(self._tables[-1]) == 1 << bits
            else np.zeros(1 << bits, compiled.ENTRY)
        )
        try:
            yield from self._deepen(asked, job, table)
        finally:
            self._tables.append(table)

    def _deepen(self, asked: Problem, job: Job, table: Any) -> Iterator[Analysis]:
        limits, watch = job.limits, job.watch
        dice = die(job.seed)
        most = int(self.parameters["bonus"]) + 1
        bonus = [below(dice, most) for _ in asked.codes]
        reductions = _reductions(self.parameters["reductions"])
        salt = next(_salts) << 32
        workers = [
            _Worker(asked, table, salt, reductions, bonus, int(self.parameters["wanted"]))
            for _ in range(limits.threads if limits.nodes is None and limits.depth is None else 1)
        ]
        main = workers[0]
        finished = 0
        stopping = threading.Event()
        helpers = [threading.Thread(target=_help, args=(worker, k, stopping)) for k, worker in enumerate(workers[1:])]
        for helper in helpers:
            helper.start()
        try:
            for depth in range(1, (limits.depth or _DEEPEST) + 1):
                main.begin(depth)
                over = False
                while not over and (nodes := watch.slice()):
                    over = main.run(nodes)
                    watch.nodes = main.nodes
                    if job.report_is_due():
                        yield self._report(asked, workers, watch, _sure_depth(reductions, finished), done=False)
                if not over:
                    break
                finished = depth
                main.sort()
                best = int(main.root[0].value)
                if abs(best) >= compiled.CERTAIN or (len(main.root) == 1 and depth >= 2):
                    break
        finally:
            stopping.set()
            for helper in helpers:
                helper.join()
        main.sort()
        yield self._report(asked, workers, watch, _sure_depth(reductions, finished), done=True)

    def _report(self, asked: Problem, workers: list[_Worker], watch: Watch, sure: int, *, done: bool) -> Analysis:
        root = workers[0].root
        texts = {code: text for text, code in asked.position.codes().items()}
        columns = [root[name].tolist() for name in ("move", "value", "bonus", "nodes", "depth", "length")]
        rows = list(zip(*columns, strict=True))
        candidates: list[Candidate] = []
        for i in workers[0].ranking():
            move, value, bonus, visits, depth, length = rows[i]
            if abs(value) < compiled.CERTAIN:
                value -= bonus
            line: tuple[str, ...] = (texts[move],)
            if len(candidates) < _LINES and length > 1:
                line = asked.line(root[i].line[:length].tolist())
            scores = _scores(value, asked.player)
            candidates.append(Candidate(texts[move], scores, scores, visits, depth, line, _proof(value)))
        nodes = sum(worker.nodes for worker in workers)
        return Analysis(asked.player, tuple(candidates), nodes, watch.seconds, sure, done)


def _help(worker: _Worker, number: int, stopping: threading.Event) -> None:
    """Search beside the main thread, every other thread one deeper: what is found is in the shared table."""
    for depth in range(2 + number % 2, _DEEPEST):
        worker.begin(depth)
        while not worker.run(2000):
            if stopping.is_set():
                return
        worker.sort()


def _scores(value: int, player: int) -> tuple[float, float]:
    mine = int(chance(value)) / ONE if abs(value) < compiled.CERTAIN else float(value > 0)
    return (mine, 1 - mine) if player == 0 else (1 - mine, mine)


def _proof(value: int) -> Proof | None:
    if abs(value) < compiled.CERTAIN:
        return None
    return Proof("wins" if value > 0 else "loses", compiled.WIN - abs(value))
