"""docs/faults.md 54: setting a table anew is for its host, bounded like opening one, and seen by everybody there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from faults.inside import Inside
from kartenhaus.server.allowances import ALLOWED
from kartenhaus.table import entries as log
from serving import Line, Place, begin, lines, wait_until, web

DAY = 86_400


def set_table(server: Inside, place: Place, **choice: Any) -> httpx.Response:
    """Ask for a change."""
    return server.post(f"tables/{place.table}/setup", token=place.token, **choice)


def test_everybody_is_told_and_nobody_is_ready(tmp_path: Path) -> None:
    with Inside(tmp_path) as server:
        host, guest = server.full_table("maumau")
        with Line(host) as line, Line(guest) as other, Line(server.watch(host.table)) as visitor:
            other.do("ready")
            told = set_table(server, host, options={"announce": "manual"}, clock={"kind": "move", "seconds": 30}, players=3)
            assert told.status_code == 200
            assert [one["name"] for one in told.json()["chosen"]] == ["announce", "clock"]
            for one in (line, other, visitor):
                one.until(lambda state: len(state["seats"]) == 3)
                assert not any(seat["ready"] for seat in one.state["seats"])
                welcome = [frame for frame in one.heard if frame["type"] == "welcome"][-1]
                assert welcome["options"] == {"announce": "manual"}
                assert [chosen["name"] for chosen in welcome["chosen"]] == ["announce", "clock"]
                assert one.state["entries"][-1]["kind"] == "arranged"
                assert "setup" not in one.state["entries"][-1]
            line.do("bot", seat=2, level="easy")
            begin([line, other])
            assert line.state["phase"] == "playing"
        assert [entry["kind"] for entry in server.entries(host.table)].count("arranged") == 1


def test_a_guest_a_stranger_and_a_late_host_are_refused(tmp_path: Path) -> None:
    with Inside(tmp_path) as server:
        host, guest = server.full_table("mada")
        options = {"open_scores": True}
        stranger = Place(server.url, host.table, token="x" * 32)
        refused = [set_table(server, place, options=options) for place in (guest, stranger, server.watch(host.table))]
        assert [(one.status_code, one.json()["code"]) for one in refused] == [
            (409, "not-host"),
            (409, "token"),
            (409, "not-seated"),
        ]
        with lines([host, guest]) as seated:
            begin(seated)
        late = set_table(server, host, options=options)
        assert (late.status_code, late.json()["code"]) == (409, "playing")
        assert all(one.json()["message"].endswith(("that", "watch", "first", "way")) for one in [*refused, late])
        assert "arranged" not in [entry["kind"] for entry in server.entries(host.table)]


def test_a_choice_that_makes_no_sense_is_refused_in_words(tmp_path: Path) -> None:
    with Inside(tmp_path) as server:
        host = server.open("maumau", players=3)
        for choice in (
            {"players": 9},
            {"options": {"board": "three"}},
            {"options": {"map": ["S" * 100] * 100}},
            {"edition": "gold"},
            {"edition": {"game": "maumau"}},
            {"clock": {"kind": "sand"}},
            {"watch": "cats"},
            {"colour": "red"},
        ):
            refused = set_table(server, host, **choice)
            assert (refused.status_code, refused.json()["code"]) == (422, "invalid"), choice
            assert len(refused.json()["message"]) > 10
        assert [entry["kind"] for entry in server.entries(host.table)] == ["opened", "sat"]


def test_what_changes_nothing_is_not_written(tmp_path: Path) -> None:
    with Inside(tmp_path) as server:
        host = server.open("mada", players=3)
        for choice in ({}, {"players": 3}, {"options": {"open_scores": False}}, {"watch": "anyone", "public": False}):
            assert set_table(server, host, **choice).status_code == 200
        assert [entry["kind"] for entry in server.entries(host.table)] == ["opened", "sat"]


def test_changes_are_counted(tmp_path: Path) -> None:
    """As entries of a seat; and as work, even if they are refused."""
    with Inside(tmp_path, now=lambda: 1.0, entries=300) as server:
        host = server.open("mada")
        asked = [set_table(server, host, clock={"kind": "move", "seconds": 10 + one}).status_code for one in range(30)]
        most = ALLOWED[log.Arranged].seat
        assert asked == most * [200] + (30 - most) * [429]
        assert [entry["kind"] for entry in server.entries(host.table)].count("arranged") == most
    with Inside(tmp_path, now=lambda: 1.0, joins=5) as server:
        host = server.open("mada")
        asked = [set_table(server, host, edition="gold").status_code for _ in range(8)]
        assert 429 in asked
        assert asked.count(422) <= 5


def test_where_nobody_may_watch(tmp_path: Path) -> None:
    """A visitor sees the invitation, and nothing of the game: neither its deal nor anything later."""
    with Inside(tmp_path) as server:
        host = server.open("mad", players=2, watch="nobody")
        with Line(server.watch(host.table)) as visitor:
            assert visitor.state["view"] is None
            guest = server.join(host.table)
            with lines([host, guest]) as seated:
                begin(seated)
                assert visitor.close_code() == 4001
                assert visitor.heard[-1]["code"] == "unwatched"
                assert not any(frame.get("view") for frame in visitor.heard)
                late = Line(server.watch(host.table), hello=False)
                late.say("hello")
                assert late.close_code() == 4001
                assert [frame["code"] for frame in late.heard] == ["unwatched"]
                with Line(guest) as again:  # players come back as always
                    assert again.state["view"] is not None


def test_where_nobody_may_watch_games_are_told_to_players_only(tmp_path: Path) -> None:
    """docs/faults.md 54: also beside the socket, after the game, and between games while a seat is free."""
    with Inside(tmp_path) as server:
        host = server.open("mada", players=2, watch="nobody", clock={"kind": "days", "seconds": 2 * DAY})
        guest = server.join(host.table)
        elsewhere = server.open("mada")
        strangers = {"nobody": "", "a wrong token": "x" * 32, "another table": elsewhere.token, "a long one": "x" * 5000}

        def asked(token: str, rest: str = "") -> httpx.Response:
            headers = {"authorization": f"Bearer {token}"} if token else {}
            return web.get(f"{server.url}/api/tables/{host.table}{rest}", headers=headers)

        with lines([host, guest]) as seated:
            begin(seated)
            for token in strangers.values():
                told = asked(token).json()
                assert (told["waits_for"], told.get("left"), told["phase"]) == ([], None, "playing")
            for seat in (host, guest):
                told = asked(seat.token).json()
                assert (len(told["waits_for"]), told["left"] > 0) == (1, True)
            seated[1].do("resign")
            seated[0].until(lambda state: state["fair"]["last"])
            for rest in ("/records/1", "/records/1/players"):
                assert {asked(token, rest).json()["code"] for token in strangers.values()} == {"unwatched"}
                assert {asked(token, rest).status_code for token in strangers.values()} == {403}
                assert {asked(seat.token, rest).status_code for seat in (host, guest)} == {200}
            assert asked(host.token, "/records/2").status_code == 404
            seated[1].do("leave")
            assert asked(guest.token, "/records/1").status_code == 403
            assert asked("").json()["free"] == 1
            visitor = Line(server.watch(host.table), hello=False)
            visitor.say("hello")
            assert visitor.close_code() == 4001
            assert [frame["code"] for frame in visitor.heard] == ["unwatched"]
        with Line(server.join(host.table)) as late:
            assert late.state["phase"] == "over"


def test_a_public_table_appears_and_disappears(tmp_path: Path) -> None:
    with Inside(tmp_path) as server:
        host = server.open("mada", players=3)

        def listed() -> list[str]:
            return [table["table"] for table in server.get("tables").json()]

        assert listed() == []
        set_table(server, host, public=True)
        wait_until(lambda: listed() == [host.table], "it is listed")
        set_table(server, host, public=False)
        wait_until(lambda: listed() == [], "it is no longer listed")


def test_bots_seat_by_seat(tmp_path: Path) -> None:
    with Inside(tmp_path) as server:
        host = server.open("mada", players=4, bots=["hard", "", "easy"])
        seats = server.get(f"tables/{host.table}").json()["seats"]
        assert [seat["kind"] for seat in seats] == ["person", "bot", "free", "bot"]
        with Line(host) as line:
            assert [seat["bot"] for seat in line.state["seats"]] == ["", "hard", "", "easy"]
            assert line.do("bot", seat=1, level="medium")["type"] == "done"
            line.until(lambda state: state["seats"][1]["bot"] == "medium")


@pytest.mark.parametrize("field", ["edition", "options"])
def test_a_huge_choice_never_reaches_the_table(tmp_path: Path, field: str) -> None:
    with Inside(tmp_path) as server:
        host = server.open("maumau", players=3)
        huge: dict[str, Any] = {"edition": {"game": "maumau", "title": "x" * 70_000}, "options": {"map": ["x" * 90] * 1000}}
        assert set_table(server, host, **{field: huge[field]}).status_code in (413, 422)
        assert [entry["kind"] for entry in server.entries(host.table)] == ["opened", "sat"]
