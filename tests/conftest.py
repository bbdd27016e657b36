"""Tests run the compiled rules with bounds checking; see core/jit.py. They hear Ctrl-C."""

from __future__ import annotations

import os

os.environ.setdefault("KARTENHAUS_BOUNDS", "1")

import signal
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import hypothesis
import pytest

import kartenhaus
from databases import Postgres, found
from kartenhaus.core.game import find
from kartenhaus.core.history import History

signal.signal(signal.SIGINT, signal.default_int_handler)  # also where a shell started the tests in the background
hypothesis.settings.register_profile("kartenhaus", deadline=None, derandomize=bool(os.environ.get("CI")))  # compiling is slow
hypothesis.settings.load_profile("kartenhaus")

OPTIONS: dict[str, list[dict[str, Any]]] = {
    "mada": [{}],
    "mad": [{}],
    "maumau": [
        {"board": "one"},
        {"board": "two", "announce": "manual"},
        {"board": "two", "match_all": True, "penalty_then_play": True},
    ],
}


@dataclass(frozen=True)
class Setting:
    """One way to play: a game, a number of players, and options."""

    name: str
    players: int
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        return "-".join([self.name, str(self.players), *(f"{key}={value}" for key, value in self.options)])

    def deal(self, seed: int) -> History:
        return History.deal(find(self.name), self.players, seed, options=dict(self.options))


def settings() -> Iterator[Setting]:
    for name in kartenhaus.game_names():
        low, high = find(name).players
        for players in range(low, high + 1):
            for options in OPTIONS.get(name, [{}]):
                yield Setting(name, players, tuple(options.items()))


SAMPLE = {
    *("mada-2", "mada-5", "mad-2", "mad-4", "mad-6"),
    *("maumau-2-board=one", "maumau-3-board=two-match_all=True-penalty_then_play=True", "maumau-4-board=two-announce=manual"),
}
"""The settings that `make test` plays: the fewest and the most players of every game, and every set of options."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sweep", action="store_true", help="whole what is otherwise a sample, and nothing else: make sweep")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sweep(name, whole, sample): values of a parameter, with --sweep and without")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """With --sweep, run only the tests that otherwise take a sample."""
    if config.getoption("--sweep"):
        swept = [item for item in items if item.get_closest_marker("sweep") or "setting" in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=[item for item in items if item not in swept])
        items[:] = swept


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Warn in red about everything that was not tested because a program is missing."""
    missing = {report.longrepr[2] for report in terminalreporter.stats.get("skipped", []) if "NOT TESTED" in str(report.longrepr)}
    for reason in sorted(missing):
        terminalreporter.write_line(f"WARNING: {reason.removeprefix('Skipped: ')}", red=True, bold=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    whole = metafunc.config.getoption("--sweep")
    if "setting" in metafunc.fixturenames:
        metafunc.parametrize("setting", [one for one in settings() if whole or str(one) in SAMPLE], ids=str)
    for mark in metafunc.definition.iter_markers("sweep"):
        name, everything, sample = mark.args
        metafunc.parametrize(name, everything if whole else sample)


@pytest.fixture(scope="session")
def _cluster() -> Iterator[Postgres]:
    running = found(Postgres)
    running.start()
    yield running
    running.remove()


@pytest.fixture
def postgres(_cluster: Postgres) -> Postgres:
    """A running PostgreSQL; a test may stop it, and the next test finds it running again."""
    if _cluster.process is None:
        _cluster.start()
    return _cluster
