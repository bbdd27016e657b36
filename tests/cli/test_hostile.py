"""docs/faults.md 39: A terminal only shows what strangers write: no record, file or server can make it do anything."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import logging.config
import sys
import threading
import unicodedata
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from rich.text import Text

import kartenhaus
from kartenhaus.cli.main import main
from kartenhaus.cli.screen.app import TableScreen
from kartenhaus.cli.screen.local import Local
from kartenhaus.cli.screen.overlays import HandOver
from kartenhaus.cli.terminal import complain, console, harmless, say
from kartenhaus.core import recordfile
from kartenhaus.core.plain import MAX_NAME, shown
from kartenhaus.server import logs

EVIL = "\x1b[2J\x1b]0;title\x07\x9b31m\x7f\u202egnp\u2066\r\x08[red]x[/red]\u2028:warning:"
JSON_EVIL = json.dumps(EVIL)
TURNS = {"\u061c", "\u200e", "\u200f", *map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))}


def is_harmless(text: str) -> bool:
    return not any(
        letter in TURNS or (unicodedata.category(letter) in ("Cc", "Zl", "Zp") and letter not in "\n\t") for letter in text
    )


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """What the command line prints, on both outputs."""

    def command(*words: object) -> str:
        monkeypatch.setattr(sys, "argv", ["kartenhaus", *map(str, words)])
        monkeypatch.setattr(sys, "stdin", io.StringIO("help\nquit\n"))
        try:
            main()
        except SystemExit:
            pass
        said = capsys.readouterr()
        return said.out + said.err

    return command


def hostile_record(tmp_path: Path) -> Path:
    """A record that somebody else wrote: our own program removes evil characters from names."""
    history = kartenhaus.deal("mada", players=2, seed=3, names=["Mia", "Ben"])
    for _ in range(5):
        history.play(history.legal()[0])
    text = recordfile.dumps(history).replace('"Mia"', JSON_EVIL).replace('"Ben"', '"[bold]Ben"')
    file = tmp_path / "record.toml"
    file.write_text(text, "utf-8")
    return file


def hostile_files(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "title": f'title = {JSON_EVIL}\ngame = "mada"\nplayers = 2\n[[step]]\nexpect = {{ to_act = 7, discard = {JSON_EVIL} }}\n',
        "titles": "".join(
            f'[[scenario]]\ntitle = {JSON_EVIL}\ngame = "mada"\nplayers = 2\n[[scenario.step]]\nmove = {JSON_EVIL}\n' for _ in "12"
        ),
        "keys": f"{JSON_EVIL} = 1\n",
        "game": f"kartenhaus = 1\ngame = {JSON_EVIL}\nrules = 1\n",
        "moves": recordfile.dumps(kartenhaus.deal("mada", players=2, seed=3)).replace('moves = """\n"""', f"moves = {JSON_EVIL}"),
        "edition": f'game = "mada"\nname = {JSON_EVIL}\ntitle = {JSON_EVIL}\nassumed = [{JSON_EVIL}]\n[{JSON_EVIL}]\n',
        "raw": EVIL,
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    (tmp_path / "lines.jsonl").write_text(json.dumps({"kartenhaus": 1, EVIL: EVIL}, ensure_ascii=False) + f"\n{EVIL}\n", "utf-8")
    return {name: tmp_path / f"{name}.toml" for name in texts}


def test_records_are_only_shown(tmp_path: Path, run: Callable[..., str]) -> None:
    record = hostile_record(tmp_path)
    history = kartenhaus.load(record)
    assert len(history.names[0]) <= MAX_NAME
    for words in (
        ("replay", record),
        ("replay", record, "--move", 3, "--seat", 0),
        ("hint", record, "--bot", "search:iterations=1"),
        ("verify", record),
        ("import", record, "--check"),
        ("play", "--resume", record, "--plain"),
        ("play", "--resume", record, "--plain", "--humans", 2),
    ):
        said = run(*words)
        assert said
        assert is_harmless(said), (words, said)
        if words[0] in ("replay", "play"):
            assert "[bold]Ben" in said


def test_files_are_only_shown(tmp_path: Path, run: Callable[..., str]) -> None:
    files = hostile_files(tmp_path)
    for file in (*files.values(), tmp_path / "lines.jsonl", tmp_path / "not\x1b[2J there.toml"):
        for words in (
            *(("check", file), ("replay", file), ("verify", file), ("hint", file), ("edition", "check", file)),
            *(("import", file, "--check"), ("simulate", "mada", "--games", 1, "--edition", file)),
            *(("play", "--resume", file), ("serve", "--settings", file), ("simulate", "maumau", "--board", file)),
        ):
            said = run(*words)
            assert said, words
            assert is_harmless(said), (words, said)


def test_a_bot_that_shouts_is_only_shown(tmp_path: Path, run: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shouting.py").write_text(
        f"class Bot:\n    def choose(self, view, seed):\n        raise ValueError({EVIL!r})\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    said = run("arena", "mada", "--bots", "shouting:Bot,random", "--games", 2, "--jobs", 1)
    assert "[red]x[/red]" in said
    assert is_harmless(said)
    assert is_harmless(run("play", "mada", "--humans", 0, "--bots", "shouting:Bot", "--plain"))


@pytest.fixture
def hostile_server() -> Iterator[str]:
    """A server that refuses everything with a hostile message."""

    class Odd(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.dumps({"code": EVIL, "message": EVIL, "rule": EVIL}, ensure_ascii=False).encode()
            self.send_response(409)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Odd) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/t/abcdefghjk"
        server.shutdown()


def test_servers_are_only_shown(hostile_server: str, run: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = run("bot", "random", "--table", hostile_server)
    assert "[red]x[/red]" in said
    assert is_harmless(said)
    monkeypatch.setattr(type(console()), "is_terminal", True)
    said = run("join", hostile_server, "--name", "Mia")
    assert "[red]x[/red]" in said
    assert is_harmless(said.replace("\x1b[1;31m", "").replace("\x1b[0m", "").replace("\x1b[1m", ""))  # our own colours


def test_a_hostile_table_on_the_whole_screen_is_only_shown() -> None:
    """Every part of the picture, with evil names, words and chat."""
    history = kartenhaus.deal("mada", players=2, seed=3, names=[EVIL, "Ben"])
    source = Local(history, 2, ["random"], None, "en")

    async def look() -> list[str]:
        app = TableScreen(source)
        async with app.run_test(size=(100, 40)) as pilot:
            source.stories[source.holding].append(EVIL)
            app.show()
            await pilot.pause()
            drawn = [str(part.render()) for screen in app.screen_stack for part in screen.query("Static")]
            await pilot.press("enter")
            await pilot.pause()
            return drawn + [str(part.render()) for part in app.screen.query("Static")]

    drawn = asyncio.run(look())
    assert any("[red]x[/red]" in text for text in drawn)
    assert all(map(is_harmless, drawn))
    over = HandOver(EVIL, str).text.plain
    assert "[red]x[/red]" in over
    assert is_harmless(over)


def test_styles_stay_where_they_are() -> None:
    text = harmless(Text.assemble(("\x1bA", "red"), ("B\x9b", "blue")))
    assert text.plain == "␛AB�"
    assert [(span.start, span.end, str(span.style)) for span in text.spans] == [(0, 2, "red"), (2, 4, "blue")]


def test_whatever_is_printed_by_whatever_way(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.columns import Columns
    from rich.table import Table

    table = Table("a")
    table.add_row(Text(EVIL))
    for printed in (Text(EVIL), table, Columns([Text(EVIL)])):
        console().print(printed)
    say("{} {}", EVIL, "half \ud800 a letter")
    complain(EVIL)
    said = capsys.readouterr()
    assert "half � a letter" in said.out
    assert ":warning:" in said.err
    assert is_harmless(said.out + said.err)


def test_the_log_of_a_server_is_only_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "_handlerList", [])  # else those of other libraries are closed, and with them pytest's own output
    before = logging.root.handlers[:], logging.root.level
    try:
        logging.config.dictConfig(logs.CONFIG)
        for name in ("kartenhaus.tables", "uvicorn.error"):
            logging.getLogger(name).warning("table %s", EVIL)
            try:
                raise ValueError(EVIL)
            except ValueError:
                logging.getLogger(name).exception("failed")
    finally:
        logging.root.handlers[:], logging.root.level = before
    said = capsys.readouterr().err
    assert said.count("WARNING: table ␛[2J") == 2
    assert said.count("ValueError: ␛[2J") == 2
    assert is_harmless(said)


def test_every_control_sign_is_shown() -> None:
    every = "".join(map(chr, range(0x110000)))
    assert is_harmless(shown(every))
    assert len(shown(every)) == len(every)
    assert shown("Zoë 🃏 中 \n\t") == "Zoë 🃏 中 \n\t"
