"""Each kind of due event becomes its own entry; the server and the tests use the same function for it."""

from __future__ import annotations

import pytest

from kartenhaus.table import commands, dues
from kartenhaus.table import entries as log
from kartenhaus.table.clock import Clock
from kartenhaus.table.dues import Found
from kartenhaus.table.timing import Due, DueKind
from table.evening import Evening


def entry(evening: Evening, what: DueKind, seat: int = -1, found: Found | None = None) -> log.Entry:
    due = Due(evening.now, what, seat)
    if found:
        return dues.move_entry(due, evening.table, 7, found)
    return dues.entry(due, evening.table, 7, lambda: "the next secret")


def playing(zero: str = "bot") -> tuple[Evening, int, Found]:
    """A game with a clock, its seat to act, and a move that was found for it."""
    evening = Evening(clock=Clock("move", 20, zero=zero))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    return evening, seat, Found(next(iter(evening.table.moves(seat))), evening.table.changed, 20_000)


@pytest.mark.parametrize(("what", "reason"), [("close", "left"), ("strand", "rules"), ("full", "full")])
def test_a_table_is_closed_for_a_reason(what: DueKind, reason: str) -> None:
    assert entry(Evening(), what) == log.Closed(7, reason)


def test_a_game_is_dealt_and_finished() -> None:
    evening, _, _ = playing()
    assert isinstance(entry(evening, "start"), log.Started)
    assert entry(evening, "finish") == log.Finished(7, "the next secret")


@pytest.mark.parametrize(("zero", "wanted"), [("bot", True), ("resign", False)])
def test_whose_time_has_run_out_is_moved_for_or_gives_up(zero: str, wanted: bool) -> None:
    evening, seat, found = playing(zero)
    assert dues.wants_move(Due(0, "zero", seat), evening.table) == wanted
    told = entry(evening, "zero", seat, found if wanted else None)
    assert told == (log.Moved(7, seat, found.move, 20_000, by="clock") if wanted else log.Resigned(7, seat, clock=True))


def test_a_bot_moves_for_who_is_replaced_and_not_for_who_is_back() -> None:
    evening, seat, found = playing()
    with pytest.raises(commands.Stale):
        entry(evening, "bot", seat, found)
    evening.add(entry(evening, "replace", seat))
    assert dues.wants_move(Due(0, "bot", seat), evening.table)
    assert entry(evening, "bot", seat, found) == log.Moved(7, seat, found.move, by="bot")


def test_a_move_that_was_found_for_another_decision_is_stale() -> None:
    evening, seat, found = playing()
    while evening.table.to_act == seat:
        evening.move()
    evening.add(log.Replaced(7, seat))
    kinds: tuple[DueKind, ...] = ("bot", "zero")
    for what in kinds:
        with pytest.raises(commands.Refused):
            entry(evening, what, seat, found)


def test_nothing_is_answered_where_nobody_is_asked() -> None:
    evening, _, _ = playing()
    with pytest.raises(commands.Stale):
        entry(evening, "answer")


def test_that_contested_moves_open_is_no_entry() -> None:
    with pytest.raises(ValueError, match="no entry"):
        entry(Evening(), "open")
