"""A process that compiles one game and saves the result for others: `python -m kartenhaus.server.printer PACKAGE [PART…]`.

Of several such processes only one works at a time; the next one finds the work done. It prints the names of the missing parts,
then each name when that part is done.
"""

from __future__ import annotations

import gc
import signal
import sys
from importlib import import_module

from kartenhaus.core.kept import alone


def main(package: str, *names: str) -> None:
    """Compile the missing parts of a game: those that tables call, or the named ones."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its printers
    gc.disable()  # collection would take a tenth of the time, and this process ends soon
    with alone(package):  # before loading anything large, so that a waiting process needs little memory
        from kartenhaus.bots import parts

        game = import_module(package).GAME
        missing = parts.missing(game, names or parts.PLAY)
        _tell(" ".join(missing))
        for name in parts.make(game, missing):
            _tell(name)


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
