"""Connections with frames to write: all of them write in one turn of the loop, which costs less than a turn for each."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Outbox:
    """What is to be written after the next turn of the loop."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def add(self, write: Callable[[], None]) -> None:
        """Write soon; the asker's “done” follows in the next turn, so that both are written together."""
        if not self._waiting:
            loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, self._write_all)
        self._waiting.append(write)

    def _write_all(self) -> None:
        waiting, self._waiting = self._waiting, []
        for write in waiting:
            try:
                write()
            except Exception as error:  # the others write all the same
                asyncio.get_running_loop().call_exception_handler({"message": "a frame was not written", "exception": error})
