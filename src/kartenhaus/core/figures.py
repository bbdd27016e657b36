"""What an edition holds: every game declares its figures once, as `FIGURES` of its `edition.py`.

The check of an edition, its totals, and the page on which people fill their own box all follow this declaration.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kartenhaus.core.errors import Phrase
from kartenhaus.core.game import Game
from kartenhaus.core.plain import is_harmless

MOST_NAME, MOST_TITLE = 60, 200  # characters of an edition's name, and of its title
MOST_ASSUMED = 40  # sections whose figures are guesses
EVERY = ("game", "name", "title", "assumed")
"""The keys that every edition has or may have."""


@dataclass(frozen=True)
class Number:
    """A figure at the top of an edition."""

    key: str
    title: str
    low: int
    high: int
    usual: int | None = None
    """What counts if the edition does not have it; None if it must."""


@dataclass(frozen=True)
class Sum:
    """How many cards of some kinds there are in all, by the rules."""

    entries: Sequence[str]
    count: int
    what: str
    """What they are called, in the plural."""


@dataclass(frozen=True)
class Most:
    """A limit for some kinds of cards together."""

    why: str
    """The sentence if there are more, with the gaps `found`, `most` and `of`."""
    entries: Sequence[str]
    most: int
    of: str


@dataclass(frozen=True)
class Numbers:
    """A table of an edition: a whole number for each entry."""

    key: str
    title: str
    entries: Sequence[str]
    low: int
    high: int
    named: str = ""
    """What an entry is called, with the gap `entry`; without it, entries are cards."""
    may_miss: Sequence[str] = ()
    """Entries that an edition may leave out: they are the lowest then."""
    highs: Mapping[str, int] = field(default_factory=dict)
    """The highest number of some entries, where it is lower."""
    sums: Sequence[Sum] = ()
    mosts: Sequence[Most] = ()


Figures = Sequence[Number | Numbers]


class Fault(Phrase):
    """What is wrong with a figure, in a sentence that may name it: `what` is its name in the file."""

    def __init__(self, sentence: str, section: str, entry: str, /, **gaps: object) -> None:
        super().__init__(sentence, **{"what": f"{section}.{entry}" if section else entry, **gaps})
        self.section = section
        """Its table; empty for what is at the top, or for a whole table."""
        self.entry = entry

    def named(self, what: object) -> Phrase:
        """The same sentence with another name for the figure."""
        return Phrase(self.key, **{**self.params, "what": what})


def faults(game: Game, edition: Mapping[str, Any], new: bool = True) -> Iterator[Fault]:
    """Everything that is wrong with an edition, first about the keys every edition has; once for each entry.

    Its lines for people are harmless and not empty, if it is `new`: older servers stored others.
    """
    told: set[tuple[str, str]] = set()
    for fault in _all(game, edition, new):
        if not {(fault.section, fault.entry), ("", fault.section)} & told:
            told.add((fault.section, fault.entry))
            yield fault


def _all(game: Game, edition: Mapping[str, Any], new: bool) -> Iterator[Fault]:
    figures: Figures = game.files.FIGURES
    yield from _about(game, edition, new)
    known = [*EVERY, *(figure.key for figure in figures)]
    for key in edition:
        if key not in known:
            yield Fault(
                "unknown key “{key}”; an edition of {title} has {known}",
                "",
                key,
                key=key,
                title=game.title,
                known=", ".join(known),
            )
    for figure in figures:
        if isinstance(figure, Numbers):
            yield from _in_table(figure, edition.get(figure.key))
        elif figure.usual is None or figure.key in edition:
            yield from _number("", figure.key, figure.low, figure.high, edition.get(figure.key))


def _about(game: Game, edition: Mapping[str, Any], new: bool) -> Iterator[Fault]:
    """What is wrong with the keys that every edition has."""
    lines = {"name": MOST_NAME, "title": MOST_TITLE}
    if not _is_text(edition.get("game"), MOST_NAME):
        yield Fault("{what} must be “{game}”", "", "game", game=game.name)
    elif edition["game"] != game.name:
        yield Fault("this is an edition of “{found}”, not of “{game}”", "", "game", found=edition["game"], game=game.name)
    if not _is_text(edition.get("name"), MOST_NAME):
        yield Fault("{what} must be a short name, of at most {most} characters", "", "name", most=MOST_NAME)
    if not _is_text(edition.get("title"), MOST_TITLE):
        yield Fault("{what} must be one line of text, of at most {most} characters", "", "title", most=MOST_TITLE)
    assumed = edition.get("assumed", [])
    if not (isinstance(assumed, list) and len(assumed) <= MOST_ASSUMED and all(_is_text(word, MOST_NAME) for word in assumed)):
        yield Fault("{what} must be a list of the tables whose figures are guesses", "", "assumed")
    elif new and not all(is_harmless(word, MOST_NAME) for word in assumed):
        yield _harmful("assumed")
    for key, most in lines.items():
        if new and _is_text(edition.get(key), most) and not is_harmless(edition[key], most):
            yield _harmful(key)


def _harmful(key: str) -> Fault:
    return Fault("{what} must have letters, and none that are invisible or change the direction of a text", "", key)


def _in_table(table: Numbers, found: object) -> Iterator[Fault]:
    """What is wrong with a table: unknown and missing entries, wrong numbers; sums only if all of that is right."""
    if not isinstance(found, Mapping):
        yield Fault("the table [{key}] is missing", "", table.key, key=table.key)
        return
    wrong = False
    known = set(table.entries)
    for entry in found:
        if entry not in known:
            wrong = True
            yield Fault(
                "unknown entry “{entry}” in [{table}]; entries are {known}",
                table.key,
                entry,
                entry=entry,
                table=table.key,
                known=" ".join(table.entries),
            )
    for entry in table.entries:
        if entry in found or entry not in table.may_miss:
            for fault in _number(table.key, entry, table.low, table.highs.get(entry, table.high), found.get(entry)):
                wrong = True
                yield fault
    if wrong:
        return
    for total in table.sums:
        count = counted(found, total.entries)
        if count != total.count:
            yield Fault(
                "{what} has {found} {things}; the rules say {right}",
                "",
                table.key,
                what=f"[{table.key}]",
                found=count,
                things=Phrase(total.what),
                right=total.count,
            )
    for most in table.mosts:
        count = counted(found, most.entries)
        if count > most.most:
            yield Fault(most.why, table.key, most.entries[0], found=count, most=most.most, of=most.of)


def _number(section: str, key: str, low: int, high: int, value: object) -> Iterator[Fault]:
    if value is None:
        yield Fault("{what} is missing: it must be a whole number from {low} to {high}", section, key, low=low, high=high)
    elif type(value) is not int or not low <= value <= high:
        gaps: dict[str, object] = {"low": low, "high": high, "value": repr(value)[:60]}
        yield Fault("{what} must be a whole number from {low} to {high}, not {value}", section, key, **gaps)


def counted(found: Mapping[str, object], entries: Sequence[str]) -> int:
    """The sum of some entries; those that are no numbers count nothing."""
    return sum(value for entry in entries if type(value := found.get(entry)) is int)


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most
