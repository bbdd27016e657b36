"""Datasets: rows are the games, they show only what a seat may know, and an interrupted one is finished as if it never had been."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest
from pyarrow import ipc, parquet
from typer.testing import CliRunner

from kartenhaus.bots.learned import files
from kartenhaus.bots.learned.files import brain_of
from kartenhaus.bots.view import View
from kartenhaus.cli.main import app
from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.core.history import conceal
from kartenhaus.core.random import dice_of
from kartenhaus.dataset import Setting, folder, read, write
from kartenhaus.dataset.columns import LEGAL, STARTS, Rows
from kartenhaus.dataset.formats import FORMATS, encoded, table_of
from kartenhaus.dataset.play import replayed, rows_of
from kartenhaus.dataset.setting import Shard
from kartenhaus.envs.vector import BadUse, kernels_of

SEARCH = "search:iterations=40"
SETTINGS = [
    Setting("mada", players=3, games=3),
    Setting("mad", players=4, games=5, bots=("greedy", "random", "easy")),
    Setting("maumau", players=2, games=2, options={"board": "two"}),
    Setting("mad", players=2, games=1, bots=(SEARCH, "greedy")),
    Setting("mada", players=2, games=1, seed=4, bots=("learned",), edition={**Setting("mada").told()["edition"], "turns": 20}),
]


@pytest.mark.parametrize(
    "number", range(len(SETTINGS)), ids=lambda number: "-".join([SETTINGS[number].game, *SETTINGS[number].bots])
)
def test_rows_are_the_games_as_each_seat_may_know_them(number: int) -> None:
    """Played again through the Python interface; the hidden cards are dealt anew for every row, and nothing changes."""
    setting = SETTINGS[number]
    rows, brain = rows_of(Shard(setting, 0)), brain_of(setting.game)
    ends = {}
    for history, row in replayed(setting, rows):
        seat, position = history.to_act, history.position
        assert rows["seat"][row] == seat
        assert rows["decision"][row] == len(history.played)
        assert rows["bot"][row] == (seat + rows["game"][row]) % len(setting.bots)
        hidden = conceal(history.game, position, seat)
        history.game.rules.redeal(hidden, dice_of(row))
        seen = np.zeros(brain.DECLARED.size, np.float32)
        brain.figures(hidden, seen)
        brain.features(hidden, seat, seen)
        assert (rows["observation"][row] == seen).all()
        legal = np.array(View.of(history.game, position, seat).legal_numbers(), np.int64)
        kernels_of(setting.game).number(hidden.array(), seat, legal)
        assert of_row(rows, "legal", row).tolist() == legal.tolist()
        assert rows["action"][row] in legal
        ends[int(rows["game"][row])] = history
    assert list(ends) == list(range(setting.games))
    for number, history in ends.items():
        assert history.over
        mine = rows["game"] == number
        assert mine.sum() == len(history.played)
        assert (rows["points"][mine] == history.result.points).all()
        assert set(np.flatnonzero(rows["reward"][mine][0] > 0)) == set(history.result.winners)
        assert (rows["reward"][mine] == rows["reward"][mine][0]).all()
        assert rows["reward"][mine][0].sum() == pytest.approx(0, abs=1e-6)


def of_row(rows: Rows, name: str, row: int) -> Any:
    return rows[name][rows[STARTS][row] : rows[STARTS][row + 1]]


def test_a_search_says_what_it_tried() -> None:
    setting = Setting("mad", games=1, bots=(SEARCH, "greedy"))
    rows = rows_of(Shard(setting, 0))
    for row, bot in enumerate(rows["bot"]):
        legal, visits, value = (of_row(rows, name, row) for name in ("legal", "visits", "value"))
        if setting.bots[bot] == "greedy" or len(legal) == 1:
            assert not visits.any()
            assert np.isnan(value).all()
        else:
            assert 0 < visits.sum() <= 40
            assert visits[legal == rows["action"][row]] == visits.max()
            assert ((value >= 0) & (value <= 1))[visits > 0].all()
            assert np.isnan(value[visits == 0]).all()
    table = table_of(rows, setting.columns, setting.told())
    assert 0 < table["visits"].null_count == table["value"].null_count < len(table)
    assert table_of(rows_of(Shard(replace(setting, bots=("greedy",)), 0)), setting.columns, {})["visits"].null_count > 0


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_reads_back(form: str, tmp_path: Path) -> None:
    setting = Setting("mad", players=3, games=5, seed=9, bots=("greedy", SEARCH), format=form, shard=2, notation=True)
    count = write(setting, tmp_path / "new", jobs=1)
    shards = list(read(tmp_path / "new"))
    assert [sorted(set(shard["game"])) for shard in shards] == [[0, 1], [2, 3], [4]]
    assert sum(len(shard["action"]) for shard in shards) == count
    for shard, found in zip(setting.shards(), shards, strict=True):
        assert same(found, rows_of(shard))
    manifest = json.loads((tmp_path / "new/dataset.json").read_text())
    assert manifest["complete"]
    assert manifest["rows"] == count
    assert [shard["rows"] for shard in manifest["shards"]] == [len(shard["action"]) for shard in shards]
    assert manifest["digest"] == setting.digest()


def same(one: Rows, other: Rows) -> bool:
    arrays = [(one[name], other[name]) for name in one]
    return set(one) == set(other) and all(np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in arrays)


def test_pyarrow_reads_the_files_by_itself(tmp_path: Path) -> None:
    setting = Setting("mada", games=2, bots=(SEARCH,), edition={**Setting("mada").told()["edition"], "turns": 12}, format="parquet")
    write(setting, tmp_path / "parquet", jobs=1)
    write(replace(setting, format="arrow"), tmp_path / "arrow", jobs=1)
    [file] = (tmp_path / "parquet").glob("*.parquet")
    table = parquet.read_table(file)
    with pyarrow.memory_map(str(next((tmp_path / "arrow").glob("*.arrow")))) as mapped:
        assert ipc.open_file(mapped).read_all().equals(table)
    assert json.loads(table.schema.metadata[b"kartenhaus"])["seed"] == 1
    assert table.column_names == [column.name for column in setting.columns]
    for column in setting.columns:
        kind = table.schema.field(column.name).type
        assert pyarrow.types.is_list(kind) == (column.each == LEGAL)
    row = table.slice(0, 1).to_pylist()[0]
    assert row["action"] in row["legal"]
    assert len(row["visits"]) == len(row["value"]) == len(row["legal"])


def test_the_example_of_the_documents_reads_parquet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting("mad", games=2, shard=1, format="parquet")
    count = write(setting, tmp_path / "mad-hard", jobs=1)
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "docs/dataset.md").read_text("utf-8")
    [example] = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    found: dict[str, Any] = {}
    exec(example, found)
    assert len(found["table"]) == count
    assert found["table"].column_names == ["observation", "legal", "action", "reward"]


def test_notation_shows_only_what_the_seat_may_know() -> None:
    setting = Setting("mad", players=3, games=1, notation=True)
    rows = rows_of(Shard(setting, 0))
    for history, row in replayed(setting, rows):
        seat = history.to_act
        assert json.loads(str(rows["view"][row])) == history.written(seat)
        assert rows["move"][row] in history.legal()
        others = [hand for one, hand in enumerate(json.loads(str(rows["view"][row]))["hands"]) if one != seat]
        assert any("?" in hand for hand in others)
    plain = rows_of(Shard(replace(setting, notation=False), 0))
    assert all((plain[name] == rows[name]).all() for name in ("action", "observation", "game"))


def digests(place: Path) -> dict[str, str]:
    return {shard["file"]: shard["sha256"] for shard in json.loads((place / "dataset.json").read_text())["shards"]}


def test_the_number_of_jobs_changes_nothing(tmp_path: Path) -> None:
    setting = Setting("mad", games=6, shard=2, bots=("greedy", "random"), seed=3)
    write(setting, tmp_path / "one", jobs=1)
    write(setting, tmp_path / "two", jobs=2)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")
    write(replace(setting, seed=4), tmp_path / "other", jobs=1)
    assert digests(tmp_path / "other") != digests(tmp_path / "one")


def test_it_continues_where_it_was_stopped(tmp_path: Path) -> None:
    setting = Setting("mad", games=7, shard=2)
    whole, place = tmp_path / "whole", tmp_path / "place"
    write(setting, whole, jobs=1)

    def stop(games: int, rows: int, made: bool) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(setting, place, jobs=1, advance=stop)
    assert len(list(place.glob("*.npz"))) == len(digests(place)) == 1
    kept = next(place.glob("*.npz"))
    before = kept.stat().st_mtime_ns
    (place / ".mad-00001.npz.part").write_bytes(b"half a file")
    (place / "mad-00002.npz").write_bytes(b"complete, but the manifest does not say so")
    told: list[tuple[int, bool]] = []
    write(setting, place, jobs=1, advance=lambda games, rows, made: told.append((games, made)))
    assert told == [(2, False), (2, True), (2, True), (1, True)]
    assert digests(place) == digests(whole)
    assert kept.stat().st_mtime_ns == before
    assert sorted(one.name for one in place.iterdir()) == sorted(one.name for one in whole.iterdir())
    assert np.concatenate([rows["game"][rows["decision"] == 0] for rows in read(place)]).tolist() == list(range(7))


def test_a_killed_program_leaves_complete_files(tmp_path: Path) -> None:
    """Killed at any time, here while the second file is being written."""
    setting, place = Setting("mad", games=6, shard=2, format="npy"), tmp_path / "place"
    code = f"""
