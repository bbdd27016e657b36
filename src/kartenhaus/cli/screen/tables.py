"""The middle of the table: piles, open cards, the board; of a game without a drawing of its own, its position in notation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import Any

from rich.style import Style
from rich.text import Text

from kartenhaus.cli.screen.faces import ACCENT, HIDDEN, beside, box, chip, colour_name, emblem, face, swatch, touch
from kartenhaus.cli.screen.source import State
from kartenhaus.cli.screen.steps import Step
from kartenhaus.cli.screen.words import ATTACKS, seat_name
from kartenhaus.core import toml
from kartenhaus.core.words import Translate

FIVE = 5  # Cactus cards aside: then the game ends
GROUND = {"S": "S", ".": "·", "1": "+1", "A": "A", "D": "D", "T": "T"}
DIM, BOLD = Style(dim=True), Style(bold=True)


@dataclass
class Picture:
    """What a drawing needs to know: the table, what may be chosen, where the cursor is, and how much room there is."""

    about: State
    state: State
    translate: Translate
    offers: list[Step] = field(default_factory=list)
    cursor: Step | None = None
    width: int = 50
    height: int = 16
    chosen: tuple[Step, ...] = ()
    earns: dict[Step, int] = field(default_factory=dict)

    @property
    def view(self) -> dict[str, Any]:
        """The game as the viewer may know it."""
        return self.state["view"] or {}


def paint(picture: Picture) -> Text:
    """The middle of the table."""
    if not picture.view:
        return Text()
    return DRAWINGS.get(picture.state["game"], _plain)(picture)


def _plain(picture: Picture) -> Text:
    known = {key: value for key, value in picture.view.items() if key != "hands"}
    return Text(toml.lines(known).rstrip())


def _count(cards: str) -> int:
    return len(cards.split())


# MADA


def _mada(picture: Picture) -> Text:
    view, translate = picture.view, picture.translate
    counted = f" {translate('Draw pile')} {_count(view['draw'])}   {translate('Discard')} {_count(view['discard'])}  "
    room = max(0, (picture.width - len(counted)) // 6)
    last = Text(" ").join(chip(picture.about, card) for card in view["discard"].split()[-room:]) if room else Text()
    lines = [Text.assemble((counted, DIM), last)]
    small = picture.height < 4 * len(view["piles"]) + 2
    for seat, cards in enumerate(view["piles"]):
        lines += _mada_seat(picture, seat, cards.split(), small)
    return Text("\n").join(lines)


def _mada_seat(picture: Picture, seat: int, pile: list[str], small: bool) -> list[Text]:
    step = Step("seat", str(seat))
    aside = picture.view["aside"][seat].split()
    cactus = sum(card.isdigit() for card in aside)
    name = _name_line(picture, seat, step)
    score = Text(f"{'●' * cactus}{'○' * (FIVE - cactus)}", BOLD if cactus > 2 else DIM)
    face_up = seat == picture.state["you"] or picture.state.get("outcome") or picture.about.get("options", {}).get("open_scores")
    if aside and face_up and HIDDEN not in aside:
        score.append(f" {sum(int(picture.about['picture']['pears'].get(card, 0)) for card in aside)}*", "bold")
    under = _under(picture, pile)
    if small:
        top = chip(picture.about, pile[-1]) if pile else Text(" – ", DIM)
        return [Text.assemble(name, " ", top, " ", under, "  ", score, style=touch(step))]
    top_box = box(picture.about, pile[-1], 10, step in picture.offers, picture.cursor == step, step=step) if pile else _empty(10)
    beside_it = [Text(), Text.assemble("  ", name), Text.assemble("  ", score, "   ", under), Text()]
    return [Text.assemble(" ", left, right) for left, right in zip(top_box, beside_it, strict=True)]


def _under(picture: Picture, pile: list[str]) -> Text:
    """What lies under the top: equals of it first, as a Lemur would drag them all."""
    if len(pile) < 2:
        return Text()
    equal = 0
    while equal + 1 < len(pile) and pile[-2 - equal] == pile[-1] and pile[-1].isdigit():
        equal += 1
    text = Text(f"={equal + 1} " if equal else "", "bold")
    for card in reversed(pile[max(0, len(pile) - 8) : len(pile) - 1]):
        text.append_text(Text(f"{face(picture.about, card).short.strip()} ", DIM if card.isdigit() else BOLD))
    return text


def _empty(width: int) -> list[Text]:
    inside = width - 2
    rows = ["╭" + "╌" * inside + "╮", "┊" + " " * inside + "┊", "┊" + " " * inside + "┊", "╰" + "╌" * inside + "╯"]
    return [Text(row, DIM) for row in rows]


def _name_line(picture: Picture, seat: int, step: Step | None = None) -> Text:
    acts = picture.state["to_act"] == seat
    style = Style(color=ACCENT, bold=True) if picture.cursor is not None and picture.cursor == step else BOLD if acts else Style()
    if step is not None and step in picture.offers:
        style += Style(underline=True)
    return Text(f"{'▶' if acts else ' '} {seat_name(picture.state, seat, picture.translate):.16}", style + touch(step))


# MAD


def _mad(picture: Picture) -> Text:
    view, translate = picture.view, picture.translate
    lying = view["open"].split()
    top = lying[-1] if lying else HIDDEN
    colour = top.partition(":")[2] or (top[0] if len(top) == 2 and top[0] in "gyrb" else "")
    closed, shown = box(picture.about, HIDDEN, 8), box(picture.about, top, 15, offered=True)
    words = Text(f"  {picture.about['names']['cards'].get(top.partition(':')[0], '')}  ", BOLD)
    named = (
        Text(f" {emblem('mad', colour)} {colour_name(picture.about, colour).upper()} ", swatch("mad", colour)) if colour else Text()
    )
    side = [Text(), words, Text.assemble("  ", named), Text()]
    lines = [Text(), *(Text.assemble("   ", one, "   ", two, three) for one, two, three in zip(closed, shown, side, strict=True))]
    labels = f"   {translate('Closed pile')} {_count(view['closed'])}   {translate('Open pile')} {len(lying)}"
    lines += [Text(labels, DIM), Text()]
    right = view["direction"] == "right"
    way = translate("Play goes to the right") if right else translate("Play goes to the left")
    lines.append(Text(f"   {'→' if right else '←'} {way}", BOLD))
    order = range(len(view["hands"])) if right else reversed(range(len(view["hands"])))
    names = [part for seat in order for part in (_name_line(picture, seat), (" → ", DIM))]
    lines += [Text.assemble("   ", *names), Text()]
    if view.get("attack"):
        lines.append(_attack(picture))
    below = [chip(picture.about, card) for card in reversed(lying[-8:-1])]
    if below:
        lines.append(Text.assemble("   ", (f"{translate('Under it')} ", DIM), Text(" ").join(below)))
    return Text("\n").join(lines)


def _attack(picture: Picture) -> Text:
    view, state, translate = picture.view, picture.state, picture.translate
    victim, attacker = (state["to_act"], view["threat"]) if "threat" in view else (view.get("to", -1), state["to_act"])
    text = translate("{attack}! {attacker} against {victim}").format(
        attack=translate(ATTACKS.get(view["attack"], view["attack"])),
        attacker=seat_name(state, attacker, translate),
        victim=seat_name(state, victim, translate),
    )
    return Text(f"   ⚡ {text} ", Style(color="#ffffff", bgcolor="#a01c2c", bold=True))


# Mau Mau


def _maumau(picture: Picture) -> Text:
    view, rows = picture.view, picture.about["picture"]["map"]
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
    """A space of the board: the card on it, or what is printed there; chosen ones stand out."""
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
        shown = face(picture.about, cards[-1])
        text, style = shown.short.strip(), shown.style + (BOLD if offered else Style())
        tall = f"^{len(cards)}" if ground == "T" else ""  # how high a tower has grown
    else:
        ground_colour = "#5a5245" if ground == "." else "#6d5f2f"
        text, tall, style = GROUND[ground], "", Style(bgcolor=ground_colour, color="#ffffff", dim=not offered)
    if picture.chosen and step in picture.earns:
        text = f"★{picture.earns[step]}"
    if high == 1 and len(text) + len(tall) <= inside:
        text, tall = text + tall, ""

    def line(words: str) -> Text:
        return Text.assemble((left, mark), (words[:inside].center(inside), style), (right, mark), style=touch(step))

    return {1: [line(text)], 2: [line(text), line(tall)], 3: [line(""), line(text), line(tall)]}[high]


def _legend(picture: Picture) -> Text:
    translate = picture.translate
    kinds = (("+1", "point space"), ("A", "all-draw space"), ("D", "discard space"), ("T", "tower space"))
    named = {"point space": translate("point space"), "all-draw space": translate("all-draw space")}
    named |= {"discard space": translate("discard space"), "tower space": translate("tower space")}
    there = "".join(picture.about["picture"]["map"])
    parts = [f"{sign} {named[kind]}" for sign, kind in kinds if sign[-1] in there]
    parts.append(f"{translate('Draw pile')} {_count(picture.view['draw'])}")
    lines = [""]
    for part in parts:
        if len(lines[-1]) + len(part) + 2 > picture.width:
            lines.append("")
        lines[-1] += f" {part} "
    return Text("\n".join(lines), DIM)


DRAWINGS: dict[str, Callable[[Picture], Text]] = {"mada": _mada, "mad": _mad, "maumau": _maumau}


# Around the middle


def seats(picture: Picture, remarks: Callable[[int], str]) -> Text:
    """Everybody at the table: whose turn it is, how many cards and points, and what else is to be known."""
    state, view = picture.state, picture.view
    lines = []
    for seat in range(len(state["seats"])):
        step = Step("seat", str(seat))
        line = Text.assemble(_name_line(picture, seat, step), f" ({picture.translate('you')})" if state["you"] == seat else "")
        hands = view.get("hands")
        told = [] if hands is None else [f"▮{_count(hands[seat])}"]
        if "points" in view:
            told.append(f"★{view['points'][seat]}")
        if view.get("owes") and view["owes"][seat]:
            told.append(f"! {view['owes'][seat]}")
        said = remarks(seat)
        line.append("\n    ", touch(step))
        line.append("  ".join(filter(None, [*told, said])), DIM + touch(step))
        lines.append(line)
    return Text("\n").join(lines)


def hand(picture: Picture, cards: list[str], width: int) -> Text:
    """The viewer's cards, those that can be played in bold frames; narrower when there are many."""
    wide = max(5, min(14, width // max(1, len(cards))))
    boxes = []
    for number, card in enumerate(cards, 1):
        step = Step("card", card)
        key = str(number) if number < 10 else ""
        first = cards.index(card) == number - 1  # of cards that are the same, one has the cursor
        raised = first and (picture.cursor == step or step in picture.chosen)
        boxes.append(box(picture.about, card, wide, step in picture.offers, raised, key, step))
    return beside(boxes)


def result(picture: Picture, verdict: str, reason: str) -> Text:
    """How a game ended: who won, and everybody's points."""
    state, outcome, translate = picture.state, picture.state["outcome"], picture.translate
    if not outcome:
        return Text(f" {verdict}", BOLD)
    lines = [Text(f" ★ {verdict} ★ ", Style(color="#000000", bgcolor=ACCENT, bold=True)), Text(f" {reason}", DIM)]
    order = sorted(range(len(state["seats"])), key=lambda seat: (seat not in outcome["winners"], -outcome["points"][seat]))
    for seat in order:
        won = seat in outcome["winners"]
        points = translate("gave up") if seat in outcome["resigned"] else str(outcome["points"][seat])
        lines.append(
            Text(f"  {'★' if won else ' '} {seat_name(state, seat, translate):18.18} {points:>8}", BOLD if won else Style())
        )
    return Text("\n").join([*lines, Text()])
