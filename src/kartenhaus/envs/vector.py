"""Many games at once, stepped by one compiled call into NumPy arrays: no copies, no GIL, any number of threads."""

from __future__ import annotations

import operator
import reprlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from itertools import pairwise
from typing import Any, Protocol, cast

import numpy as np

from kartenhaus.bots.learned.blocks import Declaration
from kartenhaus.bots.learned.files import GAMES, brain_of
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.core.game import Game, Options, OptionValue, Position, find
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import seed_words
from kartenhaus.envs.actions import Numbering
from kartenhaus.envs.stepping import DEAL, LIST, NOTHING, WELL

Array = np.ndarray[Any, np.dtype[Any]]
MOST = 100.0  # no feature is larger, or smaller than minus this
SAYING = "announce"  # the option of games in which something must be said: environments say it by themselves


class BadUse(KartenhausError):
    """An environment was used in a way that makes no sense."""


class Kernels(Protocol):
    """What a game's module in this folder provides."""

    NUMBERED: Numbering

    def begin(self, *arrays: Any) -> int:
        """Deal, or list again: see `stepping`."""

    def find(self, actions: Array, chosen: Array, counts: Array, legal: Array) -> int:
        """Where each action stands in the list of its game: see `stepping`."""

    def step(self, *arrays: Any) -> int:
        """Play: see `stepping`."""

    def number(self, array: Array, seat: int, moves: Longs) -> None:
        """Turn moves into actions, in place."""


@cache
def kernels_of(game: str) -> Kernels:
    """The compiled loops of a game; OptionError if it has none."""
    if game not in GAMES:
        raise OptionError("environments exist for {games}, not for {game}", games=", ".join(GAMES), game=game)
    return cast(Kernels, import_module(f"kartenhaus.envs.{game}"))


def check_options(game: Game, options: Options, players: int) -> dict[str, OptionValue]:
    """The options of a game in an environment; BadUse for what environments do by themselves."""
    chosen = game.check_options(options, players)
    if chosen.get(SAYING, "auto") != "auto":
        raise BadUse("environments say everything by themselves: leave “announce” out")
    return chosen


def rewards_of(won: int, players: int) -> Array:
    """What a result brings every seat, as `stepping` counts it: 1 for a win alone; the others share the loss."""
    shares = np.array([won >> seat & 1 for seat in range(players)], np.float64)
    found: Array = ((players * shares / shares.sum() - 1) / (players - 1)).astype(np.float32)
    return found


def whole(action: Any) -> int:
    """An action as an integer; BadUse for what is none."""
    try:
        return operator.index(action)
    except TypeError:
        raise BadUse("an action is an integer, not {given}", given=reprlib.repr(action)) from None


@dataclass
class Buffers:
    """The arrays that steps are written to, one row for each game; whoever gives them owns them.

    The lists of legal actions are not among them: they are replaced by longer ones where a game has more than they have room for.
    """

    observations: Array
    """The features (docs/features.md) of the seat that acts: float32; no rows if nobody wants them."""
    masks: Array
    """1 for each legal action of the seat that acts: int8; no rows if nobody wants them."""
    seats: Array
    """Who acts: int32."""
    counts: Array
    """How many legal actions the seat that acts has: int32."""
    rewards: Array
    """What the last step brought every seat: float32. Zero until a game ends; then 1 for a win alone, the rest share the loss."""
    done: Array
    """Whether the last step ended a game: bool. The arrays above already show the next one.

    A game that waits for `deal` keeps what its end brought.
    """
    points: Array
    """The points of every seat in the last game that ended: int64."""

    @classmethod
    def new(cls, declared: Declaration, numbered: Numbering, games: int, players: int, observe: bool, mask: bool) -> Buffers:
        """New arrays."""
        return cls(
            observations=np.zeros((games if observe else 0, declared.size), np.float32),
            masks=np.zeros((games if mask else 0, numbered.size), np.int8),
            seats=np.zeros(games, np.int32),
            counts=np.zeros(games, np.int32),
            rewards=np.zeros((games, players), np.float32),
            done=np.zeros(games, np.bool_),
            points=np.zeros((games, players), np.int64),
        )

    def check(self, expected: Buffers) -> None:
        """Raise BadUse if these arrays cannot be used; `expected` has the right ones."""
        for name, right in vars(expected).items():
            array = getattr(self, name)
            wants = f"{name}: an array of {right.dtype} with the shape {right.shape}, in C order and writable"
            if not isinstance(array, np.ndarray):
                raise BadUse("a buffer is wrong; wanted {wants}", wants=wants)
            empty = name in ("observations", "masks") and array.shape == (0, right.shape[1])
            fits = array.shape == right.shape or empty
            if not fits or array.dtype != right.dtype or not array.flags.c_contiguous or not array.flags.writeable:
                raise BadUse(
                    "a buffer is wrong; wanted {wants}, got {dtype} with the shape {shape}",
                    wants=wants,
                    dtype=str(array.dtype),
                    shape=str(array.shape),
                )


