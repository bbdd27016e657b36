"""A question out of turn goes to all asked players at once, and nobody hears of an answer before its time is over.

These are docs/faults.md 34, 35.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from faults.test_timing import twin_of
from kartenhaus.core.game import SPECTATOR
from kartenhaus.table import commands, frames
from kartenhaus.table import entries as log
from kartenhaus.table.clock import Clock
from kartenhaus.table.states import Entry
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Pace, Watch, delays
from kartenhaus.table.window import _ahead, asked
from table.evening import Evening

NAMES = ("Mia", "Ben", "Eva", "Tom", "Ida", "Kim")
DEFENCE = "N"


@cache
def attack(players: int) -> tuple[log.Entry, ...]:
    """The log of a table of MAD at which Draw One was just played."""
    for secret in range(500):
        evening = Evening("mad", players)
        evening.entries[0] = commands.open_table(0, f"deal {secret}", "mad", players)
        evening.table.secret = f"deal {secret}"
        evening.start(*NAMES[:players])
        for _ in range(25):
            if evening.table.window is not None and len(evening.table.window.seats) == players - 1:
                return tuple(evening.entries)
            if not evening.table.playing:
                break
            draws = [move for move in evening.table.moves(evening.table.to_act) if move.startswith("play") and move.endswith("D")]
            evening.move(*draws[:1])
    raise AssertionError("nobody played Draw One")


def deal(table: Table, choices: set[int]) -> None:
    """Deal the hidden cards so that exactly these of the asked seats can defend themselves."""
    assert table.history is not None
    assert table.window is not None
    for seed in range(3000):
        twin = twin_of(table, SPECTATOR, seed)
        holders = {seat for seat in table.window.seats if twin.hands[seat, table.game.notation.CARD.names.index(DEFENCE)]}
        if holders == choices:
            table.history.position = twin
            table._look_anew()
            return
    raise AssertionError("no such deal")


def question(players: int = 4, choices: tuple[int, ...] = (), pace: Pace | None = None) -> Evening:
    """A table where Draw One was just played and everybody is present; `choices` are the asked players who can defend."""
    evening = Evening("mad", players, pace=pace or Pace())
    evening.table, evening.entries = Table("evening"), []
    for entry in attack(players):
        evening.add(entry)
        if isinstance(entry, log.Sat):
            evening.watch.arrive(entry.seat, evening.now, evening.chance)
    assert evening.table.window is not None
    seats = evening.table.window.seats
    deal(evening.table, {seats[place] for place in choices})
    return evening


def answer(evening: Evening, seat: int, move: str = "allow") -> None:
    """A player answers, as on a server."""
    over = evening.now >= evening.watch.question_at
    used = evening.watch.used(evening.table, evening.now) if seat == evening.table.to_act else 0
    evening.do(commands.move, seat, move, evening.table.changed, used, over=over)


def seats_of(evening: Evening) -> tuple[int, ...]:
    """The seats that are asked."""
    assert evening.table.window is not None
    return evening.table.window.seats


def moves(evening: Evening, since: int) -> list[tuple[int, str]]:
    """The moves that came out since an entry."""
    return [(entry.seat, entry.move) for entry in evening.entries[since:] if isinstance(entry, log.Moved)]


def shown(evening: Evening, viewer: int) -> bytes:
    """The current state of the table as a viewer gets it."""
    common = frames.shared(evening.table, evening.watch, evening.now)
    return frames.state(evening.table, evening.watch, viewer, evening.now, [], common)


# Who is asked


@pytest.mark.parametrize("players", [2, 3, 6])
def test_all_are_asked_at_once_in_the_order_of_play(players: int) -> None:
    evening = question(players)
    view = evening.table.look(SPECTATOR).words
    step = 1 if view["direction"] == "right" else -1
    order = tuple((view["threat"] + step * place) % players for place in range(1, players))
    assert seats_of(evening) == order
    for seat in order:
        look = evening.table.look(seat)
        assert list(look.moves) == ["allow"]
        assert look.words["to_act"] == seat
    assert evening.table.moves(view["threat"]) == {}


def test_who_is_asked_does_not_depend_on_cards() -> None:
    evening = question(6)
    assert evening.table.history is not None
    for seed in range(30):
        assert asked(evening.table.game, twin_of(evening.table, SPECTATOR, seed)) == seats_of(evening)


def test_whoever_finds_that_out_does_not_look_at_hidden_cards() -> None:
    """It plays ahead with copies that are the same, byte for byte, whatever cards are held."""
    evening = question(4, (1,))
    game = evening.table.game

    def ahead(seed: int) -> list[bytes]:
        return [position.tobytes() for _, position in _ahead(game, twin_of(evening.table, SPECTATOR, seed), SPECTATOR)]

    assert len({tuple(ahead(seed)) for seed in range(30)}) == 1


def test_what_one_can_answer_is_known_before_it_is_ones_turn() -> None:
    evening = question(6, (3,))
    seat = seats_of(evening)[3]
    assert list(evening.table.moves(seat)) == ["allow", "defend g", "defend y", "defend r", "defend b"]


# What is answered


def test_one_window_is_enough_for_six() -> None:
    evening = question(6)
    number, until = len(evening.entries), evening.watch.question_at
    asked = seats_of(evening)
    assert evening.run(until - 0.001) == []
    happened = evening.run(until)
    assert {due.at for due in happened} == {until}
    assert moves(evening, number) == [(seat, "allow") for seat in asked]
    assert evening.table.window is None


def test_answers_come_out_in_the_order_of_play_whoever_was_first() -> None:
    evening = question(4, (0, 2))
    first, second, third = seats_of(evening)
    number = len(evening.entries)
    answer(evening, third)
    answer(evening, first)
    assert moves(evening, number) == []
    evening.run(evening.watch.question_at)
    assert moves(evening, number) == [(first, "allow"), (second, "allow"), (third, "allow")]


def test_answers_that_a_defence_made_moot_are_never_shown_and_asked_for_anew() -> None:
    evening = question(4, (1,))
    first, second, third = seats_of(evening)
    number, began = len(evening.entries), evening.table.begun
    answer(evening, third)
    answer(evening, second, "defend r")
    answer(evening, first)
    evening.run(evening.watch.question_at)
    assert moves(evening, number) == [(first, "allow"), (second, "defend r")]
    assert evening.table.begun > began
    assert set(seats_of(evening)) == set(range(4)) - {second}
    assert not any(evening.table.answered(seat) for seat in range(4))
    assert evening.watch.question_at > evening.now
    told = frames.story("evening", evening.entries, SPECTATOR, 1)
    assert [entry.move for entry in told if entry.kind == "moved"][-2:] == ["allow", "defend r"]


def test_a_player_with_a_choice_is_waited_for_and_charged_for_that_alone() -> None:
    evening = question(4, (1, 2))
    first, second, third = seats_of(evening)
    evening.table.opened = log.Opened(0, "mad", 4, "", clock=Clock("move", 10))
    number, until = len(evening.entries), evening.watch.question_at
    evening.run(until + 4)
    assert moves(evening, number) == [(first, "allow")]
    assert evening.table.to_act == second
    assert evening.watch.left(evening.table, second, evening.now) == 6_000
    assert evening.watch.left(evening.table, third, evening.now) == 10_000
    answer(evening, third)  # early
    assert moves(evening, number) == [(first, "allow")]
    answer(evening, second)
    evening.run()
    assert moves(evening, number)[1:] == [(second, "allow"), (third, "allow")]
    [used] = [entry.used for entry in evening.entries[number:] if isinstance(entry, log.Moved) and entry.seat == second]
    assert used == 4_000


def test_an_answer_is_given_once() -> None:
    evening = question(4)
    seat = seats_of(evening)[1]
    number = evening.table.shown
    evening.do(commands.move, seat, "allow", evening.table.changed, 0, "ref", over=False)
    with pytest.raises(commands.Repeated) as repeated:
        commands.move(evening.table, 0, seat, "allow", evening.table.changed, 0, "ref", over=False)
    assert repeated.value.number == number
    with pytest.raises(commands.Refused) as refused:
        commands.move(evening.table, 0, seat, "allow", evening.table.changed, 0, "another", over=False)
    assert refused.value.code == "answered"


def test_an_answer_counts_while_others_come_out_and_not_for_the_next_question() -> None:
    evening = question(4, (1, 2))
    _, second, third = seats_of(evening)
    before = evening.table.changed
    evening.run(evening.watch.question_at)
    assert evening.table.changed > before
    assert isinstance(commands.move(evening.table, 0, third, "allow", before), log.Held)
    evening.do(commands.move, second, "defend r", before)
    with pytest.raises(commands.Stale):
        commands.move(evening.table, 0, third, "allow", before)


# Who hears of it


def test_nobody_else_is_sent_anything_else_for_an_answer_that_is_held_back() -> None:
    """They get no other frame, no other number in the next frame, and nothing new in the story."""
    evening = question(6, (3,))
    seat = seats_of(evening)[3]
    others = [viewer for viewer in range(-1, 6) if viewer != seat]
    before = {viewer: shown(evening, viewer) for viewer in others}
    stories = {viewer: frames.story("evening", evening.entries, viewer, 1) for viewer in range(-1, 6)}
    own = shown(evening, seat)
    answer(evening, seat, "defend r")
    assert {viewer: shown(evening, viewer) for viewer in others} == before
    assert {viewer: frames.story("evening", evening.entries, viewer, 1) for viewer in range(-1, 6)} == stories
    assert shown(evening, seat) != own
    assert b'"answered":"defend r","legal":[]' in shown(evening, seat)
    evening.do(commands.write, 0, "", "hello")
    assert evening.table.shown == len(attack(6))


def test_a_log_with_answers_that_are_held_back_is_replayed() -> None:
    """By another process, or after a restart."""
    evening = question(4)
    for seat in seats_of(evening)[::-1]:
        answer(evening, seat)
    table = Table("evening")
    for entry in evening.entries:
        table.apply(log.decode(log.encode(entry)))
    assert table.window == evening.table.window
    assert (table.number, table.shown) == (evening.table.number, evening.table.shown)
    assert [table.answered(seat) for seat in seats_of(evening)] == ["allow"] * 3


# When it comes out


def again(evening: Evening) -> None:
    """The server restarts: the table is read from its log, and everybody comes back after a while."""
    position = evening.table.history.position if evening.table.history else None
    table = Table("evening")
    for entry in evening.entries:
        table.apply(log.decode(log.encode(entry)))
    assert table.history is not None
    table.history.position = position
    table._look_anew()
    evening.table, evening.watch = table, Watch(evening.watch.pace)
    evening.now += 20
    for seat in table.persons():
        evening.watch.arrive(seat, evening.now, evening.chance)


def rest(evening: Evening) -> None:
    """A pause, shorter than the window."""
    threat = evening.table.look(SPECTATOR).words["threat"]
    evening.pause(threat)
    evening.now += 0.7
    evening.do(commands.resume, threat)


def sleep(evening: Evening) -> None:
    """Everybody leaves and comes back."""
    for seat in range(4):
        evening.watch.depart(seat, evening.now)
    evening.now += 300
    for seat in range(4):
        evening.watch.arrive(seat, evening.now, evening.chance)


def reconnect(evening: Evening) -> None:
    for seat in range(4):
        evening.watch.depart(seat, evening.now)
        evening.now += 0.1
        evening.watch.arrive(seat, evening.now, evening.chance)


def regret(evening: Evening) -> None:
    """The attacker asks to take the attack back, and somebody refuses."""
    threat = evening.table.look(SPECTATOR).words["threat"]
    evening.do(commands.regret, threat)
    evening.do(commands.answer, seats_of(evening)[0], False)


def talk(evening: Evening) -> None:
    evening.do(commands.write, 0, "", "hurry up")


def resign(evening: Evening) -> None:
    """One of the asked players gives up."""
    evening.do(commands.resign, seats_of(evening)[0])


def leave(evening: Evening) -> None:
    evening.do(commands.leave, seats_of(evening)[1])


def pause(evening: Evening) -> None:
    evening.pause(0)


def resume(evening: Evening) -> None:
    evening.do(commands.resume, 0)


def each(evening: Evening, *around: Callable[[Evening], None]) -> None:
    """Do one after another."""
    for one in around:
        one(evening)


AROUND: dict[str, Callable[[Evening], None]] = {
    "nothing": lambda _: None,
    "pause": rest,
    "two pauses": lambda evening: each(evening, rest, rest),
    "sleep in a pause": lambda evening: each(evening, pause, sleep, resume),
    "reconnect": reconnect,
    "sleep": sleep,
    "take-back refused": regret,
    "chat": talk,
    "resign": resign,
    "leave": leave,
    "restart": again,
    "restart in a pause": lambda evening: each(evening, pause, again, resume),
}


def released(around: Callable[[Evening], None], place: int | None, early: float) -> tuple[list[tuple[float, int]], list[Entry]]:
    """When the answers come out, and what a spectator sees, if something happens in the middle of the question.

    The asked player at `place` has a choice and answers at once; with None, nobody has a choice.
    """
    evening = question(4, () if place is None else (place,))
    evening.now += early
    if place is not None:
        answer(evening, seats_of(evening)[place])
    evening.now += 0.2
    around(evening)
    number, found = len(evening.entries), []
    for _ in range(10):
        due = evening.due()
        if due is None or evening.table.window is None:
            break
        evening.run(due.at)
        found.append((due.at, due.seat))
    assert {move for _, move in moves(evening, number)} == {"allow"}
    assert evening.table.window is None, "all have answered"
    return found, frames.story("evening", evening.entries, SPECTATOR, 1)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND.keys())
def test_answers_come_out_at_the_same_moment_with_a_choice_and_without_one(around: Callable[[Evening], None], place: int) -> None:
    without = released(around, None, 0.1)
    assert released(around, place, 0.1) == without
    assert all(without)


def test_what_is_waited_for_is_the_same_with_a_choice_and_without_one() -> None:
    """The table waits until the time of the question is over, even if nobody has answered."""
    dues = [question(4, choices).due() for choices in ((), (0,), (0, 1), (2,))]
    assert dues[0] is not None
    assert dues[0].what == "answer"
    assert len(set(dues)) == 1


def test_pauses_and_sleep_shift_the_moment_by_their_length_and_nothing_else_does() -> None:
    evening = question(4)
    until = evening.watch.question_at
    for around in (talk, regret, reconnect, resign, leave):
        around(evening)
        assert evening.watch.question_at == until
    rest(evening)
    assert evening.watch.question_at == pytest.approx(until + 0.7)
    slept = question(4)
    began = slept.watch.question_at
    sleep(slept)
    assert slept.watch.question_at == pytest.approx(began + 300)


def test_the_delay_of_a_question_is_the_same_in_every_process_and_after_every_restart() -> None:
    evening = question(4, (1,))
    begun, delay = evening.now, evening.watch.question_at - evening.now
    answer(evening, seats_of(evening)[1])
    talk(evening)
    other = Watch(evening.watch.pace)
    other.arrive(0, begun, delays(evening.table))
    assert other.question_at - begun == delay
    assert other.due(evening.table, begun) == evening.watch.due(evening.table, begun)


def test_a_bot_in_the_place_of_who_let_the_time_of_a_question_pass_takes_its_time() -> None:
    evening = question(4, (0,), Pace(away=5))
    first = seats_of(evening)[0]
    evening.watch.depart(first, evening.now)
    happened = evening.run(evening.watch.question_at + 60)
    assert [due.what for due in happened][:2] == ["replace", "bot"]
    least, most = evening.watch.pace.bot
    assert least <= happened[1].at - happened[0].at <= most
    assert evening.table.window is None or evening.table.to_act != first
