"""Mau Mau in a terminal: the board, drawn from its map."""

from __future__ import annotations

from string import ascii_lowercase

from rich.style import Style
from rich.text import Text

from kartenhaus.cli.screen.faces import ACCENT, PLAIN, Face, printed, style_of, touch
from kartenhaus.cli.screen.faces import face as face_of
from kartenhaus.cli.screen.steps import Step
from kartenhaus.cli.screen.tables import BOLD, DIM, Picture, count
from kartenhaus.table.states import Welcome

GROUND = {"S": "S", ".": "·", "1": "+1", "A": "A", "D": "D", "T": "T"}
EXPLAINED = "1ADT"  # kinds of spaces whose signs need words
POINTED = ("space", "anchor")
COLOURS = {
    "r": ("●", "#ffffff", "#c0282d"),
    "g": ("■", "#000000", "#5fc95f"),
    "b": ("▲", "#ffffff", "#2456b8"),
    "y": ("◆", "#000000", "#f5d327"),
}


def face(about: Welcome, kind: str, taken: str, word: str) -> Face:
    """A coloured card, or a Joker with the face it took."""
    if kind[0] in COLOURS:
        return Face(COLOURS[kind[0]][0], kind[1:], printed(about, kind), style_of(COLOURS[kind[0]]))
    if taken:
        return Face(COLOURS[taken[0]][0], f"J{taken[1:]}", word, style_of(COLOURS[taken[0]]) + Style(italic=True))
    return Face("★", kind, word, style_of(PLAIN))


def paint(picture: Picture) -> Text:
    """The board, a legend of its spaces, and a penalty."""
    view, rows = picture.view, picture.about.picture["map"]
    columns = max(len(row) for row in rows)
    wide, high = _cell(picture, columns, len(rows))
    lines = [Text("   " + "".join(ascii_lowercase[column].center(wide) for column in range(columns)), DIM)]
    for number, row in enumerate(rows, 1):
        cells = [
            _space(picture, f"{ascii_lowercase[at]}{number}", ground, wide, high) for at, ground in enumerate(row.ljust(columns))
        ]
        for line in range(high):
            lines.append(Text.assemble((f"{number:2} " if line == 0 else "   ", DIM), *(cell[line] for cell in cells)))
    lines.append(_legend(picture))
    if view.get("penalty"):
        lines.append(Text(f" ⚡ +{view['penalty']} ", Style(color="#ffffff", bgcolor="#a01c2c", bold=True)))
    return Text("\n").join(lines)


def _cell(picture: Picture, columns: int, rows: int) -> tuple[int, int]:
    """How large a space can be drawn."""
    for wide, high in ((7, 3), (6, 2), (5, 1), (4, 1)):
        if 3 + wide * columns <= picture.width and 2 + high * rows <= picture.height:
            return wide, high
    return 4, 1


def _space(picture: Picture, space: str, ground: str, wide: int, high: int) -> list[Text]:
    """A space of the board: the card on it, or what is printed there; spaces to choose from stand out."""
    if ground == " ":
        return [Text(" " * wide)] * high
    step = Step("space", space)
    anchor = Step("anchor", space)
    step = anchor if anchor in picture.offers else step
    offered, here = step in picture.offers, picture.cursor == step
    cards = picture.view["board"].get(space, "").split()
    left, right = ("▐", "▌") if here else ("[", "]") if offered else (" ", " ")
    mark = Style(color=ACCENT, bold=True) if here else Style(bold=True) if offered else Style()
    inside = wide - 2
    if cards:
        shown = face_of(picture.about, cards[-1])
        text, style = _shortened(shown, inside if offered or here else inside + 1), shown.style + (BOLD if offered else Style())
        tall = f"^{len(cards)}" if ground == "T" else ""  # how high a tower has grown
    else:
        ground_colour = "#5a5245" if ground == "." else "#6d5f2f"
        text, tall, style = GROUND[ground], "", Style(bgcolor=ground_colour, color="#ffffff", dim=not offered)
    if picture.chosen and step in picture.earns:
        text = f"★{picture.earns[step]}"
    if high == 1 and len(text) + len(tall) <= inside:
        text, tall = text + tall, ""

    def line(words: str) -> Text:
        if len(words) > inside and right == " ":  # it takes the room of the mark
            return Text.assemble(left, (words[: inside + 1], style), style=touch(step))
        return Text.assemble((left, mark), (words[:inside].center(inside), style), (right, mark), style=touch(step))

    return {1: [line(text)], 2: [line(text), line(tall)], 3: [line(""), line(text), line(tall)]}[high]


def _shortened(shown: Face, room: int) -> str:
    """Sign and value of a card. In a small space a Joker's letter goes first (it is in italics), then the sign (it is coloured)."""
    value = shown.value.removeprefix("J")
    return next((text for text in (shown.short, shown.symbol + value) if len(text) <= room), value)


def _legend(picture: Picture) -> Text:
    there = "".join(picture.about.picture["map"])
    called = {kind: one.name for one in picture.about.help if one.kind == "space" for kind in one.of}
    parts = [f"{GROUND[kind]} {called[kind]}" for kind in EXPLAINED if kind in there and kind in called]
    parts.append(f"{picture.translate('Draw pile')} {count(picture.view['draw'])}")
    lines = [""]
    for part in parts:
        if len(lines[-1]) + len(part) + 2 > picture.width:
            lines.append("")
        lines[-1] += f" {part} "
    return Text("\n".join(lines), DIM)
