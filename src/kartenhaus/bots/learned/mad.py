"""MAD: what a seat may know, as numbers; the numbers of its moves; and what a network makes of both."""

from __future__ import annotations

from typing import Any

import numpy as np

from kartenhaus.bots.learned.blocks import Block, Declaration
from kartenhaus.bots.learned.network import judging, searching_by
from kartenhaus.core.jit import compiled, entry_point, lowest_bit
from kartenhaus.core.kernels import kept_in
from kartenhaus.core.packed import Bytes
from kartenhaus.games.mad import entry_points
from kartenhaus.games.mad.moves import (
    ALLOW,
    ANSWER_FIRST,
    DEFEND,
    DRAW,
    END,
    GIFT,
    KEEP,
    PASS,
    RIGHT,
    card_of,
    colour_of,
    target_of,
)
from kartenhaus.games.mad.position import (
    DRAW_ONE,
    DRAWN,
    FACES,
    FITS,
    GIVE,
    GIVE_TWO,
    JOKER,
    KINDS,
    NOT_ME,
    NUMBERS,
    PER_COLOUR,
    SEATS,
    SWAP_HANDS,
    SYMBOL_OF,
    WHICH_WAY,
    WILD,
    WOOLLY,
    Position,
)
from kartenhaus.games.mad.result import WORTH

COLOURS = "green, yellow, red, blue"
WILDS = "Wild, Wild and Woolly, Not Me, Swap Hands, Joker"
SYMBOLS = "1 to 6, Which Way?, Draw One, Give Two"
HORIZON, TURNS = 15, 0
PLAYOUTS = {2: (100, 4_000, 20_000)}  # few, many and most, from this number of players on
TRUST = 50
SLIPS = 0
PREFERRED = False
DECLARED = Declaration(
    game="mad",
    version=1,
    own=(
        Block("hand", KINDS - 1, f"own cards of each kind: {SYMBOLS} of {COLOURS}; {WILDS}", "cards"),
        Block("colours", 4, f"own cards of each colour: {COLOURS}", "cards / 4"),
        Block("wilds", 1, "own wild cards", "cards / 3"),
        Block("held", 13, "own cards: 0 to 11, 12 or more"),
        Block("points", 1, "points of the own hand", "/ 30"),
        Block("fits", 3, "own cards that fit; coloured ones that fit; whether no coloured one fits", "/ 5; / 5; 0 or 1"),
        Block("colour", 4, f"the colour to match: {COLOURS}"),
        Block("symbol", 10, f"the symbol on top of open: {SYMBOLS}; a wild"),
        Block("pending", 5, "the decision: how the first card counts, a turn, the card just drawn, an answer to an attack, a gift"),
        Block("actor", SEATS, "who decides, counted from the own seat"),
        Block("next", SEATS, "whose turn would be next"),
        Block("direction", 1, "play goes to the right: 1; to the left: -1", "-1 or 1"),
        Block("attack", 4, "the attack: Draw One, Give Two, Wild and Woolly, Swap Hands"),
        Block("threat", SEATS, "during an attack: who threatens; while cards are given: who gets them"),
        Block("drawn", 1, "the own card just drawn fits"),
        Block("closed", 2, "cards in the closed pile; players who passed in a row", "/ 50; / 6"),
        Block("players", 5, "how many play: 2 to 6"),
        Block("fewest", 4, "the fewest cards another has: 1, 2, 3; own cards more than that", "0 or 1; cards / 5"),
        Block("unseen", 18, f"unseen cards of {COLOURS}; of {SYMBOLS}; of {WILDS}", "/ 12; / 8; / 2"),
    ),
    other=(
        Block("here", 1, "whether someone sits there"),
        Block("held", 11, "cards in hand: 0 to 8, 9 or more; how many", "0 or 1; / 10"),
        Block("known", 5, f"cards in that hand that the seat knows: {COLOURS}; all", "/ 2; / 5"),
        Block("known wilds", 5, f"wild cards among them: {WILDS}", "cards"),
    ),
    others=SEATS - 1,
    edition=(
        Block("deck", KINDS - 1, "cards of each kind in the deck, in the order of `hand`", "cards / 2"),
        Block("dealt", 1, "cards dealt to each", "/ 10"),
    ),
    fixed=("deck", "hand_size"),
    moves=(
        Block(
            "move",
            19,
            "the move: play a number, Which Way? to the right, to the left, Draw One, Give Two, Wild, Wild and Woolly, Not Me, "
            "Swap Hands for its colour, Swap Hands with someone, Joker for its colour, Joker to end the game; draw, keep, pass, "
            "allow, defend; give a coloured card, give a wild",
        ),
        Block("first", 1, "it answers how the first card counts"),
        Block("number", 1, "the number on the card", "/ 6"),
        Block("left", 5, "own cards left after it: 0, 1, 2, 3, more"),
        Block(
            "suits",
            4,
            "own cards left of its colour; that fit on it; unseen cards of its colour; own other colours",
            "/ 4; / 4; / 12; / 4",
        ),
        Block(
            "following", 4, "the next player: cards; one card; two cards; known cards of the colour", "/ 10; 0 or 1; 0 or 1; / 2"
        ),
        Block("victim", 4, "whom it is against: cards; one card; two cards; own cards more than that", "/ 10; 0 or 1; 0 or 1; / 5"),
    ),
)

