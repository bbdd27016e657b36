"""Read and write positions: helpers for every game's `notation.py`."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NoReturn

from kartenhaus.core.cards import UNKNOWN, CardNames, spread
from kartenhaus.core.errors import InvalidMove, NotationError
from kartenhaus.core.game import NOBODY, Position, Written, suggestion
from kartenhaus.core.packed import Bytes, Longs
from kartenhaus.core.random import seed_words, shuffle

ANY = "*"  # in an expectation: not compared
LAST = "last"  # once the game is over: the seat that would be to act, while `to_act` is nobody


class PositionReader:
    """Reads a `[position]`; an error names the key, what is wrong and what would be right."""

    def __init__(self, written: Written, keys: Sequence[str], cards: CardNames, pos: Position, hidden: bool) -> None:
        if LAST in written and written.get("to_act") == NOBODY:
            written = {key: value for key, value in written.items() if key != LAST} | {"to_act": written[LAST]}
        self.written = written
        self.cards = cards
        self.seats = int(pos.seats)
        self.most = int(pos.deck.sum())
        self.hidden = hidden
        for key in written:
            if key not in keys:
                self.fail(key, f"unknown key; a position has {', '.join(keys)}{suggestion(key, keys)}")

    def fail(self, key: str, message: str) -> NoReturn:
        """Raise a NotationError that names the key."""
        if message.endswith(", not None"):
            message = f"is missing; it {message.removesuffix(', not None')}"
        raise NotationError("{key}: {message}", key=key, message=message)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number within bounds."""
        value = self.written.get(key, default)
        if type(value) is not int or not low <= value <= high:
            self.fail(key, f"must be a whole number from {low} to {high}, not {value!r}"[:200])
        return value

    def seat(self, key: str, default: int | None = None) -> int:
        """The number of a seat."""
        value = self.written.get(key, default)
        if type(value) is not int or not 0 <= value < self.seats:
            self.fail(key, f"must be a seat from 0 to {self.seats - 1}, not {value!r}"[:200])
        return value

    def flag(self, key: str) -> bool:
        """True or false; false if the key is missing."""
        value = self.written.get(key, False)
        if not isinstance(value, bool):
            self.fail(key, f"must be true or false, not {value!r}"[:200])
        return value

    def word(self, key: str, words: Sequence[str], default: str) -> int:
        """The place of a word in a list."""
        value = self.written.get(key, default)
        if value not in words:
            self.fail(key, f"must be one of {', '.join(words)}, not {value!r}"[:200])
        return words.index(value)

    def text(self, key: str) -> str:
        """A string, empty if the key is missing."""
        value = self.written.get(key, "")
        if not isinstance(value, str):
            self.fail(key, f"must be a string, not {value!r}"[:200])
        return value

    def texts(self, key: str) -> list[str]:
        """One string for each seat, all empty if the key is missing."""
        value = self.written.get(key, [""] * self.seats)
        if not (isinstance(value, list) and len(value) == self.seats and all(isinstance(text, str) for text in value)):
            self.fail(key, f"must be a list of {self.seats} strings, one for each seat")
        return value

    def numbers(self, key: str, low: int, high: int) -> list[int]:
        """One whole number for each seat, all 0 if the key is missing."""
        value = self.written.get(key, [0] * self.seats)
        if not (isinstance(value, list) and len(value) == self.seats and all(type(n) is int and low <= n <= high for n in value)):
            self.fail(key, f"must be a list of {self.seats} whole numbers from {low} to {high}, one for each seat")
        return value

    def kinds(self, key: str, text: str) -> list[int]:
        """A list of cards."""
        try:
            kinds = self.cards.parse_list(text, self.hidden)
        except NotationError as error:
            self.fail(key, str(error))
        if len(kinds) > self.most:
            self.fail(key, f"{len(kinds)} cards, more than the deck has")
        return kinds

    def hand(self, key: str, text: str, counts: Bytes) -> int:
        """Add the cards of a list to `counts`, except hidden ones; return the length of the list."""
        kinds = self.kinds(key, text)
        for kind in kinds:
            if counts[kind] == 100:
                self.fail(key, f"more of {self.cards.names[kind]} than any deck has")
            counts[kind] += kind != UNKNOWN
        return len(kinds)

    def pile(self, key: str, pos: Position, pile: Bytes, deck: Bytes, shown: Longs) -> int:
        """Fill a face-down pile and return its height. The next card comes first in the text and last in the array.

        Cards not named anywhere lie at the bottom, shuffled, or hidden in a view. `shown` counts the cards everywhere else.
        Fails if the deck has too few of a card.
        """
        named = self.kinds(key, self.text(key))
        tally = Counter(kind for kind in named if kind != UNKNOWN)
        for kind in range(1, len(deck)):
            if shown[kind] + tally[kind] > deck[kind]:
                used = int(shown[kind]) + tally[kind]
                self.fail("cards", f"the deck has {deck[kind]} of {self.cards.names[kind]}, this position {used}")
        rest = int(deck[1:].sum()) - int(shown.sum()) - len(named)
        if rest < 0:
            self.fail("cards", "more cards than the deck has")
        left = 0
        if not self.hidden:
            counts = deck - shown
            for kind, count in tally.items():
                counts[kind] -= count
            left = spread(counts, pile, 0)
            shuffle(pos, pile, left)
        else:
            left = rest
        for kind in reversed(named):
            pile[left] = kind
            left += 1
        return left

    def random(self, pos: Position) -> None:
        """Read the random state: the seed and the number of blocks used; without it, the seed is 1."""
        text = self.text("random") or "1 0"
        words = text.split()
        try:
            seed, block = int(words[0], 16), int(words[1])
        except (ValueError, IndexError):
            seed = block = -1
        if len(words) != 2 or not 0 <= seed < 1 << 256 or not 0 <= block < 1 << 60:
            self.fail("random", "must be the seed in hexadecimal digits, a space, and the number of blocks used")
        pos.key[:] = 0 if self.hidden else seed_words(seed)
        pos.block = 0 if self.hidden else block


