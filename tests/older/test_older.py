"""Data from older versions is not lost: every table opens, every finished game can be read, and people can play on.

Each folder beside this file is named after the version that wrote it. `tables.sql` is its database, `shown.jsonl` is what it showed
everybody of each table, `records` are its records, and `games.jsonl` are the same records as lines. `write.py` made the folder, in
a checkout of that version.
"""

from __future__ import annotations

import json
import re
import sqlite3
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kartenhaus.cli import data
from kartenhaus.cli.replay import replay
from kartenhaus.cli.verify import verify
from kartenhaus.core import recordfile
from kartenhaus.core.errors import RecordError
from kartenhaus.core.game import find
from kartenhaus.core.history import MadeMove
from kartenhaus.core.texts import LANGUAGES, translator
from kartenhaus.server import archive
from kartenhaus.server.house import replayed
from kartenhaus.table import entries as log
from kartenhaus.table import record
from kartenhaus.table.frames import story
from kartenhaus.table.review import review
from kartenhaus.table.states import Outcome
from kartenhaus.table.table import Table
from kartenhaus.table.words import ended, reason
from serving import Line, Place, Server, lines

VERSIONS = sorted(path.parent for path in Path(__file__).parent.glob("*/tables.sql"))
KEEP: dict[str, Any] = {"idle_unplayed": 1e10, "idle_waiting": 1e10, "idle_playing": 1e10, "away": 1e6}  # the tables are years old
STRANDED = {"mad after the chain": "mad/not-me-next"}
"""Tables with an unfinished game that today's corrected rules cannot replay; and the rule that was corrected."""
OUTDATED = {
    "mad over with a chain": "mad/not-me-next",
    "maumau idle after a penalty": "maumau/empty-pile",
}
"""The same for tables with a finished game."""
ELSEWHERE = {"mad in the chain": "mad/not-me-next", "mad the turn after the chain": "mad/not-me-next"}
"""Tables whose moves are all still legal, but at which somebody else is to act, now or later."""


@cache
def shown(folder: Path) -> dict[str, dict[str, Any]]:
    """What that version showed, by table name."""
    return {table["name"]: table for table in map(json.loads, (folder / "shown.jsonl").read_text("utf-8").splitlines())}


CASES = [pytest.param(folder, name, id=f"{folder.name}: {name}") for folder in VERSIONS for name in shown(folder)]
RECORDS = [path for folder in VERSIONS for path in sorted((folder / "records").glob("*.toml"))]


def stored(folder: Path, table: str) -> list[log.AnyEntry]:
    """The log of a table."""
    with sqlite3.connect(":memory:") as database:
        database.executescript((folder / "tables.sql").read_text("utf-8"))
        rows = database.execute("SELECT data FROM entries WHERE table_id = ? ORDER BY number", (table,)).fetchall()
    database.close()
    return [log.decode(data) for (data,) in rows]


def restored(folder: Path, place: Path) -> str:
    """Restore the database into a file; return its address."""
    with sqlite3.connect(place / "tables.db") as database:
        database.executescript((folder / "tables.sql").read_text("utf-8"))
    database.close()
    return f"sqlite:///{place / 'tables.db'}"


def same(game: str, then: Any, now: Any) -> bool:
    """Whether two views are the same; order counts only where it matters, and the later view may have new keys."""
    if then is None or now is None:
        return then is now
    notation = find(game).notation
    return then.keys() <= now.keys() and all(notation.same(key, then[key], value) for key, value in now.items() if key in then)


def agrees(outcome: Outcome | None, then: dict[str, Any] | None) -> bool:
    """Whether an outcome says all that was said of it then; today it says more."""
    now = msgspec.to_builtins(outcome)
    return then is now is None or (then is not None and now is not None and now.items() >= then.items())


