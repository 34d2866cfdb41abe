"""Tablier: abstract board games, exact and fast.

>>> import tablier
>>> tablier.games()
['kenwan', 'chinese-checkers', 'hendeca', ...]
>>> game = tablier.game("polygone")
>>> game.start().play("b2c3-b3c3").to_act
1
"""

from tablier import games as _games
from tablier.core import record
from tablier.core.game import Game
from tablier.core.match import Match
from tablier.core.reason import Reason
from tablier.core.record_model import Record, RecordError, find_games_with
from tablier.scene import Gesture

__all__ = ["Game", "Gesture", "Match", "Reason", "Record", "RecordError", "__version__", "game", "games", "record"]

__version__ = "0.1.0"


def games() -> list[str]:
    """The ids of all games."""
    return list(_games.GAMES)


def game(game_id: str, **options: object) -> Game:
    """A game with its options; ValueError that names what is wrong when the game or an option does not exist."""
    return Game(_games.definition(game_id), options)


find_games_with(lambda game_id, options: Game(_games.definition(game_id), options))
