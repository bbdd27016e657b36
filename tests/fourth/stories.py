"""What happened in High Card, in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartenhaus.core.events import Event
from kartenhaus.core.words import Sentences, Voice

SENTENCES: Sentences = {
    "first": ("You lead.", "{who} leads."),
    "played": ("You play {card}.", "{who} plays {card}."),
    "points": ("You take the trick.", "{who} takes the trick."),
    "over": "The highest cards have won.",
}
SILENT = {"cards", "shuffled", "turn"}


def sentences(seat: int, move: str, events: Sequence[Event], voice: Voice) -> Iterator[tuple[int, str]]:
    """What a move or the deal did; each sentence with the number of its first event."""
    for at, event in enumerate(events):
        if event.kind == "card" and event.source == f"hands.{seat}":
            yield at, voice.say(SENTENCES["played"], seat, card=event.card)
        elif event.kind in SENTENCES:
            yield at, voice.say(SENTENCES[event.kind], event.seat)
