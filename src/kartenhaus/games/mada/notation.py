"""The notation of MADA: moves, positions, and why a move is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from kartenhaus.core.cards import KEPT, UNKNOWN
from kartenhaus.core.errors import IllegalMove, InvalidMove, KartenhausError, NotationError, not_your_turn
from kartenhaus.core.events import EventNames
from kartenhaus.core.game import NOBODY, Written, next_seat
from kartenhaus.core.knowledge import kinds_in
from kartenhaus.core.notation import PositionReader, parse_seat, same_cards, same_start, unknown_move, write_random
from kartenhaus.core.steps import Described, Step, card_steps, chosen_card, no_choice, seat_step
from kartenhaus.games.mada import ids, places
from kartenhaus.games.mada.moves import DONE, DRAW, LUCK, PLAY, TAKE, TOSS, card_of, target_of
from kartenhaus.games.mada.position import (
    CARD,
    CARDS,
    DEALT,
    DOUBLE,
    GOAL,
    HIGHEST,
    KINDS,
    LOST,
    OVER,
    SCORPION,
    STING,
    SWAP,
    TURN,
    Position,
)
from kartenhaus.games.mada.rules import HAND
from kartenhaus.games.mada.views import census

PositionType = Position
FORMS = ("play CARD", "draw", "luck", "swap SEAT", "toss CARD", "done")
WORDS = {"draw": DRAW, "luck": LUCK, "done": DONE}
CARDS_CHOSEN = card_steps(CARD)
WORDS_CHOSEN = {move: Step("word", word) for word, move in WORDS.items()}
PENDING = ("turn", "swap", "sting", "dealt", "lost", "over")  # the words for TURN, SWAP, …
NAMES = EventNames("mada", ids, CARD.names, places.NAMES, ("five", "turns"))  # the words for FIVE and TURNS
ABSENT = {"pending": "turn", "owed": 0, "random": ""}
KEYS = ("to_act", "pending", "hands", "piles", "aside", "draw", "discard", "turns", "owed", "starter", "random")


# Moves


def parse_move(pos: Position, text: str) -> int:
    """`play 7`, `draw`, `luck`, `swap 2`, `toss 7`, `done`."""
    match text.split():
        case [word] if word in WORDS:
            return WORDS[word]
        case ["swap", seat]:
            return TAKE + parse_seat(seat, pos.seats)
        case ["play" | "toss" as word, card]:
            try:
                return (PLAY if word == "play" else TOSS) + CARD.parse(card)
            except NotationError as error:
                raise InvalidMove(error.key, **error.params) from None
    raise unknown_move(text, FORMS)


def describe(pos: Position, move: int) -> Described:
    """The inverse of `parse_move`, and the choices that make up a move: a card, whose pile, or a word."""
    return _describe(move)


@lru_cache(200)  # more than there are moves
def _describe(move: int) -> Described:
    if TAKE <= move < TOSS:
        return Described(f"swap {target_of(move)}", (seat_step(target_of(move)),))
    if DRAW <= move < TAKE:
        return Described(WORDS_CHOSEN[move].value, (WORDS_CHOSEN[move],))
    card = CARDS_CHOSEN[card_of(move)]
    return Described(f"{'toss' if move >= TOSS else 'play'} {card.value}", (card,))


def names(pos: Position) -> EventNames:
    """The names in events."""
    return NAMES


# Refusals


def why(pos: Position, seat: int, steps: Sequence[Step], legal: list[int]) -> KartenhausError:
    """Why no legal move of a seat begins with some choices."""
    match [*steps]:
        case [Step("card") as card]:
            throwing = pos.pending in (STING, DEALT, LOST)
            return refusal(pos, seat, (TOSS if throwing else PLAY) + chosen_card(CARD, card), legal)
        case [Step("seat", other)]:
            return refusal(pos, seat, TAKE + parse_seat(other, pos.seats), legal)
        case [Step("word", word)] if word in WORDS:
            return refusal(pos, seat, WORDS[word], legal)
    raise no_choice(steps)


def refusal(pos: Position, seat: int, move: int, legal: list[int]) -> KartenhausError:
    """Why a seat may not make a move."""
    if seat != pos.turn:
        return not_your_turn("mada/turn", pos.turn)
    if pos.pending == TURN:
        return _refused_turn(pos, seat, move)
    if pos.pending == SWAP:
        if move == TAKE + seat:
            return IllegalMove("you swap with another player, not with yourself", "mada/double")
        return IllegalMove("first choose whose pile you take", "mada/double")
    if move >= TOSS:
        rules = {STING: "mada/scorpion-draw", DEALT: "mada/deal-scorpion", LOST: "mada/round-loser"}
        return _not_in_hand(card_of(move), rules[pos.pending])
    if pos.pending == LOST:
        return IllegalMove("you lost the round: throw away hand cards if you like, or keep the rest", "mada/round-loser")
    rule = "mada/scorpion-draw" if pos.pending == STING else "mada/deal-scorpion"
    return IllegalMove("the Scorpion takes one of your hand cards along: choose one", rule)


def _refused_turn(pos: Position, seat: int, move: int) -> KartenhausError:
    if move == DRAW:
        return IllegalMove("you already hold {limit} cards, the limit; play one or try your luck", "mada/draw", limit=HAND)
    if move >= TOSS:
        return IllegalMove("nothing makes you throw a card away now; play, draw or try your luck", "mada/turn")
    if move >= TAKE:
        return IllegalMove("piles are swapped only after a Double Lemur; play, draw or try your luck", "mada/double")
    if move == DONE:
        return IllegalMove("there is nothing to end; play, draw or try your luck", "mada/turn")
    if move == SCORPION:
        return IllegalMove("a Scorpion is never in a hand", "mada/scorpion-draw")
    if pos.hands[seat, move] == 0:
        return _not_in_hand(move, "mada/play")
    top = CARD.names[pos.piles[seat, pos.heights[seat] - 1]]
    return IllegalMove("the top of your pile is {top}; play {top} or higher", "mada/play", top=top)


def _not_in_hand(kind: int, rule: str) -> KartenhausError:
    return IllegalMove("{card} is not in your hand", rule, card=CARD.names[kind])


# Positions


def write_position(position: Position) -> Written:
    """The keys of `[position]`."""
    pos = position.plain()
    seats = pos.seats
    written: Written = {"to_act": pos.turn}
    if pos.pending != TURN:
        written["pending"] = PENDING[pos.pending]
    written["hands"] = CARD.format_hands(pos.raw("hands"), pos.held[:seats])
    written["piles"] = CARD.format_piles(pos.raw("piles"), pos.heights[:seats], CARDS)
    written["aside"] = _write_aside(pos.raw("aside"), seats).copy()
    written["draw"] = CARD.format_list(pos.stack[: pos.left][::-1])
    written["discard"] = _write_discard(pos.discard, pos.top)
    written["turns"] = pos.turns
    if pos.pending == DEALT:
        written["owed"] = list(pos.owed[:seats])
        written["starter"] = pos.starter
    write_random(pos, written)
    return written


def next_turn(view: Written) -> int:
    """mada/turn: the next player; mada/deal-scorpion: whoever starts, while dealt Scorpions are settled."""
    starter: int = view.get("starter", NOBODY)
    return next_seat(view) if starter == NOBODY else starter


@lru_cache(KEPT // 10)
def _write_aside(rows: bytes, seats: int) -> list[str]:
    return CARD.format_hands(rows, bytes(seats))


@lru_cache(KEPT)
def _write_discard(counts: bytes, top: int) -> str:
    """mada/secret: the top card last, the others in the order of the kinds."""
    if top == UNKNOWN:
        return CARD.format_counts(counts)
    others = CARD.format_counts(counts[:top] + bytes([counts[top] - 1]) + counts[top + 1 :])
    return f"{others} {CARD.names[top]}" if others else CARD.names[top]


def read_position(written: Written, pos: Position, hidden: bool = False) -> None:
    """Fill a position that is laid out."""
    read = PositionReader(written, KEYS, CARD, pos, hidden)
    pos.turn = read.seat("to_act")
    pos.pending = read.word("pending", PENDING, "turn")
    pos.starter = read.seat("starter") if pos.pending == DEALT else NOBODY
    dealt = pos.pending == DEALT
    pos.turns = read.number("turns", 0 if dealt else 1, 0 if dealt else int(pos.most_turns), 0 if dealt else 1)
    for seat, owed in enumerate(read.numbers("owed", 0, HAND)):
        pos.owed[seat] = owed
    for seat, text in enumerate(read.texts("hands")):
        _read_hand(read, pos, seat, text)
    for seat, text in enumerate(read.texts("piles")):
        kinds = read.kinds(f"piles[{seat}]", text)
        if any(kind in (0, DOUBLE, SCORPION) for kind in kinds):
            read.fail(f"piles[{seat}]", "only Cactus cards and Lemurs lie on a pile")
        if len(kinds) > pos.piles.shape[1]:
            read.fail(f"piles[{seat}]", "more cards than the deck has")
        pos.piles[seat, : len(kinds)] = kinds
        pos.heights[seat] = len(kinds)
    for seat, text in enumerate(read.texts("aside")):
        read.hand(f"aside[{seat}]", text, pos.aside[seat])
        if pos.aside[seat, [0, DOUBLE, SCORPION]].any():
            read.fail(f"aside[{seat}]", "only Cactus cards and Lemurs are set aside")
    read.hand("discard", read.text("discard"), pos.discard)
    pos.top = (read.kinds("discard", read.text("discard")) or [UNKNOWN])[-1]
    read.random(pos)
    shown = np.zeros(KINDS, np.int64)
    census(pos, shown)
    shown[0] = pos.held.sum() - pos.hands.sum()
    pos.left = read.pile("draw", pos, pos.stack, pos.deck, shown)
    _check_hidden(read, pos)
    _check_pending(read, pos)


def _read_hand(read: PositionReader, pos: Position, seat: int, text: str) -> None:
    pos.held[seat] = read.hand(f"hands[{seat}]", text, pos.hands[seat])
    pos.kinds_held[seat] = kinds_in(pos.hands[seat])
    if pos.hands[seat, SCORPION]:
        read.fail(f"hands[{seat}]", "a Scorpion never stays in a hand")
    if pos.held[seat] > HAND:
        read.fail(f"hands[{seat}]", f"a hand has at most {HAND} cards")


def _check_hidden(read: PositionReader, pos: Position) -> None:
    """Hidden cards of a hand are never Scorpions: there must be enough other unseen cards."""
    shown = np.zeros(KINDS, np.int64)
    census(pos, shown)
    hidden = int(pos.held.sum()) - int(pos.hands.sum())
    others = int((pos.deck - shown)[1:SCORPION].sum())
    if hidden > others:
        read.fail("hands", f"{hidden} cards are hidden, but {others} are left besides Scorpions, which never stay in a hand")


def _check_pending(read: PositionReader, pos: Position) -> None:
    """Check that the rules can lead to this position and its pending choice."""
    ended = bool((pos.aside[:, 1 : HIGHEST + 1].sum(axis=1) >= GOAL).any())
    if ended if pos.pending != OVER else not ended and pos.turns < pos.most_turns:
        now = f"the game is already over: someone has {GOAL} Cactus cards aside"
        read.fail(
            "aside" if ended else "pending", now if ended else f"the game is over only when someone has {GOAL} Cactus cards aside"
        )
    if (pos.pending == SWAP and not pos.discard[DOUBLE]) or (pos.pending in (STING, DEALT) and not pos.discard[SCORPION]):
        read.fail("pending", "the card that asks for this choice lies on the discard")
    if pos.pending in (STING, DEALT, LOST) and pos.held[pos.turn] == 0:
        read.fail("pending", "with no card in hand there is nothing to choose")
    if pos.pending == LOST and pos.heights.any():
        read.fail("pending", "a lost round leaves no cards on the piles")
    if pos.pending == DEALT:
        order = [(pos.starter + step) % pos.seats for step in range(pos.seats)]
        if next((seat for seat in order if pos.owed[seat]), NOBODY) != pos.turn or (pos.owed > pos.held).any():
            read.fail("owed", "dealt Scorpions are settled clockwise from the starter, one hand card for each")
    elif pos.owed.any():
        read.fail("owed", 'cards are owed only for dealt Scorpions (pending = "dealt")')


def same(key: str, expected: Any, actual: Any) -> bool:
    """Compare piles in order, the draw pile as far as given, hands and the rest in any order."""
    if key == "draw":
        return same_start(expected, actual)
    return same_cards(expected, actual, ordered=key not in ("hands", "aside", "discard"))
