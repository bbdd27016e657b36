"""How an edition or a board plays: games between bots, in a process of their own, one at a time, with a short queue and a deadline.

A process, because compiled games with a stranger's numbers must neither hold up nor harm the tables: it is ended when whoever asked
goes away, or when it takes too long.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter, OrderedDict
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

from kartenhaus.core.game import Game
from kartenhaus.server.backroom import Busy
from kartenhaus.table.commands import Refused

logger = logging.getLogger("kartenhaus.trials")
GAMES = 3_000  # of each series
SECONDS = 15.0  # of playing, for each series
COMPILING = 300.0  # until the first game is played: the loop is compiled once, at a low priority
PLAYING = 60.0  # from then on
WAITING = 4  # requests that wait for their turn
KNOWN = 40  # series of ours that are remembered
LINE = 1 << 20  # bytes of a line from the process
PROCESS = (sys.executable, "-P", "-m", "kartenhaus.server.trial")


class TrialFailed(Refused):
    """The games could not be played to their end."""

    def __init__(self) -> None:
        super().__init__("trial", "these games did not come to an end in time; change something and try again")


class Trials:
    """Plays games for people who try out editions and boards."""

    def __init__(
        self, program: tuple[str, ...] = PROCESS, compiling: float = COMPILING, games: int = GAMES, playing: float = PLAYING
    ) -> None:
        self._program, self._compiling, self._games, self._playing = program, compiling, games, playing
        self._turn = asyncio.Lock()
        self._asking: Counter[str] = Counter()  # by address
        self._ours: OrderedDict[str, Any] = OrderedDict()

    @property
    def asking(self) -> int:
        """How many wait, or have their turn."""
        return self._asking.total()

    async def run(self, game: Game, players: int, mine: dict[str, Any], ours: dict[str, Any], address: str) -> AsyncGenerator[Any]:
        """Yield numbers from 0 to 1 while games are played, then both series; Busy if too many ask, or one address twice."""
        if self._asking[address] or self.asking > WAITING:
            raise Busy
        self._asking[address] += 1
        try:
            yield 0.0
            async with self._turn, aclosing(self._played(game, players, mine, ours)) as played:
                async for told in played:
                    yield told
        finally:
            del self._asking[address]

    async def _played(self, game: Game, players: int, mine: dict[str, Any], ours: dict[str, Any]) -> AsyncGenerator[Any]:
        key = json.dumps([game.name, players, ours])
        series = [mine] if key in self._ours else [mine, ours]
        asked = {"game": game.name, "players": players, "games": self._games, "seconds": SECONDS, "series": series}
        process = await asyncio.create_subprocess_exec(*self._program, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LINE)
        try:
            async with asyncio.timeout(self._compiling) as limit:
                async for told in self._told(process, asked):
                    if "series" in told:
                        found = told["series"]
                        self._remember(key, found[1:])
                        yield found[0], self._ours[key]
                        return
                    if told["done"] == 1:
                        limit.reschedule(asyncio.get_running_loop().time() + self._playing)
                    yield min(1.0, told["done"] / (self._games * len(series)))
        except (TimeoutError, ValueError, KeyError) as problem:
            logger.warning("a trial of %s failed: %s", game.name, type(problem).__name__)
            raise TrialFailed from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        raise TrialFailed

    async def _told(self, process: Process, asked: dict[str, Any]) -> AsyncGenerator[dict[str, Any]]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(asked).encode() + b"\n")
        async for line in process.stdout:
            yield json.loads(line)

    def _remember(self, key: str, found: list[Any]) -> None:
        if found:
            self._ours[key] = found[0]
        self._ours.move_to_end(key)
        while len(self._ours) > KNOWN:
            self._ours.popitem(last=False)
