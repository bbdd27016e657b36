"""How tense games are, and what hangs on choices, from games that were followed."""

from __future__ import annotations

import numpy as np

from kartenhaus.study.figures import Floats, Measured, mean_of, share_of
from kartenhaus.study.result import Choices, Drama
from kartenhaus.study.watch import MOMENTS, Watched

CLEARLY = 0.1  # of a win: a seat that leads by less does not take the lead
MATTERS = 0.05  # of a win: a decision with less at stake does not matter
CLASSES = 10  # of chances, to compare what was said with what came


def drama(watched: list[Watched], draws: int) -> Drama | None:
    """How tense games are; `draws` are the independent draws behind the chances, 0 if they are exact."""
    if not watched:
        return None
    chances = np.array([one.chances for one in watched])  # [game, moment, seat]
    results = np.array([one.result for one in watched])
    open_at = openness(chances, draws)
    return Drama(
        games=len(watched),
        moments=[moment / MOMENTS for moment in range(MOMENTS)],
        open=[mean_of(column) for column in open_at.T],
        openness=mean_of(open_at.mean(axis=1)),
        lead_changes=mean_of([lead_changes(one) for one in chances]),
        decided=mean_of([decided(one, result) for one, result in zip(chances, results, strict=True)]),
        comebacks=share_of([_came_back(one, result) for one, result in zip(chances, results, strict=True)]),
        judged=_judged(chances, results),
    )


def openness(chances: Floats, draws: int) -> Floats:
    """1 if all seats have the same chance, 0 if one is certain; draws vary, which alone would make a game look less open.

    >>> openness(np.array([[0.5, 0.5], [1.0, 0.0], [0.8, 0.2]]), 0).round(2).tolist()
    [1.0, 0.0, 0.64]
    """
    found = (1 - (chances**2).sum(axis=-1)) / (1 - 1 / chances.shape[-1])
    return np.asarray(found * (draws / (draws - 1) if draws > 1 else 1.0), np.float64)


def lead_changes(chances: Floats) -> int:
    """How often the lead passes to a seat that is then clearly ahead of the one that had it.

    >>> lead_changes(np.array([[0.5, 0.5], [0.7, 0.3], [0.49, 0.51], [0.3, 0.7], [0.2, 0.8]]))
    1
    """
    changes, leader = 0, -1
    for row in chances:
        best = int(np.argmax(row))
        if leader < 0:
            others = np.delete(row, best)
            leader = best if row[best] >= others.max() + CLEARLY else -1
        elif row[best] >= row[leader] + CLEARLY:
            changes, leader = changes + 1, best
    return changes


def decided(chances: Floats, result: Floats) -> float:
    """The share of the game after which a winner is clearly ahead to the end; 1 if that is never so.

    >>> decided(np.array([[0.5, 0.5], [0.7, 0.3], [0.5, 0.5], [0.8, 0.2]]), np.array([1.0, 0.0]))
    0.75
    """
    won = result > 0
    ahead = chances[:, won].max(axis=1) >= chances[:, ~won].max(axis=1, initial=0) + CLEARLY
    behind = np.flatnonzero(~ahead)
    return float(behind[-1] + 1) / len(chances) if len(behind) else 0.0


def _came_back(chances: Floats, result: Floats) -> bool:
    even = 1 / chances.shape[1]
    return bool(chances[:, result > 0].max(axis=1).min() < even / 2)


def _judged(chances: Floats, results: Floats) -> list[list[float]]:
    """What was said, what share was won, how often; by class of what was said."""
    said = chances.reshape(-1)
    came = np.repeat(results[:, None, :], chances.shape[1], axis=1).reshape(-1)
    classes = np.minimum((said * CLASSES).astype(int), CLASSES - 1)
    return [
        [float(said[mine].mean()), float(came[mine].mean()), int(mine.sum())]
        for mine in (classes == number for number in range(CLASSES))
        if mine.any()
    ]


def choices(moves: Measured, forced: Measured, watched: list[Watched]) -> Choices:
    """What players can choose, and what hangs on it: games are independent, not the decisions of one."""
    found = [[(one.moment, one.gain) for one in game.decisions] for game in watched if game.decisions]
    nothing = Measured(0.0, 0.0, 1.0)
    thirds = []
    for third in range(3):
        inside = [[gain >= MATTERS for moment, gain in row if third <= 3 * moment < third + 1] for row in found]
        thirds.append(share_of([np.mean(row) for row in inside if row]) if any(inside) else nothing)
    return Choices(
        moves=moves,
        forced=forced,
        decisions=sum(map(len, found)),
        matter=share_of([np.mean([gain >= MATTERS for _, gain in row]) for row in found]) if found else nothing,
        gain=mean_of([np.mean([gain for _, gain in row]) for row in found]) if found else nothing,
        thirds=thirds,
    )