_at = DECLARED.start
HAND, COLOUR_COUNT, WILD_COUNT, HELD, POINTS, FITTING, COLOUR, SYMBOL, PENDING, ACTOR = map(
    _at, ("hand", "colours", "wilds", "held", "points", "fits", "colour", "symbol", "pending", "actor")
)
NEXT, DIRECTION, ATTACK, THREAT, JUST_DRAWN, CLOSED, PLAYERS, FEWEST, UNSEEN = map(
    _at, ("next", "direction", "attack", "threat", "drawn", "closed", "players", "fewest", "unseen")
)
OTHER, EACH, LIVE, MOVE_SIZE = DECLARED.first_other, DECLARED.each, DECLARED.live, DECLARED.move_size
THEIR_HELD, THEIR_KNOWN, THEIR_WILDS = 1, 12, 17
ANSWERS_FIRST, NUMBER, LEFT, SUITS, FOLLOWING, VICTIM = map(_at, ("first", "number", "left", "suits", "following", "victim"))
UNSEEN_SYMBOLS, UNSEEN_WILDS = UNSEEN + 4, UNSEEN + 4 + PER_COLOUR

COLOUR_OF = np.array([0, *(colour for colour in range(4) for _ in range(PER_COLOUR)), *[0] * (KINDS - WILD)], np.int64)
# Cards are counted by colour, symbol and wild in fields of two numbers: arrays would be slower. No field gets fuller than the deck.
FIELD, MOST = 7, 127  # bits for a count, and the most it can be
FIRST_WILD = 4 * FIELD  # in the first number, after the colours; the other has the symbols
_KIND_OF = [*range(KINDS), *(kind for kind in range(WILD, KINDS) for _ in range(4))]  # by face


