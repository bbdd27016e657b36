"""The scenario format: what passes, what fails, and what is malformed."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kartenhaus.core import edition, scenario
from kartenhaus.core.errors import ScenarioError
from kartenhaus.core.game import find
from kartenhaus.core.history import conceal
from kartenhaus.core.random import dice_of

GOOD = """
title = "A Lemur drags every equal card on top"
rules = ["mada/lemur", "mada/lemur-equal"]
game = "mada"
players = 2
options = { open_scores = false }

[position]
to_act = 0
hands = ["L 4", "9"]
piles = ["2 8 8", "5"]
aside = ["", "11"]
draw  = "3 12"
discard = ""

[[step]]
seat = 0
move = "play L"
expect = { piles = ["8 8 L 2", "5"], to_act = 1 }

[[step]]
seat = 1
move = "play 4"
error = "not in your hand"

[[step]]
expect = { legal = ["play 9", "draw", "luck"] }
"""


def differences(text: str) -> list[str]:
    (one,) = scenario.loads(text, "file.toml")
    return scenario.run(one).differences


def test_the_example_passes() -> None:
    assert differences(GOOD) == []


def test_without_a_position_the_game_is_dealt() -> None:
    assert (
        differences('game = "mada"\nplayers = 3\nseed = -5\n[[step]]\nexpect = { over = false, winners = [], points = [0, 0, 0] }')
        == []
    )


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ('"8 8 L 2"', '"8 L 8 2"', "step 1 (play L): piles: expected ['8 L 8 2', '5'], found ['8 8 L 2', '5']"),
        ("to_act = 1 }", "to_act = 0 }", "step 1 (play L): to_act: expected 0, found 1"),
        ('"not in your hand"', '"too late"', "without “too late”"),
        ('error = "not in your hand"', "", "step 2 (play 4): refused: 4 is not in your hand [mada/play]"),
        ('"luck"]', '"done"]', "legal: not legal for seat 1: done"),
        ('"draw", "luck"]', '"draw"]', "legal: legal for seat 1, but not expected: luck"),
        ("legal =", "cannot =", "cannot: legal for seat 1: draw, luck, play 9"),
        ('legal = ["play 9"', 'cannot = ["plya 9"', "“plya 9” is not a move"),
        ('move = "play 4"', 'move = "play 9"', "must be refused, but is legal"),
        ("legal = [", "over = true, legal = [", "over: expected True, found False"),
    ],
)
def test_a_difference_is_told(old: str, new: str, difference: str) -> None:
    assert old in GOOD
    assert any(difference in line for line in differences(GOOD.replace(old, new, 1)))


@pytest.mark.parametrize("expect", ["turn = 0", "threat = 0", "to = 0", 'pending = "turn"'])
def test_what_is_not_there_matches_nothing(expect: str) -> None:
    start = 'game = "mad"\nplayers = 2\n[position]\nto_act = 1\nfirst = true\nhands = ["g1", "g2"]\nopen = "W"\n'
    assert differences(f"{start}[[step]]\nexpect = {{ {expect} }}") != []


def test_what_passes_in_expectations() -> None:
    sees = 'seat = 0\nexpect = { sees = { hands = ["*", "?"], draw = "? ?", aside = ["", "11"] }, hands = ["4", "*"], draw = "3" }'
    assert differences(GOOD + f"\n[[step]]\n{sees}\n") == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('game = "mada"', "", "file.toml: game: is missing"),
        ('game = "mada"', 'game = "chess"', "file.toml: game: there is no game “chess”"),
        ("players = 2", "players = 9", "file.toml: players: MADA is for 2 to 5 players, not 9"),
        ("players = 2", 'players = "2"', "file.toml: players: must be the number of players"),
        (
            "open_scores",
            "open_score",
            "file.toml: options: MADA has no option “open_score”; it has starter, open_scores (did you mean",
        ),
        ("title =", "titel =", "file.toml: titel: unknown key"),
        ("to_act = 0\n", "", "file.toml: position: to_act: is missing"),
        ('"L 4"', '"S 4"', "file.toml: position: hands[0]: a Scorpion never stays in a hand"),
        ('"L 4"', '"L L L L L"', "file.toml: position: hands[0]"),
        ('"", "11"', '"", "11 1 2 3 4"', "already over"),
        ("seat = 0", "seat = 7", "file.toml: step[0].seat: must be a seat from 0 to 1"),
        ('move = "play L"', "move = 3", "file.toml: step[0].move: must be a string"),
        ('error = "not in your hand"', "error = 3", "file.toml: step[1].error"),
        ('piles = ["8 8', 'pile = ["8 8', "file.toml: step[0].expect.pile: unknown key"),
        ("legal =", "winner =", "file.toml: step[2].expect.winner: unknown key"),
        ('legal = ["play 9", "draw", "luck"]', "winners = [0, [1]]", "expect.winners: must be a list of whole numbers"),
        ('legal = ["play 9", "draw", "luck"]', "legal = 3", "file.toml: step[2].expect.legal: must be a list of moves"),
        ('legal = ["play 9", "draw", "luck"]', "sees = { hands = [] }", "sees needs the seat that looks"),
        ("[[step]]\nexpect", "[[stop]]\nexpect", "file.toml: stop: unknown key"),
        ("[position]", "[position", "file.toml: not a TOML file"),
        ("players = 2", "players = 2\nseed = 4", "file.toml: seed: goes with a dealt game"),
    ],
)
def test_a_malformed_file_says_where_and_what(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(ScenarioError) as caught:
        scenario.loads(GOOD.replace(old, new, 1), "file.toml")
    assert message in str(caught.value)


def test_a_scenario_that_shows_nothing_is_malformed() -> None:
    with pytest.raises(ScenarioError, match="at least one step"):
        scenario.loads('game = "mada"\nplayers = 2\nstep = []', "file.toml")
    with pytest.raises(ScenarioError, match="must have a move"):
        scenario.loads('game = "mada"\nplayers = 2\n[[step]]\nseat = 1', "file.toml")


VIEWS = {
    "mada": 'game = "mada"\nplayers = 2\n[position]\nto_act = 1\nhands = ["? ?", "4 9 L"]\npiles = ["5", "2 8"]\n',
    "mad": 'game = "mad"\nplayers = 2\n[position]\nto_act = 0\nhands = ["g1 g2", "r1 ? J"]\nopen = "g5"\n'
    'known = ["0 of 1: r1 J"]\n',
    "maumau": 'game = "maumau"\nplayers = 3\n[position]\nto_act = 0\nhands = ["r5 b3", "? ?", "r1 ?"]\nknown = ["0 of 2: r1"]\n'
    'board = { f5 = "r3" }\nout = "g1 ? ?"\nout_by = ["g1", "?", ""]\n',
}


@pytest.mark.parametrize("game", VIEWS)
def test_a_view_is_thought_about_as_it_is(game: str) -> None:
    rules, view = scenario.load_position(VIEWS[game], "file.toml")
    assert conceal(rules, view, rules.rules.to_act(view)).tobytes() == view.tobytes()


@pytest.mark.parametrize(
    ("game", "old", "new", "message"),
    [
        ("mada", '"4 9 L"', '"4 9 ?"', "position: hands[1]: seat 1 is to act and sees its own hand: name its cards"),
        ("mada", '"? ?"', '"? 7"', "position: hands[0]: seat 1 is to act and cannot see these cards: write ?"),
        ("mada", "piles", 'draw = "13"\npiles', "position: draw: seat 1 is to act: name what that seat knows"),
        ("mad", '"g1 g2"', '"g1 ?"', "hands[0]: seat 0 is to act and sees its own hand"),
        (
            "mad",
            "known",
            "known = [] #",
            "hands[1]: seat 0 is to act and cannot see these cards: write ?, or if it knows them add known",
        ),
        ("mad", "known", "known = [] #", 'known = ["0 of 1: r1 J"]'),
        ("mad", "0 of 1: r1 J", "0 of 1: J", "hands[1]: seat 0"),
        ("mad", "known = [", 'known = ["1 of 0: g1", ', "position: known: seat 0 is to act"),
        ("mad", "known", 'pending = "drawn"\ndrawn = "?"\nknown', "position: drawn: is one card of the hand"),
        ("maumau", '"g1", "?", ""', '"?", "?", ""', "position: out: seat 0 is to act"),
        ("maumau", '"g1", "?", ""', '"", "?", "g1"', "position: out: seat 0 is to act"),
        ("maumau", '"? ?"', '"r2 ?"', 'known = ["0 of 1: r2"]'),
    ],
)
def test_a_view_of_something_else_is_refused(game: str, old: str, new: str, message: str) -> None:
    assert old in VIEWS[game]
    with pytest.raises(ScenarioError) as caught:
        scenario.load_position(VIEWS[game].replace(old, new, 1), "file.toml")
    assert message in str(caught.value)


def test_a_view_without_cards_for_its_hidden_hands_is_refused() -> None:
    """A Scorpion never stays in a hand, so two hidden cards need two other cards that nobody has seen."""
    seen = Counter(edition.find(find("mada"), "standard")["deck"])
    seen.subtract("4 9 L 5 2 8 S S S".split())
    view = VIEWS["mada"] + 'discard = "{}"\n'
    with pytest.raises(ScenarioError, match="hands: 2 cards are hidden, but 0 are left besides Scorpions"):
        scenario.load_position(view.format(" ".join(seen.elements())), "file.toml")
    seen.subtract(["13", "D"])
    game, pos = scenario.load_position(view.format(" ".join(seen.elements())), "file.toml")
    game.rules.redeal(pos, dice_of(1))
    assert game.notation.write_position(pos)["hands"] == ["13 D", "4 9 L"]


@given(st.integers(0, len(GOOD)), st.integers(0, 15), st.text(max_size=8))
def test_damaged_scenarios_never_crash(start: int, cut: int, put: str) -> None:
    try:
        for one in scenario.loads(GOOD[:start] + put + GOOD[start + cut :], "file.toml"):
            scenario.run(one)
    except ScenarioError:
        pass
