"""Nobody learns that a player had no choice: an answer by the table looks like one by the player."""

from __future__ import annotations

from kartenhaus.core.game import SPECTATOR
from kartenhaus.table import commands, entries, frames
from kartenhaus.table.states import Entry
from kartenhaus.table.table import Table


def table() -> Table:
    """A game of MAD, just dealt."""
    made = Table("abcdefghjk")
    made.apply(commands.open_table(0, "0" * 64, "mad", 2))
    for seat, name in enumerate(("Mia", "Ben")):
        made.apply(commands.sit(made, 0, name, "", name))
        made.apply(commands.ready(made, 0, seat))
    made.apply(entries.Started(0, made.next_options()))
    return made


def told(by: str, viewer: int) -> Entry:
    """What a viewer sees of the first move."""
    made = table()
    assert made.history is not None
    entry = entries.Moved(0, made.to_act, made.history.legal()[0], by=by)
    happening = frames.Happening(made, entry)
    made.apply(entry)
    return happening.told(made, viewer)


def test_an_answer_by_the_table_looks_like_one_by_its_player() -> None:
    for viewer in (0, 1, SPECTATOR):
        assert told("table", viewer) == told("", viewer)


def test_who_else_moved_is_told() -> None:
    assert told("bot", SPECTATOR).by == "bot"
    assert told("clock", SPECTATOR).by == "clock"
