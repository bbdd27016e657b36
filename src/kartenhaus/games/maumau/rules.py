"""The rules of Mau Mau, in the order of rulebook.md.

A move is an integer: the card in its low bits, then the space, then the neighbour named as anchor, then whether it is
said aloud; or one of the words below.
"""

from __future__ import annotations

from kartenhaus.core.cards import spread
from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import compiled, entry, inlined, lowest_bit
from kartenhaus.core.knowledge import leaves_seen, leaves_unseen
from kartenhaus.core.random import pick, set_key, shuffle
from kartenhaus.core.record import Longs
from kartenhaus.games.maumau.position import (
    ALL_DRAW,
    BITS,
    COLOUR_OF,
    DISCARD,
    DISCARDING,
    DRAW_TWO,
    DRAW_TWOS,
    JOKER,
    JOKER_AS,
    KINDS,
    MAU,
    MAU_MAU,
    MIXED,
    OVER,
    PASS_ON,
    PASSING,
    PER_COLOUR,
    POINT,
    SKIP,
    SPACES,
    START,
    SYMBOL_OF,
    TOWER,
    TURN,
    Position,
)

SPACE, ANCHOR, ALOUD, WORD = 64, 8192, 65536, 131072  # place: kind + space * 64 + anchor * 8192
DRAW, KEEP, SAY, CATCH, PASS, THROW = WORD, WORD + 1, WORD + 2, WORD + 8, WORD + 64, WORD + 128  # catch + seat, pass + kind …
MAX_MOVES = 2 * SPACES * (KINDS + 3)  # no position comes near
FOR_POINT, FOR_DOUBLE, FOR_MAU_MAU = 1, 2, 5


# Setup


@entry
def deal(pos: Position, key: Longs) -> None:
    """maumau/setup: one card onto the start space, no Joker, then the banks; maumau/deck and maumau/edition give the cards.

    maumau/start: the seed picks who starts unless the option `starter` did.
    """
    set_key(pos, key)
    chosen = pick(pos, pos.stack, pos.seats)  # always, so that a seed deals the same cards with and without the option
    pos.turn = chosen if pos.starter == NOBODY else pos.starter
    pos.starter = 0
    pos.left = spread(pos.deck, pos.stack, 0)
    shuffle(pos, pos.stack, pos.left)
    while pos.stack[pos.left - 1] == JOKER:
        shuffle(pos, pos.stack, pos.left)
    pos.left -= 1
    first = int(pos.stack[pos.left])
    pos.stack[pos.left] = 0
    for space in range(pos.spaces):
        if pos.ground[space] == START:
            lay(pos, space, first)
    for _ in range(pos.hand_size):
        for seat in range(pos.seats):
            draw_cards(pos, seat, 1)


# A turn


@entry
def to_act(pos: Position) -> int:
    """maumau/turn: whose decision is next."""
    return NOBODY if pos.pending == OVER else pos.turn


@entry
def legal(pos: Position, seat: int, moves: Longs) -> int:
    """maumau/turn: place a card, or draw; or the answer to what is pending; maumau/say: and what may be said by anyone."""
    if pos.pending == OVER:
        return 0
    count = 0
    if seat == pos.turn:
        count = placements(pos, seat, moves) if pos.pending == TURN else farewells(pos, seat, moves)
    if pos.manual:
        if pos.owes[seat] > 0:
            moves[count] = SAY
            count += 1
        for other in range(pos.seats):
            if other != seat and pos.owes[other] > 0:
                moves[count] = CATCH + other
                count += 1
    return count


@inlined
def placements(pos: Position, seat: int, moves: Longs) -> int:
    """maumau/place: where each card fits; maumau/draw: drawing only for who can place nothing.

    maumau/draw-two: under a penalty only a Draw Two may be placed, or the penalty drawn. maumau/tower-face: a place on top of a
    tower obliges nobody.
    """
    count = 0
    obliged = False
    holding = pos.kinds_held[seat]
    words = 2 if pos.spaces > BITS else 1
    if pos.penalty > 0:
        holding &= DRAW_TWOS
    while holding != 0:
        kind = lowest_bit(holding)
        holding &= holding - 1
        for word in range(words):
            spaces = places_for(pos, kind, word)
            obliged = obliged or spaces & ~pos.stacked[word] != 0
            while spaces != 0:
                space = lowest_bit(spaces) + word * BITS
                spaces &= spaces - 1
                move = kind + space * SPACE
                if kind == JOKER and pos.shown[space] == MIXED:  # maumau/joker
                    for side in range(4):
                        neighbour = int(pos.beside[space, side])
                        if neighbour >= 0 and pos.top[neighbour] > 0:
                            count = with_voice(pos, seat, move + (side + 1) * ANCHOR, moves, count)
                else:
                    count = with_voice(pos, seat, move, moves, count)
    if pos.penalty > 0 or not obliged:
        count = with_voice(pos, seat, DRAW, moves, count)
    return count


