"""What happened, as the rules report it: the kinds of events, and an event as everyone else reads it.

A position does not say how it came about. Only the rules know, and they report it while a move is played (`core/telling.py`).
Internally, an event is one 64-bit number, a *word*; the `EventNames` of a game read it. The word says who may see the face of a
card, and `heard` is the only place that blanks it for everyone else.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from kartenhaus.core.game import SPECTATOR

# The kinds, the same for every game. A place is named like a key of the position: `hands.0`, `draw`, `board.c4`.
(
    FIRST,  # `seat` starts, or deals
    SHUFFLED,  # the `amount` cards of `target` were shuffled: nobody knows their order any more
    CARD,  # one `card` goes from `source` onto `target`, its top; only `seen_by` see its face
    CARDS,  # the lowest `amount` cards of `source` go onto `target` together, in their order
    SHOWN,  # a `card` of `target` is shown where it lies; only `seen_by` hear of it
    FACE,  # the top card of `target` now counts as `card`: a Joker as what it was placed beside
    COLOUR,  # `seat` names the colour `word`: the top card of `target` is now `card`
    DRAGGED,  # the top `amount` cards of `target` go under all others, in their order
    SWAPPED,  # `seat` swaps with `whom`: all cards of `source` and of `target` change places
    TURN,  # it is the turn of `seat`
    SKIP,  # `seat` misses a turn
    DIRECTION,  # `seat` names the neighbour, `word`, who goes next; play goes on that way
    ATTACK,  # `seat` threatens `whom` with `word`
    ALLOWED,  # `seat` lets the attack `word` of `whom` happen
    DEFENCE,  # `seat` turns the attack `word` of `whom` back
    PENALTY,  # `seat` is to draw `amount` cards
    SHORT,  # `seat` draws `amount` cards fewer: there are none
    CANNOT,  # `seat` says that they cannot place a card
    PASSED,  # `seat` can neither play nor draw
    KEPT,  # `seat` keeps the card, or the rest of the hand
    POINTS,  # `seat` wins `amount` points, at `target`
    COUNTED,  # the hand of `seat` counts `amount` points
    ROUND,  # `seat` loses the round: `card` came to lie on `on`
    SAID,  # `seat` says `word`
    OWED,  # `seat` has yet to say `word`
    FORGOT,  # `seat` forgot to say `word`, and `whom` noticed; nobody if it was the table
    OVER,  # the game ends, and `word` says why
) = range(1, 28)


def _names_of(constants: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of all constants that are numbers from 1 on, in small letters, by number."""
    found = {number: name for name, number in constants.items() if name.isupper() and type(number) is int and number > 0}
    return ("", *(found[number].lower() for number in range(1, len(found) + 1)))


KINDS = _names_of(globals())
"""The kinds as text, by number."""
ANYTHING = "?"  # a hidden card

# A word, from its lowest bit: kind, rule, card, source, target, seat + 1, whom + 1, a number, and who may see the card as bits.
RULE_AT, CARD_AT, SOURCE_AT, TARGET_AT, SEAT_AT, WHOM_AT, NUMBER_AT, SEEN_AT = 5, 11, 18, 26, 34, 37, 40, 52
# The bits of each part, once it is shifted down; seats and places come twice.
KIND_OF, RULE_OF, CARD_OF = ((1 << end - start) - 1 for start, end in ((0, RULE_AT), (RULE_AT, CARD_AT), (CARD_AT, SOURCE_AT)))
PLACE_OF, SEAT_OF, NUMBER_OF = (
    (1 << end - start) - 1 for start, end in ((SOURCE_AT, TARGET_AT), (SEAT_AT, WHOM_AT), (NUMBER_AT, SEEN_AT))
)
WATCHING = 6  # the bit of spectators
ALL = (1 << WATCHING + 1) - 1  # who may see a card: all seats, and spectators
_FACE_DOWN = ~(CARD_OF << CARD_AT)
_WORDED = {COLOUR, DIRECTION, ATTACK, ALLOWED, DEFENCE, SAID, OWED, FORGOT, OVER}  # the number stands for a word of the game


