"""One game between bots."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from traceback import format_exception_only
from typing import Any

import numpy as np

from kartenhaus.arena.lineups import Seatings, labels
from kartenhaus.bots import Bot, View, bot_seed
from kartenhaus.bots import find as find_bot
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import NOBODY, OptionValue, Position, find
from kartenhaus.core.history import check, points, winners
from kartenhaus.core.random import seed_words, start_game

MESSAGE = 200  # characters kept of what a bot did wrong


@dataclass(frozen=True)
class Contest:
    """What is the same for all games of a tournament; small, since every worker is told."""

    game: str
    players: int
    seed: int
    bots: tuple[str, ...]
    edition: str | Mapping[str, Any]
    options: Mapping[str, OptionValue]

    @cached_property
    def seatings(self) -> Seatings:
        """Who sits where in which game."""
        return Seatings(len(self.bots), self.players)

    @cached_property
    def names(self) -> list[str]:
        """What the bots are called, no two the same."""
        return labels(self.bots)


@dataclass(frozen=True, slots=True)
class Played:
    """What is kept of a game; lists are by seat."""

    number: int
    """Games are numbered deal by deal: game `number` is of deal `number // len(seatings)`."""
    shares: tuple[float, ...]
    """1 for a win alone, a fraction for a shared one."""
    points: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    fault: tuple[int, str] | None
    """The seat that lost the game by a fault, and what it did."""


class Forfeit(Exception):
    """A bot raised, or answered what is no legal move."""


class Match:
    """A contest loaded and ready to be played.

    Only the seat to act is asked: a move out of turn, like Mau Mau's `catch`, is open to a bot only while it is its turn.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.game = find(contest.game)
        self.makers = [find_bot(name) for name in contest.bots]
        options = self.game.check_options(contest.options, contest.players)
        self.template = self.game.files.lay_out(editions.find(self.game, contest.edition), options, contest.players)
        self.seed = seed_words(contest.seed)

    def deal(self, number: int) -> Position:
        """Deal `number` of the seed: the cards that game `number` of `simulate` has."""
        key, dice = np.empty(8, np.int64), np.empty(4, np.int64)
        start_game(self.seed, number, key, dice)
        position = self.template.clone()
        self.game.rules.deal(position, key)
        return position

    def play(self, number: int) -> Played:
        """Game `number` of the contest."""
        deal, seating = divmod(number, len(self.contest.seatings))
        lineup = self.contest.seatings.lineup(number)
        moves, seconds = [0] * len(lineup), [0.0] * len(lineup)
        position = self.deal(deal)
        rules, seat, fault = self.game.rules, NOBODY, None
        try:
            bots: list[Bot] = []
            while len(bots) < len(lineup):
                seat = len(bots)
                bots.append(_blamed(self.makers[lineup[seat]]))
            while (seat := rules.to_act(position)) != NOBODY:
                view = View.of(self.game, position, seat)
                seed = bot_seed(self.contest.seed, deal, seating, seat, sum(moves))
                moves[seat] += 1
                start = perf_counter()
                try:
                    answer = _blamed(bots[seat].choose, view, seed)
                finally:
                    seconds[seat] += perf_counter() - start
                rules.play(position, seat, self.checked(position, seat, answer))
            won = winners(self.game, position)
        except Forfeit as forfeit:
            fault = (seat, str(forfeit))
            won = [other for other, bot in enumerate(lineup) if bot != lineup[seat]]
        shares = tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(lineup)))
        return Played(number, shares, tuple(points(self.game, position, len(lineup))), tuple(moves), tuple(seconds), fault)

    def checked(self, position: Position, seat: int, answer: object) -> int:
        """A bot's answer as a legal move; Forfeit if it is none."""
        if not isinstance(answer, str | int | np.integer):
            raise Forfeit(f"answered {_shown(answer)}, which is neither text nor an integer")
        try:
            return check(self.game, position, seat, answer if isinstance(answer, str) else int(answer))
        except KartenhausError as error:
            rule = f" [{error.rule}]" if error.rule else ""
            raise Forfeit(_line(f"answered {_shown(answer)}: {error}{rule}")) from None

    def warm_up(self) -> None:
        """Load, or compile, what games need: every bot makes one move, and nobody counts it."""
        for make in self.makers:
            position = self.deal(0)
            seat = self.game.rules.to_act(position)
            points(self.game, position, self.contest.players)
            winners(self.game, position)
            try:
                answer = make().choose(View.of(self.game, position, seat), 0)
                self.game.rules.play(position, seat, self.checked(position, seat, answer))
            except (Exception, SystemExit):  # it will lose its games by this, and the report will say so
                continue


def _blamed(call: Callable[..., Any], *arguments: object) -> Any:
    """Call a bot; whatever it raises is its own fault."""
    try:
        return call(*arguments)
    except (Exception, SystemExit) as error:
        raise Forfeit(_line("raised " + "".join(format_exception_only(error)))) from None


def _shown(answer: object) -> str:
    return reprlib.repr(answer)


def _line(text: str) -> str:
    """One line that can be printed anywhere."""
    line = " ".join(text.split())[:MESSAGE]
    return "".join(letter if letter.isprintable() else "?" for letter in line)
