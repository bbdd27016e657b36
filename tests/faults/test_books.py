"""docs/faults.md 33: A table's log does not grow without limit: every kind of entry is counted, and a full book closes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from faults.inside import Inside
from kartenhaus.server.allowances import ALLOWED, OTHERWISE, Allowances, Asker
from kartenhaus.server.limits import Limits, TooMany
from kartenhaus.server.settings import Settings
from kartenhaus.table import entries as log
from kartenhaus.table import frames
from kartenhaus.table.book import BOOK, fits, longest
from kartenhaus.table.setup import Setup
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Due
from serving import Line, Place, begin, lines
from table.evening import Evening

DUMMY: dict[str, Any] = {"seat": 0, "name": "Mia", "colour": "red", "key": "k", "text": "hm", "bot": "easy", "moves": 1}
FLAGS = {"agrees": True, "locked": True, "setup": Setup(2)}


def made(kind: type[log.Entry]) -> log.Entry:
    """Some entry of a kind."""
    names = kind.__struct_fields__
    return kind(at=0, **{name: value for name, value in {**DUMMY, **FLAGS}.items() if name in names})


def test_every_kind_of_entry_has_a_measure() -> None:
    """A new kind of entry must say how often people may cause it, or what else limits it."""
    assert set(ALLOWED) | set(OTHERWISE) == set(get_args(log.AnyEntry))
    assert not set(ALLOWED) & set(OTHERWISE)
    assert all(0 < one.seat <= one.table <= one.address for one in ALLOWED.values())


@pytest.mark.parametrize("kind", ALLOWED, ids=lambda kind: kind.__name__)
def test_seats_tables_and_addresses_are_counted_for_every_kind(kind: type[log.Entry]) -> None:
    now = [0.0]
    entry, allowed = made(kind), ALLOWED[kind]

    def taken(who: Iterator[tuple[str, int, str]]) -> int:
        allowances = Allowances(Settings(), Limits(lambda: now[0]))
        for number, (table, seat, address) in enumerate(who):
            try:
                allowances.take(entry, table, Asker(seat, address))
            except TooMany:
                return number
        return -1

    tries = range(2 * allowed.address)
    assert taken(("t", 0, f"a{n}") for n in tries) == allowed.seat
    assert taken(("t", n, f"a{n}") for n in tries) == allowed.table
    assert taken((f"t{n}", 0, "a") for n in tries) == allowed.address
    assert taken((f"t{n}", n, f"a{n}") for n in tries) == -1


def test_toggling_from_thirty_tabs_writes_nothing_after_the_limit(tmp_path: Path) -> None:
    """Each seat has one allowance, however many connections it has, and others keep theirs."""
    with Inside(tmp_path, now=lambda: 1.0, entries=300) as server:
        host, guest = server.full_table()
        with lines([host] * 30) as tabs, Line(guest) as other:
            for do, kind in (("ready", log.Readied), ("lock", log.Locked)):
                flag = "ready" if do == "ready" else "locked"
                heard = [tab.do(do, **{flag: number % 2 == 0}) for number, tab in enumerate(tabs)]
                most = ALLOWED[kind].seat
                assert [frame.get("code", "done") for frame in heard[: most + 1]] == ["done"] * most + ["too-many"]
                written = [entry for entry in server.entries(host.table) if entry["kind"] == kind.__name__.lower()]
                assert len(written) == most
            assert other.do("ready")["type"] == "done"


def test_sitting_down_is_counted_too(tmp_path: Path) -> None:
    """Although it comes over HTTP, it is an entry like any other."""
    with Inside(tmp_path, now=lambda: 1.0, entries=1) as server:
        table = server.open(players=3).table
        refused = server.post(f"tables/{table}/join", name="Ben")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
        assert [entry["kind"] for entry in server.entries(table)] == ["opened", "sat"]


def test_what_is_so_already_is_done_without_an_entry(tmp_path: Path) -> None:
    with Inside(tmp_path) as server:
        host, guest = server.full_table()
        with Line(host) as line, Line(guest) as other:
            assert line.do("ready", nonce="luck")["number"] == 3
            assert line.do("lock")["number"] == 4
            for again in ({"do": "ready", "nonce": "luck"}, {"do": "lock"}, {"do": "host", "seat": 0}):
                assert (frame := line.do(**again))["type"] == "done"
                assert frame["number"] == 4
            assert other.do("ready", ready=False)["number"] == 4  # who never was
            assert len(server.entries(host.table)) == 5
            assert line.do("ready", nonce="other-luck")["number"] == 5  # that is another


def talk_until(line: Line, number: int) -> None:
    """Fill the log up to an entry."""
    while line.state["number"] < number:
        assert line.do("chat", text="again")["type"] == "done"


def test_a_book_comes_to_its_end_in_words(tmp_path: Path) -> None:
    """People are warned, the current game ends, no other starts, and the table closes."""
    with Inside(tmp_path, book=200) as server, lines(server.full_table()) as (line, other):
        begin([line, other])
        talk_until(line, 148)
        assert line.state["book"] == ""
        talk_until(line, 149)
        assert "nearly full" in line.state["book"]
        talk_until(line, 174)
        for refused in (other.do("chat", text="hm"), other.do("pause")):
            assert (refused["code"], refused["message"]) == ("book", "this table’s log is full; open a new table")
        other.do("resign")
        closed = line.until(lambda state: state["phase"] == "closed")
        assert closed["closed"] == "full"
        assert closed["fair"]["last"], "the secret of the game is published all the same"
        assert "log is full" in closed["entries"][0]["words"]
        assert line.close_code() == 1000
        assert [entry["kind"] for entry in server.entries(line.place.table)][-3:] == ["resigned", "finished", "closed"]


def test_no_new_game_begins_in_a_book_that_is_nearly_full(tmp_path: Path) -> None:
    """Without a game, the table closes before it uses the pages reserved for one."""
    with Inside(tmp_path, book=100) as server, lines(server.full_table()) as (line, _):
        talk_until(line, 74)
        assert line.do("ready")["code"] == "book"
        talk_until(line, 87)
        ended = line.until(lambda state: state["closed"] == "full")
        assert "log is full" in ended["reason"]
        assert len(server.entries(line.place.table)) == 89


def test_a_game_that_does_not_end_ends_with_its_book() -> None:
    """Whatever happens, no log is longer than its book."""
    evening = Evening("mada")
    evening.table.book = 30
    evening.start("Mia", "Ben")
    while evening.due() != Due(evening.now, "full"):
        assert fits(evening.table, log.Moved(0, 0, "draw"))
        evening.move()
    assert evening.table.playing
    assert len(evening.entries) == 28
    assert not fits(evening.table, log.Moved(0, 0, "draw"))
    assert all(fits(evening.table, last) for last in (log.Finished(0, ""), log.Closed(0, "full")))


def test_answers_that_are_held_back_have_an_end_too() -> None:
    """They are in the log but not in the book: hidden entries must not make the log too long to read."""
    evening = Evening("mad", players=3)
    evening.table.book = 30
    evening.start("Mia", "Ben", "Tom")
    held, shown = log.Held(0, 0, "allow"), evening.table.shown
    evening.table.number = shown + 29
    assert fits(evening.table, held)
    evening.table.number = shown + 30
    assert not fits(evening.table, held)
    assert fits(evening.table, log.Moved(0, 0, "allow")), "once the time of a question is over, an answer is a move"
    assert longest(evening.table.book) == 60


def stored(server: Inside, table: str, length: int) -> None:
    """Fill the log of a table with talk."""
    with sqlite3.connect(server.file) as database:
        [(number,)] = database.execute("SELECT max(number) FROM entries WHERE table_id = ?", (table,)).fetchall()
        said = log.encode(log.Wrote(0, -1, "Guest", "again and again")).decode()
        rows = [(table, one, said) for one in range(number + 1, length)]
        database.executemany("INSERT INTO entries (table_id, number, data) VALUES (?, ?, ?)", rows)
    database.close()


def test_a_log_from_before_that_is_too_long_is_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is refused with a message before anything is decoded; other tables go on, and its entries stay."""
    with Inside(tmp_path) as server:
        table = server.open().table
    length = longest(BOOK) + 1
    stored(server, table, length)
    with server:
        decoded: list[str] = []
        monkeypatch.setattr(log, "decode", decoded.append)
        answers = [server.get(f"tables/{table}"), server.get(f"tables/{table}/records/1")]
        for answer in answers:
            assert (answer.status_code, answer.json()["code"]) == (503, "unreadable")
            assert f"{length} entries, at most {length - 1}" in answer.json()["message"]
        with Line(Place(server.url, table), hello=False) as line:
            line.say("hello")
            assert line.hear("refused")["code"] == "unreadable"
            assert line.close_code() == 1013
        assert not decoded
        monkeypatch.undo()
        assert server.get(f"tables/{server.open().table}").status_code == 200
        assert len(server.entries(table)) == length


def test_a_long_log_is_applied_page_by_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next page is read only after the last one is applied, so only one page is in memory."""
    with Inside(tmp_path) as server:
        table = server.open().table
    stored(server, table, 4_500)
    with server:
        applied, seen = [0], []
        page, apply = server.house.store.page, Table.apply

        async def noted(code: str, after: int = -1) -> list[str]:
            seen.append((after + 1, applied[0]))
            return await page(code, after)

        def counted(self: Table, entry: log.Entry) -> None:
            applied[0] += 1
            apply(self, entry)

        monkeypatch.setattr(server.house.store, "page", noted)
        monkeypatch.setattr(Table, "apply", counted)
        assert server.get(f"tables/{table}").status_code == 200
        assert seen == [(number, number) for number in (0, 1000, 2000, 3000, 4000)]
        with Line(Place(server.url, table)) as line:
            told = line.do("story")["entries"]
            assert [event["kind"] for event in told].count("wrote") == frames.TALK
            assert told[-1]["number"] == 4_499
