"""Who does the work: chunks of it go to a crew, which returns their results in order.

A chunk says all that its result depends on, so it does not matter who works on it, nor how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Crew(Protocol):
    """Runs chunks of work somewhere."""

    def run(self, work: Callable[[T], R], chunks: Sequence[T]) -> Iterator[R]:
        """Yield the result of each chunk, in the order of the chunks. Work and chunks can be pickled."""


class Threads:
    """A crew of threads in this process: kernels release the GIL."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run(self, work: Callable[[T], R], chunks: Sequence[T]) -> Iterator[R]:
        """Yield the result of each chunk, in order; if the caller stops, what has not begun is dropped."""
        with ThreadPoolExecutor(self.jobs) as pool:
            waiting = [pool.submit(work, chunk) for chunk in chunks]
            try:
                for one in waiting:
                    yield one.result()
            finally:
                for one in waiting:
                    one.cancel()
