"""What happens at a table by itself, and when. Times are seconds of a clock that only ever goes forward.

Nothing here depends on hidden cards: bots and questions without a choice are answered after a delay drawn anew for every decision.
A table at which nobody is present sleeps: no clock runs and no bot moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from struct import unpack
from typing import NamedTuple, Protocol

from kartenhaus.core.game import NOBODY
from kartenhaus.table import entries as log
from kartenhaus.table.table import Table

HEARD = 25.0  # seconds that news of a connection elsewhere count


class Chance(Protocol):
    """Where delays come from; `random.Random` is one."""

    def uniform(self, a: float, b: float) -> float:
        """A number between two others."""


class Drawn:
    """Numbers that follow from a text, and tell nothing of it; quicker to come by than a generator."""

    def __init__(self, text: str) -> None:
        self._numbers: Iterator[int] = iter(unpack("QQ", blake2b(text.encode(), digest_size=16).digest()))

    def uniform(self, a: float, b: float) -> float:
        """A number between two others; two can be had."""
        return a + (b - a) * next(self._numbers) / 2**64


@dataclass(frozen=True)
class Pace:
    """How quick a table is, in seconds."""

    bot: tuple[float, float] = (0.7, 1.6)
    """Before a bot moves, however long it thinks within that."""
    question: tuple[float, float] = (1.0, 3.0)
    """Before a question out of turn is answered, at the earliest; for those without a choice exactly then."""
    grace: float = 1.5
    """Before somebody who forgot to say something can be caught."""
    away: float = 60.0
    """Before a bot plays for a player who is gone."""
    think: float = 5.0
    """After which a bot that has not answered is replaced by a plain move."""


class Due(NamedTuple):
    """Something that happens by itself unless something else happens before."""

    at: float
    what: str
    """`start`, `finish`, `close`, `bot`, `answer`, `zero`, `replace` or `open`."""
    seat: int = NOBODY


@dataclass
class Watch:
    """Looks at the clock for one table, in one process."""

    pace: Pace
    since: float = 0.0  # when the decision at hand began, or went on after a pause
    bot_at: float = 0.0  # when a bot moves
    question_at: float = 0.0  # when a question is answered at the earliest
    opens_at: float = 0.0  # when contested moves open
    slept: float | None = None  # when the last one went, or a decision began after that; None before anybody was here
    present: dict[int, int] = field(default_factory=dict)  # connections by seat; -1 for spectators
    gone: dict[int, float] = field(default_factory=dict)  # since when a seat is empty
    elsewhere: dict[int, dict[str, float]] = field(default_factory=dict)  # until when a seat counts as connected to other processes

    def follow(self, table: Table, changed: int, entry: log.Entry, now: float, chance: Chance) -> None:
        """What an entry means for the decision at hand; `changed` is what the table said before it was applied."""
        if table.changed != changed or isinstance(entry, log.Resumed):
            self.turn(now, chance)
        elif isinstance(entry, log.Replaced):
            self.draw(now, chance)  # the bot that plays now takes its time like any other

    def turn(self, now: float, chance: Chance) -> None:
        """A decision begins."""
        self.since = self.slept = now
        self.opens_at = now + self.pace.grace
        self.draw(now, chance)

    def draw(self, now: float, chance: Chance) -> None:
        """All delays are drawn, whether they will be needed or not."""
        self.bot_at = now + chance.uniform(*self.pace.bot)
        self.question_at = now + chance.uniform(*self.pace.question)

    def charged_from(self, table: Table) -> float:
        """When the clock began to run: not before an answer could come out."""
        return max(self.since, self.question_at) if table.is_question else self.since

    def used(self, table: Table, now: float) -> int:
        """Milliseconds of the decision at hand that count against its seat."""
        if table.opened.clock.kind == "none" or table.paused or not self.awake:
            return table.thought
        return table.thought + max(0, round(1000 * (now - self.charged_from(table))))

    def left(self, table: Table, seat: int, now: float) -> int | None:
        """Milliseconds a seat still has; None where no time is kept."""
        clock = table.opened.clock
        if clock.kind == "none":
            return None
        bank = 1000 * clock.seconds if clock.kind == "move" else table.seats[seat].bank
        return max(0, bank - (self.used(table, now) if seat == table.to_act else 0))

    @property
    def awake(self) -> bool:
        """Whether anybody is present."""
        return bool(self.present)

    def arrive(self, seat: int, now: float, chance: Chance) -> None:
        """A connection more."""
        if self.slept is None:
            self.turn(now, chance)
        elif not self.awake and not any(self.is_here(one, now) for one in self.elsewhere):
            asleep = now - self.slept  # nobody is charged for that, and nobody gets back what they had used before
            self.since, self.opens_at = self.since + asleep, self.opens_at + asleep
            self.bot_at, self.question_at = self.bot_at + asleep, self.question_at + asleep
        self.present[seat] = self.present.get(seat, 0) + 1
        self.gone.pop(seat, None)

    def depart(self, seat: int, now: float) -> None:
        """A connection less."""
        self.present[seat] -= 1
        if not self.present[seat]:
            del self.present[seat]
            self.gone[seat] = self.slept = now

    def hear(self, process: str, seat: int, now: float, here: bool) -> None:
        """Another process says that a seat is connected there, or no longer."""
        self.elsewhere.setdefault(seat, {})[process] = now + HEARD if here else now

    def is_here(self, seat: int, now: float) -> bool:
        """Whether a seat is connected, to this process or to another."""
        return seat in self.present or any(until > now for until in self.elsewhere.get(seat, {}).values())

    def due(self, table: Table, now: float) -> Due | None:
        """The next thing that happens by itself."""
        if table.closed:
            return None
        if table.outcome is not None and not table.finished:
            return Due(now, "finish")
        if not table.persons():
            return Due(now, "close") if table.used else None
        if table.all_ready():
            return Due(now, "start")
        if not table.playing or table.paused or not self.awake:
            return None
        return min(self._in_game(table, now), default=None)

    def _in_game(self, table: Table, now: float) -> list[Due]:
        seat = table.to_act
        found = [Due(self.opens_at, "open")] if table.contested and now < self.opens_at else []
        if table.seats[seat].player:
            found.append(Due(self.question_at if table.is_question else self.bot_at, "bot", seat))
        else:
            if table.is_question and len(table.moves(seat)) == 1:
                found.append(Due(self.question_at, "answer", seat))
            left = self.left(table, seat, now)
            if left is not None:
                found.append(Due(max(now, self.charged_from(table)) + left / 1000, "zero", seat))
            if seat not in self.present:
                last = max(self.since, self.gone.get(seat, self.since), *self.elsewhere.get(seat, {}).values())
                found.append(Due(last + self.pace.away, "replace", seat))
        if table.contested:
            found += [
                Due(self.opens_at + self.bot_at - self.since, "bot", other)
                for other, one in enumerate(table.seats)
                if other != seat and one.player and table.moves(other)
            ]
        return found
