"""What a game is, in a reader's language: all that its package declares, and the levels of bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

import msgspec

from kartenhaus.bots.levels import CHOICES, USUAL
from kartenhaus.core import edition as editions
from kartenhaus.core import game as games
from kartenhaus.core import toml
from kartenhaus.core.errors import ScenarioError
from kartenhaus.core.figures import MOST_TITLE
from kartenhaus.core.game import LINES, SEAT, OptionKind, Options, OptionValue, Side
from kartenhaus.core.plain import cleaned
from kartenhaus.core.texts import counted, translator
from kartenhaus.core.words import Translate
from kartenhaus.table.clock import DAY, OFFERS, ZEROS, Clock
from kartenhaus.table.setup import OPTIONS, Setup

LESSONS = ("lesson.toml", "lesson-2.toml")


class Points(msgspec.Struct, frozen=True):
    """What points are called, in the forms that `Intl.PluralRules` knows, each with the gap `{count}`."""

    one: str
    """The form for one point."""
    other: str
    """The form for several."""
    fewer_win: bool
    """Whether fewer are better."""


class OptionChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that an option may have."""

    value: str | bool
    """What to send."""
    words: str
    """Its name for people."""
    map: Sequence[str] = ()
    """The lines of the board that it names; left out for anything else."""


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
    printed: str = ""
    """For a seat: whom the printed rules name (“the youngest”); empty if they name nobody."""
    among_people: OptionValue | None = None
    """What to propose if several people play; `null` for the default."""
    instead_of: str = ""
    """The name of the option that this one takes the place of; choose only one of them."""


class ClockTime(msgspec.Struct, frozen=True):
    """A time that a clock may have."""

    seconds: int
    """What to send."""
    words: str
    """The same for people."""


class ClockOffer(msgspec.Struct, frozen=True):
    """A kind of clock, and what to offer for it."""

    name: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    times: list[ClockTime]
    """How much time; empty for the kind that keeps none."""
    usual: int
    """The seconds to propose."""
    increments: list[ClockTime]
    """How much time to add after each move; empty if this kind adds none."""


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
    """What it is: an option, the edition, the clock, or who may come."""
    words: str
    """Its value."""
    name: str = ""
    """Its name for programs."""
    seat: int = -1
    """The seat, if its value is one; else -1."""


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
    """The levels of bots, easiest first, then characters: players with a style."""
    shown: tuple[str, ...]
    """The cards to show on the page of its rules."""
    lesson: bool
    """Whether it has a lesson."""
    lessons: list[str]
    """What its lessons are called, in order."""
    clocks: list[ClockOffer]
    """The kinds of clocks a table may have."""
    zero: list[OptionChoice]
    """What may happen when a clock has run out."""
    table: list[Option]
    """What the host may choose for a table of any game."""


def of_game(game: games.Game, language: str) -> GameFacts:
    """All facts of a game."""
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
        [of_option(option, translate, _map_of(game, option)) for option in game.options],
        [
            Edition(name, translate(editions.find(game, name)["title"]), name == editions.STANDARD)
            for name in editions.shipped(game)
        ],
        of_levels(translate),
        game.shown,
        has_lesson(game),
        [translate(title) for title in lesson_titles(game)],
        of_clocks(translate),
        [OptionChoice(name, translate(words)) for name, words in ZEROS.items()],
        [of_option(option, translate) for option in OPTIONS],
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


def _map_of(game: games.Game, option: games.Option) -> Callable[[str], Sequence[str]]:
    """What gives the lines of the board that a choice of an option names; of other options, none."""
    names_boards = game.boards is not None and option is game.boards[0]
    return game.files.MAP.shipped if names_boards else lambda _: ()


def of_option(option: games.Option, translate: Translate, map_of: Callable[[str], Sequence[str]] = lambda _: ()) -> Option:
    """What may be chosen, and what each choice means."""
    choices = [OptionChoice(choice.value, translate(choice.words), map_of(str(choice.value))) for choice in option.choices]
    title, explained = translate(option.title), translate(option.help)
    printed = translate(option.printed) if option.printed else ""
    known = (option.name, title, explained, option.rule, option.kind, option.default)
    return Option(*known, choices, printed, option.among_people, option.instead_of)


