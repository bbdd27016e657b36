"""Paint the table: the middle by the game's own painter, the players around it, the hand, and the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rich.style import Style
from rich.text import Text

from kartenhaus.cli.screen.faces import ACCENT, HIDDEN, beside, box, chip, painter_of, touch
from kartenhaus.cli.screen.steps import Step
from kartenhaus.cli.screen.words import seat_name
from kartenhaus.core.texts import ENGLISH, plural_form
from kartenhaus.core.words import Translate
from kartenhaus.table.states import State, Welcome

DIM, BOLD = Style(dim=True), Style(bold=True)


@dataclass
class Picture:
    """What a painter needs: the table, the choices, the cursor, and the room there is."""

    about: Welcome
    state: State
    translate: Translate
    offers: list[Step] = field(default_factory=list)
    cursor: Step | None = None
    width: int = 50
    height: int = 16
    chosen: tuple[Step, ...] = ()
    earns: dict[Step, int] = field(default_factory=dict)
    language: str = ENGLISH

    @property
    def view(self) -> dict[str, Any]:
        """The game as the viewer may know it."""
        return self.state.view or {}


def paint(picture: Picture) -> Text:
    """The middle of the table."""
    if not picture.view:
        return Text()
    return painter_of(picture.state.game).paint(picture)


def count(cards: str) -> int:
    """How many cards are in a place."""
    return len(cards.split())


def empty(width: int) -> list[Text]:
    """A place without a card."""
    inside = width - 2
    rows = ["╭" + "╌" * inside + "╮", "┊" + " " * inside + "┊", "┊" + " " * inside + "┊", "╰" + "╌" * inside + "╯"]
    return [Text(row, DIM) for row in rows]


def name_line(picture: Picture, seat: int, step: Step | None = None) -> Text:
    """Who sits on a seat, and whether it is their turn."""
    acts = seat in (picture.state.asked or [picture.state.to_act])
    style = Style(color=ACCENT, bold=True) if picture.cursor is not None and picture.cursor == step else BOLD if acts else Style()
    if step is not None and step in picture.offers:
        style += Style(underline=True)
    return Text(f"{'▶' if acts else ' '} {seat_name(picture.state, seat, picture.translate):.16}", style + touch(step))


# Around the middle


def seats(picture: Picture, remarks: Callable[[int], str]) -> Text:
    """Everybody at the table: whose turn it is, their cards and points, and remarks."""
    state, view = picture.state, picture.view
    lines = []
    for seat in range(len(state.seats)):
        step = Step("seat", str(seat))
        line = Text.assemble(name_line(picture, seat, step), f" ({picture.translate('you')})" if state.you == seat else "")
        hands = view.get("hands")
        told = [] if hands is None else [f"▮{count(hands[seat])}"]
        known = [card for card in hands[seat].split() if card != HIDDEN] if hands is not None and seat != state.you else []
        if "points" in view:
            told.append(f"★{view['points'][seat]}")
        if view.get("owes") and view["owes"][seat]:
            told.append(f"! {view['owes'][seat]}")
        said = remarks(seat)
        line.append("\n    ", touch(step))
        line.append("  ".join(filter(None, [*told, said])), DIM + touch(step))
        if known:
            line.append_text(Text.assemble("\n    ", Text(" ").join(chip(picture.about, card) for card in known)))
        lines.append(line)
    return Text("\n").join(lines)


def hand(picture: Picture, cards: list[str], width: int) -> Text:
    """The viewer's cards, with bold frames if they can be played; narrower if there are many."""
    wide = max(5, min(14, width // max(1, len(cards))))
    boxes = []
    for number, card in enumerate(cards, 1):
        step = Step("card", card)
        key = str(number) if number < 10 else ""
        first = cards.index(card) == number - 1  # of equal cards, only the first has the cursor
        raised = first and (picture.cursor == step or step in picture.chosen)
        boxes.append(box(picture.about, card, wide, step in picture.offers, raised, key, step))
    return beside(boxes)


def result(picture: Picture, verdict: str, reason: str) -> Text:
    """How a game ended: who won, and everybody's points."""
    state, outcome, translate = picture.state, picture.state.outcome, picture.translate
    if not outcome:
        return Text(f" {verdict}", BOLD)
    lines = [Text(f" ★ {verdict} ★ ", Style(color="#000000", bgcolor=ACCENT, bold=True)), Text(f" {reason}", DIM)]
    called = picture.about.points
    better = 1 if called.fewer_win else -1
    order = sorted(range(len(state.seats)), key=lambda seat: (seat not in outcome.winners, better * outcome.points[seat]))
    for seat in order:
        won, count = seat in outcome.winners, outcome.points[seat]
        words = (called.one if plural_form(count, picture.language) == "one" else called.other).format(count=count)
        points = translate("gave up") if seat in outcome.resigned else words
        lines.append(Text(f"  {'★' if won else ' '} {seat_name(state, seat, translate):18.18} {points}", BOLD if won else Style()))
    return Text("\n").join([*lines, Text()])
