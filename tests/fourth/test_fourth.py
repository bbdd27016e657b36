"""A fourth game, registered by its name alone: conformance, bots, a table, records, the command line and the screen."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import subprocess
import sys
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
from kartenhaus.cli.show import painted
from kartenhaus.core import game as games
from kartenhaus.core import recordfile
from kartenhaus.table import commands, frames, record
from kartenhaus.table import entries as log
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Pace, Watch

FOLDER = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def registered() -> Iterator[None]:
    """Register the game in the public way, and remove it after the test."""
    games.register("high", "fourth")
    yield
    games._GAMES.pop("high")


def conformance(name: str) -> ModuleType:
    """Load a suite that all games pass."""
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"games/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SUITES = [conformance("test_conformance"), conformance("test_events"), conformance("test_steps")]
CHECKS = [(suite, name) for suite in SUITES for name in vars(suite) if name.startswith("test_")]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("suite", "check"), CHECKS, ids=[name for _, name in CHECKS])
def test_it_conforms(suite: ModuleType, check: str, players: int) -> None:
    setting = Setting("high", players, ())
    test: Any = getattr(suite, check)
    if "seed" in test.__annotations__:
        for seed in suite.SEEDS:
            test(setting, seed)
    else:
        test(setting)


def test_bots_play_it_and_the_better_one_is_not_worse() -> None:
    assert "high" in kartenhaus.game_names()
    standings = kartenhaus.compete("high", bots=["medium", "random"], games=40, seed=7, jobs=1)
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
    assert any(entry.words.startswith("Mia plays") for entry in told)


def test_it_is_drawn_without_a_drawing_and_played_on_the_screen() -> None:
    history = kartenhaus.deal("high", players=3, seed=7)
    middle, around, hand = map(str, painted(history, 0, ["a", "b", "c"]))
    assert "This trick" in middle
    assert "Draw pile 18" in middle
    assert "discard –" in middle  # a place without a name shows its key
    assert "b" in around
    assert all(card in hand for card in history.written(0)["hands"][0].split())
    source = Local(history, 1, ["easy"], None, "en", pause=0)
    app = TableScreen(source)

    async def evening() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await play(pilot)

    async def play(pilot: Pilot[None]) -> None:
        end = time.monotonic() + 60
        seen = ""
        while source.state.phase != "over" and time.monotonic() < end:
            seen += "\n".join(strip.text for strip in app.screen._compositor.render_strips())
            await pilot.press("enter")
            await pilot.pause(0.02)
        assert "This trick" in seen
        assert source.state.outcome
        await pilot.pause()
        assert " trick" in "\n".join(strip.text for strip in app.screen._compositor.render_strips())

    asyncio.run(evening())


def test_it_is_played_in_lines_from_the_command_line() -> None:
    """A program registers the game and runs the command line: it is listed, and played to its end by numbers."""
    program = [sys.executable, "-c", "from kartenhaus.core.game import register; register('high', 'fourth'); "
               "from kartenhaus.cli.main import main; main()"]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(FOLDER), "NO_COLOR": "1"}

    def run(*words: str, text: str = "") -> str:
        done = subprocess.run([*program, *words], input=text, env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    assert "-o starter=SEAT" in run("games").rpartition("High Card")[2]
    assert "mada, mad, maumau or high" in run("play", "--help")
    told = run("play", "high", "--plain", "--bots", "easy", "--players", "3", "--seed", "7", text="1\n1\n1\n")
    assert told.count("This trick") == 4
    assert "win" in told
    assert re.search(r"Player 0: \d tricks?, easy 1: \d tricks?", told)
