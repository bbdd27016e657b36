"""What people type reaches others short and harmless: as text on one line, without characters that reverse it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartenhaus.core.errors import OptionError
from kartenhaus.core.plain import MAX_NAME, cleaned
from kartenhaus.table.names import MAX_TEXT, name_of
from serving import Line, Place, Server, web

CORPUS = {
    "markup": "<script>alert(1)</script>",
    "an image": '"><img src=x onerror=alert(1)>',
    "a template": "{{7*7}} ${7*7} {seat} %s %(x)s",
    "turned around": "abc\u202egnp.exe\u202c",
    "isolated": "\u2066\u2067\u2068x\u2069",
    "marks": "\u200e\u200fx\u061c",
    "zero width": "A\u200b\u200cd\u2060a\ufeff",
    "only joiners": "x" + "\u200d" * 100,
    "selectors": "x" + "\ufe0f" * 100,
    "tags": "x\U000e0041\U000e0042",
    "stacked": "Z" + "\u0300\u0301\u0302\u0303" * 200,
    "lines": "one\ntwo\r\nthree\u2028four\u2029five\x0bsix\x85seven",
    "controls": "a\x00b\x07c\x1b[31mred\x7f\x9b",
    "long": "x" * 10_000,
    "wide": "\ufdfa" * 5000,
    "private": "\ue000\U000f0000x",
    "blank": "\u3164\u115f\u1160\uffa0\u2800x",
}
UNSEEN = {"\u3164", "\u115f", "\u1160", "\uffa0", "\u2800"}  # invisible letters


def is_inert(text: str, most: int) -> bool:
    kinds = {unicodedata.category(letter) for letter in text if letter not in "\u200d\ufe0f"}
    stacked = max((len(run) for run in _marks(text)), default=0)
    return (
        0 < len(text) <= most
        and not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
        and not UNSEEN & set(text)
        and text == " ".join(text.split())
        and stacked <= 4
    )


def _marks(text: str) -> list[str]:
    """Runs of combining marks, which are drawn onto the letter before them."""
    marks = [unicodedata.category(letter) in ("Mn", "Me") or letter in "\u200d\ufe0f" for letter in text]
    return "".join(letter if mark else " " for letter, mark in zip(text, marks, strict=True)).split()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.mark.parametrize("text", CORPUS.values(), ids=CORPUS.keys())
def test_names_are_cut_and_inert(server: Server, text: str) -> None:
    """docs/faults.md 19: in the answers, the lists and the frames; as JSON, which no browser takes for a page."""
    short = text[:200]
    host = server.post("tables", game="mada", players=3, public=True, name=short)
    assert host.status_code == 201, host.text
    table = host.json()["table"]
    assert server.post(f"tables/{table}/join", name=short).status_code == 201
    for page in (server.get("tables"), server.get(f"tables/{table}")):
        assert page.headers["content-type"].startswith("application/json")
        assert page.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'self'" in page.headers["content-security-policy"]
    about = server.get(f"tables/{table}").json()
    with Line(Place(server.url, table)) as watcher:
        for seats in (about["seats"], watcher.state["seats"], watcher.heard[0]["seats"]):
            assert all(is_inert(seat["name"], MAX_NAME) for seat in seats[:2])


@pytest.mark.parametrize("text", CORPUS.values(), ids=CORPUS.keys())
def test_chat_is_cut_and_inert(server: Server, text: str) -> None:
    """docs/faults.md 19: for those who are there, and for those who come later."""
    host = server.open()
    with Line(host) as line, Line(Place(server.url, host.table), hello=False) as watcher:
        watcher.say("hello", name=text[:1000])
        watcher.hear("state")
        for speaker in (line, watcher):
            assert speaker.do("chat", text=text[:1000])["type"] == "done"
            line.settle()
        events = [event for frame in line.heard if frame["type"] == "state" for event in frame["entries"]]
        wrote = [event for event in events if event["kind"] == "wrote"]
        assert len(wrote) == 2
        assert all(is_inert(event["text"], MAX_TEXT) and is_inert(event["name"], MAX_NAME) for event in wrote)
        assert [event["text"] for event in watcher.do("story")["entries"] if event["kind"] == "wrote"] == [e["text"] for e in wrote]


@pytest.mark.parametrize("text", ["", " ", "\u200b", "\u202e\u202c", "\u200d\ufe0f", "\u3164", "\n\t", "\u2800\u2800"])
def test_what_nobody_can_see_is_no_name_and_no_message(server: Server, text: str) -> None:
    """docs/faults.md 19: a player without a visible name could be anyone."""
    assert server.post("tables", game="mada", name=text or " ").status_code == 422
    host = server.open("mada", players=3)
    assert server.post(f"tables/{host.table}/join", name=text).status_code == 422
    with Line(host) as line:
        assert line.do("chat", text=text)["type"] == "refused"


def test_halves_of_letters_and_long_names_are_refused(server: Server) -> None:
    """docs/faults.md 19: what is no text at all is answered as such."""
    for path in ("tables", f"tables/{server.open().table}/join"):
        for body in (
            b'{"game": "mada", "name": "\\ud800"}',
            b'{"name": "\\udfff\\ud800"}',
            b'{"\\ud800": 1, "name": "x", "game": "mada"}',
            b'{"name": "\xff"}',
            json.dumps({"game": "mada", "name": "x" * 10_000}).encode(),
        ):
            answer = web.post(f"{server.url}/api/{path}", content=body, headers={"content-type": "application/json"})
            assert answer.status_code in (400, 422), body
            assert len(answer.content) < 1000
            answer.json()


@given(st.text(alphabet=st.characters(exclude_categories=[]), max_size=80))
def test_whatever_is_typed_is_inert_and_stays_so(text: str) -> None:
    """docs/faults.md 19: any signs at all; cleaning twice changes nothing more."""
    once = cleaned(text, MAX_NAME)
    assert once == "" or is_inert(once, MAX_NAME)
    assert cleaned(once, MAX_NAME) == once
    once.encode()
    try:
        assert name_of(text) == once
    except OptionError:
        pass


def test_names_of_all_languages_stay_as_they_are() -> None:
    """docs/faults.md 19: marks on letters, and emoji made of several."""
    assert cleaned("👨‍👩‍👧‍👦 🏳️‍🌈 Łukasz Nguyễn שָׁלוֹם", 40) == "👨‍👩‍👧‍👦 🏳️‍🌈 Łukasz Nguyễn שָׁלוֹם"
