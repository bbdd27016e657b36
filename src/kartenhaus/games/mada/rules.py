"""The rules of MADA, in the order of rulebook.md."""

from __future__ import annotations

from kartenhaus.core import events
from kartenhaus.core.cards import clear, gain, lose, spread
from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import compiled, entry_point, lowest_bit
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import pick, set_key, shuffle
from kartenhaus.core.telling import ALL, tell, tell_at, tell_card, tell_cards, tell_face, tell_swapped, telling
from kartenhaus.core.winning import with_seat
from kartenhaus.games.mada import ids, places
from kartenhaus.games.mada.moves import DONE, DRAW, LUCK, PLAY, TAKE, TOSS, card_of, target_of
from kartenhaus.games.mada.position import (
    DEALT,
    DOUBLE,
    FIVE,
    GOAL,
    HIGHEST,
    KINDS,
    LEMUR,
    LOST,
    OVER,
    SCORPION,
    STING,
    SWAP,
    TURN,
    TURNS,
    Position,
)

MAX_MOVES = 20
HAND = 3  # cards dealt, and the most a hand may hold


# Setup


@entry_point
def deal(pos: Position, key: Longs) -> None:
    """mada/deal: shuffle all cards, three to each player; mada/deck and mada/edition give the cards.

    mada/start: the seed picks who starts unless the option `starter` did.
    """
    set_key(pos, key)
    chosen = pick(pos, pos.stack, pos.seats)  # always, so that a seed deals the same cards with and without the option
    if pos.starter == NOBODY:
        pos.starter = chosen
    tell(pos, events.FIRST, pos.starter, 0, ids.START)
    pos.left = spread(pos.deck, pos.stack, 0)
    shuffle(pos, pos.stack, pos.left)
    tell_at(pos, events.SHUFFLED, NOBODY, pos.left, places.DRAW, ids.DEAL)
    for _ in range(HAND):
        for seat in range(pos.seats):
            into_hand(pos, seat, next_card(pos), ids.DEAL)
    settle_dealt_scorpions(pos)


@compiled
def settle_dealt_scorpions(pos: Position) -> None:
    """mada/deal-scorpion: dealt Scorpions go to the discard first; then each holder owes a card for each."""
    for seat in range(pos.seats):
        stings = int(pos.hands[seat, SCORPION])
        for _ in range(stings):
            lose(pos, seat, SCORPION)
            throw(pos, SCORPION, places.HANDS + seat, ids.DEAL_SCORPION)
        pos.owed[seat] = min(stings, int(pos.held[seat]))
    ask_dealt(pos)


@compiled
def ask_dealt(pos: Position) -> None:
    """mada/deal-scorpion: the next player who owes a card, clockwise from the starter; then the first turn."""
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
    tell(pos, events.TURN, pos.turn, 0, ids.TURN)


# A turn


@entry_point
def to_act(pos: Position) -> int:
    """mada/turn: whose decision is next."""
    return NOBODY if pos.pending == OVER else pos.turn


@entry_point
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


@entry_point
def play(pos: Position, seat: int, move: int) -> None:
    """Apply a move; the rules below say what each does."""
    if move >= TOSS:
        toss(pos, seat, card_of(move))
    elif move >= TAKE:
        swap(pos, seat, target_of(move))
    elif move == DONE:
        tell(pos, events.KEPT, seat, 0, ids.ROUND_LOSER)
        next_round(pos, seat)
    elif move == LUCK:
        try_luck(pos, seat)
    elif move == DRAW:
        draw(pos, seat)
    else:
        play_card(pos, seat, move)


@compiled
def next_turn(pos: Position, rule: int) -> None:
    """mada/turn: clockwise; mada/endless: or the end."""
    if pos.turns >= pos.most_turns:
        pos.pending = OVER
        tell(pos, events.OVER, NOBODY, TURNS, ids.ENDLESS)
        return
    pos.turns += 1
    pos.pending = TURN
    pos.turn = left_of(pos, pos.turn)
    tell(pos, events.TURN, pos.turn, 0, rule)


@compiled
def left_of(pos: Position, seat: int) -> int:
    """mada/turn: the next seat, clockwise."""
    return seat + 1 if seat + 1 < pos.seats else 0


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
    """mada/play: one hand card onto the player's own pile; no card is drawn after it."""
    lose(pos, seat, kind)
    land(pos, seat, kind, places.HANDS + seat, ids.PLAY)


