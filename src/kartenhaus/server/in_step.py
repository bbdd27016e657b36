"""Tables whose entries were committed together show them together: one step of all, then the next.

The processor's cache has room for the code of one step, not of all: a dozen tables in step take two thirds of the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator


class InStep:
    """Tables that have something to show in this turn of the loop."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Iterator[None], asyncio.Future[None]]] = []

    def show(self, steps: Iterator[None]) -> asyncio.Future[None]:
        """Take steps together with all others that come in the same turn of the loop; the future holds the end, or an error.

        The store informs all tables of a commit in one turn.
        """
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._go)
        shown: asyncio.Future[None] = loop.create_future()
        self._waiting.append((steps, shown))
        return shown

    def _go(self) -> None:
        going = [one for one in self._waiting if not one[1].done()]  # a table that no longer waits reads its log instead
        self._waiting = []
        while going:
            taken = []  # those that have more steps
            for one in going:
                try:
                    next(one[0])
                    taken.append(one)
                except StopIteration:
                    one[1].set_result(None)
                except Exception as error:
                    one[1].set_exception(error)
            going = taken
