"""Why a move of MAD is refused. Only `rules.legal` decides what is legal."""

from __future__ import annotations

from collections.abc import Sequence

from kartenhaus.core.errors import IllegalMove, KartenhausError, not_your_turn
from kartenhaus.core.notation import parse_seat
from kartenhaus.core.steps import Step, chosen_card, no_choice
from kartenhaus.games.mad.moves import (
    ALLOW,
    ANSWER_FIRST,
    COLOUR,
    DEFEND,
    DRAW,
    END,
    GIFT,
    KEEP,
    PASS,
    PLAY,
    TARGET,
    WAYS,
    WORDS,
    card_of,
    target_of,
)
from kartenhaus.games.mad.position import (
    ANSWER,
    CARD,
    COLOURS,
    DRAWN,
    FACES,
    FIRST,
    FITS,
    GIVE,
    JOKER,
    NOT_ME,
    SWAP_HANDS,
    TURN,
    WOOLLY,
    Position,
)

COLOUR_NAMES = {"g": "green", "y": "yellow", "r": "red", "b": "blue"}


def why(pos: Position, seat: int, steps: Sequence[Step], legal: list[int]) -> KartenhausError:
    """Why no legal move of a seat begins with some choices."""
    first, *named = steps
    if first.kind == "word" and first.value in WORDS and not named:
        return refusal(pos, seat, WORDS[first.value], legal)
    if first.kind != "card":
        what = _named(pos, steps)
        if seat == pos.actor and pos.pending in (TURN, DRAWN):
            return IllegalMove("choose a card first", "mad/turn")
        return refusal(pos, seat, ANSWER_FIRST + what, legal)
    kind = chosen_card(CARD, first)
    what = _named(pos, named)
    if pos.pending == GIVE:
        return refusal(pos, seat, GIFT + kind, legal)
    if pos.pending == ANSWER and kind == NOT_ME:
        return refusal(pos, seat, DEFEND + 1, legal)
    return refusal(pos, seat, PLAY + kind + what, legal)


def _named(pos: Position, steps: Sequence[Step]) -> int:
    """What is named with a card, each at most once, as part of a move."""
    colour, target = 0, -1
    for step in steps:
        if step.kind == "colour" and step.value in COLOUR_NAMES and not colour:
            colour = 1 + COLOURS.index(step.value)
        elif step.kind in ("seat", "way", "word") and target < 0:
            target = _target(pos, step)
        else:
            raise no_choice(steps)
    return colour * COLOUR + max(target, 0) * TARGET


def _target(pos: Position, step: Step) -> int:
    if step.kind == "seat":
        return 1 + parse_seat(step.value, pos.seats)
    known = WAYS if step.kind == "way" else {"end": END, "plain": 0}
    if step.value not in known:
        raise no_choice([step])
    return known[step.value]


def refusal(pos: Position, seat: int, move: int, legal: list[int]) -> KartenhausError:
    """Why a seat may not make a move."""
    if seat != pos.actor:
        return not_your_turn("mad/turn", pos.actor)
    if pos.pending == FIRST:
        if target_of(move) == END and ANSWER_FIRST <= move < DRAW:
            return IllegalMove("a Joker as the first card is a plain wild: name a colour", "mad/first-card")
        if target_of(move) == seat + 1 and ANSWER_FIRST <= move < DRAW:
            return IllegalMove("name an opponent, not yourself", "mad/first-card")
        return IllegalMove("first choose for the card that was turned up", "mad/first-card")
    if pos.pending == ANSWER:
        if move > DEFEND and move < GIFT:
            return IllegalMove("you hold no Not Me to defend yourself with", "mad/not-me")
        return IllegalMove("you are under attack: allow it or defend yourself", "mad/not-me-ask")
    if pos.pending == GIVE:
        if move >= GIFT:
            return _not_in_hand(card_of(move), "mad/give-two")
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
        return IllegalMove("there are still cards to draw: play or draw", "mad/no-cards")
    if move == KEEP:
        return IllegalMove("you have drawn no card to keep; play or draw", "mad/draw")
    if move == DRAW:
        return IllegalMove("there is nothing to draw: play or pass", "mad/no-cards")
    if move >= ANSWER_FIRST:
        return IllegalMove("the choice for the first card has already been made", "mad/first-card")
    return _refused_card(pos, seat, move)


def _refused_drawn(pos: Position, seat: int, move: int) -> KartenhausError:
    if move >= ANSWER_FIRST:
        return IllegalMove("you have drawn: play that card or keep it", "mad/draw")
    if card_of(move) != pos.drawn:
        return IllegalMove("only the card just drawn may be played, {card}", "mad/draw", card=CARD.names[pos.drawn])
    return _refused_card(pos, seat, move)


def _refused_card(pos: Position, seat: int, move: int) -> KartenhausError:
    kind, target = card_of(move), target_of(move)
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
    if target == seat + 1:
        rule = {WOOLLY: "mad/woolly", SWAP_HANDS: "mad/swap-hands"}.get(kind, "mad/give-two")
        return IllegalMove("name an opponent, not yourself", rule)
    return IllegalMove("you cannot name that with {card}", "mad/and-or", card=card)


def _not_in_hand(kind: int, rule: str) -> KartenhausError:
    return IllegalMove("{card} is not in your hand", rule, card=CARD.names[kind])
