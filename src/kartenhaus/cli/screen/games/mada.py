"""MADA in a terminal: everybody's pile, the cards aside, and the draw pile."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from kartenhaus.cli.screen.faces import HIDDEN, Face, box, chip, style_of, touch
from kartenhaus.cli.screen.faces import face as face_of
from kartenhaus.cli.screen.steps import Step
from kartenhaus.cli.screen.tables import BOLD, DIM, Picture, count, empty, name_line
from kartenhaus.table.states import Welcome

COLOURS: dict[str, tuple[str, str, str]] = {}
POINTED = ()
CACTUS = ("#d7f2c0", "#bfe6a3", "#a3d985", "#86c96b", "#6ab656", "#52a146", "#3f8b3a", "#32762f", "#276426", "#1e541f", "#17451a")


def face(about: Welcome, kind: str, taken: str, word: str) -> Face:  # noqa: ARG001, one protocol for all games
    """A special card, or a Cactus card with its prickly pears."""
    special = {"L": ("§", "#000000", "#e8c46a"), "D": ("¤", "#000000", "#f0a83c"), "S": ("ψ", "#ffffff", "#7a1f2b")}
    if kind in special:
        return Face(special[kind][0], kind, word, style_of(special[kind]))
    green = CACTUS[(int(kind) - 1) * (len(CACTUS) - 1) // 12]
    pears = "*" * int(about.picture.get("pears", {}).get(kind, 0))
    return Face("♣", kind, pears, Style(color="#000000" if int(kind) < 7 else "#ffffff", bgcolor=green))


def paint(picture: Picture) -> Text:
    """Every pile, and the cards aside."""
    view, translate = picture.view, picture.translate
    counted = f" {translate('Draw pile')} {count(view['draw'])}   {translate('Discard')} {count(view['discard'])}  "
    room = max(0, (picture.width - len(counted)) // 6)
    last = Text(" ").join(chip(picture.about, card) for card in view["discard"].split()[-room:]) if room else Text()
    lines = [Text.assemble((counted, DIM), last)]
    small = picture.height < 4 * len(view["piles"]) + 2
    for seat, cards in enumerate(view["piles"]):
        lines += _seat(picture, seat, cards.split(), small)
    return Text("\n").join(lines)


def _seat(picture: Picture, seat: int, pile: list[str], small: bool) -> list[Text]:
    step = Step("seat", str(seat))
    aside = picture.view["aside"][seat].split()
    printed = picture.about.picture
    cactus = sum(card in printed["pears"] for card in aside)
    name = name_line(picture, seat, step)
    score = Text(f"{'●' * cactus}{'○' * (printed['goal'] - cactus)}", BOLD if cactus > 2 else DIM)
    face_up = seat == picture.state.you or picture.state.outcome or printed["open_aside"]
    if aside and face_up and HIDDEN not in aside:
        score.append(f" {sum(int(printed['pears'].get(card, 0)) for card in aside)}*", "bold")
    under = _under(picture, pile)
    if small:
        top = chip(picture.about, pile[-1]) if pile else Text(" – ", DIM)
        return [Text.assemble(name, " ", top, " ", under, "  ", score, style=touch(step))]
    top_box = box(picture.about, pile[-1], 10, step in picture.offers, picture.cursor == step, step=step) if pile else empty(10)
    beside_it = [Text(), Text.assemble("  ", name), Text.assemble("  ", score, "   ", under), Text()]
    return [Text.assemble(" ", left, right) for left, right in zip(top_box, beside_it, strict=True)]


def _under(picture: Picture, pile: list[str]) -> Text:
    """The cards under the top; first how many equal it, since a Lemur would drag them all."""
    if len(pile) < 2:
        return Text()
    equal = 0
    while equal + 1 < len(pile) and pile[-2 - equal] == pile[-1] and pile[-1].isdigit():
        equal += 1
    text = Text(f"={equal + 1} " if equal else "", "bold")
    for card in reversed(pile[max(0, len(pile) - 8) : len(pile) - 1]):
        text.append_text(Text(f"{face_of(picture.about, card).short.strip()} ", DIM if card.isdigit() else BOLD))
    return text
