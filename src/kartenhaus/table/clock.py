"""A table's clock: its kinds, how each counts, and what may be chosen."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from kartenhaus.core.errors import OptionError

DAY = 86_400
MAX_SECONDS = DAY
MAX_DAYS = 14
KINDS = {
    "none": "no time is kept",
    "move": "`seconds` for each decision",
    "bank": "`seconds` for the whole game, and `increment` seconds more after each move",
    "days": "`seconds` for each decision, in whole days: the time also runs while nobody is connected",
}
AT_ZERO = {"bot": "a bot makes a plain move for the seat", "resign": "the seat must give up"}
"""The kinds of clocks and what happens at zero, by name, with their meanings for programs."""
PHRASES = {
    "move": "{time} for each move",
    "bank": "{time} for the whole game",
    "bank, more": "{time} for the whole game, and {more} more after each move",
    "days": "{time} for each move, day and night",
    "bot": "then a bot moves",
    "resign": "who runs out gives up",
}
"""The same for people."""

ZEROS = {"bot": "a bot moves", "resign": "who runs out gives up"}
"""What happens at zero, as people choose it."""


class Offer(NamedTuple):
    """What a page offers for a kind of clock; programs may choose any number of seconds."""

    title: str
    """What people call the kind."""
    seconds: tuple[int, ...] = ()
    usual: int = 0
    """Which of them is proposed."""
    increments: tuple[int, ...] = ()


OFFERS = {
    "none": Offer("no clock"),
    "move": Offer("for each move", (15, 30, 60, 120, 300), 60),
    "bank": Offer("for the whole game", (180, 300, 600, 900, 1800), 600, (0, 5, 10, 30)),
    "days": Offer("by the day", (DAY, 2 * DAY, 3 * DAY, 7 * DAY), 2 * DAY),
}


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How much time there is."""

    kind: str = "none"
    """How time is counted: see “Clocks” in docs/wire.md."""
    seconds: int = 0
    """For each move, or in the bank at the start."""
    increment: int = 0
    """Seconds added to the bank after each move."""
    zero: str = "bot"
    """What happens when it has run out: a `bot` moves, or the seat must `resign`."""

    @property
    def runs(self) -> bool:
        """Whether time is kept at all."""
        return self.kind != "none"

    @property
    def by_day(self) -> bool:
        """Whether people come and go as they like: the time runs on by the calendar, and nobody counts as away."""
        return self.kind == "days"

    @property
    def phrases(self) -> tuple[str, str]:
        """What it says to people, with gaps for times: how much time there is, and what happens then."""
        return PHRASES[f"{self.kind}, more" if self.increment and f"{self.kind}, more" in PHRASES else self.kind], PHRASES[
            self.zero
        ]

    def at_first(self) -> int:
        """Milliseconds in the bank of a seat when the game begins."""
        return 1000 * self.seconds

    def before(self, bank: int) -> int:
        """Milliseconds that a seat with this bank has for a decision."""
        return 1000 * self.seconds if self.kind != "bank" else bank

    def after(self, bank: int, used: int) -> int:
        """The bank of a seat after a move that took `used` milliseconds."""
        return max(0, bank - used) + 1000 * self.increment if self.kind == "bank" else bank

    def checked(self) -> Clock:
        """Return the clock in a valid form; raise OptionError if it is not valid."""
        if self.kind not in KINDS:
            raise OptionError("a clock is one of {kinds}, not “{kind}”", kinds=", ".join(KINDS), kind=self.kind[:20])
        if self.zero not in AT_ZERO:
            raise OptionError("at zero a bot moves (bot) or the seat resigns (resign), not “{zero}”", zero=self.zero[:20])
        if not self.runs:
            return msgspec.structs.replace(self, seconds=0, increment=0)
        if self.by_day and (self.seconds % DAY or not 1 <= self.seconds // DAY <= MAX_DAYS or self.increment):
            raise OptionError("a clock by the day has 1 to {most} whole days for each move, and no increment", most=MAX_DAYS)
        if self.by_day:
            return self
        if not 1 <= self.seconds <= MAX_SECONDS or not 0 <= self.increment <= MAX_SECONDS:
            raise OptionError("a clock has 1 to {most} seconds, and 0 to {most} as increment", most=MAX_SECONDS)
        return self