@pytest.mark.parametrize(("folder", "name"), CASES)
def test_every_table_stands_as_it_was_left(folder: Path, name: str) -> None:
    then = shown(folder)[name]
    table = replayed(then["table"], stored(folder, then["table"]))
    assert table.stranded == (name in STRANDED)
    for key, state in then["states"].items():
        viewer = int(key)
        assert (table.phase, table.games, table.paused, table.number) == tuple(
            state[key] for key in ("phase", "games", "paused", "number")
        )
        assert table.closed == state["closed"]
        assert agrees(table.outcome, state["outcome"])
        assert [one.name for one in table.seats] == state["names"]
        if name not in {**STRANDED, **OUTDATED, **ELSEWHERE}:
            assert table.to_act == state["to_act"]
            assert table.history is None or same(table.game.name, state["view"], table.look(viewer).words)
            assert state["legal"] == ([] if viewer < 0 or table.paused else list(table.moves(viewer)))
    if name in {**STRANDED, **OUTDATED}:
        assert table.history is not None
        assert table.history.outdated
        written = [MadeMove(one.seat, one.move) for one in stored(folder, then["table"]) if isinstance(one, log.Moved)]
        assert table.history.moves == written, "nothing of it is lost"


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_every_finished_game_is_the_record_that_version_wrote(folder: Path, tmp_path: Path) -> None:
    """A record still says all that it said then, word for word; anything new comes after it."""
    games = list(archive.finished(restored(folder, tmp_path)))
    assert not [game for game in games if isinstance(game, archive.Unreadable)]
    told = {
        f"{game.table}-{game.number}": recordfile.dumps(game.history) for game in games if isinstance(game, archive.FinishedGame)
    }
    then = {path.stem: path.read_text("utf-8") for path in (folder / "records").glob("*-1.toml")}
    assert {name: re.sub(r"^bots = .*\n\Z", "", text, flags=re.MULTILINE) for name, text in told.items()} == then
    assert len(then) == len((folder / "games.jsonl").read_text("utf-8").splitlines()) > 5


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_records_come_in_and_go_out_again(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = data.settings_of(f"sqlite:///{tmp_path / 'new.db'}", None)
    finished = sorted((folder / "records").glob("*-1.toml"))
    assert data.bring_in(settings, finished, check_only=False) == 0
    assert data.bring_in(settings, [folder / "games.jsonl"], check_only=False) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"{len(finished)} games are new here, 0 were known" in said
    assert f"0 games are new here, {len(finished)} were known" in said, "the same game has the same code in every version"
    assert data.export(settings, tmp_path / "out", None) == 0
    assert {path.read_text("utf-8") for path in (tmp_path / "out").iterdir()} == {path.read_text("utf-8") for path in finished}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.parent.name}: {path.stem}")