@compiled
def places_for(pos: Position, kind: int, word: int) -> int:
    """maumau/place: the spaces on which a card may be placed, as one word of a bit set."""
    if kind == JOKER:
        return int(pos.active[word])
    spaces = int(pos.by_colour[COLOUR_OF[kind], word] | pos.by_symbol[SYMBOL_OF[kind], word])
    if pos.match_all:
        some = spaces
        while some != 0:
            bit = some & -some
            some -= bit
            if not fits_all(pos, lowest_bit(bit) + word * BITS, kind):
                spaces -= bit
    return spaces


@compiled
def fits_all(pos: Position, space: int, kind: int) -> bool:
    """maumau/anchor: under `match_all` a card must fit every neighbour of an empty space; a tower asks only for its top."""
    if pos.top[space] > 0:
        return True
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if neighbour >= 0 and pos.top[neighbour] > 0:
            shown = face(int(pos.top[neighbour]))
            same_colour = COLOUR_OF[shown] == COLOUR_OF[kind]
            if not same_colour and SYMBOL_OF[shown] != SYMBOL_OF[kind]:
                return False
    return True


@inlined
def farewells(pos: Position, seat: int, moves: Longs) -> int:
    """maumau/pass, maumau/space-discard: a card of the bank at the end of the turn."""
    count = 0
    holding = pos.kinds_held[seat]
    while holding != 0:
        kind = lowest_bit(holding)
        holding &= holding - 1
        count = with_voice(pos, seat, (PASS if pos.pending == PASSING else THROW) + kind, moves, count)
    if pos.pending == DISCARDING:
        count = with_voice(pos, seat, KEEP, moves, count)
    return count


@inlined
def with_voice(pos: Position, seat: int, move: int, moves: Longs, count: int) -> int:
    """maumau/say: a move, and the same said aloud where it ends the turn and leaves one card or none."""
    moves[count] = move
    count += 1
    if pos.manual and may_shout(pos, seat, move):
        moves[count] = move + ALOUD
        count += 1
    return count


