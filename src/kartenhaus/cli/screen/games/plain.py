"""The painter for games without their own: piles by the names of their places, then the rest of the position."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from kartenhaus.cli.screen.faces import PLAIN, Face, chip, style_of
from kartenhaus.cli.screen.tables import BOLD, DIM, Picture, count, name_line
from kartenhaus.table.states import Welcome

COLOURS: dict[str, tuple[str, str, str]] = {}
POINTED = ()
KNOWN = ("to_act", "hands", "random", "known", "last")  # shown elsewhere, or not worth showing
LAST = 8  # cards of a pile that are shown


def face(about: Welcome, kind: str, taken: str, word: str) -> Face:  # noqa: ARG001, one protocol for all games
    """A card with its text."""
    return Face("", f"{kind}:{taken}" if taken else kind, "" if word == kind else word, style_of(PLAIN))


def paint(picture: Picture) -> Text:
    """Every place with its last cards, then the rest of the position, by key."""
    view, places = picture.view, picture.about.names.places
    lines = [line for key, name in places.items() if key in view and key != "hands" for line in _place(picture, key, name)]
    for key, value in view.items():
        if key not in places and key not in KNOWN and not isinstance(value, dict):
            said = " ".join(map(str, value)) if isinstance(value, list) else str(value)
            lines.append(Text.assemble((f" {key} ", DIM), (said, BOLD)))
    return Text("\n").join([Text(), *lines])


def _place(picture: Picture, key: str, name: str) -> Iterator[Text]:
    """A place, or one for each seat or space."""
    value = picture.view[key]
    if isinstance(value, str):
        yield Text.assemble((f" {name} ", DIM), _cards(picture, value))
    elif isinstance(value, list):
        yield Text(f" {name}", DIM)
        for seat, cards in enumerate(value):
            yield Text.assemble("  ", name_line(picture, seat), "  ", _cards(picture, cards))
    else:
        yield Text(f" {name}", DIM)
        for space, cards in value.items():
            yield Text.assemble((f"  {space} ", BOLD), _cards(picture, cards))


def _cards(picture: Picture, cards: str) -> Text:
    """The number of cards, and the last of them, top first."""
    shown = [chip(picture.about, card) for card in reversed(cards.split()[-LAST:]) if card != "?"]
    return Text.assemble((f"{count(cards)}  " if cards else "–", BOLD), Text(" ").join(shown))
