"""Hidden cards are dealt as they are likely to lie: exactly so on small decks, and only by what a seat has heard."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice, permutations
from typing import Any

import numpy as np
import pytest

import kartenhaus
from kartenhaus.bots import View, find, mad_memory, maumau_memory
from kartenhaus.bots.dealing import NEVER
from kartenhaus.bots.memory import MEMORIES, Factors, Forgotten, Memory, likely_views, resampled
from kartenhaus.bots.search import Search, Settings, Thought
from kartenhaus.core.events import heard
from kartenhaus.core.game import find as find_game
from kartenhaus.core.history import History, conceal, dealt, earnings, journal_words, legal_numbers
from kartenhaus.core.random import dice_of, seed_words
from kartenhaus.games.mad import moves as mad
from kartenhaus.games.mad.moves import DRAW
from kartenhaus.games.mad.position import ANSWER, DRAWN, NOT_ME, TURN
from kartenhaus.games.maumau import moves as maumau
from kartenhaus.games.maumau import position as maumau_position
from kartenhaus.games.maumau.moves import PASS as PASS_ON_MOVE
from kartenhaus.games.maumau.moves import THROW
from kartenhaus.games.maumau.position import JOKER

DEALS = 200_000
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
    kinds, shape = np.arange(hands.shape[2]), (len(seats), hands.shape[2])
    dealt = hands[chosen][:, [memory.hand_of[seat] for seat in seats]]
    found = Counter(one.tobytes() for one in dealt)
    odds: Odds = {
        tuple(tuple(np.repeat(kinds, hand).tolist()) for hand in np.frombuffer(key, np.int8).reshape(shape)): count
        for key, count in found.items()
    }
    return normal(odds)


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


@dataclass(frozen=True)
class Small:
    """A game with few cards for two, small enough to try every deal."""

    name: str
    edition: dict[str, Any]
    deck: str
    weight: Callable[[Any, int, int], float]
    """How likely a seat is to make a move, up to a factor that does not depend on its cards."""

    seeds: tuple[int, ...]
    """Games in which the other does much that says something."""
    leaving: int = 0
    """The game is followed until so few cards are left to draw."""

    def __str__(self) -> str:
        return self.name

    def deal(self, seed: int) -> History:
        game, counts = find_game(self.name), Counter(self.deck.split())
        history = History(game, 2, seed, {})
        history.position = game.files.lay_out({**self.edition, "deck": counts}, {}, 2)
        history.journal.add(dealt(game, history.position, seed_words(seed)))
        return history

    def play(self, seed: int) -> tuple[History, list[tuple[int, int]]]:
        """Play by chance, up to a decision of seat 0 that leaves everything hidden hidden."""
        history, chance, played = self.deal(seed), np.random.default_rng(seed), list[tuple[int, int]]()
        while not history.over and len(played) < 14 and history.position.left > self.leaving:
            seat, legal = history.to_act, history.legal_numbers()
            words = [move for move in legal if move >= (DRAW if self.name == "mad" else THROW)]
            moves = [move for move in legal if move not in words or self.name == "mad"]
            safe = moves if history.position.held[seat] > 1 or self.name != "mad" else words
            if not safe:
                break
            played.append((seat, int(safe[chance.integers(len(safe))])))
            history.play(played[-1][1])
        while history.to_act != 0:
            played.pop()
            history = self.deal(seed)
            for seat, move in played:
                history.play(move, seat)
        return history, played

    def try_everything(self, start: Any, played: list[tuple[int, int]]) -> Odds:
        """The hand of seat 1 after some moves: by the rules, from every deal after which seat 0 hears the same."""
        rules, pile = find_game(self.name).rules, "closed" if self.name == "mad" else "stack"
        odds: Odds = defaultdict(float)
        kinds, heard_first = np.arange(len(start.deck)), None
        size = int(start.held[1])
        hidden = [*np.repeat(kinds, start.hands[1]).tolist(), *start[pile][: start.left].tolist()]
        for order in [tuple(hidden), *set(permutations(hidden))]:  # the real one first: it says what is heard
            pos = start.clone()
            pos.hands[1] = np.bincount(order[:size], minlength=len(kinds))
            pos.kinds_held[1] = sum(1 << kind for kind in set(order[:size]))
            pos[pile][: start.left] = order[size:]
            weight, words = 1.0, list[int]()
            for seat, move in played:
                if move not in legal_numbers(find_game(self.name), pos, seat):
                    weight = 0.0
                    break
                weight *= self.weight(pos, seat, move) if seat == 1 else 1
                pos.told, pos.telling = 0, 1
                rules.play(pos, seat, move)
                pos.telling = 0
                words += heard(journal_words(pos.journal, int(pos.told)), 0)
            if heard_first is None:
                heard_first = words
            elif weight > 0 and words == heard_first:
                odds[(tuple(np.repeat(kinds, pos.hands[1]).tolist()),)] += weight
        return normal(odds)


def kept_by(hand: Any, kind: int, known: Any) -> tuple[Any, int]:
    """The hand without a card, and how many it had of that kind, among which it was chosen: one, if it was known."""
    rest = hand.copy()
    rest[kind] -= 1
    return rest, 1 if known[kind] else int(hand[kind])


def mad_weight(pos: Any, seat: int, move: int) -> float:
    rows, factors = mad_memory.factors().numbers, np.exp(mad_memory.factors().logs)
    top, weight, hand = int(pos.open[pos.lying - 1]), 1.0, pos.hands[seat].copy()
    card = mad.card_of(move) if move < mad.ANSWER_FIRST else NOT_ME if mad.DEFEND < move < mad.GIFT else 0
    if card:
        hand, copies = kept_by(hand, card, pos.known[seat, 0])
        weight *= copies if pos.pending != DRAWN else 1
    if move < mad.DRAW and mad.colour_of(move):
        weight *= np.prod(factors[rows["named", mad.colour_of(move) - 1]] ** hand)
    if pos.pending == TURN:
        return float(weight * np.prod(factors[rows["played", top, mad_memory.SORT[card]] if card else rows["drew", top]] ** hand))
    if pos.pending == ANSWER and not card:
        return float(weight * np.prod(factors[rows["allowed"]] ** hand))
    return float(weight * (factors[rows["kept", top], int(pos.drawn)] if move == mad.KEEP else 1))


def maumau_weight(pos: Any, seat: int, move: int) -> float:
    """Find what fits by asking the rules what a player with one card of every kind could do."""
    memory = maumau_memory
    if move >= PASS_ON_MOVE:
        return float(kept_by(pos.hands[seat], maumau.card_of(move), pos.known[seat, 0])[1])
    everything = pos.clone()
    everything.hands[seat, 1:], everything.kinds_held[seat] = 1, (1 << len(pos.deck)) - 2
    possible = [one for one in legal_numbers(find_game("maumau"), everything, seat) if one < maumau.WORD]
    earned = earnings(find_game("maumau"), everything, possible)
    beside = {maumau.card_of(one) for one in possible if not pos.top[maumau.space_of(one)]}
    anywhere = {maumau.card_of(one) for one in possible}
    if move == maumau.DRAW:
        cannot = dict.fromkeys(anywhere, memory.PAID) if pos.penalty else dict.fromkeys(beside, memory.CANNOT)
        factors = cannot if pos.penalty else {**dict.fromkeys(anywhere, memory.TOWERED), **cannot}
        return float(np.prod([factors.get(kind, 1) ** int(count) for kind, count in enumerate(pos.hands[seat])]))
    hand, copies = kept_by(pos.hands[seat], maumau.card_of(move), pos.known[seat, 0])
    earning = {maumau.card_of(one) for one, points in zip(possible, earned, strict=True) if points and maumau.card_of(one) != JOKER}
    earning = set() if pos.penalty or dict(zip(possible, earned, strict=True))[move] else earning
    others = anywhere if pos.penalty else beside - {JOKER}
    factors = {**dict.fromkeys(others, memory.OTHERS), **dict.fromkeys(earning, memory.EARNING)}
    return float(copies * np.prod([factors.get(kind, 1) ** int(count) for kind, count in enumerate(hand)]))


SMALL = [
    Small("mad", {"hands": {"2": 2}}, "r1 r1 r2 r2 b1 b1 b2 g1 W N N", mad_weight, (2, 3, 4, 5, 8), 2),
    Small("maumau", {"hand": 2}, "r1 r1 r2 r2 b3 b3 b3 gD gD rD J y1", maumau_weight, (2, 3, 6, 11, 12), 3),
]


@pytest.mark.parametrize(("small", "seed"), [(small, seed) for small in SMALL for seed in small.seeds], ids=str)
def test_a_small_deck_is_dealt_as_by_replaying_every_deal(small: Small, seed: int) -> None:
    """Follow the rules from every possible deal, and weigh what the other did by the hand they then had."""
    history, played = small.play(seed)
    exact = small.try_everything(small.deal(seed).position, played)
    found = sampled(remember(View.seen(history, 0)), (1,))
    assert len(exact) > 2
    assert apart(exact, found) < 0.015


def remember(view: View) -> Memory:
    memory: Memory = import_module(MEMORIES[view.game.name]).remember(view)
    return memory


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


@pytest.mark.parametrize("options", [{"board": "one"}, {"board": "two"}, {"board": "two", "match_all": True}], ids=str)
def test_maumau_follows_what_fits_where_and_earns(options: dict[str, Any]) -> None:
    """The rules say what a player with one card of every kind could place."""
    history, chance, earned_something = kartenhaus.deal("maumau", players=3, seed=6, **options), np.random.default_rng(1), 0
    while not history.over:
        seat = history.to_act
        if history.position.pending == maumau_position.TURN and not history.position.penalty:
            everything = history.position.clone()
            everything.hands[seat, 1:], everything.kinds_held[seat] = 1, (1 << len(everything.deck)) - 2
            possible = [move for move in legal_numbers(history.game, everything, seat) if move < maumau.WORD]
            earned = earnings(history.game, everything, possible)
            follow = maumau_memory.Following(View.seen(history, seat))
            for event in View.seen(history, seat).events:
                follow.hear(event)
            towers = [move for move in possible if history.position.top[maumau.space_of(move)]]
            assert follow.beside_a_card() == bits(set(possible) - set(towers))
            assert follow.on_a_tower() == bits(towers)
            earning = bits(move for move, points in zip(possible, earned, strict=True) if points) & ~maumau_memory.ANY
            assert follow.earning() == earning
            for move, points in zip(possible, earned, strict=True):
                assert follow.earns(maumau.card_of(move), maumau.space_of(move)) == (points > 0)
            earned_something += bool(earning)
        legal = history.legal_numbers()
        history.play(legal[chance.integers(len(legal))])
    assert earned_something


def bits(moves: Iterable[int]) -> int:
    """The kinds of the cards in some moves."""
    kinds = 0
    for move in moves:
        kinds |= 1 << maumau.card_of(move)
    return kinds


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
