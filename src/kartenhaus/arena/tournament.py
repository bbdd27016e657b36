"""Many games on all cores: hand them out, collect them in order, and stop cleanly."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, redirect_stdout
from queue import SimpleQueue
from time import perf_counter
from types import ModuleType
from typing import Any, Protocol, Self

from kartenhaus.arena.lineups import players_for
from kartenhaus.arena.match import Contest, Match, Played
from kartenhaus.arena.statistics import Standings, Tally
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.core.game import Game, Options
from kartenhaus.core.simulation import cores

SPAN = 0.25  # seconds of games a worker gets at a time: long enough to pay for the hand-out, short enough to end together
MOST = 1000  # games a worker gets at a time
AHEAD = 4  # parts handed out in advance per worker: memory does not grow with the number of games
GRACE = 0.5  # seconds that workers have to finish and deliver their part
DEAD_WORKER = "a worker process died: a bot may have ended it, or memory ran out; what was finished before is counted"


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


def run(contest: Contest, games: int, jobs: int | None = None, advance: Callable[[int], object] | None = None) -> Standings:
    """Play a tournament; `advance` gets the number of games just finished. Results do not depend on the number of jobs."""
    games = whole_deals(contest, games)
    if jobs is not None and jobs < 1:
        raise OptionError("the number of jobs must be at least 1, not {jobs}", jobs=jobs)
    jobs = min(jobs or cores(), games)
    tally, match = Tally(contest), Match(contest)
    stopped, problem, start = False, "", perf_counter()
    with _CtrlC() as ctrl_c:
        crew: _Crew = _ThisProcess(match, ctrl_c) if jobs == 1 else _Workers(contest, jobs, ctrl_c)
        try:
            with ctrl_c.allowed(), redirect_stdout(sys.stderr):
                match.warm_up()  # before there are workers: this process compiles, the workers find it in the store
            start = perf_counter()
            for part in crew.play(games):
                tally.add(part)
                if advance:
                    advance(len(part))
        except KeyboardInterrupt:
            stopped = True
        except BrokenProcessPool:
            problem = DEAD_WORKER
        finally:
            tally.add(crew.stop())
    if problem and not tally.games:
        raise KartenhausError(problem)
    return tally.standings(perf_counter() - start, stopped, problem)


class _CtrlC:
    """Ctrl-C raises KeyboardInterrupt, but only where it is allowed: a deal counts completely or not at all.

    Raised inside the pool of workers, it could leave one of its locks taken for ever.
    """

    def __enter__(self) -> Self:
        self.busy, self.pressed = True, False
        self.ours = threading.current_thread() is threading.main_thread()  # other threads are never interrupted
        if self.ours:
            self.before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        if self.ours:
            signal.signal(signal.SIGINT, self.before)

    def _press(self, *_: object) -> None:
        again, self.pressed = self.pressed, True
        if not self.busy and not again:  # once is enough: the results so far will be reported
            raise KeyboardInterrupt

    @contextmanager
    def allowed(self) -> Iterator[None]:
        try:
            self.busy = False
            if self.pressed:
                raise KeyboardInterrupt
            yield
        finally:
            self.busy = True


class _Crew(Protocol):
    """What plays the games."""

    def play(self, games: int) -> Iterator[list[Played]]:
        """Yield games from 0, in order, a part at a time."""

    def stop(self) -> list[Played]:
        """Stop; return the games that are finished but not yet delivered."""


class _ThisProcess:
    """Plays in this process."""

    def __init__(self, match: Match, ctrl_c: _CtrlC) -> None:
        self.match, self.ctrl_c = match, ctrl_c

    def play(self, games: int) -> Iterator[list[Played]]:
        for number in range(games):
            with self.ctrl_c.allowed(), redirect_stdout(sys.stderr):  # stdout is for results
                game = self.match.play(number)
            yield [game]

    def stop(self) -> list[Played]:
        return []


class _Workers:
    """Plays in new processes, which inherit no threads, locks or open files from this one."""

    def __init__(self, contest: Contest, jobs: int, ctrl_c: _CtrlC) -> None:
        self.jobs, self.ctrl_c = jobs, ctrl_c
        self.script = any(name.startswith("__main__:") for name in contest.bots)  # a bot is in it
        self.others = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        self.pool = ProcessPoolExecutor(jobs, context, initializer=_enter, initargs=(contest,))
        self.waiting: deque[Future[tuple[list[Played], float]]] = deque()
        self.done: SimpleQueue[None] = SimpleQueue()  # one entry for each future that is done; to wait for it takes no lock

    def play(self, games: int) -> Iterator[list[Played]]:
        first, size = 0, 1
        while first < games or self.waiting:
            while first < games and len(self.waiting) < AHEAD * self.jobs:
                last = min(first + size, games)
                with self._starting():
                    self.waiting.append(self.pool.submit(_play, first, last))
                self.waiting[-1].add_done_callback(lambda _: self.done.put(None))
                first = last
            while not self.waiting[0].done():
                with self.ctrl_c.allowed():
                    self.done.get()
            part, seconds = self.waiting.popleft().result()
            size = max(1, min(MOST, int(SPAN * len(part) / seconds)))
            yield part

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """Processes started in this context ignore Ctrl-C from the very start, and do not run the script that started them."""
        main, signals = sys.modules["__main__"], signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        if not self.script:
            sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main
            signal.pthread_sigmask(signal.SIG_SETMASK, signals)

    def stop(self) -> list[Played]:
        begun = [future for future in self.waiting if not future.cancel()]
        finished, unfinished = wait(begun, GRACE)
        if unfinished:
            for worker in set(multiprocessing.active_children()) - self.others:
                worker.kill()
        self.pool.shutdown(cancel_futures=True)
        return [game for future in begun if future in finished and not future.exception() for game in future.result()[0]]


def _enter(contest: Contest) -> None:
    """Turn a process into a worker."""
    global _match
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.stdout = sys.stderr
    _match = Match(contest)
    _match.warm_up()


_match: Match


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _play(first: int, last: int) -> tuple[list[Played], float]:
    """In a worker: play some games; return them and the seconds they took."""
    start = perf_counter()
    return [_match.play(number) for number in range(first, last)], perf_counter() - start
