"""What happens by itself, and when."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from kartenhaus.core.history import History
from kartenhaus.table import commands
from kartenhaus.table import entries as log
from kartenhaus.table.clock import Clock
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Due, Pace, Watch
from table.evening import Evening


def test_a_bot_moves_after_its_delay() -> None:
    evening = Evening(pace=Pace(bot=(0.7, 1.6)))
    evening.sit("Mia")
    evening.do(commands.seat_bot, 0, 1, "easy")
    evening.do(commands.ready, 0)
    evening.run()
    while evening.table.to_act != 1:
        evening.move()
    due = evening.due()
    assert due is not None
    assert (due.what, due.seat) == ("bot", 1)
    assert 0.7 <= due.at - evening.now <= 1.6


def test_a_move_clock_runs_out_and_a_bot_moves() -> None:
    evening = Evening(clock=Clock("move", 20))
    evening.start("Mia", "Ben")
    seat, began = evening.table.to_act, evening.now
    happened = evening.run(evening.now + 20)
    assert [(due.what, due.seat, due.at - began) for due in happened] == [("zero", seat, 20)]
    entry = evening.entries[-1]
    assert isinstance(entry, log.Moved)
    assert (entry.by, entry.used) == ("clock", 20_000)


def test_a_bank_is_used_up_and_the_seat_resigns() -> None:
    evening = Evening(clock=Clock("bank", 30, 2, "resign"))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    evening.now += 10
    evening.move()
    assert evening.table.seats[seat].bank == 22_000
    while evening.table.to_act != seat:
        evening.move()
    evening.run(evening.now + 22)
    assert evening.table.outcome is not None
    assert evening.table.outcome.resigned == [seat]


def test_who_is_gone_too_long_is_replaced_and_may_return() -> None:
    evening = Evening(pace=Pace(away=60))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    evening.watch.depart(seat, evening.now)
    happened = evening.run(evening.now + 60)
    assert [(due.what, due.seat) for due in happened][:1] == [("replace", seat)]
    assert evening.table.seats[seat].player
    evening.run(evening.now + 10)
    assert evening.table.history is not None
    assert evening.table.history.played, "the bot has moved"
    evening.add(log.Returned(0, seat))
    assert not evening.table.seats[seat].player


def test_one_who_is_connected_to_another_process_is_not_gone() -> None:
    evening = Evening(pace=Pace(away=60))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    evening.watch.depart(seat, evening.now)
    for _ in range(12):
        evening.watch.hear("one", seat, evening.now, True)
        evening.watch.hear("two", seat, evening.now, True)
        evening.watch.hear("one", seat, evening.now, False)  # one tab fewer, but not the last
        assert evening.run(evening.now + 10) == []
    evening.watch.hear("two", seat, evening.now, False)
    assert [due.what for due in evening.run(evening.now + 61)][:1] == ["replace"]


def test_a_table_sleeps_when_nobody_is_there_and_charges_nobody() -> None:
    evening = Evening(clock=Clock("bank", 30, 0, "resign"))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    for one in (0, 1):
        evening.watch.depart(one, evening.now)
    assert evening.run(evening.now + 10_000) == []
    evening.watch.arrive(seat, evening.now, evening.chance)
    assert evening.watch.left(evening.table, seat, evening.now) == 30_000


def test_a_pause_gives_no_thinking_time_back() -> None:
    evening = Evening(clock=Clock("bank", 10, 0, "resign"))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    for left in (6_000, 2_000):
        evening.now += 4
        evening.pause(1 - seat)
        assert evening.run(evening.now + 100) == []
        assert evening.watch.left(evening.table, seat, evening.now) == left
        evening.do(commands.resume, seat)
        assert evening.watch.left(evening.table, seat, evening.now) == left
    due = evening.run(evening.now + 2)[0]
    assert (due.what, due.seat) == ("zero", seat)


def test_what_was_thought_before_a_pause_counts_for_the_move_and_for_no_other() -> None:
    evening = Evening(clock=Clock("bank", 10))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    evening.now += 4
    evening.pause(seat)
    evening.do(commands.resume, seat)
    evening.now += 1
    evening.move()
    assert evening.table.seats[seat].bank == 5_000
    while evening.table.to_act != seat:
        evening.move()
    assert evening.watch.left(evening.table, seat, evening.now) == 5_000


def test_what_was_thought_before_a_pause_follows_from_the_log() -> None:
    """Another process, or the same one after a restart, knows it too."""
    evening = Evening(clock=Clock("bank", 10))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    evening.now += 4
    evening.pause(seat)
    table, watch = Table("evening"), Watch(Pace())
    for entry in evening.entries:
        table.apply(log.decode(log.encode(entry)))
    watch.arrive(seat, 5.0, evening.chance)
    assert watch.left(table, seat, 9.0) == 6_000
    resumed = commands.resume(table, 0, seat)
    begun = table.begun
    table.apply(resumed)
    watch.follow(table, begun, resumed, 20.0, evening.chance)
    assert watch.left(table, seat, 21.0) == 5_000


@pytest.mark.parametrize("command", [commands.resign, commands.leave])
def test_somebody_else_who_gives_up_gives_no_thinking_time_back(command: Callable[..., log.Entry]) -> None:
    evening = Evening(players=3, clock=Clock("bank", 10))
    evening.start("Mia", "Ben", "Eva")
    seat, answers = evening.table.to_act, evening.table.changed
    evening.now += 4
    evening.do(command, (seat + 1) % 3)
    assert evening.watch.left(evening.table, seat, evening.now) == 6_000
    assert evening.table.changed == answers, "a move that is under way still counts"


def test_a_bot_takes_its_time_for_a_decision_that_somebody_gives_up() -> None:
    """However long that player thought: how fast a bot moves must not reveal its cards."""
    evening = Evening(players=3, pace=Pace(bot=(0.7, 1.6)))
    evening.start("Mia", "Ben", "Eva")
    seat = evening.table.to_act
    evening.now += 100
    evening.do(commands.resign, seat)
    due = evening.due()
    assert due is not None
    assert (due.what, due.seat) == ("bot", seat)
    assert 0.7 <= due.at - evening.now <= 1.6


def mad_attack(choice: bool, clock: Clock | None = None) -> Evening:
    """A table of MAD at which a victim is asked, with or without a defence."""
    for secret in range(400):
        evening = Evening("mad", 2, clock=clock)
        evening.table.secret = str(secret)
        evening.start("Mia", "Ben")
        for _ in range(30):
            if not evening.table.playing:
                break
            if evening.table.is_question and (len(evening.table.moves(evening.table.to_act)) > 1) == choice:
                return evening
            evening.move()
    raise AssertionError("no such attack")


def test_a_question_without_a_choice_is_answered_by_the_table_after_its_delay() -> None:
    evening = mad_attack(choice=False)
    seat = evening.table.to_act
    due = evening.due()
    assert due is not None
    assert (due.what, due.seat, due.at) == ("answer", seat, evening.watch.question_at)
    least, most = evening.watch.pace.question
    assert least <= due.at - evening.watch.since <= most


def test_a_question_with_a_choice_is_left_to_the_player() -> None:
    evening = mad_attack(choice=True)
    assert evening.run(evening.now + 1000) == []


@pytest.mark.parametrize("kind", ["move", "bank"])
def test_a_question_is_charged_from_when_it_can_be_answered(kind: str) -> None:
    """With or without a choice, so that the time left reveals nothing."""
    for choice in (True, False):
        evening = mad_attack(choice, Clock(kind, 2, 0, "resign"))
        table, watch, seat = evening.table, evening.watch, evening.table.to_act
        for now in (watch.since, watch.question_at):
            assert watch.used(table, now) == 0
            assert watch.left(table, seat, now) == 2_000
            due = watch.due(table, now)
            waits = choice and now == watch.question_at
            assert due == (Due(watch.question_at + 2, "zero", seat) if waits else Due(watch.question_at, "answer", seat))
        assert watch.used(table, watch.question_at + 0.5) == 500
        assert watch.left(table, seat, watch.question_at + 0.5) == 1_500


def test_delays_do_not_depend_on_cards() -> None:
    """The random delays are the same, whatever anybody is asked."""
    drawn = []
    for choice in (False, True):
        evening = mad_attack(choice)
        evening.watch.turn(50.0, random.Random(1))
        drawn.append((evening.watch.bot_at, evening.watch.question_at, evening.watch.opens_at))
    assert drawn[0] == drawn[1]


def test_catching_opens_after_a_grace() -> None:
    evening = Evening("maumau", 2, options={"announce": "manual"}, pace=Pace(grace=1.5))
    evening.start("Mia", "Ben")
    for _ in range(300):
        other = 1 - evening.table.to_act
        catch = [move for move in _texts(evening, other) if move.startswith("catch")]
        if catch:
            break
        evening.now += 5
        silent = [move for move in _texts(evening, evening.table.to_act) if not move.endswith("!") and not move.startswith("catch")]
        preferred = [move for move in silent if move.startswith("place")] or silent
        evening.move(preferred[0])
    else:
        raise AssertionError("nobody forgot anything")
    with pytest.raises(commands.Refused) as error:
        commands.move(evening.table, 0, other, catch[0], evening.table.changed, opened=evening.now >= evening.watch.opens_at)
    assert error.value.code == "grace"
    due = evening.due()
    assert due is not None
    assert (due.what, due.at) == ("open", evening.now + 1.5)
    commands.move(evening.table, 0, other, catch[0], evening.table.changed, opened=True)


def _texts(evening: Evening, seat: int) -> list[str]:
    history = evening.table.history
    assert isinstance(history, History)
    return history.legal(seat)


def test_who_goes_and_comes_back_gets_no_time_back() -> None:
    evening = Evening(clock=Clock("bank", 30, 0, "resign"))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    evening.now += 4
    for one in (0, 1):
        evening.watch.depart(one, evening.now)
    evening.now += 500
    evening.watch.arrive(seat, evening.now, evening.chance)
    assert evening.watch.left(evening.table, seat, evening.now) == 26_000
    evening.watch.hear("another process", 1 - seat, evening.now, True)
    evening.watch.depart(seat, evening.now)  # the last one here, but not at the table
    evening.now += 3
    evening.watch.arrive(seat, evening.now, evening.chance)
    assert evening.watch.left(evening.table, seat, evening.now) == 23_000


def test_a_bot_that_takes_over_takes_its_time_too() -> None:
    evening = Evening(pace=Pace(away=60, bot=(0.7, 1.6)))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    evening.watch.depart(seat, evening.now)
    [replaced] = evening.run(evening.now + 60.5)
    assert replaced.what == "replace"
    due = evening.watch.due(evening.table, evening.now)
    assert due is not None
    assert due.what == "bot"
    assert 0.7 <= due.at - replaced.at <= 1.6
