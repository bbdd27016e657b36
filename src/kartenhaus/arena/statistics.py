"""The results of a tournament: win rates with their intervals, ratings, times, and the data for plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from kartenhaus.arena.lineups import Lineup
from kartenhaus.arena.match import Contest, Played
from kartenhaus.arena.ratings import Ratings
from kartenhaus.core.intervals import wilson

FAULTS_TOLD = 20
CURVE_POINTS = 200  # of the plot of how win rates settle
NO_VARIANCE = 1e-12  # less is rounding


@dataclass(frozen=True)
class Fault:
    """A game that a bot lost by an exception, or by an answer that is not a legal move."""

    bot: str
    deal: int
    seat: int
    message: str


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    name: str
    games: int
    """Games it had a seat in."""
    win_rate: float
    """The share of those games that its seats won; a shared win counts in part."""
    win_rate_low: float
    """The lower end of the 95 % interval. Its independent tries are the deals, not the games of one deal."""
    win_rate_high: float
    even: float
    """Its share of the seats in those games: the win rate if it is as good as the others."""
    rating: float
    rating_sigma: float
    moves: int
    ms_per_move: float
    """Processor time, so that other work on the machine counts little."""
    points: float
    """Average points of a seat, over games that were played to their end."""
    shared_wins: int
    faults: int
    """Games lost by a fault."""
    seats: tuple[float, ...] = field(repr=False)
    """Win rate by seat: the share of games that this seat won when the bot sat there."""


@dataclass(frozen=True)
class Standings:
    """The result of a tournament."""

    game: str
    players: int
    seed: int
    deals: int
    games: int
    moves: int
    seconds: float
    shared_wins: int
    """Games with several winning seats, except those ended by a fault."""
    stopped: bool
    """Whether Ctrl-C ended it; only complete deals are counted."""
    problem: str
    """What else ended it early; empty if nothing did."""
    bots: list[Standing]
    """In the order they were given."""
    fault_count: int
    faults: list[Fault]
    """The first faults."""
    lengths: dict[int, int] = field(repr=False)
    """The number of games by number of moves."""
    curve: list[tuple[int, tuple[float, ...]]] = field(repr=False)
    """The win rates by number of deals."""
    better: dict[tuple[int, int], float] = field(repr=False)
    """For each pair of bots: the share of the games with both in which the first did better than the second."""

    def as_dict(self) -> dict[str, Any]:
        """What `kartenhaus arena --json` prints."""
        only_drawn = ("lengths", "curve", "better")
        table = {key: value for key, value in asdict(self).items() if key not in only_drawn}
        for bot in table["bots"]:
            del bot["seats"]
        return table


@dataclass
class _Sums:
    """What is kept of one bot's games."""

    games: int = 0
    wins: float = 0.0
    deals: int = 0
    mean: float = 0.0  # of its win rates, deal by deal
    spread: float = 0.0  # the sum of their squared distances from the mean
    moves: int = 0
    seconds: float = 0.0
    points: int = 0
    played_out: int = 0  # seats in games that no fault ended
    shared: int = 0
    faults: int = 0

    def end_deal(self, rate: float) -> None:
        """Update mean and variance by Welford's method, which loses no precision."""
        self.deals += 1
        off = rate - self.mean
        self.mean += off / self.deals
        self.spread += off * (rate - self.mean)

    def win_rate(self) -> float:
        """The share of its games that its seats won."""
        return _ratio(self.wins, self.games)

    def interval(self) -> tuple[float, float]:
        """Wilson's interval, for the number of independent games that would vary as much as the deals do."""
        size: float = self.games
        rate = self.win_rate()
        whole = rate * (1 - rate)
        if self.deals > 1:
            variance = self.spread / (self.deals - 1) / self.deals
            if variance > NO_VARIANCE and whole > NO_VARIANCE:
                size = whole / variance
        return wilson(rate, size)


