"""docs/faults.md 31: Text from outside is checked before it is parsed: costly text never reaches a parser."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kartenhaus
from kartenhaus.cli import data
from kartenhaus.cli.edition import check as check_edition
from kartenhaus.cli.hint import hint
from kartenhaus.cli.inputs import edition_of, record_of
from kartenhaus.core import bounds, edition, recordfile, scenario, toml
from kartenhaus.core.errors import EditionError, KartenhausError, RecordError, ScenarioError
from kartenhaus.core.game import find
from kartenhaus.server import reviews, settings
from kartenhaus.server.conversation import NoMessage, _message

HOSTILE = {
    "dots": "a." * 29_000 + "a = 1",
    "dots with blanks": "a . " * 14_000 + "a = 1",
    "dots between quotes": '"a".' * 14_000 + "a = 1",
    "dots in an inline table": "x = {" + "a." * 28_000 + "a = 1}",
    "dots in a header": "[" + "a." * 28_000 + "a]",
    "dots in a later line": 'game = "mada"\nx = """\n[a.a.a]\\""""\n' + "a." * 28_000 + "a = 1",
    "lists": "a = " + "[" * 29_000,
    "tables": "a = " + "{a = " * 11_000,
    "lists and tables": "a = " + "[{a = " * 9000,
    "headers": "".join(f"[a{n}.b.c]\n" for n in range(60_000)),
    "keys": "".join(f"a{n} = 1\n" for n in range(60_000)),
    "values": "a = [" + "1," * 60_000 + "]",
    "hexadecimal": "rules = 0x" + "f" * 58_000,
    "octal": "rules = 0o" + "7" * 58_000,
    "binary": "rules = 0b" + "1" * 58_000,
    "decimal": "rules = " + "9" * 58_000,
    "underscores": "rules = " + "9_" * 29_000 + "9",
    "a float": "rules = 1." + "9" * 58_000,
    "an exponent": "rules = 1e" + "9" * 58_000,
    "a key": "a" * 58_000 + " = 1",
    "a date": "a = 1979-05-27T07:32:00." + "9" * 58_000,
    "a huge text": "a = '" + "x" * 3_000_000 + "'",
    "huge and empty": "\n" * 3_000_000,
}
ODD = {
    "zeros": "\0" * 50_000,
    "a mark of order": '\ufeffgame = "mada"',
    "escapes": 'a = "\x1b[31m"',
    "no end": 'a = """' + '""x' * 19_000,
    "no end in a line": 'a = "' + "\\\\" * 29_000,
    "unknown escapes": 'a = "\\q"',
    "halves of letters": 'a = "\\ud800"',
    "a lone return": "a = 1\rb = 2",
    "twice": "a = 1\na = 1",
}
"""Cheap to refuse: the parser itself refuses these."""


