"""Hidden cards are dealt as they are likely to lie: exactly so on small decks, and only by what a seat has heard."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

import numpy as np
import pytest

import kartenhaus
from kartenhaus.bots import View, find, mad_memory
from kartenhaus.bots.dealing import NEVER
from kartenhaus.bots.memory import MEMORIES, Factors, Forgotten, Memory, likely_views, resampled
from kartenhaus.bots.search import Search, Settings, Thought
from kartenhaus.core.events import heard
from kartenhaus.core.game import find as find_game
from kartenhaus.core.history import History, conceal, dealt, journal_words
from kartenhaus.core.random import dice_of, seed_words
from kartenhaus.games.mad import moves
from kartenhaus.games.mad.position import ANSWER, CARD, DRAWN, KINDS, TURN

DEALS = 40_000
Told = tuple[Any, ...]
Odds = dict[Any, float]

# What happens in a small game of four kinds, as calls of Memory; hand 0 is the viewer's.
SHORT: list[Told] = [*[("gains", 1)] * 2, *[("gains", 2)] * 2, ("chose", 1, 1), ("gains", 1), ("loses", 1, 2), ("chose", 2, 2)]
SWAPPED: list[Told] = [*SHORT, ("swap", 1, 2), ("chose", 1, 3), ("gains", 2), ("gained", 3), ("loses", 1, 1), ("chose", 2, 1)]
PASSED: list[Told] = [*SHORT, ("gains_known", 1, 3), ("passes", 1, 2, 3), ("chose", 1, 2), ("chose", 2, 3), ("loses", 2, 3)]
RESHUFFLED: list[Told] = [
    *[("gains", 1)] * 3,
    *[("sees", 1), ("sees", 4), ("chose", 1, 1), ("loses", 1, 2), ("reshuffled", [0, 1, 1, 0, 1])],
    *[("gains", 1), ("chose", 1, 2), ("gains", 1), ("gained", 3), ("loses", 1, 4)],
]
STORIES = {
    "short": (SHORT, [0, 2, 3, 2, 2]),
    "swapped": (SWAPPED, [0, 3, 2, 2, 2]),
    "passed on": (PASSED, [0, 2, 2, 2, 1]),
    "reshuffled": (RESHUFFLED, [0, 2, 1, 1, 1]),
}


def rows() -> Factors:
    factors = Factors(5)
    factors.add("one", [1, 0.2, 1, 0.5, 1])
    factors.add("two", [1, 1, 0.1, 3, 1])
    factors.add("three", [1, 0.7, 0.4, 1, 0.05])
    return factors


def remembered(story: list[Told], pool: list[int]) -> Memory:
    memory = Memory(3, 0, rows().logs, [pool.copy()])
    for what, *about in story:
        if what == "passes":
            about[1] = memory.hand_of[about[1]]
        getattr(memory, what)(*about)
    return memory


def enumerated(story: list[Told], pool: list[int]) -> Odds:
    """The same by trying everything: each card that can come, each that can leave. Hands as sorted kinds, seats 1 and 2."""
    factors = np.exp(rows().logs)
    odds: Odds = defaultdict(float)
    seen = [about[0] for what, *about in story if what == "sees"]
    first = [count - seen.count(kind) for kind, count in enumerate(pool)]

    def follow(number: int, hands: tuple[tuple[tuple[int, bool], ...], ...], pool: list[int], weight: float) -> None:
        if number == len(story):
            odds[tuple(tuple(sorted(kind for kind, _ in hand)) for hand in hands)] += weight
            return
        what, *about = story[number]
        after = number + 1
        if what == "sees":
            follow(after, hands, pool, weight)
        elif what == "reshuffled":
            follow(after, hands, about[0], weight)
        elif what == "swap":
            follow(after, (hands[1], hands[0]), pool, weight)
        elif what == "gained":  # told with the card before it
            follow(after, hands, pool, weight)
        elif what == "gains":
            extra = story[after][1] if story[after : after + 1] and story[after][0] == "gained" else 0
            for kind in range(1, 5):
                if pool[kind]:
                    rest = [count - (other == kind) for other, count in enumerate(pool)]
                    chance = pool[kind] / sum(pool) * factors[extra, kind]
                    follow(after, replaced(hands, about[0], (*hands[about[0] - 1], (kind, False))), rest, weight * chance)
        elif what == "gains_known":
            follow(after, replaced(hands, about[0], (*hands[about[0] - 1], (about[1], True))), pool, weight)
        elif what == "chose":
            follow(after, hands, pool, weight * np.prod([factors[about[1], kind] for kind, _ in hands[about[0] - 1]]))
        elif what == "loses":
            hand = hands[about[0] - 1]
            known = [(about[1], True)] if (about[1], True) in hand else [card for card in hand if card[0] == about[1]]
            for card in known:
                follow(after, replaced(hands, about[0], without(hand, card)), pool, weight)
        else:
            hand = hands[about[0] - 1]
            for card in hand:
                given = replaced(hands, about[0], without(hand, card))
                follow(after, replaced(given, about[1], (*given[about[1] - 1], card)), pool, weight * factors[about[2], card[0]])

    follow(0, ((), ()), first, 1.0)
    return normal(odds)


def replaced(hands: Any, seat: int, hand: Any) -> Any:
    return tuple(hand if number == seat - 1 else other for number, other in enumerate(hands))


def without(hand: Any, card: Any) -> Any:
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def normal(odds: Odds) -> Odds:
    total = sum(odds.values())
    return {key: value / total for key, value in odds.items() if value > 0}


def sampled(memory: Memory, seats: tuple[int, ...] = (1, 2), seed: int = 1) -> Odds:
    hands, weights = memory.deal(DEALS, dice_of(seed))
    chosen = resampled(weights, DEALS, dice_of(seed + 1))
    assert chosen is not None
    kinds = np.arange(hands.shape[2])
    found = Counter(
        tuple(tuple(np.repeat(kinds, hands[deal, memory.hand_of[seat]]).tolist()) for seat in seats) for deal in chosen.tolist()
    )
    return normal(dict(found))


def apart(one: Odds, other: Odds) -> float:
    """How much of the probability lies differently."""
    return sum(abs(one.get(key, 0) - other.get(key, 0)) for key in one.keys() | other.keys()) / 2


@pytest.mark.parametrize("name", STORIES)
def test_deals_are_as_likely_as_by_trying_everything(name: str) -> None:
    story, pool = STORIES[name]
    exact, found = enumerated(story, pool), sampled(remembered(story, pool))
    even = sampled(remembered([told for told in story if told[0] not in ("chose", "gained")], pool))
    assert found.keys() <= exact.keys()
    assert apart(exact, found) < 0.015
    assert apart(exact, even) > 0.1  # the test can tell


def small_game(deck: str, seed: int) -> History:
    """A game of MAD with few cards, two for each of two players."""
    game = find_game("mad")
    counts = Counter(deck.split())
    history = History(game, 2, seed, {})
    history.position = game.files.lay_out({"hands": {"2": 2}, "deck": counts}, {}, 2)
    history.journal.add(dealt(game, history.position, seed_words(seed)))
    return history


DECK = "r1 r2 r2 b1 b2 g1 g3 W N"


def by_rules(start: Any, played: list[tuple[int, int]], viewer: int) -> Odds:
    """The hand of the other after some moves: every order of the cards that were hidden at first, if the viewer hears the same."""
    rules, factors, rows = find_game("mad").rules, np.exp(mad_memory.factors().logs), mad_memory.factors().numbers
    other, odds, wanted = 1 - viewer, defaultdict(float), None  # type: ignore[var-annotated]
    mine = np.repeat(np.arange(KINDS), start.hands[other])
    hidden = [*mine.tolist(), *start.closed[: start.left].tolist()]
    for order in [hidden, *permutations(hidden)]:  # the real one first: it says what was heard
        pos = start.clone()
        pos.hands[other] = np.bincount(order[: len(mine)], minlength=KINDS)
        pos.kinds_held[other] = sum(1 << kind for kind in set(order[: len(mine)]))
        pos.closed[: start.left] = order[len(mine) :]
        weight, words, legal = 1.0, [], np.zeros(rules.MAX_MOVES, np.int64)
        for seat, move in played:
            if move not in legal[: rules.legal(pos, seat, legal)].tolist():
                weight = 0.0
                break
            row, card, top = 0, 0, int(pos.open[pos.lying - 1])
            if seat == other:
                card = moves.card_of(move) if move < moves.ANSWER_FIRST else 0
                if pos.pending == TURN and card:
                    row = rows["played", top, mad_memory.SORT[card]]
                elif pos.pending == TURN:
                    row = rows["drew", top]
                elif pos.pending == ANSWER and move == moves.ALLOW:
                    row = rows["allowed"]
                elif pos.pending == DRAWN and move == moves.KEEP:
                    weight *= factors[rows["kept", top], int(pos.drawn)]
                defends = moves.DEFEND < move < moves.GIFT
                left = pos.hands[other].copy()
                if card or defends:
                    kind = card or CARD.parse("N")
                    weight *= left[kind] if pos.pending != DRAWN else 1
                    left[kind] -= 1
                if moves.colour_of(move):
                    weight *= np.prod(factors[rows["named", moves.colour_of(move) - 1]] ** left)
                weight *= np.prod(factors[row] ** left)
            pos.told, pos.telling = 0, 1
            rules.play(pos, seat, move)
            pos.telling = 0
            words += heard(journal_words(pos.journal, int(pos.told)), viewer)
        if wanted is None:
            wanted = words
        elif weight > 0 and words == wanted:
            odds[(tuple(np.repeat(np.arange(KINDS), pos.hands[other]).tolist()),)] += weight
    return normal(odds)


@pytest.mark.parametrize("seed", [1, 2, 3, 5, 8])
def test_mad_on_a_small_deck_is_as_likely_as_by_replaying_every_deal(seed: int) -> None:
    """Follow the rules from every possible deal, and weigh what the other did by the hand they then had."""
    history, viewer = small_game(DECK, seed), 0
    start, chance = history.position.clone(), np.random.default_rng(seed)
    played: list[tuple[int, int]] = []
    while not history.over and len(played) < 14:
        seat = history.to_act
        legal = history.legal_numbers()
        safe = [move for move in legal if history.position.held[seat] > 1 or move >= moves.DRAW] or legal
        move = int(safe[chance.integers(len(safe))])
        if int(history.position.left) == 0:  # one pile is enough here; the stories above have two
            break
        played.append((seat, move))
        history.play(move)
    while history.position.pending == DRAWN or history.over:
        history, played = replay(seed, played[:-1]), played[:-1]
    view = View.seen(history, viewer)
    exact, found = by_rules(start, played, viewer), sampled(mad_memory.remember(view), (1 - viewer,))
    assert found.keys() <= exact.keys()
    assert apart(exact, found) < 0.015


def replay(seed: int, played: list[tuple[int, int]]) -> History:
    history = small_game(DECK, seed)
    for seat, move in played:
        history.play(move, seat)
    return history


def game(name: str, players: int, seed: int) -> Iterator[History]:
    """A game between players who follow the rules of thumb, at every choice."""
    history, bot = kartenhaus.deal(name, players=players, seed=seed), find("greedy:slips=20")()
    while not history.over:
        view = View.seen(history, history.to_act)
        if len(view.legal_numbers()) > 1:
            yield history
        history.play(bot.choose(view, len(history.played)))


@pytest.mark.parametrize("name", MEMORIES)
@pytest.mark.parametrize("players", [2, 4])
def test_likely_views_are_possible(name: str, players: int) -> None:
    """Everything heard can be followed, and the cards dealt are there: known ones where they are, no others than are unseen."""
    counts = np.zeros(len(kartenhaus.deal(name, players=players).position.deck), np.int64)
    for seed in range(4):
        for history in islice(game(name, players, seed), 0, None, 3):
            view = View.seen(history, history.to_act)
            views = likely_views(view, 20, dice_of(seed))
            assert len(views) == 20
            for one in views:
                assert (one.hands[: view.players].sum(axis=1) == history.position.held[: view.players]).all()
                assert (one.hands >= view.position.hands).all()
                assert (one.hands[view.seat] == view.position.hands[view.seat]).all()
                history.game.rules.census(one, counts)
                assert (counts <= one.deck).all()
                twin = one.clone()
                history.game.rules.redeal(twin, dice_of(seed))
                assert conceal(history.game, twin, view.seat).tobytes() == view.position.tobytes()


def think(view: View, seed: int = 1, **settings: Any) -> Thought:
    return Search(Settings(iterations=150, **settings)).think(view, seed)


def late(name: str, seed: int = 4, moves_made: int = 12) -> History:
    return next(history for history in game(name, 3, seed) if len(history.played) > moves_made)


@pytest.mark.parametrize("name", MEMORIES)
def test_what_was_heard_matters(name: str) -> None:
    view = View.seen(late(name), late(name).to_act)
    assert think(view, belief=True) == think(view, belief=True)
    assert think(view, belief=True) != think(view, belief=False)


@pytest.mark.parametrize("name", kartenhaus.game_names())
def test_without_events_hidden_cards_are_dealt_evenly(name: str) -> None:
    history = late(name)
    view = View.of(history.game, history.position, history.to_act)
    assert think(view, belief=True) == think(view, belief=False)


@pytest.mark.parametrize("name", MEMORIES)
def test_events_that_do_not_lead_to_the_view_count_for_nothing(name: str) -> None:
    history = late(name)
    view, events = View.seen(history, history.to_act), View.seen(history, history.to_act).events
    for wrong in (events[:-4], events[4:], events + events[-4:]):
        view.position.heard = lambda wrong=wrong: wrong
        assert think(view, belief=True) == think(view, belief=False)


def test_a_story_that_cannot_be_has_no_deals() -> None:
    memory = remembered([("gains", 1), ("gains", 2), ("loses", 1, 4)], [0, 2, 2, 0, 0])
    hands, weights = memory.deal(10, dice_of(1))
    assert weights.tolist() == [NEVER] * 10
    assert resampled(weights, 10, dice_of(1)) is None
    with pytest.raises(Forgotten):
        remembered([("gains", 1), ("sees", 4)], [0, 2, 2, 0, 0])
    with pytest.raises(Forgotten):
        remembered([("gains", 1), ("reshuffled", [0, 1, 1, 1, 1])], [0, 2, 2, 0, 0])
    assert hands.shape == (10, 3, 5)


INTERPRETED = """
import sys
import kartenhaus
from kartenhaus.bots import View, find
from kartenhaus.bots.search import Search, Settings
history = kartenhaus.deal(sys.argv[1], players=3, seed=4)
for number in range(14):
    history.play(find("greedy")().choose(View.seen(history, history.to_act), number))
print(Search(Settings(iterations=40, belief=True)).think(View.seen(history, history.to_act), 7))
"""


@pytest.mark.parametrize("name", MEMORIES)
def test_interpreted_equals_compiled(name: str) -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", INTERPRETED, name],
            env={**os.environ, "KARTENHAUS_INTERPRET": interpret},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for interpret in "01"
    ]
    assert told[0] == told[1]
