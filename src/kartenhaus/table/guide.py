"""How a game is explained to people: `games/<game>/guide.toml`, in the reader's language.

It says in plain words what one does on a turn, what each card, space and pile is, and how one wins, with examples and advice.
The page of rules shows all of it; tables show the same sentences as help. `rulebook.md` beside it has every rule and ruling.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from kartenhaus.core import toml
from kartenhaus.core.errors import ScenarioError
from kartenhaus.core.game import Game
from kartenhaus.core.texts import ENGLISH, translator

FILE = "guide.toml"
HelpKind = Literal["card", "space", "place"]
KINDS: tuple[HelpKind, ...] = ("card", "space", "place")


class Help(msgspec.Struct, frozen=True):
    """What a kind of card, space or place is, in a sentence."""

    kind: HelpKind
    """A `card`, a `space` of the board, or a `place` where cards lie."""
    of: tuple[str, ...]
    """Which ones: cards in notation, the characters of spaces on the map, or keys of places as in `names.places`."""
    shown: tuple[str, ...]
    """Those whose pictures explain it best."""
    name: str
    """What the kind is called; a printed name, if there is one."""
    say: str
    """What it does, in a sentence."""
    more: str
    """What else to know; may be empty."""
    rule: str
    """The id of its rule."""


class Paragraph(msgspec.Struct, frozen=True):
    """A paragraph about the game."""

    title: str
    """A heading; may be empty."""
    say: str
    """The text."""
    rule: str
    """The id of its rule."""


class ExampleStep(msgspec.Struct, frozen=True):
    """A moment of an example."""

    cards: tuple[str, ...]
    """The cards to show, in notation; may be empty."""
    say: str
    """What happens."""
    points: int
    """The points that these cards bring in the standard edition; 0 if the step is not about points."""


class Example(msgspec.Struct, frozen=True):
    """An example of how the game is played or counted."""

    title: str
    """What it is about."""
    rule: str
    """The id of its rule."""
    steps: list[ExampleStep]
    """What happens, one thing after another."""


class Guide(msgspec.Struct, frozen=True):
    """A game in short, for people; its cards and spaces are in `help`."""

    ages: str
    """For which ages it is."""
    goal: str
    """What players try to do."""
    turn: list[Paragraph]
    """What one does on a turn."""
    win: list[Paragraph]
    """How one scores and wins."""
    examples: list[Example]
    """Examples, with pictures."""
    advice: list[Paragraph]
    """Good advice."""


def help_of(game: Game, language: str = ENGLISH) -> list[Help]:
    """What each card, space and place of a game is; nothing for a game without a guide."""
    text, found = translator(language), _read(game)
    return [
        Help(
            kind,
            tuple(one["of"].split()),
            tuple(one.get("shown", one["of"]).split()),
            text(one["name"]),
            text(one["say"]),
            text(one["more"]) if "more" in one else "",
            one["rule"],
        )
        for kind in KINDS
        for one in found.get(kind, ())
    ]


def guide_of(game: Game, language: str = ENGLISH) -> Guide | None:
    """A game in short; None if it has no guide."""
    text, found = translator(language), _read(game)
    if not found:
        return None

    def paragraphs(key: str) -> list[Paragraph]:
        return [Paragraph(text(one["title"]) if "title" in one else "", text(one["say"]), one["rule"]) for one in found[key]]

    def example(one: dict[str, Any]) -> Example:
        steps = [ExampleStep(tuple(step["cards"].split()), text(step["say"]), step.get("points", 0)) for step in one["step"]]
        return Example(text(one["title"]), one["rule"], steps)

    examples = [example(one) for one in found["example"]]
    return Guide(text(found["ages"]), text(found["goal"]), paragraphs("turn"), paragraphs("win"), examples, paragraphs("advice"))


@cache
def _read(game: Game) -> dict[str, Any]:
    file = files(game.package) / FILE
    return toml.read(file.read_text("utf-8"), FILE, "TOML file", ScenarioError) if file.is_file() else {}
