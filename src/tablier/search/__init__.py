"""Engines: who looks for moves, for how long, and what they found.

>>> import tablier
>>> from tablier.search import Limits, best_engine
>>> game = tablier.game("polygone")
>>> analysis = best_engine(game).search(game.start(), Limits(nodes=2000))
>>> analysis.move in game.start().moves(), len(analysis.best.scores)
(True, 2)
"""

from tablier.search.analysis import Analysis, Candidate, Proof
from tablier.search.engine import ENGINES, Engine, analyst, best_engine, engine
from tablier.search.levels import LEVELS, Level
from tablier.search.limits import Limits

__all__ = [
    "ENGINES",
    "LEVELS",
    "Analysis",
    "Candidate",
    "Engine",
    "Level",
    "Limits",
    "Proof",
    "analyst",
    "best_engine",
    "engine",
]
