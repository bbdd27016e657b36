"""Work for crews; workers import it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

from kartenhaus.core.errors import IllegalMove


def square(number: int) -> int:
    return number * number


def slow_first(number: int) -> int:
    if number == 0:
        time.sleep(0.2)
    return number


def stumble(number: int) -> int:
    if number == 3:
        raise ValueError("three is too much")
    return number


def refuse(number: int) -> int:
    raise IllegalMove("{card} is not here", "MAD-2", card=number)


def die(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def say(number: int) -> int:
    sys.stdout.write(str(number))
    return number


class Errand(NamedTuple):
    number: int
    folder: Path
    node: str


def hang(number: int) -> int:
    while True:
        time.sleep(1)


def hang_on_one_node(errand: Errand) -> int:
    """Note who does it; on one node never come back."""
    import ray

    here = ray.get_runtime_context().get_node_id()
    mark = errand.folder / f"{errand.number}-{'hangs' if here == errand.node else 'done'}"
    mark.write_text(here)
    while here == errand.node:
        time.sleep(1)
    return errand.number
