"""MAD's editions: the deck, the hand sizes, and the last turn there can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from kartenhaus.core.edition import set_house_rules
from kartenhaus.core.figures import Number, Numbers, Sum
from kartenhaus.core.game import NOBODY, Options
from kartenhaus.core.words import Translate, figure, same
from kartenhaus.games.mad.position import CARD, CARDS, COLOURS, Position
from kartenhaus.games.mad.result import WORTH
from kartenhaus.games.mad.words import SIGNS

GROUPS = {
    "numbered cards": (48, [colour + number for colour in COLOURS for number in "123456"]),
    "Which Way?": (8, [colour + "W" for colour in COLOURS]),
    "Draw One": (4, [colour + "D" for colour in COLOURS]),
    "Give Two": (4, [colour + "G" for colour in COLOURS]),
    "Wild": (4, ["W"]),
    "Wild and Woolly": (3, ["WW"]),
    "Not Me": (2, ["N"]),
    "Swap Hands": (2, ["X"]),
    "Joker": (1, ["J"]),
}
PLAYERS = ["2", "3", "4", "5", "6"]
LAST_TURN = 2000  # mad/endless, unless the edition says otherwise


FIGURES = (
    Number("turns", "The last turn there can be", 1, 1_000_000, LAST_TURN),
    Numbers(
        "hands",
        "Cards dealt to each",
        PLAYERS,
        1,
        CARDS,
        "{entry} players",
        highs={players: (CARDS - 1) // int(players) for players in PLAYERS},
    ),
    Numbers(
        "deck", "The deck", CARD.names[1:], 0, CARDS, sums=[Sum(cards, count, what) for what, (count, cards) in GROUPS.items()]
    ),
)
"""mad/deck: 76 cards of these groups; mad/deal: hands that leave a card to turn up; mad/endless: a last turn."""


def lay_out(edition: Mapping[str, Any], options: Options, players: int) -> Position:
    """mad/players: a position before the deal, for this many."""
    pos = Position.new()
    pos.seats = players
    pos.dealer = cast(int, options.get("dealer", NOBODY))
    pos.direction = 1
    pos.hand_size = edition["hands"][str(players)]
    pos.most_turns = edition.get("turns", LAST_TURN)
    for name, count in edition["deck"].items():
        pos.deck[CARD.parse(name)] = count
    set_house_rules(pos, options)
    return pos


def facts(edition: Mapping[str, Any], translate: Translate = same) -> list[str]:
    """The figures in words."""
    deck, hands = edition["deck"], edition["hands"]
    dealt = [translate("{cards} for {players}").format(cards=hands[players], players=players) for players in PLAYERS]
    return [
        ", ".join(f"{sum(deck[name] for name in names)} {translate(what)}" for what, (_, names) in GROUPS.items()),
        figure(translate("cards dealt to each"), ", ".join(dealt), translate),
        figure(translate("the last turn"), edition.get("turns", LAST_TURN), translate),
    ]


def worth(edition: Mapping[str, Any]) -> Mapping[str, int]:  # noqa: ARG001, one protocol for all games
    """mad/joker-count: what each card counts in a hand."""
    return {card: int(WORTH[kind]) for kind, card in enumerate(CARD.names)}


def picture(edition: Mapping[str, Any], options: Options) -> dict[str, Any]:  # noqa: ARG001, one protocol for all games
    """The signs of the attacks."""
    return {"signs": SIGNS}
