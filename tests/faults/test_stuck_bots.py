"""A bot that hangs, dies or talks nonsense: a plain move is made for it, and the table goes on."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from faults.inside import Inside
from kartenhaus.bots import find
from kartenhaus.bots.view import View
from kartenhaus.core.game import find as find_game
from kartenhaus.core.history import History
from kartenhaus.server import thinker
from kartenhaus.server.settings import Settings
from kartenhaus.server.thinker import MOVER, Thinker, Wanted
from serving import Line, lines

THINK = 1.0


class Released:
    """Lets bots hang until the test is over."""

    def __init__(self) -> None:
        self.free = threading.Event()


def hangs(released: Released) -> object:
    released.free.wait(60)
    return "draw"


def dies(_: Released) -> object:
    raise RuntimeError("dead")


def quits(_: Released) -> object:
    raise SystemExit


def wrong(answer: object) -> Callable[[Released], object]:
    return lambda _: answer


BEHAVIOURS: dict[str, Callable[[Released], object]] = {
    "hangs": hangs,
    "dies": dies,
    "quits": quits,
    "nonsense": wrong("dance"),
    "illegal": wrong("swap 9"),
    "nothing": wrong(None),
    "beyond all numbers": wrong(10**5000),
    "everything": wrong([]),
}


@pytest.fixture
def released() -> Iterator[Released]:
    made = Released()
    yield made
    made.free.set()


def spoil(monkeypatch: pytest.MonkeyPatch, behave: Callable[[Released], object], released: Released) -> None:
    """Make the bots of all levels behave like this, except the one that makes plain moves."""

    class Spoilt:
        def choose(self, view: View, seed: int) -> Any:
            return behave(released)

    monkeypatch.setattr(thinker, "find", lambda name: find(name) if name == "greedy" else Spoilt)


def _moved_on(number: int) -> Callable[[dict[str, Any]], bool]:
    return lambda state: state["answers"] != number or state["phase"] != "playing"


def play_on(line: Line, moves: int) -> None:
    """Let a person and a bot make some moves: a bot that hangs is not let go before."""
    made = 0
    while made < moves and line.state["phase"] == "playing":
        if line.state["legal"]:
            line.do("move", move=line.state["legal"][0]["move"], answers=line.state["answers"])
        else:
            line.until(_moved_on(line.state["answers"]))
            made += 1
    assert made


@pytest.mark.parametrize("behave", BEHAVIOURS.values(), ids=BEHAVIOURS.keys())
def test_a_plain_move_is_made_for_a_bot_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, released: Released, behave: Callable[[Released], object]
) -> None:
    """docs/faults.md 25: within five seconds, unless the settings say otherwise."""
    assert Settings().think <= 5
    spoil(monkeypatch, behave, released)
    with Inside(tmp_path, think=THINK) as house, Line(house.open(players=2, bots=["easy"], ready=True)) as line:
        line.until(lambda state: state["phase"] == "playing")
        play_on(line, 2)


def test_all_threads_stuck_at_once_stop_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, released: Released) -> None:
    """docs/faults.md 25: more bots hang than there are threads, and then those of other tables still move."""
    spoil(monkeypatch, hangs, released)
    with Inside(tmp_path, Thinker(2), think=THINK) as house, contextlib.ExitStack() as stack:
        seated = stack.enter_context(lines([house.open(players=2, bots=["easy"], ready=True) for _ in range(5)]))
        for line in seated:
            line.until(lambda state: state["phase"] == "playing")
        for line in seated:
            play_on(line, 1)
        monkeypatch.setattr(thinker, "find", find)
        fresh = stack.enter_context(Line(house.open(players=2, bots=["easy"], ready=True)))
        fresh.until(lambda state: state["phase"] == "playing")
        play_on(fresh, 3)  # nobody waits for the bots that hang
        released.free.set()


class Counted(Thinker):
    """Notes what it was asked."""

    def __init__(self) -> None:
        super().__init__(2)
        self.asked: list[tuple[int, int]] = []

    async def choose(self, wanted: Wanted, moment: float, latest: float) -> str:
        self.asked.append((wanted.number, wanted.view.seat))
        return await super().choose(wanted, moment, latest)


def test_a_bot_is_asked_once_for_each_move(tmp_path: Path) -> None:
    """docs/faults.md 25: also where bots move one after another, so that nobody's thread is taken up by what is decided already."""
    bots = Counted()
    with Inside(tmp_path, bots) as house, Line(house.open("mad", players=4, bots=["easy"] * 3, ready=True)) as line:
        line.until(lambda state: state["phase"] == "playing")
        play_on(line, 12)
        assert len(bots.asked) >= 8
        assert sorted(set(bots.asked)) == sorted(bots.asked)


def test_bots_that_only_wait_for_their_turn_do_not_think_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 25: who has waited too long gets a plain move, and no thread thinks about it later."""
    free, begun = threading.Event(), []
    plain = thinker._decide

    def decide(bot: str, view: View, seed: int) -> str:
        if bot != MOVER:
            begun.append(seed)
            free.wait(60)
        return plain(MOVER, view, seed)

    monkeypatch.setattr(thinker, "_decide", decide)
    thinking = Thinker(threads=2)
    game = History.deal(find_game("mada"), 2, 1)

    async def ask_many() -> None:
        soon = asyncio.get_running_loop().time() + 0.3
        view = View.of(game.game, game.position, game.to_act)
        asked = [thinking.choose(Wanted("hard", view, one), soon, soon) for one in range(20)]
        assert set(await asyncio.gather(*asked)) <= set(game.legal())

    pool = thinking.pool
    try:
        asyncio.run(ask_many())
    finally:
        free.set()
    pool.shutdown(wait=True)
    assert len(begun) == 2
