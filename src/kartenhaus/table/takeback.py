"""Whether moves can be taken back without anybody having learned something from them; their events show it."""

from __future__ import annotations

from kartenhaus.core.events import ANYTHING, Event
from kartenhaus.core.game import Written
from kartenhaus.core.history import History

MOST = 20  # moves that can be taken back at once


def may_return(history: History, moves: int) -> bool:
    """Whether all but the first `moves` moves can be taken back."""
    if len(history.played) - moves > MOST:
        return False
    replay = history.at(moves)
    for entry in history.played[moves:]:
        view = replay.written(entry.seat)
        replay.repeat(entry.move, entry.seat)
        if any(_reveals(event, view, entry.seat) for event in replay.events):
            return False
    return True


def _reveals(event: Event, view: Written, seat: int) -> bool:
    """Whether an event reveals something new to the player, who saw this view, or a card to only some of the others."""
    if event.kind == "card":
        return ANYTHING in _lying(view, event.source) or event.seen_by not in (None, (), (seat,))
    if event.kind == "swapped":
        return ANYTHING in _lying(view, event.source) + _lying(view, event.target)
    return event.kind in ("shown", "shuffled")


def _lying(view: Written, place: str) -> str:
    """The cards at a place of a view: `draw`, `hands.0`, `board.c4`."""
    key, _, name = place.partition(".")
    cards = view.get(key, "")
    found: str = cards if isinstance(cards, str) else cards[int(name)] if isinstance(cards, list) else cards.get(name, "")
    return found
