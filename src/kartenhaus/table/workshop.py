"""A box or a board of one's own: what can be filled in, what is wrong with it, and its text as a file has it.

All of it follows from what the game declares (`core/figures.py`, `core/maps.py`): a page that shows it knows no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from importlib import import_module
from itertools import islice
from typing import Any

import msgspec

from kartenhaus.core import edition as editions
from kartenhaus.core import toml
from kartenhaus.core.bounds import too_long
from kartenhaus.core.errors import EditionError, Phrase
from kartenhaus.core.figures import EVERY, MOST_TITLE, Fault, Figures, Number, Numbers, counted, faults
from kartenhaus.core.game import MOST_LINE, MOST_LINES, Game, Option
from kartenhaus.core.maps import MapFacts, Misplaced
from kartenhaus.core.plain import cleaned
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.core.words import Translate

MOST_TEXT = 20_000  # characters of an edition or a board
MOST_FAULTS = 120  # told at once: more than a board has spaces
MOST_NUMBER = 1_000_000_000  # a figure beyond it is not sent back
COLUMNS = "abcdefghijklmnopqrstuvwxyz"


class Figure(msgspec.Struct, frozen=True):
    """A figure of an edition."""

    key: str
    """Its key in the file; a card in notation, if its section has cards."""
    title: str
    """Its name for people."""
    low: int
    """The lowest number that can be played."""
    high: int
    """The highest."""
    usual: int | None
    """What counts if it is missing; `null` if it must be there."""


class Section(msgspec.Struct, frozen=True):
    """A table of an edition, or the figures at its top."""

    key: str
    """Its key in the file; empty for the figures at the top."""
    title: str
    """Its name for people."""
    cards: bool
    """Whether its figures belong to cards."""
    figures: list[Figure]
    """Its figures, in order."""


class BoxFacts(msgspec.Struct, frozen=True):
    """What an edition of a game holds."""

    sections: list[Section]
    """Its figures."""
    ours: dict[str, Any]
    """Our standard edition, to start from."""


class Wrong(msgspec.Struct, frozen=True):
    """What is wrong with a figure."""

    section: str
    """The key of its section; empty for what is at the top, or about a whole section."""
    entry: str
    """The key of the figure, or of the section."""
    message: str
    """What is wrong, in words."""


class Total(msgspec.Struct, frozen=True):
    """What some figures add up to."""

    section: str
    """The key of their section."""
    words: str
    """What is counted."""
    entries: list[str]
    """The keys of the figures."""
    count: int
    """How many there are."""
    right: int
    """How many there must be."""


class BoxChecked(msgspec.Struct, frozen=True):
    """An edition of one's own, looked through."""

    faults: list[Wrong]
    """What is wrong; nothing if it can be played."""
    totals: list[Total]
    """What must add up."""
    edition: dict[str, Any]
    """The edition, without what no edition of this game has."""
    text: str
    """The same as the text of a file (TOML)."""
    facts: list[str]
    """The figures in words, if nothing is wrong."""


class SpaceKind(msgspec.Struct, frozen=True):
    """A kind of space."""

    mark: str
    """Its character on a map."""
    most: int
    """How many of them a board may have."""


class OurBoard(msgspec.Struct, frozen=True):
    """A board that came with the game."""

    name: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    lines: list[str]
    """Its map."""


class BoardFacts(msgspec.Struct, frozen=True):
    """What a board may be."""

    kinds: list[SpaceKind]
    """The kinds of spaces; their names are in `help` of the game."""
    columns: int
    """The most columns."""
    rows: int
    """The most rows."""
    least: int
    """The fewest spaces."""
    most: int
    """The most spaces."""
    option: str
    """The option with which a table takes one of our boards."""
    lines: str
    """The option with which a table takes a map of one's own."""
    ours: list[OurBoard]
    """Our boards, to start from."""


class Spot(msgspec.Struct, frozen=True):
    """What is wrong with a board, and where."""

    column: int
    """From 0; -1 if no space is at fault."""
    row: int
    """From 0."""
    message: str
    """What is wrong, in words."""


class BoardChecked(msgspec.Struct, frozen=True):
    """A board of one's own, looked through."""

    faults: list[Spot]
    """What is wrong; nothing if it can be played on."""
    lines: list[str]
    """Its map, without what is empty around it."""
    spaces: int
    """How many spaces it has."""
    counts: dict[str, int]
    """How many of each kind, by character."""


def box_facts(game: Game, language: str = ENGLISH) -> BoxFacts:
    """What an edition of a game holds."""
    translate = translator(language)
    names = _card_names(game, translate)
    figures: Figures = game.files.FIGURES
    top = [
        Figure(one.key, translate(one.title), one.low, one.high, one.usual) for one in figures if isinstance(one, Number)
    ]  # fmt: skip
    sections = [Section("", "", False, top)] if top else []
    for table in figures:
        if isinstance(table, Numbers):
            of_table = [
                Figure(entry, name, table.low, table.highs.get(entry, table.high), table.low if entry in table.may_miss else None)
                for entry, name in _named(table, names, translate).items()
            ]
            sections.append(Section(table.key, translate(table.title), not table.named, of_table))
    return BoxFacts(sections, dict(editions.find(game, editions.STANDARD)))


def read_box(text: str) -> dict[str, Any]:
    """The table of an edition's text; EditionError if it is none."""
    if len(text) > MOST_TEXT:
        raise EditionError("this is no edition: {problem}", problem=too_long(MOST_TEXT))
    return toml.read(text, "edition", "TOML file", EditionError)


