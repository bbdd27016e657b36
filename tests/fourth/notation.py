"""High Card in words: moves, positions, and why a move is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fourth import ids, places
from fourth.position import CARD, HAND, KINDS, Position
from fourth.views import census
from kartenhaus.core.errors import IllegalMove, InvalidMove, KartenhausError, NotationError, not_your_turn
from kartenhaus.core.events import EventNames
from kartenhaus.core.game import NOBODY, Written, next_seat
from kartenhaus.core.knowledge import kinds_in
from kartenhaus.core.notation import PositionReader, same_cards, same_start, unknown_move, write_random
from kartenhaus.core.steps import Described, Step, card_steps, chosen_card, no_choice

PositionType = Position
FORMS = ("play CARD",)
KEYS = ("to_act", "leader", "hands", "played", "tricks", "discard", "draw", "random")
ABSENT = {"random": ""}
CHOSEN = card_steps(CARD)
NAMES = EventNames("high", ids, CARD.names, places.NAMES, ("empty",))


def parse_move(pos: Position, text: str) -> int:
    """`play 7`."""
    match text.split():
        case ["play", card]:
            try:
                return CARD.parse(card)
            except NotationError as error:
                raise InvalidMove(error.key, **error.params) from None
    raise unknown_move(text, FORMS)


def describe(pos: Position, move: int) -> Described:
    """The inverse of `parse_move`; a move is one choice, a card."""
    return Described(f"play {CARD.names[move]}", (CHOSEN[move],))


def names(pos: Position) -> EventNames:
    """The names that events use."""
    return NAMES


def why(pos: Position, seat: int, steps: Sequence[Step], legal: list[int]) -> KartenhausError:
    """Why a card cannot be chosen."""
    if len(steps) != 1 or steps[0].kind != "card":
        raise no_choice(steps)
    return refusal(pos, seat, chosen_card(CARD, steps[0]), legal)


def refusal(pos: Position, seat: int, move: int, legal: list[int]) -> KartenhausError:
    """Why a seat may not make a move."""
    if seat != pos.turn:
        return not_your_turn("high/play", pos.turn)
    return IllegalMove("{card} is not in your hand", "high/play", card=CARD.names[move])


def write_position(pos: Position) -> Written:
    """The keys of `[position]`."""
    pos = pos.plain()
    seats = range(pos.seats)
    written: Written = {"to_act": pos.turn, "leader": pos.leader}
    written["hands"] = [CARD.format_counts(pos.hands[seat], pos.held[seat]) for seat in seats]
    written["played"] = [CARD.names[pos.played[seat]] if pos.played[seat] else "" for seat in seats]
    written["tricks"] = list(pos.tricks[: pos.seats])
    written["discard"] = CARD.format_counts(pos.discard)
    written["draw"] = CARD.format_list(pos.stack[: pos.left][::-1])
    write_random(pos, written)
    return written


def next_turn(view: Written) -> int:
    """high/play: the next player; high/trick: who takes a trick leads, which its last card decides."""
    following = next_seat(view)
    return NOBODY if following == view["leader"] else following


def read_position(written: Written, pos: Position, hidden: bool = False) -> None:
    """Fill an empty position."""
    read = PositionReader(written, KEYS, CARD, pos, hidden)
    pos.turn, pos.leader = read.seat("to_act"), read.seat("leader", 0)
    for seat, text in enumerate(read.texts("hands")):
        pos.held[seat] = read.hand(f"hands[{seat}]", text, pos.hands[seat])
        pos.kinds_held[seat] = kinds_in(pos.hands[seat])
    for seat, text in enumerate(read.texts("played")):
        pos.played[seat] = CARD.parse(text) if text else 0
    for seat, count in enumerate(read.numbers("tricks", 0, HAND)):
        pos.tricks[seat] = count
    read.hand("discard", read.text("discard"), pos.discard)
    read.random(pos)
    shown = np.zeros(KINDS, np.int64)
    census(pos, shown)
    shown[0] = pos.held.sum() - pos.hands.sum()
    pos.left = read.pile("draw", pos, pos.stack, pos.deck, shown)


def same(key: str, expected: Any, actual: Any) -> bool:
    """Whether two values agree: the draw pile as far as given, hands and discard in any order."""
    return same_start(expected, actual) if key == "draw" else same_cards(expected, actual, ordered=key == "played")
