"""The rules of MAD, in the order of rulebook.md."""

from __future__ import annotations

from kartenhaus.core import events
from kartenhaus.core.cards import gain, lose, spread
from kartenhaus.core.game import NOBODY
from kartenhaus.core.jit import compiled, entry_point, inlined, lowest_bit
from kartenhaus.core.knowledge import hands_swapped, leaves_seen, leaves_unseen
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import pick, set_key, shuffle
from kartenhaus.core.telling import ALL, tell, tell_against, tell_at, tell_card, tell_face, tell_swapped, telling
from kartenhaus.games.mad import ids, places
from kartenhaus.games.mad.drawing import can_draw, draw_card, forced_draw
from kartenhaus.games.mad.moves import (
    ALLOW,
    ANSWER_FIRST,
    COLOUR,
    DEFEND,
    DRAW,
    END,
    GIFT,
    KEEP,
    LEFT,
    PASS,
    PLAY,
    RIGHT,
    TARGET,
    card_of,
    colour_of,
    target_of,
)
from kartenhaus.games.mad.position import (
    ANSWER,
    BY_EMPTY,
    BY_JOKER,
    BY_PASSES,
    BY_TURNS,
    CALLED,
    COUNTED,
    DRAW_ONE,
    DRAWN,
    EMPTIED,
    FACES,
    FIRST,
    FITS,
    GIVE,
    GIVE_TWO,
    JOKER,
    KINDS,
    NOT_ME,
    OVER,
    PLAIN,
    SWAP_HANDS,
    SYMBOL_OF,
    TO_LEFT,
    TO_RIGHT,
    TURN,
    WHICH_WAY,
    WILD,
    WOOLLY,
    Position,
)
from kartenhaus.games.mad.result import finish, show_hand

MAX_MOVES = 128


# Setup


@entry_point
def deal(pos: Position, key: Longs) -> None:
    """mad/deal: hands, then the rest is closed and its top card starts open; mad/deck gives the cards.

    mad/start: the seed picks the dealer unless the option `dealer` did; play goes to the right at first.
    """
    set_key(pos, key)
    chosen = pick(pos, pos.closed, pos.seats)  # always, so that a seed deals the same cards with and without the option
    if pos.dealer == NOBODY:
        pos.dealer = chosen
    tell(pos, events.FIRST, pos.dealer, 0, ids.START)
    pos.left = spread(pos.deck, pos.closed, 0)
    shuffle(pos, pos.closed, pos.left)
    tell_at(pos, events.SHUFFLED, NOBODY, pos.left, places.CLOSED, ids.DEAL)
    for _ in range(pos.hand_size):
        for seat in range(pos.seats):
            draw_card(pos, seat, ids.DEAL)
    pos.left -= 1
    pos.open[0] = pos.closed[pos.left]
    pos.closed[pos.left] = 0
    pos.lying = 1
    tell_card(pos, int(pos.open[0]), places.CLOSED, places.OPEN, ALL, ids.FIRST_CARD)
    pos.direction = 1
    turn_up(pos)


@compiled
def turn_up(pos: Position) -> None:
    """mad/first-card: the dealer treats the first card as played; a number or Draw One leaves nothing to answer."""
    pos.turn = pos.dealer
    pos.actor = pos.dealer
    kind = int(pos.open[pos.lying - 1])
    if PLAIN >> kind & 1:
        take_effect(pos, pos.dealer, kind, 0)
    else:
        pos.pending = FIRST


@compiled
def answer_first(pos: Position, seat: int, colour: int, target: int) -> None:
    """mad/first-card: direction, colour or victim named by the dealer; Joker and Not Me are plain wilds."""
    kind = int(pos.open[pos.lying - 1])
    if colour > 0:
        pos.open[pos.lying - 1] = face(kind, colour)
        tell_face(pos, events.COLOUR, seat, face(kind, colour), colour, places.OPEN, ids.FIRST_CARD)
    take_effect(pos, seat, kind, target)


# A turn


@entry_point
def to_act(pos: Position) -> int:
    """mad/turn: whose decision is next."""
    return NOBODY if pos.pending == OVER else pos.actor


