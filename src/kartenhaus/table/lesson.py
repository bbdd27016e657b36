"""Lessons, step by step: a prepared position and what to try there, under the real rules.

`games/<game>/lesson.toml` is a first game, `lesson-2.toml` is about its special cards, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import msgspec

from kartenhaus.core import edition as editions
from kartenhaus.core import toml
from kartenhaus.core.errors import ScenarioError
from kartenhaus.core.events import Journal
from kartenhaus.core.game import Game
from kartenhaus.core.history import History
from kartenhaus.core.scenario import position_of
from kartenhaus.core.steps import Step
from kartenhaus.core.steps import why as not_chosen
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.table import alone
from kartenhaus.table.facts import lesson_files, lesson_titles
from kartenhaus.table.states import State, Welcome, Why
from kartenhaus.table.words import explained

YOU = 0  # the learner's seat
NAMES = ("Mia", "Ben", "Ann", "Tom")


class Shown(msgspec.Struct, frozen=True):
    """A moment of a lesson, as its learner sees it."""

    say: str
    """The text for the learner."""
    rule: str
    """The id of the rule it explains."""
    wanted: str
    """The move to try; empty if there is only something to look at."""
    state: State
    """The game, as a table sends it, with what happened since the last stage."""


class Lesson(msgspec.Struct, frozen=True):
    """A lesson, step by step."""

    title: str
    """What it is about."""
    about: Welcome
    """What a client needs to draw the game."""
    stages: list[Shown]
    """Its steps."""


@dataclass(frozen=True)
class Stage:
    """A moment of a lesson: its text, the move to try, and how the game got there."""

    say: str
    rule: str
    wanted: str
    game: History
    since: tuple[History, ...]
    """The game after every move since the last stage."""


@cache
def stages(game: Game, number: int = 1) -> tuple[Stage, ...]:
    """A lesson of a game: the first, the second, and so on."""
    file = lesson_files(game)[number - 1]
    table = toml.read(file.read_text("utf-8"), file.name, "TOML file", ScenarioError)
    script = table.pop("stage")
    del table["title"]
    _, players, pos = position_of({"game": game.name, **table}, file.name)
    edition = editions.find(game, editions.STANDARD)
    now = History(game, players, 0, edition, table.get("options", {}), list(NAMES[:players]), position=pos)
    found: list[Stage] = []
    since: list[History] = []
    for one in script:
        found.append(Stage(one["say"], one.get("rule", ""), one.get("try", ""), now, tuple(since)))
        since = []
        moves = [f"{YOU} {one['try']}"] if "try" in one else []
        for line in [*moves, *one.get("then", [])]:
            seat, _, move = line.partition(" ")
            now = replace(now, position=now.position.clone(), played=[*now.played], journal=Journal())
            now.play(move, int(seat))
            since.append(now)
    return tuple(found)


def lesson(game: Game, number: int = 1, language: str = ENGLISH) -> Lesson:
    """A whole lesson for a page: every stage with a state as a table would send it."""
    script = stages(game, number)
    title = translator(language)(lesson_titles(game)[number - 1])
    return Lesson(title, alone.welcome(script[0].game, YOU, language), [_shown(stage, language) for stage in script])


def _shown(stage: Stage, language: str) -> Shown:
    game = stage.game
    entries = [alone.entry(one, YOU, game.names, language) for one in stage.since]
    state = alone.state(game, YOU, alone.seats(game.names), language, entries, choosing=bool(stage.wanted))
    return Shown(translator(language)(stage.say), stage.rule, stage.wanted, state)


def why(game: Game, number: int, stage: int, steps: Sequence[Step], language: str = ENGLISH) -> Why:
    """Why something cannot be chosen at a stage of a lesson."""
    script = stages(game, number)
    now = script[min(stage, len(script) - 1)].game
    reason = not_chosen(game, now.view(YOU), YOU, steps, now.legal_numbers(YOU))
    return Why("", explained(game.name, reason, language, now.names), reason.rule)
