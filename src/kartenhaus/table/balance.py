"""How an edition or a board plays, from games between bots, beside how ours plays; in a reader's language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from statistics import mean, pvariance, quantiles
from typing import Any

import msgspec

from kartenhaus.core.game import SEAT, Game
from kartenhaus.core.intervals import wilson_of
from kartenhaus.core.texts import ENGLISH, translator

BINS = 16  # of the plot
Raw = Mapping[str, Any]
"""What `bots.trials` counts: `decisions`, `points` and `winners` by game, and what `happened` in all."""


class SeatChance(msgspec.Struct, frozen=True):
    """How often a seat wins, with the 95 % interval, and its points on average."""

    share: float
    """Of all games, from 0 to 1; a shared win counts in part."""
    low: float
    """The lower end of the interval."""
    high: float
    """The upper end."""
    points: float
    """On average."""


class Played(msgspec.Struct, frozen=True):
    """What a series of games was like."""

    games: int
    """How many were played."""
    moves: float
    """Moves of a game, on average."""
    short: float
    """One game in ten is shorter."""
    long: float
    """One game in ten is longer."""
    minutes: float
    """About how long a game takes, if a move takes as long as with ours."""
    seats: list[SeatChance]
    """By seat, in the order in which they play."""
    points: list[float]
    """The points of a player: a tenth has fewer than the first, half than the second, a tenth more than the third."""
    bins: list[float]
    """The plot of the moves: the share of games in each bin."""


class Often(msgspec.Struct, frozen=True):
    """How often something happens in a game, on average."""

    title: str
    """What happens."""
    mine: float
    """With this edition or board."""
    ours: float
    """With ours."""


class Balance(msgspec.Struct, frozen=True):
    """How an edition or a board plays, beside ours."""

    mine: Played
    """The one in question."""
    ours: Played
    """Ours."""
    first: float
    """Where the plot begins, in moves."""
    last: float
    """Where it ends."""
    specials: list[Often]
    """What makes the game special."""
    starts: str
    """Which seat starts, or deals, in all games, in words."""


def balance(game: Game, mine: Raw, ours: Raw, language: str = ENGLISH) -> Balance:
    """Compare two series of games."""
    translate = translator(language)
    longest = max(*mine["decisions"], *ours["decisions"])
    first, last = min(*mine["decisions"], *ours["decisions"]), longest + 1
    pace = game.minutes / mean(ours["decisions"])
    counted: Mapping[str, str] = getattr(import_module(f"{game.package}.stories"), "COUNTED", {})
    specials = [Often(translate(title), _often(mine, key), _often(ours, key)) for key, title in counted.items()]
    titles = [translate(option.title) for option in game.options if option.kind == SEAT]
    starts = "".join(f"{title}: {translate('Seat {number}').format(number=1)}" for title in titles[:1])
    return Balance(_played(mine, pace, first, last), _played(ours, pace, first, last), first, last, specials, starts)


def _often(raw: Raw, key: str) -> float:
    """How often an event of a kind, or of a kind by a rule, happens in a game."""
    found = sum(count for name, count in raw["happened"].items() if name == key or name.startswith(f"{key}/"))
    return float(found / len(raw["winners"]))


def _played(raw: Raw, pace: float, first: int, last: int) -> Played:
    decisions: Sequence[int] = raw["decisions"]
    games, players = len(decisions), len(raw["points"][0])
    width = (last - first) / BINS
    bins = [0] * BINS
    for moves in decisions:
        bins[int((moves - first) / width)] += 1
    tenths, points = (_tenths(values) for values in (decisions, [one for row in raw["points"] for one in row]))
    return Played(
        games,
        mean(decisions),
        tenths[0],
        tenths[2],
        pace * mean(decisions),
        [_chance(raw, seat) for seat in range(players)],
        points,
        [count / games for count in bins],
    )


def _tenths(values: Sequence[int]) -> list[float]:
    """The lowest tenth, the middle, and the highest tenth."""
    if len(values) < 2:
        return [float(values[0])] * 3
    cuts = quantiles(values, n=10, method="inclusive")
    return [cuts[0], cuts[4], cuts[8]]


def _chance(raw: Raw, seat: int) -> SeatChance:
    """Wilson's interval, adjusted for shared wins."""
    shares = [(won >> seat & 1) / won.bit_count() for won in raw["winners"]]
    share, games = mean(shares), len(shares)
    return SeatChance(share, *wilson_of(share, pvariance(shares), games), mean(row[seat] for row in raw["points"]))
