"""MAD in a terminal: the open pile and its colour, the direction of play, and attacks."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from kartenhaus.cli.screen.faces import HIDDEN, PLAIN, Face, box, chip, colour_name, printed, style_of
from kartenhaus.cli.screen.tables import BOLD, DIM, Picture, count, name_line
from kartenhaus.cli.screen.words import seat_name
from kartenhaus.games.mad.words import ATTACKS
from kartenhaus.table.states import Welcome

POINTED = ()
COLOURS = {
    "g": ("☂", "#000000", "#5fc95f"),
    "y": ("▲", "#000000", "#f5d327"),
    "r": ("♥", "#ffffff", "#c0282d"),
    "b": ("◆", "#ffffff", "#2456b8"),
}


def face(about: Welcome, kind: str, taken: str, word: str) -> Face:
    """A coloured card, or a wild with the colour it was given."""
    if kind[0] in COLOURS and len(kind) == 2:
        return Face(COLOURS[kind[0]][0], kind[1], printed(about, kind), style_of(COLOURS[kind[0]]))
    if taken:
        return Face(COLOURS[taken][0], kind, colour_name(about, taken), style_of(COLOURS[taken]))
    return Face("★", kind, word, style_of(PLAIN))


def paint(picture: Picture) -> Text:
    """The piles, the direction of play, and an attack."""
    view, translate = picture.view, picture.translate
    lying = view["open"].split()
    top = lying[-1] if lying else HIDDEN
    colour = top.partition(":")[2] or (top[0] if len(top) == 2 and top[0] in "gyrb" else "")
    closed, shown = box(picture.about, HIDDEN, 8), box(picture.about, top, 15, offered=True)
    words = Text(f"  {picture.about.names.cards.get(top.partition(':')[0], '')}  ", BOLD)
    named = (
        Text(f" {COLOURS[colour][0]} {colour_name(picture.about, colour).upper()} ", style_of(COLOURS[colour]))
        if colour
        else Text()
    )
    side = [Text(), words, Text.assemble("  ", named), Text()]
    lines = [Text(), *(Text.assemble("   ", one, "   ", two, three) for one, two, three in zip(closed, shown, side, strict=True))]
    labels = f"   {translate('Closed pile')} {count(view['closed'])}   {translate('Open pile')} {len(lying)}"
    lines += [Text(labels, DIM), Text()]
    right = view["direction"] == "right"
    way = translate("Play goes to the right") if right else translate("Play goes to the left")
    lines.append(Text(f"   {'→' if right else '←'} {way}", BOLD))
    order = range(len(view["hands"])) if right else reversed(range(len(view["hands"])))
    names = [part for seat in order for part in (name_line(picture, seat), (" → ", DIM))]
    lines += [Text.assemble("   ", *names), Text()]
    if view.get("attack"):
        lines.append(_attack(picture))
    below = [chip(picture.about, card) for card in reversed(lying[-8:-1])]
    if below:
        lines.append(Text.assemble("   ", (f"{translate('Under it')} ", DIM), Text(" ").join(below)))
    return Text("\n").join(lines)


def _attack(picture: Picture) -> Text:
    view, state, translate = picture.view, picture.state, picture.translate
    victims, attacker = ([state.to_act], view["threat"]) if "threat" in view else ([view.get("to", -1)], state.to_act)
    text = translate("{attack}! {attacker} against {victim}").format(
        attack=translate(ATTACKS[view["attack"]]),
        attacker=seat_name(state, attacker, translate),
        victim=", ".join(seat_name(state, victim, translate) for victim in state.asked or victims),
    )
    return Text(f"   ⚡ {text} ", Style(color="#ffffff", bgcolor="#a01c2c", bold=True))
