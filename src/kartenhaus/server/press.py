"""Where cards are printed: games are compiled behind the house, in processes of their own, while it serves.

They write what they compile into the store, and this process only loads it. Who needs a game before it is there waits, and is told
how long that may take. The game somebody waits for is begun at once, the others two at a time; once somebody waits or plays, these
make room. Several servers, or several processes of one, do not compile the same twice: see `printer`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from kartenhaus.core.errors import Phrase
from kartenhaus.core.game import Game
from kartenhaus.core.pace import Pace
from kartenhaus.core.texts import translator
from kartenhaus.core.threads import aside
from kartenhaus.table import states
from kartenhaus.table.commands import Refused

logger = logging.getLogger("kartenhaus.press")
AT_ONCE = 2  # games that are compiled while nobody waits for one
POLITE = 10  # how nice these are once somebody waits or plays
SHORTLY = 1.0  # seconds between two words to who waits
SAID = 1000  # characters that are told of what a process complained of
PRINTER = (sys.executable, "-P", "-m", "kartenhaus.server.printer")


class NotYet(Refused):
    """A game is not there yet; who asked for it can wait."""

    def __init__(self, game: Game, seconds: int) -> None:
        title = Phrase(game.title)
        super().__init__("printing", "The cards are being printed: {game}, about {seconds} s", game=title, seconds=seconds)
        self.game, self.seconds = game.name, seconds

    def frame(self, language: str) -> bytes:
        """The same over a WebSocket."""
        return states.encode(states.Printing(self.game, self.seconds, self.told(translator(language))))


class Job:
    """A game on its way."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.pace = Pace()
        """Begun if a process of ours compiles it, or has."""
        self.there = asyncio.Event()


Show = Callable[[list[Job]], None]


class PlainLines:
    """Says in plain lines what is compiled."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, jobs: list[Job]) -> None:
        """What is new."""
        for job in jobs:
            title = job.game.title
            if job.pace.begun and not job.there.is_set():
                self._tell(f"Compiling {title} (once, about {job.pace.seconds()} s); the page is open meanwhile.", f"begun {title}")
            elif job.pace.begun:
                self._tell(f"{title} is compiled.", f"there {title}")

    def _tell(self, line: str, what: str) -> None:
        if what not in self._told:
            self._told.add(what)
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()


class Press:
    """The games of the house, on their way or there."""

    def __init__(self, games: Iterable[Game] = (), show: Show | None = None, printer: tuple[str, ...] = PRINTER) -> None:
        self.jobs = {game.name: Job(game) for game in games}
        self._show, self._printer = show or PlainLines(), printer
        self._waiting = list(self.jobs.values())
        self._running: dict[Job, Process] = {}
        self._asked = False  # whether somebody has asked for a game
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()  # one at a time: several threads would take more memory, and be no quicker

    def start(self) -> None:
        """Begin."""
        for work in [self._work_off] * AT_ONCE + [self._finish]:
            self._spawn(work())

    async def stop(self) -> None:
        """Compile no more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def printing(self) -> dict[str, int]:
        """The games that are not there yet, and about how many seconds each will take."""
        return {name: job.pace.seconds() for name, job in self.jobs.items() if not job.there.is_set()}

    async def wait_for(self, name: str, patience: float | None = None) -> None:
        """Wait until a game is there; NotYet if that takes longer than somebody's patience."""
        job = self.jobs.get(name)
        if job is None:
            return
        self._asked = True
        if job.there.is_set():
            return
        self._make_room(job)
        if job in self._waiting:
            self._waiting.remove(job)
            self._spawn(self._print(job, nice=0))
        try:
            async with asyncio.timeout(patience):
                await job.there.wait()
        except TimeoutError:
            raise NotYet(job.game, job.pace.seconds()) from None

    def _make_room(self, job: Job) -> None:
        """The other games get what one leaves that somebody waits for."""
        for other, process in self._running.items():
            if other is not job and hasattr(os, "setpriority"):
                with suppress(ProcessLookupError):  # it has just ended
                    os.setpriority(os.PRIO_PROCESS, process.pid, POLITE)

    async def wait_for_all(self) -> None:
        """Wait until all games are there; this hurries nobody."""
        for job in self.jobs.values():
            await job.there.wait()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_off(self) -> None:
        while self._waiting:
            await self._print(self._waiting.pop(0), POLITE if self._asked else 0)

    async def _finish(self) -> None:
        """Show how it goes, and put this process in order when all is there."""
        jobs = list(self.jobs.values())
        while not all(job.there.is_set() for job in jobs):
            await asyncio.sleep(SHORTLY)
            self._show(jobs)
        await aside(_settle, "settling")

    async def _print(self, job: Job, nice: int) -> None:
        """Compile a game where that was never done, then load it. Whatever goes wrong is told, and nobody waits for ever."""
        title = job.game.title
        try:
            async with self._loading:
                job.pace.plan(await aside(partial(_missing, job.game), "looking"))
            if job.pace.left:
                await self._compile(job, nice)
        except Exception as error:
            logger.error("%s was not compiled in a process of its own, and is compiled in the server: %s", title, error)
        try:
            async with self._loading:
                await aside(partial(_load, job.game), "loading")
        except Exception:
            logger.exception("%s cannot be played", title)
        finally:
            job.there.set()

    async def _compile(self, job: Job, nice: int) -> None:
        command = (*self._printer, job.game.package, str(nice))
        process = self._running[job] = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
        try:
            assert process.stderr is not None
            _, complaint = await asyncio.gather(self._follow(job, process), process.stderr.read())
            if code := await process.wait():
                raise RuntimeError(f"exit code {code}, {complaint.decode(errors='replace').strip()[-SAID:] or 'without a word'}")
        finally:
            del self._running[job]
            if process.returncode is None:
                process.kill()
                await process.communicate()  # nothing is left open

    async def _follow(self, job: Job, process: Process) -> None:
        """Hear which parts a process compiles, and when each is there."""
        assert process.stdout is not None
        first = await process.stdout.readline()
        job.pace.begin(first.decode().split())
        self._show(list(self.jobs.values()))
        async for line in process.stdout:
            job.pace.advance(line.decode().strip())


def _missing(game: Game) -> dict[str, int]:
    """The parts of a game that are not in the store, and about how long each takes."""
    from kartenhaus.bots.parts import SECONDS, missing

    return {name: SECONDS[name] for name in missing(game)}


def _load(game: Game) -> None:
    """Load a game from the store, so that no table waits for it; what is not there is compiled, kept or not."""
    from kartenhaus.bots.parts import load

    if unkept := load(game):
        logger.error("%s", unkept)


def _settle() -> None:
    """What is there now stays: no use in looking through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)
