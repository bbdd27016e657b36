"""Editions: the figures of a game (decks, values, hand sizes) as TOML files; boards as text maps.

Shipped editions are in the game's package and never change. A user's own edition is a file; a record contains all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from kartenhaus.core import toml
from kartenhaus.core.errors import EditionError
from kartenhaus.core.figures import faults
from kartenhaus.core.game import Game, Options, Position, suggestion

STANDARD = "standard"


@cache
def shipped(game: Game) -> tuple[str, ...]:
    """The names of the editions that came with a game."""
    folder = files(game.package) / "editions"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def find(game: Game, edition: str | Mapping[str, Any], new: bool = False) -> Mapping[str, Any]:
    """A shipped edition by its name, or one that was read already; EditionError if it cannot be played.

    A `new` one, that others will see, must also have lines that harm nobody.
    """
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
        Checker(game, edition, "edition", new=new).check()
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

    def __init__(self, game: Game, edition: Mapping[str, Any], file: str, source: str = "", new: bool = True) -> None:
        self.game = game
        self.edition = edition
        self.file = file
        self.source = source
        self.new = new

    @cached_property
    def _places(self) -> dict[tuple[str, str], int]:
        return places(self.source)

    def check(self) -> None:
        """Raise the first complaint, if there is any."""
        for complaint in self.complaints():
            raise complaint

    def all_complaints(self) -> list[EditionError]:
        """All complaints."""
        return list(self.complaints())

    def complaints(self) -> Iterator[EditionError]:
        """Each fault with the line of its figure, if that can be found."""
        for fault in faults(self.game, self.edition, self.new):
            line = self._places.get((fault.section, fault.entry)) or self._places.get(("", fault.section))
            place = f"{self.file}:{line}" if line else self.file
            yield EditionError("{place}: {message}", place=place, message=fault)


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
