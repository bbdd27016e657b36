"""Compile a game part by part: what tables and their bots call, and what studies call.

Running a part once is enough: what is in the store is loaded, anything else is compiled and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

from kartenhaus.bots.brains import brain
from kartenhaus.bots.greedy import Greedy
from kartenhaus.bots.learned.files import brain_of, prefers_network, trained
from kartenhaus.bots.search import LEARNED, SKILLED, THUMB, Search, Settings
from kartenhaus.bots.skilled.files import skilled_brain, standings
from kartenhaus.bots.view import View
from kartenhaus.core.cards import spread
from kartenhaus.core.game import Game
from kartenhaus.core.history import History, earnings, proceed
from kartenhaus.core.jit import Unkept, is_compiled, is_kept
from kartenhaus.core.knowledge import kinds_in
from kartenhaus.core.random import below, dice_of, shuffle, start_game
from kartenhaus.core.simulation import simulate

SECONDS = {"deal": 2, "proceed": 3, "look": 2, "weigh": 1, "search": 4, "thumb": 4, "read": 1, "play": 3, "simulate": 3, "perft": 3}
"""The parts, and about how long each takes to compile on an idle core, to show to those who wait.

`search` is what levels use with the standard edition, `thumb` the search by rules of thumb, which they use with any other."""
PLAY = ("deal", "proceed", "look", "weigh", "search", "read")
"""The parts that tables and lessons call."""
MOVES = 12  # after these, a position has cards in all places


class Part(NamedTuple):
    """Functions that are compiled together."""

    name: str
    entry_points: list[Callable[..., Any]]
    run: Callable[[], object]


def parts(game: Game, names: Iterable[str] = PLAY) -> list[Part]:
    """Parts of a game, by their names."""
    rules, mind, players = game.rules, brain(game), game.players[0]
    seen: list[Callable[..., Any]] = [rules.look, rules.legal, rules.to_act, rules.score, rules.winners, start_game, below]
    seen += [rules.redeal] if game.questions else []
    seen += [vars(rules)["earns"]] if game.earns else []

    kinds = searches(game)

    def dealt() -> History:
        return History.deal(game, players, 1)

    def viewed() -> View:
        history = dealt()
        return View.seen(history, history.to_act)

    def move() -> None:
        history = dealt()
        seat, _, legal, _ = proceed(game, history.position)
        proceed(game, history.position, seat, legal[0])

    def look() -> None:
        history, view = dealt(), viewed()
        assert history.legal()
        assert history.result.points
        assert view.to_act == view.seat
        assert below(dice_of(1), 1) == 0
        if game.questions:
            rules.redeal(history.view(), dice_of(1))
        if game.earns:
            earnings(game, view.position, view.legal_numbers())

    def search() -> None:
        for judgement, count in kinds.items():
            history = History.deal(game, count, 1)
            Search(Settings(iterations=1, judgement=judgement)).think(View.seen(history, history.to_act), 1)

    def read() -> None:
        history = dealt()
        for _ in range(MOVES):
            if not history.over:
                history.play(history.legal()[0])
        game.notation.read_position(history.written(), game.files.lay_out(history.edition, {}, players))

    def play() -> None:
        history = dealt()
        seat = history.to_act
        rules.play(history.position, seat, history.legal_numbers(seat)[0])

    def count() -> None:
        position = dealt().position
        rules.perft(position, np.zeros(1, type(position).layout()), 0)

    known: dict[str, tuple[list[Callable[..., Any]], Callable[[], object]]] = {
        "deal": ([rules.deal], dealt),
        "proceed": ([rules.proceed], move),
        "look": (seen, look),
        "weigh": ([mind.weigh], lambda: Greedy().choose(viewed(), 1)),
        "search": ([search_by(game, kind) for kind in kinds], search),
        "thumb": ([mind.search], lambda: Search(Settings(iterations=1)).think(viewed(), 1)),
        "read": ([rules.census, shuffle, spread, kinds_in], read),
        "play": ([rules.play], play),
        "simulate": ([rules.simulate], lambda: simulate(game, players, 1)),
        "perft": ([rules.perft], count),
    }
    return [Part(name, *known[name]) for name in names]


def searches(game: Game) -> dict[str, int]:
    """The kinds of search that levels use with the standard edition, each with a number of players for which they do."""
    skilled, (low, high) = standings(game.name), game.players
    networks = skilled or (trained(game.name) if prefers_network(game.name) else None)
    better = {count for group in networks.header["groups"] for count in group} if networks else set()
    kind = SKILLED if skilled else LEARNED
    return {kind if count in better else THUMB: count for count in range(low, high + 1)}


def search_by(game: Game, kind: str) -> Callable[..., int]:
    """The search of a kind."""
    if kind == SKILLED:
        return skilled_brain(game.name).search
    return brain_of(game.name).search if kind == LEARNED else brain(game).search


def missing(game: Game, names: Iterable[str] = PLAY) -> list[str]:
    """The parts that must be compiled first, except code that is never kept: the search of a game without rules of thumb."""
    found = parts(game, names)
    return [part.name for part in found if not all(is_compiled(one) for one in part.entry_points if is_kept(one))]


def make(game: Game, names: Iterable[str] = PLAY) -> Iterator[str]:
    """Compile or load parts of a game; yield the name of each when it is ready."""
    for part in parts(game, names):
        part.run()
        yield part.name


def load(game: Game) -> Unkept | None:
    """Load all that a table calls, so that nobody waits later; return the error if it could not be kept for the next start."""
    wrong = None
    while True:  # every entry point fails at most once
        try:
            for _ in make(game):
                pass
            return wrong
        except Unkept as unkept:
            wrong = unkept
