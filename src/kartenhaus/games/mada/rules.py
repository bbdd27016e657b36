"""The rules of MADA, in the order of rulebook.md.

A move is an integer: the kind of a card to play, or one of the words below plus a seat or a kind.
"""

from __future__ import annotations

from kartenhaus.core.cards import clear, gain, lose, spread
from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import compiled, entry, lowest_bit
from kartenhaus.core.random import pick, set_key, shuffle
from kartenhaus.core.record import Longs
from kartenhaus.games.mada.position import (
    DEALT,
    DOUBLE,
    HIGHEST,
    KINDS,
    LEMUR,
    LOST,
    OVER,
    SCORPION,
    STING,
    SWAP,
    TURN,
    Position,
)

PLAY, DRAW, LUCK, DONE, TAKE, TOSS = 0, 32, 33, 34, 40, 64  # play + kind, draw, luck, done, swap + seat, toss + kind
MAX_MOVES = 20
HAND = 3  # cards dealt, and the most a hand may hold
GOAL = 5  # Cactus cards aside that end the game


# Setup


@entry
def deal(pos: Position, key: Longs) -> None:
    """mada/deal: shuffle all cards, three to each player; mada/deck and mada/edition give the cards.

    mada/start: the seed picks who starts unless the option `starter` did.
    """
    set_key(pos, key)
    chosen = pick(pos, pos.stack, pos.seats)  # always, so that a seed deals the same cards with and without the option
    if pos.starter == NOBODY:
        pos.starter = chosen
    pos.left = spread(pos.deck, pos.stack, 0)
    shuffle(pos, pos.stack, pos.left)
    for _ in range(HAND):
        for seat in range(pos.seats):
            gain(pos, seat, next_card(pos))
    settle_dealt_scorpions(pos)


@compiled
def settle_dealt_scorpions(pos: Position) -> None:
    """mada/deal-scorpion: dealt Scorpions go to the discard first; then each holder owes a card for each."""
    for seat in range(pos.seats):
        stings = int(pos.hands[seat, SCORPION])
        pos.discard[SCORPION] += stings
        pos.hands[seat, SCORPION] = 0
        pos.kinds_held[seat] &= ~(1 << SCORPION)
        pos.held[seat] -= stings
        pos.owed[seat] = min(stings, int(pos.held[seat]))
    ask_dealt(pos)


@compiled
def ask_dealt(pos: Position) -> None:
    """mada/deal-scorpion: the next who owes a card, clockwise from the starter; then the first turn."""
    pos.pending = DEALT
    for step in range(pos.seats):
        seat = (pos.starter + step) % pos.seats
        if pos.owed[seat] > 0:
            pos.turn = seat
            return
    pos.pending = TURN
    pos.turn = pos.starter
    pos.starter = NOBODY
    pos.turns = 1


# A turn


@entry
def to_act(pos: Position) -> int:
    """mada/turn: whose decision is next."""
    return NOBODY if pos.pending == OVER else pos.turn


@entry
def legal(pos: Position, seat: int, moves: Longs) -> int:
    """mada/turn: exactly one of play, draw, try your luck; or the answer to the choice that is pending."""
    if pos.pending == OVER or seat != pos.turn:
        return 0
    count = 0
    if pos.pending == TURN:
        playable = pos.kinds_held[seat] & fitting(pos, seat)
        while playable != 0:
            moves[count] = PLAY + lowest_bit(playable)
            count += 1
            playable &= playable - 1
        if pos.held[seat] < HAND:  # mada/draw
            moves[count] = DRAW
            count += 1
        moves[count] = LUCK  # mada/luck-always
        count += 1
    elif pos.pending == SWAP:
        for other in range(pos.seats):
            if other != seat:
                moves[count] = TAKE + other
                count += 1
    else:
        holding = pos.kinds_held[seat]
        while holding != 0:
            moves[count] = TOSS + lowest_bit(holding)
            count += 1
            holding &= holding - 1
        if pos.pending == LOST:
            moves[count] = DONE
            count += 1
    return count


