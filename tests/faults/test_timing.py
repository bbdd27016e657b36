"""How long something takes reveals nothing about hidden cards."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conftest import Setting
from faults.inside import Inside
from kartenhaus.core.game import SPECTATOR, Position
from kartenhaus.core.history import conceal, legal_numbers
from kartenhaus.core.random import seed_words, start_game
from kartenhaus.server import alarm
from kartenhaus.table import commands, frames
from kartenhaus.table import entries as log
from kartenhaus.table.states import encode
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Due, Pace, Watch
from serving import Line, Place, begin, lines

PACE = Pace(bot=(0.7, 1.6), question=(1.0, 3.0))


def table_of(setting: Setting, bots: int, seed: int) -> Table:
    """A table with persons on its first seats and bots on the others, dealt."""
    table = Table("abc")
    table.apply(commands.open_table(0, f"secret {seed}", setting.name, setting.players, options=dict(setting.options)))
    for seat in range(setting.players - bots):
        table.apply(commands.sit(table, 0, f"P{seat}", "", f"token {seat}"))
    for seat in range(setting.players - bots, setting.players):
        table.apply(commands.seat_bot(table, 0, 0, seat, "easy"))
    table.apply(log.Started(0, table.next_options()))
    return table


def with_position(table: Table, position: Position) -> Table:
    """The same table in another position."""
    assert table.history is not None
    twin = replace(table, history=replace(table.history, position=position))
    twin._look_anew()
    return twin


def twin_of(table: Table, viewer: int, seed: int) -> Position:
    """Another position that looks the same to a viewer."""
    assert table.history is not None
    dice = np.zeros(4, np.int64)
    start_game(seed_words(seed), 0, np.zeros(8, np.int64), dice)
    twin = conceal(table.game, table.history.position, viewer)
    table.game.rules.redeal(twin, dice)
    return twin


def watch_of(table: Table, seed: int) -> Watch:
    """A watch at the moment a decision begins, with everybody there."""
    watch = Watch(PACE)
    chance = random.Random(seed)
    for seat in [*table.persons(), SPECTATOR]:
        watch.arrive(seat, 50.0, chance)
    watch.turn(100.0, chance)
    return watch


def answered(table: Table, watch: Watch) -> Due | None:
    """The next thing that happens; a person with a choice who answers a question at once is answered for at the same time."""
    due = watch.due(table, 100.0)
    seat = table.to_act
    if table.is_question and not table.seats[seat].player and len(table.moves(seat)) > 1:
        return Due(watch.question_at, "answer", seat)
    return due


@pytest.mark.parametrize("bots", [0, 1])
def test_what_is_due_and_when_does_not_depend_on_hidden_cards(setting: Setting, bots: int) -> None:
    """docs/faults.md 13: the same chance gives the same moment, whatever others hold: for bots, and for questions with and
    without a choice.
    """
    chance = random.Random(str(setting))
    compared, choices = 0, set()
    for game in range(3 if setting.name != "mad" else 12):
        table = table_of(setting, bots, game)
        for step in range(60):
            if not table.playing:
                break
            assert table.history is not None
            seat = table.to_act
            for viewer in {(seat + 1) % setting.players, SPECTATOR}:
                other = with_position(table, twin_of(table, viewer, chance.getrandbits(50)))
                one_due, other_due = (answered(each, watch_of(each, step)) for each in (table, other))
                assert one_due == other_due
                compared += 1
                if table.is_question:
                    choices |= {len(each.moves(seat)) > 1 for each in (table, other)}
            moves = legal_numbers(table.game, table.history.position, seat)
            text = table.game.notation.describe(table.history.position.plain(), chance.choice(moves)).text
            table.apply(log.Moved(0, seat, text))
    assert compared > 50
    if setting.name == "mad":
        assert choices == {True, False}


def test_every_decision_takes_its_delays_from_chance_anew_and_all_of_them() -> None:
    """docs/faults.md 13: how many numbers are drawn, and from where, is the same for every decision."""

    class Noted:
        def __init__(self) -> None:
            self.asked: list[tuple[float, float]] = []

        def uniform(self, a: float, b: float) -> float:
            self.asked.append((a, b))
            return a

    noted = Noted()
    Watch(PACE).turn(5.0, noted)
    assert noted.asked == [PACE.bot, PACE.question]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with Inside(tmp_path, question_least=1.0, question_most=1.0, think=30) as running:
        yield running


def asked(house: Inside, seated: list[Line], choice: bool) -> Line:
    """Play until somebody is asked out of turn, and deal them a choice or none; return who."""
    while True:
        for line in seated:
            line.settle()
        state = seated[0].state
        if state["phase"] == "over":  # without any question
            begin(seated)
            continue
        person: Line = seated[[*state["asked"], state["to_act"]][0]]
        if state["question"]:
            break
        moves = [one["move"] for one in person.state["legal"]]
        attacks = [move for move in moves if move.startswith("play") and len(move.split()) > 2]
        person.do("move", move=[*attacks, *moves][0], answers=state["answers"])
    room = house.room(state["table"])

    def deal() -> bool:
        twins = (with_position(room.table, twin_of(room.table, SPECTATOR, seed)) for seed in range(1000))
        twin = next((twin for twin in twins if (len(twin.moves(twin.to_act)) > 1) == choice), None)
        if twin is not None:
            room.table = twin
            alarm.renew(room)
        return twin is not None

    if house.inside(deal):
        return person
    person.do("move", move="allow", answers=state["answers"])  # no deal has it, as all such cards are seen: on to the next
    return asked(house, seated, choice)


def _moved_on(number: int) -> Callable[[dict[str, Any]], bool]:
    return lambda state: state["answers"] != number


def test_an_early_answer_is_held_back_until_those_without_a_choice_are_answered_for(house: Inside) -> None:
    """docs/faults.md 13: on real sockets, and what the others then hear is the same."""
    told: dict[bool, tuple[float, dict[str, Any]]] = {}
    busy = threading.Event()
    for _ in range(house.house.thinker.threads):
        house.house.thinker.pool.submit(busy.wait, 20)  # bots of other tables think
    for choice in (True, False):
        seats = house.full_table("mad", 3)
        with lines([*seats, Place(house.url, seats[0].table)]) as [*seated, watcher]:
            begin(seated)
            watcher.settle()
            person = asked(house, seated, choice)
            watcher.settle()
            room = house.room(seats[0].table)
            opened = room.watch.question_at
            if choice:
                chat = seated[0].do("chat", text="an entry that changes no game")
                person.say("move", move="allow", answers=chat["number"])  # at once, and however it is said
            other = next(line for line in seated if line is not person)
            state = other.until(_moved_on(person.state["answers"]))
            assert time.monotonic() >= opened - 0.02
            watcher.until(_moved_on(person.state["answers"]))
            [event], [seen] = state["entries"], watcher.state["entries"]
            assert event["move"] == "allow"
            assert event.keys() == {"kind", "seat", "move", "number", "words", "who", "events"}
            assert seen.keys() == event.keys()
            told[choice] = opened, {key: type(value) for key, value in event.items()}
    busy.set()
    assert told[True][1] == told[False][1]


def test_an_answer_without_a_choice_looks_like_any_other() -> None:
    """docs/faults.md 13: nobody learns that the table answered for somebody."""
    table = table_of(Setting("mad", 3, ()), 0, 1)
    assert table.history is not None
    seat = table.to_act
    move = table.history.legal(seat)[0]
    told = []
    for by in ("", "table"):
        now = with_position(table, table.history.position.clone())
        happening = frames.Happening(now, log.Moved(0, seat, move, by=by))
        now.apply(happening.entry)
        told.append({viewer: encode(happening.told(now, viewer)) for viewer in range(-1, 3)})
    assert told[0] == told[1]


def test_a_bot_moves_when_chance_says_and_not_when_it_is_done_thinking(tmp_path: Path) -> None:
    """docs/faults.md 13: however little there was to think about."""
    with (
        Inside(tmp_path, bot_least=0.5, bot_most=0.7) as house,
        Line(house.open("mad", players=2, bots=["easy"], ready=True)) as line,
    ):
        room = house.room(line.place.table)
        waited = 0
        while waited < 3:
            state = line.until(lambda state: state["phase"] == "playing")
            if state["to_act"] == 1 and not state["question"]:
                moment = house.inside(lambda: room.watch.bot_at)
                line.until(_moved_on(state["answers"]))
                assert moment - 0.02 <= time.monotonic()
                waited += 1
            elif state["legal"]:
                line.do("move", move=state["legal"][0]["move"], answers=state["answers"])
            else:
                line.next()
