"""High Card's edition: the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from fourth.position import CARD, CARDS, Position
from kartenhaus.core.figures import Numbers, Sum
from kartenhaus.core.game import NOBODY, Options
from kartenhaus.core.words import Translate, same

FIGURES = (Numbers("deck", "The deck", CARD.names[1:], 0, CARDS, sums=[Sum(CARD.names[1:], CARDS, "cards")]),)
"""high/deal: 27 cards."""


def lay_out(edition: Mapping[str, Any], options: Options, players: int) -> Position:
    """high/players: an empty table for this many players."""
    pos = Position.new()
    pos.seats = players
    pos.leader = cast(int, options.get("starter", NOBODY))
    for name, count in edition["deck"].items():
        pos.deck[CARD.parse(name)] = count
    return pos


def facts(edition: Mapping[str, Any], translate: Translate = same) -> list[str]:
    """The figures in words."""
    return [" ".join(f"{name}×{count}" for name, count in edition["deck"].items())]


def picture(edition: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """Nothing: the cards say everything."""
    return {}
