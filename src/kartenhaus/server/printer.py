"""A process that compiles one game for play and keeps it for others: `python -m kartenhaus.server.printer PACKAGE [NICE]`.

Of several only one works at a time; the next finds everything done. It writes the names of the parts that are missing, then each
when it is there.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from importlib import import_module

from kartenhaus.core.kept import alone


def main(package: str, nice: str = "0") -> None:
    """Compile what is missing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its printers
    if hasattr(os, "nice"):
        os.nice(int(nice))
    gc.disable()  # it takes a tenth of the time, and this process soon ends
    with alone(package):  # before anything large is loaded: whoever waits here is small
        from kartenhaus.bots import parts

        game = import_module(package).GAME
        missing = parts.missing(game)
        _tell(" ".join(missing))
        for name in parts.make(game, missing):
            _tell(name)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
