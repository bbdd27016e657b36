"""Many games on all cores: hand them out, collect them in order, and stop cleanly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from time import perf_counter
from typing import Any, NamedTuple

from kartenhaus.arena.lineups import players_for
from kartenhaus.arena.match import Contest, Match, Played
from kartenhaus.arena.statistics import Standings, Tally
from kartenhaus.bots.bot import in_script
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.core.game import Game, Options
from kartenhaus.core.simulation import cores
from kartenhaus.work import WorkerDied, crew_for

SPAN = 0.25  # seconds of games a worker gets at a time: long enough to pay for the hand-out, short enough to end together
MOST = 1000  # games a worker gets at a time


def contest_of(
    game: Game,
    bots: Sequence[str],
    players: int | None = None,
    seed: int = 1,
    edition: str | Mapping[str, Any] = editions.STANDARD,
    options: Options | None = None,
) -> Contest:
    """A contest; OptionError or EditionError if it cannot be played."""
    if isinstance(bots, str) or not bots or not all(isinstance(name, str) and name for name in bots):
        raise OptionError("say which bots play: a list of names, at least one")
    players = game.check_players(players_for(game, len(bots)) if players is None else players)
    chosen = game.check_options(options or {}, players)
    contest = Contest(game.name, players, seed, tuple(bots), edition, chosen)
    Match(contest)  # complains about bots, edition and board before anything is compiled
    return contest


def whole_deals(contest: Contest, games: int) -> int:
    """The number of games, rounded up to whole deals."""
    if games < 1:
        raise OptionError("the number of games must be at least 1, not {games}", games=games)
    return -(-games // len(contest.seatings)) * len(contest.seatings)


def run(
    contest: Contest,
    games: int,
    jobs: int | None = None,
    advance: Callable[[int], object] | None = None,
    on: str | None = None,
) -> Standings:
    """Play a tournament; `advance` gets the number of games just finished. Results do not depend on who plays, nor how many."""
    games = whole_deals(contest, games)
    tally, chunks = Tally(contest), _Chunks(contest, games)
    stopped, problem = False, ""
    start = perf_counter()
    if on is None:
        jobs = min(cores() if jobs is None else jobs, games)
    with crew_for(jobs, on, script=in_script(contest.bots)) as crew:
        try:
            with redirect_stdout(sys.stderr):
                _match_of(contest)  # before there are workers: this process compiles, the workers find it in the store
            start = perf_counter()
            for chunk, seconds in crew.run(_play, chunks):
                tally.add(chunk)
                if jobs != 1:  # alone, game by game: Ctrl-C breaks off a single one
                    chunks.took(len(chunk), seconds)
                if advance:
                    advance(len(chunk))
        except KeyboardInterrupt:
            stopped = True
        except WorkerDied as died:
            problem = str(died)
    if problem and not tally.games:
        raise KartenhausError(problem)
    return tally.standings(perf_counter() - start, stopped, problem)


class _Chunk(NamedTuple):
    """Games `first` to `last - 1` of a contest."""

    contest: Contest
    first: int
    last: int


class _Chunks:
    """All games of a contest, in chunks that take about the same time."""

    def __init__(self, contest: Contest, games: int) -> None:
        self.contest, self.games, self.size = contest, games, 1

    def __iter__(self) -> Iterator[_Chunk]:
        first = 0
        while first < self.games:
            last = min(first + self.size, self.games)
            yield _Chunk(self.contest, first, last)
            first = last

    def took(self, games: int, seconds: float) -> None:
        """Hear how long some games took."""
        self.size = max(1, min(MOST, int(SPAN * games / seconds)))


def _play(chunk: _Chunk) -> tuple[list[Played], float]:
    """Play some games; return them and the seconds they took."""
    match = _match_of(chunk.contest)
    start = perf_counter()
    return [match.play(number) for number in range(chunk.first, chunk.last)], perf_counter() - start


_loaded: list[Match] = []  # what this process plays


def _match_of(contest: Contest) -> Match:
    """A contest, ready to play: a worker loads it once."""
    if not _loaded or _loaded[0].contest != contest:
        match = Match(contest)
        match.warm_up()
        _loaded[:] = [match]
    return _loaded[0]
