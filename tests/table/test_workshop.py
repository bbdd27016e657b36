"""What a page needs for boxes and boards of one's own: figures, totals, faults and texts, all from what the games declare."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import kartenhaus
from kartenhaus.core import edition as editions
from kartenhaus.core import recordfile
from kartenhaus.core.errors import EditionError
from kartenhaus.core.game import find, names
from kartenhaus.core.texts import LANGUAGES
from kartenhaus.table import workshop
from kartenhaus.table.workshop import check_board, check_box

GAMES = ("mada", "mad", "maumau")


def ours(game: str) -> dict[str, Any]:
    return {key: dict(value) if isinstance(value, dict) else value for key, value in editions.find(find(game), "standard").items()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_figure_of_ours_is_declared(game: str, language: str) -> None:
    facts = workshop.box_facts(find(game), language)
    found = {(part.key, one.key): one for part in facts.sections for one in part.figures}
    for key, value in facts.ours.items():
        for entry, number in value.items() if isinstance(value, dict) else [("", value)]:
            if type(number) is int:
                figure = found[(key, entry) if entry else ("", key)]
                assert figure.title
                assert figure.low <= number <= figure.high


@pytest.mark.parametrize("game", GAMES)
def test_ours_is_right_and_its_text_is_a_file(game: str) -> None:
    checked = check_box(find(game), ours(game))
    assert checked.faults == []
    assert checked.facts
    assert all(total.count == total.right for total in checked.totals)
    assert editions.parse(find(game), checked.text, "mine.toml") == checked.edition
    assert {**checked.edition, "assumed": checked.edition["assumed"]} == {"assumed": [], **ours(game)}


@pytest.mark.parametrize("game", GAMES)
def test_a_record_has_the_whole_box(game: str) -> None:
    """What is played with stands in the record, so that it needs no file."""
    mine = check_box(find(game), {**ours(game), "name": "mine", "title": "Meine <b>Schachtel</b>"}).edition
    history = kartenhaus.deal(game, players=2, seed=5, edition=mine)
    assert recordfile.loads(recordfile.dumps(history)).edition == mine


def test_a_fault_names_its_figure_as_people_do() -> None:
    box = ours("mada")
    box["pears"]["13"] = 10
    box["deck"]["1"] = 4
    del box["title"]
    german = check_box(find("mada"), box, "de")
    told = {(one.section, one.entry): one.message for one in german.faults}
    assert told["pears", "13"] == "Kaktus 13 (Kaktusfeigen): eine ganze Zahl von 0 bis 9, nicht 10"
    assert told["", "deck"] == "Die Karten: 59 Kaktuskarten; nach den Regeln sind es 60"
    assert "Schachtel" in told["", "title"]
    assert [(total.count, total.right) for total in german.totals][:2] == [(59, 60), (4, 4)]
    assert german.facts == []


def test_what_no_edition_has_is_neither_stored_nor_sent_back() -> None:
    box = {**ours("mada"), "evil": {"deep": [1] * 500}, "turns": 10**12, "name": "a\x1b[2J\u202eb", "assumed": ["deck", "evil", 3]}
    box["deck"] |= {"L": "4", "Q": 1}
    checked = check_box(find("mada"), box)
    assert set(checked.edition) == {"game", "name", "title", "assumed", "deck", "pears"}
    assert checked.edition["name"] == "a[2Jb"
    assert checked.edition["assumed"] == ["deck"]
    assert not {"L", "Q"} & set(checked.edition["deck"])
    assert {(one.section, one.entry) for one in checked.faults} == {
        ("", "name"), ("", "assumed"), ("", "evil"), ("", "turns"), ("deck", "L"), ("deck", "Q")
    }  # fmt: skip


@pytest.mark.parametrize("box", [{}, {"deck": 3}, {"deck": [], "pears": None}, {str(n): n for n in range(900)}])
@pytest.mark.parametrize("game", GAMES)
def test_any_table_is_looked_through(game: str, box: dict[str, Any]) -> None:
    checked = check_box(find(game), box)
    assert 0 < len(checked.faults) <= workshop.MOST_FAULTS
    assert all(one.message for one in checked.faults)
    assert tomllib.loads(checked.text)["game"] == game


def test_a_text_that_is_no_edition_is_refused_in_words() -> None:
    for text in ("deck = [", "x" * 30_000, "\x00"):
        with pytest.raises(EditionError) as refused:
            workshop.read_box(text)
        assert len(str(refused.value)) < 300


# Boards


def test_our_boards_are_offered_and_right() -> None:
    facts = workshop.board_facts(find("maumau"), "de")
    assert [one.mark for one in facts.kinds] == list("S.1ADT")
    for board in facts.ours:
        assert board.title
        assert check_board(find("maumau"), "\n".join(board.lines)).faults == []
    for game in set(names()) - {"maumau"}:
        with pytest.raises(EditionError, match="has no board"):
            workshop.board_facts(find(game))


@pytest.mark.parametrize(
    ("text", "spots"),
    [
        ("S.", []),
        ("\n\n   S.\n", []),
        ("..", [(-1, 0, "there is no start space (S): a board has exactly one")]),
        ("S.S", [(2, 0, "c1 is a second start (S): a board has exactly one")]),
        ("S. .\n  x", [
            (2, 1, "c2: “x” is no space; spaces are S . 1 A D T, or a blank for none"),
            (3, 0, "d1 cannot be reached from the start: every space shares an edge with another"),
            (2, 1, "c2 cannot be reached from the start: every space shares an edge with another"),
        ]),
        ("S" + "T" * 13, [(13, 0, "a board has at most 12 towers, this one 13")]),
        ("S" + "." * 24 + "\n" + ("." * 25 + "\n") * 4, [(0, 4, "a board has 2 to 100 spaces, this one 125")]),
        ("", [(-1, 0, "there is no start space (S): a board has exactly one"), (-1, 0, "a board has 2 to 100 spaces, this one 0")]),
    ],
)  # fmt: skip
def test_a_fault_of_a_board_names_its_space(text: str, spots: list[tuple[int, int, str]]) -> None:
    found = check_board(find("maumau"), text).faults
    assert [(one.column, one.row, one.message) for one in found] == spots


def test_a_board_is_counted_and_trimmed() -> None:
    checked = check_board(find("maumau"), "\n   \n  S.1 \r\n  TT\t\n\n")
    assert checked.lines == ["S.1", "TT"]
    assert (checked.spaces, checked.counts) == (5, {"S": 1, ".": 1, "1": 1, "T": 2})


@pytest.mark.parametrize("text", ["." * 20_001, "S" + "." * 100, "S\n" * 101, "\n".join(["S" * 100] * 100)])
def test_a_board_without_end_is_refused(text: str) -> None:
    try:
        assert 0 < len(check_board(find("maumau"), text).faults) <= workshop.MOST_FAULTS
    except EditionError as refused:
        assert "this is no board" in str(refused)
