"""The list of public tables: slim, in pages, and the same whatever is in the tables."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

import kartenhaus
from kartenhaus.core import edition
from kartenhaus.core.game import find
from serving import Server, wait_until, web

FAT = {**edition.find(find("mada"), "standard"), "name": "x" * 60, "title": "x" * 200, "assumed": ["x" * 60] * 40}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


def test_the_list_is_slim_and_in_pages(server: Server, tmp_path: Path) -> None:
    """docs/faults.md 48: 120 tables with the largest editions; nothing of these is in the list, and every table is on one page."""
    opened = {server.open(edition=FAT, public=True).table for _ in range(120)}
    wait_until(lambda: len(server.get("tables?most=100").json()) == 100, "they are listed")
    first = server.get("tables")
    assert len(first.json()) == 50
    assert len(first.content) < 50 * 600
    assert set(first.json()[0]) == {"table", "game", "title", "players", "clock", "phase", "free", "seats", "games"}

    def pages(path: str) -> Iterator[list[str]]:
        for _ in range(30):  # more than there are
            answer = web.get(f"{server.url}{path}", timeout=30)
            yield [one["table"] for one in answer.json()]
            found = re.fullmatch('<(/api/tables.*)>; rel="next"', answer.headers.get("link", ""))
            if not found:
                return
            path = found[1]

    for most in (7, 50, 60, 100):
        found = [code for page in pages(f"/api/tables?most={most}") for code in page]
        assert len(found) == len(set(found))
        assert set(found) == opened
    assert server.get(f"tables/{first.json()[0]['table']}").json()["edition"] == FAT
    with sqlite3.connect(f"file:{server.file}?mode=ro", uri=True) as reading:
        assert reading.execute("SELECT max(length(about)) FROM tables").fetchone()[0] < 600
    reading.close()


@pytest.mark.parametrize("query", ["most=0", "most=101", "most=x", "after=x", "after=1-A", f"after={9**20}-a", "after=1-%00"])
def test_pages_that_are_none_are_refused(server: Server, query: str) -> None:
    """docs/faults.md 48: with a sentence."""
    answer = server.get(f"tables?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")


@pytest.mark.parametrize("change", [{"title": "x" * 50_000}, {"assumed": ["x" * 1000] * 40}, {"more": "x" * 50_000}])
def test_a_fat_edition_opens_no_table(server: Server, change: dict[str, object]) -> None:
    """docs/faults.md 48: 60 kB in every table would be 6 MB for everybody."""
    answer = server.post("tables", game="mada", edition={**FAT, **change})
    assert answer.status_code == 422
    assert len(answer.content) < 2000


@pytest.mark.parametrize("board", [["S." + " " * 50_000], ["S."] + [""] * 500, ["S." + " " * 101], ["S."] + [" "] * 100])
def test_a_fat_board_opens_no_table(server: Server, board: list[str]) -> None:
    """docs/faults.md 48: blanks at the end of a line, and lines without anything, are no part of a board, but would be kept."""
    answer = server.post("tables", game="maumau", options={"map": board})
    assert answer.status_code == 422
    assert len(answer.content) < 2000
    with pytest.raises(kartenhaus.KartenhausError):
        kartenhaus.deal("maumau", players=2, map=board)
