"""Errors in custom editions and boards say what is wrong, in which line, and what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kartenhaus
from kartenhaus.core import edition
from kartenhaus.core.errors import EditionError, OptionError
from kartenhaus.core.game import find, names
from kartenhaus.core.packed import Packed
from kartenhaus.games.maumau.board import check_board, shipped
from twelve import TWELVE


class Sample(Packed):
    """A position with one house rule."""

    seats: int
    stacking: int


FOLDER = Path(kartenhaus.__file__).parent / "games"


def source(game: str) -> str:
    return (FOLDER / game / "editions/standard.toml").read_text("utf-8")


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        ("mada", "\n1 = 5\n", "\n1 = 4\n", "mine.toml:10: [deck] has 59 Cactus cards; the rules say 60"),
        ("mada", "\n1 = 5\n", "\n1 = 5.5\n", "mine.toml:11: deck.1 must be a whole number from 0 to 60, not 5.5"),
        ("mada", "L = 4", "L = 5", "has 5 Lemurs; the rules say 4"),
        ("mada", "L = 4", "Q = 4", "unknown entry “Q” in [deck]"),
        ("mada", "\n1 = 1\n", "\n1 = 10\n", "pears.1 must be a whole number from 0 to 9, not 10"),
        ("mada", "[pears]", "[peers]", "unknown key “peers”"),
        ("mada", 'game = "mada"', 'game = "mad"', "mine.toml:4: this is an edition of “mad”"),
        ("mada", 'title = "MADA', 'titel = "MADA', "title must be one line of text"),
        ("mada", 'assumed = ["deck", "pears"]', "assumed = 3", "assumed must be a list"),
        ("mada", "[deck]", "[deck", "not a TOML file"),
        ("mad", "turns = 2000", "turns = 0", "turns must be a whole number from 1"),
        ("mad", "6 = 7", "6 = 13", "hands.6 must be a whole number from 1 to 12"),
        ("mad", "W = 4", "W = 3", "has 3 Wild; the rules say 4"),
        ("maumau", "J = 12", "J = 11", "[deck] has 155 cards; the rules say 156"),
        ("maumau", "hand = 5", "hand = 0", "hand must be a whole number"),
        ("maumau", "r9 = 3", 'r9 = 3\nr10 = "3"', "mine.toml:20: deck.r10 must be a whole number from 0 to 60, not '3'"),
        ("maumau", "r9 = 3", "r9 = 3\nr12 = 3", "mine.toml:10: [deck] has 159 cards; the rules say 156"),
        (
            "maumau",
            "r9 = 3",
            "r13 = 3",
            "mine.toml:19: unknown entry “r13” in [deck]; entries are r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 rD",
        ),
        ("maumau", "r9 = 3", "r10 = 3", "deck.r9 is missing: it must be a whole number from 0 to 60"),
    ],
)
def test_a_bad_edition_says_what_is_wrong(game: str, old: str, new: str, message: str) -> None:
    assert old in source(game)
    with pytest.raises(EditionError) as caught:
        edition.parse(find(game), source(game).replace(old, new, 1), "mine.toml")
    assert message in str(caught.value)


def test_a_deck_whose_tower_would_be_too_high() -> None:
    text = source("maumau")
    for colour in "rgby":
        text = (
            text.replace(f"{colour}1 = 3", f"{colour}1 = 9")
            .replace(f"{colour}2 = 3", f"{colour}2 = 0")
            .replace(f"{colour}3 = 3", f"{colour}3 = 0")
        )
    with pytest.raises(EditionError, match="48 cards of value 1"):
        edition.parse(find("maumau"), text, "mine.toml")


def test_a_tower_of_twelves_that_would_be_too_high() -> None:
    deck = {**TWELVE["deck"], **{f"{colour}{value}": 0 for colour in "rgby" for value in (9, 10, 11)}}
    mine = {**TWELVE, "deck": {**deck, "r12": 8, "g12": 8, "b12": 8, "y12": 8}}
    with pytest.raises(EditionError, match="44 cards of value 12, Jokers included; 40 at most fit on a tower"):
        edition.find(find("maumau"), mine)


def test_the_figures_of_numbers_above_9_are_named_if_there_are_any() -> None:
    """maumau/edition"""
    files = find("maumau").files
    plain, twelve = (files.facts(edition.find(find("maumau"), one))[0] for one in ("standard", TWELVE))
    assert plain.endswith("1 2 3 4 5 6 7 8 9 D S P, over four colours (assumed): 12 12 12 12 12 12 12 12 12 12 12 12")
    assert twelve.endswith("1 2 3 4 5 6 7 8 9 10 11 12 D S P, over four colours: 8 8 8 8 8 8 8 8 8 8 8 8 16 16 16")


def test_a_deck_with_which_nobody_can_lose_still_ends() -> None:
    """mada/endless"""
    mine = {**edition.find(find("mada"), "standard"), "name": "equal", "turns": 50}
    mine["deck"] = {**{str(value): 0 for value in range(1, 14)}, "7": 60, "L": 4, "D": 3, "S": 3}
    assert kartenhaus.simulate("mada", players=2, games=20, edition=mine).decisions.max() < 120


@pytest.mark.parametrize("text", ["x = " + "1" * 5000, "x = " + "[" * 5000])
def test_odd_toml_is_no_crash(text: str) -> None:
    with pytest.raises(EditionError, match="not a TOML file"):
        edition.parse(find("mada"), text, "mine.toml")


def test_an_edition_of_ones_own_is_played() -> None:
    mine = edition.parse(find("mada"), source("mada").replace("\n13 = 6\n", "\n13 = 1\n"), "mine.toml")
    assert kartenhaus.deal("mada", players=2, seed=1, edition=mine).position.pears[13] == 1


@given(st.text(max_size=200))
def test_any_text_is_an_edition_or_an_edition_error(text: str) -> None:
    for game in kartenhaus.game_names():
        with pytest.raises(EditionError):
            edition.parse(find(game), text, "mine.toml")


@given(st.sampled_from(["mada", "mad", "maumau"]), st.integers(0, 900), st.integers(0, 30), st.text(max_size=8))
def test_damaged_editions_never_crash(game: str, start: int, cut: int, put: str) -> None:
    text = source(game)
    try:
        edition.parse(find(game), text[:start] + put + text[start + cut :], "mine.toml")
    except EditionError:
        pass


# Boards


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["..."], "map:1: there is no start space"),
        (["S.", ".S"], "map:2: the space in column 2 is a second start (S)"),
        (["S.", ".x"], "map:2: column 2: “x” is no space; spaces are S . 1 A D T"),
        (["S. .", ". "], "map:1: the space in column 4 cannot be reached from the start"),
        (["S." + " " * 25 + "."], "map:1: a board has at most 26 columns"),
        (["S"], "2 to 100 spaces, this one 1"),
        (["S" + "." * 25] * 1 + ["." * 26] * 4, "2 to 100 spaces, this one 130"),
        (["S" + "T" * 13], "at most 12 towers, this one 13"),
        (["S.", *([""] * 98), "."], "at most 99 rows"),
    ],
)
def test_a_bad_board_says_what_is_wrong(lines: list[str], message: str) -> None:
    with pytest.raises(EditionError) as caught:
        check_board(lines, "map")
    assert message in str(caught.value)


@given(st.lists(st.text(alphabet="S.1ADT x", max_size=30), max_size=12))
def test_any_map_is_a_board_or_an_edition_error(lines: list[str]) -> None:
    try:
        places = check_board(lines, "map")
    except EditionError:
        return
    history = kartenhaus.deal("maumau", players=2, seed=1, map=lines)
    assert history.position.uncovered == len(places) - 1


def test_the_first_two_boards_are_as_the_rulebook_describes_them() -> None:
    one, two = shipped("one"), shipped("two")
    assert "T" not in "".join(one)
    assert "".join(two).count("T") >= 3
    for lines in (one, two):
        spaces = check_board(lines, "board")
        assert 45 <= len(spaces) <= 65
        crowded = [
            space
            for space in spaces
            if sum((space[0] + x, space[1] + y) in spaces for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))) > 2
        ]
        assert len(crowded) <= len(spaces) / 5  # mostly paths one space wide, with a few crossings


@pytest.mark.parametrize(("name", "least", "most", "towers"), [("snail", 45, 65, 3), ("clover", 45, 65, 4), ("castle", 80, 100, 8)])
def test_further_boards_of_ours_are_worth_playing(name: str, least: int, most: int, towers: int) -> None:
    lines = shipped(name)
    spaces = check_board(lines, name)
    assert least <= len(spaces) <= most
    assert "".join(lines).count("T") == towers
    crossings = [
        space for space in spaces if sum((space[0] + x, space[1] + y) in spaces for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))) > 2
    ]
    assert len(crossings) <= len(spaces) / 5  # mostly paths one space wide
    history = kartenhaus.deal("maumau", players=4, seed=2, board=name)
    assert history.position.uncovered == len(spaces) - 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "x" * 61}, "name must be a short name, of at most 60 characters"),
        ({"title": "x" * 201}, "title must be one line of text, of at most 200 characters"),
        ({"assumed": ["deck"] * 41}, "assumed must be a list"),
        ({"assumed": ["x" * 61]}, "assumed must be a list"),
        ({"game": "x" * 50_000}, "game must be"),
        ({f"k{number}": "x" for number in range(1000)}, "unknown key"),
        ({"deck": {f"k{number}": 1 for number in range(1000)}}, "unknown entry"),
    ],
)
@pytest.mark.parametrize("name", ["mada", "mad", "maumau"])
def test_an_edition_is_small(name: str, change: dict[str, object], message: str) -> None:
    """An edition is stored with its table and sent to everybody who joins."""
    game = find(name)
    with pytest.raises(EditionError, match=message) as raised:
        edition.find(game, {**edition.find(game, "standard"), **change})
    assert len(str(raised.value)) < 2000


def test_the_largest_edition_is_small() -> None:
    for name in ("mada", "mad", "maumau"):
        largest = {**edition.find(find(name), "standard"), "name": "x" * 60, "title": "x" * 200, "assumed": ["x" * 60] * 40}
        edition.find(find(name), largest)
        assert len(str(largest)) < 5000


HARMFUL = ["", " ", "\u200d", "Mine\u202e", "Mine\x1b[2J", "Mine\nyours", "Mine\u200b", "\u2800", "M" + "\u0300" * 9, "\ud800"]


@pytest.mark.parametrize("text", HARMFUL, ids=ascii)
def test_lines_for_people_harm_nobody(text: str) -> None:
    """docs/faults.md 19: everybody at a table reads them. What older servers stored can still be played."""
    game = find("mada")
    for change in ({"title": text}, {"name": text}, {"assumed": [text]}):
        mine = {**edition.find(game, "standard"), **change}
        with pytest.raises(EditionError, match="must have letters, and none that are invisible"):
            edition.find(game, mine, new=True)
        assert edition.find(game, mine) == mine


@pytest.mark.parametrize("text", ["Meine Schachtel", "Ma  boîte ", "Boi\u0302te", "⭐ 🐑", "箱", "<b>&"])
def test_lines_for_people_may_be_in_any_language(text: str) -> None:
    game = find("mada")
    mine = {**edition.find(game, "standard"), "title": text, "name": text}
    assert edition.find(game, mine, new=True) == mine


@pytest.mark.parametrize("lines", [["."] * 101, ["." + " " * 60_000], [], "S.", [1]])
def test_a_board_of_ones_own_is_small(lines: object) -> None:
    with pytest.raises(OptionError, match="at most 100 lines, each of at most 100 characters"):
        find("maumau").check_options({"map": lines}, 2)  # type: ignore[dict-item]


def test_house_rules_are_fields_of_the_position() -> None:
    pos = Sample.new()
    edition.set_house_rules(pos, {"stacking": True, "starter": 1, "open_scores": True})
    assert (pos.stacking, pos.seats) == (1, 0)
    edition.set_house_rules(pos, {"stacking": False})
    assert pos.stacking == 0


@pytest.mark.parametrize("game", names())
def test_every_house_rule_reaches_the_position(game: str) -> None:
    """Options that are off or on and have no field only change what people see."""
    rules = find(game)
    chosen = {option.name for option in rules.options if option.default is False}
    for name in chosen & set(rules.notation.PositionType.layout().names or ()):
        found = [getattr(rules.files.lay_out(edition.find(rules, "standard"), {name: on}, 2), name) for on in (False, True)]
        assert found == [0, 1]
    shown_only = {"open_scores"}
    assert chosen - shown_only <= set(rules.notation.PositionType.layout().names or ())