def test_the_sentence_says_what_would_be_right() -> None:
    told = {name: str(bounds.toml(text)) for name, text in HOSTILE.items()}
    assert told["dots"] == "line 1: a key has at most 8 dots"
    assert told["dots in a later line"] == "line 4: a key has at most 8 dots"
    assert told["lists"] == "line 1: brackets are nested at most 16 deep"
    assert told["keys"] == "line 10001: a file has at most 10000 keys and values"
    assert told["hexadecimal"] == "line 1: a number, or a word without quotes, has at most 64 characters"
    assert told["a huge text"] == "longer than 2000000 characters"


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_no_parser_is_reached(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the text comes in: as a record, a scenario, an edition or settings, also from a file."""

    def reached(*_: object) -> None:
        pytest.fail("it was parsed")

    file = tmp_path / "hostile.toml"
    file.write_text(text, "utf-8")
    edition._shipped(find("mada"), "standard")
    monkeypatch.setattr(tomllib, "loads", reached)
    ways: list[tuple[type[KartenhausError], Callable[[], object]]] = [
        (RecordError, lambda: recordfile.loads(text)),
        (RecordError, lambda: kartenhaus.load(file)),
        (RecordError, lambda: record_of(file)),
        (RecordError, lambda: reviews._review(reviews.Record.model_construct(record=text, seat=0), "en")),
        (RecordError, lambda: [read() for _, read in data.records([file])]),
        (ScenarioError, lambda: scenario.loads(text, "file")),
        (ScenarioError, lambda: scenario.titles(text, "file")),
        (ScenarioError, lambda: hint(file, None, None, "hard", 1, False)),
        (EditionError, lambda: edition.parse(find("mada"), text, "file")),
        (EditionError, lambda: edition_of(find("mada"), str(file))),
        (EditionError, lambda: check_edition(file)),
        (KartenhausError, lambda: settings.read(file=file)),
    ]
    for error, way in ways:
        with pytest.raises(error) as raised:
            way()
        assert "at most" in str(raised.value) or "longer than" in str(raised.value)
        assert len(str(raised.value)) < 500


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_what_is_only_wrong_is_refused_too(text: str) -> None:
    with pytest.raises(RecordError) as raised:
        recordfile.loads(text)
    assert len(str(raised.value)) < 300


def test_whatever_is_let_through_costs_little_memory(tmp_path: Path) -> None:
    """A process limited to 150 MB handles everything above, and the worst texts within bounds."""
    worst = {
        "headers": "".join(f"[a{n}.b.c.d.e.f.g.h.i]\n" for n in range(2300)),
        "keys": "".join(f"a{n}.b.c.d.e.f.g.h.i = 1\n" for n in range(2300)),
        "tables": "".join(f"a{n} = {'{a.a.a.a.a.a.a.a.a = ' * 2 + '1' + '}' * 2}\n" for n in range(1000)),
        "lists of tables": "[[a.b.c.d.e.f.g.h.i]]\n" * 2600,
        "values": "a = [" + "1," * 9990 + "]",
        "a text": 'a = "' + "\\\\" * 900_000 + '"',
    }
    file = tmp_path / "texts.json"
    file.write_text(json.dumps([*HOSTILE.values(), *ODD.values(), *worst.values()]), "utf-8")
    program = """
import json, resource, sys
from kartenhaus.core import errors, toml
texts = json.load(open(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_AS, (150_000_000, 150_000_000))
for text in texts:
    try:
        toml.read(text, "file", "TOML file", errors.RecordError)
    except errors.RecordError:
        pass
    else:
        print("parsed")
"""
    done = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == ["parsed"] * len(worst)


@given(st.text(st.sampled_from("ab.=[]{},\"'\\#\n\r 1x"), max_size=60))
def test_texts_within_bounds_are_left_to_the_parser(text: str) -> None:
    """The check sees strings and comments begin and end where the parser does, so nothing can hide in them."""
    try:
        parsed: object = tomllib.loads(text)
    except ValueError:
        return
    problem = bounds.toml(text)
    assert problem is None or _dots(text) > bounds.MOST_DOTS, (text, parsed)
    hidden = text + "\n" + "a." * 20 + "a = 1"
    assert "dots" in str(bounds.toml(hidden))


def _dots(text: str) -> int:
    return text.count(".")


def test_every_file_of_ours_is_within_bounds() -> None:
    files = [*Path("src").rglob("*.toml"), *Path("tests").rglob("*.toml")]
    assert len(files) > 50
    assert [str(file) for file in files if bounds.toml(file.read_text("utf-8"))] == []


# JSON

DEEP: dict[str, Any] = {
    "lists": "[" * 4000,
    "tables": '{"a":' * 1600,
    "digits": '{"do": "move", "move": "draw", "answers": ' + "9" * 8000 + "}",
    "a fraction": '{"do": "move", "move": "draw", "answers": 0.' + "9" * 8000 + "}",
    "values": '{"do": "ping", "x": [' + "1," * 4000 + "1]}",
    "brackets": '{"do": "ping", "x": [' + "[]," * 2600 + "[]]}",
    "deep in a word": '{"do": "ping", "x": "\\"]", "y": ' + "[" * 4000,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_no_parser_of_json_is_reached(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by lines of an import nor by WebSocket messages."""

    def reached(*_: object) -> None:
        pytest.fail("it was parsed")

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.receive", "text": text}

    file = tmp_path / "hostile.jsonl"
    file.write_text(f"{text}\n\n{text}", "utf-8")
    monkeypatch.setattr(json, "loads", reached)
    monkeypatch.setattr("kartenhaus.server.conversation._read", reached)
    records = list(data.records([file]))
    assert [name for name, _ in records] == [f"{file}:1", f"{file}:3"]
    for _, read in records:
        with pytest.raises(RecordError, match="at most"):
            read()
    with pytest.raises(NoMessage, match=r"this is not a message: .* at most"):
        _message(receive).send(None)


@given(st.text(st.sampled_from('[]{},:"\\ 1a\n'), max_size=60))
def test_json_within_bounds_is_left_to_its_parser(text: str) -> None:
    """The check sees strings begin and end where the parser does."""
    assert bounds.json(text) is None
    try:
        json.loads(text)
    except ValueError:
        return
    assert "deep" in str(bounds.json(f"[{text}, {'[' * 20}"))
    assert "values" in str(bounds.json(f"[{text}, {'1,' * 1000}"))
    assert "characters" in str(bounds.json(f"[{text}, {'9' * 65}"))


@given(st.lists(st.sampled_from(["\\", "\\\\", "\\ud83d", "\\uDE00", "\\u0041", "d", "ud800", "\\n"]), max_size=12).map("".join))
def test_half_letters_are_found_where_a_parser_would_make_them(text: str) -> None:
    """docs/faults.md 30: as keys and as values, however they are escaped."""
    try:
        read = json.loads(f'"{text}"')
    except ValueError:
        return
    halves = any(0xD800 <= ord(letter) < 0xE000 for letter in read)
    for written in (f'{{"a": ["{text}"]}}', f'{{"{text}": 1}}'):
        found = bounds.json(written)
        assert "half a letter" in str(found) if halves else found is None


def test_half_letters_in_a_line_of_an_import_are_refused(tmp_path: Path) -> None:
    """docs/faults.md 30: with a sentence, not by whoever writes the record again."""
    mada = find("mada")
    own = {**edition.find(mada, edition.STANDARD), "name": "mine", "title": "\ud800"}
    keys = {**recordfile.as_keys(kartenhaus.deal("mada", players=2, seed=1)), "edition": own}
    file = tmp_path / "half.jsonl"
    file.write_text(json.dumps(keys), "utf-8")
    [(_, read)] = data.records([file])
    with pytest.raises(RecordError, match="half a letter"):
        read()


def test_an_edition_with_thousands_of_wrong_keys_is_looked_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every complaint names its line, but the lines are looked up only once."""
    looked: list[str] = []
    places = edition.places

    def noted(source: str) -> dict[tuple[str, str], int]:
        looked.append(source)
        return places(source)

    monkeypatch.setattr(edition, "places", noted)
    source = "".join(f"a{number} = 1\n" for number in range(3000))
    complaints = edition.Checker(find("mada"), tomllib.loads(source), "box.toml", source).all_complaints()
    assert looked == [source]
    assert "box.toml:2000: unknown key “a1999”" in str(complaints[2002])


def test_a_line_that_never_ends_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "MOST_LINE", 1000)
    file = tmp_path / "long.jsonl"
    file.write_text('{"a":"' + "x" * 5000 + '"}\n{}\n', "utf-8")
    told = []
    for name, read in data.records([file]):
        with pytest.raises(RecordError) as raised:
            read()
        told.append((name.rpartition(":")[2], str(raised.value).rpartition(": ")[2]))
    assert told == [("1", "longer than 1000 characters"), ("2", "kartenhaus must be the version of the format, 1")]


def test_a_file_is_read_no_further_than_it_may_be_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_TEXT", 1000)
    assert len(bounds.read(Path("README.md"))) == 1001
    with pytest.raises(RecordError, match="longer than 1000 characters"):
        toml.read(bounds.read(Path("README.md")), "file", "record", RecordError)
