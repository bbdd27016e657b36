"""MAD: rules of thumb, and the search.

Weights are roughly percents: 100 is a move nobody should miss. They depend only on what the seat may know.
"""

from __future__ import annotations

from kartenhaus.bots.kernel import searching
from kartenhaus.core.cards import fewest_of_others
from kartenhaus.core.jit import compiled, entry_point, inlined
from kartenhaus.core.kernels import kept_in
from kartenhaus.core.packed import Longs
from kartenhaus.games.mad import entry_points
from kartenhaus.games.mad.moves import (
    ALLOW,
    ANSWER_FIRST,
    DEFEND,
    DRAW,
    END,
    GIFT,
    KEEP,
    RIGHT,
    card_of,
    colour_of,
    target_of,
)
from kartenhaus.games.mad.position import (
    DRAW_ONE,
    FITS,
    JOKER,
    KINDS,
    NUMBERS,
    PER_COLOUR,
    SWAP_HANDS,
    WHICH_WAY,
    WILD,
    WOOLLY,
    Position,
)
from kartenhaus.games.mad.result import hand_points

HORIZON = 15  # moves of a playout for each seat, then the standing is judged
TURNS = 0  # no limit to the depth of the tree
PLAYOUTS = {2: (400, 16_000, 64_000)}  # few, many and most, from this number of players on
TRUST = 0
SLIPS = 0
CALL = 37  # percent: how far below an opponent's likely points one's own must be to call the end


@entry_point
def weigh(pos: Position, seat: int, moves: Longs, count: int, weights: Longs) -> None:
    """How good each legal move looks to a casual player."""
    if count == 1:
        weights[0] = 0
        return
    held = int(pos.held[seat])
    fewest = fewest_of_others(pos, seat)
    for choice in range(count):
        move = moves[choice]
        if move >= GIFT:
            weights[choice] = useless(pos, seat, card_of(move))
        elif move > DEFEND:
            weights[choice] = worth_defending(pos, seat) + 2 * of_colour(pos, seat, colour_of(move))
        elif move == ALLOW:
            weights[choice] = 40
        elif move == KEEP:
            weights[choice] = 12
        elif move >= DRAW:
            weights[choice] = 5
        elif move >= ANSWER_FIRST:
            kind = int(pos.open[pos.lying - 1])
            weights[choice] = worth_playing(pos, seat, kind, colour_of(move), target_of(move), held + 1, fewest)
        elif held == 1:
            weights[choice] = 1000
        else:
            weights[choice] = worth_playing(pos, seat, card_of(move), colour_of(move), target_of(move), held, fewest)


@inlined
def worth_playing(pos: Position, seat: int, kind: int, colour: int, target: int, held: int, fewest: int) -> int:
    """A card and what is named with it. Wilds are kept for later; attacks are best against those about to win."""
    danger = 12 * max(0, 4 - fewest)
    if kind < WILD:
        symbol = (kind - 1) % PER_COLOUR
        rest = of_colour(pos, seat, 1 + (kind - 1) // PER_COLOUR)
        if symbol < NUMBERS:
            return 40 + symbol + 3 * rest
        if symbol == WHICH_WAY:
            right = int(pos.held[(seat + 1) % pos.seats])
            left = int(pos.held[(seat + pos.seats - 1) % pos.seats])
            return 44 + 3 * rest + 4 * (right - left if target == RIGHT else left - right)
        if symbol == DRAW_ONE:
            return 50 + 3 * rest + danger
        if held == 3:
            return 200  # giving two cards away empties the hand
        return 52 + 3 * rest - 3 * int(pos.held[target - 1])
    if target == END:
        return 300 if lowest(pos, seat) else -100
    named = 17 + 3 * of_colour(pos, seat, colour)
    if kind == WOOLLY:
        return named + danger - 2 * int(pos.held[target - 1])
    if kind == SWAP_HANDS and target > 0:
        return named + 13 * (held - 2 - int(pos.held[target - 1]))
    if kind == JOKER:
        return named - 17
    return named


@inlined
def of_colour(pos: Position, seat: int, colour: int) -> int:
    """How many cards of a colour (1 to 4) a seat holds."""
    cards = 0
    first = 1 + (colour - 1) * PER_COLOUR
    if colour > 0:
        for kind in range(first, first + PER_COLOUR):
            cards += int(pos.hands[seat, kind])
    return cards


@compiled
def lowest(pos: Position, seat: int) -> bool:
    """Whether a seat's points, without the Joker, are probably the lowest: a card counts four on average."""
    mine = hand_points(pos, seat) - 5
    return 100 * mine < (100 - CALL) * 4 * fewest_of_others(pos, seat) + 100


@inlined
def worth_defending(pos: Position, seat: int) -> int:
    """A defence sheds a card out of turn; only a swap for fewer cards is better."""
    if pos.attack == SWAP_HANDS and pos.held[pos.threat] < pos.held[seat] - 1 and pos.held[seat] > 1:
        return 10
    return 60


@inlined
def useless(pos: Position, seat: int, kind: int) -> int:
    """How little a card is worth keeping: rare colours go first, wilds last."""
    if kind >= WILD:
        return 0
    symbol = (kind - 1) % PER_COLOUR
    return 60 - 5 * of_colour(pos, seat, 1 + (kind - 1) // PER_COLOUR) + (symbol if symbol < NUMBERS else -11)


@entry_point
def standing(pos: Position, scores: Longs) -> None:
    """How near each seat is to winning, in thousandths of log-odds: few cards, wilds, and a card that fits."""
    for seat in range(pos.seats):
        held = int(pos.held[seat])
        wilds = 0
        for kind in range(WILD, KINDS):
            wilds += int(pos.hands[seat, kind])
        fits = pos.kinds_held[seat] & FITS[pos.open[pos.lying - 1]] != 0
        scores[seat] = 1300 // max(held, 1) - 150 * held + 300 * wilds + (300 if fits else 0)


search = kept_in(__name__, "search", searching(entry_points, weigh, standing))
