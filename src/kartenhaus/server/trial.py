"""A process that plays games between bots, for `trials`: `python -m kartenhaus.server.trial`.

It reads one line of JSON and writes lines: first how many games are done, then all that was counted. It gives way to everything
else on the machine, and takes only so much memory and time: whoever asked is a stranger.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

from kartenhaus.core.game import find

MEMORY = 1 << 30  # bytes of data: compiling takes about half of it, and a service of ours has twice as much
NICE = 10


def main() -> None:
    """Play what is asked for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    _give_way()
    asked: dict[str, Any] = json.loads(sys.stdin.readline())
    from kartenhaus.bots.trials.play import series

    game = find(asked["game"])
    found = []
    for number, one in enumerate(asked["series"]):
        played = series(
            game,
            asked["players"],
            asked["games"],
            one["edition"],
            one["options"],
            asked["seconds"],
            lambda done, number=number: _tell({"done": number * asked["games"] + done}),  # type: ignore[misc]  # it has a default
        )
        found.append(played)
    _tell({"series": found})


def _give_way() -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    try:
        import resource
    except ImportError:
        return  # not on this system
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))


def _tell(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
