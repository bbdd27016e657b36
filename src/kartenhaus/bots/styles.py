"""What gives a player a style: whom they have to thank for what was done to them."""

from __future__ import annotations

from collections.abc import Iterable

from kartenhaus.core.events import Event
from kartenhaus.core.game import NOBODY

HAND = "hands."


def tormentor(events: Iterable[Event], seat: int) -> int:
    """The other seat that attacked a seat last, swapped with it, gave it a card, or made it draw or miss a turn; nobody if none."""
    found, played, own = NOBODY, NOBODY, f"{HAND}{seat}"
    for event in events:
        if event.kind == "card" and event.source.startswith(HAND):
            played = int(event.source.removeprefix(HAND))
            found = played if event.target == own else found
        elif event.kind in ("attack", "swapped") and event.whom == seat:
            found = event.seat
        elif event.kind in ("penalty", "skip") and event.seat == seat and played != seat:
            found = played
    return found
