"""Compile games (“print cards”) in separate processes while the server already runs.

The processes write machine code to the cache on disk, and this process only loads it. Clients that need a game too early wait,
and learn how long that may take. A game that somebody waits for starts at once, the others two at a time; once somebody waits or
plays, these get a low priority. Several servers, or several processes of one, do not compile the same game twice: see `printer`.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

from kartenhaus.core.errors import Phrase
from kartenhaus.core.estimate import Estimate
from kartenhaus.core.game import Game
from kartenhaus.core.texts import translator
from kartenhaus.core.threads import aside
from kartenhaus.table import states
from kartenhaus.table.commands import Refused

logger = logging.getLogger("kartenhaus.press")
AT_ONCE = 2  # games that are compiled at the same time while nobody waits for one
POLITE = 10  # the nice value of these once somebody waits or plays
SHORTLY = 1.0  # seconds between two messages to clients that wait
STOPS = (signal.SIGINT, signal.SIGTERM)  # these usually go to the server and all its processes
TOGETHER = 5.0  # seconds in which the server would stop as well
SAID = 1000  # characters to log of the error output of a process
REST = ("thumb",)  # parts that only tables with another edition call
PRINTER = (sys.executable, "-P", "-m", "kartenhaus.server.printer")


class NotYet(Refused):
    """A game is not compiled yet; the client can wait."""

    def __init__(self, game: Game, seconds: int) -> None:
        title = Phrase(game.title)
        super().__init__("printing", "The cards are being printed: {game}, about {seconds} s", game=title, seconds=seconds)
        self.game, self.seconds = game.name, seconds

    def frame(self, language: str) -> bytes:
        """The same as a frame for a WebSocket."""
        return states.encode(states.Printing(self.game, self.seconds, self.told(translator(language))))


class Job:
    """A game that is being compiled or loaded."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.estimate = Estimate()
        """Begun if one of our processes compiles it, or has compiled it."""
        self.wanted = False
        """Whether somebody has waited for it."""
        self.there = asyncio.Event()


Show = Callable[[list[Job]], None]


