"""Bad input to the API: never an error of the server, answered within a second, and bounded in size."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

from kartenhaus.core import edition as editions
from kartenhaus.core.game import find
from kartenhaus.server.edge import MOST_BODY
from serving import Line, Place, Server, web

OURS = editions.find(find("mada"), editions.STANDARD)
EXAMPLES = settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house")) as running:
        running.get("games/mada")
        yield running
        assert "Traceback" not in running.said


@pytest.mark.parametrize("mode", list(GenerationMode), ids=str)
def test_what_the_description_allows_and_forbids_is_answered(server: Server, mode: GenerationMode) -> None:
    """docs/faults.md 30: every path, with what it asks for and with what it does not."""
    described = schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")
    answers: list[int] = []

    def answered(case: schemathesis.Case[Any]) -> None:
        answer = case.call(timeout=60)
        assert answer.status_code < 500, answer.text
        assert len(answer.content) < 1_000_000
        answers.append(answer.status_code)

    for found in described.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]  # the page is valid: no operation is an error
        try:
            EXAMPLES(given(operation.as_strategy(generation_mode=mode))(answered))()  # type: ignore[no-untyped-call]  # schemathesis has no types here
        except Unsatisfiable:
            assert not operation.body  # a page without anything that could be wrong
    assert {200, 201} & set(answers) if mode == GenerationMode.POSITIVE else 422 in answers


def ask(server: Server, path: str, body: bytes, **headers: str) -> httpx.Response:
    """Send any bytes; check that the answer is not a server error."""
    answer = web.post(f"{server.url}/api/{path}", content=body, headers={"content-type": "application/json", **headers}, timeout=60)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.json().keys() == {"code", "message", "rule"}
        assert len(answer.content) < 2000
    return answer


def edition(**changes: Any) -> dict[str, Any]:
    return {"game": "mada", "name": "mine", "title": "Mine", **changes}


BODIES = {
    "nothing": b"",
    "no JSON": b"{",
    "null": b"null",
    "a list": b"[]",
    "no UTF-8": b"\xff\xfe",
    "zeros": bytes(1000),
    "deep lists": b"[" * 60_000,
    "deep objects": b'{"a":' * 10_000,
    "a deep edition": b'{"game":"mada","edition":' + b'{"a":' * 900 + b"1" + b"}" * 901,
    "a very deep edition": b'{"game":"mada","edition":' + b'{"a":' * 9000 + b"1" + b"}" * 9001,
    "a deep edition with its names": b'{"game":"mada","edition":{"game":"mada","name":"a","title":"b","deck":'
    + b"[" * 500
    + b"]" * 500
    + b"}}",
    "half a letter as a key": b'{"game":"mada","\\ud800":1}',
    "half a letter in an edition": b'{"game":"mada","edition":{"game":"mada","name":"\\ud800","title":"x"}}',
    "half a letter in a whole edition": b'{"game":"mada","players":2,"edition":'
    + json.dumps({**OURS, "title": "\ud800"}).encode()
    + b"}",
    "half a letter as a key of an edition": b'{"game":"mada","edition":' + json.dumps({**OURS, "\udfff": 1}).encode() + b"}",
    "half a letter as the edition": b'{"game":"mada","edition":"\\ud800"}',
    "half a letter in an option": b'{"game":"mada","options":{"\\ud800":"\\ud800"}}',
    "half a letter as the game": b'{"game":"\\ud800"}',
    "half a letter as a nonce": b'{"game":"mada","nonce":"\\ud800"}',
    "half a letter as a colour": b'{"game":"mada","colour":"\\ud800"}',
    "not a number": b'{"game":"mada","players":NaN}',
    "not a number in an edition": json.dumps({"game": "mada", "edition": edition(hands=float("nan"))}).encode(),
    "infinity in an option": b'{"game":"mada","options":{"starter":Infinity}}',
    "beyond all numbers": b'{"game":"mada","players":' + b"9" * 5000 + b"}",
    "beyond all numbers in an option": b'{"game":"mada","options":{"starter":' + b"9" * 4000 + b"}}",
    "beyond all numbers in an edition": b'{"game":"mada","edition":{"game":"mada","name":"a","title":"b","hand":'
    + b"9" * 4000
    + b"}}",
    "many options": json.dumps({"game": "mada", "options": {f"o{n}": n for n in range(3000)}}).encode(),
    "long lines": json.dumps({"game": "maumau", "options": {"board": ["." * 60_000]}}).encode(),
    "many keys": json.dumps({"game": "mada", "edition": edition(**{f"k{n}": n for n in range(3000)})}).encode(),
    "the same key": b'{"game":"mada",' + b'"game":"mada",' * 2000 + b'"game":"nothing"}',
    "a long edition name": json.dumps({"game": "mada", "edition": "x" * 50_000}).encode(),
    "a path": json.dumps({"game": "mada", "edition": "../../../../etc/passwd"}).encode(),
    "a game that is a path": json.dumps({"game": "../core"}).encode(),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES.keys())
@pytest.mark.parametrize("path", ["tables", "tables/{code}/join"])
def test_strange_bodies_are_refused(server: Server, path: str, body: bytes) -> None:
    """docs/faults.md 30: with a sentence."""
    assert 400 <= ask(server, path.format(code=server.open().table), body).status_code < 500


@pytest.mark.parametrize("change", [{"game": "\ud800"}, {"title": "\ud800"}, {"deck": {"\udc00": 1}}, {"\ud83d": 1}], ids=repr)
def test_half_a_letter_in_an_edition_is_refused_before_it_is_read(server: Server, change: dict[str, Any]) -> None:
    """docs/faults.md 30: wherever an edition comes in; the table that was to be set anew goes on."""
    host = server.open("mada")
    edition = {**OURS, **change}
    asked: dict[str, dict[str, Any]] = {
        "tables": {"game": "mada"},
        f"tables/{host.table}/setup": {"token": host.token},
        "games/mada/box": {},
        "games/mada/trial": {},
    }
    for path, body in asked.items():
        answer = ask(server, path, json.dumps({**body, "edition": edition}).encode())
        assert answer.status_code == 400
        assert "half a letter" in answer.json()["message"]
    with Line(host) as line:
        assert line.do("ready")["type"] == "done"


def test_a_body_is_bounded(server: Server) -> None:
    """docs/faults.md 30: however it comes, no more is read than a table needs."""
    assert MOST_BODY <= 1_000_000
    much = b'{"game":"mada","name":"' + b"x" * MOST_BODY + b'"}'
    assert ask(server, "tables", much).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield much

    try:
        answer = web.post(f"{server.url}/api/tables", content=pieces(), timeout=60)
        assert answer.status_code == 413
    except httpx.WriteError:
        pass  # the server closed the connection early
    fits = json.dumps({"game": "mada", "name": "Mia"}).encode().ljust(MOST_BODY)
    assert ask(server, "tables", fits).status_code == 201
    assert server.healthy()


@pytest.mark.parametrize(
    "path",
    [
        *("tables/%00", "tables/..%2f..", "tables/" + "a" * 5000, "tables/A", "tables/ä", "tables/a%0a", "tables/'--"),
        *("games/%00", "games/../x", "games/" + "a" * 5000, "games/%ff", "games/core", "games/mada%2f..", "games/ä/rules"),
        *("tables/abcdefghjk/records/-1", "tables/abcdefghjk/records/" + "9" * 5000, "tables/abcdefghjk/records/1e3"),
        *("tables?x=" + "y" * 20_000, "../metrics?%ff", "%2e%2e/%2e%2e/etc/passwd", "nothing"),
    ],
    ids=lambda path: path[:30],
)
def test_strange_paths_are_answered(server: Server, path: str) -> None:
    """docs/faults.md 30: not found, or not understood."""
    answer = web.get(f"{server.url}/api/{path}", timeout=60)
    assert answer.status_code < 500
    assert len(answer.content) < 10_000


pieces = st.sampled_from(
    "play draw give place pass discard catch swap toss J g5 gW WW r y left right end from ! ? 0 1 9 -1 c4 z99".split()
)
notation = st.text(max_size=100) | st.lists(pieces, max_size=6).map(" ".join)


@settings(max_examples=30, suppress_health_check=list(HealthCheck), deadline=None)
@given(moves=st.lists(notation, min_size=5, max_size=20), game=st.sampled_from(["mada", "mad", "maumau"]))
def test_whatever_is_sent_as_a_move_is_answered(server: Server, moves: list[str], game: str) -> None:
    """docs/faults.md 30: done or refused, and the table goes on."""
    host = server.open(game, players=2, bots=["easy"], ready=True)
    with Line(host) as line, Line(Place(server.url, host.table)) as other:
        line.until(lambda state: state["phase"] != "waiting")
        for move in moves:
            answer = line.do("move", move=move, answers=line.state["answers"])
            assert answer["type"] in ("done", "refused"), answer
            assert answer.get("code") != "broken"
            assert len(json.dumps(answer)) < 2000
        assert other.do("ping")["type"] == "pong"


@pytest.mark.parametrize("change", [{"deck": {}}, {"hand": 10**9}, {"assumed": ["x" * 1000] * 40}, {"deck": {"1": 10**9}}])
def test_an_edition_that_cannot_be_played_is_refused_quickly(server: Server, change: dict[str, Any]) -> None:
    """docs/faults.md 30: custom editions are checked before they are used."""
    for game in ("mada", "mad", "maumau"):
        ask(server, "tables", json.dumps({"game": game, "edition": {**edition(**change), "game": game}}).encode())


@pytest.mark.parametrize("body", [b"[" * 60_000, b'{"a":' * 10_000, b'{"game":"mada","players":' + b"9" * 4000 + b"}"])
def test_a_body_is_looked_over_before_it_is_parsed(server: Server, body: bytes) -> None:
    """docs/faults.md 30: the sentence is ours, not a parser's."""
    answer = ask(server, "tables", body)
    assert answer.status_code == 400
    assert "at most" in answer.json()["message"]
    assert "höchstens" in ask(server, "tables", body, **{"accept-language": "de"}).json()["message"]


@pytest.mark.parametrize("body", ['{"game":"mada"}'.encode("utf-16"), '{"game":"mada"}'.encode("utf-32-le"), b"\xff\xfe"])
def test_a_body_is_utf_8(server: Server, body: bytes) -> None:
    """docs/faults.md 30: in another encoding, the checked text would differ from the parsed text."""
    answer = ask(server, "tables", body)
    assert (answer.status_code, answer.json()["message"]) == (400, "a request is JSON, written in UTF-8")


@pytest.mark.parametrize("record", ["a." * 29_000 + "a = 1", "a = 0x" + "f" * 58_000, "a = " + "{a = " * 11_000])
def test_a_record_is_looked_over_before_it_is_parsed(server: Server, record: str) -> None:
    """docs/faults.md 30: a review of it costs nothing."""
    answer = ask(server, "review", json.dumps({"record": record}).encode())
    assert answer.status_code == 422
    assert "at most" in answer.json()["message"]
