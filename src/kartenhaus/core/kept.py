"""Where machine code is kept, and a lock: on one machine, only one process at a time compiles a game."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kartenhaus.core.errors import KartenhausError


class NoPlace(KartenhausError):
    """No folder for machine code can be written."""

    def __init__(self) -> None:
        super().__init__("no folder can be written for compiled rules; set KARTENHAUS_CACHE to one that can")


def places() -> list[Path]:
    """Folders in which machine code may be kept, the best first."""
    named = os.environ.get("KARTENHAUS_CACHE")
    if named:
        return [Path(named)]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return [home / "kartenhaus", Path(tempfile.gettempdir()) / f"kartenhaus-{os.getuid()}"]


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Wait for the lock of this name and hold it. The system releases it when the process ends, in whatever way."""
    try:
        import fcntl
    except ModuleNotFoundError:  # Windows: then it may be done twice, which is only slower
        yield
        return
    for base in places():
        try:
            base.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = os.open(base / f"{name}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError:
            continue
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)
        return
    raise NoPlace