class Vector:
    """Many games of one kind. A game that ends is followed at once by the next of its row, unless `again` is off.

    Row `i` plays the games `i`, `i + games`, `i + 2 * games` … of the seed: the same as `kartenhaus.simulate` deals, whatever the
    number of threads.

    >>> import numpy as np
    >>> envs = Vector("mada", games=3, players=2, seed=7)
    >>> envs.observations.shape, envs.masks.shape
    ((3, 219), (3, 37))
    >>> for _ in range(100):
    ...     envs.step(envs.legal[np.arange(3), 0])  # the first legal action of each game
    >>> envs.counts.min() > 0
    np.True_
    """

    def __init__(
        self,
        game: str,
        games: int = 1024,
        players: int = 2,
        seed: int = 1,
        edition: str | Mapping[str, Any] = editions.STANDARD,
        threads: int = 1,
        observe: bool = True,
        mask: bool = True,
        again: bool = True,
        buffers: Buffers | None = None,
        first: int = 0,
        **options: Any,
    ) -> None:
        """Deal; `observe` and `mask` say what is wanted besides the lists of legal actions.

        With `again` off, a game that is over waits in its row until `deal` is called; its only action is none (-1). Row 0 begins
        with game `first` of the seed.
        """
        kernels = kernels_of(game)
        self.game: Game = find(game)
        self.players = self.game.check_players(players)
        for name, value in (("games", games), ("threads", threads)):
            if value < 1:
                raise OptionError("{name} must be at least 1, not {value}", name=name, value=value)
        self.games, self.threads, self.again = games, min(threads, games), again
        chosen = check_options(self.game, options, players)
        self.numbering = kernels.NUMBERED
        self.features = brain_of(game).DECLARED
        self._kernels = kernels
        self._template: Position = self.game.files.lay_out(editions.find(self.game, edition), chosen, players)
        self.positions = np.zeros(games, self._template.dtype)
        """The positions themselves, with everything that is hidden."""
        self.numbers = np.arange(games, dtype=np.int64)
        """The number of the game that each row plays."""
        usual = Buffers.new(self.features, self.numbering, games, self.players, observe, mask)
        if buffers is not None:
            buffers.check(usual)
        self.buffers = buffers or usual
        self._chosen = np.zeros(games, np.int32)
        self._grow(self.numbering.most)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self._closed = False
        self._first = first
        self._seed: Longs
        self.reset(seed)

    @property
    def observations(self) -> Array:
        """The features of the seat that acts in each game."""
        return self.buffers.observations

    @property
    def masks(self) -> Array:
        """The legal actions of the seat that acts in each game, as a mask."""
        return self.buffers.masks

    @property
    def seats(self) -> Array:
        """Who acts in each game."""
        return self.buffers.seats

    @property
    def counts(self) -> Array:
        """How many legal actions the seat that acts has in each game."""
        return self.buffers.counts

    @property
    def rewards(self) -> Array:
        """What the last step brought every seat of each game."""
        return self.buffers.rewards

    @property
    def done(self) -> Array:
        """Whether the last step ended a game."""
        return self.buffers.done

    @property
    def points(self) -> Array:
        """The points of every seat in the last game that ended in each row."""
        return self.buffers.points

    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew; without a seed, those of the seed that come next."""
        self._check_open()
        if seed is not None:
            self._seed = seed_words(seed)
            self.numbers[:] = np.arange(self._first, self._first + self.games) - self.games
        if len(self.observations):
            figures = np.zeros(self.features.size, np.float32)
            brain_of(self.game.name).figures(self._template, figures)
            self.observations[:] = figures
        self.deal(np.ones(self.games, np.bool_))

    def deal(self, rows: Any) -> None:
        """Deal the next game in some rows: a boolean for each."""
        self._check_open()
        chosen = np.asarray(rows)
        if chosen.shape != (self.games,) or chosen.dtype != np.bool_:
            raise BadUse("rows are {games} booleans, one for each game", games=self.games)
        self.numbers[chosen] += self.games
        self.rewards[chosen] = 0
        self.done[chosen] = False
        self._list(np.where(chosen, DEAL, 0).astype(np.int8))

    def step(self, actions: Any, idle: bool = True) -> None:
        """Play an action in every game, or none where it is -1; if one is not legal, BadUse, and nothing is played.

        Unless games may be `idle`, -1 is not legal where somebody is to act.
        """
        self._check_open()
        given = self._row(actions, "actions")
        wrong = self._kernels.find(given, self._chosen, self.counts, self.legal)
        if wrong == WELL and not idle:
            left = (given == NOTHING) & (self.counts > 0)
            wrong = int(np.argmax(left)) if left.any() else WELL
        if wrong != WELL:
            raise self.refusal(int(given[wrong]), wrong)
        self._step()

    def refusal(self, action: int, row: int = 0) -> BadUse:
        """What is wrong with an action that is not legal."""
        return BadUse(
            "action {action} is not legal in game {row}; legal are {legal}",
            action=action,
            row=row,
            legal=", ".join(map(str, self.legal[row, : self.counts[row]])),
        )

    def step_listed(self, places: Any) -> None:
        """The same, with the place of the action in the list of legal ones instead of its number."""
        self._check_open()
        given = self._row(places, "places")
        wrong = (given < NOTHING) | (given >= self.counts)
        if wrong.any():
            row = int(np.argmax(wrong))
            raise BadUse(
                "place {place} is not in the list of game {row}, which has {count} legal actions",
                place=int(given[row]),
                row=row,
                count=int(self.counts[row]),
            )
        self._chosen[:] = given
        self._step()

    def close(self) -> None:
        """End the threads; nothing can be played afterwards."""
        self._closed = True
        if self._pool is not None:
            self._pool.shutdown()

    def _row(self, numbers: Any, what: str) -> Array:
        given = np.asarray(numbers)
        if given.shape != (self.games,) or not np.issubdtype(given.dtype, np.integer):
            raise BadUse(
                "{what} are {games} integers, one for each game, not {dtype} with the shape {shape}",
                what=what,
                games=self.games,
                dtype=str(given.dtype),
                shape=str(given.shape),
            )
        return np.ascontiguousarray(given, np.int64)

    def _check_open(self) -> None:
        if self._closed:
            raise BadUse("the environment is closed")

    def _grow(self, most: int) -> None:
        seen = self.buffers
        self.legal = np.full((self.games, most), -1, np.int32)
        """The legal actions of each game: the first `counts` of its row; a new array when lists must be longer."""
        self.moves = np.zeros((self.games, most), np.int32)
        """The same as the rules number them."""
        self._shown = seen.seats, seen.counts, self.moves, self.legal, seen.masks, seen.observations
        self._brought = seen.rewards, seen.done, seen.points

    def _step(self) -> None:
        self._make_room(self._spread(self._kernels.step, self._chosen, int(self.again), *self._shown, *self._brought))

    def _list(self, tasks: Array) -> None:
        self._make_room(self._spread(self._kernels.begin, tasks, *self._shown))

    def _make_room(self, most: int) -> None:
        """List again in longer rows if a game has more legal actions than there was room for."""
        if most > self.legal.shape[1]:
            self._grow(2 * most)
            self._list(np.full(self.games, LIST, np.int8))

    def _spread(self, kernel: Any, *arrays: Any) -> int:
        """Let every thread do its share."""
        same = self._template.array(), self.positions, self.numbers, self._seed
        if self._pool is None:
            return int(kernel(*same, 0, self.games, *arrays))
        cuts = [self.games * part // self.threads for part in range(self.threads + 1)]
        parts = [self._pool.submit(partial(kernel, *same, first, last, *arrays)) for first, last in pairwise(cuts)]
        return max(int(part.result()) for part in parts)
