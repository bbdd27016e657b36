"""Mau Mau's editions: the deck and the size of a bank (maumau/edition)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from kartenhaus.core.edition import Checker
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import NOBODY, Options
from kartenhaus.games.maumau.board import set_board, shipped
from kartenhaus.games.maumau.position import CARD, CARDS, COLOURS, STOREYS, SYMBOLS, Position


def check_edition(checker: Checker) -> None:
    """maumau/deck: 156 cards, not all of them Jokers; no tower can outgrow its place."""
    checker.only(["hand", "deck"])
    checker.number("", "hand", 1, 30)
    deck = checker.counts("deck", CARD.names[1:], 0, 60)
    checker.sum("deck", deck, CARD.names[1:], CARDS, "cards")
    for symbol in SYMBOLS:
        alike = sum(deck[colour + symbol] for colour in COLOURS) + deck["J"]
        if alike > STOREYS:
            checker.complain(
                "deck", f"r{symbol}", f"{alike} cards of value {symbol}, Jokers included; {STOREYS} at most fit on a tower"
            )


def lay_out(edition: Mapping[str, Any], options: Options, players: int) -> Position:
    """maumau/players, maumau/setup: an empty board for so many."""
    if "board" in options and "map" in options:
        raise OptionError("choose a board or give a map, not both")
    pos = Position.new()
    pos.seats = players
    pos.starter = cast(int, options.get("starter", NOBODY))
    pos.hand_size = edition["hand"]
    pos.manual = int(options.get("announce") == "manual")
    pos.match_all = int(options.get("match_all") is True)
    pos.then_play = int(options.get("penalty_then_play") is True)
    for name, count in edition["deck"].items():
        pos.deck[CARD.parse(name)] = count
    set_board(pos, _map(options), "map" if "map" in options else f"{options.get('board', 'one')}.txt")
    return pos


def _map(options: Options) -> list[str]:
    return cast(list[str], options["map"]) if "map" in options else shipped(str(options.get("board", "one")))


def picture(edition: Mapping[str, Any], options: Options) -> dict[str, Any]:  # noqa: ARG001, one protocol for all games
    """The map of the board."""
    return {"map": _map(options)}


def facts(edition: Mapping[str, Any]) -> list[str]:
    """The figures in words."""
    guess = " (assumed)" if "deck" in edition.get("assumed", []) else ""
    deck = edition["deck"]
    return [
        f"cards of each value and symbol {' '.join(SYMBOLS)}, over four colours{guess}: "
        + " ".join(str(sum(deck[colour + symbol] for colour in COLOURS)) for symbol in SYMBOLS),
        f"Jokers{guess}: {deck['J']}",
        f"cards dealt to each: {edition['hand']}",
        "boards: one (no towers), two (with towers), both of our own design",
    ]