def check_box(game: Game, edition: Mapping[str, Any], language: str = ENGLISH) -> BoxChecked:
    """Look through an edition."""
    translate = translator(language)
    found = list(islice(faults(game, edition), MOST_FAULTS))
    mine = _own(game, edition)
    titles = _titles(game, translate)
    return BoxChecked(
        [Wrong(one.section, one.entry[:MOST_TITLE], _message(one, titles, translate)) for one in found],
        _totals(game, mine, translate),
        mine,
        _text(mine),
        [] if found else game.files.facts(mine, translate),
    )


def _card_names(game: Game, translate: Translate) -> dict[str, str]:
    words = import_module(f"{game.package}.words")
    return {card: words.card_words(card, translate) for card in game.notation.CARD.names[1:]}


def _named(table: Numbers, cards: Mapping[str, str], translate: Translate) -> dict[str, str]:
    """What the entries of a table are called."""
    return {one: translate(table.named).format(entry=one) if table.named else cards[one] for one in table.entries}


def _titles(game: Game, translate: Translate) -> dict[tuple[str, str], str]:
    """What every figure and table is called, by section and key."""
    cards = _card_names(game, translate)
    titles = {("", "title"): translate("the name of the box")}
    for figure in game.files.FIGURES:
        titles["", figure.key] = translate(figure.title)
        if isinstance(figure, Numbers):
            for entry, name in _named(figure, cards, translate).items():
                titles[figure.key, entry] = translate("{entry} ({table})").format(table=translate(figure.title), entry=name)
    return titles


def _message(fault: Fault, titles: Mapping[tuple[str, str], str], translate: Translate) -> str:
    title = titles.get((fault.section, fault.entry))
    return (fault.named(title) if title else fault).told(translate)


def _own(game: Game, edition: Mapping[str, Any]) -> dict[str, Any]:
    """An edition with its own keys only, in order: numbers and short texts."""
    mine: dict[str, Any] = {"game": game.name}
    for key in EVERY[1:3]:
        mine[key] = cleaned(value, MOST_TITLE) if isinstance(value := edition.get(key), str) else ""
    tables = [figure.key for figure in game.files.FIGURES if isinstance(figure, Numbers)]
    assumed = edition.get("assumed")
    mine["assumed"] = [table for table in tables if isinstance(assumed, list) and table in assumed]
    for figure in game.files.FIGURES:
        found = edition.get(figure.key)
        if isinstance(figure, Number) and _is_number(found):
            mine[figure.key] = found
        elif isinstance(figure, Numbers):
            known = found if isinstance(found, Mapping) else {}
            mine[figure.key] = {entry: known[entry] for entry in figure.entries if _is_number(known.get(entry))}
    return mine


def _is_number(value: object) -> bool:
    return type(value) is int and abs(value) < MOST_NUMBER


def _totals(game: Game, edition: Mapping[str, Any], translate: Translate) -> list[Total]:
    return [
        Total(table.key, translate(one.what), list(one.entries), counted(edition[table.key], one.entries), one.count)
        for table in game.files.FIGURES
        if isinstance(table, Numbers)
        for one in table.sums
    ]


def _text(edition: Mapping[str, Any]) -> str:
    """An edition as a file has it."""
    top = {key: value for key, value in edition.items() if not isinstance(value, Mapping)}
    tables = {key: value for key, value in edition.items() if isinstance(value, Mapping)}
    return toml.lines(top) + "".join(f"\n[{key}]\n{toml.lines(table)}" for key, table in tables.items())


def board_facts(game: Game, language: str = ENGLISH) -> BoardFacts:
    """What a board of a game may be."""
    translate, found = translator(language), map_of(game)
    named, own = boards_of(game)
    ours = [
        OurBoard(str(one.value), translate(one.words), list(found.shipped(str(one.value)))) for one in named.choices
    ]  # fmt: skip
    kinds = [SpaceKind(mark, found.most.get(mark, found.spaces[1])) for mark in found.marks]
    return BoardFacts(kinds, found.columns, found.rows, *found.spaces, named.name, own.name, ours)


def boards_of(game: Game) -> tuple[Option, Option]:
    """The options of a game for its boards, and for a board of one's own; EditionError if it has none."""
    if game.boards is None:
        raise EditionError("{title} has no board", title=Phrase(game.title))
    return game.boards


def map_of(game: Game) -> MapFacts:
    """What a game says of its board; EditionError if it has none."""
    boards_of(game)
    return game.files.MAP


def check_board(game: Game, text: str, language: str = ENGLISH) -> BoardChecked:
    """Look through the map of a board."""
    translate, found = translator(language), map_of(game)
    if len(text) > MOST_TEXT:
        raise EditionError("this is no board: {problem}", problem=too_long(MOST_TEXT))
    lines = _trimmed(text)
    if len(lines) > MOST_LINES or max(map(len, lines), default=0) > MOST_LINE:
        size = {"rows": found.rows, "columns": found.columns}
        raise EditionError("this is no board: a board has at most {rows} rows and {columns} columns", **size)
    spots = [
        Spot(one.column, one.row, _spot(one, translate)) for one in islice(found.faults(lines), MOST_FAULTS)
    ]  # fmt: skip
    counts = Counter(mark for line in lines for mark in line if mark in found.marks)
    return BoardChecked(spots, lines, sum(counts.values()), dict(counts))


def _trimmed(text: str) -> list[str]:
    """The lines of a map without empty rows and columns around it."""
    lines = [line.rstrip() for line in text.replace("\r", "").expandtabs(1).split("\n")]
    while lines and not lines[0]:
        lines.pop(0)
    while lines and not lines[-1]:
        lines.pop()
    edge = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return [line[edge:] for line in lines]


def _spot(fault: Misplaced, translate: Translate) -> str:
    """A fault with the name of its space, as on the board: b3."""
    named = 0 <= fault.column < len(COLUMNS)
    return (fault.named(f"{COLUMNS[fault.column]}{fault.row + 1}") if named else fault).told(translate)
