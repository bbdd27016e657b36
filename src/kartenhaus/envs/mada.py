"""MADA as an environment: the numbers of its actions."""

from __future__ import annotations

from kartenhaus.bots.learned.mada import CARDS, DRAWN, KEPT, LUCKY, PLAYED, TAKEN, TOSSED, distance, features
from kartenhaus.core.jit import compiled, entry_point
from kartenhaus.core.kernels import kept_in
from kartenhaus.envs.actions import Actions, Numbering
from kartenhaus.envs.stepping import stepping
from kartenhaus.games.mada import entry_points
from kartenhaus.games.mada.moves import DRAW, LUCK, TAKE, TOSS, card_of, target_of
from kartenhaus.games.mada.position import Position

NUMBERED = Numbering(
    game="mada",
    version=0,
    blocks=(
        Actions("play", 15, f"play a card: {CARDS}"),
        Actions("draw", 1, "draw"),
        Actions("luck", 1, "try your luck"),
        Actions("done", 1, "throw away no more cards"),
        Actions("swap", 4, "swap piles with the 1st to 4th opponent"),
        Actions("toss", 15, f"throw a card away: {CARDS}"),
    ),
    most=20,
)


@compiled
def action_of(pos: Position, seat: int, move: int) -> int:
    """The action that a move is; the same numbers as in the features of a move."""
    if move >= TOSS:
        return TOSSED + card_of(move) - 1
    if move >= TAKE:
        return TAKEN + distance(pos, seat, target_of(move)) - 1
    if move >= DRAW:
        return DRAWN if move == DRAW else LUCKY if move == LUCK else KEPT
    return PLAYED + move - 1


_begin, _find, _step, _number = stepping(entry_points, features, action_of)
begin = kept_in(__name__, "begin", _begin)
find = kept_in(__name__, "find", _find, entry_point)
step = kept_in(__name__, "step", _step)
number = kept_in(__name__, "number", _number, entry_point)
