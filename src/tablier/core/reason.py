"""Why a tried move is not legal, or why a game ended, as data; the words are in the game's texts under ``reasons.<code>`` and
``endings.<code>``, each with a ``what`` and a ``why``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Reason"]


@dataclass(frozen=True, slots=True)
class Reason:
    """`code` names the reason, `rule` is the anchor of the rule it breaks in the game's rules text, `witness` holds the ids of
    the shapes that show it on the board, `values` fill the gaps of the sentences."""

    code: str
    rule: str
    witness: tuple[str, ...] = ()
    values: Mapping[str, str | int] = field(default_factory=dict)