@entry_point
def legal(pos: Position, seat: int, moves: Longs) -> int:
    """mad/turn: a card that fits, or draw; or the answer to what is pending."""
    if pos.pending == OVER or seat != pos.actor:
        return 0
    count = 0
    if pos.pending == TURN:
        playable = pos.kinds_held[seat] & FITS[pos.open[pos.lying - 1]]  # mad/fit, mad/fit-wild
        while playable != 0:
            kind = lowest_bit(playable)
            count = ways(pos, seat, kind, PLAY + kind, moves, count)
            playable &= playable - 1
        moves[count] = DRAW if can_draw(pos) else PASS  # mad/may-decline, mad/no-cards
        return count + 1
    if pos.pending == DRAWN:  # mad/draw: that very card if it fits; `keep` always
        if (FITS[pos.open[pos.lying - 1]] >> pos.drawn) & 1:
            count = ways(pos, seat, pos.drawn, PLAY + pos.drawn, moves, count)
        moves[count] = KEEP
        return count + 1
    if pos.pending == ANSWER:  # mad/not-me, mad/not-me-ask
        moves[0] = ALLOW
        count = 1
        if pos.hands[seat, NOT_ME] > 0:
            for colour in range(1, 5):
                moves[count] = DEFEND + colour
                count += 1
        return count
    if pos.pending == GIVE:
        holding = pos.kinds_held[seat]
        while holding != 0:
            moves[count] = GIFT + lowest_bit(holding)
            count += 1
            holding &= holding - 1
        return count
    kind = int(pos.open[pos.lying - 1])
    if kind == NOT_ME or kind == JOKER:
        kind = WILD
    return ways(pos, seat, kind, ANSWER_FIRST, moves, count)


@inlined
def ways(pos: Position, seat: int, kind: int, move: int, moves: Longs, count: int) -> int:
    """Every way to play a card: as it is, or with what can be named."""
    if PLAIN >> kind & 1:
        moves[count] = move
        return count + 1
    return named(pos, seat, kind, move, moves, count)


@compiled
def named(pos: Position, seat: int, kind: int, move: int, moves: Longs, count: int) -> int:
    """mad/and-or: a card with each of the colours, victims or neighbours that can be named with it."""
    if SYMBOL_OF[kind] == WHICH_WAY:
        moves[count] = move + RIGHT * TARGET
        moves[count + 1] = move + LEFT * TARGET
        return count + 2
    if SYMBOL_OF[kind] == GIVE_TWO:
        return victims(pos, seat, move, moves, count)
    for colour in range(1, 5):
        coloured = move + colour * COLOUR
        if kind != WOOLLY:  # mad/and-or: the instruction may be ignored
            moves[count] = coloured
            count += 1
        if kind == WOOLLY or kind == SWAP_HANDS:
            count = victims(pos, seat, coloured, moves, count)
    if kind == JOKER and 2 <= pos.held[seat] <= 4:  # mad/joker: one, two or three other cards
        moves[count] = move + END * TARGET
        count += 1
    return count


@compiled
def victims(pos: Position, seat: int, move: int, moves: Longs, count: int) -> int:
    """A move against each opponent."""
    for other in range(pos.seats):
        if other != seat:
            moves[count] = move + (other + 1) * TARGET
            count += 1
    return count


@entry_point
def play(pos: Position, seat: int, move: int) -> None:
    """Apply a move; the rules below say what each does."""
    if move >= GIFT:
        give(pos, seat, card_of(move))
    elif move > DEFEND:
        defend(pos, seat, colour_of(move))
    elif move == ALLOW:
        allow(pos, seat)
    elif move == PASS:
        decline(pos, seat)
    elif move == KEEP:
        tell(pos, events.KEPT, seat, 0, ids.DRAW)
        next_turn(pos)
    elif move == DRAW:
        draw(pos, seat)
    elif move >= ANSWER_FIRST:
        answer_first(pos, seat, colour_of(move), target_of(move))
    else:
        play_card(pos, seat, card_of(move), colour_of(move), target_of(move))


@compiled
def next_seat(pos: Position, seat: int) -> int:
    """mad/start: the neighbour in the direction of play."""
    seat += pos.direction
    if seat < 0:
        return pos.seats - 1
    return seat if seat < pos.seats else 0


@inlined
def next_turn(pos: Position) -> None:
    """mad/turn, mad/not-me-next: the seat after `pos.turn` goes on; mad/endless: or the end."""
    if pos.turns >= pos.most_turns:
        finish(pos, COUNTED, BY_TURNS, ids.ENDLESS)
        return
    pos.turns += 1
    pos.turn = next_seat(pos, pos.turn)
    if telling(pos):
        tell(pos, events.TURN, pos.turn, 0, ids.NOT_ME_NEXT if pos.attack and turned_back(pos) else ids.TURN)
    pos.attack = pos.threat = pos.gifts = pos.drawn = 0
    pos.actor = pos.turn
    pos.pending = TURN


@compiled
def turned_back(pos: Position) -> bool:
    """mad/not-me: whether this attack has been turned back: then the defence lies on top of open."""
    top = int(pos.open[pos.lying - 1])
    return top >= FACES and WILD + (top - FACES) // 4 == NOT_ME


