"""MAD in words: why a move is refused. Legality itself is decided by `rules.legal` alone."""

from __future__ import annotations

from kartenhaus.core.errors import IllegalMove, KartenhausError, not_your_turn
from kartenhaus.games.mad.position import (
    ANSWER,
    CARD,
    COLOURS,
    FACES,
    FIRST,
    FITS,
    GIVE,
    JOKER,
    SWAP_HANDS,
    TURN,
    WOOLLY,
    Position,
)
from kartenhaus.games.mad.rules import ALLOW, ANSWER_FIRST, COLOUR, DEFEND, DRAW, END, GIFT, KEEP, PASS, TARGET

COLOUR_NAMES = {"g": "green", "y": "yellow", "r": "red", "b": "blue"}


def refusal(pos: Position, seat: int, move: int) -> KartenhausError:
    """Why a seat may not make a move."""
    if seat != pos.actor:
        return not_your_turn("mad/turn", pos.actor)
    if pos.pending == FIRST:
        if move // TARGET % 8 == END and ANSWER_FIRST <= move < DRAW:
            return IllegalMove("a Joker turned up is a plain wild: name a colour", "mad/first-card")
        if move // TARGET % 8 == seat + 1 and ANSWER_FIRST <= move < DRAW:
            return IllegalMove("name an opponent, not yourself", "mad/first-card")
        return IllegalMove("first say how the card turned up counts: answer with first …", "mad/first-card")
    if pos.pending == ANSWER:
        if move > DEFEND and move < GIFT:
            return IllegalMove("you hold no Not Me to defend yourself with", "mad/not-me")
        return IllegalMove("you are under attack: allow it or defend yourself", "mad/not-me-ask")
    if pos.pending == GIVE:
        if move >= GIFT:
            return _not_in_hand(move - GIFT, "mad/give-two")
        return IllegalMove("choose a card of your hand to give", "mad/give-two")
    if pos.pending == TURN:
        return _refused_turn(pos, seat, move)
    return _refused_drawn(pos, seat, move)


def _refused_turn(pos: Position, seat: int, move: int) -> KartenhausError:
    if move >= GIFT:
        return IllegalMove("cards are given only after Give Two", "mad/give-two")
    if move > DEFEND or move == ALLOW:
        return IllegalMove("nobody attacks you now", "mad/not-me")
    if move == PASS:
        return IllegalMove("there are cards to draw: who does not play draws", "mad/no-cards")
    if move == KEEP:
        return IllegalMove("you have drawn no card to keep; play or draw", "mad/draw")
    if move == DRAW:
        return IllegalMove("there is nothing to draw: play or pass", "mad/no-cards")
    if move >= ANSWER_FIRST:
        return IllegalMove("the card turned up has been answered", "mad/first-card")
    return _refused_card(pos, seat, move)


def _refused_drawn(pos: Position, seat: int, move: int) -> KartenhausError:
    if move >= ANSWER_FIRST:
        return IllegalMove("you have drawn: play that card or keep it", "mad/draw")
    if move % COLOUR != pos.drawn:
        return IllegalMove("only the card just drawn may be played, {card}", "mad/draw", card=CARD.names[pos.drawn])
    return _refused_card(pos, seat, move)


def _refused_card(pos: Position, seat: int, move: int) -> KartenhausError:
    kind, target = move % COLOUR, move // TARGET % 8
    card = CARD.names[kind]
    top = int(pos.open[pos.lying - 1])
    if pos.hands[seat, kind] == 0:
        return _not_in_hand(kind, "mad/turn")
    if not FITS[top] >> kind & 1:
        if top >= FACES:
            colour = COLOUR_NAMES[COLOURS[(top - FACES) % 4]]
            return IllegalMove("{card} does not fit: the colour named is {colour}", "mad/fit", card=card, colour=colour)
        return IllegalMove(
            "{card} does not fit on {top}: it needs the same colour, number or message", "mad/fit", card=card, top=CARD.names[top]
        )
    if kind == JOKER and target == END:
        return IllegalMove("the Joker ends the game only with one, two or three other cards in hand", "mad/joker")
    rule = {WOOLLY: "mad/woolly", SWAP_HANDS: "mad/swap-hands"}.get(kind, "mad/give-two")
    return IllegalMove("name an opponent, not yourself", rule)


def _not_in_hand(kind: int, rule: str) -> KartenhausError:
    return IllegalMove("{card} is not in your hand", rule, card=CARD.names[kind])