class PlainLines:
    """Reports in plain lines what is being compiled."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def __call__(self, jobs: list[Job]) -> None:
        """Print what is new."""
        for job in jobs:
            title = job.game.title
            if job.estimate.begun and not job.there.is_set():
                seconds = job.estimate.seconds()
                self._tell(f"Compiling {title} (once, about {seconds} s); the page is open meanwhile.", f"begun {title}")
            elif job.estimate.begun:
                self._tell(f"{title} is compiled.", f"there {title}")

    def _tell(self, line: str, what: str) -> None:
        if what not in self._told:
            self._told.add(what)
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()


class Press:
    """The games of the server, whether they are ready or not."""

    def __init__(self, games: Iterable[Game] = (), show: Show | None = None, printer: tuple[str, ...] = PRINTER) -> None:
        self.jobs = {game.name: Job(game) for game in games}
        self._show, self._printer = show or PlainLines(), printer
        self._waiting = list(self.jobs.values())
        self._running: dict[Job, Process] = {}
        self._asked = False  # whether somebody has asked for a game
        self._tasks: set[asyncio.Task[None]] = set()
        self._loading = asyncio.Lock()  # one at a time: several threads would take more memory, and be no faster

    def start(self) -> None:
        """Start compiling."""
        for work in [self._work_off] * AT_ONCE + [self._finish]:
            self._spawn(work())

    async def stop(self) -> None:
        """Stop compiling."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def printing(self) -> dict[str, int]:
        """The games that are not ready, and about how many seconds each will take."""
        return {name: job.estimate.seconds() for name, job in self.jobs.items() if not job.there.is_set()}

    async def wait_for(self, name: str, patience: float | None = None) -> None:
        """Wait until a game is ready; raise NotYet if that takes longer than `patience`."""
        job = self.jobs.get(name)
        if job is None:
            return
        self._asked = job.wanted = True
        if job.there.is_set():
            return
        self._make_room()
        if job in self._waiting:
            self._waiting.remove(job)
            self._spawn(self._print(job))
        try:
            async with asyncio.timeout(patience):
                await job.there.wait()
        except TimeoutError:
            raise NotYet(job.game, job.estimate.seconds()) from None

    def _make_room(self) -> None:
        """Once somebody has asked for a game, lower the priority of those that nobody waits for."""
        for job, process in self._running.items():
            if self._asked and not job.wanted and hasattr(os, "setpriority"):
                with suppress(ProcessLookupError):  # it has just ended
                    niceness = os.getpriority(os.PRIO_PROCESS, process.pid)  # nobody may lower it again
                    os.setpriority(os.PRIO_PROCESS, process.pid, max(niceness, POLITE))

    async def wait_for_all(self) -> None:
        """Wait until all games are ready, without changing their order or priority."""
        for job in self.jobs.values():
            await job.there.wait()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _work_off(self) -> None:
        while self._waiting:
            await self._print(self._waiting.pop(0))

    async def _finish(self) -> None:
        """Show the progress, and tune the garbage collector once all games are ready."""
        jobs = list(self.jobs.values())
        while not all(job.there.is_set() for job in jobs):
            await asyncio.sleep(SHORTLY)
            self._show(jobs)
        await aside(_settle, "settling")
        for job in jobs:
            await self._compile_rest(job)

    async def _compile_rest(self, job: Job) -> None:
        """Compile what only tables with another edition call, so that no bot there holds up the server while it is compiled."""
        if not await aside(partial(_missing, job.game, REST), "looking"):
            return
        job.wanted = False  # nobody waits for this
        try:
            await self._compile(job, *REST)
        except Exception as error:
            logger.error("%s was not compiled for other editions: %s", job.game.title, error)

    async def _print(self, job: Job) -> None:
        """Compile a game if needed, then load it. Log every error; in any case, nobody waits for ever."""
        title = job.game.title
        try:
            async with self._loading:
                job.estimate.plan(await aside(partial(_missing, job.game), "looking"))
            if job.estimate.left:
                await self._compile(job)
        except Exception as error:
            logger.error("%s was not compiled in a process of its own, and is compiled in the server: %s", title, error)
        try:
            async with self._loading:
                await aside(partial(_load, job.game), "loading")
        except Exception:
            logger.exception("%s cannot be played", title)
        finally:
            job.there.set()

    async def _compile(self, job: Job, *parts: str) -> None:
        command = (*self._printer, job.game.package, *parts)
        process = self._running[job] = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
        self._make_room()  # somebody may have asked for a game meanwhile
        try:
            assert process.stderr is not None
            _, complaint = await asyncio.gather(self._follow(job, process), process.stderr.read())
            if code := await process.wait():
                if -code in STOPS:
                    await asyncio.sleep(TOGETHER)  # if the server stops too, it ends here, without a word
                raise RuntimeError(f"exit code {code}, {complaint.decode(errors='replace').strip()[-SAID:] or 'without a word'}")
        finally:
            del self._running[job]
            if process.returncode is None:
                process.kill()
                await process.communicate()  # so that no pipe is left open

    async def _follow(self, job: Job, process: Process) -> None:
        """Read from a process which parts it compiles, and when each is done."""
        assert process.stdout is not None
        first = await process.stdout.readline()
        job.estimate.begin(first.decode().split())
        self._show(list(self.jobs.values()))
        async for line in process.stdout:
            job.estimate.advance(line.decode().strip())


def _missing(game: Game, names: tuple[str, ...] = ()) -> dict[str, int]:
    """The parts of a game that are not compiled yet, of all that tables call or of some; and about how many seconds each takes."""
    from kartenhaus.bots.parts import PLAY, SECONDS, missing

    return {name: SECONDS[name] for name in missing(game, names or PLAY)}


def _load(game: Game) -> None:
    """Load a game from disk, so that no table waits for it; compile missing parts, even if they cannot be saved."""
    from kartenhaus.bots.parts import load

    if unkept := load(game):
        logger.error("%s", unkept)


def _settle() -> None:
    """Exclude all current objects from garbage collection: they stay, so there is no use in scanning them again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(150_000, 50, 50)
