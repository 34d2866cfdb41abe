"""Alpha-beta for two players: iterative deepening, a table of positions, late moves looked at less deep, captures deeper."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Generator, Iterator
from typing import Any, ClassVar

import numpy as np

from tablier.kernel.dice import below, die
from tablier.search.analysis import Analysis, Candidate, Proof
from tablier.search.compiled import alphabeta as compiled
from tablier.search.compiled.scores import FEATURES, ONE, chance
from tablier.search.compiled.static import at_features, at_key
from tablier.search.engine import Engine
from tablier.search.evaluation import evaluation
from tablier.search.limits import Terms
from tablier.search.query import Query

__all__ = ["AlphaBeta"]

_DEEPEST = 48
_PROVED = 3  # turns within which no forced win is missed, however late its moves come in the order
_PROOF_SHARE = 6  # one node in so many may go into that
_LINES = 5  # candidates whose line is told
_TABLES = 4  # tables kept for the next searches
_TEDIUM = 2000  # static units by which who is in haste dislikes repetition
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


def _hurry(search: Any, asked: Query) -> None:
    """Give a search its weights by player, and constants that leave the position to search at what it is worth without haste."""
    found = np.zeros(FEATURES, np.int64)
    for player in range(2):
        share = asked.haste if player == asked.player else -asked.haste
        more = np.rint(asked.weights * share).astype(np.int64)
        at_features(asked.states, player, found)
        search.weights[player] = asked.weights + more
        search.constant[player] = -int((more * found).sum())


def _loud(asked: Query) -> int:
    """The number of the feature whose change makes a position unquiet, −1 if the game names none."""
    found = evaluation(asked.position.game)
    return -1 if found.loud is None else found.features.index(found.loud)


def _loudness(asked: Query, loud: int) -> int:
    """That feature at the root, of both players together."""
    found = np.zeros(FEATURES, np.int64)
    total = 0
    for player in range(2):
        at_features(asked.states, player, found)
        total += int(found[loud]) if loud >= 0 else 0
    return total


class _Worker:
    """One thread's part of a search: a record of its own, and what it shares with others."""

    def __init__(
        self, asked: Query, table: Any, salt: int, reductions: Any, bonus: list[int], wanted: int, loud: int
    ) -> None:
        self._records = np.zeros(1, compiled.search_type(asked.states.dtype, asked.max_moves))
        self._table, self._seen = table, asked.seen
        self._search = search = self._records[0]
        search.width, search.wanted, search.loud, search.salt = len(bonus), wanted, loud, salt
        search.again = -_TEDIUM if asked.haste > 0 else 0
        search.reductions[:] = reductions
        search.stack[0] = asked.states[0]
        first = search.frames[0]
        first.key, first.player, first.loud = at_key(asked.states), asked.player, _loudness(asked, loud)
        _hurry(search, asked)
        self.root = search.root[: len(bonus)]
        self.root["move"] = asked.codes
        self.root["bonus"] = bonus

    @property
    def nodes(self) -> int:
        """The positions looked at."""
        return int(self._search.nodes)

    def begin(self, depth: int, alpha: int = -compiled.INFINITE) -> None:
        """Start an iteration that looks for values above alpha."""
        compiled.begin(self._records, depth, alpha)

    def run(self, nodes: int) -> bool:
        """Go on for about so many nodes; whether the iteration is finished."""
        return bool(compiled.run(self._records, self._table, self._seen, nodes))

    def ranking(self) -> list[int]:
        """The root's moves, by number, best first: by value, then those that are only bounds by the work they took, then those
        that lose for certain, the late losses first."""
        columns = [self.root[name].tolist() for name in ("depth", "exact", "value", "nodes", "move")]
        deepest = max(columns[0])

        def worth(row: tuple[int, ...]) -> tuple[int, int, int]:
            depth, exact, value, nodes, move = row
            if value <= -compiled.CERTAIN:
                return (-1, value, -move)
            return (1, value, -move) if depth == deepest and exact else (0, nodes, -move)

        worths = [worth(row) for row in zip(*columns, strict=True)]
        return sorted(range(len(worths)), key=worths.__getitem__, reverse=True)

    def sort(self) -> None:
        """Put the root's moves in order."""
        self.root[:] = self.root[self.ranking()]