@compiled
def draw(pos: Position, seat: int) -> None:
    """mada/draw: the next card into the hand; mada/scorpion-draw: a Scorpion stings instead."""
    kind = next_card(pos)
    if kind == SCORPION:
        sting(pos, seat, ids.SCORPION_DRAW)
    else:
        into_hand(pos, seat, kind, ids.DRAW)
        next_turn(pos, ids.TURN)


@compiled
def try_luck(pos: Position, seat: int) -> None:
    """mada/luck: the next card straight onto the player's pile; mada/luck-lose if it is lower than the top."""
    kind = next_card(pos)
    if kind == SCORPION:  # mada/scorpion-luck
        sting(pos, seat, ids.SCORPION_LUCK)
    elif fitting(pos, seat) >> kind & 1:
        land(pos, seat, kind, places.DRAW, ids.LUCK)
    else:
        top = int(pos.piles[seat, pos.heights[seat] - 1])
        put(pos, seat, kind, places.DRAW, ids.LUCK)
        tell_face(pos, events.ROUND, seat, kind, top, 0, ids.LUCK_LOSE)
        lose_round(pos, seat)


@compiled
def land(pos: Position, seat: int, kind: int, source: int, rule: int) -> None:
    """mada/special-now: a card takes effect at once, played or turned up."""
    if kind == DOUBLE:
        throw(pos, DOUBLE, source, ids.DOUBLE)
        pos.pending = SWAP
        return
    put(pos, seat, kind, source, rule)
    if kind == LEMUR:
        drag(pos, seat)
    next_turn(pos, ids.TURN)


# Special cards


@compiled
def drag(pos: Position, seat: int) -> None:
    """mada/lemur: the Lemur on top takes the card beneath it to the bottom of the pile, itself above it.

    mada/lemur-equal: with all equal cards under it, in their order. mada/lemur-empty: alone on its pile it just lies there.
    mada/lemur-lemur: a Lemur beneath is dragged alone.
    """
    under = int(pos.heights[seat]) - 1
    if under == 0:
        return
    top = int(pos.piles[seat, under - 1])
    dragged = 1
    while top != LEMUR and dragged < under and pos.piles[seat, under - 1 - dragged] == top:
        dragged += 1
    for place in range(under - dragged - 1, -1, -1):
        pos.piles[seat, place + dragged + 1] = pos.piles[seat, place]
    for place in range(dragged):
        pos.piles[seat, place] = top
    pos.piles[seat, dragged] = LEMUR
    rule = ids.LEMUR_LEMUR if top == LEMUR else ids.LEMUR_EQUAL if dragged > 1 else ids.LEMUR
    tell_at(pos, events.DRAGGED, seat, dragged + 1, places.PILES + seat, rule)


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
    tell_swapped(pos, seat, other, places.PILES + seat, places.PILES + other, ids.DOUBLE)
    next_turn(pos, ids.TURN)


@compiled
def sting(pos: Position, seat: int, rule: int) -> None:
    """mada/scorpion-draw: the Scorpion goes to the discard; a hand card of choice follows, if there is one."""
    throw(pos, SCORPION, places.DRAW, rule)
    if pos.held[seat] > 0:
        pos.pending = STING
    else:
        next_turn(pos, ids.TURN)


@compiled
def toss(pos: Position, seat: int, kind: int) -> None:
    """mada/scorpion-draw, mada/deal-scorpion, mada/round-loser: a hand card goes to the discard."""
    rule = ids.ROUND_LOSER if pos.pending == LOST else ids.SCORPION_DRAW if pos.pending == STING else ids.DEAL_SCORPION
    lose(pos, seat, kind)
    throw(pos, kind, places.HANDS + seat, rule)
    if pos.pending == DEALT:
        pos.owed[seat] -= 1
        ask_dealt(pos)
    elif pos.pending == STING:
        next_turn(pos, ids.TURN)
    elif pos.held[seat] == 0:
        next_round(pos, seat)


# The end of a round


