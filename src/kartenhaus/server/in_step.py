"""Tables whose entries were committed together show them together: one step of all, then the next.

The processor's cache has room for the code of one step, not of all: a dozen tables in step take two thirds of the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial


class InStep:
    """Tables that have something to show in this turn of the loop."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Iterator[None], asyncio.Future[bool]]] = []

    async def show(self, written: asyncio.Future[bool], steps: Iterator[None]) -> bool:
        """Once an entry is written, take steps together with all tables whose entries were committed with it.

        Returns whether it was written: if not, there is nothing to show.
        """
        shown: asyncio.Future[bool] = written.get_loop().create_future()
        written.add_done_callback(partial(self._add, steps, shown))
        try:
            return await shown
        finally:
            written.cancel()  # if nobody waits any more

    def _add(self, steps: Iterator[None], shown: asyncio.Future[bool], written: asyncio.Future[bool]) -> None:
        """The store resolves the futures of a commit in one turn of the loop, so all its tables come here in the next."""
        if shown.done():
            return  # a table that no longer waits reads its log instead
        if error := written.exception():
            shown.set_exception(error)
        elif not written.result():
            shown.set_result(False)
        else:
            if not self._waiting:
                shown.get_loop().call_soon(self._go)
            self._waiting.append((steps, shown))

    def _go(self) -> None:
        going = [one for one in self._waiting if not one[1].done()]
        self._waiting = []
        while going:
            taken = []  # those that have more steps
            for one in going:
                try:
                    next(one[0])
                    taken.append(one)
                except StopIteration:
                    one[1].set_result(True)
                except Exception as error:
                    one[1].set_exception(error)
            going = taken
