"""The rulebook of a game in every language: as text, by rule, and by section."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from kartenhaus.core.game import Game
from kartenhaus.core.texts import ENGLISH, LANGUAGES

HEADING = re.compile(r"^(#{1,2}) (.*)$")
ROW = re.compile(r"^\| ([a-z]+/[a-z-]+) \| (.*) \|$")
FRAME = re.compile(r"^\| (id|-+) \|")  # the head of the table of rules, not a rule


@dataclass(frozen=True)
class Rule:
    """One rule; its text may contain Markdown."""

    id: str
    text: str


@dataclass
class Section:
    """A part of a rulebook: its text as Markdown, and its rules."""

    title: str
    text: str = ""
    rules: list[Rule] = field(default_factory=list)


@dataclass
class Rulebook:
    """A whole rulebook; the first section has no title, and its text is the preface."""

    title: str
    sections: list[Section]


def rulebook(game: Game, language: str = ENGLISH) -> str:
    """The text of a game's rulebook; in English if it is not translated."""
    folder = files(game.package)
    translated = folder / f"rulebook.{language}.md"
    is_there = language != ENGLISH and language in LANGUAGES and translated.is_file()
    return (translated if is_there else folder / "rulebook.md").read_text("utf-8")


def rulebook_rows(game: Game, language: str = ENGLISH) -> dict[str, str]:
    """Every rule of a game by its id."""
    return {rule.id: rule.text for section in read_rulebook(game, language).sections for rule in section.rules}


@cache
def read_rulebook(game: Game, language: str = ENGLISH) -> Rulebook:
    """A game's rulebook with its sections and rules."""
    book = Rulebook("", [Section("")])
    for line in rulebook(game, language).splitlines():
        heading, row = HEADING.match(line), ROW.match(line)
        if heading and heading[1] == "#":
            book.title = heading[2]
        elif heading:
            book.sections.append(Section(heading[2]))
        elif row:
            book.sections[-1].rules.append(Rule(row[1], row[2]))
        elif not FRAME.match(line):
            book.sections[-1].text += line + "\n"
    for section in book.sections:
        section.text = re.sub(r"\n{3,}", "\n\n", section.text).strip()
    return book