import os, signal
from pathlib import Path
from kartenhaus.dataset import Setting, write
write_bytes, written = Path.write_bytes, []
def die(path, content):
    written.append(path)
    if len(written) == 15:
        write_bytes(path, content[: len(content) // 2])
        os.kill(os.getpid(), signal.SIGKILL)
    return write_bytes(path, content)
Path.write_bytes = die
write(Setting("mad", games=6, shard=2, format="npy"), {str(place)!r}, jobs=1)
"""
    died = subprocess.run([sys.executable, "-c", code], env=os.environ, check=False)
    assert died.returncode == -signal.SIGKILL
    assert [shard["file"] for shard in folder.manifest_of(place)["shards"]] == ["mad-00000"]
    assert list(place.glob(".*.part"))
    write(setting, place, jobs=1)
    write(setting, tmp_path / "whole", jobs=1)
    assert digests(place) == digests(tmp_path / "whole")
    assert not list(place.glob(".*.part"))


def test_a_manifest_of_a_stranger_names_only_files_of_its_folder(tmp_path: Path) -> None:
    """Whatever it says, what is wrong is told in a sentence."""
    write(Setting("mad", games=2, shard=2), tmp_path, jobs=1)
    file = tmp_path / folder.MANIFEST
    ours = json.loads(file.read_text("utf-8"))
    shard = ours["shards"][0]
    wrong: list[str] = ["[" * 100_000, "[]", "3", "{}", '{"dataset": ' + "9" * 5000 + "}"]
    for name in ("/etc/passwd", "../other", "a/b", "..", "", ".hidden", "C:\\x", 3):
        wrong.append(json.dumps({**ours, "shards": [{**shard, "file": name}]}))
    changes: list[dict[str, Any]] = [
        {"setting": None},
        {"setting": {}},
        {"shards": 3},
        {"shards": [3]},
        {"shards": [{}]},
        {"games": "x"},
    ]
    wrong += [json.dumps({**ours, **change}) for change in changes]
    for text in wrong:
        file.write_text(text, "utf-8")
        with pytest.raises(OptionError, match="cannot be read"):
            list(read(tmp_path))
    file.write_text(json.dumps({**ours, "shards": [{**shard, "file": "gone.parquet"}]}), "utf-8")
    with pytest.raises(OptionError, match="cannot be read"):
        list(read(tmp_path))


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_that_was_changed_is_not_read(tmp_path: Path, form: str) -> None:
    write(Setting("mad", games=2, shard=2, format=form), tmp_path, jobs=1)
    assert len(list(read(tmp_path))) == 1
    [shard] = folder.manifest_of(tmp_path)["shards"]
    file = tmp_path / shard["file"]
    one = sorted(file.iterdir())[0] if file.is_dir() else file
    whole = bytearray(one.read_bytes())
    whole[len(whole) // 2] ^= 1
    one.write_bytes(whole)
    with pytest.raises(OptionError, match="not as it was written"):
        list(read(tmp_path))


def test_it_can_get_more_games(tmp_path: Path) -> None:
    setting = Setting("mad", games=3, shard=2)
    write(setting, tmp_path, jobs=1)
    write(replace(setting, games=6), tmp_path, jobs=1)
    games = np.concatenate([rows["game"][rows["decision"] == 0] for rows in read(tmp_path)])
    assert games.tolist() == list(range(6))
    with pytest.raises(OptionError, match="is for 6 games, not 3"):
        write(setting, tmp_path, jobs=1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": 2}, "made with seed 1, not 2"),
        ({"bots": ("random",)}, r"bots \[\"greedy\"\], not \[\"random\"\]"),
        ({"players": 3}, "players 2, not 3"),
        ({"format": "npy"}, "format"),
        ({"shard": 3}, "shard 2, not 3"),
        ({"notation": True}, "notation false, not true"),
    ],
)
def test_other_settings_are_refused(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    setting = Setting("mad", games=2, shard=2)
    with folder.opened(tmp_path, setting):
        pass
    with pytest.raises(OptionError, match=message):
        write(replace(setting, **change), tmp_path, jobs=1)


def test_a_file_of_networks_that_changed_is_noticed(tmp_path: Path) -> None:
    networks = tmp_path / "mine.npz"
    shipped = Path(files.__file__).parent / "weights/mad.npz"
    networks.write_bytes(shipped.read_bytes())
    setting = Setting("mad", games=2, shard=2, bots=(f"learned:file={networks}", "greedy"))
    assert list(setting.told()["sources"]) == [f"learned:file={networks}"]
    assert list(Setting("mad", bots=(f"{__name__}:Stubborn",)).sources) == [f"{__name__}:Stubborn"]
    with folder.opened(tmp_path / "data", setting):
        pass
    networks.write_bytes(b"other")
    with pytest.raises(OptionError, match="was made with sources"):
        write(replace(setting), tmp_path / "data", jobs=1)


def test_who_thinks_writes_small_files() -> None:
    """A file is what one worker makes in one go: a thousand games must keep more than two workers busy."""
    assert Setting("mad", games=1000).count == 2
    assert Setting("mad", games=1000, bots=("greedy", SEARCH)).count == 100
    assert Setting("mad", games=1000, bots=(SEARCH,), shard=1000).count == 1


def wrong_folders(place: Path) -> Iterator[tuple[Path, str]]:
    (place / "foreign").mkdir()
    (place / "foreign/holiday.jpg").touch()
    yield place / "foreign", "has other files in it"
    (place / "broken").mkdir()
    (place / "broken/dataset.json").write_text("{")
    yield place / "broken", "cannot be read"
    (place / "newer").mkdir()
    (place / "newer/dataset.json").write_text('{"dataset": 99}')
    yield place / "newer", "has version 99"
    (place / "file").touch()
    yield place / "file", "cannot be written"


def test_wrong_folders_are_refused(tmp_path: Path) -> None:
    for place, message in wrong_folders(tmp_path):
        with pytest.raises(KartenhausError, match=message):
            write(Setting("mad", games=1), place, jobs=1)
    assert [one.name for one in (tmp_path / "foreign").iterdir()] == ["holiday.jpg"]
    with pytest.raises(OptionError, match="no dataset"):
        next(read(tmp_path / "nowhere"))
    with folder.opened(tmp_path / "busy", Setting("mad", games=1)), pytest.raises(OptionError, match="another program"):
        write(Setting("mad", games=1), tmp_path / "busy", jobs=1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"game": "chess"}, "chess"),
        ({"players": 9}, "9"),
        ({"games": 0}, "games must be at least 1"),
        ({"games": 10**9, "shard": 1}, "too many"),
        ({"bots": ()}, "at least one"),
        ({"bots": ("gredy",)}, "gredy"),
        ({"bots": ("learned:file=nowhere.npz",)}, "nowhere.npz: cannot be read: No such file"),
        ({"format": "csv"}, "parquet, arrow, npz, npy"),
        ({"game": "maumau", "options": {"announce": "manual"}}, "announce"),
    ],
)
def test_wrong_settings_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises((OptionError, BadUse), match=message):
        Setting(**{"game": "mad", **given})


def test_pyarrow_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kartenhaus.dataset.formats.find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"pip install 'kartenhaus\[data\]', or choose npz or npy"):
        Setting("mad", format="parquet")
    assert Setting("mad", format="npz")


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first file stays; nothing is left of the second."""
    setting, write_bytes, times = Setting("mad", games=4, shard=2), Path.write_bytes, [0]

    def full(path: Path, content: bytes) -> int:
        times[0] += 1
        if times[0] == 2:
            write_bytes(path, content[:100])
            raise OSError(28, "No space left on device")
        return write_bytes(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(KartenhausError, match="is full; the files that are complete stay"):
        write(setting, tmp_path, jobs=1)
    assert len(digests(tmp_path)) == 1
    assert not list(tmp_path.glob(".*.part"))
    write(setting, tmp_path, jobs=1)
    assert len(digests(tmp_path)) == 2


def test_only_what_the_folder_has_against_it_is_said_of_the_folder(tmp_path: Path) -> None:
    def missing(games: int, rows: int, made: bool) -> None:
        raise FileNotFoundError("a file of somebody else")

    with pytest.raises(FileNotFoundError, match="of somebody else"):
        write(Setting("mad", games=1), tmp_path, jobs=1, advance=missing)


class Stubborn:
    """A bot of ours for the next test."""

    def choose(self, view: View, seed: int) -> str:
        return "sulk"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_bot_that_plays_wrong_ends_it(jobs: int, tmp_path: Path) -> None:
    """In this process or in another, it is said the same."""
    with pytest.raises(KartenhausError, match=r"Stubborn cannot go on in game 0, decision \d+: the bot answered 'sulk'"):
        write(Setting("mad", games=1, bots=(f"{__name__}:Stubborn",)), tmp_path, jobs)


def test_the_command(tmp_path: Path) -> None:
    arguments = ["dataset", "mad", "--games", "4", "--shard", "2", "--jobs", "1", "--folder", str(tmp_path / "mad")]
    first = CliRunner().invoke(app, arguments)
    assert first.exit_code == 0
    assert "million a minute" in first.output
    assert "4 games," in first.output
    again = CliRunner().invoke(app, arguments)
    assert "4 games were there already" in again.output
    assert "million a minute" not in again.output


def test_ctrl_c_stops_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("kartenhaus.dataset.making.encoded", stop)
    stopped = CliRunner().invoke(app, ["dataset", "mad", "--games", "2", "--jobs", "1", "--folder", str(tmp_path / "mad")])
    assert stopped.exit_code == 130
    assert "Stopped. Complete files stay" in stopped.output


def test_the_same_rows_are_the_same_bytes() -> None:
    setting = Setting("mad", games=2)
    rows = rows_of(Shard(setting, 0))
    for form in FORMATS:
        assert encoded(rows, setting.columns, form, {}) == encoded(rows, setting.columns, form, {})
