"""The facts behind a move, as a seat may know them: data that a coach can put into words.

Chances suppose that hidden cards lie anywhere with equal chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kartenhaus.bots.view import View
from kartenhaus.core.history import earnings
from kartenhaus.core.random import dice_of

FACTS = {
    "unseen": "cards that the seat has not seen, in the piles and in other hands",
    "lower": "chance that the next card is lower than the top of the own pile: by luck, it loses the round",
    "scorpion": "chance that the next card is a Scorpion",
    "answers": "unseen cards that fit on the card that is played",
    "can_answer": "chance that a seat holds such a card",
    "can_defend": "chance that the seat that is attacked holds a Not Me",
    "earns": "points that the move earns at once",
    "left": "cards that the seat has left after it",
}
"""Every fact by its name, and what its value is."""


@dataclass(frozen=True)
class Fact:
    """One fact."""

    name: str
    """One of FACTS."""
    value: float
    seat: int = -1
    """The seat it is about; -1 for none in particular."""


def reasons(view: View, move: int) -> list[Fact]:
    """The facts behind a legal move of the seat to act."""
    found = _GAMES.get(view.game.name)
    return list(found(view, move)) if found else []


def _after(view: View, move: int) -> Any:
    """A possible position after a move: whatever is hidden there must not be read."""
    pos = view.position.clone()
    view.game.rules.redeal(pos, dice_of(0))
    view.game.rules.play(pos, view.seat, move)
    return pos


def _mada(view: View, move: int) -> Iterator[Fact]:
    from kartenhaus.bots.learned.mada import DECLARED, UNSEEN, features
    from kartenhaus.games.mada.moves import DRAW, LUCK
    from kartenhaus.games.mada.position import KINDS

    known = np.zeros(DECLARED.live, np.float32)
    features(view.position, view.seat, known)
    lower, scorpion = known[DECLARED.start("luck") :][:2].tolist()
    yield Fact("unseen", round(float(4 * known[UNSEEN : UNSEEN + KINDS - 1].sum())))
    if move == LUCK:
        yield Fact("lower", lower)
    if move in (DRAW, LUCK):
        yield Fact("scorpion", scorpion)


def _mad(view: View, move: int) -> Iterator[Fact]:
    from kartenhaus.games.mad.position import ANSWER, FITS, KINDS, NOT_ME, OVER

    pos, seat = view.position, view.seat
    unseen = _unseen(view)
    yield Fact("unseen", int(unseen.sum()))
    after = _after(view, move)
    if after.lying <= pos.lying:
        return
    yield Fact("left", int(after.held[seat]))
    if after.pending == OVER:
        return
    fits = np.array([bool(FITS[after.open[after.lying - 1]] >> kind & 1) for kind in range(KINDS)])
    yield Fact("answers", int(unseen[fits].sum()))
    victim = view.game.rules.to_act(after) if after.pending == ANSWER else -1
    for other in range(view.players):
        if other != seat:
            yield Fact("can_answer", _holds_one(view, other, unseen, fits), other)
            if other == victim:
                yield Fact("can_defend", _holds_one(view, other, unseen, np.arange(KINDS) == NOT_ME), other)


def _maumau(view: View, move: int) -> Iterator[Fact]:
    held = [int(one) for one in view.position.held[: view.players]]
    yield Fact("unseen", int(view.position.left) + sum(held) - held[view.seat])
    yield Fact("earns", earnings(view.game, view.position, [move])[0])
    yield Fact("left", int(_after(view, move).held[view.seat]))


def _unseen(view: View) -> Any:
    """How many cards of each kind a seat of MAD has not seen."""
    from kartenhaus.games.mad.position import FACES, WILD

    pos, seat = view.position, view.seat
    counts = np.array(pos.deck, np.int64) - np.array(pos.hands[seat], np.int64)
    counts -= np.array(pos.known[: view.players, seat], np.int64).sum(0)
    for face in pos.open[: pos.lying]:
        counts[face if face < FACES else WILD + (face - FACES) // 4] -= 1
    return counts


def _holds_one(view: View, other: int, unseen: Any, wanted: Any) -> float:
    """The chance that a seat of MAD holds one of some kinds: for certain, if it is known to."""
    known = np.array(view.position.known[other, view.seat], np.int64)
    if known[wanted].any():
        return 1.0
    cards, others, none = int(unseen.sum()), int(unseen[~wanted].sum()), 1.0
    for drawn in range(int(view.position.held[other]) - int(known.sum())):
        none *= max(others - drawn, 0) / max(cards - drawn, 1)
    return 1 - none


_GAMES: dict[str, Callable[[View, int], Iterator[Fact]]] = {"mada": _mada, "mad": _mad, "maumau": _maumau}
