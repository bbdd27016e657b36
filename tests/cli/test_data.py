"""Export, import and backup of a server's games, and new editions to start from."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

import kartenhaus
from databases import Postgres, free_port
from kartenhaus.cli import data, edition
from kartenhaus.core import recordfile
from kartenhaus.core.errors import OptionError, RecordError
from kartenhaus.core.game import find
from kartenhaus.server import archive
from kartenhaus.server.database import StoreDown, connect, migrate
from kartenhaus.server.schema import ENTRIES
from kartenhaus.table import entries as log
from kartenhaus.table import record
from serving import Server

TABLES = Path(__file__).parent.parent / "records/tables"
HOSTING = Path(__file__).parent.parent.parent / "docs/hosting.md"
RECORDS = sorted(TABLES.glob("*.toml"))
TEXTS = {recordfile.dumps(recordfile.loads(path.read_text("utf-8"))) for path in RECORDS}


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """A function that gives the address of a new, empty database of either kind."""
    if request.param == "sqlite":
        numbers = count()
        return lambda: f"sqlite:///{tmp_path / f'tables{next(numbers)}.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.database


@pytest.fixture
def database(empty: Callable[[], str]) -> str:
    """A database with six tables of two games each, and one table that cannot be read."""
    url = empty()
    engine = connect(url)
    migrate(engine)
    with engine.begin() as connection:
        for path in TABLES.glob("*.log"):
            for number, line in enumerate(path.read_text("utf-8").splitlines()):
                connection.execute(ENTRIES.insert().values(table_id=path.stem.replace("-", ""), number=number, data=line))
        strange = log.encode(log.Opened(0, "mada", 2, "0" * 64, rules=99)).decode()
        connection.execute(ENTRIES.insert().values(table_id="strange", number=0, data=strange))
    engine.dispose()
    return url


def older(record: str) -> str:
    """A record as it was before records said who was a bot."""
    return re.sub(r"^bots = .*\n\Z", "", record, flags=re.MULTILINE)


def games_of(url: str) -> set[str]:
    """The records of all finished games."""
    return {recordfile.dumps(game.history) for game in archive.finished(url) if isinstance(game, archive.FinishedGame)}


def test_every_finished_game_goes_out_and_comes_in(
    database: str, empty: Callable[[], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings, out = data.settings_of(database, None), tmp_path / "games"
    assert data.export(settings, out, None) == 1  # one table cannot be read
    assert "table strange: this table plays by version 99 of the rules" in " ".join(capsys.readouterr().err.split())
    written = {path.read_text("utf-8") for path in out.iterdir()}
    assert all("\nbots = [" in text for text in written)
    assert written == TEXTS

    other = data.settings_of(empty(), None)
    assert data.bring_in(other, [out], check_only=False) == 0
    assert f"{len(RECORDS)} games are new here, 0 were known, 0 are refused" in capsys.readouterr().out
    assert data.bring_in(other, [out], check_only=False) == 0
    assert f"0 games are new here, {len(RECORDS)} were known" in capsys.readouterr().out
    assert games_of(other.database) == written
    for path in out.iterdir():
        path.write_text(older(path.read_text("utf-8")), "utf-8")
    older_ones = data.settings_of(empty(), None)
    assert data.bring_in(older_ones, [out], check_only=False) == 0
    assert games_of(older_ones.database) == {older(text) for text in TEXTS}, "what an old record does not say, nobody makes up"


def test_lines_of_json(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = tmp_path / "games.jsonl"
    data.export(data.settings_of(database, None), None, str(lines))
    tables = [json.loads(line) for line in lines.read_text("utf-8").splitlines()]
    assert len(tables) == len(RECORDS)
    assert recordfile.dumps(recordfile.from_keys(tables[0])) in TEXTS
    capsys.readouterr()
    with lines.open("a") as out:
        out.write("[3]\n")
        out.write(json.dumps({**tables[0], "moves": "0 fly\n"}) + "\n")
    assert data.bring_in(data.settings_of("sqlite:///nowhere.db", None), [lines], check_only=True) == 1
    said = capsys.readouterr()
    assert f"{len(RECORDS)} records follow the rules, 2 do not" in said.out
    assert f":{len(RECORDS) + 1}: not a record as a line of JSON" in "".join(said.err.splitlines())
    assert "“fly” is not a move" in " ".join(said.err.split())
    assert not Path("nowhere.db").exists()


def test_a_game_that_no_table_dealt_is_only_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "evening.toml"
    game = kartenhaus.deal("mada", players=2, seed=7)
    kartenhaus.save(game, file)
    with pytest.raises(RecordError, match="not over"):
        archive.table_of(game)
    while not game.over:
        game.play(game.legal()[0])
    kartenhaus.save(game, file)
    settings = data.settings_of(f"sqlite:///{tmp_path / 'other.db'}", None)
    assert data.bring_in(settings, [file], check_only=True) == 0
    assert data.bring_in(settings, [file], check_only=False) == 1
    assert "was not dealt at a table" in " ".join(capsys.readouterr().err.split())
    game.fair = {"commitment": "0" * 64, "secret": "1" * 64, "nonces": ["", ""]}
    with pytest.raises(kartenhaus.KartenhausError, match="not the one that was promised"):
        archive.table_of(game)


def test_who_gave_up_is_kept() -> None:
    source = next(text for text in TEXTS if "resigned" in text)
    table, entries = archive.table_of(recordfile.loads(source))
    assert record.of_game(table.id, entries, 1) == source


def test_a_running_server_is_copied_shown_and_not_written_into(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copy = tmp_path / "copy.db"
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    settings = data.settings_of(url, None)
    data.bring_in(settings, RECORDS[:2], check_only=False)
    with Server(tmp_path) as server:
        place = server.open("mada", players=2, bots=["easy"])
        codes = [game.table for game in archive.finished(url) if isinstance(game, archive.FinishedGame)]
        shown = {server.get(f"tables/{code}/records/1").text for code in codes}
        assert len(shown) == 2
        assert shown <= TEXTS
        assert server.get(f"tables/{codes[0]}").json()["phase"] == "closed"
        assert server.get("schema.json").json()["$defs"]["frames"]
        data.backup(settings, copy)
        assert "3 tables" in capsys.readouterr().out
        with pytest.raises(OptionError, match="stop the server"):
            data.bring_in(settings, RECORDS[2:3], check_only=False)
    with sqlite3.connect(copy) as there:
        assert there.execute("SELECT count(*) FROM entries WHERE table_id = ?", (place.table,)).fetchone()[0] >= 3
    there.close()
    assert not list(tmp_path.glob("copy.db-*"))
    with pytest.raises(OptionError, match="is there already"):
        data.backup(settings, copy)


def test_a_server_on_postgresql_is_written_into_copied_and_restored(
    postgres: Postgres, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, other, dump = postgres.database(), postgres.database(), tmp_path / "backup.dump"
    settings = data.settings_of(url, None)
    with Server(tmp_path, url) as server:
        assert data.bring_in(settings, RECORDS[:2], check_only=False) == 0  # while the server runs
        assert data.export(settings, None, str(tmp_path / "games.jsonl")) == 0
        assert "2 games written" in capsys.readouterr().out
        codes = [game.table for game in archive.finished(url) if isinstance(game, archive.FinishedGame)]
        assert {server.get(f"tables/{code}/records/1").text for code in codes} == games_of(url)
        with pytest.raises(OptionError, match="pg_dump --format=custom") as told:
            data.backup(settings, dump)
        postgres.run(str(told.value).partition(": ")[2])
    for _ in range(2):  # into an empty database, then over existing data
        line = next(line for line in HOSTING.read_text("utf-8").splitlines() if line.startswith("pg_restore"))
        postgres.run(line.replace("--dbname=kartenhaus", f"--dbname={other}").replace("backup.dump", str(dump)))
    assert games_of(other) == games_of(url)
    with Server(tmp_path, other) as server:
        assert server.get(f"tables/{codes[0]}").json()["phase"] == "closed"


def test_no_database_of_ours_is_said_plainly(empty: Callable[[], str], tmp_path: Path) -> None:
    url = empty()
    engine = connect(url)
    engine.connect().close()  # the database exists now
    engine.dispose()
    with pytest.raises(OptionError, match="has no tables of Kartenhaus"):
        data.export(data.settings_of(url, None), tmp_path / "games", None)


def test_postgresql_that_is_not_there_is_said_plainly(tmp_path: Path) -> None:
    settings = data.settings_of(f"postgresql://house:secret@127.0.0.1:{free_port()}/tables", None)
    tries: list[Callable[[], int]] = [
        lambda: data.export(settings, tmp_path, None),
        lambda: data.bring_in(settings, RECORDS[:1], check_only=False),
    ]
    for tried in tries:
        with pytest.raises(StoreDown, match=r"house:\*\*\*@127.0.0.1:\d+/tables cannot be opened: .*refused") as told:
            tried()
        assert "\n" not in str(told.value)
        assert "psycopg" not in str(told.value).partition(" cannot")[2]


def test_what_cannot_be_copied_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"pg_dump --format=custom --file=x.dump 'postgresql://house:\*\*\*@db/cards'"):
        data.backup(data.settings_of("postgresql://house:secret@db/cards", None), Path("x.dump"))
    with pytest.raises(OptionError, match="there is no database"):
        data.backup(data.settings_of(f"sqlite:///{tmp_path / 'none.db'}", None), tmp_path / "copy.db")
    with pytest.raises(OptionError, match="there is no database"):
        data.export(data.settings_of(f"sqlite:///{tmp_path / 'none.db'}", None), tmp_path, None)
    with pytest.raises(OptionError, match="say where to"):
        data.export(data.settings_of(None, None), None, None)


@pytest.mark.parametrize("game", ["mada", "mad", "maumau"])
def test_a_new_edition_is_right_at_once(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mybox.toml"
    edition.new(find(game), "mybox", file)
    assert file.read_text("utf-8").startswith("# An edition of")
    assert edition.check(file) == 0
    assert f"{find(game).title}, mybox" in " ".join(capsys.readouterr().out.split())
    with pytest.raises(OptionError, match="is there already"):
        edition.new(find(game), "mybox", file)
    with pytest.raises(OptionError, match="choose another name"):
        edition.new(find(game), "standard", tmp_path / "other.toml")


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mybox.toml"
    edition.new(find("mad"), "mybox", file)
    text = file.read_text("utf-8")
    for old, new in (("turns = 2000", "turns = 0"), ("\n6 = 7", "\n6 = 99"), ("\nJ = 1", "\nJ = 2\nQ = 1"), ("title", "titel")):
        assert old in text
        text = text.replace(old, new)
    file.write_text(text)
    capsys.readouterr()
    assert edition.check(file) == 1
    said = " ".join(capsys.readouterr().err.split())
    for complaint in (
        "title must be one line of text",
        "unknown key “titel”",
        "turns must be a whole number from 1 to 1000000, not 0",
        "unknown entry “Q” in [deck]",
        "hands.6 must be a whole number from 1 to 12, not 99",
    ):
        assert complaint in said
    assert said.count("error:") == 5
    file.write_text(text.replace('"mad"', '"mda"'))
    assert edition.check(file) == 1
    assert "game must be one of mada, mad, maumau" in " ".join(capsys.readouterr().err.split())
