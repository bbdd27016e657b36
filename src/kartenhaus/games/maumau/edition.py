"""Mau Mau's editions: the deck and the size of a bank (maumau/edition)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from kartenhaus.core.edition import set_house_rules
from kartenhaus.core.errors import OptionError
from kartenhaus.core.figures import Most, Number, Numbers, Sum
from kartenhaus.core.game import NOBODY, Options
from kartenhaus.core.words import Translate, figure, same
from kartenhaus.games.maumau.board import MAP as MAP
from kartenhaus.games.maumau.board import check_board, empty_board, shipped
from kartenhaus.games.maumau.position import CARD, CARDS, COLOURS, RARE, STOREYS, SYMBOLS, Position

MAY_MISS = [colour + symbol for colour in COLOURS for symbol in RARE]


TOWER = [
    Most(
        "{found} cards of value {of}, Jokers included; {most} at most fit on a tower",
        [*(colour + symbol for colour in COLOURS), "J"],
        STOREYS,
        symbol,
    )
    for symbol in SYMBOLS
]
FIGURES = (
    Number("hand", "Cards dealt to each", 1, 30),
    Numbers(
        "deck",
        "The deck",
        CARD.names[1:],
        0,
        60,
        may_miss=MAY_MISS,
        sums=[Sum(CARD.names[1:], CARDS, "cards")],
        mosts=TOWER,
    ),
)
"""maumau/deck: 156 cards, not all of them Jokers; no tower can outgrow its place. maumau/edition: values 1 to 12."""


def lay_out(edition: Mapping[str, Any], options: Options, players: int) -> Position:
    """maumau/players, maumau/setup: an empty board for this many."""
    if "board" in options and "map" in options:
        raise OptionError("choose a board or give a map, not both")
    pos = empty_board(tuple(_map(options)), "map" if "map" in options else f"{options.get('board', 'one')}.txt").clone()
    pos.seats = players
    pos.starter = cast(int, options.get("starter", NOBODY))
    pos.hand_size = edition["hand"]
    pos.manual = int(options.get("announce") == "manual")
    set_house_rules(pos, options)
    for name, count in edition["deck"].items():
        pos.deck[CARD.parse(name)] = count
    return pos


def check_lines(lines: Sequence[str], where: str) -> None:
    """maumau/edition: the map of a board that can be played on."""
    check_board(lines, where)


def _map(options: Options) -> Sequence[str]:
    return cast(list[str], options["map"]) if "map" in options else shipped(str(options.get("board", "one")))


def picture(edition: Mapping[str, Any], options: Options) -> dict[str, Any]:  # noqa: ARG001, one protocol for all games
    """The map of the board."""
    return {"map": list(_map(options))}


def facts(edition: Mapping[str, Any], translate: Translate = same) -> list[str]:
    """The figures in words."""
    guess = "deck" in edition.get("assumed", [])
    deck = edition["deck"]
    counts = {symbol: sum(deck.get(colour + symbol, 0) for colour in COLOURS) for symbol in SYMBOLS}
    there = [symbol for symbol in SYMBOLS if counts[symbol] or symbol not in RARE]
    cards = " ".join(str(counts[symbol]) for symbol in there)
    symbols = translate("cards of each value and symbol {symbols}, over four colours").format(symbols=" ".join(there))
    return [
        figure(symbols, cards, translate, guess),
        figure(translate("Jokers"), deck["J"], translate, guess),
        figure(translate("cards dealt to each"), edition["hand"], translate),
        translate("boards: one (no towers), two, snail, clover and castle (with towers), all of our own design"),
    ]
