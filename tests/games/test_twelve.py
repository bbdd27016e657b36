"""An edition of Mau Mau may have numbers up to 12; without them nothing is different."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest
from test_maumau_board import check

import kartenhaus
from kartenhaus.bots import View
from kartenhaus.bots import find as find_bot
from kartenhaus.bots.memory import likely_views
from kartenhaus.bots.search import Search, Settings
from kartenhaus.core import recordfile, scenario
from kartenhaus.core.edition import STANDARD
from kartenhaus.core.edition import find as find_edition
from kartenhaus.core.errors import InvalidMove
from kartenhaus.core.game import find
from kartenhaus.core.random import dice_of
from kartenhaus.games.maumau.moves import SPACE
from kartenhaus.games.maumau.position import CARD, JOKER, JOKER_AS, KINDS
from twelve import SIGNS, TWELVE

GAME = find("maumau")
SETTINGS: list[dict[str, Any]] = [{}, {"board": "two"}, {"board": "two", "match_all": True}, {"announce": "manual"}]
FITS = """
position = { to_act = 0, hands = ["r12 g11 y1 J", "g12 b2"], board = { a1 = "r11" }, draw = "b10" }
map = ["S..."]
[[step]]
expect = { legal = ["place r12 b1", "place g11 b1", "place J b1"] }
[[step]]
seat = 0
move = "place y1 b1"
error = "y1 fits no card beside b1: it needs the colour or the value of r11"
[[step]]
seat = 0
move = "place r12 b1"
expect = { board = { b1 = "r12" }, points = [0, 0], to_act = 1 }
[[step]]
seat = 1
move = "place g12 c1"
expect = { board = { c1 = "g12" }, hands = ["y1 g11 J", "b2"], to_act = 0 }
[[step]]
seat = 0
move = "place J d1"
expect = { board = { d1 = "J:g12" }, over = true }
"""
DOUBLE = """
position = { to_act = 0, hands = ["y12 y1 b3", "y11 b2 b4"], board = { a1 = "y12" }, draw = "b10" }
map = ["S1.."]
[[step]]
seat = 0
move = "place y12 b1"
expect = { points = [3, 0] }
[[step]]
seat = 1
move = "place y11 c1"
expect = { points = [3, 0] }
"""
TOWER = """
position = { to_act = 0, hands = ["g10 r11 b1", "r10 y1 r1"], board = { a1 = "r5", b1 = "r10" }, draw = "b10" }
map = ["ST.."]
[[step]]
expect = { legal = ["place g10 b1", "place g10 c1", "place r11 c1"] }
[[step]]
seat = 0
move = "place r11 b1"
error = "the tower shows r10: only the same value or symbol goes on top"
[[step]]
seat = 0
move = "place g10 b1"
expect = { board = { b1 = "r10 g10" }, points = [0, 0] }
[[step]]
seat = 1
expect = { legal = ["place r10 b1", "place r10 c1"] }
[[step]]
seat = 1
move = "place r10 b1"
expect = { board = { b1 = "r10 g10 r10" }, points = [0, 0] }
"""
SYMBOLS = """
position = { to_act = 0, hands = ["rD r1 b3", "gS y12 b2"], board = { a1 = "r12" }, draw = "b10 b11 b12" }
map = ["S..."]
[[step]]
seat = 0
move = "place rD b1"
expect = { penalty = 2, to_act = 1, legal = ["draw"] }
[[step]]
seat = 1
move = "draw"
expect = { hands = ["r1 b3", "gS y12 b2 b10 b11"], draw = "b12", to_act = 0 }
"""


def written(edition: dict[str, Any]) -> str:
    """An edition as a value of TOML."""
    keys = (f"{key} = {written(value) if isinstance(value, dict) else json.dumps(value)}" for key, value in edition.items())
    return f"{{ {', '.join(keys)} }}"


@pytest.mark.parametrize("text", [FITS, DOUBLE, TOWER, SYMBOLS], ids=["place", "double match", "tower", "symbols"])
def test_numbers_above_9_follow_the_rules(text: str) -> None:
    """maumau/place, maumau/joker, maumau/double-match, maumau/tower, maumau/draw-two"""
    (one,) = scenario.loads(f'game = "maumau"\nplayers = 2\noptions = {{ edition = {written(TWELVE)} }}\n{text}', "twelve.toml")
    assert scenario.run(one).differences == []


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_it_is_played_to_its_end(options: dict[str, Any]) -> None:
    """After every move all cards are there, a position reads back the same, and so does the record in the end."""
    placed: set[str] = set()
    for players in (2, 3, 4):
        history, dice = kartenhaus.deal("maumau", players=players, seed=players, edition=TWELVE, **options), random.Random(players)
        counts = np.zeros(KINDS, np.int64)
        while not history.over:
            pos = history.position
            check(pos)
            GAME.rules.census(pos, counts)
            assert dict(zip(CARD.names[1:], counts[1:].tolist(), strict=True)) == TWELVE["deck"]
            read = GAME.files.lay_out(history.edition, history.options, players)
            GAME.notation.read_position(GAME.notation.write_position(pos), read)
            assert read.tobytes() == pos.tobytes()
            view = history.view(history.to_act).clone()
            GAME.rules.redeal(view, dice_of(5))
            GAME.rules.census(view, counts)
            assert dict(zip(CARD.names[1:], counts[1:].tolist(), strict=True)) == TWELVE["deck"]
            move = dice.choice(history.legal())
            assert GAME.notation.describe(pos, GAME.notation.parse_move(pos, move)).text == move
            placed |= {move.split()[1][1:]} if move.startswith("place") else set()
            history.play(move)
        again = recordfile.loads(recordfile.dumps(history), "twelve.toml")
        assert again.edition == TWELVE
        assert again.position.tobytes() == history.position.tobytes()
    assert placed >= {"10", "11", "12"}


def test_the_new_numbers_change_no_deal_without_them() -> None:
    """The other cards keep their order; what else a seed decides does not ask for a card's number."""
    new = [name for name in CARD.names if name[1:] in ("10", "11", "12")]
    assert [name for name in CARD.names if name not in new] == [
        *("?", *(colour + sign for colour in "rgby" for sign in "123456789DSP"), "J")
    ]
    assert [name[1:] for name in CARD.names if name.startswith("g")] == list(SIGNS)
    standard = find_edition(GAME, STANDARD)
    named = {**standard, "deck": {**standard["deck"], **dict.fromkeys(new, 0)}}
    one, other = (kartenhaus.deal("maumau", players=3, seed=1, edition=edition) for edition in (standard, named))
    assert one.position.tobytes() == other.position.tobytes()


