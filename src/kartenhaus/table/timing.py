"""What happens at a table by itself, and when. Times are seconds of a clock that only ever goes forward.

Nothing here depends on hidden cards or on answers that are held back. The delays of a decision are chosen once: bots move then,
and the answers to a question come out then, with and without a choice. Pauses and sleep only shift them.
A table with nobody present sleeps: no clock runs and no bot moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from struct import unpack
from typing import Literal, NamedTuple, Protocol

from kartenhaus.core.game import NOBODY
from kartenhaus.table import entries as log
from kartenhaus.table.book import full
from kartenhaus.table.table import Table

SCREEN = -2  # where a screen in the middle of the table counts as connected; beside the seats, and -1 for spectators
HEARD = 25.0  # seconds for which news of a connection to another process counts


class Chance(Protocol):
    """A source of delays; `random.Random` is one."""

    def uniform(self, a: float, b: float) -> float:
        """A number between two others."""


class SeededChance:
    """Two numbers that follow from a text and reveal nothing about it; faster than a generator."""

    def __init__(self, text: str) -> None:
        self._numbers: Iterator[int] = iter(unpack("QQ", blake2b(text.encode(), digest_size=16).digest()))

    def uniform(self, a: float, b: float) -> float:
        """A number between two others; can be called twice."""
        return a + (b - a) * next(self._numbers) / 2**64


def delays(table: Table) -> SeededChance:
    """The source of delays for the current decision: the same in every process, and unknown to everyone at the table."""
    return SeededChance(f"{table.secret} {table.begun[0]}")


@dataclass(frozen=True)
class Pace:
    """The times at a table, in seconds."""

    bot: tuple[float, float] = (0.7, 1.6)
    """Before a bot moves; its search ends by then."""
    question: tuple[float, float] = (1.0, 3.0)
    """Before the answers to a question out of turn come out, at the earliest; bots and seats without a choice answer then."""
    grace: float = 1.5
    """Before a player who forgot to say something can be caught."""
    away: float = 60.0
    """Before a bot plays for a disconnected player."""


DueKind = Literal["start", "finish", "strand", "close", "full", "bot", "answer", "zero", "replace", "open"]


class Due(NamedTuple):
    """Something that happens by itself unless something else happens first; `dues` makes the entry."""

    at: float
    what: DueKind
    seat: int = NOBODY


@dataclass
class Watch:
    """Keeps the time for one table, in one process."""

    pace: Pace
    until: float | None = None  # with a clock by the day: when the time for the decision is over, as the house reckons it
    since: float = 0.0  # when the seat to act was asked, or the game was resumed
    bot_at: float = 0.0  # when a bot moves
    question_at: float = 0.0  # when the answers to a question come out
    opens_at: float = 0.0  # from when contested moves are allowed
    contest_at: float = 0.0  # when a bot makes one
    paused: float | None = None  # since when the game is paused
    slept: float | None = None  # when the last viewer left, or a later decision began; None before anybody was here
    present: dict[int, int] = field(default_factory=dict)  # connections by seat; -1 for spectators, -2 for screens
    gone: dict[int, float] = field(default_factory=dict)  # since when a seat is disconnected
    elsewhere: dict[int, dict[str, float]] = field(default_factory=dict)  # until when a seat counts as connected to other processes

    def follow(self, table: Table, begun: tuple[int, int], entry: log.Entry, now: float, chance: Chance) -> None:
        """Adjust the times after an entry; `begun` is the table's value from before the entry."""
        if isinstance(entry, log.Paused):
            self.paused = now
        elif isinstance(entry, log.Resumed):
            self._later(now - (self.since if self.paused is None else self.paused))
            self.since, self.paused = now, None
        elif table.begun[0] != begun[0]:
            self.turn(now, chance)
        elif isinstance(entry, log.Replaced | log.Resigned | log.Left) and entry.seat == table.to_act:
            self._take_over(now, chance)
        elif table.begun != begun:  # the question moves on to the next seat
            self.since = self.slept = now

    def turn(self, now: float, chance: Chance) -> None:
        """Start a decision: choose all delays, whether they will be needed or not."""
        self.since = self.slept = now
        self.paused = None
        self.opens_at = now + self.pace.grace
        self.bot_at = now + chance.uniform(*self.pace.bot)
        self.question_at = now + chance.uniform(*self.pace.question)
        self.contest_at = self.opens_at + self.bot_at - now

    def _take_over(self, now: float, chance: Chance) -> None:
        """Give a bot that takes over the seat to act its usual delay; for a question, the question's time if it is not over."""
        self.bot_at = now + chance.uniform(*self.pace.bot)
        if self.question_at < now:
            self.question_at = self.bot_at

    def _later(self, by: float) -> None:
        """Shift all times."""
        self.bot_at, self.question_at = self.bot_at + by, self.question_at + by
        self.opens_at, self.contest_at = self.opens_at + by, self.contest_at + by

    def charged_from(self, table: Table) -> float:
        """When the clock started to run: not before answers can come out."""
        return max(self.since, self.question_at) if table.is_question else self.since

    def used(self, table: Table, now: float) -> int:
        """Milliseconds of the current decision that count against its seat."""
        clock = table.opened.clock
        if table.by_day and not table.paused:
            return clock.before(0) - self._left_of_days(table, now)
        if not clock.runs or table.paused or not self.awake:
            return table.thought
        return table.thought + max(0, round(1000 * (now - self.charged_from(table))))

    def left(self, table: Table, seat: int, now: float) -> int | None:
        """Milliseconds a seat still has; None where no time is kept."""
        clock = table.opened.clock
        if not clock.runs:
            return None
        return max(0, clock.before(table.seats[seat].bank) - (self.used(table, now) if seat == table.to_act else 0))

    def _left_of_days(self, table: Table, now: float) -> int:
        """Milliseconds that are left for the decision, with a clock by the day."""
        rest = table.opened.clock.before(0) - table.thought
        return max(0, rest - round(1000 * (now - self.since)) if self.until is None else round(1000 * (self.until - now)))

    def goes_on(self, table: Table) -> bool:
        """Whether things happen here by themselves: somebody is present, or the table is played by the day."""
        return bool(self.present) or table.by_day

    @property
    def awake(self) -> bool:
        """Whether anybody is present."""
        return bool(self.present)

    def arrive(self, seat: int, now: float, chance: Chance) -> None:
        """Count a new connection."""
        if self.slept is None:
            self.turn(now, chance)
        elif not self.awake and not any(self.is_here(one, now) for one in self.elsewhere):
            asleep = (now if self.paused is None else self.paused) - self.slept  # resuming makes up for a pause
            if asleep > 0:  # this time counts against nobody; time used before still counts
                self.since += asleep
                self._later(asleep)
        self.present[seat] = self.present.get(seat, 0) + 1
        self.gone.pop(seat, None)

    def depart(self, seat: int, now: float) -> None:
        """Count a closed connection."""
        self.present[seat] -= 1
        if not self.present[seat]:
            del self.present[seat]
            self.gone[seat] = self.slept = now

    def hear(self, process: str, seat: int, now: float, here: bool) -> None:
        """Note that a seat is connected to another process, or no longer."""
        self.elsewhere.setdefault(seat, {})[process] = now + HEARD if here else now

    def is_here(self, seat: int, now: float) -> bool:
        """Whether a seat is connected, to this process or to another."""
        if seat in self.present:
            return True
        elsewhere = self.elsewhere.get(seat)
        return elsewhere is not None and any(until > now for until in elsewhere.values())

    def due(self, table: Table, now: float) -> Due | None:
        """The next thing that happens by itself."""
        if table.closed:
            return None
        if table.outcome is not None and not table.finished:
            return Due(now, "finish")
        if table.stranded:
            return Due(now, "strand")
        if full(table):
            return Due(now, "full")
        if not table.persons():
            return Due(now, "close") if table.used else None
        if not table.playing:
            return Due(now, "start") if table.all_ready() else None
        if table.paused or not self.goes_on(table):
            return None
        return min(self._in_game(table, now), default=None)

    def is_due(self, due: Due, table: Table, now: float) -> bool:
        """Whether something is still due now: it, or something else, may have happened already."""
        coming = self.due(table, now)
        return coming is not None and coming.at <= now and (coming.what, coming.seat) == (due.what, due.seat)

    def _in_game(self, table: Table, now: float) -> list[Due]:
        seat = table.to_act
        found = [Due(self.opens_at, "open")] if table.contested and now < self.opens_at else []
        found += [due for due in self.bots(table) if due.seat == seat or not table.is_question]
        if table.answered(seat):
            found.append(Due(self.question_at, "answer", seat))
        if not table.seats[seat].player:
            if table.is_question and (now < self.question_at or len(table.moves(seat)) == 1):
                found.append(Due(self.question_at, "answer", seat))  # whether one comes out shows only then
            left = self.left(table, seat, now)
            if left is not None:
                found.append(Due(max(now, self.charged_from(table)) + left / 1000, "zero", seat))
            if seat not in self.present and not table.by_day:
                last = max(self.since, self.gone.get(seat, self.since), *self.elsewhere.get(seat, {}).values())
                found.append(Due(last + self.pace.away, "replace", seat))
        return found

    def bots(self, table: Table) -> list[Due]:
        """When each bot that has to decide moves; in a question, each asked bot that has not answered."""
        if not table.playing or table.stranded or table.paused or not self.goes_on(table):
            return []
        seat = table.to_act
        if table.window is not None:
            asked = [other for other in table.asked if table.seats[other].player and not table.answered(other)]
            return [Due(self.question_at, "bot", other) for other in asked]
        found = [Due(self.bot_at, "bot", seat)] if table.seats[seat].player else []
        if table.contested:
            others = [other for other, one in enumerate(table.seats) if other != seat and one.player and table.moves(other)]
            found += [Due(self.contest_at, "bot", other) for other in others]
        return found
