"""The facts behind a move are right, and only what the seat may know."""

from __future__ import annotations

import numpy as np
import pytest

import kartenhaus
from kartenhaus.bots import View
from kartenhaus.bots.reasons import FACTS, reasons
from kartenhaus.core.random import dice_of
from kartenhaus.games.mad.position import FITS


@pytest.mark.parametrize(("game", "players"), [("mada", 5), ("mad", 6), ("maumau", 4)])
def test_equal_views_have_equal_facts(game: str, players: int) -> None:
    history, chance = kartenhaus.deal(game, players=players, seed=3), np.random.default_rng(3)
    for number in range(30):
        view = View.seen(history, history.to_act)
        twin = view.position.clone()
        view.game.rules.redeal(twin, dice_of(number))
        for move in view.legal_numbers():
            facts = reasons(view, move)
            assert facts == reasons(View.of(view.game, twin, view.seat), move)
            assert all(fact.name in FACTS and -1 <= fact.seat < players for fact in facts)
        history.play(int(chance.choice(view.legal_numbers())))
        if history.over:
            break


def test_the_chance_of_luck_is_the_share_of_lower_cards() -> None:
    """In a view of MADA whose unseen cards are counted one by one."""
    history = kartenhaus.deal("mada", players=2, seed=7)
    while not any(text == "luck" for text in history.legal()) or history.position.heights[history.to_act] == 0:
        history.play(history.legal()[0])
    view, lower = View.seen(history, history.to_act), []
    top = int(view.position.piles[view.seat, view.position.heights[view.seat] - 1])
    luck = view.legal_numbers()[view.legal().index("luck")]
    for number in range(2000):
        deal = view.position.clone()
        view.game.rules.redeal(deal, dice_of(number))
        lower.append(int(deal.stack[deal.left - 1]) < top)
    (fact,) = (fact for fact in reasons(view, luck) if fact.name == "lower")
    assert fact.value == pytest.approx(np.mean(lower), abs=0.04)


def test_who_can_answer_is_as_likely_as_by_dealing_often() -> None:
    history = kartenhaus.deal("mad", players=3, seed=5)
    view = View.seen(history, history.to_act)
    place = next(number for number, text in enumerate(view.legal()) if text.startswith("play"))
    move = view.legal_numbers()[place]
    facts = {fact.seat: fact.value for fact in reasons(view, move) if fact.name == "can_answer"}
    held: dict[int, list[bool]] = {seat: [] for seat in facts}
    for number in range(1000):
        deal = view.position.clone()
        view.game.rules.redeal(deal, dice_of(number))
        hands = np.array(deal.hands)
        view.game.rules.play(deal, view.seat, move)
        fits = int(FITS[deal.open[deal.lying - 1]])
        for seat, found in held.items():
            found.append(any(hands[seat, kind] and fits >> kind & 1 for kind in range(hands.shape[1])))
    assert facts == pytest.approx({seat: np.mean(found) for seat, found in held.items()}, abs=0.05)
