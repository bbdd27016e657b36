"""Parsers are fuzzed: any text gives a move, a position, or one of our own errors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Setting
from kartenhaus.core.errors import IllegalMove, InvalidMove, NotationError
from kartenhaus.core.game import find
from kartenhaus.core.history import check

DEALT = [Setting("mada", 3, ()).deal(1), Setting("mad", 3, ()).deal(1), Setting("maumau", 3, (("announce", "manual"),)).deal(1)]
WORDS = st.sampled_from(
    "play draw luck swap toss done give defend first keep pass allow place discard say catch from ! right left end r g b y 0 1 2 9 "
    "7 L D S W WW N X J g5 rD gW gG yP f5 e5 f4 z9 ² ٣ -1 ?".split()
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.text(max_size=6) | st.lists(WORDS, max_size=9).map(" ".join),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["a1", "f5", "x"]), inner, max_size=2),
    max_leaves=5,
)


@given(st.sampled_from(DEALT), st.lists(WORDS, max_size=6).map(" ".join) | st.text(max_size=100))
def test_any_text_is_a_move_or_refused(history: Any, text: str) -> None:
    before = history.position.tobytes()
    for seat in range(3):
        try:
            check(history.game, history.position, seat, text)
        except (InvalidMove, IllegalMove) as error:
            assert str(error)
    assert history.position.tobytes() == before


@pytest.mark.parametrize("move", [3.7, 3.0, np.float64(3), True, np.True_, None, [3]])
def test_a_number_that_is_not_whole_is_no_move(move: Any) -> None:
    history = DEALT[0]
    with pytest.raises(InvalidMove, match="a move is a text or a whole number, not "):
        check(history.game, history.position, history.to_act, move)
    first: Any = np.int8(history.legal_numbers()[0])
    assert check(history.game, history.position, history.to_act, first) == first


@given(st.data())
def test_any_table_is_a_position_or_refused(data: st.DataObject) -> None:
    history = data.draw(st.sampled_from(DEALT))
    notation = history.game.notation
    written = history.written()
    for key in data.draw(st.lists(st.sampled_from([*notation.KEYS, "other"]), max_size=3)):
        written[key] = data.draw(VALUES)
    pos = history.game.files.lay_out(history.edition, history.options, 3)
    try:
        notation.read_position(written, pos, hidden=data.draw(st.booleans()))
    except NotationError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("game", "written", "message"),
    [
        ("mada", {}, "to_act: is missing"),
        ("mada", {"to_act": 2}, "to_act: must be a seat from 0 to 1, not 2"),
        ("mada", {"to_act": 0, "hand": ["", ""]}, "hand: unknown key; a position has"),
        ("mada", {"to_act": 0, "hands": ["S", ""]}, "hands[0]: a Scorpion never stays in a hand"),
        ("mada", {"to_act": 0, "hands": ["1 1 1 1", ""]}, "hands[0]: a hand has at most 3 cards"),
        ("mada", {"to_act": 0, "hands": ["?", ""]}, "“?” is not a card of this game"),
        ("mada", {"to_act": 0, "piles": ["D", ""]}, "piles[0]: only Cactus cards and Lemurs"),
        ("mada", {"to_act": 0, "aside": ["1 2 3 4 5", ""]}, "aside: the game is already over"),
        ("mada", {"to_act": 0, "discard": "1 1 1 1 1 1"}, "cards: the deck has 5 of 1, this position 6"),
        ("mada", {"to_act": 0, "discard": "1 " * 300}, "discard: 300 cards, more than the deck has"),
        ("mada", {"to_act": 0, "pending": "swap"}, "the card that asks for this choice lies on the discard"),
        ("mad", {"to_act": 0, "hands": ["g1 " * 130, "g1"]}, "hands[0]: 130 cards, more than the deck has"),
        ("maumau", {"to_act": 0, "out": "r1 " * 130}, "out: the deck has 3 of r1, not 130"),
        ("mad", {"to_act": 0, "hands": ["g1", "g1"]}, "open: at least one card lies on open"),
        ("mad", {"to_act": 0, "hands": ["g1", ""], "open": "g2"}, "hands: a player without cards has won"),
        ("mad", {"to_act": 0, "hands": ["g1", "g1"], "open": "W"}, "open: the wild on top has a colour"),
        ("mad", {"to_act": 0, "hands": ["g1", "g1"], "open": "W:r", "first": True}, "the dealer has yet to name the colour"),
        ("mad", {"to_act": 0, "hands": ["g1", "g1"], "open": "g2", "known": ["1 of 0: g3"]}, "seat 0 does not hold these cards"),
        ("maumau", {"to_act": 0, "board": {"z9": "r5"}}, "board.z9: there is no space “z9” on this board"),
        ("maumau", {"to_act": 0, "board": {"f5": "J"}}, "a Joker has a face, like J:r5"),
        ("maumau", {"to_act": 0, "board": {"f5": "r5 b5"}}, "board.f5: only a tower holds several cards"),
        ("maumau", {"to_act": 0, "penalty": 3}, "penalty: every Draw 2 adds two cards"),
        ("maumau", {"to_act": 0, "owes": ["mau", ""]}, "owes[0]"),
    ],
)
def test_an_impossible_position_says_why(game: str, written: dict[str, Any], message: str) -> None:
    from kartenhaus.core import edition

    rules = find(game)
    pos = rules.files.lay_out(edition.find(rules, "standard"), {}, 2)
    with pytest.raises(NotationError) as caught:
        rules.notation.read_position(written, pos)
    assert message in str(caught.value)
