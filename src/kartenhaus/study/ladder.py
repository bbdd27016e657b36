"""Games between players of known strength: every deal in several seatings, as in the arena."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kartenhaus.arena.match import Contest, Match, Played
from kartenhaus.core.packed import Longs
from kartenhaus.study.figures import Floats, Measured, ratio_of, share_of
from kartenhaus.study.result import Luck, Rung
from kartenhaus.study.variance import split

AHEAD = "search:iterations=-1"
LADDER = ("random", "easy", "greedy", AHEAD)
"""The weakest first. The last one looks a little ahead, by rules of thumb: with any edition it judges in the same way."""
TITLES = {AHEAD: "short search"}
"""What reports call a player whose name says little to people."""


def called(bot: str) -> str:
    """What reports call a player."""
    return TITLES.get(bot, bot)


@dataclass(frozen=True)
class Rounds:
    """Deals, each played in all its seatings."""

    lineups: Longs
    """The bot by deal, game and seat."""
    results: Floats
    """The share of the win, likewise."""
    faults: Longs
    """By deal and game: the seat that lost by an error; -1 for none."""


def some(side: Contest, first: int, deals: int) -> Rounds:
    """Play some deals."""
    match, each = Match(side), len(side.seatings)
    games = [[match.play(deal * each + game) for game in range(each)] for deal in range(first, first + deals)]
    lineups = [[side.seatings.lineup(game.number) for game in row] for row in games]
    results = [[game.shares for game in row] for row in games]
    return Rounds(np.array(lineups), np.array(results, np.float64), np.array([[_fault(game) for game in row] for row in games]))


def _fault(game: Played) -> int:
    return -1 if game.fault is None else game.fault[0]


def joined(parts: list[Rounds]) -> Rounds:
    """All parts as one."""
    return Rounds(*(np.concatenate(found) for found in zip(*(vars(part).values() for part in parts), strict=True)))


def luck(side: Contest, rounds: Rounds | None) -> Luck:
    """Luck against skill."""
    if rounds is None:
        return Luck(0, len(side.seatings), None, None, None, None, [])
    parts = split(rounds.results, at_table(rounds.lineups, len(side.bots)), side.seed)
    seat, deal, skill, rest = parts or (None, None, None, None)
    deals, games, _ = rounds.results.shape
    return Luck(deals, games, seat, deal, skill, rest, [_rung(side, rounds, bot) for bot in range(len(side.bots))])


def at_table(lineups: Longs, bots: int) -> Longs:
    """Number each player together with who else is at the table."""
    present = (lineups[..., None] == np.arange(bots)).any(axis=2) @ (1 << np.arange(bots))  # [deal, game], as bits
    _, numbered = np.unique(present[..., None] * bots + lineups, return_inverse=True)
    return numbered.reshape(lineups.shape)


def _rung(side: Contest, rounds: Rounds, bot: int) -> Rung:
    mine = rounds.lineups == bot
    each = (rounds.results * mine).sum(axis=(1, 2)) / mine.sum(axis=(1, 2))  # deals are independent, not the games of one
    lost = np.take_along_axis(rounds.lineups, np.maximum(rounds.faults, 0)[..., None], axis=2)[..., 0] == bot
    return Rung(
        bot=side.names[bot],
        wins=share_of(each),
        above=_better(rounds, bot, bot - 1) if bot else None,
        faults=int((lost & (rounds.faults >= 0)).sum()),
    )


def _better(rounds: Rounds, one: int, other: int) -> Measured | None:
    """Of the games with both that one of two bots wins: how many the first wins; each seat counts."""
    both = (rounds.lineups == one).any(axis=2) & (rounds.lineups == other).any(axis=2)

    def won(bot: int) -> Floats:
        mine = rounds.lineups == bot
        return np.asarray(((rounds.results * mine).sum(axis=2) / np.maximum(mine.sum(axis=2), 1) * both).sum(axis=1), np.float64)

    mine, theirs = won(one), won(other)
    if not (mine + theirs).sum():
        return None
    found = ratio_of(mine, mine + theirs)
    return Measured(found.value, max(found.low, 0.0), min(found.high, 1.0))