@inlined
def play_card(pos: Position, seat: int, kind: int, colour: int, target: int) -> None:
    """mad/turn: a card onto open; mad/joker: or the end of the game; mad/win: or the win."""
    rule = ids.DRAW if pos.pending == DRAWN else ids.FIT if kind < WILD else ids.FIT_WILD
    lay(pos, seat, kind, colour, rule, ids.WILD if kind <= WOOLLY else ids.AND_OR)
    if pos.held[seat] == 0:
        finish(pos, EMPTIED, BY_EMPTY, ids.WIN)
    elif target == END:
        finish(pos, CALLED, BY_JOKER, ids.JOKER)
    else:
        take_effect(pos, seat, kind, target)


@inlined
def lay(pos: Position, seat: int, kind: int, colour: int, rule: int, naming: int) -> None:
    """mad/wild: a card from a hand onto open, a wild with the colour named; `rule` and `naming` are only for events."""
    lose(pos, seat, kind)
    leaves_seen(pos, seat, kind)
    pos.open[pos.lying] = face(kind, colour)
    pos.lying += 1
    pos.passes = 0
    pos.drawn = 0
    tell_card(pos, kind, places.HANDS + seat, places.OPEN, ALL, rule)
    if colour > 0:
        tell_face(pos, events.COLOUR, seat, face(kind, colour), colour, places.OPEN, naming)


@compiled
def face(kind: int, colour: int) -> int:
    """mad/wild: what lies on open: the card, a wild with its colour (1 to 4; 0 for none)."""
    return FACES + 4 * (kind - WILD) + colour - 1 if kind >= WILD and colour > 0 else kind


@inlined
def draw(pos: Position, seat: int) -> None:
    """mad/draw: the top card of closed; its owner then answers, whatever it is."""
    pos.drawn = draw_card(pos, seat, ids.DRAW)
    pos.pending = DRAWN


@compiled
def decline(pos: Position, seat: int) -> None:
    """mad/no-cards: nothing to draw; when every player in a row has passed, hands are counted."""
    pos.passes += 1
    tell(pos, events.PASSED, seat, 0, ids.NO_CARDS)
    if pos.passes == pos.seats:
        finish(pos, COUNTED, BY_PASSES, ids.NO_CARDS)
    else:
        next_turn(pos)


# What cards do


@inlined
def take_effect(pos: Position, seat: int, kind: int, target: int) -> None:
    """mad/and-or, mad/first-card: the instruction of a card just laid or turned up."""
    symbol = SYMBOL_OF[kind]
    if symbol == WHICH_WAY:  # mad/which-way
        pos.direction = 1 if target == RIGHT else -1
        tell(pos, events.DIRECTION, seat, TO_RIGHT if target == RIGHT else TO_LEFT, ids.WHICH_WAY)
    elif symbol == DRAW_ONE:  # mad/draw-one
        threaten(pos, DRAW_ONE, seat, next_seat(pos, seat))
        return
    elif target > 0:  # mad/give-two, mad/woolly, mad/swap-hands
        threaten(pos, GIVE_TWO if kind < WILD else kind, seat, target - 1)
        return
    next_turn(pos)


@compiled
def threaten(pos: Position, attack: int, threat: int, victim: int) -> None:
    """mad/not-me-ask: every victim is asked, with or without a defence in hand."""
    pos.pending = ANSWER
    pos.attack = attack
    pos.threat = threat
    pos.actor = victim
    if telling(pos):
        rule = ids.NOT_ME_CHAIN if turned_back(pos) else rule_of(attack)
        tell_against(pos, events.ATTACK, threat, victim, word_of(attack), rule)


@compiled
def word_of(attack: int) -> int:
    """mad/draw-one, mad/give-two, mad/woolly, mad/swap-hands: the word for an attack."""
    return 7 if attack == DRAW_ONE else 8 if attack == GIVE_TWO else 9 if attack == WOOLLY else 10


@compiled
def rule_of(attack: int) -> int:
    """mad/draw-one, mad/give-two, mad/woolly, mad/swap-hands: the rule behind an attack."""
    if attack == DRAW_ONE:
        return ids.DRAW_ONE
    return ids.GIVE_TWO if attack == GIVE_TWO else ids.WOOLLY if attack == WOOLLY else ids.SWAP_HANDS


