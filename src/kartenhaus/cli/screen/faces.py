"""Cards as small boxes of text, with colour, symbol and value, so that nobody depends on one of these alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from itertools import takewhile
from typing import Any, Protocol, cast

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text

from kartenhaus.cli.screen.steps import Step
from kartenhaus.table.states import Welcome

HIDDEN = "?"
ACCENT = "#ffb000"  # where the cursor is
PLAIN = ("", "#000000", "#e8e4da")
BACK = ("", "#d0d0d0", "#4a4f57")


PAINTED = {"mada", "mad", "maumau"}


class Painter(Protocol):
    """What paints a game in a terminal: a module of `games/`."""

    COLOURS: Mapping[str, tuple[str, str, str]]
    """For each colour its sign, and the colours of text and background."""
    POINTED: tuple[str, ...]
    """Kinds of choices made by pointing at the middle of the table."""

    def face(self, about: Welcome, kind: str, taken: str, word: str) -> Face:
        """The face of a card, from its kind, the face or colour it took, and its name."""

    def paint(self, picture: Any) -> Text:
        """The middle of the table, from a `tables.Picture`."""


@cache
def painter_of(game: str) -> Painter:
    """The painter of a game; `plain` if it has none."""
    return cast(Painter, import_module(f"kartenhaus.cli.screen.games.{game if game in PAINTED else 'plain'}"))


@dataclass(frozen=True)
class Face:
    """What is on a card."""

    symbol: str
    value: str
    word: str
    style: Style

    @property
    def short(self) -> str:
        """Symbol and value."""
        return f"{self.symbol}{self.value}"


def face(about: Welcome, card: str) -> Face:
    """The face of a card, as its game draws it."""
    kind, _, taken = card.partition(":")
    word = about.names.cards.get(kind, "")
    if kind in (HIDDEN, ""):
        return Face(" ", HIDDEN, "", style_of(BACK))
    return painter_of(about.game).face(about, kind, taken, word)


def style_of(colours: tuple[str, str, str]) -> Style:
    """The style with a sign's colours of text and background."""
    return Style(color=colours[1], bgcolor=colours[2])


def printed(about: Welcome, card: str) -> str:
    """The word on a coloured card: its colour, or the name of its symbol, which the names in all colours share."""
    names = about.names.cards
    sign = card[1:]
    if sign.isdigit():
        return str(names.get(card, "")).replace(sign, "").strip()
    alike = [names.get(colour + sign, "") for colour in painter_of(about.game).COLOURS]
    ends = _shared([name[::-1] for name in alike])[::-1].strip()
    return max(ends, _shared(alike).strip(" ("), key=len)


def _shared(names: list[str]) -> str:
    """The common beginning of some names."""
    return "".join(letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False)))


def colour_name(about: Welcome, letter: str) -> str:
    """The name of a colour."""
    return str(about.names.colours.get(letter, letter))


def emblem(game: str, letter: str) -> str:
    """The sign of a colour."""
    return painter_of(game).COLOURS.get(letter, PLAIN)[0]


def swatch(game: str, letter: str) -> Style:
    """The look of a colour."""
    return style_of(painter_of(game).COLOURS.get(letter, PLAIN))


def touch(step: Step | None) -> Style:
    """The style that makes a part of the picture react to clicks."""
    return Style(meta={"step": tuple(step)}) if step is not None else Style()


def chip(about: Welcome, card: str) -> Text:
    """A card within a line."""
    shown = face(about, card)
    return Text.assemble((f" {shown.short.strip()} ", shown.style))


def box(
    about: Welcome, card: str, width: int = 8, offered: bool = False, cursor: bool = False, key: str = "", step: Step | None = None
) -> list[Text]:
    """A card as four lines: the frame is bold if it can be played, heavy at the cursor."""
    shown, inside = face(about, card), width - 2
    corners = "┏━┓┃┗┛" if cursor else "╭─╮│╰╯"
    frame = Style(color=ACCENT, bold=True) if cursor else Style(bold=True) if offered else Style(dim=True)
    frame += touch(step)
    ground = shown.style + touch(step) + (Style(bold=True) if offered or cursor else Style())
    bottom = key.center(inside, corners[1]) if key else corners[1] * inside
    rows = [_headline(shown, inside), f" {shown.word}"]
    lines = [Text(corners[0] + corners[1] * inside + corners[2], frame)]
    for row in rows:
        lines.append(Text.assemble((corners[3], frame), (set_cell_size(row, inside), ground), (corners[3], frame)))
    lines.append(Text(corners[4] + bottom + corners[5], frame))
    return lines


def _headline(shown: Face, room: int) -> str:
    """Symbol and value, closer together where there is little room: the value is never cut."""
    spread = f" {shown.symbol} {shown.value}" if shown.symbol.strip() else f" {shown.value}"
    return next((row for row in (spread, spread.strip()) if len(row) <= room), shown.short.strip())


def beside(boxes: list[list[Text]], gap: str = "") -> Text:
    """Boxes next to each other."""
    if not boxes:
        return Text()
    return Text("\n").join(Text(gap).join(row) for row in zip(*boxes, strict=True))
