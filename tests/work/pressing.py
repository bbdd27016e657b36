"""Ctrl-C while a crew works."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import chores
import pytest

from kartenhaus.work import Crew


def press_in_the_middle(crew: Crew) -> None:
    """What is finished counts; then it stops."""

    def pressed() -> Iterator[int]:
        for number in range(100):
            if number == 6:
                signal.raise_signal(signal.SIGINT)
            yield number

    found: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        found.extend(crew.run(chores.square, pressed()))
    assert found == [number**2 for number in range(len(found))]
    assert len(found) < 100
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