def of_clocks(translate: Translate) -> list[ClockOffer]:
    """The kinds of clocks, and what to offer for each."""

    def times(seconds: tuple[int, ...]) -> list[ClockTime]:
        return [ClockTime(one, _time(one, translate)) for one in seconds]

    return [
        ClockOffer(name, translate(one.title), times(one.seconds), one.usual, times(one.increments)) for name, one in OFFERS.items()
    ]


def of_levels(translate: Translate) -> list[Level]:
    """The levels of bots, then the characters."""
    return [Level(one.name, translate(one.title), translate(one.player), translate(one.help), one.name == USUAL) for one in CHOICES]


class Terms(NamedTuple):
    """What a table plays with, in words."""

    chosen: list[OptionChosen]
    """What is not as usual."""
    usual: list[OptionChosen]
    """The rest."""


def of_setup(game: games.Game, setup: Setup, translate: Translate) -> Terms:
    """All that a table plays with."""
    chosen, usual = of_game_choices(game, editions.find(game, setup.edition), setup.options, translate)
    (chosen if setup.clock.runs else usual).append(of_clock(setup.clock, translate))
    for option, value in setup.of_any_game():
        said = OptionChosen(translate(option.title), _words(option, value, translate), option.name)
        (usual if value == option.default else chosen).append(said)
    return Terms(chosen, usual)


def of_game_choices(game: games.Game, edition: Mapping[str, Any], options: Options, translate: Translate) -> Terms:
    """The edition and the options of a game."""
    terms = Terms([], [])
    is_usual = edition == editions.find(game, editions.STANDARD)
    title = cleaned(edition["title"], MOST_TITLE) or "?"  # older servers stored any text
    (terms.usual if is_usual else terms.chosen).append(OptionChosen(translate("Edition"), translate(title), "edition"))
    replaced = {option.instead_of for option in game.options if option.name in options}
    for option in game.options:
        value = options.get(option.name, option.default)
        if (value is None and option.kind != SEAT) or option.name in replaced:
            continue
        seat = int(str(value)) if option.kind == SEAT and value is not None else -1
        said = OptionChosen(translate(option.title), _words(option, value, translate), option.name, seat)
        (terms.usual if value == option.default else terms.chosen).append(said)
    return terms


def of_change(game: games.Game, before: Setup, after: Setup, translate: Translate) -> list[OptionChosen]:
    """What a table plays with after a change, as far as it changed."""
    known = [one for terms in of_setup(game, before, translate) for one in terms]
    found = [one for terms in of_setup(game, after, translate) for one in terms if one not in known]
    if before.players != after.players:
        found.insert(0, OptionChosen(translate("Players"), str(after.players), "players"))
    return found


def of_bots(translate: Translate) -> OptionChosen:
    """How bots play at a table that they have not learned."""
    return OptionChosen(translate("Bots"), translate("have not learned this edition, and play by rules of thumb"))


def of_clock(clock: Clock, translate: Translate) -> OptionChosen:
    """The clock of a table."""
    if not clock.runs:
        return OptionChosen(translate("Clock"), translate(OFFERS[clock.kind].title), "clock")
    gaps = {"time": _time(clock.seconds, translate), "more": _time(clock.increment, translate)}
    words = [translate(phrase).format(**gaps) for phrase in clock.phrases]
    return OptionChosen(translate("Clock"), "; ".join(words), "clock")


def _time(seconds: int, translate: Translate) -> str:
    """A time as people write it: seconds up to a minute and a half, then minutes; whole days as such."""
    days, more = divmod(seconds, DAY)
    if days and not more:
        return translate("one day") if days == 1 else translate("{days} days").format(days=days)
    if seconds < 90:
        return translate("{seconds} s").format(seconds=seconds)
    minutes, rest = divmod(seconds, 60)
    text = translate("{minutes} min").format(minutes=minutes)
    return text + (" " + translate("{seconds} s").format(seconds=rest) if rest else "")


def _words(option: games.Option, value: OptionValue | None, translate: Translate) -> str:
    """A value of an option, as people say it."""
    if value is None:
        return translate("by chance")
    if option.kind == SEAT:
        return translate("Seat {number}").format(number=int(str(value)) + 1)
    if option.kind == LINES:
        return translate("yes")
    return next(translate(choice.words) for choice in option.choices if choice.value == value)
