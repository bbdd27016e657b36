"""Cards as small boxes of text: colour, symbol and value each tell them apart, so that none is needed alone."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from rich.cells import set_cell_size
from rich.style import Style
from rich.text import Text

from kartenhaus.cli.screen.source import State
from kartenhaus.cli.screen.steps import Step

HIDDEN = "?"
ACCENT = "#ffb000"  # where the cursor is
CACTUS = ("#d7f2c0", "#bfe6a3", "#a3d985", "#86c96b", "#6ab656", "#52a146", "#3f8b3a", "#32762f", "#276426", "#1e541f", "#17451a")
MAD = {
    "g": ("☂", "#000000", "#5fc95f"),
    "y": ("▲", "#000000", "#f5d327"),
    "r": ("♥", "#ffffff", "#c0282d"),
    "b": ("◆", "#ffffff", "#2456b8"),
}
MAU = {
    "r": ("●", "#ffffff", "#c0282d"),
    "g": ("■", "#000000", "#5fc95f"),
    "b": ("▲", "#ffffff", "#2456b8"),
    "y": ("◆", "#000000", "#f5d327"),
}
PLAIN = ("", "#000000", "#e8e4da")
BACK = ("", "#d0d0d0", "#4a4f57")


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


def face(about: State, card: str) -> Face:
    """The face of a card of a game; of one without a drawing, its name."""
    kind, _, taken = card.partition(":")
    word = about["names"]["cards"].get(kind, "")
    if kind in (HIDDEN, ""):
        return Face(" ", HIDDEN, "", _style(BACK))
    if about["game"] == "mada":
        return _mada(about, kind, word)
    if about["game"] == "mad":
        return _mad(about, kind, taken, word)
    if about["game"] == "maumau":
        return _maumau(about, kind, taken, word)
    return Face("", kind, word, _style(PLAIN))


def _style(colours: tuple[str, str, str]) -> Style:
    return Style(color=colours[1], bgcolor=colours[2])


def _mada(about: State, kind: str, word: str) -> Face:
    special = {"L": ("§", "#000000", "#e8c46a"), "D": ("¤", "#000000", "#f0a83c"), "S": ("ψ", "#ffffff", "#7a1f2b")}
    if kind in special:
        return Face(special[kind][0], kind, word, _style(special[kind]))
    green = CACTUS[(int(kind) - 1) * (len(CACTUS) - 1) // 12]
    pears = "*" * int(about["picture"].get("pears", {}).get(kind, 0))
    return Face("♣", kind, pears, Style(color="#000000" if int(kind) < 7 else "#ffffff", bgcolor=green))


def _mad(about: State, kind: str, taken: str, word: str) -> Face:
    if kind[0] in MAD and len(kind) == 2:
        return Face(MAD[kind[0]][0], kind[1], _printed(about, kind), _style(MAD[kind[0]]))
    if taken:
        return Face(MAD[taken][0], kind, colour_name(about, taken), _style(MAD[taken]))
    return Face("★", kind, word, _style(PLAIN))


def _maumau(about: State, kind: str, taken: str, word: str) -> Face:
    if kind[0] in MAU and len(kind) == 2:
        return Face(MAU[kind[0]][0], kind[1], _printed(about, kind), _style(MAU[kind[0]]))
    if taken:
        return Face(MAU[taken[0]][0], f"J{taken[1:]}", word, _style(MAU[taken[0]]) + Style(italic=True))
    return Face("★", kind, word, _style(PLAIN))


def _printed(about: State, card: str) -> str:
    """The word on a coloured card: its colour, or what its symbol is called, which is what the names of all colours share."""
    names = about["names"]["cards"]
    if card[1].isdigit():
        return str(names.get(card, "")).replace(card[1], "").strip()
    alike = [names.get(colour + card[1], "") for colour in MAD]
    ends = _shared([name[::-1] for name in alike])[::-1].strip()
    return max(ends, _shared(alike).strip(" ("), key=len)


def _shared(names: list[str]) -> str:
    """What all of them begin with."""
    return "".join(letters[0] for letters in takewhile(lambda letters: len(set(letters)) == 1, zip(*names, strict=False)))


def colour_name(about: State, letter: str) -> str:
    """What a colour is called."""
    return str(about["names"]["colours"].get(letter, letter))


def emblem(game: str, letter: str) -> str:
    """The sign of a colour."""
    return (MAU if game == "maumau" else MAD).get(letter, PLAIN)[0]


def swatch(game: str, letter: str) -> Style:
    """The look of a colour."""
    return _style((MAU if game == "maumau" else MAD).get(letter, PLAIN))


def touch(step: Step | None) -> Style:
    """What makes a part of the picture answer to a click."""
    return Style(meta={"step": tuple(step)}) if step is not None else Style()


def chip(about: State, card: str) -> Text:
    """A card within a line."""
    shown = face(about, card)
    return Text.assemble((f" {shown.short.strip()} ", shown.style))


def box(
    about: State, card: str, width: int = 8, offered: bool = False, cursor: bool = False, key: str = "", step: Step | None = None
) -> list[Text]:
    """A card as four lines: its frame is bold where it can be played, heavy where the cursor is."""
    shown, inside = face(about, card), width - 2
    corners = "┏━┓┃┗┛" if cursor else "╭─╮│╰╯"
    frame = Style(color=ACCENT, bold=True) if cursor else Style(bold=True) if offered else Style(dim=True)
    frame += touch(step)
    ground = shown.style + touch(step) + (Style(bold=True) if offered or cursor else Style())
    bottom = key.center(inside, corners[1]) if key else corners[1] * inside
    rows = [f" {shown.symbol} {shown.value}" if shown.symbol.strip() else f" {shown.value}", f" {shown.word}"]
    lines = [Text(corners[0] + corners[1] * inside + corners[2], frame)]
    for row in rows:
        lines.append(Text.assemble((corners[3], frame), (set_cell_size(row, inside), ground), (corners[3], frame)))
    lines.append(Text(corners[4] + bottom + corners[5], frame))
    return lines


def beside(boxes: list[list[Text]], gap: str = "") -> Text:
    """Boxes next to each other."""
    if not boxes:
        return Text()
    return Text("\n").join(Text(gap).join(row) for row in zip(*boxes, strict=True))
