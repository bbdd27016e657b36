"""Editions: the figures of a game (decks, values, hand sizes) as TOML files; boards as text maps.

Shipped editions are in the game's package and never change. A user's own edition is a file; a record contains all of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from kartenhaus.core import toml
from kartenhaus.core.errors import EditionError
from kartenhaus.core.game import Game, Options, Position, suggestion

STANDARD = "standard"
MOST_NAME, MOST_TITLE = 60, 200  # characters of an edition's name, and of its title
MOST_ASSUMED = 40  # sections whose figures are guesses


@cache
def shipped(game: Game) -> tuple[str, ...]:
    """The names of the editions that came with a game."""
    folder = files(game.package) / "editions"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def find(game: Game, edition: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """A shipped edition by its name, or one that was read already; EditionError if it cannot be played."""
    if isinstance(edition, str):
        if edition not in shipped(game):
            raise EditionError(
                "{title} has no edition “{name}”; it has {known}{hint}",
                title=game.title,
                name=edition[:40],
                known=", ".join(shipped(game)),
                hint=suggestion(edition, shipped(game)),
            )
        return _shipped(game, edition)
    if isinstance(edition, Mapping):
        Checker(game, edition, "edition").check()
        return edition
    raise EditionError("an edition is a name or a table, not {edition}", edition=repr(edition)[:40])


@cache
def _shipped(game: Game, name: str) -> dict[str, Any]:
    """Read once: all tables share the edition, and nobody changes it."""
    return parse(game, (files(game.package) / "editions" / f"{name}.toml").read_text("utf-8"), f"{name}.toml")


def parse(game: Game, source: str, name: str) -> dict[str, Any]:
    """An edition from the text of its file; `name` is what errors call it."""
    edition = toml.read(source, name, "TOML file", EditionError)
    Checker(game, edition, name, source).check()
    return edition


def set_house_rules(pos: Position, options: Options) -> None:
    """Set the position's fields that are named like options which are off or on; one that only changes what is shown has none."""
    for name, value in options.items():
        if isinstance(value, bool) and name in pos.dtype.names:
            setattr(pos, name, int(value))


def is_shipped(game: Game, edition: Mapping[str, Any]) -> bool:
    """Whether this edition came with the game, unchanged."""
    name = edition.get("name")
    return isinstance(name, str) and name in shipped(game) and find(game, name) == edition


class Checker:
    """Checks an edition; a complaint names the file, the line and what would be right."""

    def __init__(self, game: Game, edition: Mapping[str, Any], file: str, source: str = "") -> None:
        self.game = game
        self.edition = edition
        self.file = file
        self.source = source
        self.complaints: list[EditionError] = []
        self._doubtful: set[str] = set()  # sections with a wrong figure: their sums mean nothing
        self._named: set[tuple[str, str]] = set()  # sections and keys with a complaint

    @cached_property
    def _places(self) -> dict[tuple[str, str], int]:
        return places(self.source)

    def check(self) -> None:
        """Raise the first complaint, if there is any."""
        for complaint in self.all_complaints():
            raise complaint

    def all_complaints(self) -> list[EditionError]:
        """All complaints, first about the keys every edition has, then about the game's own."""
        name, title = f"a short name, of at most {MOST_NAME} characters", f"a line for people, of at most {MOST_TITLE} characters"
        for key, right, most in (
            ("game", f"“{self.game.name}”", MOST_NAME),
            ("name", name, MOST_NAME),
            ("title", title, MOST_TITLE),
        ):
            if not _is_text(self.edition.get(key), most):
                self.complain("", key, f"{key} must be {right}")
            elif key == "game" and self.edition[key] != self.game.name:
                self.complain("", key, f"this is an edition of “{self.edition[key]}”, not of “{self.game.name}”")
        assumed = self.edition.get("assumed", [])
        if not (isinstance(assumed, list) and len(assumed) <= MOST_ASSUMED and all(_is_text(word, MOST_NAME) for word in assumed)):
            self.complain("", "assumed", "assumed must be a list of the tables whose figures are guesses")
        self.game.files.check_edition(self)
        return self.complaints

    def complain(self, section: str, key: str, message: str) -> None:
        """Note what is wrong, once for each key, with its line if that can be found."""
        if {(section, key), ("", section)} & self._named:
            return
        self._named.add((section, key))
        line = self._places.get((section, key)) or self._places.get(("", section))
        place = f"{self.file}:{line}" if line else self.file
        self.complaints.append(EditionError("{place}: {message}", place=place, message=message))
        self._doubtful.add(section)

    def only(self, sections: Sequence[str]) -> None:
        """Complain about all keys except these and those every edition has."""
        known = ["game", "name", "title", "assumed", *sections]
        for key in self.edition:
            if key not in known:
                self.complain("", key, f"unknown key “{key}”; an edition of {self.game.title} has {', '.join(known)}")

    def number(self, section: str, key: str, low: int, high: int) -> int:
        """A whole number within bounds, from a section or from the top (`section` empty); after a complaint, the lowest."""
        where: Any = self.edition.get(section) if section else self.edition
        value = where.get(key) if isinstance(where, Mapping) else None
        if type(value) is int and low <= value <= high:
            return value
        name = f"{section}.{key}" if section else key
        self.complain(section, key, f"{name} must be a whole number from {low} to {high}, not {value!r}")
        return low

    def counts(self, section: str, keys: Sequence[str], low: int, high: int, may_miss: Sequence[str] = ()) -> dict[str, int]:
        """A section with exactly these keys, each a whole number within bounds; the lowest for one that may be missing and is."""
        where = self.edition.get(section)
        if not isinstance(where, Mapping):
            self.complain("", section, f"the table [{section}] is missing")
            self._doubtful.add(section)
            return dict.fromkeys(keys, low)
        for key in where:
            if key not in keys:
                self.complain(section, key, f"unknown entry “{key}” in [{section}]; entries are {' '.join(keys)}")
        missing = {key for key in may_miss if key not in where}
        return {key: low if key in missing else self.number(section, key, low, high) for key in keys}

    def sum(self, section: str, counts: Mapping[str, int], keys: Sequence[str], right: int, what: str) -> None:
        """Complain unless the counts of these keys add up to what the rules say."""
        found = sum(counts[key] for key in keys)
        if found != right and section not in self._doubtful:
            self.complain("", section, f"[{section}] has {found} {what}; the rules say {right}")


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most


def places(source: str) -> dict[tuple[str, str], int]:
    """The line of each key of a TOML text, by section and name; the line of a section is that of its header."""
    found: dict[tuple[str, str], int] = {}
    section = ""
    for number, line in enumerate(source.splitlines(), 1):
        if line.lstrip().startswith("["):
            section = line.strip(" \t[").partition("]")[0].rstrip()
            found.setdefault(("", section), number)
        else:
            found.setdefault((section, line.partition("=")[0].strip(" \t\"'")), number)
    return found
