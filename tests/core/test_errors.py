"""Errors come back from workers as they were."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from kartenhaus.bots.calling import Fault
from kartenhaus.core.errors import IllegalMove, KartenhausError
from kartenhaus.core.jit import Unkept

FAULT = Fault("ValueError", "raised too much")


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove("{card} is not here", "MAD-2", card=7),
        FAULT,
        KartenhausError("{bot} cannot go on: {fault}", bot="mine", fault=FAULT),
        Unkept(Path("folder"), OSError(28, "No space left on device")),
    ],
)
def test_errors_can_be_sent_to_other_processes(error: KartenhausError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.rule) == (type(error), str(error), error.rule)
    assert vars(again).keys() == vars(error).keys()
    assert getattr(again, "kind", None) == getattr(error, "kind", None)
