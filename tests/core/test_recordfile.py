from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kartenhaus
from conftest import Setting
from kartenhaus.core import recordfile
from kartenhaus.core.errors import OptionError, RecordError
from kartenhaus.core.history import History
from kartenhaus.core.plain import MAX_NAME, cleaned

RECORD = recordfile.dumps(Setting("mada", 2, ()).deal(3))


def finished() -> History:
    history = kartenhaus.deal("mada", players=2, seed=3)
    while not history.over:
        history.play(history.legal()[-1])
    return history


def test_save_load_and_go_on(tmp_path: Path) -> None:
    history = kartenhaus.deal("maumau", players=3, seed=5, board="two")
    history.play(history.legal()[0])
    kartenhaus.save(history, tmp_path / "record.toml")
    again = kartenhaus.load(tmp_path / "record.toml")
    assert again == history
    assert again.position.tobytes() == history.position.tobytes()
    again.play(again.legal()[0])
    assert len(again.played) == 2


def test_an_edition_of_ones_own_travels_in_the_record() -> None:
    from kartenhaus.core import edition
    from kartenhaus.core.game import find

    mine = {**edition.find(find("mad"), "standard"), "name": "mine", "turns": 10}
    history = kartenhaus.deal("mad", players=2, seed=1, edition=mine)
    again = recordfile.loads(recordfile.dumps(history))
    assert again.edition["turns"] == 10
    assert again.position.tobytes() == history.position.tobytes()


def test_any_earlier_moment() -> None:
    history = finished()
    assert [pos.tobytes() for pos in history.positions()][7] == history.at(7).position.tobytes()
    with pytest.raises(OptionError, match="moves 0 to"):
        history.at(len(history.played) + 1)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kartenhaus = 1", "kartenhaus = 2", "format 2; this program reads 1"),
        ("kartenhaus = 1", "", "kartenhaus must be the version of the format"),
        ('game = "mada"', 'game = "chess"', "no game “chess”"),
        ("rules = 1", "rules = 9", "version 9 of the rules"),
        ('edition = "standard"', 'edition = "gold"', "no edition “gold”"),
        ('edition = "standard"', "edition = 3", "edition must be"),
        ("players = 2", "players = 6", "2 to 5 players"),
        ("players = 2", "players = true", "players must be"),
        ("seed = ", "sead = ", "unknown key “sead”"),
        ("0000", "zzzz", "64 hexadecimal digits"),
        ('moves = """', 'names = ["Ann"]\nmoves = """', "2 players, but 1 names"),
        ('moves = """\n', 'moves = """\nx draw\n', "must start with a seat"),
        ('moves = """\n', 'moves = """\n0 fly\n', "move 1, “0 fly”"),
        ('moves = """', 'options = { hat = 1 }\nmoves = """', "no option “hat”"),
        ('moves = """\n"""', 'moves = """\n"""\n[result]\nwinners = [0]\npoints = [1, 0]', "not over"),
        ("moves", "= moves", "not a record"),
    ],
)
def test_a_bad_record_says_what_is_wrong(old: str, new: str, message: str) -> None:
    assert old in RECORD
    with pytest.raises(RecordError) as caught:
        recordfile.loads(RECORD.replace(old, new, 1), "evening.toml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("evening.toml: ")


def test_a_false_result_is_found() -> None:
    text = recordfile.dumps(finished())
    with pytest.raises(RecordError, match="the moves lead to"):
        recordfile.loads(text.replace("winners = [", "winners = [7, "))


def test_an_illegal_move_names_the_rule() -> None:
    with pytest.raises(RecordError) as caught:
        recordfile.loads(RECORD.replace('"""\n', '"""\n1 done\n0 done\n', 1))
    assert caught.value.rule == "mada/turn"


@given(st.integers(0, len(RECORD)), st.integers(0, 20), st.text(max_size=10))
def test_damaged_records_never_crash(start: int, cut: int, put: str) -> None:
    try:
        recordfile.loads(RECORD[:start] + put + RECORD[start + cut :])
    except RecordError:
        pass


@given(st.text())
def test_names_come_back_as_a_table_would_have_them(name: str) -> None:
    history = kartenhaus.deal("mada", players=2, seed=1)
    history.names = [name, "x"]
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return
    assert recordfile.loads(recordfile.dumps(history)).names == [cleaned(name, MAX_NAME), "x"]
