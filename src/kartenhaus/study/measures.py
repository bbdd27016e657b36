"""The measures that reports show first and compare, each declared once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter

from kartenhaus.study.figures import Measured, beyond_chance, difference
from kartenhaus.study.result import Compared, Side


@dataclass(frozen=True)
class Measure:
    """A number of a study that people compare."""

    key: str
    """The field of a side."""
    title: str
    """What it is called."""
    write: Callable[[float], str]
    """The number as text."""
    unit: str
    """What follows it."""


def written(value: float, digits: int = 1) -> str:
    """A number with so many digits; what rounds to nothing has no sign."""
    return f"{round(value, digits) + 0.0:.{digits}f}"


def _percents(value: float) -> str:
    return written(100 * value)


def _exact(value: float) -> str:
    return written(value, 2)


MEASURES = (
    Measure("length.moves", "Moves in a game", written, ""),
    Measure("length.minutes", "Minutes of a game, about", written, ""),
    Measure("seats.edge", "Edge of the first seat", _percents, " %"),
    Measure("seats.shared", "Shared wins", _percents, " %"),
    Measure("luck.skill", "Results explained by skill", _percents, " %"),
    Measure("luck.deal", "Results explained by the deal", _percents, " %"),
    Measure("luck.seat", "Results explained by the seat", _percents, " %"),
    Measure("drama.openness", "How open a game stays", _percents, " %"),
    Measure("drama.lead_changes", "Lead changes in a game", _exact, ""),
    Measure("drama.decided", "Decided after this part of the game", _percents, " %"),
    Measure("drama.comebacks", "Games with a comeback", _percents, " %"),
    Measure("choices.moves", "Legal moves at a decision", _exact, ""),
    Measure("choices.forced", "Decisions without a choice", _percents, " %"),
    Measure("choices.matter", "Choices that matter", _percents, " %"),
    Measure("choices.gain", "What a good choice is worth", _percents, " %"),
)


def found(side: Side, measure: Measure) -> Measured | None:
    """The measure of a side; None if it was not measured."""
    part, field = measure.key.split(".")
    inside = getattr(side, part)
    figure: Measured | None = None if inside is None else attrgetter(field)(inside)
    return figure


def compared(one: Side, other: Side) -> list[Compared]:
    """The differences between two sides, as far as both were measured."""
    told = []
    for measure in MEASURES:
        mine, theirs = found(one, measure), found(other, measure)
        if mine is not None and theirs is not None:
            told.append((measure, difference(mine, theirs)))
    clear = beyond_chance([more for _, more in told])
    return [Compared(measure.key, measure.title, more, sure) for (measure, more), sure in zip(told, clear, strict=True)]
