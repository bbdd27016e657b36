"""When Ctrl-C stops work."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self


class CtrlC:
    """Ctrl-C raises KeyboardInterrupt, but only where it is allowed: a result counts completely or not at all.

    Raised inside a pool of workers, it could leave one of its locks taken for ever.
    """

    def __enter__(self) -> Self:
        self.busy, self.pressed = True, False
        self.ours = threading.current_thread() is threading.main_thread()  # other threads are never interrupted
        if self.ours:
            self.before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        if self.ours:
            signal.signal(signal.SIGINT, self.before)

    def _press(self, *_: object) -> None:
        again, self.pressed = self.pressed, True
        if not self.busy and not again:  # once is enough: the results so far will be reported
            raise KeyboardInterrupt

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Where work may be interrupted."""
        try:
            self.busy = False
            if self.pressed:
                raise KeyboardInterrupt
            yield
        finally:
            self.busy = True
