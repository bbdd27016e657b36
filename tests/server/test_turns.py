"""docs/faults.md 36: Bots take turns on the threads, and each gets a share of the time until its move is due."""

from __future__ import annotations

import asyncio
import threading

import pytest

from kartenhaus.bots.view import View
from kartenhaus.core.game import find
from kartenhaus.core.history import History
from kartenhaus.server import thinker
from kartenhaus.server.thinker import Thinker, Wanted
from kartenhaus.server.turns import Turns

LONG = 1e6  # seconds: the time that the test itself takes does not matter


def test_addresses_take_turns_and_so_do_the_tables_of_each() -> None:
    turns: Turns[str] = Turns()
    for table in ("a1", "a1", "a2", "a3"):
        turns.add("a", table, table)
    turns.add("b", "b1", "b1")
    turns.add("c", "c1", "c1")
    turns.drop("c", "c1", "c1")
    assert len(turns) == 5
    order = []
    while taken := turns.take():
        order.append(taken[2])
    assert order == ["a1", "b1", "a2", "a3", "a1"]


def test_who_has_work_shares_and_who_is_done_does_not() -> None:
    turns: Turns[str] = Turns()
    for table in ("a1", "a1", "a2"):
        turns.add("a", table, table)
    turns.add("b", "b1", "b1")
    for table in ("a1", "c1"):  # nobody wants these any more
        turns.add(table[0], table, "dropped")
        turns.drop(table[0], table, "dropped")
    shares = []
    while taken := turns.take():
        address, table, _, share = taken
        shares.append((table, share))
        if table != "a2":
            turns.done(address, table)
    assert shares == [("a1", 1 / 8), ("b1", 1 / 2), ("a2", 1 / 2), ("a1", 1 / 2)]


def test_load_shortens_every_search_and_one_who_opens_many_tables_shortens_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compares each search's share of the time until its move is due, in the order in which the searches start."""
    history = History.deal(find("mada"), 2, 1)
    view = View.of(history.game, history.position, history.to_act)
    free = threading.Event()
    begun: list[str] = []

    def decide(bot: str, _: View, seed: int) -> str:
        begun.append(bot)
        return "luck"

    monkeypatch.setattr(thinker, "_decide", decide)
    thinking = Thinker(1, clock=lambda: 0.0)

    async def ask_all() -> None:
        thinking.pool.submit(free.wait, 60)  # until all have asked
        moment = asyncio.get_running_loop().time() + LONG
        wanted = [Wanted("hard", view, number, f"a{number}", "a") for number in range(3)]
        wanted += [Wanted("medium", view, 4, "b", "b"), Wanted("easy", view, 5, "c", "c")]
        asked = [asyncio.ensure_future(thinking.choose(one, moment, moment)) for one in wanted]
        while len(thinking._turns) < len(asked):
            await asyncio.sleep(0)
        free.set()
        assert await asyncio.gather(*asked) == ["luck"] * 5

    asyncio.run(ask_all())
    thinking.stop()
    names = [bot.partition(":milliseconds=") for bot in begun]
    assert [name for name, _, _ in names] == ["hard", "medium", "easy", "hard", "hard"]
    shares = [round(int(time) / LONG / 1000, 3) for _, _, time in names if time]
    assert shares == [0.111, 0.333, 0.5, 1.0]