class _Tables:
    """A few tables of positions kept for the next search: making one takes longer than a short search. Each belongs to one
    search at a time, whatever thread it runs in."""

    def __init__(self) -> None:
        self._kept: list[Any] = []
        self._lock = threading.Lock()

    def take(self, lines: int) -> Any:
        """A table of so many lines."""
        with self._lock:
            for index, table in enumerate(self._kept):
                if len(table) == lines:
                    return self._kept.pop(index)
        return np.zeros(lines, compiled.ENTRY)

    def give_back(self, table: Any) -> None:
        """Keep a table; of too many the one that was not used for longest goes."""
        with self._lock:
            self._kept = [table, *self._kept[: _TABLES - 1]]


class AlphaBeta(Engine):
    """`reductions` 0 looks at all moves to full depth; `wanted` is how many moves get exact values; `exact` 1 tells only what
    the last depth that was finished says of each move, so that these values can be compared; `bonus` is the greatest preference
    the seed gives a move, in static units; the table has 2 to the power of `table` lines; `quiet` 0 ends lines even in the
    middle of captures."""

    name: ClassVar[str] = "alphabeta"
    DEFAULTS: ClassVar[dict[str, float]] = {
        "reductions": 1,
        "wanted": 1,
        "exact": 0,
        "bonus": 128,
        "table": 20,
        "quiet": 1,
    }

    def __init__(self, weights: Any = None, **parameters: float) -> None:
        super().__init__(weights, **parameters)
        self._tables = _Tables()

    def _think(self, asked: Query, terms: Terms) -> Iterator[Analysis]:
        if asked.players != 2:
            raise ValueError(f"alphabeta is for two players, not {asked.players}; mcts plays with any number")
        bits = int(self.parameters["table"])
        if terms.limits.nodes is not None:
            bits = min(bits, max(10, terms.limits.nodes.bit_length() + 1))
        table = self._tables.take(1 << bits)
        try:
            yield from _Search(asked, terms, table, self.parameters).run()
        finally:
            self._tables.give_back(table)


