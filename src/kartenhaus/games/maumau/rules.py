"""The rules of Mau Mau, in the order of rulebook.md."""

from __future__ import annotations

from typing import Any

from kartenhaus.core import events
from kartenhaus.core.cards import gain, lose, spread
from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import bits_set, compiled, entry_point, inlined, lowest_bit
from kartenhaus.core.knowledge import leaves_seen, leaves_unseen
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import pick, set_key, shuffle
from kartenhaus.core.telling import ALL, tell, tell_against, tell_at, tell_card, tell_face, tell_shown, telling
from kartenhaus.games.maumau import ids, places
from kartenhaus.games.maumau.banks import draw_cards
from kartenhaus.games.maumau.moves import (
    ALOUD,
    ANCHOR,
    CATCH,
    DRAW,
    KEEP,
    PASS,
    SAY,
    SPACE,
    THROW,
    WORD,
    anchor_of,
    card_of,
    quiet,
    space_of,
    target_of,
)
from kartenhaus.games.maumau.placing import (
    FOR_DOUBLE,
    FOR_POINT,
    empty_beside,
    face_beside,
    joker_face,
    lay,
    only_face,
    places_for,
    worth,
)
from kartenhaus.games.maumau.position import (
    ALL_DRAW,
    ANY_SYMBOL,
    BITS,
    COVERED,
    DISCARD,
    DISCARDING,
    DRAW_TWO,
    DRAW_TWOS,
    IDLE,
    JOKER,
    JOKER_AS,
    KINDS,
    MAU,
    MAU_MAU,
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

MAX_MOVES = 2 * SPACES * (KINDS + 3)  # no position comes near
FOR_MAU_MAU = 5
GOES_ON, ENDS, EMPTIED = range(3)
"""What a move makes of the turn: it goes on; it is over; it is over, and the last card of the bank is gone."""


# Setup


@entry_point
def deal(pos: Position, key: Longs) -> None:
    """maumau/setup: one card onto the start space, no Joker, then the banks; maumau/deck and maumau/edition give the cards.

    maumau/start: the seed picks who starts unless the option `starter` did.
    """
    set_key(pos, key)
    chosen = pick(pos, pos.stack, pos.seats)  # always, so that a seed deals the same cards with and without the option
    pos.turn = chosen if pos.starter == NOBODY else pos.starter
    pos.starter = 0
    tell(pos, events.FIRST, pos.turn, 0, ids.START)
    pos.left = spread(pos.deck, pos.stack, 0)
    shuffle(pos, pos.stack, pos.left)
    tell_at(pos, events.SHUFFLED, NOBODY, pos.left, places.DRAW, ids.SETUP)
    while pos.stack[pos.left - 1] == JOKER:
        tell_shown(pos, JOKER, places.DRAW, ALL, ids.SETUP)
        shuffle(pos, pos.stack, pos.left)
        tell_at(pos, events.SHUFFLED, NOBODY, pos.left, places.DRAW, ids.SETUP)
    pos.left -= 1
    first = int(pos.stack[pos.left])
    pos.stack[pos.left] = 0
    for space in range(pos.spaces):
        if pos.ground[space] == START:
            lay(pos, space, first)
            tell_card(pos, first, places.DRAW, places.BOARD + space, ALL, ids.SETUP)
            break
    for _ in range(pos.hand_size):
        for seat in range(pos.seats):
            draw_cards(pos, seat, 1, ids.SETUP)
    tell(pos, events.TURN, pos.turn, 0, ids.TURN)


# A turn


@entry_point
def to_act(pos: Position) -> int:
    """maumau/turn: whose decision is next."""
    return NOBODY if pos.pending == OVER else pos.turn


@inlined
def seat_after(pos: Position, seat: int) -> int:
    """maumau/start: the next seat clockwise."""
    return seat + 1 if seat + 1 < pos.seats else 0


@entry_point
def legal(pos: Position, seat: int, moves: Longs) -> int:
    """maumau/turn: place a card, or draw; or the answer to what is pending; maumau/say: and what may be said by anyone."""
    if pos.pending == OVER:
        return 0
    count = 0
    if seat == pos.turn:
        count = placements(pos, seat, moves) if pos.pending == TURN else farewells(pos, seat, moves)
    if pos.manual:
        count = with_voice(pos, seat, moves, count)
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
    """maumau/place: where each card fits; maumau/draw: drawing only if nothing can be placed.

    maumau/draw-two: under a penalty only a Draw Two may be placed, or the penalty drawn. maumau/tower-face: nobody has to place
    on top of a tower.
    """
    count = 0
    obliging = 0
    holding = pos.kinds_held[seat]
    if pos.penalty > 0:
        holding &= DRAW_TWOS
    empty, more_empty = empty_beside(pos, 0), empty_beside(pos, 1)
    towers, more_towers = pos.by_symbol[ANY_SYMBOL, 0], pos.by_symbol[ANY_SYMBOL, 1]
    between = empty & pos.crowded[0] | more_empty & pos.crowded[1]
    anchored = between != 0 and holding >> JOKER & 1 != 0  # maumau/joker: it may have to name its anchor
    if anchored:
        holding ^= 1 << JOKER
    large = pos.spaces > BITS
    while holding != 0:
        kind = lowest_bit(holding)
        holding &= holding - 1
        spaces = places_for(pos, kind, 0, empty, towers)
        obliging |= spaces & empty
        count = one_each(kind, spaces, moves, count)
        if large:
            spaces = places_for(pos, kind, 1, more_empty, more_towers)
            obliging |= spaces & more_empty
            count = one_each(kind + BITS * SPACE, spaces, moves, count)
    if anchored:  # a Joker is the last kind
        obliging |= between
        count = with_anchors(pos, 0, empty | towers, moves, count)
        count = with_anchors(pos, 1, more_empty | more_towers, moves, count)
    moves[count] = DRAW
    return count + int(pos.penalty > 0 or obliging == 0)


@inlined
def one_each(first: int, spaces: int, moves: Longs, count: int) -> int:
    """A move for each of some spaces; `first` is the move to space 0 of their word.

    In fours, the last of which may be too many and are not counted: a loop of unknown length costs more.
    """
    end = count + bits_set(spaces)
    while True:
        for _ in range(4):
            moves[count] = first + lowest_bit(spaces) * SPACE
            spaces &= spaces - 1
            count += 1
        if count >= end:
            return end


@compiled
def with_anchors(pos: Position, word: int, spaces: int, moves: Longs, count: int) -> int:
    """maumau/joker: a Joker to each of some spaces; where the neighbours show different faces, once for each as the anchor."""
    while spaces != 0:
        space = lowest_bit(spaces) + word * BITS
        spaces &= spaces - 1
        if pos.top[space] > 0 or only_face(pos, space) > 0:
            moves[count] = JOKER + space * SPACE
            count += 1
        else:
            for side in range(4):
                if face_beside(pos, space, side) > 0:
                    moves[count] = JOKER + space * SPACE + (side + 1) * ANCHOR
                    count += 1
    return count


@inlined
def farewells(pos: Position, seat: int, moves: Longs) -> int:
    """maumau/pass, maumau/space-discard: a card of the bank at the end of the turn."""
    count = 0
    holding = pos.kinds_held[seat]
    while holding != 0:
        moves[count] = (PASS if pos.pending == PASSING else THROW) + lowest_bit(holding)
        holding &= holding - 1
        count += 1
    if pos.pending == DISCARDING:
        moves[count] = KEEP
        count += 1
    return count


@compiled
def with_voice(pos: Position, seat: int, moves: Longs, count: int) -> int:
    """maumau/say: each move, and after it the same with `!` if it ends the turn and leaves one card or none."""
    end = count
    for number in range(count):  # first behind the list, then to its place
        moves[end] = moves[number]
        end += 1
        if may_shout(pos, seat, moves[number]):
            moves[end] = moves[number] + ALOUD
            end += 1
    for number in range(end - count):
        moves[number] = moves[count + number]
    return end - count


@compiled
def may_shout(pos: Position, seat: int, move: int) -> bool:
    """maumau/say: whether a move ends the turn and leaves one card, or empties the bank."""
    cards = int(pos.held[seat])
    if move == DRAW:
        if pos.penalty > 0 and pos.penalty_then_play:
            return False
        return cards + min(pos.left, max(pos.penalty, 1)) == 1
    if move == KEEP:
        return cards == 1
    if move < WORD:
        kind = card_of(move)
        ends = not (kind != JOKER and SYMBOL_OF[kind] == PASS_ON) and pos.ground[space_of(move)] != DISCARD
    else:
        ends = move >= THROW or not pos.discards
    return cards == 1 or (cards == 2 and ends)


@entry_point
def play(pos: Position, seat: int, move: int) -> None:
    """Apply a move; the rules below say what each does."""
    aloud = move != quiet(move)
    move = quiet(move)
    then = GOES_ON
    if move < WORD:
        then = place(pos, seat, card_of(move), space_of(move), anchor_of(move))
    elif move >= THROW:
        then = discard(pos, seat, card_of(move))
    elif move >= PASS:
        then = pass_card(pos, seat, card_of(move))
    elif move >= CATCH:
        catch(pos, target_of(move), seat)
    elif move == SAY:
        say(pos, seat, ids.SAY)
    elif move == KEEP:
        then = keep(pos, seat)
    else:
        then = draw(pos, seat)
    if then != GOES_ON:
        end_turn(pos, then == EMPTIED, aloud)


# Placing


@entry_point
def earns(array: Any, moves: Longs, earned: Longs) -> None:
    """maumau/double-match, maumau/point-space: the points each move would earn at once; `array` has one position."""
    for number in range(len(moves)):
        move = moves[number]
        earned[number] = worth(array[0], card_of(move), space_of(move)) if move < WORD else 0


@inlined
def place(pos: Position, seat: int, kind: int, space: int, anchor: int) -> int:
    """maumau/place: a card onto the board, what it earns, and what it does."""
    lose(pos, seat, kind)
    leaves_seen(pos, seat, kind)
    pos.idle = 0
    earned = worth(pos, kind, space)
    pos.points[seat] += earned
    if telling(pos):
        tell_placed(pos, seat, kind, space, earned)
    symbol = SYMBOL_OF[kind]
    if kind == JOKER:
        rule = ids.TOWER_FACE if pos.top[space] > 0 else ids.JOKER
        kind = JOKER_AS + joker_face(pos, space, anchor)
        tell_face(pos, events.FACE, seat, kind, 0, places.BOARD + space, rule)
    ground = int(pos.ground[space])
    lay(pos, space, kind)
    if ground == ALL_DRAW:  # maumau/space-all-draw
        other = seat_after(pos, seat)
        while other != seat:
            draw_cards(pos, other, 1, ids.SPACE_ALL_DRAW)
            other = seat_after(pos, other)
    pos.penalty += 2 * int(symbol == DRAW_TWO)  # maumau/draw-two
    if symbol == DRAW_TWO:
        tell(pos, events.PENALTY, seat_after(pos, seat), pos.penalty, ids.DRAW_TWO)
    pos.skip = int(symbol == SKIP)  # maumau/skip
    if pos.held[seat] == 0:
        return EMPTIED
    if symbol == PASS_ON:  # maumau/pass, maumau/pass-then-discard
        pos.pending = PASSING
        pos.discards = 1 if ground == DISCARD else 0
        return GOES_ON
    if ground == DISCARD:
        pos.pending = DISCARDING
        return GOES_ON
    return ENDS


@compiled
def tell_placed(pos: Position, seat: int, kind: int, space: int, earned: int) -> None:
    """maumau/place, maumau/joker, maumau/tower: report a card about to be placed, and what it earns."""
    place = places.BOARD + space
    on_tower = pos.top[space] > 0
    tell_card(pos, kind, places.HANDS + seat, place, ALL, ids.TOWER if on_tower else ids.JOKER if kind == JOKER else ids.PLACE)
    if earned >= FOR_DOUBLE:
        tell_at(pos, events.POINTS, seat, FOR_DOUBLE, place, ids.TOWER if on_tower else ids.DOUBLE_MATCH)
        earned -= FOR_DOUBLE
    if earned >= FOR_POINT:
        tell_at(pos, events.POINTS, seat, FOR_POINT, place, ids.POINT_SPACE)


@inlined
def draw(pos: Position, seat: int) -> int:
    """maumau/draw: one card, not to be placed in this turn; maumau/draw-two: or the penalty."""
    if pos.penalty > 0:
        drawn = draw_cards(pos, seat, pos.penalty, ids.DRAW_TWO)
        pos.penalty = 0
        if pos.penalty_then_play:
            pos.drew = int(drawn > 0)
            return GOES_ON
    else:
        tell(pos, events.CANNOT, seat, 0, ids.DRAW)  # even if a card fits on a tower: the bank is secret
        if draw_cards(pos, seat, 1, ids.DRAW) > 0 or pos.drew:  # maumau/empty-pile: drawing a penalty is not idle
            pos.idle = 0
        else:
            pos.idle += 1
    return ENDS


@compiled
def pass_card(pos: Position, seat: int, kind: int) -> int:
    """maumau/pass: one card to the next player, known to both; maumau/pass-then-discard: then the discard, if a card is left."""
    receiver = seat_after(pos, seat)
    lose(pos, seat, kind)
    gain(pos, receiver, kind)
    leaves_unseen(pos, seat, kind, receiver)
    pos.known[receiver, seat, kind] += 1
    tell_card(pos, kind, places.HANDS + seat, places.HANDS + receiver, 1 << seat | 1 << receiver, ids.PASS)
    if pos.held[seat] == 0:
        return EMPTIED
    if pos.discards:
        pos.discards = 0
        pos.pending = DISCARDING
        return GOES_ON
    return ENDS


@compiled
def discard(pos: Position, seat: int, kind: int) -> int:
    """maumau/space-discard: one card out of the game, face down."""
    lose(pos, seat, kind)
    leaves_unseen(pos, seat, kind, NOBODY)
    pos.out[seat, kind] += 1
    pos.gone[seat] += 1
    tell_card(pos, kind, places.HANDS + seat, places.OUT, 1 << seat, ids.SPACE_DISCARD)
    return EMPTIED if pos.held[seat] == 0 else ENDS


@compiled
def keep(pos: Position, seat: int) -> int:
    """maumau/space-discard: no card out of the game."""
    tell(pos, events.KEPT, seat, 0, ids.SPACE_DISCARD)
    return ENDS


@inlined
def end_turn(pos: Position, emptied: bool, aloud: bool) -> None:
    """maumau/end-turn: what is to be said, then the end of the game or the next player.

    maumau/mau, maumau/maumau: one card left, or the last one gone. maumau/end: all spaces covered, the turn finished first.
    maumau/empty-pile: or every player in a row could neither place nor draw.
    """
    pos.pending = TURN
    pos.discards = 0
    pos.drew = 0
    due = MAU_MAU if emptied else MAU if pos.held[pos.turn] == 1 else 0
    pos.owes[pos.turn] = max(due, int(pos.owes[pos.turn]))
    if aloud or not pos.manual:
        say(pos, pos.turn, word_rule(int(pos.owes[pos.turn])))
    elif due > 0:
        tell(pos, events.OWED, pos.turn, int(pos.owes[pos.turn]), ids.SAY)
    if pos.uncovered == 0:
        finish(pos, COVERED, ids.END)
    elif pos.idle == pos.seats:
        finish(pos, IDLE, ids.EMPTY_PILE)
    else:
        next_turn(pos)


@compiled
def word_rule(word: int) -> int:
    """maumau/mau, maumau/maumau: the rule behind what is to be said."""
    return ids.MAUMAU if word == MAU_MAU else ids.MAU


@compiled
def say(pos: Position, seat: int, rule: int) -> None:
    """maumau/maumau-bonus: a Mau Mau said earns five points and five new cards, also when said late (maumau/say)."""
    if pos.owes[seat] > 0:
        tell(pos, events.SAID, seat, int(pos.owes[seat]), rule)
    if pos.owes[seat] == MAU_MAU:
        pos.points[seat] += FOR_MAU_MAU
        tell_at(pos, events.POINTS, seat, FOR_MAU_MAU, places.HANDS + seat, ids.MAUMAU_BONUS)
        draw_cards(pos, seat, pos.hand_size, ids.MAUMAU_BONUS)
    pos.owes[seat] = 0


@compiled
def catch(pos: Position, seat: int, by: int) -> None:
    """maumau/mau, maumau/maumau: if it was forgotten and noticed, one card and no bonus."""
    rule = word_rule(int(pos.owes[seat]))
    tell_against(pos, events.FORGOT, seat, by, int(pos.owes[seat]), ids.SAY if by == NOBODY else rule)
    pos.owes[seat] = 0
    draw_cards(pos, seat, 1, rule)


@compiled
def next_turn(pos: Position) -> None:
    """maumau/start: clockwise; maumau/skip: past one player.

    maumau/say: what a player has not said when their next turn starts counts as noticed, unless their own Skip gave them the turn.
    """
    following = pos.turn + 1 + pos.skip
    if following >= pos.seats:
        following -= pos.seats
    gained = following == pos.turn
    if pos.skip:
        tell(pos, events.SKIP, seat_after(pos, pos.turn), 0, ids.SKIP)
    pos.skip = 0
    pos.turn = following
    tell(pos, events.TURN, following, 0, ids.SKIP if gained else ids.TURN)
    if pos.owes[following] > 0 and not gained:
        catch(pos, following, NOBODY)


@compiled
def finish(pos: Position, reason: int, rule: int) -> None:
    """maumau/end: the game is over; what is unsaid costs and earns nothing (maumau/say)."""
    pos.pending = OVER
    tell(pos, events.OVER, NOBODY, reason, rule)
    pos.skip = 0
    pos.penalty = 0
    for seat in range(pos.seats):
        pos.owes[seat] = 0
