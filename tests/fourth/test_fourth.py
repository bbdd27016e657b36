"""A fourth game, registered by its name alone: conformance, bots, a table, records, the command line and the screen."""

from __future__ import annotations

import asyncio
import importlib.util
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from textual.pilot import Pilot

import kartenhaus
from conftest import Setting
from kartenhaus.cli.screen.app import TableScreen
from kartenhaus.cli.screen.local import Local
from kartenhaus.cli.show import draw
from kartenhaus.core import game as games
from kartenhaus.core import recordfile
from kartenhaus.table import commands, frames, record
from kartenhaus.table import entries as log
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Pace, Watch

FOLDER = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """The public way to make a game known."""
    games.register("high", "fourth")
    yield
    games._GAMES.pop("high")


def conformance() -> ModuleType:
    """The suite that all games pass."""
    spec = importlib.util.spec_from_file_location("conformance", FOLDER / "games/test_conformance.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SUITE = conformance()
CHECKS = [name for name in vars(SUITE) if name.startswith("test_")]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("check", CHECKS)
def test_it_conforms(check: str, players: int) -> None:
    setting = Setting("high", players, ())
    test: Any = getattr(SUITE, check)
    if "seed" in test.__annotations__:
        for seed in SUITE.SEEDS:
            test(setting, seed)
    else:
        test(setting)


def test_bots_play_it_and_the_better_one_is_not_worse() -> None:
    assert "high" in kartenhaus.games()
    standings = kartenhaus.arena("high", bots=["medium", "random"], games=40, seed=7, jobs=1)
    assert standings.fault_count == 0
    assert standings.bots[0].win_rate > 0.4
    assert kartenhaus.simulate("high", players=3, games=100).decisions.max() == 9


def test_two_games_at_a_table() -> None:
    table = Table("abcdefghjk")
    entries: list[log.Entry] = []

    def add(entry: log.Entry) -> None:
        entries.append(entry)
        table.apply(entry)

    add(commands.open_table(0, "0" * 64, "high", 2))
    for name in ("Mia", "Ben"):
        add(commands.sit(table, 0, name, "", f"token of {name}"))
    for number in (1, 2):
        for seat in (0, 1):
            add(commands.ready(table, 0, seat))
        add(log.Started(0, table.next_options()))
        while table.playing:
            assert table.history is not None
            watch = Watch(Pace())
            frames.state(table, watch, table.to_act, 0.0, [], frames.shared(table, watch, 0.0))
            add(commands.move(table, 0, table.to_act, table.history.legal()[0], table.changed))
        add(log.Finished(0, str(number) * 64))
        text = record.of_game(table.id, entries, number)
        assert text is not None
        assert recordfile.loads(text).over
    told = frames.story(table.id, entries, -1, 2)
    assert any(event.get("words", "").startswith("Mia plays") for event in told)


def test_it_is_drawn_without_a_drawing_and_played_on_the_screen() -> None:
    history = kartenhaus.deal("high", players=3, seed=7)
    assert "played" in str(draw(history, 0, ["a", "b", "c"])[0])
    app = TableScreen(Local(history, 1, ["easy"], None, "en", pause=0))

    async def evening() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await play(pilot)

    async def play(pilot: Pilot[None]) -> None:
        end = time.monotonic() + 60
        seen = False
        while app.source.state["phase"] != "over" and time.monotonic() < end:
            shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
            seen |= "tricks = [" in shown
            await pilot.press("enter")
            await pilot.pause(0.02)
        assert seen
        assert app.source.state["outcome"]

    asyncio.run(evening())
