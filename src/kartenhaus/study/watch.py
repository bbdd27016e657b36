"""Games that are followed: chances to win at some moments, and what hangs on some decisions."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

from kartenhaus.arena.match import Contest, Match
from kartenhaus.bots.bot import bot_seed
from kartenhaus.bots.greedy import Greedy
from kartenhaus.bots.view import View
from kartenhaus.core.game import NOBODY, Game, Position, find
from kartenhaus.core.history import proceed, winners
from kartenhaus.study.figures import Floats
from kartenhaus.study.judge import Judge, judge_of

MOMENTS = 24  # of each game, evenly spaced
DECISIONS = 3  # with a choice, of each game


@dataclass(frozen=True)
class Chosen:
    """A decision with a choice."""

    moment: float
    """When, as a share of the game's moves."""
    gain: float
    """How much more the best move is worth than a blind choice: chosen by one estimate, measured by the other, and the reverse."""


@dataclass(frozen=True)
class Watched:
    """A game that was followed."""

    chances: Floats
    """By moment and seat."""
    result: Floats
    """The share of the win by seat."""
    decisions: list[Chosen]


def some(side: Contest, judge: str, first: int, games: int) -> list[Watched]:
    """Follow some games."""
    match, judging = Match(side), judge_of(side, judge)
    return [_watch(side, match, judging, number) for number in range(first, first + games)]


def _watch(side: Contest, match: Match, judge: Judge, number: int) -> Watched:
    game = find(side.game)
    path = played(game, match.deal(number), side.seed, number)
    result = np.zeros(side.players)
    won = winners(game, path[-1][0])
    result[won] = 1 / len(won)
    path, length = path[:-1], len(path) - 1
    moments = [path[at * length // MOMENTS][0] for at in range(MOMENTS)]
    chances = [judge.chances(pos, bot_seed(side.seed, number, at)) for at, pos in enumerate(moments)]
    choices = [at for at, (_, _, count) in enumerate(path) if count > 1]
    chosen = sorted(Random(bot_seed(side.seed, number)).sample(choices, min(DECISIONS, len(choices))))
    return Watched(
        np.array(chances), result, [_judged(judge, path[at], at / length, bot_seed(side.seed, number, at, 1)) for at in chosen]
    )


def played(game: Game, pos: Position, seed: int, number: int) -> list[tuple[Position, int, int]]:
    """A game by rules of thumb: every position, who is to act, and how many legal moves there are; the last one is the end."""
    bot, players = Greedy(), int(pos.seats)
    path = []
    seat, view, legal, _ = proceed(game, pos)
    while seat != NOBODY:
        path.append((pos.clone(), seat, len(legal)))
        move = bot.choose(View(game, seat, players, view), bot_seed(seed, number, len(path))) if len(legal) > 1 else legal[0]
        seat, view, legal, _ = proceed(game, pos, seat, move)
    return [*path, (pos, NOBODY, 0)]


def _judged(judge: Judge, step: tuple[Position, int, int], moment: float, seed: int) -> Chosen:
    pos, seat, count = step
    one, other = judge.moves(pos, seat, count, seed)
    best, again = other[np.argmax(one)] - other.mean(), one[np.argmax(other)] - one.mean()
    return Chosen(moment, float(best + again) / 2)
