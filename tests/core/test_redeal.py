"""Redeal gives every position that a view allows, and no other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np

from kartenhaus.core import edition
from kartenhaus.core.game import Position, find
from kartenhaus.core.history import conceal

MADA_DECK = edition.find(find("mada"), "standard")["deck"]


def position(game: str, players: int, **table: object) -> Position:
    rules = find(game)
    pos = rules.files.lay_out(edition.find(rules, "standard"), {}, players)
    rules.notation.read_position(table, pos)
    return pos


def redeals(game: str, pos: Position, seat: int, count: int) -> Counter[str]:
    rules, dice, seen = find(game), np.array([1, 2, 3, 1], np.int64), Counter[str]()
    for _ in range(count):
        view = conceal(rules, pos, seat)
        rules.rules.redeal(view, dice)
        table = rules.notation.write_position(view)
        seen[f"{table['hands'][1 - seat]} | {table.get('draw', table.get('closed'))}"] += 1
    return seen


def test_mada_deals_the_unseen_cards_but_no_scorpion_into_a_hand() -> None:
    shown = Counter(MADA_DECK)
    shown.subtract(["D", "13", "S"])
    pos = position("mada", 2, to_act=0, hands=["", "D"], draw="13 S", discard=" ".join(shown.elements()))
    seen = redeals("mada", pos, 0, 3000)
    possible = {f"{hand} | {a} {b}" for hand, a, b in permutations(["D", "13", "S"]) if hand != "S"}
    assert set(seen) == possible
    assert min(seen.values()) > 600


def test_mad_keeps_known_cards_where_they_are() -> None:
    game = find("mad")
    deck = edition.find(game, "standard")["deck"]
    hands = ["g1 g2", "r1 J"]
    rest = Counter(deck)
    rest.subtract(["g1", "g2", "r1", "J", "N", "W"])
    lying = " ".join(name if name not in ("W", "WW", "N", "X", "J") else f"{name}:g" for name in rest.elements())
    pos = position("mad", 2, to_act=0, hands=hands, open=lying, closed="N W", known=["0 of 1: J"])
    seen = redeals("mad", pos, 0, 3000)
    assert set(seen) == {f"{card} J | {a} {b}" for card, a, b in permutations(["r1", "N", "W"])}
    assert min(seen.values()) > 350


def test_a_card_just_drawn_is_not_one_that_was_known() -> None:
    pos = position("mad", 2, to_act=1, pending="drawn", drawn="r1", hands=["g1 g2", "r1 J"], open="g5", known=["0 of 1: J"])
    game, dice = find("mad"), np.array([1, 2, 3, 1], np.int64)
    for _ in range(200):
        view = conceal(game, pos, 0)
        assert view.drawn == 0
        game.rules.redeal(view, dice)
        table = game.notation.write_position(view)
        hand = table["hands"][1].split()
        hand.remove("J")
        assert hand == [table["drawn"]]