class Tally:
    """Sums over deals, so that a million games take little more memory than one."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        bots, players = len(contest.bots), contest.players
        self.sums = [_Sums() for _ in range(bots)]
        self.ratings = Ratings(bots)
        self.open: dict[int, list[Played]] = {}
        self.deals = self.games = self.moves = self.shared = self.fault_count = 0
        self.faults: list[Fault] = []
        self.lengths: Counter[int] = Counter()
        self.curve: list[tuple[int, tuple[float, ...]]] = []
        self.stride = 1
        self.met: Counter[tuple[int, int]] = Counter()
        self.better: Counter[tuple[int, int]] = Counter()
        self.seat_wins = [[0.0] * players for _ in range(bots)]
        self.seat_games = [[0] * players for _ in range(bots)]

    def add(self, played: Sequence[Played]) -> None:
        """Add games; a deal counts once it has all its games."""
        for game in played:
            number = game.number // len(self.contest.seatings)
            deal = self.open.setdefault(number, [])
            deal.append(game)
            if len(deal) == len(self.contest.seatings):
                self._count(number, self.open.pop(number))

    def _count(self, number: int, deal: list[Played]) -> None:
        games, wins = [0] * len(self.sums), [0.0] * len(self.sums)
        for game in sorted(deal, key=lambda game: game.number):
            lineup = self.contest.seatings.lineup(game.number)
            shares = _by_bot(lineup, game.shares)
            for bot, share in shares.items():
                games[bot] += 1
                wins[bot] += share
            self._count_game(number, lineup, game)
            self._compare(lineup, shares)
            self.ratings.add(lineup, game.shares)
        self.deals += 1
        for bot, sums in enumerate(self.sums):
            sums.games += games[bot]
            sums.wins += wins[bot]
            sums.end_deal(wins[bot] / games[bot])
        self._draw_on()

    def _count_game(self, deal: int, lineup: Lineup, game: Played) -> None:
        self.games += 1
        self.moves += sum(game.moves)
        if game.fault is None:
            self.lengths[sum(game.moves)] += 1
            if max(game.shares) < 1:
                self.shared += 1
                for bot in {bot for bot, share in zip(lineup, game.shares, strict=True) if share > 0}:
                    self.sums[bot].shared += 1
        else:
            seat, message = game.fault
            self.fault_count += 1
            self.sums[lineup[seat]].faults += 1
            if len(self.faults) < FAULTS_TOLD:
                self.faults.append(Fault(self.contest.names[lineup[seat]], deal, seat, message))
        for seat, bot in enumerate(lineup):
            sums = self.sums[bot]
            sums.moves += game.moves[seat]
            sums.seconds += game.seconds[seat]
            self.seat_games[bot][seat] += 1
            self.seat_wins[bot][seat] += game.shares[seat]
            if game.fault is None:
                sums.points += game.points[seat]
                sums.played_out += 1

    def _compare(self, lineup: Lineup, shares: dict[int, float]) -> None:
        """Compare each pair of bots: better is the one that won more per seat."""
        each = {bot: share / lineup.count(bot) for bot, share in shares.items()}
        for one, other in combinations(sorted(each), 2):
            self.met[one, other] += 1
            if each[one] != each[other]:
                self.better[(one, other) if each[one] > each[other] else (other, one)] += 1

    def _draw_on(self) -> None:
        """Keep win rates for the plot; drop every other point whenever there are too many."""
        if self.deals % self.stride == 0:
            self.curve.append((self.deals, tuple(sums.mean for sums in self.sums)))
            if len(self.curve) == 2 * CURVE_POINTS:
                self.curve = self.curve[1::2]
                self.stride *= 2

    def standings(self, seconds: float, stopped: bool = False, problem: str = "") -> Standings:
        """The standings so far."""
        better = {}
        for (one, other), met in self.met.items():
            better[one, other] = self.better[one, other] / met
            better[other, one] = self.better[other, one] / met
        return Standings(
            game=self.contest.game,
            players=self.contest.players,
            seed=self.contest.seed,
            deals=self.deals,
            games=self.games,
            moves=self.moves,
            seconds=seconds,
            shared_wins=self.shared,
            stopped=stopped,
            problem=problem,
            bots=[self._standing(bot) for bot in range(len(self.sums))],
            fault_count=self.fault_count,
            faults=self.faults,
            lengths=dict(sorted(self.lengths.items())),
            curve=self.curve,
            better=better,
        )

    def _standing(self, bot: int) -> Standing:
        sums, rating = self.sums[bot], self.ratings.bots[bot]
        low, high = sums.interval()
        wins_and_games = zip(self.seat_wins[bot], self.seat_games[bot], strict=True)
        return Standing(
            name=self.contest.names[bot],
            games=sums.games,
            win_rate=sums.win_rate(),
            win_rate_low=low,
            win_rate_high=high,
            even=1 / min(len(self.sums), self.contest.players),  # all bots have equally many seats
            rating=rating.mu,
            rating_sigma=rating.sigma,
            moves=sums.moves,
            ms_per_move=_ratio(1000 * sums.seconds, sums.moves),
            points=_ratio(sums.points, sums.played_out),
            shared_wins=sums.shared,
            faults=sums.faults,
            seats=tuple(_ratio(wins, games) for wins, games in wins_and_games),
        )


def _by_bot(lineup: Lineup, shares: Sequence[float]) -> dict[int, float]:
    totals: dict[int, float] = {}
    for bot, share in zip(lineup, shares, strict=True):
        totals[bot] = totals.get(bot, 0.0) + share
    return totals


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else 0.0