def test_records_are_read_replayed_and_verified(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = path.read_text("utf-8")
    if path.stem.replace("-", " ") in STRANDED:
        with pytest.raises(RecordError, match=r"began under version 1 .*version 2 does not allow move 6, .*cannot go on"):
            recordfile.loads(text)
        return
    history = recordfile.loads(text)
    assert recordfile.dumps(history) == text
    written = text.partition('moves = """\n')[2].partition('"""')[0]
    replay(history, None, None, notation=False)
    said = capsys.readouterr().out
    assert f"{written.count(chr(10))} moves" in said
    if history.rest:
        assert f"the first {len(history.played)} of them legal by today’s rules" in " ".join(said.split())
        assert history.rest[-1].move in said
    if history.final is not None:
        assert f"winners {history.final.winners}, points {history.final.points}" in said
    if history.fair:
        verify(path, "", "")
        said = capsys.readouterr().out
        assert ("- All" in said) != history.outdated
        assert ("Do all moves follow the rules?" in said) == history.outdated
    if not history.over and not history.resigned:
        history.play(history.legal()[0])  # play can go on
        assert history.rules == 1
        assert recordfile.dumps(recordfile.loads(recordfile.dumps(history))) == recordfile.dumps(history)


@pytest.mark.parametrize("name", OUTDATED)
@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_a_finished_game_that_the_rules_do_not_follow_keeps_its_result(folder: Path, name: str) -> None:
    then = shown(folder)[name]
    entries = stored(folder, then["table"])
    text = record.of_game(then["table"], entries, 1)
    assert text is not None
    for language in LANGUAGES:
        told = review(recordfile.loads(text), 0, language)
        assert agrees(told.states[-1].outcome, then["states"]["0"]["outcome"])
        assert told.states[-1].reason == reason(recordfile.loads(text), language)
        assert len(told.states) == told.moves + 1
        for viewer in (-1, 0, 1):
            moves = [one for one in story(then["table"], entries, viewer, 1, language) if one.kind == "moved"]
            assert len(moves) == len(recordfile.loads(text).moves)
            assert all(one.words for one in moves)


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_of_moves_that_cannot_be_followed_nothing_hidden_is_told(folder: Path) -> None:
    """It is no longer known which cards were open, so only the player who made a move sees all of it."""
    then = shown(folder)["mad over with a chain"]
    entries = stored(folder, then["table"])
    for viewer in range(-1, 3):
        for one in story(then["table"], entries, viewer, 1)[-20:]:
            if one.kind == "moved" and not one.events and one.seat != viewer:
                assert " " not in one.move


@pytest.mark.parametrize("folder", VERSIONS, ids=lambda folder: folder.name)
def test_a_server_opens_all_of_it_is_killed_and_goes_on(folder: Path, tmp_path: Path) -> None:
    """Everybody comes back to their seat, plays on, and finds everything again after a kill."""
    url = restored(folder, tmp_path)
    with Server(tmp_path, url, **KEEP) as server:
        before = {name: states(server, table) for name, table in shown(folder).items()}
        for name, table in shown(folder).items():
            if name in STRANDED:
                assert {state["closed"] for state in before[name].values()} == {"rules"}
                assert server.entries(table["table"])[-1]["kind"] == "closed"
            elif before[name][-1]["phase"] == "playing":
                play_on(server, table)
        then = {name: states(server, table) for name, table in shown(folder).items()}
        server.kill()
        server.start()
        assert {name: states(server, table) for name, table in shown(folder).items()} == then
        for game in ("mada", "mad", "maumau"):
            name = next(name for name, all_states in then.items() if name.startswith(game) and all_states[-1]["phase"] == "playing")
            play_on(server, shown(folder)[name], to_the_end=True)
            table = shown(folder)[name]["table"]
            number = then[name][-1]["games"]
            assert recordfile.loads(server.get(f"tables/{table}/records/{number}").text).over
        lobby = shown(folder)["mada lobby"]
        with lines(places(server, lobby)) as seated:
            assert seated[0].do("ready")["type"] == "done"
            seated[0].until(lambda state: state["phase"] == "playing")


def places(server: Server, table: dict[str, Any]) -> list[Place]:
    """The seats of a table, with the tokens of that time."""
    return [Place(server.url, table["table"], seat, token) for seat, token in enumerate(table["tokens"])]


def states(server: Server, table: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """What every seat and a spectator see of a table, except who is there, the entries and the book."""
    found = {}
    for place in (server.watch(table["table"]), *places(server, table)):
        with Line(place) as line:
            if table["name"] in STRANDED:
                line.until(lambda state: state["closed"])
            found[place.seat] = {key: value for key, value in line.state.items() if key not in ("seats", "entries", "book")}
    return found


def play_on(server: Server, table: dict[str, Any], to_the_end: bool = False) -> None:
    """Play two more moves, or to the end."""
    with lines(places(server, table)) as seated:
        if seated[0].state["paused"]:
            assert seated[0].do("resume")["type"] == "done"
        last = seated[0].state["number"] + 2
        while (state := seated[0].settle())["phase"] == "playing" and (to_the_end or state["number"] < last):
            for line in seated:
                state = line.settle()
                own = [one["move"] for one in state["legal"]]
                if own and state["to_act"] == state["you"]:
                    plain = [move for move in own if move not in ("draw", "keep", "luck")]
                    line.do("move", move=(plain or own)[0], answers=state["answers"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_such_a_table_is_closed_is_told_in_every_language(language: str) -> None:
    told = ended("rules", translator(language))
    assert told != ended("no such reason", translator(language))
    assert language == "en" or told != ended("rules")


def test_a_table_of_newer_rules_is_refused() -> None:
    opened = log.Opened(0, "mad", 2, "0" * 64, rules=99)
    with pytest.raises(RecordError, match="version 99 of the rules; this program has 2"):
        Table("newer").apply(opened)
