"""Games in which one seat is the learner's, and bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kartenhaus.bots import View
from kartenhaus.bots import find as find_bot
from kartenhaus.bots.bot import Bot
from kartenhaus.bots.calling import Fault, call_bot, legal_answer
from kartenhaus.bots.learned.files import brain_of
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import find
from kartenhaus.core.history import conceal
from kartenhaus.envs.stepping import NOTHING
from kartenhaus.envs.vector import Array, BadUse, Vector

RANDOM = "random"  # the bot that is played here, for all games at once


class Opposed:
    """A vector of games, each with one seat for the learner; it is played on until that seat is to act, or the game is over.

    Bots get what their seat may know of the position; of what happened before they remember nothing.

    >>> dice = np.random.default_rng(1)
    >>> opposed = Opposed("mad", games=3, players=2, opponents="random", seat=1, edition="standard")
    >>> opposed.reset(7, dice)
    >>> opposed.act(opposed.vector.legal[:, 0], dice)
    >>> opposed.vector.seats.tolist()
    [1, 1, 1]
    """

    def __init__(
        self,
        game: str,
        games: int,
        players: int,
        opponents: str | Sequence[str],
        seat: int | None,
        edition: str | Mapping[str, Any],
        threads: int = 1,
        **options: Any,
    ) -> None:
        """Lay the games out; `reset` deals. `opponents` is one bot for all other seats, or one for each, in their order."""
        players = find(game).check_players(players)
        names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != players - 1:
            raise OptionError(
                "{players} players need {wanted} opponents, not {given}", players=players, wanted=players - 1, given=len(names)
            )
        if seat is not None and not 0 <= seat < players:
            raise OptionError("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=players - 1)
        self.vector = Vector(game, games, players, edition=edition, threads=threads, again=False, **options)
        self.seat = seat
        self.dealt = False
        self.own = np.zeros(games, np.int32)
        """The learner's seat in each game."""
        self._names = names
        self._bots: list[Bot] = [call_bot(find_bot(name)) for name in names]
        self._features = brain_of(game).features

    def reset(self, seed: int, dice: np.random.Generator) -> None:
        """Deal all games of a seed, and play on until the learner is to act."""
        self.vector.reset(seed)
        self.dealt = True
        self._begin(np.ones(self.vector.games, np.bool_), dice)

    def deal(self, rows: Array, dice: np.random.Generator) -> None:
        """Deal the next game in some rows, and play on until the learner is to act."""
        self.vector.deal(rows)
        self._begin(rows, dice)

    def _begin(self, rows: Array, dice: np.random.Generator) -> None:
        seats = np.full(len(rows), self.seat) if self.seat is not None else dice.integers(self.vector.players, size=len(rows))
        self.own[rows] = seats[rows]
        self._play_on(dice)

    def act(self, actions: Any, dice: np.random.Generator) -> None:
        """Play the learner's actions, and on until it is to act again."""
        if not self.dealt:
            raise BadUse("nothing is dealt yet: reset first")
        self.vector.step(actions, idle=False)
        self._play_on(dice)

    def rewards(self) -> Array:
        """What the learner got in games that are over; 0 in others."""
        found: Array = self.vector.rewards[np.arange(self.vector.games), self.own]
        return found

    def final(self, row: int) -> Array:
        """What the learner sees at the end of a game."""
        seen: Array = self.vector.observations[row].copy()
        self._features(self.vector.positions[row], int(self.own[row]), seen)
        return seen

    def _play_on(self, dice: np.random.Generator) -> None:
        vector = self.vector
        while True:
            theirs = (vector.counts > 0) & (vector.seats != self.own)
            if not theirs.any():
                return
            places = np.where(theirs, (dice.random(vector.games) * vector.counts).astype(np.int32), NOTHING)
            away = (vector.seats - self.own) % vector.players - 1
            for row in np.flatnonzero(theirs).tolist():
                which = int(away[row])
                if self._names[which] != RANDOM:
                    places[row] = self._choose(which, row, int(dice.integers(1 << 62)))
            vector.step_listed(places)

    def _choose(self, which: int, row: int, seed: int) -> int:
        vector, seat = self.vector, int(self.vector.seats[row])
        view = View(vector.game, seat, vector.players, conceal(vector.game, vector.positions[row], seat))
        legal = view.legal_numbers()
        try:
            return legal.index(legal_answer(view, call_bot(self._bots[which].choose, view, seed), legal))
        except Fault as fault:
            raise BadUse("{bot} cannot go on: {fault}", bot=self._names[which], fault=fault) from None