class Event(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, rename={"source": "from", "target": "to"}):
    """One thing that happened in a game. What a kind does not need is empty, or -1 for nobody."""

    kind: str
    """What happened: see below."""
    rule: str
    """The id of the rule behind it."""
    seat: int = -1
    """The seat it is about; left out if there is none."""
    whom: int = -1
    """The other seat; left out if there is none."""
    card: str = ""
    """The card in notation; `?` for one that the viewer may not see."""
    on: str = ""
    """The card it lies on now."""
    source: str = ""
    """The place it left."""
    target: str = ""
    """The place where it is now, or where something happened."""
    amount: int = 0
    """The number of cards or points."""
    word: str = ""
    """A colour, a direction, an attack, what was said, or why the game is over."""
    seen_by: tuple[int, ...] | None = None
    """The seats that see the face of a card, if not everybody does."""
    words: str = ""
    """A sentence in the viewer's language about this event. If it covers the next events too, those have none."""
    who: str = ""
    """The name of a player with which that sentence begins; left out if it begins with something else."""


class EventNames:
    """What the numbers in the words of a game mean: rules, cards and their faces, places, and words."""

    def __init__(self, game: str, ids: Any, faces: Sequence[str], places: Sequence[str], words: Sequence[str] = ()) -> None:
        """`ids` is the module with the game's rules as constants; `words` are numbered from 1."""
        self.rules = ("", *(f"{game}/{name.replace('_', '-')}" for name in _names_of(vars(ids))[1:]))
        self.faces, self.places, self.words = faces, places, ("", *words)
        self.read = lru_cache(5000)(self._read)  # most events happen again and again

    def _read(self, word: int) -> Event:
        kind, number = word & KIND_OF, word >> NUMBER_AT & NUMBER_OF
        card, seen = word >> CARD_AT & CARD_OF, word >> SEEN_AT
        has_card = kind in (CARD, SHOWN, FACE, COLOUR, ROUND)
        return Event(
            KINDS[kind],
            self.rules[word >> RULE_AT & RULE_OF],
            (word >> SEAT_AT & SEAT_OF) - 1,
            (word >> WHOM_AT & SEAT_OF) - 1,
            self.faces[card] if has_card else "",
            self.faces[number] if kind == ROUND else "",
            self.places[word >> SOURCE_AT & PLACE_OF],
            self.places[word >> TARGET_AT & PLACE_OF],
            0 if kind in _WORDED or kind == ROUND else number,
            self.words[number] if kind in _WORDED else "",
            None if seen == ALL else tuple(seat for seat in range(WATCHING) if seen >> seat & 1),
        )

    def events(self, words: Iterable[int]) -> list[Event]:
        """The events of some words."""
        return [self.read(word) for word in words]

    def first(self, words: array[int], count: int) -> list[Event]:
        """The events of the first `count` words."""
        return self.events(words[:count])


def heard(words: Iterable[int], viewer: int) -> list[int]:
    """The words as a seat or a spectator hears them: cards that they may not see are blank, what is shown to others is left out."""
    mine = 1 << SEEN_AT << (WATCHING if viewer == SPECTATOR else viewer)
    return [word if word & mine else word & _FACE_DOWN for word in words if word & mine or word & KIND_OF != SHOWN]


class Journal:
    """All that has happened since the deal: words, eight bytes each."""

    __slots__ = ("_heard", "_open", "_told", "words")

    def __init__(self) -> None:
        self.words = array("q")
        self._told: tuple[int, ...] = ()  # the words of the last move
        self._open = False  # whether everybody saw every card of it
        self._heard: dict[int, tuple[int, array[int]]] = {}  # by viewer: how far they have heard, and what

    def add(self, words: Sequence[int]) -> None:
        """Add the words of a move, or of the deal."""
        self._told = tuple(words)
        self._open = min(self._told, default=0) >= ALL << SEEN_AT  # its highest bits
        self.words.extend(words)

    def clone(self) -> Journal:
        """An independent copy."""
        twin = Journal()
        twin.words, twin._told, twin._open = self.words[:], self._told, self._open
        return twin

    def latest(self, viewer: int | None = None) -> tuple[int, ...]:
        """The words of the last move as a viewer hears them; without a viewer, complete."""
        return self._told if viewer is None or self._open else tuple(heard(self._told, viewer))

    def is_open(self) -> bool:
        """Whether everybody saw every card of the last move."""
        return self._open

    def heard(self, viewer: int) -> array[int]:
        """All words since the deal as a viewer heard them; later calls extend the same array."""
        start, mine = self._heard.get(viewer, (0, array("q")))
        if start < len(self.words):
            mine.extend(heard(self.words[start:], viewer))
            self._heard[viewer] = len(self.words), mine
        return mine