def test_every_card_has_room() -> None:
    """A kind fits the bits of a move and of a set; a Joker with any face fits a byte of the board and the field of an event."""
    assert len(CARD.names) == KINDS <= min(SPACE, 63)
    assert CARD.names[JOKER] == "J"
    assert JOKER_AS >= KINDS
    assert JOKER_AS + JOKER <= 127
    pos = kartenhaus.deal("maumau", players=2, seed=1, edition=TWELVE).position
    for name in CARD.names[1:]:
        for verb in ("pass", "discard"):
            assert GAME.notation.describe(pos, GAME.notation.parse_move(pos, f"{verb} {name}")).text == f"{verb} {name}"


def test_there_is_no_13() -> None:
    history = kartenhaus.deal("maumau", players=2, seed=1, edition=TWELVE)
    with pytest.raises(InvalidMove, match=r"“r13” is not a card of this game; cards are r1 .* r9 r10 r11 r12 rD"):
        history.play("place r13 a1")


def test_bots_play_with_it() -> None:
    """One that remembers and searches against one that goes by rules of thumb."""
    history = kartenhaus.deal("maumau", players=2, seed=3, edition=TWELVE, map=["S.1..T..", "A  D   ."])
    bots = [Search(Settings(iterations=200, belief=True)), find_bot("easy")()]
    while not history.over:
        view = View.seen(history, history.to_act)
        assert len(likely_views(view, 4, dice_of(1))) == 4
        history.play(bots[history.to_act].choose(view, seed=len(history.played)))
    assert history.position.uncovered == 0
