"""Workers that are new processes, which inherit no threads, locks or open files from this one."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Processes:
    """A number of processes on this machine."""

    grace: float | None = 0.5

    def __init__(self, jobs: int, script: bool = False) -> None:
        self.count, self.script = jobs, script
        self.pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), initializer=_enter)

    def submit(self, work: Callable[[T], R], chunk: T) -> Future[R]:
        """Hand out a chunk; starts a process if one is missing."""
        with self._starting():
            return self.pool.submit(work, chunk)

    @contextmanager
    def _starting(self) -> Iterator[None]:
        """Processes started in this context ignore Ctrl-C from the very start, and do not run the script that started them."""
        main, signals = sys.modules["__main__"], signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        if not self.script:
            sys.modules["__main__"] = ModuleType("__main__")
        try:
            yield
        finally:
            sys.modules["__main__"] = main
            signal.pthread_sigmask(signal.SIG_SETMASK, signals)

    def kill(self) -> None:
        """Kill every worker."""
        for worker in list((self.pool._processes or {}).values()):  # Python 3.14 has kill_workers
            worker.kill()

    def close(self) -> None:
        """End the processes."""
        self.pool.shutdown(cancel_futures=True)


def _enter() -> None:
    """Turn a process into a worker."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sys.stdout = sys.stderr  # stdout is for results


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