@entry
def play(pos: Position, seat: int, move: int) -> None:
    """Apply a move; the rules below say what each does."""
    if move >= TOSS:
        toss(pos, seat, move - TOSS)
    elif move >= TAKE:
        swap(pos, seat, move - TAKE)
    elif move == DONE:
        next_round(pos, seat)
    elif move == LUCK:
        try_luck(pos, seat)
    elif move == DRAW:
        draw(pos, seat)
    else:
        play_card(pos, seat, move)


@compiled
def next_turn(pos: Position) -> None:
    """mada/turn: clockwise; mada/endless: or the end."""
    if pos.turns >= pos.most_turns:
        pos.pending = OVER
        return
    pos.turns += 1
    pos.pending = TURN
    pos.turn = pos.turn + 1 if pos.turn + 1 < pos.seats else 0


@compiled
def fitting(pos: Position, seat: int) -> int:
    """mada/play: equal to or higher than the top; mada/play-empty: anything on an empty pile; mada/lemur-top.

    mada/play-none: a hand without such a card offers no play. Lemurs and Double Lemurs are always playable. As bits.
    """
    height = int(pos.heights[seat])
    if height == 0:
        return -1
    top = int(pos.piles[seat, height - 1])
    return -1 if top == LEMUR else -1 << top


@compiled
def play_card(pos: Position, seat: int, kind: int) -> None:
    """mada/play: one hand card onto one's own pile; no card is drawn after it."""
    lose(pos, seat, kind)
    land(pos, seat, kind)


@compiled
def draw(pos: Position, seat: int) -> None:
    """mada/draw: the next card into the hand; mada/scorpion-draw: a Scorpion stings instead."""
    kind = next_card(pos)
    if kind == SCORPION:
        sting(pos, seat)
    else:
        gain(pos, seat, kind)
        next_turn(pos)


@compiled
def try_luck(pos: Position, seat: int) -> None:
    """mada/luck: the next card straight onto one's pile; mada/luck-lose if it is lower than the top."""
    kind = next_card(pos)
    if kind == SCORPION:  # mada/scorpion-luck
        sting(pos, seat)
    elif fitting(pos, seat) >> kind & 1:
        land(pos, seat, kind)
    else:
        put(pos, seat, kind)
        lose_round(pos, seat)


@compiled
def land(pos: Position, seat: int, kind: int) -> None:
    """mada/special-now: a card takes effect at once, played or turned up."""
    if kind == DOUBLE:
        pos.discard[DOUBLE] += 1
        pos.pending = SWAP
        return
    if kind == LEMUR:
        drag(pos, seat)
    else:
        put(pos, seat, kind)
    next_turn(pos)


# Special cards


@compiled
def drag(pos: Position, seat: int) -> None:
    """mada/lemur: the top card goes to the bottom of the pile, the Lemur above it.

    mada/lemur-equal: with all equal cards under it, in their order. mada/lemur-empty: on an empty pile the Lemur lies on top.
    mada/lemur-lemur: a Lemur on top is dragged alone.
    """
    height = int(pos.heights[seat])
    dragged = 0
    if height > 0:
        top = int(pos.piles[seat, height - 1])
        dragged = 1
        while top != LEMUR and dragged < height and pos.piles[seat, height - 1 - dragged] == top:
            dragged += 1
        for place in range(height - dragged - 1, -1, -1):
            pos.piles[seat, place + dragged + 1] = pos.piles[seat, place]
        for place in range(dragged):
            pos.piles[seat, place] = top
    pos.piles[seat, dragged] = LEMUR
    pos.heights[seat] = height + 1


@compiled
def swap(pos: Position, seat: int, other: int) -> None:
    """mada/double: the whole pile against that of another player, empty or not."""
    most = max(int(pos.heights[seat]), int(pos.heights[other]))
    for place in range(most):
        card = int(pos.piles[seat, place])
        pos.piles[seat, place] = pos.piles[other, place]
        pos.piles[other, place] = card
    height = int(pos.heights[seat])
    pos.heights[seat] = pos.heights[other]
    pos.heights[other] = height
    next_turn(pos)


@compiled
def sting(pos: Position, seat: int) -> None:
    """mada/scorpion-draw: the Scorpion goes to the discard; a hand card of choice follows, if there is one."""
    pos.discard[SCORPION] += 1
    if pos.held[seat] > 0:
        pos.pending = STING
    else:
        next_turn(pos)


