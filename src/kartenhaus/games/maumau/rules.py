"""The rules of Mau Mau, in the order of rulebook.md.

A move is an integer: the card in its low bits, then the space, then the neighbour named as anchor, then whether it is
said aloud; or one of the words below.
"""

from __future__ import annotations

from typing import Any

from kartenhaus.core.cards import gain, lose, spread
from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import compiled, entry, inlined, lowest_bit
from kartenhaus.core.knowledge import leaves_seen, leaves_unseen
from kartenhaus.core.random import pick, set_key, shuffle
from kartenhaus.core.record import Longs
from kartenhaus.games.maumau.banks import draw_cards
from kartenhaus.games.maumau.placing import joker_face, lay, places_for, worth
from kartenhaus.games.maumau.position import (
    ALL_DRAW,
    BITS,
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
    SKIP,
    SPACES,
    START,
    SYMBOL_OF,
    TURN,
    Position,
)

SPACE, ANCHOR, ALOUD, WORD = 64, 8192, 65536, 131072  # place: kind + space * 64 + anchor * 8192
DRAW, KEEP, SAY, CATCH, PASS, THROW = WORD, WORD + 1, WORD + 2, WORD + 8, WORD + 64, WORD + 128  # catch + seat, pass + kind …
MAX_MOVES = 2 * SPACES * (KINDS + 3)  # no position comes near
FOR_MAU_MAU = 5


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
    if pos.penalty > 0:
        holding &= DRAW_TWOS
    while holding != 0:
        kind = lowest_bit(holding)
        holding &= holding - 1
        for word in range(2):
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


@entry
def earns(table: Any, moves: Longs, earned: Longs) -> None:
    """maumau/double-match, maumau/point-space: what each of some moves would earn at once; `table` is an array of one."""
    for number in range(len(moves)):
        move = moves[number] & ~ALOUD
        earned[number] = worth(table[0], move & 63, (move >> 6) & 127) if move < WORD else 0


@compiled
def place(pos: Position, seat: int, kind: int, space: int, anchor: int, aloud: bool) -> None:
    """maumau/place: a card onto the board, what it earns, and what it does."""
    lose(pos, seat, kind)
    leaves_seen(pos, seat, kind)
    pos.idle = 0
    pos.points[seat] += worth(pos, kind, space)
    symbol = -1
    if kind == JOKER:
        kind = JOKER_AS + joker_face(pos, space, anchor)
    else:
        symbol = SYMBOL_OF[kind]
    ground = int(pos.ground[space])
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
def pass_card(pos: Position, seat: int, kind: int, aloud: bool) -> None:
    """maumau/pass: one card to the next player, known to both; maumau/pass-then-discard: then the discard, if a card is left."""
    receiver = (seat + 1) % pos.seats
    lose(pos, seat, kind)
    gain(pos, receiver, kind)
    leaves_unseen(pos, seat, kind, receiver)
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
    leaves_unseen(pos, seat, kind, NOBODY)
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
