"""MAD as an environment: the numbers of its actions."""

from __future__ import annotations

from kartenhaus.bots.learned.mad import COLOURS, SYMBOLS, WILDS, distance, features
from kartenhaus.core.jit import compiled, entry_point
from kartenhaus.core.kernels import kept_in
from kartenhaus.envs.actions import Actions, Numbering
from kartenhaus.envs.stepping import stepping
from kartenhaus.games.mad import entry_points
from kartenhaus.games.mad.moves import ANSWER_FIRST, DEFEND, DRAW, END, GIFT, LEFT, card_of, colour_of, target_of
from kartenhaus.games.mad.position import (
    GIVE_TWO,
    JOKER,
    KINDS,
    NOT_ME,
    PER_COLOUR,
    SEATS,
    SYMBOL_OF,
    WHICH_WAY,
    WILD,
    WOOLLY,
    Position,
)

OTHERS = SEATS - 1
AGAINST = "against the 1st to 5th opponent; colour by colour"
NUMBERED = Numbering(
    game="mad",
    version=0,
    blocks=(
        Actions(
            "play",
            WILD - 1,
            f"play a card: {SYMBOLS} of {COLOURS}; Which Way? to the right; Give Two never, because it names someone",
        ),
        Actions("left", 4, f"play Which Way? to the left: {COLOURS}"),
        Actions("give two", 4 * OTHERS, f"play Give Two of {COLOURS}, {AGAINST}"),
        Actions("wild", 4, f"play Wild and name {COLOURS}"),
        Actions("woolly", 4 * OTHERS, f"play Wild and Woolly and name {COLOURS}, {AGAINST}"),
        Actions("not me", 4, f"play Not Me in your turn and name {COLOURS}"),
        Actions("swap for a colour", 4, f"play Swap Hands only to name {COLOURS}"),
        Actions("swap", 4 * OTHERS, f"play Swap Hands and name {COLOURS}, {AGAINST}"),
        Actions("joker", 4, f"play the Joker and name {COLOURS}"),
        Actions("end", 1, "play the Joker to end the game"),
        Actions("words", 4, "draw, keep, pass, allow"),
        Actions("defend", 4, f"defend with Not Me and name {COLOURS}"),
        Actions("give", KINDS - 1, f"give a card: {SYMBOLS} of {COLOURS}; {WILDS}"),
    ),
    most=128,
)
WAY_LEFT, GIVING, WILDLY, WOOLLIES, NOT_MES, SWAP_COLOUR, SWAPS, JOKERS, ENDS, WORDS, DEFENDS, GIFTS = map(
    NUMBERED.start,
    ("left", "give two", "wild", "woolly", "not me", "swap for a colour", "swap", "joker", "end", "words", "defend", "give"),
)


@compiled
def action_of(pos: Position, seat: int, move: int) -> int:
    """The action that a move is. To say how the first card counts is the action of playing it."""
    if move >= GIFT:
        return GIFTS + card_of(move) - 1
    if move > DEFEND:
        return DEFENDS + colour_of(move) - 1
    if move >= DRAW:
        return WORDS + move - DRAW
    kind = card_of(move)
    if move >= ANSWER_FIRST:
        kind = int(pos.open[pos.lying - 1])
        if kind == NOT_ME or kind == JOKER:
            kind = WILD
    target = target_of(move)
    if kind < WILD:
        colour = (kind - 1) // PER_COLOUR
        if SYMBOL_OF[kind] == WHICH_WAY and target == LEFT:
            return WAY_LEFT + colour
        if SYMBOL_OF[kind] == GIVE_TWO:
            return GIVING + colour * OTHERS + distance(pos, seat, target - 1) - 1
        return kind - 1
    colour = colour_of(move) - 1
    if kind == JOKER:
        return ENDS if target == END else JOKERS + colour
    if target > 0:
        return (WOOLLIES if kind == WOOLLY else SWAPS) + colour * OTHERS + distance(pos, seat, target - 1) - 1
    return (WILDLY if kind == WILD else NOT_MES if kind == NOT_ME else SWAP_COLOUR) + colour


_begin, _find, _step, _number = stepping(entry_points, features, action_of)
begin = kept_in(__name__, "begin", _begin)
find = kept_in(__name__, "find", _find, entry_point)
step = kept_in(__name__, "step", _step)
number = kept_in(__name__, "number", _number, entry_point)
