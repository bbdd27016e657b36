"""What a game is, in a reader's language: all that its package declares, and the levels of bots."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from kartenhaus.bots.levels import LEVELS, USUAL
from kartenhaus.core import edition as editions
from kartenhaus.core import game as games
from kartenhaus.core import toml
from kartenhaus.core.errors import ScenarioError
from kartenhaus.core.game import LINES, SEAT, OptionKind, Options, OptionValue, Side
from kartenhaus.core.texts import counted, translator
from kartenhaus.core.words import Translate
from kartenhaus.table.clock import Clock

LESSONS = ("lesson.toml", "lesson-2.toml")


class Points(msgspec.Struct, frozen=True):
    """What points are called, in the forms that `Intl.PluralRules` knows, each with the gap `{count}`."""

    one: str
    """The form for one point."""
    other: str
    """The form for several."""
    fewer_win: bool
    """Whether fewer are better."""


class OptionChoice(msgspec.Struct, frozen=True):
    """A value that an option may have."""

    value: str | bool
    """What to send."""
    words: str
    """Its name for people."""


class Option(msgspec.Struct, frozen=True):
    """Something the host may choose."""

    name: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    help: str
    """What it does."""
    rule: str
    """The id of the rule behind it."""
    kind: OptionKind
    """A `choice` of several, a `seat` (a number from 0), or `lines` (a list of texts)."""
    default: OptionValue | None
    """The value if nothing is chosen; `null` if it is random or there is none."""
    choices: list[OptionChoice]
    """The possible values; empty for a seat and for lines."""


class Edition(msgspec.Struct, frozen=True):
    """An edition that came with a game."""

    name: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    usual: bool
    """Whether it is the default."""


class Level(msgspec.Struct, frozen=True):
    """A level of bots."""

    name: str
    """Its name for programs."""
    title: str
    """Its name in a list of levels."""
    player: str
    """The name of a bot of this level."""
    help: str
    """What it does."""
    usual: bool
    """Whether it is the default."""


class OptionChosen(msgspec.Struct, frozen=True):
    """Something that was chosen for a table, in words."""

    title: str
    """What it is: an option, or the edition."""
    words: str
    """Its value."""


class GameFacts(msgspec.Struct, frozen=True):
    """What a page must know of a game to let people choose."""

    name: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    short: str
    """The name alone, where the title says more."""
    summary: str
    """What players do in it."""
    players: tuple[int, int]
    """The smallest and the largest number of players."""
    usual: int
    """The default number of players."""
    minutes: int
    """About how long a game takes."""
    rules: int
    """The version of its rules."""
    next_seat: Side
    """The side of a player on which the next seat is: `left` (seats count clockwise) or `right`."""
    points: Points
    """What its points are called, and whether more or fewer are better."""
    options: list[Option]
    """What the host may choose."""
    editions: list[Edition]
    """The editions that come with it."""
    levels: list[Level]
    """The levels of bots, easiest first."""
    shown: tuple[str, ...]
    """The cards to show on the page of its rules."""
    lesson: bool
    """Whether it has a lesson."""
    lessons: list[str]
    """What its lessons are called, in order."""


def of_game(game: games.Game, language: str) -> GameFacts:
    """All that is told of a game."""
    translate = translator(language)
    return GameFacts(
        game.name,
        translate(game.title),
        game.short or translate(game.title),
        translate(game.summary),
        game.players,
        game.usual,
        game.minutes,
        game.version,
        game.next_seat,
        of_points(game, language),
        [of_option(option, translate) for option in game.options],
        [
            Edition(name, translate(editions.find(game, name)["title"]), name == editions.STANDARD)
            for name in editions.shipped(game)
        ],
        of_levels(translate),
        game.shown,
        has_lesson(game),
        [translate(title) for title in lesson_titles(game)],
    )


def has_lesson(game: games.Game) -> bool:
    """Whether a game has a lesson."""
    return bool(lesson_files(game))


def lesson_files(game: games.Game) -> list[Traversable]:
    """The files of a game's lessons, in order."""
    return [file for file in (files(game.package) / name for name in LESSONS) if file.is_file()]


@cache
def lesson_titles(game: games.Game) -> tuple[str, ...]:
    """What the lessons of a game are called, in English."""
    return tuple(toml.read(file.read_text("utf-8"), file.name, "TOML file", ScenarioError)["title"] for file in lesson_files(game))


def of_points(game: games.Game, language: str) -> Points:
    """What points are called."""
    one, other = (counted(game.points.one, game.points.many, count, language) for count in (1, 2))
    return Points(one, other, game.points.fewer_win)


def of_option(option: games.Option, translate: Translate) -> Option:
    """What may be chosen, and what each choice means."""
    choices = [OptionChoice(choice.value, translate(choice.words)) for choice in option.choices]
    title, explained = translate(option.title), translate(option.help)
    return Option(option.name, title, explained, option.rule, option.kind, option.default, choices)


def of_levels(translate: Translate) -> list[Level]:
    """The levels of bots."""
    return [Level(one.name, translate(one.title), translate(one.player), translate(one.help), one.name == USUAL) for one in LEVELS]


def of_choices(game: games.Game, edition: Mapping[str, Any], options: Options, translate: Translate) -> list[OptionChosen]:
    """What was chosen for a table: options, and an edition that is not the usual one."""
    found = []
    if edition != editions.find(game, editions.STANDARD):
        found.append(OptionChosen(translate("Edition"), translate(edition["title"])))
    for option in game.options:
        if option.name in options:
            found.append(OptionChosen(translate(option.title), _words(option, options[option.name], translate)))
    return found


def of_clock(clock: Clock, translate: Translate) -> list[OptionChosen]:
    """The clock of a table; nothing if there is none."""
    if not clock.runs:
        return []
    gaps = {"time": _time(clock.seconds, translate), "more": _time(clock.increment, translate)}
    words = [translate(phrase).format(**gaps) for phrase in clock.phrases]
    return [OptionChosen(translate("Clock"), "; ".join(words))]


def _time(seconds: int, translate: Translate) -> str:
    """A time as people write it: seconds up to a minute and a half, then minutes."""
    if seconds < 90:
        return translate("{seconds} s").format(seconds=seconds)
    minutes, rest = divmod(seconds, 60)
    text = translate("{minutes} min").format(minutes=minutes)
    return text + (" " + translate("{seconds} s").format(seconds=rest) if rest else "")


def _words(option: games.Option, value: OptionValue, translate: Translate) -> str:
    """A value of an option, as people say it."""
    if option.kind == SEAT:
        return translate("Seat {number}").format(number=int(str(value)) + 1)
    if option.kind == LINES:
        return translate("yes")
    return next(translate(choice.words) for choice in option.choices if choice.value == value)
