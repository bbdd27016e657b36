"""docs/faults.md 52: Log lines do not fill the disk, and nonsense from outside does not stop a server from listening."""

from __future__ import annotations

import asyncio
import logging
import logging.config
from types import SimpleNamespace
from typing import Any

import pytest

from kartenhaus.server import presence
from kartenhaus.server.backplane import Backplane
from kartenhaus.server.logs import CONFIG, MINUTE, MOST_ALIKE, MOST_KINDS, RepeatFilter


def line(message: str, *values: object) -> logging.LogRecord:
    return logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, message, values, None)


def test_few_lines_of_one_kind_are_written_in_a_minute() -> None:
    """Whatever values they contain. Other lines are written, and the next minute says how many were dropped."""
    now = [0.0]
    repeats = RepeatFilter(lambda: now[0])
    written = [repeats.filter(line("table %s failed", number)) for number in range(MOST_ALIKE + 7)]
    assert written == [True] * MOST_ALIKE + [False] * 7
    assert repeats.filter(line("something else"))
    now[0] += MINUTE
    next_one = line("table %s failed", "abc")
    assert repeats.filter(next_one)
    assert next_one.getMessage() == "table abc failed (7 more lines were not written)"
    now[0] += MINUTE
    assert repeats.filter(quiet := line("table %s failed", "abc"))
    assert quiet.getMessage() == "table abc failed"


def test_kinds_without_end_count_as_one() -> None:
    """docs/faults.md 47, 52: whatever a stranger can write into a line, few are written and little is remembered."""
    repeats = RepeatFilter(lambda: 0.0)
    written = [repeats.filter(line(f"failed: {number}")) for number in range(2 * MOST_KINDS)]
    assert written == [True] * (MOST_KINDS + MOST_ALIKE) + [False] * (MOST_KINDS - MOST_ALIKE)
    assert len(repeats._counts) == MOST_KINDS + 1


def test_every_logger_of_the_server_writes_repeats(capsys: pytest.CaptureFixture[str]) -> None:
    before = logging.root.handlers[:]
    try:
        logging.config.dictConfig(CONFIG)
        for name in ("uvicorn.error", "kartenhaus.tables"):
            for _ in range(3 * MOST_ALIKE):
                logging.getLogger(name).warning("Invalid HTTP request received.")
        assert len(capsys.readouterr().err.splitlines()) == 2 * MOST_ALIKE
    finally:
        logging.root.handlers[:] = before


NO_NEWS = [
    "",
    "hello",
    "0123456789abcdef room",
    "0123456789abcdef room 1 2",
    "0123456789abcdef room +",
    "0123456789abcdef room " + "9" * 5000,
    "0123456789abcdef room +-",
    "0123456789ABCDEF room 7",
    "0123456789abcdef room \u0663",
    "0123456789abcdef\troom 7",
    "\x00\xff",
]


def test_what_is_no_news_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Real news is heard."""
    heard: list[Any] = []

    async def catch_up(number: int) -> None:
        heard.append(number)

    monkeypatch.setattr(presence, "hear", lambda _, *what: heard.append(what))
    monkeypatch.setattr(presence, "react", lambda _, *what: heard.append(what))
    room = SimpleNamespace(table=SimpleNamespace(number=3, players=2), catch_up=catch_up, broken=False)
    house: Any = SimpleNamespace(rooms={"room": room})
    backplane = Backplane(house, "")

    async def listen(*news: str) -> None:
        for one in news:
            await backplane._understand(one)

    asyncio.run(listen(*NO_NEWS, f"{backplane._name} room 9", "0123456789abcdef another 9"))
    assert heard == []
    asyncio.run(listen("0123456789abcdef room 4", "0123456789abcdef room +-1", "0123456789abcdef room -0"))
    assert heard == [4, ("0123456789abcdef", -1, True), ("0123456789abcdef", 0, False)]
    heard.clear()
    asyncio.run(listen("0123456789abcdef room 1 wow", "0123456789abcdef room 2 wow", "0123456789abcdef room 1 wink"))
    assert heard == [(1, "wow")]  # of a seat that exists, and a face that we know