@compiled
def allow(pos: Position, victim: int) -> None:
    """mad/not-me-ask: the victim lets it happen; a Draw One happens once all its victims have been asked."""
    tell_against(pos, events.ALLOWED, victim, pos.threat, word_of(pos.attack), ids.NOT_ME_ASK)
    if pos.attack == DRAW_ONE:
        following = next_seat(pos, victim)
        if following == pos.threat:
            all_draw(pos)
            next_turn(pos)
        else:
            pos.actor = following
            tell_against(pos, events.ATTACK, pos.threat, following, word_of(DRAW_ONE), ids.NOT_ME_ASK)
    elif pos.attack == GIVE_TWO:
        pos.pending = GIVE
        pos.gifts = min(2, int(pos.held[pos.threat]))
        pos.actor = pos.threat
        pos.threat = victim
    else:
        if pos.attack == WOOLLY:  # mad/woolly: three cards
            forced_draw(pos, victim, 3, ids.NOT_ME_WOOLLY if turned_back(pos) else ids.WOOLLY)
        else:
            swap_hands(pos, pos.threat, victim)
        next_turn(pos)


@compiled
def all_draw(pos: Position) -> None:
    """mad/draw-one, mad/not-me-draw-one: everybody but the attacker draws, in the direction of play."""
    rule = ids.NOT_ME_DRAW_ONE if turned_back(pos) else ids.DRAW_ONE
    victim = next_seat(pos, pos.threat)
    while victim != pos.threat:
        forced_draw(pos, victim, 1, rule)
        victim = next_seat(pos, victim)


@compiled
def give(pos: Position, giver: int, kind: int) -> None:
    """mad/give-two, mad/not-me-give: one card changes hands; mad/win: an empty hand wins at once.

    mad/secret: giver and receiver both know the card.
    """
    receiver = pos.threat
    lose(pos, giver, kind)
    gain(pos, receiver, kind)
    leaves_unseen(pos, giver, kind, receiver)
    pos.known[receiver, giver, kind] += 1
    if telling(pos):
        rule = ids.NOT_ME_GIVE if turned_back(pos) else ids.GIVE_TWO
        tell_card(pos, kind, places.HANDS + giver, places.HANDS + receiver, 1 << giver | 1 << receiver, rule)
    pos.gifts -= 1
    if pos.held[giver] == 0:
        finish(pos, EMPTIED, BY_EMPTY, ids.WIN)
    elif pos.gifts == 0:
        next_turn(pos)


@compiled
def swap_hands(pos: Position, seat: int, other: int) -> None:
    """mad/swap-hands: whole hands change places, and with them what onlookers know."""
    for kind in range(KINDS):
        card = pos.hands[seat, kind]
        pos.hands[seat, kind] = pos.hands[other, kind]
        pos.hands[other, kind] = card
    cards = pos.held[seat]
    pos.held[seat] = pos.held[other]
    pos.held[other] = cards
    bits = pos.kinds_held[seat]
    pos.kinds_held[seat] = pos.kinds_held[other]
    pos.kinds_held[other] = bits
    hands_swapped(pos, seat, other)
    tell_swapped(pos, seat, other, places.HANDS + seat, places.HANDS + other, ids.SWAP_HANDS)
    if telling(pos):
        for one in (seat, other):
            show_hand(pos, one, 1 << seat | 1 << other, ids.SWAP_HANDS)


# Defence


@compiled
def defend(pos: Position, seat: int, colour: int) -> None:
    """mad/not-me: laid out of turn, its colour named; mad/win: as the last card it wins.

    mad/not-me-next: play will go on after the attacker. mad/not-me-swap: no swap, nothing to answer.
    mad/not-me-woolly, mad/not-me-give: the attacker becomes the victim. mad/not-me-draw-one, mad/not-me-chain: everyone but the
    defender does, and all are asked again.
    """
    rule = defence_of(pos)
    lay(pos, seat, NOT_ME, colour, ids.NOT_ME, ids.NOT_ME)
    tell_against(pos, events.DEFENCE, seat, pos.threat, word_of(pos.attack), rule)
    pos.turn = pos.threat
    if pos.held[seat] == 0:
        finish(pos, EMPTIED, BY_EMPTY, ids.WIN)
    elif pos.attack == SWAP_HANDS:
        next_turn(pos)
    elif pos.attack == DRAW_ONE:
        threaten(pos, DRAW_ONE, seat, next_seat(pos, seat))
    else:
        threaten(pos, pos.attack, seat, pos.threat)


@compiled
def defence_of(pos: Position) -> int:
    """mad/not-me-chain, mad/not-me-swap, mad/not-me-woolly, mad/not-me-give, mad/not-me-draw-one: the rule behind a defence."""
    if turned_back(pos):
        return ids.NOT_ME_CHAIN
    if pos.attack == DRAW_ONE:
        return ids.NOT_ME_DRAW_ONE
    return ids.NOT_ME_GIVE if pos.attack == GIVE_TWO else ids.NOT_ME_WOOLLY if pos.attack == WOOLLY else ids.NOT_ME_SWAP