@compiled
def may_shout(pos: Position, seat: int, move: int) -> bool:
    """maumau/say: whether a move ends the turn and leaves one card, or empties the bank."""
    cards = int(pos.held[seat])
    if move == DRAW:
        if pos.penalty > 0 and pos.then_play:
            return False
        return cards + min(pos.left, max(pos.penalty, 1)) == 1
    if move == KEEP:
        return cards == 1
    if move < WORD:
        kind = move % SPACE
        ends = not (kind != JOKER and SYMBOL_OF[kind] == PASS_ON) and pos.ground[move // SPACE % 128] != DISCARD
    else:
        ends = move >= THROW or not pos.discards
    return cards == 1 or (cards == 2 and ends)


@entry
def play(pos: Position, seat: int, move: int) -> None:
    """Apply a move; the rules below say what each does."""
    aloud = move & ALOUD != 0
    move &= ~ALOUD
    if move < WORD:
        place(pos, seat, move & 63, (move >> 6) & 127, move >> 13, aloud)
    elif move >= THROW:
        discard(pos, seat, move - THROW, aloud)
    elif move >= PASS:
        pass_card(pos, seat, move - PASS, aloud)
    elif move >= CATCH:
        catch(pos, move - CATCH)
    elif move == SAY:
        say(pos, seat)
    elif move == KEEP:
        end_turn(pos, False, aloud)
    else:
        draw(pos, seat, aloud)


# Placing


@compiled
def face(card: int) -> int:
    """What a card on the board counts as: a Joker has the face it took when it was placed."""
    return card - JOKER_AS if card >= JOKER_AS else card


@compiled
def joker_face(pos: Position, space: int, anchor: int) -> int:
    """maumau/joker: the face of the anchor; maumau/tower-face: on a tower, of the card beneath."""
    if pos.top[space] > 0:
        return face(int(pos.top[space]))
    if anchor > 0:
        return face(int(pos.top[pos.beside[space, anchor - 1]]))
    return int(pos.shown[space])


@compiled
def place(pos: Position, seat: int, kind: int, space: int, anchor: int, aloud: bool) -> None:
    """maumau/place: a card onto the board, what it earns, and what it does."""
    lose(pos, seat, kind)
    leaves_seen(pos.known, pos.seats, seat, kind)
    pos.idle = 0
    symbol = -1
    if kind == JOKER:
        kind = JOKER_AS + joker_face(pos, space, anchor)
    else:
        symbol = SYMBOL_OF[kind]
        if is_double(pos, kind, space):
            pos.points[seat] += FOR_DOUBLE
    ground = int(pos.ground[space])
    if ground == POINT:  # maumau/point-space, maumau/space-point
        pos.points[seat] += FOR_POINT
    lay(pos, space, kind)
    if ground == ALL_DRAW:  # maumau/space-all-draw
        for step in range(1, pos.seats):
            draw_cards(pos, (seat + step) % pos.seats, 1)
    if symbol == DRAW_TWO:  # maumau/draw-two
        pos.penalty += 2
    elif symbol == SKIP:  # maumau/skip
        pos.skip = 1
    if pos.held[seat] == 0:
        end_turn(pos, True, aloud)
    elif symbol == PASS_ON:  # maumau/pass, maumau/pass-then-discard
        pos.pending = PASSING
        pos.discards = 1 if ground == DISCARD else 0
    elif ground == DISCARD:
        pos.pending = DISCARDING
    else:
        end_turn(pos, False, aloud)


@compiled
def is_double(pos: Position, kind: int, space: int) -> bool:
    """maumau/double-match: the very same card beside it (or beneath it: maumau/tower); a Joker is never the same.

    maumau/anchor, maumau/joker: of several neighbours the one that earns most is the anchor.
    """
    if pos.top[space] > 0:
        return bool(pos.top[space] == kind)
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if neighbour >= 0 and pos.top[neighbour] == kind:
            return True
    return False


@compiled
def lay(pos: Position, space: int, card: int) -> None:
    """maumau/tower: a card onto a space, or on top of a tower; and what now fits on it and around it."""
    ground = int(pos.ground[space])
    grows = pos.top[space] > 0
    if grows:
        tower = ground - TOWER
        pos.under[tower, pos.storeys[tower]] = pos.top[space]
        pos.storeys[tower] += 1
    else:
        pos.uncovered -= 1
    pos.top[space] = card
    close_space(pos, space)
    if ground >= TOWER:
        bit = 1 << space % BITS
        pos.active[space // BITS] |= bit
        pos.stacked[space // BITS] |= bit
        pos.by_symbol[SYMBOL_OF[face(card)], space // BITS] |= bit
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if neighbour >= 0 and pos.top[neighbour] == 0:
            if grows:
                look_again(pos, neighbour)
            else:
                look_beside(pos, neighbour, face(card))


@compiled
def close_space(pos: Position, space: int) -> None:
    """Nothing fits on a space, until something is found that does."""
    word = space // BITS
    others = ~(1 << space % BITS)
    pos.shown[space] = 0
    pos.active[word] &= others
    for colour in range(4):
        pos.by_colour[colour, word] &= others
    for symbol in range(PER_COLOUR):
        pos.by_symbol[symbol, word] &= others


@compiled
def look_beside(pos: Position, space: int, shown: int) -> None:
    """maumau/place, maumau/anchor: a face beside an empty space lets its colour and its value in.

    maumau/joker: where the neighbours show different faces, a Joker's player names one.
    """
    word = space // BITS
    bit = 1 << space % BITS
    pos.shown[space] = shown if pos.shown[space] == 0 or pos.shown[space] == shown else MIXED
    pos.active[word] |= bit
    pos.by_colour[COLOUR_OF[shown], word] |= bit
    pos.by_symbol[SYMBOL_OF[shown], word] |= bit


@compiled
def look_again(pos: Position, space: int) -> None:
    """maumau/tower-face: the neighbours of a tower match its top: look at all cards beside an empty space anew."""
    close_space(pos, space)
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if neighbour >= 0 and pos.top[neighbour] > 0:
            look_beside(pos, space, face(int(pos.top[neighbour])))


# Drawing


@compiled
def draw(pos: Position, seat: int, aloud: bool) -> None:
    """maumau/draw: one card, not to be placed in this turn; maumau/draw-two: or the penalty."""
    if pos.penalty > 0:
        draw_cards(pos, seat, pos.penalty)
        pos.penalty = 0
        if pos.then_play:
            return
    elif draw_cards(pos, seat, 1) > 0:
        pos.idle = 0
    else:
        pos.idle += 1
    end_turn(pos, False, aloud)


@compiled
def draw_cards(pos: Position, seat: int, cards: int) -> int:
    """maumau/empty-pile: as many as there are; how many is returned."""
    cards = min(cards, pos.left)
    for _ in range(cards):
        pos.left -= 1
        gain(pos, seat, int(pos.stack[pos.left]))
        pos.stack[pos.left] = 0
    return cards


# The end of a turn


@compiled
def pass_card(pos: Position, seat: int, kind: int, aloud: bool) -> None:
    """maumau/pass: one card to the next player, known to both; maumau/pass-then-discard: then the discard, if a card is left."""
    receiver = (seat + 1) % pos.seats
    lose(pos, seat, kind)
    gain(pos, receiver, kind)
    leaves_unseen(pos.known, pos.seats, seat, kind, receiver)
    pos.known[receiver, seat, kind] += 1
    if pos.held[seat] == 0:
        end_turn(pos, True, aloud)
    elif pos.discards:
        pos.discards = 0
        pos.pending = DISCARDING
    else:
        end_turn(pos, False, aloud)


@compiled
def discard(pos: Position, seat: int, kind: int, aloud: bool) -> None:
    """maumau/space-discard: one card out of the game, face down."""
    lose(pos, seat, kind)
    leaves_unseen(pos.known, pos.seats, seat, kind, NOBODY)
    pos.out[seat, kind] += 1
    pos.gone[seat] += 1
    end_turn(pos, pos.held[seat] == 0, aloud)


@compiled
def end_turn(pos: Position, emptied: bool, aloud: bool) -> None:
    """maumau/end-turn: what is to be said, then the end of the game or the next player.

    maumau/mau, maumau/maumau: one card left, or the last one gone. maumau/end: all spaces covered, the turn finished first.
    maumau/empty-pile: or every player in a row could neither place nor draw.
    """
    pos.pending = TURN
    pos.discards = 0
    due = MAU_MAU if emptied else MAU if pos.held[pos.turn] == 1 else 0
    if due > pos.owes[pos.turn]:
        pos.owes[pos.turn] = due
    if aloud or not pos.manual:
        say(pos, pos.turn)
    if pos.uncovered == 0 or pos.idle == pos.seats:
        finish(pos)
    else:
        next_turn(pos)


@compiled
def say(pos: Position, seat: int) -> None:
    """maumau/maumau-bonus: a Mau Mau said earns five points and five new cards, also when said late (maumau/say)."""
    if pos.owes[seat] == MAU_MAU:
        pos.points[seat] += FOR_MAU_MAU
        draw_cards(pos, seat, pos.hand_size)
    pos.owes[seat] = 0


@compiled
def catch(pos: Position, seat: int) -> None:
    """maumau/mau, maumau/maumau: forgotten and noticed: one card, no bonus."""
    pos.owes[seat] = 0
    draw_cards(pos, seat, 1)


@compiled
def next_turn(pos: Position) -> None:
    """maumau/start: clockwise; maumau/skip: past one player.

    maumau/say: what is still unsaid when one's next turn starts counts as noticed, but not in a turn gained by one's own Skip.
    """
    following = pos.turn + 1 + pos.skip
    if following >= pos.seats:
        following -= pos.seats
    gained = following == pos.turn
    pos.skip = 0
    pos.turn = following
    if pos.owes[following] > 0 and not gained:
        catch(pos, following)


@compiled
def finish(pos: Position) -> None:
    """maumau/end: the game is over; what is unsaid costs and earns nothing (maumau/say)."""
    pos.pending = OVER
    pos.skip = 0
    pos.penalty = 0
    for seat in range(pos.seats):
        pos.owes[seat] = 0


# The result


@entry
def score(pos: Position, points: Longs) -> None:
    """maumau/win: the points won."""
    for seat in range(pos.seats):
        points[seat] = pos.points[seat]


@entry
def winners(pos: Position) -> int:
    """maumau/win: most points; on a tie the fewest cards in the bank; still tied, they share the win."""
    if pos.pending != OVER:
        return 0
    best = -(1 << 30)
    won = 0
    for seat in range(pos.seats):
        worth = pos.points[seat] * 1000 - int(pos.held[seat])
        if worth > best:
            best = worth
            won = 0
        if worth == best:
            won |= 1 << seat
    return won


# Moving cards


@compiled
def gain(pos: Position, seat: int, kind: int) -> None:
    """A card into a bank."""
    pos.hands[seat, kind] += 1
    pos.held[seat] += 1
    pos.kinds_held[seat] |= 1 << kind


@compiled
def lose(pos: Position, seat: int, kind: int) -> None:
    """A card out of a bank."""
    pos.hands[seat, kind] -= 1
    pos.held[seat] -= 1
    if pos.hands[seat, kind] == 0:
        pos.kinds_held[seat] &= ~(1 << kind)
