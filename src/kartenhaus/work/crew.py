"""Chunks of work go to a crew, which returns their results in order.

A chunk says all that its result depends on, so it does not matter who works on it, nor how many there are.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, wait
from contextlib import redirect_stdout
from queue import SimpleQueue
from typing import Protocol, Self, TypeVar

from kartenhaus.core.errors import KartenhausError
from kartenhaus.work.ctrl_c import CtrlC

AHEAD = 4  # chunks handed out in advance per worker: memory does not grow with the number of chunks
T = TypeVar("T")
R = TypeVar("R")


class WorkerDied(KartenhausError):
    """A worker died, and the work cannot be finished."""


class Workers(Protocol):
    """Where work is done."""

    count: int
    """How many work at once."""
    grace: float | None
    """Seconds that workers have to finish their chunk when all is stopped; None: as long as it takes."""

    def submit(self, work: Callable[[T], R], chunk: T) -> Future[R]:
        """Hand out a chunk. If its worker dies, the future fails with BrokenExecutor."""

    def kill(self) -> None:
        """End all that is still being worked on."""

    def close(self) -> None:
        """Send the workers home."""


class Crew:
    """Runs chunks of work: on workers, or without any in this thread."""

    def __init__(self, workers: Workers | None = None) -> None:
        self.workers = workers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.workers is not None:
            self.workers.close()

    def run(self, work: Callable[[T], R], chunks: Iterable[T]) -> Iterator[R]:
        """Yield the result of each chunk, in the order of the chunks. Work, chunks and results can be pickled.

        After Ctrl-C, or if a worker dies, the results that are finished still come; then KeyboardInterrupt or WorkerDied.
        """
        with CtrlC() as ctrl_c:
            if self.workers is None:
                yield from _here(work, chunks, ctrl_c)
            else:
                yield from _elsewhere(self.workers, work, chunks, ctrl_c)


def _here(work: Callable[[T], R], chunks: Iterable[T], ctrl_c: CtrlC) -> Iterator[R]:
    for chunk in chunks:
        with ctrl_c.allowed(), redirect_stdout(sys.stderr):  # stdout is for results
            result = work(chunk)
        yield result


def _elsewhere(workers: Workers, work: Callable[[T], R], chunks: Iterable[T], ctrl_c: CtrlC) -> Iterator[R]:
    source = iter(chunks)
    waiting: deque[Future[R]] = deque()
    done: SimpleQueue[object] = SimpleQueue()  # one entry for each future that is done; to wait for it takes no lock

    def hand_out() -> None:
        while len(waiting) < AHEAD * workers.count:
            try:
                chunk = next(source)
            except StopIteration:
                return
            waiting.append(workers.submit(work, chunk))
            waiting[-1].add_done_callback(done.put)

    try:
        hand_out()
        while waiting:
            with ctrl_c.allowed():  # also if nothing is to be waited for: quick work can be stopped too
                while not waiting[0].done():
                    done.get()
            result = waiting[0].result()
            waiting.popleft()
            yield result
            hand_out()
    except KeyboardInterrupt:
        yield from _stop(workers, waiting)
        raise
    except BrokenExecutor:
        yield from _stop(workers, waiting)
        raise WorkerDied(
            "a worker process died: a bot may have ended it, or memory ran out; what was finished before is counted"
        ) from None
    finally:
        _stop(workers, waiting)


def _stop(workers: Workers, waiting: deque[Future[R]]) -> list[R]:
    """Drop what is not finished; return the results that are."""
    begun = [future for future in waiting if not future.cancel()]
    waiting.clear()
    finished, unfinished = wait(begun, workers.grace)
    if unfinished:
        workers.kill()
    return [future.result() for future in begun if future in finished and not future.exception()]
