"""MADA's editions: the deck and the prickly pears (mada/edition)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from kartenhaus.core.edition import set_house_rules
from kartenhaus.core.figures import Number, Numbers, Sum
from kartenhaus.core.game import NOBODY, Options
from kartenhaus.core.words import Translate, figure, same
from kartenhaus.games.mada.position import CARD, GOAL, Position
from kartenhaus.games.mada.rules import HAND

VALUES = CARD.names[1:14]
SPECIALS = {"L": (4, "Lemurs"), "D": (3, "Double Lemurs"), "S": (3, "Scorpions")}
LAST_TURN = 2000  # mada/endless, unless the edition says otherwise
SUMS = (Sum(VALUES, 60, "Cactus cards"), *(Sum([name], count, what) for name, (count, what) in SPECIALS.items()))
FIGURES = (
    Number("turns", "The last turn there can be", 1, 1_000_000, LAST_TURN),
    Numbers("deck", "The deck", CARD.names[1:], 0, 60, sums=SUMS),
    Numbers("pears", "Prickly pears", VALUES, 0, 9),
)
"""mada/deck: 60 Cactus cards, 4 Lemurs, 3 Double Lemurs, 3 Scorpions; 0 to 9 pears a card; mada/endless: a last turn."""


def lay_out(edition: Mapping[str, Any], options: Options, players: int) -> Position:
    """mada/players: a position before the deal, for this many."""
    pos = Position.new()
    pos.seats = players
    pos.most_turns = edition.get("turns", LAST_TURN)
    pos.starter = cast(int, options.get("starter", NOBODY))
    for name, count in edition["deck"].items():
        pos.deck[CARD.parse(name)] = count
    for name, count in edition["pears"].items():
        pos.pears[CARD.parse(name)] = count
    set_house_rules(pos, options)
    return pos


def facts(edition: Mapping[str, Any], translate: Translate = same) -> list[str]:
    """The figures in words."""
    guess = edition.get("assumed", [])
    deck, pears = edition["deck"], edition["pears"]
    cards, shown = (" ".join(str(table[name]) for name in VALUES) for table in (deck, pears))
    others = ", ".join(f"{deck[name]} {translate(what)}" for name, (_, what) in SPECIALS.items())
    return [
        figure(translate("cards of each value 1 to 13"), cards, translate, "deck" in guess),
        figure(translate("prickly pears on each value"), shown, translate, "pears" in guess),
        figure(translate("the last turn"), edition.get("turns", LAST_TURN), translate),
        translate("besides {cards}").format(cards=others),
    ]


def worth(edition: Mapping[str, Any]) -> Mapping[str, int]:
    """mada/win: the prickly pears on each Cactus card."""
    pears: Mapping[str, int] = edition["pears"]
    return pears


def picture(edition: Mapping[str, Any], options: Options) -> dict[str, Any]:
    """What each value is worth, the places of a hand, the cards aside that end the game, whether all aside are drawn face up."""
    return {"pears": dict(edition["pears"]), "hand": HAND, "goal": GOAL, "open_aside": options.get("open_scores", False)}