@compiled
def lose_round(pos: Position, loser: int) -> None:
    """mada/round-score: every other player sets the top of their pile aside, a Lemur too.

    mada/end: the game is over at once when someone has five Cactus cards aside, before anything is cleared.
    """
    seat = left_of(pos, loser)
    while seat != loser:
        height = int(pos.heights[seat])
        if height > 0:
            top = int(pos.piles[seat, height - 1])
            pos.aside[seat, top] += 1
            pos.piles[seat, height - 1] = 0
            pos.heights[seat] = height - 1
            tell_card(pos, top, places.PILES + seat, places.ASIDE + seat, ALL, ids.ROUND_SCORE)
            if pos.pears[top] > 0:
                tell_at(pos, events.POINTS, seat, int(pos.pears[top]), places.ASIDE + seat, ids.WIN)
            if cactus_aside(pos, seat) >= GOAL:
                pos.pending = OVER
        seat = left_of(pos, seat)
    if pos.pending == OVER:
        tell(pos, events.OVER, NOBODY, FIVE, ids.END)
    else:
        clear_piles(pos, loser)
        pos.pending = LOST
        if pos.held[loser] == 0:
            next_round(pos, loser)


@compiled
def clear_piles(pos: Position, loser: int) -> None:
    """mada/round-clear: the rest of every pile goes to the discard, clockwise, the loser's last: the fatal card is its top."""
    pos.top = pos.piles[loser, pos.heights[loser] - 1]
    seat = loser
    for _ in range(pos.seats):
        seat = left_of(pos, seat)
        tell_cards(pos, int(pos.heights[seat]), places.PILES + seat, places.DISCARD, ids.ROUND_CLEAR)
        for place in range(pos.heights[seat]):
            pos.discard[pos.piles[seat, place]] += 1
            pos.piles[seat, place] = 0
        pos.heights[seat] = 0


@compiled
def next_round(pos: Position, loser: int) -> None:
    """mada/round-next: the player to the left of the loser starts; mada/round-keep: hands stay as they are."""
    pos.turn = loser
    next_turn(pos, ids.ROUND_NEXT)


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
        tell_cards(pos, height - 1, places.PILES + seat, places.DISCARD, ids.RESHUFFLE)
        if height > 1:
            for place in range(height - 1):
                pos.discard[pos.piles[seat, place]] += 1
            pos.piles[seat, 0] = pos.piles[seat, height - 1]
            for place in range(1, height):
                pos.piles[seat, place] = 0
            pos.heights[seat] = 1
    pos.left = spread(pos.discard, pos.stack, 0)
    clear(pos.discard)
    pos.top = 0
    tell_cards(pos, pos.left, places.DISCARD, places.DRAW, ids.RESHUFFLE)
    shuffle(pos, pos.stack, pos.left)
    tell_at(pos, events.SHUFFLED, NOBODY, pos.left, places.DRAW, ids.RESHUFFLE)


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


@entry_point
def score(pos: Position, points: Longs) -> None:
    """mada/win: prickly pears on the cards aside."""
    for seat in range(pos.seats):
        points[seat] = pears_aside(pos, seat)


@entry_point
def winners(pos: Position) -> int:
    """mada/win: most pears; those who tie share the win; nobody before the end."""
    if pos.pending != OVER:
        return 0
    won, best = 0, -1
    for seat in range(pos.seats):
        won, best = with_seat(won, best, seat, pears_aside(pos, seat))
    return won


# Moving cards


@compiled
def put(pos: Position, seat: int, kind: int, source: int, rule: int) -> None:
    """Put a card onto a pile; mada/play-empty, mada/lemur-top, mada/lemur-empty: the rule depends on what it lies on."""
    height = int(pos.heights[seat])
    if telling(pos):
        if kind == LEMUR:
            rule = ids.LEMUR_EMPTY if height == 0 else rule
        elif rule == ids.PLAY:
            rule = ids.PLAY_EMPTY if height == 0 else ids.LEMUR_TOP if pos.piles[seat, height - 1] == LEMUR else ids.PLAY
        tell_card(pos, kind, source, places.PILES + seat, ALL, rule)
    pos.piles[seat, height] = kind
    pos.heights[seat] += 1


@compiled
def into_hand(pos: Position, seat: int, kind: int, rule: int) -> None:
    """Put a card of the draw pile into a hand."""
    gain(pos, seat, kind)
    tell_card(pos, kind, places.DRAW, places.HANDS + seat, 1 << seat, rule)


@compiled
def throw(pos: Position, kind: int, source: int, rule: int) -> None:
    """Put a card on top of the discard."""
    pos.discard[kind] += 1
    pos.top = kind
    tell_card(pos, kind, source, places.DISCARD, ALL, rule)
