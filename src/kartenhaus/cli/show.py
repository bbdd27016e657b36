"""A table as lines of text, for pipes and plain terminals: the same picture as on the screen."""

from __future__ import annotations

from rich.text import Text

from kartenhaus.cli.screen import tables
from kartenhaus.cli.screen.faces import face
from kartenhaus.core.history import History
from kartenhaus.core.words import same
from kartenhaus.table import alone

WIDTH, HEIGHT = 78, 1  # as low as possible: lines are read one after the other


def painted(history: History, seat: int, names: list[str]) -> list[Text]:
    """The table as a seat sees it: its middle, the players, and the hand with the names of cards in moves."""
    about = alone.welcome(history, seat)
    state = alone.state(history, seat, alone.seats(names))
    picture = tables.Picture(about, state, same, width=WIDTH, height=HEIGHT)
    cards = picture.view["hands"][seat].split()
    faces = [Text(f" {face(about, card).symbol}{card} ", face(about, card).style) for card in cards]
    hand = Text.assemble(("\nyour hand  ", "bold"), Text(" ").join(faces) if faces else Text("empty", "dim"))
    return [tables.paint(picture), tables.seats(picture, lambda _: ""), hand]
