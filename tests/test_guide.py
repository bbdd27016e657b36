"""Every game is explained to people: each card, space and place has help in every language, and the examples count right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kartenhaus
from kartenhaus.core import edition as editions
from kartenhaus.core.game import Game, find
from kartenhaus.core.history import points
from kartenhaus.core.rulebook import rulebook_rows
from kartenhaus.core.scenario import position_of
from kartenhaus.core.texts import LANGUAGES, translator
from kartenhaus.table.guide import ExampleStep, Guide, Help, guide_of, help_of

ROOT = Path(__file__).parent.parent
GAMES = kartenhaus.game_names()


def whole(game: Game, language: str = "en") -> Guide:
    guide = guide_of(game, language)
    assert guide is not None
    return guide


def told(game: Game, kind: str) -> set[str]:
    found = [one for help_ in help_of(game) if help_.kind == kind for one in help_.of]
    assert len(found) == len(set(found))
    return set(found)


def texts(guide: Guide, helps: list[Help]) -> Iterator[str]:
    yield from (guide.ages, guide.goal)
    for said in (*guide.turn, *guide.win, *guide.advice):
        yield from (said.title, said.say)
    for example in guide.examples:
        yield example.title
        yield from (step.say for step in example.steps)
    for one in helps:
        yield from (one.name, one.say, one.more)


@pytest.mark.parametrize("name", GAMES)
def test_every_card_space_and_place_has_help(name: str) -> None:
    game = find(name)
    assert told(game, "card") == set(game.notation.CARD.names[1:])
    pos = game.files.lay_out(editions.find(game, editions.STANDARD), {}, game.players[0])
    keys = {place.partition(".")[0] for place in game.notation.names(pos).places if place}
    assert keys - {"board"} <= told(game, "place")
    boards = (ROOT / f"src/kartenhaus/games/{name}/boards").glob("*.txt")
    assert told(game, "space") == {space for board in boards for space in board.read_text("utf-8") if not space.isspace()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_help_and_guide_are_complete_in_every_language(name: str, language: str) -> None:
    game, english = find(name), list(texts(whole(find(name)), help_of(find(name))))
    translated = list(texts(whole(game, language), help_of(game, language)))
    assert [bool(text) for text in translated] == [bool(text) for text in english]
    for one in help_of(game, language):
        assert one.name
        assert len(re.findall(r"[.!?](?= |$)", one.say)) == 1, "help is one sentence"
        assert set(one.shown) <= set(one.of)
    if language != "en":
        sentences = [(text, its) for text, its in zip(translated, english, strict=True) if " " in its]
        assert [text for text, its in sentences if text == its and "{" not in its] == []


@pytest.mark.parametrize("name", GAMES)
def test_every_text_names_a_rule_that_exists(name: str) -> None:
    game = find(name)
    guide, rules = whole(game), rulebook_rows(game)
    named = [one.rule for one in help_of(game)]
    named += [one.rule for one in (*guide.turn, *guide.win, *guide.advice)] + [one.rule for one in guide.examples]
    assert [rule for rule in named if rule not in rules] == []


@pytest.mark.parametrize("name", GAMES)
def test_cards_in_a_guide_have_the_names_that_moves_use(name: str) -> None:
    """A special card is called the same in its help as on a button."""
    from importlib import import_module

    words = import_module(f"kartenhaus.games.{name}.words")
    for language in LANGUAGES:
        for one in help_of(find(name), language):
            if one.kind == "card" and len(one.of) <= 4:
                assert one.name in words.card_words(one.of[0], translator(language))


def counted(step: ExampleStep) -> int:
    """The points of a hand in MAD, by the real rules: hands count once the Joker has ended the game."""
    hands = [" ".join(["J", *step.cards]), "g1"]
    written = {"to_act": 0, "turns": 1, "hands": hands, "open": "g3", "closed": "g4"}
    game, players, pos = position_of({"game": "mad", "players": 2, "position": written}, "an example")
    game.rules.play(pos, 0, game.notation.parse_move(pos, "play J end"))
    return points(game, pos, players)[0]


def pears(step: ExampleStep) -> int:
    """The prickly pears on cards in MADA, by the real rules; five Cactus cards aside would be the end, so each counts alone."""
    found = 0
    for card in step.cards:
        written = {"to_act": 0, "turns": 1, "hands": ["", ""], "piles": ["", ""], "draw": "1", "aside": [card, ""]}
        game, players, pos = position_of({"game": "mada", "players": 2, "position": written}, "an example")
        found += points(game, pos, players)[0]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_examples_count_as_they_say(name: str, language: str) -> None:
    for example in whole(find(name), language).examples:
        for step in example.steps:
            if step.points:
                assert str(step.points) in re.findall(r"\d+", step.say)
            sums = re.findall(r"([\d +]+) = (\d+)", step.say)
            assert all(sum(map(int, parts.split("+"))) == int(total) for parts, total in sums)


@pytest.mark.parametrize(("name", "count"), [("mada", pears), ("mad", counted)])
def test_examples_count_as_the_rules_do(name: str, count: Callable[[ExampleStep], int]) -> None:
    steps = [step for example in whole(find(name)).examples for step in example.steps if step.points]
    assert steps
    assert [count(step) for step in steps] == [step.points for step in steps]


def test_the_example_of_mau_mau_can_be_played() -> None:
    """Three turns of Mia's on board one, by the real rules; Ben can only draw."""
    written = {"to_act": 0, "hands": ["r7 r7 g7", "b1"], "board": {"f5": "r5"}, "points": [0, 0], "draw": "b2 b3 y1 y2 y3 y4 y8"}
    game, players, pos = position_of({"game": "maumau", "players": 2, "position": written}, "an example")
    earned, before = [], 0
    for move in ("place r7 f6", "place r7 f7", "place g7 f8"):
        game.rules.play(pos, 0, game.notation.parse_move(pos, move))
        earned.append(points(game, pos, players)[0] - before)
        before += earned[-1]
        game.rules.play(pos, 1, game.notation.parse_move(pos, "draw"))
    [example] = whole(game).examples
    assert [step.points for step in example.steps if step.points] == earned
