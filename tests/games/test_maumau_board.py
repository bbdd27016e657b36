"""What a position of Mau Mau keeps about its board is what the cards on the board say."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import kartenhaus
from kartenhaus.core.game import Position
from kartenhaus.core.random import dice_of
from kartenhaus.games.maumau.placing import face
from kartenhaus.games.maumau.position import ANY_COLOUR, ANY_SYMBOL, BITS, COLOUR_OF, SYMBOL_OF, TOWER

CROSSED = ["1.T.1A.D..", ".T.T......", "..S.......", "..........", ".A.D.T....", *[".........."] * 2, ".....T....", "....."]
SETTINGS: list[dict[str, Any]] = [{}, {"board": "two"}, {"board": "two", "match_all": True}, {"map": CROSSED}]


def spaces_in(words: np.ndarray[tuple[int], np.dtype[np.int64]]) -> set[int]:
    """A set of bits as the spaces it stands for."""
    return {word * BITS + bit for word in range(2) for bit in range(64) if int(words[word]) >> bit & 1}


def check(pos: Position) -> None:
    """Compare every set with one found by looking at each space and its neighbours."""
    top = {space: face(int(pos.top[space])) for space in range(pos.spaces) if pos.top[space]}
    beside = {space: [int(other) for other in pos.beside[space] if other >= 0] for space in range(pos.spaces)}
    near = {space: [top[other] for other in beside[space] if other in top] for space in beside}
    towers = {space for space in top if pos.ground[space] >= TOWER}
    assert not pos.top[pos.spaces :].any()
    assert [spaces_in(pos.around[space]) for space in beside] == [set(others) for others in beside.values()]
    assert spaces_in(pos.covered) == set(top)
    assert pos.uncovered == pos.spaces - len(top)
    assert spaces_in(pos.crowded) == {space for space, faces in near.items() if len(faces) > 1}
    for colour, row in enumerate(pos.by_colour):
        alike = {space for space, faces in near.items() if any(colour in (COLOUR_OF[shown], ANY_COLOUR) for shown in faces)}
        assert spaces_in(row) == alike
    for symbol, row in enumerate(pos.by_symbol):
        alike = {space for space, faces in near.items() if any(SYMBOL_OF[shown] == symbol for shown in faces)} - towers
        own = {space for space in towers if symbol in (SYMBOL_OF[top[space]], ANY_SYMBOL)}
        assert spaces_in(row) == alike | own


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_what_is_kept_follows_from_the_cards_on_the_board(options: dict[str, Any]) -> None:
    grown = 0
    for seed in range(8):
        dice = random.Random(seed)
        history = kartenhaus.deal("maumau", players=2 + seed % 3, seed=seed, **options)
        while not history.over:
            history.play(dice.choice(history.legal()))
            check(history.position)
        grown += int(history.position.storeys.sum())
    assert grown > 0 or options == {}


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_views_deals_and_written_positions_keep_the_same(options: dict[str, Any]) -> None:
    history, dice = kartenhaus.deal("maumau", players=3, seed=4, **options), random.Random(4)
    while not history.over:
        view = history.view(history.to_act).clone()
        check(view)
        history.game.rules.redeal(view, dice_of(5))
        check(view)
        read = history.game.files.lay_out(history.edition, history.options, history.players)
        history.game.notation.read_position(history.game.notation.write_position(history.position), read)
        check(read)
        assert read.tobytes() == history.position.tobytes()
        history.play(dice.choice(history.legal()))
