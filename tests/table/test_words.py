"""What happened at a table, and why a game is over, in words."""

from __future__ import annotations

import pytest

from kartenhaus.table import entries as log
from kartenhaus.table.words import HAPPENINGS, happened, reason

NAMES = ("Mia", "Ben")
SILENT = {"opened", "moved", "wrote"}  # the first needs no words; the others have their own


def test_every_kind_of_entry_has_words() -> None:
    kinds = {str(kind.__struct_config__.tag) for kind in log.AnyEntry.__args__}
    assert kinds - SILENT == set(HAPPENINGS)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"kind": "wrote", "seat": -1, "name": "", "text": "hi"}, "Guest: hi"),
        ({"kind": "answered", "seat": 0, "agrees": True}, "Mia agrees"),
        ({"kind": "answered", "seat": 0, "agrees": False}, "Mia says no"),
        ({"kind": "left", "seat": 1}, "Ben leaves"),
        ({"kind": "left", "seat": 1, "removed": True}, "Ben was removed"),
        ({"kind": "readied", "seat": 1, "ready": False}, "Ben is not ready after all"),
        ({"kind": "resigned", "seat": 1, "clock": True}, "Ben runs out of time"),
        ({"kind": "locked", "locked": False}, "The table is open again"),
        ({"kind": "sat", "seat": 1, "name": "Ida", "colour": "red"}, "Ida sits down"),
        ({"kind": "opened", "game": "mada"}, ""),
    ],
)
def test_an_event_in_words(event: dict[str, object], words: str) -> None:
    assert happened(event, NAMES) == words


def test_why_a_game_is_over() -> None:
    assert reason("mad", {"ended": "emptied"}, True) == "A hand was empty: its owner wins at once."
    assert reason("mad", {}, False) == "Everybody else gave up."
    assert reason("mada", {"aside": ["", "3 7 7 9 L 12"]}, True, "de").startswith("Jemand")


def test_a_game_that_could_have_gone_on_for_ever_says_so() -> None:
    """mada/endless, mad/endless."""
    assert reason("mada", {"aside": ["3 7 7 9 L", ""]}, True).startswith("That was the last turn")
    assert reason("mad", {"ended": "counted", "closed": "? ?"}, True).startswith("That was the last turn")
    assert reason("mad", {"ended": "counted", "closed": ""}, True).startswith("Nothing could be drawn")