def _colour_or_wild(kind: int) -> int:
    """Where a kind is counted among colours and wilds."""
    return FIRST_WILD + FIELD * (kind - WILD) if kind >= WILD else FIELD * ((kind - 1) // PER_COLOUR)


ONE = np.array([1 << _colour_or_wild(kind) if kind else 0 for kind in _KIND_OF], np.int64)
ONE_SYMBOL = np.array([1 << FIELD * ((kind - 1) % PER_COLOUR) if 0 < kind < WILD else 0 for kind in _KIND_OF], np.int64)
"""By face: one more card of its colour or kind of wild, and of its symbol."""


@entry_point
def features(pos: Position, seat: int, out: Any) -> None:
    """Write what a seat may know: the numbers that may change in a game."""
    for place in range(LIVE):
        out[place] = 0
    face = int(pos.open[pos.lying - 1])
    fitting = FITS[face]
    fits, coloured, worth = 0, 0, 0
    seen, symbols = 0, 0  # the cards that the seat has seen, counted
    holding = pos.kinds_held[seat]
    while holding != 0:
        kind = lowest_bit(holding)
        holding &= holding - 1
        held = int(pos.hands[seat, kind])
        out[HAND + kind - 1] = held
        worth += WORTH[kind] * held
        seen += ONE[kind] * held
        symbols += ONE_SYMBOL[kind] * held
        if kind >= WILD:
            out[WILD_COUNT] += held / 3
        if fitting >> kind & 1:
            fits += held
            coloured += held if kind < WILD else 0
    for colour in range(4):
        out[COLOUR_COUNT + colour] = (seen >> FIELD * colour & MOST) / 4
    mine = int(pos.held[seat])
    out[HELD + min(mine, 12)] = 1
    out[POINTS] = worth / 30
    out[FITTING] = fits / 5
    out[FITTING + 1] = coloured / 5
    out[FITTING + 2] = 1 if coloured == 0 else 0
    if face >= FACES:
        out[COLOUR + (face - FACES) % 4] = 1
    elif face < WILD:
        out[COLOUR + (face - 1) // PER_COLOUR] = 1
    out[SYMBOL + ((face - 1) % PER_COLOUR if face < WILD else PER_COLOUR)] = 1
    out[PENDING + min(int(pos.pending), GIVE)] = 1
    out[ACTOR + distance(pos, seat, int(pos.actor))] = 1
    out[NEXT + distance(pos, seat, following(pos))] = 1
    out[DIRECTION] = pos.direction
    if pos.attack > 0:
        out[ATTACK + attack_number(int(pos.attack))] = 1
        out[THREAT + distance(pos, seat, int(pos.threat))] = 1
    if pos.pending == DRAWN and pos.actor == seat:
        out[JUST_DRAWN] = fitting >> int(pos.drawn) & 1
    out[CLOSED] = pos.left / 50
    out[CLOSED + 1] = pos.passes / 6
    out[PLAYERS + pos.seats - 2] = 1
    fewest = 99
    other, start = seat, OTHER
    for _ in range(1, pos.seats):
        other = other + 1 if other + 1 < pos.seats else 0
        theirs = int(pos.held[other])
        fewest = min(fewest, theirs)
        out[start] = 1
        out[start + THEIR_HELD + min(theirs, 9)] = 1
        out[start + THEIR_HELD + 10] = theirs / 10
        holding = pos.kinds_held[other]  # more than the seat knows; never less
        while holding != 0:
            kind = lowest_bit(holding)
            holding &= holding - 1
            known = int(pos.known[other, seat, kind])
            if known > 0:
                seen += ONE[kind] * known
                symbols += ONE_SYMBOL[kind] * known
                out[start + THEIR_KNOWN + 4] += known / 5
                if kind < WILD:
                    out[start + THEIR_KNOWN + COLOUR_OF[kind]] += known / 2
                else:
                    out[start + THEIR_WILDS + kind - WILD] = known
        start += EACH
    if 1 <= fewest <= 3:
        out[FEWEST + fewest - 1] = 1
    out[FEWEST + 3] = (mine - fewest) / 5
    for place in range(pos.lying):
        seen += ONE[pos.open[place]]
        symbols += ONE_SYMBOL[pos.open[place]]
    count_unseen(pos.deck, seen, symbols, out)


@compiled
def count_unseen(deck: Bytes, seen: int, symbols: int, out: Any) -> None:
    """Count the cards of the deck that a seat has not seen, by colour, symbol and wild."""
    for colour in range(4):
        cards = 0
        for symbol in range(PER_COLOUR):
            cards += int(deck[1 + colour * PER_COLOUR + symbol])
        out[UNSEEN + colour] = (cards - (seen >> FIELD * colour & MOST)) / 12
    for symbol in range(PER_COLOUR):
        cards = 0
        for colour in range(4):
            cards += int(deck[1 + colour * PER_COLOUR + symbol])
        out[UNSEEN_SYMBOLS + symbol] = (cards - (symbols >> FIELD * symbol & MOST)) / 8
    for wild in range(KINDS - WILD):
        out[UNSEEN_WILDS + wild] = (int(deck[WILD + wild]) - (seen >> FIRST_WILD + FIELD * wild & MOST)) / 2


@compiled
def distance(pos: Position, seat: int, other: int) -> int:
    """How many seats after the own another sits."""
    return other - seat if other >= seat else other - seat + int(pos.seats)


@compiled
def following(pos: Position) -> int:
    """Whose turn it would be next."""
    seat = int(pos.turn + pos.direction)
    if seat < 0:
        return int(pos.seats) - 1
    return seat if seat < pos.seats else 0


@compiled
def attack_number(attack: int) -> int:
    """Attacks from 0, in the order of the declaration."""
    return 0 if attack == DRAW_ONE else 1 if attack == GIVE_TWO else 2 if attack == WOOLLY else 3


@entry_point
def figures(pos: Position, out: Any) -> None:
    """Write what the edition decides: the last of the numbers."""
    for kind in range(1, KINDS):
        out[LIVE + kind - 1] = int(pos.deck[kind]) / 2
    out[LIVE + KINDS - 1] = pos.hand_size / 10


@entry_point
def describe(pos: Position, seat: int, move: int, known: Any, out: Any) -> None:
    """Write the numbers of a legal move; `known` has the features of the seat."""
    for place in range(MOVE_SIZE):
        out[place] = 0
    held = int(pos.held[seat])
    if move >= GIFT:
        kind = card_of(move)
        out[17 if kind < WILD else 18] = 1
        describe_card(pos, seat, kind, (kind - 1) // PER_COLOUR + 1 if kind < WILD else 0, 0, 0, known, out)
        out[LEFT + min(held - 1, 4)] = 1
        describe_victim(pos, held, int(pos.threat), out)
    elif move > DEFEND:
        out[16] = 1
        describe_card(pos, seat, NOT_ME, colour_of(move), 0, 0, known, out)
        out[LEFT + min(held - 1, 4)] = 1
        describe_victim(pos, held, int(pos.threat), out)
    elif move == ALLOW:
        out[15] = 1
        describe_victim(pos, held, int(pos.threat), out)
    elif move == PASS:
        out[14] = 1
    elif move == KEEP:
        out[13] = 1
    elif move == DRAW:
        out[12] = 1
    else:
        first = move >= ANSWER_FIRST
        kind = card_of(move)
        if first:
            kind = int(pos.open[pos.lying - 1])
        target = target_of(move)
        out[move_number(kind, target)] = 1
        out[ANSWERS_FIRST] = 1 if first else 0
        colour = colour_of(move) if kind >= WILD else (kind - 1) // PER_COLOUR + 1
        way = 0
        if kind < WILD and SYMBOL_OF[kind] == WHICH_WAY:
            way = 1 if target == RIGHT else -1
        describe_card(pos, seat, kind, colour, 0 if first else 1, way, known, out)
        out[LEFT + min(held - (0 if first else 1), 4)] = 1
        if target > 0 and way == 0 and target != END:
            describe_victim(pos, held - 1, target - 1, out)


@compiled
def move_number(kind: int, target: int) -> int:
    """The place of a card that is played, and of what is named with it."""
    if kind < WILD:
        symbol = SYMBOL_OF[kind]
        if symbol < NUMBERS:
            return 0
        if symbol == WHICH_WAY:
            return 1 if target == RIGHT else 2
        return 3 if symbol == DRAW_ONE else 4
    if kind == SWAP_HANDS:
        return 9 if target > 0 else 8
    if kind == JOKER:
        return 11 if target == END else 10
    return 5 if kind == WILD else 6 if kind == WOOLLY else 7


@compiled
def describe_card(pos: Position, seat: int, kind: int, colour: int, leaves: int, way: int, known: Any, out: Any) -> None:
    """What a card and its colour (1 to 4, 0 for none) mean for the own hand, and for the player who comes next."""
    symbol = SYMBOL_OF[kind]
    if kind < WILD and symbol < NUMBERS:
        out[NUMBER] = (symbol + 1) / 6
    same, fits, others = 0, 0, 0
    for each in range(1, WILD):
        cards = int(pos.hands[seat, each]) - (leaves if each == kind else 0)
        if cards > 0:
            if (each - 1) // PER_COLOUR + 1 == colour:
                same += cards
                fits += cards
            else:
                others += cards
                fits += cards if kind < WILD and SYMBOL_OF[each] == symbol else 0
    out[SUITS] = same / 4
    out[SUITS + 1] = fits / 4
    out[SUITS + 2] = known[UNSEEN + colour - 1] if colour > 0 else 0
    out[SUITS + 3] = others / 4
    after = seat + (pos.direction if way == 0 else way)
    after = after + pos.seats if after < 0 else after - pos.seats if after >= pos.seats else after
    out[FOLLOWING] = int(pos.held[after]) / 10
    out[FOLLOWING + 1] = 1 if pos.held[after] == 1 else 0
    out[FOLLOWING + 2] = 1 if pos.held[after] == 2 else 0
    if colour > 0:
        out[FOLLOWING + 3] = known[OTHER + (distance(pos, seat, int(after)) - 1) * EACH + THEIR_KNOWN + colour - 1]


@compiled
def describe_victim(pos: Position, held: int, victim: int, out: Any) -> None:
    """How many cards the other side has."""
    theirs = int(pos.held[victim])
    out[VICTIM] = theirs / 10
    out[VICTIM + 1] = 1 if theirs == 1 else 0
    out[VICTIM + 2] = 1 if theirs == 2 else 0
    out[VICTIM + 3] = (held - theirs) / 5


weigh, value = judging(features, describe)
choose = kept_in(__name__, "choose", weigh, entry_point)
judge = kept_in(__name__, "judge", value, entry_point)
search = kept_in(__name__, "search", searching_by(entry_points, features, describe))
