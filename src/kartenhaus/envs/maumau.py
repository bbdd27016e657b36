"""Mau Mau as an environment: the numbers of its actions. What must be said is said by itself."""

from __future__ import annotations

from kartenhaus.bots.learned.maumau import features
from kartenhaus.core.jit import compiled, entry_point
from kartenhaus.core.kernels import kept_in
from kartenhaus.envs.actions import Actions, Numbering
from kartenhaus.envs.stepping import stepping
from kartenhaus.games.maumau import entry_points
from kartenhaus.games.maumau.moves import DRAW, PASS, THROW, WORD, anchor_of, card_of, space_of
from kartenhaus.games.maumau.position import JOKER, KINDS, SPACES, Position

SIDES = 5  # none, or the neighbour above, to the right …
ORDER = "red, green, blue, yellow, each 1 to 12, Draw Two, Skip, Pass a Card"
NUMBERED = Numbering(
    game="maumau",
    version=0,
    blocks=(
        Actions("place", (JOKER - 1) * SPACES, f"place a card on a space, card by card ({ORDER}) and space by space (0 to 99)"),
        Actions(
            "joker", SPACES * SIDES, "place a Joker, space by space: with no anchor named, or the neighbour on the 1st to 4th side"
        ),
        Actions("words", 2, "draw, discard nothing"),
        Actions("pass", KINDS - 1, f"pass a card on: {ORDER}; Joker"),
        Actions("discard", KINDS - 1, f"take a card out of the game: {ORDER}; Joker"),
    ),
    most=256,
)
JOKERS, WORDS, PASSES, DISCARDS = map(NUMBERED.start, ("joker", "words", "pass", "discard"))


@compiled
def action_of(pos: Position, seat: int, move: int) -> int:
    """The action that a move is."""
    if move < WORD:
        if card_of(move) == JOKER:
            return JOKERS + space_of(move) * SIDES + anchor_of(move)
        return (card_of(move) - 1) * SPACES + space_of(move)
    if move >= THROW:
        return DISCARDS + card_of(move) - 1
    return PASSES + card_of(move) - 1 if move >= PASS else WORDS + move - DRAW


_begin, _find, _step, _number = stepping(entry_points, features, action_of)
begin = kept_in(__name__, "begin", _begin)
find = kept_in(__name__, "find", _find, entry_point)
step = kept_in(__name__, "step", _step)
number = kept_in(__name__, "number", _number, entry_point)
