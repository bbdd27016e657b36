"""How each game is trained: the tables in groups, each with a network of its own, and the lessons."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from kartenhaus.bots.learned.files import trained
from kartenhaus.core.edition import STANDARD
from kartenhaus.core.game import OptionValue
from kartenhaus.training.chunks import TableKind
from kartenhaus.training.course import Lesson, Plan
from kartenhaus.training.kernels import BY_POLICY, BY_SEARCH, BY_THUMB, BY_VALUE

Options = tuple[tuple[str, OptionValue], ...]


class Group(NamedTuple):
    """Numbers of players that share a network, and how it is trained: two play another game than more."""

    players: tuple[int, ...]
    rounds: tuple[int, int, int, int]
    """Rounds in which the rules of thumb, the value network, the policy network and the search play."""
    positions: int
    """One decision in so many is noted as a position: a game of MADA has some hundred decisions."""
    decisions: tuple[int, int]
    """One in so many is noted for the policy while the value network plays, and while the policy plays."""
    rows: int
    """Positions that are noted in a round."""
    width: int
    """Hidden units."""


GROUPS: dict[str, tuple[Group, ...]] = {
    "mada": (Group((2,), (2, 6, 40, 0), 12, (16, 40), 600_000, 64), Group((3, 4, 5), (2, 2, 44, 0), 12, (20, 40), 600_000, 96)),
    "mad": (Group((2,), (2, 2, 22, 3), 4, (3, 8), 300_000, 64), Group((3, 4, 5, 6), (2, 1, 0, 3), 4, (12, 24), 400_000, 64)),
    "maumau": (Group((2,), (2, 2, 26, 3), 4, (2, 6), 300_000, 64), Group((3, 4), (2, 2, 26, 0), 4, (2, 6), 300_000, 64)),
}
TEACHER = {"mada": 0, "mad": 800, "maumau": 400}
"""Iterations of the search that teaches."""
STUDIED, AGAIN = 40_000, 12
"""Decisions of the search in a round, and how often the policy goes through them: they take long to make."""
EXPLOITING = 3, 15
"""Rounds in which the value network plays against a frozen one, and the policy network."""
OPTIONS: dict[str, tuple[Options, ...]] = {
    "maumau": (
        (("board", "one"),),
        (("board", "two"),),
        (("board", "one"), ("match_all", True)),
        (("board", "two"), ("penalty_then_play", True)),
        (("board", "two"), ("match_all", True), ("penalty_then_play", True)),
    )
}
"""Options that change how to play; without any for the other games."""


def plans(game: str, seed: int = 1, effort: float = 1.0) -> list[Plan]:
    """What is trained for a game, one plan for each group of players; `effort` makes it longer or shorter."""
    return [_plan(game, group, seed, effort) for group in GROUPS[game]]


def _plan(game: str, group: Group, seed: int, effort: float) -> Plan:
    thumb, value, policy, search = (max(1, round(rounds * effort)) if rounds else 0 for rounds in group.rounds)
    often, (ahead, later) = group.positions, group.decisions
    return Plan(
        tables=tuple(
            TableKind(game, players, STANDARD, options) for players in group.players for options in OPTIONS.get(game, ((),))
        ),
        seed=seed,
        lessons=(
            Lesson(thumb, BY_THUMB, mistakes=100, noise=10, positions=often, decisions=0, trust=1000),
            Lesson(value, BY_VALUE, mistakes=20, noise=15, positions=often // 2, decisions=ahead, trust=850),
            Lesson(policy, BY_POLICY, mistakes=10, noise=500, positions=often, decisions=later, trust=850),
            Lesson(
                search,
                BY_SEARCH,
                mistakes=40,
                noise=500,
                positions=3,
                decisions=1,
                trust=1000,
                iterations=TEACHER[game],
                passes=AGAIN,
                choices=STUDIED,
            ),
        ),
        rows=group.rows,
        width=group.width,
    )


def exploits(game: str, seed: int = 1, effort: float = 1.0) -> list[Plan]:
    """Training against the frozen networks that came with a game, one plan for each group that has one."""
    found = trained(game)
    return [
        replace(
            plan,
            lessons=tuple(
                replace(lesson, rounds=max(1, round(rounds * effort)))
                for lesson, rounds in zip(plan.lessons[1:3], EXPLOITING, strict=True)
            ),
            rate=plan.rate / 2,
            frozen=True,
        )
        for plan in plans(game, seed)
        if found is not None and found.weights_for(plan.tables[0].template()) is not None
    ]


def tiny(plan: Plan) -> Plan:
    """A plan that takes seconds, and learns little."""
    few = {"positions": 4, "iterations": 20, "passes": 1, "choices": 0}
    lessons = tuple(
        replace(lesson, rounds=min(lesson.rounds, 1), decisions=4 * (lesson.decisions > 0), **few) for lesson in plan.lessons
    )
    return replace(plan, lessons=lessons, rows=6000, choices=2000, chunks=4, batch=128, passes=4, width=16, second=8, measured=100)
