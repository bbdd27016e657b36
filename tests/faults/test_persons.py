"""docs/faults.md 40, 41: Nobody at a table can pass for somebody else, and a removed player stays away."""

from __future__ import annotations

import json
import secrets
from pathlib import Path

import pytest

from faults.inside import Inside
from kartenhaus.core.plain import MAX_NAME
from kartenhaus.table import commands
from kartenhaus.table import entries as log
from kartenhaus.table.names import likeness, unlike
from serving import Line, Server, lines
from table.evening import Evening

ALIKE = [
    ("Mia", "Mia 2"),
    ("mia", "mia 2"),
    ("ＭＩＡ", "ＭＩＡ 2"),  # wide letters
    ("𝐌𝐢𝐚", "𝐌𝐢𝐚 2"),  # bold ones
    ("Міа", "Міа 2"),  # Cyrillic
    ("M i a", "M i a 2"),
    ("Mla", "Mla 2"),
    ("M1a", "M1a 2"),
]


@pytest.mark.parametrize(("second", "called"), ALIKE)
def test_two_names_that_look_alike_get_numbers(second: str, called: str) -> None:
    evening = Evening(players=3)
    for number, name in enumerate(("Mia", second)):
        evening.do(commands.sit, name, "", f"token {number}")
    assert [one.name for one in evening.table.seats] == ["Mia", called, ""]


def test_names_stay_names() -> None:
    assert unlike("Ben", ["Mia"]) == "Ben"
    assert unlike("Mía", ["Mia"]) == "Mía"  # these can be told apart
    longest = "x" * MAX_NAME
    assert unlike(longest, [longest]) == "x" * (MAX_NAME - 2) + " 2"
    many = ["Mia"]
    for _ in range(12):
        many.append(unlike("Mia", many))
    assert len({likeness(name) for name in many}) == len(many)


def test_bots_have_names_of_their_own() -> None:
    evening = Evening(players=5)
    evening.sit("ada", "Brunо")  # with a Cyrillic letter
    for seat in (2, 3, 4):
        evening.do(commands.seat_bot, 0, seat, "easy")
    assert [one.name for one in evening.table.seats[2:]] == ["Clio", "Dodo", "Edda"]
    for seat, name in ((2, "Dodо"), (3, "Edda")):  # the first with a Cyrillic letter
        evening.do(commands.remove, 0, seat)
        evening.do(commands.sit, name, "", name, seat=seat)
    evening.do(commands.remove, 0, 4)
    evening.do(commands.seat_bot, 0, 4, "easy")
    assert evening.table.seats[4].name == "Clio"


def test_a_spectator_does_not_speak_as_a_player(tmp_path: Path) -> None:
    """The spectator gets another name and is marked as a spectator, for programs and for people."""
    with Inside(tmp_path) as server:
        host = server.open()
        with Line(host) as line, Line(server.watch(host.table), hello=False) as watcher:
            watcher.say("hello", name="Host")
            watcher.hear("state")
            watcher.do("chat", text="I fold")
            said = line.until(lambda state: any(event["kind"] == "wrote" for event in state["entries"]))["entries"][0]
            assert "seat" not in said
            assert (said["name"], said["words"]) == ("Host 2", "Host 2 (watching): I fold")
            line.do("chat", text="I do not")
            assert line.state["entries"][0]["words"] == "Host: I do not"


def test_who_was_removed_does_not_come_back(tmp_path: Path) -> None:
    """Neither with that token nor from that browser, even after a restart; others may come until the host locks the table."""
    browser, token = secrets.token_urlsafe(24), secrets.token_urlsafe(24)

    def refused(server: Server, table: str, **choice: str) -> tuple[int, str, str]:
        answer = server.post(f"tables/{table}/join", name="Ben", **choice)
        return answer.status_code, answer.json().get("code", ""), answer.json().get("message", "")

    never = (409, "removed", "the host has removed you from this table; you can watch")
    with Inside(tmp_path) as server:
        host = server.open(players=3)
        guest = server.join(host.table, "Ben", browser=browser, token=token)
        with lines([host, guest]) as (line, other):
            assert line.do("remove", seat=guest.seat)["type"] == "done"
            assert other.close_code() == 4001
            heard = json.dumps([*line.heard, *other.heard])
        table = server.room(host.table).table
        assert commands.browser_of(table, browser) in table.removed
        assert not any(digest in heard for digest in (*table.removed, browser))
        assert refused(server, host.table, token=token) == never
        assert refused(server, host.table, browser=browser) == never
    with server:
        assert refused(server, host.table, token=token, browser=secrets.token_urlsafe(24)) == never
        assert refused(server, host.table, browser=browser) == never
        server.join(host.table, "Ben", browser=secrets.token_urlsafe(24))
        with Line(host) as line:
            line.do("lock")
        assert refused(server, host.table, browser=secrets.token_urlsafe(24))[1] == "locked"
        server.join(server.open().table, "Ben", browser=browser)  # elsewhere nobody knows it


def test_a_browser_is_not_known_from_table_to_table() -> None:
    one, other = Evening(), Evening()
    other.table.id = "another"
    digests = [commands.browser_of(evening.table, "the same browser") for evening in (one, other)]
    assert digests[0] != digests[1]


def test_a_log_from_before_has_no_browsers() -> None:
    """Entries are kept for ever."""
    sat = log.decode(b'{"kind":"sat","at":0,"seat":0,"name":"Mia","colour":"red","key":"k"}')
    assert isinstance(sat, log.Sat)
    assert sat.browser == ""
    assert b"browser" not in log.encode(sat)


def test_a_removed_player_is_known_again_in_the_middle_of_a_game() -> None:
    evening = Evening(players=3)
    for name in ("Mia", "Ben", "Cleo"):
        evening.do(commands.sit, name, "", name, browser=f"browser of {name}")
    for seat in range(3):
        evening.do(commands.ready, seat)
    evening.run()
    evening.do(commands.remove, 0, 1)
    evening.do(commands.resign, 2)
    evening.run()
    with pytest.raises(commands.Refused) as no:
        evening.do(commands.sit, "Ben", "", "another token", browser="browser of Ben")
    assert no.value.code == "removed"