@compiled
def toss(pos: Position, seat: int, kind: int) -> None:
    """mada/scorpion-draw, mada/deal-scorpion, mada/round-loser: a hand card goes to the discard."""
    lose(pos, seat, kind)
    pos.discard[kind] += 1
    if pos.pending == DEALT:
        pos.owed[seat] -= 1
        ask_dealt(pos)
    elif pos.pending == STING:
        next_turn(pos)
    elif pos.held[seat] == 0:
        next_round(pos, seat)


# The end of a round


@compiled
def lose_round(pos: Position, loser: int) -> None:
    """mada/round-score: every other player sets the top of their pile aside, a Lemur too.

    mada/end: the game is over at once when someone has five Cactus cards aside, before anything is cleared.
    """
    for seat in range(pos.seats):
        height = int(pos.heights[seat])
        if seat != loser and height > 0:
            pos.aside[seat, pos.piles[seat, height - 1]] += 1
            pos.piles[seat, height - 1] = 0
            pos.heights[seat] = height - 1
            if cactus_aside(pos, seat) >= GOAL:
                pos.pending = OVER
    if pos.pending != OVER:
        clear_piles(pos)
        pos.pending = LOST
        if pos.held[loser] == 0:
            next_round(pos, loser)


@compiled
def clear_piles(pos: Position) -> None:
    """mada/round-clear: the rest of every pile goes to the discard, the loser's with the fatal card."""
    for seat in range(pos.seats):
        for place in range(pos.heights[seat]):
            pos.discard[pos.piles[seat, place]] += 1
            pos.piles[seat, place] = 0
        pos.heights[seat] = 0


@compiled
def next_round(pos: Position, loser: int) -> None:
    """mada/round-next: the player to the left of the loser starts; mada/round-keep: hands stay as they are."""
    pos.turn = loser
    next_turn(pos)


# The draw pile


@compiled
def next_card(pos: Position) -> int:
    """Take the next card of the draw pile."""
    if pos.left == 0:
        reshuffle(pos)
    pos.left -= 1
    kind = int(pos.stack[pos.left])
    pos.stack[pos.left] = 0
    return kind


@compiled
def reshuffle(pos: Position) -> None:
    """mada/reshuffle: all piles but their top cards, and the discard, become a new draw pile."""
    for seat in range(pos.seats):
        height = int(pos.heights[seat])
        if height > 1:
            for place in range(height - 1):
                pos.discard[pos.piles[seat, place]] += 1
            pos.piles[seat, 0] = pos.piles[seat, height - 1]
            for place in range(1, height):
                pos.piles[seat, place] = 0
            pos.heights[seat] = 1
    pos.left = spread(pos.discard, pos.stack, 0)
    clear(pos.discard)
    shuffle(pos, pos.stack, pos.left)


# The result


@compiled
def cactus_aside(pos: Position, seat: int) -> int:
    """mada/end: only Cactus cards count."""
    cards = 0
    for kind in range(1, HIGHEST + 1):
        cards += int(pos.aside[seat, kind])
    return cards


@compiled
def pears_aside(pos: Position, seat: int) -> int:
    """mada/win: prickly pears on the cards a seat has set aside."""
    pears = 0
    for kind in range(1, KINDS):
        pears += int(pos.pears[kind]) * int(pos.aside[seat, kind])
    return pears


@entry
def score(pos: Position, points: Longs) -> None:
    """mada/win: prickly pears on the cards aside."""
    for seat in range(pos.seats):
        points[seat] = pears_aside(pos, seat)


@entry
def winners(pos: Position) -> int:
    """mada/win: most pears; those who tie share the win; nobody before the end."""
    if pos.pending != OVER:
        return 0
    best = -1
    won = 0
    for seat in range(pos.seats):
        pears = pears_aside(pos, seat)
        if pears > best:
            best = pears
            won = 0
        if pears == best:
            won |= 1 << seat
    return won


# Moving cards


@compiled
def put(pos: Position, seat: int, kind: int) -> None:
    """A card onto a pile."""
    pos.piles[seat, pos.heights[seat]] = kind
    pos.heights[seat] += 1
