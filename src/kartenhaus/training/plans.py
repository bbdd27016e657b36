"""How each game is trained: the tables in groups, each with a network of its own, and the lessons."""

from __future__ import annotations

from dataclasses import replace

from kartenhaus.core.edition import STANDARD
from kartenhaus.core.game import OptionValue
from kartenhaus.training.chunks import Table
from kartenhaus.training.course import Lesson, Plan
from kartenhaus.training.kernels import BY_POLICY, BY_THUMB, BY_VALUE

Options = tuple[tuple[str, OptionValue], ...]
GROUPS: dict[str, tuple[tuple[int, ...], ...]] = {"mada": ((2,), (3, 4, 5)), "mad": ((2,), (3, 4, 5, 6))}
"""Numbers of players that share a network: two play another game than more."""
OPTIONS: dict[str, tuple[Options, ...]] = {}
"""Options that are trained besides none."""
SPARSE = {"mada": (12, 40), "mad": (4, 8)}
"""One decision in so many is noted as a position, and for the policy: a game of MADA has some hundred decisions."""


def plans(game: str, seed: int = 1, effort: float = 1.0) -> list[Plan]:
    """What is trained for a game, one plan for each group of players; `effort` makes it longer or shorter."""
    positions, decisions = SPARSE[game]
    usual = Plan(
        tables=(),
        seed=seed,
        lessons=(
            Lesson(2, BY_THUMB, mistakes=100, noise=10, positions=positions, decisions=0, trust=1000),
            Lesson(2, BY_VALUE, mistakes=20, noise=15, positions=positions // 2, decisions=max(decisions // 2, 2), trust=850),
            Lesson(
                max(1, round(44 * effort)), BY_POLICY, mistakes=10, noise=500, positions=positions, decisions=decisions, trust=850
            ),
        ),
    )
    return [
        replace(
            usual,
            tables=tuple(Table(game, players, STANDARD, options) for players in group for options in OPTIONS.get(game, ((),))),
        )
        for group in GROUPS[game]
    ]


def tiny(plan: Plan) -> Plan:
    """A plan that takes seconds, and learns little."""
    lessons = tuple(replace(lesson, rounds=1, positions=4, decisions=4 * (lesson.decisions > 0)) for lesson in plan.lessons)
    return replace(plan, lessons=lessons, rows=6000, choices=2000, chunks=4, batch=128, passes=4, width=16, second=8, measured=100)