class _Search:
    """One search: the workers that deepen, one a thread, and the prover, which looks for short forced wins and nothing else."""

    def __init__(self, asked: Query, terms: Terms, table: Any, parameters: dict[str, float]) -> None:
        limits = terms.limits
        dice = die(terms.seed)
        most = int(parameters["bonus"]) + 1
        bonus = [below(dice, most) for _ in asked.codes]
        reductions = _reductions(parameters["reductions"])
        salt = next(_salts) << 32
        loud = _loud(asked) if parameters["quiet"] > 0 else -1
        self._asked, self._terms = asked, terms
        self._workers = [
            _Worker(asked, table, salt, reductions, bonus, int(parameters["wanted"]), loud)
            for _ in range(limits.threads if limits.nodes is None and limits.depth is None else 1)
        ]
        self._main = self._workers[0]
        self._reductions = reductions
        self._finished = 0
        self._exact = parameters["exact"] > 0
        self._known: Any = None  # with `exact`: the root as the last finished depth left it
        # The prover leaves nothing out, so it must not find in the table what others have found with reductions.
        self._prover = _Worker(asked, table, salt | 1, np.zeros_like(reductions), [0] * len(bonus), 1, loud)
        self._proving = bool(reductions.any()) and (limits.depth or _DEEPEST) >= _PROVED
        self._proved = False

    def run(self) -> Iterator[Analysis]:
        """Deepen until a limit is reached or all is known."""
        stopping = threading.Event()
        helpers = [
            threading.Thread(target=_help, args=(worker, k, stopping)) for k, worker in enumerate(self._workers[1:])
        ]
        for helper in helpers:
            helper.start()
        try:
            yield from self._deepen()
        finally:
            stopping.set()
            for helper in helpers:
                helper.join()
        yield self._report(done=True)

    def _deepen(self) -> Iterator[Analysis]:
        main = self._main
        for depth in range(1, (self._terms.limits.depth or _DEEPEST) + 1):
            main.begin(depth)
            if not (yield from self._go_on(main, None)):
                return
            self._finished = depth
            main.sort()
            if self._exact:
                self._known = main.root.copy()
            if abs(int(main.root[0].value)) >= compiled.CERTAIN or (len(main.root) == 1 and depth >= 2):
                return
            if self._proving and depth >= 2:
                yield from self._prove()
                if self._main is self._prover:
                    return

    def _prove(self) -> Iterator[Analysis]:
        """Go on with looking for forced wins; one that is found is the answer."""
        if self._prover.nodes == 0:
            self._prover.root["move"] = self._main.root["move"]
            self._prover.begin(_PROVED, compiled.CERTAIN)
        if (yield from self._go_on(self._prover, self._main.nodes // _PROOF_SHARE)):
            self._proving, self._proved = False, True
            self._prover.sort()
            if self._prover.root[0].exact:
                self._main = self._prover
                if self._known is not None:
                    won = self._prover.root[:1]
                    self._known = np.concatenate([won, self._known[self._known["move"] != won["move"]]])

    def _go_on(self, worker: _Worker, most: int | None) -> Generator[Analysis, None, bool]:
        """Let a worker go on, up to so many nodes in all; whether it has finished its iteration."""
        watch = self._terms.watch
        while (most is None or worker.nodes < most) and (nodes := watch.slice()):
            over = worker.run(nodes if most is None else min(nodes, most - worker.nodes))
            watch.nodes = self._workers[0].nodes + self._prover.nodes
            if over:
                return True
            if self._terms.report_is_due():
                yield self._report(done=False)
        return False

    def _report(self, *, done: bool) -> Analysis:
        asked, root, order = self._asked, self._main.root, self._main.ranking()
        if self._known is not None:
            root, order = self._known, list(range(len(self._known)))
        texts = {code: text for text, code in asked.position.codes().items()}
        columns = [root[name].tolist() for name in ("move", "value", "bonus", "nodes", "depth", "length")]
        rows = list(zip(*columns, strict=True))
        candidates: list[Candidate] = []
        for i in order:
            move, value, bonus, visits, depth, length = rows[i]
            if abs(value) < compiled.CERTAIN:
                value -= bonus
            codes = root[i].line[:length].tolist() if length > 1 else [move]
            line = asked.line(codes) if len(candidates) < _LINES and length > 1 else (texts[move],)
            scores = _scores(value, asked.player)
            candidates.append(Candidate(texts[move], scores, scores, visits, depth, line, _proof(asked, value, codes)))
        nodes = sum(worker.nodes for worker in self._workers) + self._prover.nodes
        sure = max(_sure_depth(self._reductions, self._finished), _PROVED if self._proved else 0)
        return Analysis(asked.player, tuple(candidates), nodes, self._terms.watch.seconds, sure, done)


def _help(worker: _Worker, number: int, stopping: threading.Event) -> None:
    """Search beside the main thread, every other thread one deeper: what is found is in the shared table."""
    for depth in range(2 + number % 2, _DEEPEST):
        worker.begin(depth)
        over = False
        while not over:
            if stopping.is_set():
                return
            over = worker.run(1000)
        worker.sort()


def _scores(value: int, player: int) -> tuple[float, float]:
    mine = int(chance(value)) / ONE if abs(value) < compiled.CERTAIN else float(value > 0)
    return (mine, 1 - mine) if player == 0 else (1 - mine, mine)


def _proof(asked: Query, value: int, line: list[int]) -> Proof | None:
    if abs(value) < compiled.CERTAIN:
        return None
    moves = compiled.WIN - abs(value)
    if value > 0:
        return Proof("wins", moves, asked.turns(asked.player, moves, line))
    return Proof("loses", moves, asked.turns(1 - asked.player, moves, line))