def write_random(pos: Position, written: Written) -> None:
    """Write the random state, unless it has been erased."""
    if any(pos.key) or pos.block:
        written["random"] = f"{sum(int(word) << 32 * i for i, word in enumerate(pos.key)):x} {pos.block}"


def same_cards(expected: object, actual: object, ordered: bool) -> bool:
    """Whether two lists of cards are the same, with or without order; in lists, an entry `*` is not compared."""
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(
            want == ANY or same_cards(want, have, ordered) for want, have in zip(expected, actual, strict=True)
        )
    if isinstance(expected, str) and isinstance(actual, str):
        want, have = expected.split(), actual.split()
        return want == have if ordered else Counter(want) == Counter(have)
    return expected == actual


def same_start(expected: object, actual: object) -> bool:
    """Whether a face-down pile begins with the cards expected."""
    return isinstance(expected, str) and isinstance(actual, str) and actual.split()[: len(expected.split())] == expected.split()


def parse_seat(text: str, seats: int) -> int:
    """The number of a seat, or InvalidMove."""
    if re.fullmatch("[0-9]", text) and int(text) < seats:
        return int(text)
    raise InvalidMove("there is no seat “{seat}”; seats are 0 to {last}", seat=text[:20], last=seats - 1)


def unknown_move(text: str, forms: Mapping[str, str] | Sequence[str]) -> InvalidMove:
    """The error for a text that is not a move; it lists the forms a move can have."""
    return InvalidMove("“{text}” is not a move; moves are {forms}", text=text[:60], forms=", ".join(forms))


def read_known(read: PositionReader, pos: Position) -> None:
    """`known = ["1 of 0: g5 r3"]`: seat 1 knows that seat 0 holds these cards, among others."""
    lines = read.written.get("known", [])
    if not isinstance(lines, list):
        read.fail("known", 'must be a list of lines like "1 of 0: CARDS"')
    for line in lines:
        found = re.fullmatch(r"([0-5]) of ([0-5]): (.+)", line) if isinstance(line, str) else None
        by, of = (int(found[1]), int(found[2])) if found else (0, 0)
        if not found or by == of or max(by, of) >= read.seats:
            read.fail("known", f'“{str(line)[:40]}”: write "1 of 0: CARDS" when seat 1 knows cards of seat 0')
        read.hand("known", found[3], pos.known[of, by])
        if (pos.known[of, by] > pos.hands[of]).any():
            read.fail("known", f"“{line[:40]}”: seat {of} does not hold these cards")


def write_known(pos: Position, cards: CardNames, written: Written) -> None:
    """The inverse of `read_known`; the key is left out if nobody knows anything."""
    known = pos.some("known")
    if known:
        written["known"] = list(_known(known, pos.seats, cards))


@lru_cache(1000)
def _known(known: bytes, seats: int, cards: CardNames) -> list[str]:
    kinds = len(cards.names)
    most = math.isqrt(len(known) // kinds)  # seats that a position has room for
    starts = ((by, of, kinds * (of * most + by)) for by in range(seats) for of in range(seats))
    texts = ((by, of, cards.format_counts(known[start : start + kinds])) for by, of, start in starts)
    return [f"{by} of {of}: {text}" for by, of, text in texts if text]
