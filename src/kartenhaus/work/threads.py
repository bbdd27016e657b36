"""Workers that are threads of this process: for compiled kernels, which release the GIL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Threads:
    """A number of threads."""

    grace: float | None = None  # a thread cannot be killed

    def __init__(self, jobs: int) -> None:
        self.count = jobs
        self.pool = ThreadPoolExecutor(jobs)

    def submit(self, work: Callable[[T], R], chunk: T) -> Future[R]:
        """Hand out a chunk."""
        return self.pool.submit(work, chunk)

    def kill(self) -> None:
        """Nothing: whoever has a chunk finishes it."""

    def close(self) -> None:
        """End the threads."""
        self.pool.shutdown(cancel_futures=True)
