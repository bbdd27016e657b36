"""Tables whose entries were committed together show them together: one step of all, then the next.

The processor's cache has room for the code of one step, not of all: a dozen tables in step take two thirds of the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator


class InStep:
    """Tables that have something to show in this turn of the loop."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Iterator[None], asyncio.Future[bool]]] = []

    def add(self, steps: Iterator[None], shown: asyncio.Future[bool]) -> None:
        """Take steps soon, together with all tables that are added in this turn of the loop; `shown` is true once they are taken.

        If nobody waits for it any more by then, nothing is shown: a table that no longer waits reads its log instead.
        """
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
