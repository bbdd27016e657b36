"""Run work next to an event loop, in a thread that does not keep the program from ending."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


async def aside(work: Callable[[], T], name: str) -> T:
    """Do some work in a thread and return its result. If the caller stops waiting, the result is dropped."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(answer: Any, error: BaseException | None) -> None:
        if not done.done():
            done.set_exception(error) if error else done.set_result(answer)

    def run() -> None:
        answer, problem = None, None
        try:
            answer = work()
        except BaseException as error:
            problem = error
        try:
            loop.call_soon_threadsafe(settle, answer, problem)
        except RuntimeError:
            pass  # the loop is closed

    threading.Thread(target=run, name=name, daemon=True).start()
    return await done
