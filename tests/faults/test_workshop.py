"""Editions and boards from strangers: whatever they contain, they are refused at once, in words, and nothing else notices."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from faults.inside import Inside
from kartenhaus.core import bounds
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import EditionError, Phrase
from kartenhaus.core.game import find
from kartenhaus.table import workshop
from serving import Line, Server, web

MARKUP = "<img src=x onerror=alert(1)>\u202e\x1b[2J"
OURS = editions.find(find("mada"), "standard")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running
        assert "Traceback" not in running.said


def send(server: Server, path: str, body: bytes, language: str = "en") -> httpx.Response:
    headers = {"content-type": "application/json", "accept-language": language}
    return web.post(f"{server.url}/api/games/{path}", content=body, headers=headers)


def refusal(answer: httpx.Response) -> str:
    """The sentence of a refusal, which is short."""
    assert 400 <= answer.status_code < 500, answer.text[:300]
    assert len(answer.content) < 2500
    message: str = answer.json()["message"]
    assert " " in message
    return message


HUGE = [
    (b'{"text": "' + b"x" * 10_000_000 + b'"}', "65536"),
    (b'{"text": "' + b"x" * 60_000 + b'"}', "20000"),
    (json.dumps({"text": "a = " + "[" * 200 + "]" * 200}).encode(), "nested"),
    (json.dumps({"text": ".".join("a" * 500) + " = 1"}).encode(), "dots"),
    (b'{"edition": ' + b'{"a":' * 100 + b"1" + b"}" * 100 + b"}", "nested"),
    (json.dumps({"edition": {str(number): number for number in range(3000)}}).encode(), "values"),
    (b'{"edition": {"turns": ' + b"9" * 5000 + b"}}", "64"),
    (b'{"text": "\xff\xfe\x00"}', "UTF-8"),
    ('{"text": "game"}'.encode("utf-16"), "UTF-8"),
    (b'{"text": "\\u0000 = 1"}', "TOML"),
    (b'{"text": "\\ud800 = 1"}', ""),
    (b"[]", ""),
    (b'{"edition": 3}', ""),
]


@pytest.mark.parametrize(("body", "said"), HUGE)
def test_a_hostile_edition_is_refused_in_a_sentence(server: Server, body: bytes, said: str) -> None:
    """docs/faults.md 53: ten megabytes, brackets without end, keys without end, other encodings."""
    assert said in refusal(send(server, "mada/box", body))


@pytest.mark.parametrize("text", ["x" * 60_000, "S" * 19_999, "S." + "\n" * 5000 + ".", "S" + "." * 200])
def test_a_hostile_board_is_refused_in_a_sentence(server: Server, text: str) -> None:
    """docs/faults.md 53"""
    assert "board" in refusal(send(server, "maumau/board", json.dumps({"text": text}).encode()))


def test_what_is_wrong_is_told_in_a_bounded_answer(server: Server) -> None:
    """docs/faults.md 53: a thousand wrong entries are no million bytes."""
    box = {**OURS, **{MARKUP + "x" * 40 + str(number): 1 for number in range(600)}}
    answer = send(server, "mada/box", json.dumps({"edition": box}).encode())
    assert answer.status_code == 200
    assert len(answer.json()["faults"]) == workshop.MOST_FAULTS
    assert len(answer.content) < 60_000
    board = send(server, "maumau/board", json.dumps({"text": "\n".join(["<" * 100] * 100)}).encode())
    assert len(board.json()["faults"]) == workshop.MOST_FAULTS
    assert len(board.content) < 60_000


def test_markup_in_a_name_stays_text(server: Server) -> None:
    """docs/faults.md 53: no control characters, and nobody runs the rest."""
    answer = send(server, "mada/box", json.dumps({"edition": {**OURS, "title": MARKUP}}).encode())
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["edition"]["title"] == "<img src=x onerror=alert(1)>[2J"


def test_a_text_is_measured_before_anything_parses_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 53: TOML's parser takes time that grows with the square of the dots in a key."""
    asked: list[int] = []
    measure = bounds.toml

    def measured(text: str) -> Phrase | None:
        asked.append(len(text))
        return measure(text)

    monkeypatch.setattr(bounds, "toml", measured)
    with pytest.raises(EditionError):
        workshop.read_box(".".join("a" * 5000) + " = 1")
    assert asked == [10_003]


def test_one_address_cannot_have_everything_looked_through(tmp_path: Path) -> None:
    """docs/faults.md 53: the limit counts by address; another is served, and play goes on."""
    with Inside(tmp_path, checks=3) as server:

        def look(address: str) -> int:
            headers = {"x-forwarded-for": address}
            return httpx.post(f"{server.url}/api/games/mada/box", json={"edition": {}}, headers=headers).status_code

        assert [look("192.0.2.1") for _ in range(5)] == [200, 200, 200, 429, 429]
        assert look("192.0.2.2") == 200
        with Line(server.open("mada")) as line:
            assert line.state["phase"] == "waiting"


@pytest.mark.parametrize("language", ["de", "fr", "it", "es", "nl"])
def test_refusals_are_in_the_language_of_the_reader(server: Server, language: str) -> None:
    for path, body in (
        ("mada/box", b'{"text": "' + b"x" * 60_000 + b'"}'),
        ("maumau/board", b'{"text": "' + b"x" * 60_000 + b'"}'),
        ("mada/board", b'{"text": ""}'),
        ("mada/box", b'{"text": "' + b"x" * 70_000 + b'"}'),
    ):
        assert refusal(send(server, path, body, language)) != refusal(send(server, path, body, "en"))


def told(server: Server, path: str, **body: Any) -> Any:
    return server.post(f"games/{path}", **body).json()


def test_a_box_that_was_looked_through_opens_a_table(server: Server) -> None:
    box = told(server, "mada/box", edition={**OURS, "name": "mine", "title": "Mine"})
    assert box["faults"] == []
    again = told(server, "mada/box", text=box["text"])
    assert again == box
    table = server.open("mada", edition=box["edition"])
    assert server.get(f"tables/{table.table}").json()["edition"] == box["edition"]
    board = told(server, "maumau/board", text=" S..1\n   T.")
    table = server.open("maumau", options={server.get("games/maumau/board").json()["lines"]: board["lines"]})
    assert server.get(f"tables/{table.table}").json()["options"]["map"] == ["S..1", "  T."]
