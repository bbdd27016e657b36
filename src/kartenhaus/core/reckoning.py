"""What a finished game is counted from: the cards of each seat and what each counts, or the points by the rule that gave them.

Once a game is over, anybody who may see it can have its record, which holds every card. So nothing here is hidden then; before
the end, nobody may ask.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from kartenhaus.core import events
from kartenhaus.core.history import History


@dataclass(frozen=True)
class Reckoning:
    """How every seat came to its points."""

    points: list[int]
    cards: list[list[str]] = field(default_factory=list)
    """The cards that count, in notation; empty if no cards are counted. If everybody else gave up, points may not count them."""
    worth: list[list[int]] = field(default_factory=list)
    """What each of these cards counts."""
    earned: list[dict[str, int]] = field(default_factory=list)
    """The points by the id of the rule that gave them, the most first; empty if cards are counted, or if older rules counted."""


def reckoning(history: History) -> Reckoning:
    """What a game that has ended is counted from; only the points if older rules counted it."""
    points = history.result.points
    if history.outdated:
        return Reckoning(points)
    if not history.game.counted:
        return Reckoning(points, earned=earnings_by_rule(history, points))
    counts = history.game.files.worth(history.edition)
    cards = [str(held).split() for held in history.written()[history.game.counted]]
    worth = [[counts.get(card, 0) for card in held] for held in cards]
    return Reckoning(points, cards, worth)


def earnings_by_rule(history: History, points: list[int]) -> list[dict[str, int]]:
    """The points that every seat has won since the deal, by rule; empty if they do not add up to all points."""
    won: list[Counter[str]] = [Counter() for _ in points]
    words = [word for word in history.journal.words if word & events.KIND_OF == events.POINTS]
    for event in history.naming.events(words):
        won[event.seat][event.rule] += event.amount
    if [sum(one.values()) for one in won] != points:
        return []  # the game did not begin with its deal
    return [dict(one.most_common()) for one in won]
