"""No bot can peek: its view holds nothing hidden, and its decisions depend on nothing else."""

from __future__ import annotations

import types
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from conftest import Setting, settings
from kartenhaus.bots import NAMES, View, find
from kartenhaus.bots.brains import brain
from kartenhaus.bots.skilled.files import GAMES as SKILLED
from kartenhaus.bots.skilled.files import skilled_brain
from kartenhaus.core.events import CARD, CARD_AT, SEEN_AT, SHOWN, Journal
from kartenhaus.core.game import Position
from kartenhaus.core.game import find as find_game
from kartenhaus.core.history import History, legal_numbers
from kartenhaus.core.packed import Packed
from kartenhaus.core.random import dice_of

SETTINGS = {
    "search": "search:iterations=60",
    "belief": "search:iterations=60:belief=true",
    "learned search": "search:judgement=learned:iterations=60:belief=true",
    "skilled search": "search:judgement=skilled:iterations=60:belief=true",
    "medium": "medium:iterations=60",
    "gambler": "gambler:iterations=60",
    "miser": "miser:iterations=60",
    "avenger": "avenger:iterations=60",
    "hard": "hard:iterations=300",
    "expert": "expert:iterations=300:milliseconds=0",
}


def walk(setting: Setting, seed: int) -> Iterator[tuple[History, int]]:
    """Play a random game, with moves out of turn; yield every position and seat that has a choice."""
    history = setting.deal(seed)
    chance = np.random.default_rng(seed)
    while not history.over:
        moves = {seat: history.legal_numbers(seat) for seat in range(history.players)}
        for seat, legal in moves.items():
            if len(legal) > 1 or (legal and seat != history.to_act):
                yield history, seat
        choices = [(move, seat) for seat, legal in moves.items() for move in legal]
        history.play(*choices[chance.integers(len(choices))])


def another(view: View, seed: int) -> Position:
    """Another position with the same view."""
    twin = view.position.clone()
    view.game.rules.redeal(twin, dice_of(seed))
    return twin


@pytest.mark.parametrize("bot", NAMES)
def test_same_view_same_decision(setting: Setting, bot: str) -> None:
    choose = find(SETTINGS.get(bot, bot))().choose
    for number, (history, seat) in enumerate(islice(walk(setting, seed=setting.players), 0, 61, 5)):
        view = View.of(history.game, history.position, seat)
        seen = View.of(history.game, another(view, number), seat)
        assert choose(view, number) == choose(seen, number)


@pytest.mark.parametrize("bot", [*NAMES, "belief", "learned search", "skilled search"])
def test_same_view_and_same_events_same_decision(setting: Setting, bot: str) -> None:
    """Whatever the cards are that a seat has not seen, now and in all that happened before."""
    choose = find(SETTINGS.get(bot, bot))().choose
    differs = 0
    for number, (history, seat) in enumerate(islice(walk(setting, seed=setting.players), 0, 61, 6)):
        twin = otherwise(history, seat, number)
        view, seen = View.seen(history, seat), View.seen(twin, seat)
        assert view.events == seen.events
        assert choose(view, number) == choose(seen, number)
        differs += history.journal.words != twin.journal.words
    assert differs


def otherwise(history: History, seat: int, seed: int) -> History:
    """The same game as far as a seat knows, with other cards wherever it saw none."""
    twin = history.at(len(history.played))
    twin.position = another(View.seen(history, seat), seed)
    chance, kinds = np.random.default_rng(seed), len(twin.position.deck)
    words = list(twin.journal.words)
    for place, word in enumerate(words):
        if word & 31 in (CARD, SHOWN) and not word >> SEEN_AT >> seat & 1:
            words[place] = word & ~(127 << CARD_AT) | int(chance.integers(1, kinds)) << CARD_AT
    twin.journal = Journal()
    twin.journal.add(words)
    return twin


def test_rules_of_thumb_read_only_what_the_seat_may_know(setting: Setting) -> None:
    rules = find_game(setting.name).rules
    minds = [brain(find_game(setting.name)), *([skilled_brain(setting.name)] if setting.name in SKILLED else [])]
    moves, by_position, by_view = (np.zeros(rules.MAX_MOVES, np.int64) for _ in range(3))
    for seed in range(3):
        for history, seat in walk(setting, seed):
            count = rules.legal(history.position, seat, moves)
            for mind in minds:
                mind.weigh(history.position, seat, moves, count, by_position)
                mind.weigh(history.view(seat), seat, moves, count, by_view)
                assert by_position[:count].tolist() == by_view[:count].tolist()


def test_nothing_hidden_can_be_reached_from_a_view(setting: Setting) -> None:
    for history, seat in islice(walk(setting, seed=5), 20):
        view = View.of(history.game, history.position, seat)
        packed = [thing for thing in reachable(view) if isinstance(thing, Packed)]
        assert packed == [view.position]
        assert not any(view.position.key)
        assert view.position.block == 0
        assert view.position.tobytes() == history.view(view.seat).tobytes()


def reachable(root: object) -> list[object]:
    """Everything a bot could reach through attributes and items, except code and modules."""
    found: list[object] = []
    todo = [root]
    while todo:
        thing = todo.pop()
        if isinstance(thing, type | types.ModuleType | types.FunctionType) or any(thing is other for other in found):
            continue
        found.append(thing)
        if isinstance(thing, dict):
            todo += [*thing.keys(), *thing.values()]
        elif isinstance(thing, list | tuple | set):
            todo += thing
        elif hasattr(thing, "__dict__") and not isinstance(thing, Packed):
            todo += vars(thing).values()
    return found


def test_a_redealt_position_has_the_legal_moves_of_the_view(setting: Setting) -> None:
    for number, (history, seat) in enumerate(walk(setting, seed=9)):
        view = View.of(history.game, history.position, seat)
        assert legal_numbers(history.game, another(view, number), seat) == view.legal_numbers()


def test_moves_out_of_turn_are_among_them() -> None:
    walks = (walk(setting, seed=1) for setting in settings() if dict(setting.options).get("announce") == "manual")
    assert any(seat != history.to_act for one in walks for history, seat in one)
