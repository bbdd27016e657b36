"""One game between bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from time import process_time
from typing import Any

import numpy as np

from kartenhaus.arena.lineups import Seatings, labels
from kartenhaus.bots import Bot, View, bot_seed
from kartenhaus.bots import find as find_bot
from kartenhaus.bots.calling import Fault, ask, call_bot, legal_answer
from kartenhaus.core import edition as editions
from kartenhaus.core.events import Journal
from kartenhaus.core.game import NOBODY, Game, OptionValue, Position, find
from kartenhaus.core.history import dealt, journal_words, listen, points, winners
from kartenhaus.core.random import seed_words, start_game


@dataclass(frozen=True)
class Contest:
    """What is the same for all games of a tournament; small, since every worker gets a copy."""

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
        """The names of the bots, all different."""
        return labels(self.bots)


@dataclass(frozen=True, slots=True)
class Played:
    """What is kept of a game; tuples are by seat."""

    number: int
    """Games are numbered deal by deal: game `number` belongs to deal `number // len(seatings)`."""
    shares: tuple[float, ...]
    """1 for a win alone, a fraction for a shared one."""
    points: tuple[int, ...]
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    """Processor time of the bots."""
    fault: tuple[int, str] | None
    """The seat that lost the game by a fault, and what it did."""


class Playing:
    """A game in progress: the position, what the seat to act may know, and its legal moves."""

    def __init__(self, game: Game, position: Position) -> None:
        """Start with a position that was just dealt."""
        self.game = game
        self.naming, self.journal = game.notation.names(position), Journal()
        self.journal.add(journal_words(position.journal, int(position.told)))
        self.players = int(position.seats)
        self.array = type(position).new_array()
        self.array[0] = position
        self.position = self.array[0]
        self._told = self.position.journal  # read without going through the record every time
        self.moves = np.empty(game.rules.MAX_MOVES, np.int64)
        self._proceed(NOBODY, 0)

    def play(self, move: int) -> None:
        """Make a legal move for the seat to act."""
        self._proceed(self.view.seat, move)

    def _proceed(self, seat: int, move: int) -> None:
        concealed = type(self.position).new_array()  # a new one each time: a bot may keep its view
        seat, count, told = self.game.rules.proceed(self.array, seat, move, concealed, self.moves)
        self.journal.add(self._told[:told].tolist())
        view = concealed[0]
        listen(view, self.naming, self.journal, seat)
        self.view = View(self.game, seat, self.players, view)
        self.legal: list[int] = self.moves[:count].tolist()


class Match:
    """A contest, loaded and ready to play.

    Only the seat to act is asked: a bot can make a move like Mau Mau's `catch`, legal out of turn, only in its own turn.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.game = find(contest.game)
        self.makers = [find_bot(name) for name in contest.bots]
        options = self.game.check_options(contest.options, contest.players)
        self.template = self.game.files.lay_out(editions.find(self.game, contest.edition), options, contest.players)
        self.seed = seed_words(contest.seed)

    def deal(self, number: int) -> Position:
        """Deal `number` of the seed: the same cards as in game `number` of `simulate`."""
        key, dice = np.empty(8, np.int64), np.empty(4, np.int64)
        start_game(self.seed, number, key, dice)
        position = self.template.clone()
        dealt(self.game, position, key)
        return position

    def play(self, number: int) -> Played:
        """Play game `number` of the contest."""
        deal, seating = divmod(number, len(self.contest.seatings))
        lineup = self.contest.seatings.lineup(number)
        moves, seconds = [0] * len(lineup), [0.0] * len(lineup)
        playing = Playing(self.game, self.deal(deal))
        seat, fault = NOBODY, None
        try:
            bots: list[Bot] = []
            while len(bots) < len(lineup):
                seat = len(bots)
                bots.append(call_bot(self.makers[lineup[seat]]))
            while (seat := playing.view.seat) != NOBODY:
                seed = bot_seed(self.contest.seed, deal, seating, seat, sum(moves))
                moves[seat] += 1
                start = process_time()
                try:
                    answer = call_bot(bots[seat].choose, playing.view, seed)
                finally:
                    seconds[seat] += process_time() - start
                playing.play(legal_answer(playing.view, answer, playing.legal))
            won = winners(self.game, playing.position)
        except Fault as wrong:
            fault = (seat, str(wrong).removeprefix("the bot "))
            won = [other for other, bot in enumerate(lineup) if bot != lineup[seat]]
        shares = tuple(1 / len(won) if seat in won else 0.0 for seat in range(len(lineup)))
        return Played(number, shares, tuple(points(self.game, playing.position, len(lineup))), tuple(moves), tuple(seconds), fault)

    def warm_up(self) -> None:
        """Load or compile what games need: every kind of bot makes one move, which does not count."""
        for make in dict(zip(self.contest.bots, self.makers, strict=True)).values():
            playing = Playing(self.game, self.deal(0))
            points(self.game, playing.position, self.contest.players)
            winners(self.game, playing.position)
            while len(playing.legal) == 1:  # without a choice no bot searches
                playing.play(playing.legal[0])
            try:
                ask(call_bot(make), playing.view, 0)
            except Fault:  # the bot will lose its games by this, and the report will say so
                continue
