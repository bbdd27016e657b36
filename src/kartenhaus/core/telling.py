"""How the rules report events while a move is played; see `core/events.py` for what each kind of event means.

Every function writes one word into the journal of a position, and only while its field `telling` is set. Kernels, for search and
simulation, are compiled without all this: nobody listens there. A full journal takes no more words, and `core/history.py` raises
an error.
"""

from __future__ import annotations

from typing import Any

from kartenhaus.core import events
from kartenhaus.core.jit import compiled, inlined, listening

# Plain names for what compiled code reads; LLVM folds them into one number at each place that reports an event.
RULE_AT, CARD_AT, SOURCE_AT, TARGET_AT = events.RULE_AT, events.CARD_AT, events.SOURCE_AT, events.TARGET_AT
SEAT_AT, WHOM_AT, NUMBER_AT, SEEN_AT = events.SEAT_AT, events.WHOM_AT, events.NUMBER_AT, events.SEEN_AT
ALL = events.ALL


@inlined
def telling(pos: Any) -> bool:
    """Whether somebody listens to events."""
    return listening() and pos.telling != 0


@compiled
def note(pos: Any, word: int) -> None:
    """Write a word into the journal, if there is room."""
    if pos.told < len(pos.journal):
        pos.journal[pos.told] = word
    pos.told += 1


@inlined
def tell_card(pos: Any, card: int, source: int, target: int, seen: int, rule: int) -> None:
    """A card goes from one place to another; `seen` has a bit for each seat that sees its face, or is ALL."""
    if telling(pos):
        moved = card << CARD_AT | source << SOURCE_AT | target << TARGET_AT
        note(pos, events.CARD | rule << RULE_AT | moved | seen << SEEN_AT)


@inlined
def tell_cards(pos: Any, amount: int, source: int, target: int, rule: int) -> None:
    """The lowest cards of a place go to another together; 0 cards are no event."""
    if telling(pos) and amount > 0:
        moved = source << SOURCE_AT | target << TARGET_AT | amount << NUMBER_AT
        note(pos, events.CARDS | rule << RULE_AT | moved | ALL << SEEN_AT)


@inlined
def tell(pos: Any, kind: int, seat: int, number: int, rule: int) -> None:
    """Something happens to a seat (or NOBODY); the number is an amount or a word."""
    if telling(pos):
        note(pos, kind | rule << RULE_AT | (seat + 1) << SEAT_AT | number << NUMBER_AT | ALL << SEEN_AT)


@inlined
def tell_at(pos: Any, kind: int, seat: int, number: int, place: int, rule: int) -> None:
    """The same at a place."""
    if telling(pos):
        who = (seat + 1) << SEAT_AT | place << TARGET_AT
        note(pos, kind | rule << RULE_AT | who | number << NUMBER_AT | ALL << SEEN_AT)


@inlined
def tell_against(pos: Any, kind: int, seat: int, whom: int, number: int, rule: int) -> None:
    """Something between two seats."""
    if telling(pos):
        who = (seat + 1) << SEAT_AT | (whom + 1) << WHOM_AT
        note(pos, kind | rule << RULE_AT | who | number << NUMBER_AT | ALL << SEEN_AT)


@inlined
def tell_swapped(pos: Any, seat: int, whom: int, source: int, target: int, rule: int) -> None:
    """All cards of two places change places."""
    if telling(pos):
        who = (seat + 1) << SEAT_AT | (whom + 1) << WHOM_AT
        note(pos, events.SWAPPED | rule << RULE_AT | who | source << SOURCE_AT | target << TARGET_AT | ALL << SEEN_AT)


@inlined
def tell_shown(pos: Any, card: int, place: int, seen: int, rule: int) -> None:
    """A card is shown where it lies, to the seats in `seen`; nobody else hears of it."""
    if telling(pos):
        note(pos, events.SHOWN | rule << RULE_AT | card << CARD_AT | place << TARGET_AT | seen << SEEN_AT)


@inlined
def tell_face(pos: Any, kind: int, seat: int, card: int, number: int, place: int, rule: int) -> None:
    """A card counts as something else where it lies, or a round is lost by it."""
    if telling(pos):
        what = card << CARD_AT | number << NUMBER_AT | place << TARGET_AT
        note(pos, kind | rule << RULE_AT | what | (seat + 1) << SEAT_AT | ALL << SEEN_AT)
