"""The notation of MAD: moves and positions."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import numpy as np

from kartenhaus.core.cards import KEPT
from kartenhaus.core.errors import InvalidMove, NotationError, Phrase
from kartenhaus.core.events import EventNames
from kartenhaus.core.game import Written
from kartenhaus.core.knowledge import kinds_in
from kartenhaus.core.notation import PositionReader, read_known, same_cards, same_start, unknown_move, write_known, write_random
from kartenhaus.core.steps import Described, Step, Steps, card_steps, seat_step
from kartenhaus.games.mad import ids, moves, places
from kartenhaus.games.mad.moves import (
    ALLOW,
    ANSWER_FIRST,
    COLOUR,
    DEFEND,
    DRAW,
    END,
    GIFT,
    PLAY,
    RIGHT,
    TARGET,
    WAYS,
    card_of,
    colour_of,
    target_of,
)
from kartenhaus.games.mad.position import (
    ANSWER,
    CALLED,
    CARD,
    CARDS,
    COLOURS,
    DRAW_ONE,
    DRAWN,
    EMPTIED,
    FACE,
    FACES,
    FIRST,
    GIVE,
    GIVE_TWO,
    JOKER,
    KINDS,
    NOT_ME,
    OVER,
    PER_COLOUR,
    SEATS,
    SWAP_HANDS,
    TURN,
    WHICH_WAY,
    WILD,
    WOOLLY,
    WORDS,
    Position,
)
from kartenhaus.games.mad.refusals import refusal, why
from kartenhaus.games.mad.rules import turn_up
from kartenhaus.games.mad.views import census

__all__ = [
    "ABSENT",
    "CARD",
    "FORMS",
    "KEYS",
    "PositionType",
    "describe",
    "names",
    "next_turn",
    "parse_move",
    "read_position",
    "refusal",
    "same",
    "why",
    "write_position",
]

PositionType = Position
FORMS = (
    "play CARD [right/left] [COLOUR] [SEAT]",
    "play J end",
    "draw",
    "keep",
    "pass",
    "give CARD",
    "allow",
    "defend COLOUR",
    "first [right/left] [COLOUR] [SEAT]",
)
CARDS_CHOSEN = card_steps(CARD)
COLOURS_CHOSEN = {number: Step("colour", colour) for number, colour in enumerate(COLOURS, 1)}
WORDS_CHOSEN = {move: Step("word", word) for word, move in moves.WORDS.items()}
NAMES = EventNames("mad", ids, FACE, places.NAMES, WORDS)
PENDING = ("first", "turn", "drawn", "answer", "give", "over")  # the words for FIRST, TURN, …
ATTACKS = {"draw one": DRAW_ONE, "give two": GIVE_TWO, "woolly": WOOLLY, "swap hands": SWAP_HANDS}
VICTIMS = {attack: [seat_step(seat, word) for seat in range(SEATS)] for word, attack in ATTACKS.items()}
SUFFERED = {attack: Step("word", "allow", effect=f"suffer {word}") for word, attack in ATTACKS.items()}
DEFENCES = {  # what an attack does to the attacker if it is turned back; mad/not-me-swap: nothing
    attack: [Step("card", CARD.names[NOT_ME], seat, "no swap" if attack == SWAP_HANDS else word) for seat in range(SEATS)]
    for word, attack in ATTACKS.items()
}
ENDS = ("", "emptied", "called", "counted")  # the words for EMPTIED, CALLED, COUNTED
ABSENT = {"pending": "turn", "drawn": "", "attack": "", "gifts": 0, "passes": 0, "ended": "", "known": [], "random": ""}
KEYS = (
    *("to_act", "direction", "dealer", "first", "hands", "open", "closed", "pending", "turn", "drawn", "attack", "threat"),
    *("to", "gifts", "passes", "turns", "ended", "known", "random"),
)


# Moves


def parse_move(pos: Position, text: str) -> int:
    """`play g5`, `play gW left`, `play WW r 2`, `draw`, `give g5`, `defend r`, `first r 2` and so on."""
    try:
        match text.split():
            case [word] if word in moves.WORDS:
                return moves.WORDS[word]
            case ["give", card]:
                return GIFT + CARD.parse(card)
            case ["defend", colour] if colour in COLOURS and len(colour) == 1:
                return DEFEND + 1 + COLOURS.index(colour)
            case ["play", card, *named]:
                kind = CARD.parse(card)
                return PLAY + kind + _parse_named(pos, kind, named, f"play {card}")
            case ["first", *named]:
                kind = int(pos.open[pos.lying - 1])
                return ANSWER_FIRST + _parse_named(pos, kind if kind < FACES else WILD, named, "first")
    except NotationError as error:
        raise InvalidMove(error.key, **error.params) from None
    raise unknown_move(text, FORMS)


def _parse_named(pos: Position, kind: int, named: list[str], start: str) -> int:
    """What is named with a card: a neighbour, a colour, a victim, or the end; in the form that card has."""
    symbol = (kind - 1) % PER_COLOUR if kind < WILD else None
    wild = kind >= WILD
    last = pos.seats - 1
    if wild:
        right = {
            WOOLLY: Phrase("r, y, b or g for the colour, and a seat from 0 to {last}", last=last),
            SWAP_HANDS: Phrase("r, y, b or g for the colour, and a seat from 0 to {last} to swap with", last=last),
            JOKER: Phrase("r, y, b or g for the colour, or end"),
        }.get(kind, Phrase("r, y, b or g for the colour"))
    else:
        seats = Phrase("a seat from 0 to {last}", last=last)
        right = {WHICH_WAY: Phrase("right or left"), GIVE_TWO: seats}.get(symbol or 0, Phrase("nothing"))
    wrong = InvalidMove("“{start}” is followed by {right}", start=start, right=right)
    match named:
        case [] if not wild and symbol not in (WHICH_WAY, GIVE_TWO):
            return 0
        case [way] if symbol == WHICH_WAY and way in WAYS:
            return WAYS[way] * TARGET
        case ["end"] if kind == JOKER:
            return END * TARGET
        case [seat] if symbol == GIVE_TWO:
            return _parse_seat(pos, seat, wrong)
        case [colour] if wild and kind != WOOLLY:
            return _parse_colour(colour, wrong)
        case [colour, seat] if kind in (WOOLLY, SWAP_HANDS):
            return _parse_colour(colour, wrong) + _parse_seat(pos, seat, wrong)
    raise wrong


def _parse_colour(text: str, wrong: InvalidMove) -> int:
    if len(text) == 1 and text in COLOURS:
        return (1 + COLOURS.index(text)) * COLOUR
    raise wrong


def _parse_seat(pos: Position, text: str, wrong: InvalidMove) -> int:
    if re.fullmatch("[0-5]", text) and int(text) < pos.seats:
        return (1 + int(text)) * TARGET
    raise wrong


def describe(pos: Position, move: int) -> Described:
    """The inverse of `parse_move`, and the choices that make up a move: a card or a word, then what is named with it."""
    plain = pos.plain()
    top = plain.open[plain.lying - 1] if ANSWER_FIRST <= move < DRAW else 0
    return _describe(move, top, plain.actor, plain.seats, plain.attack, plain.threat)


@lru_cache(2000)  # more than are in use at a time
def _describe(move: int, top: int, actor: int, seats: int, attack: int, threat: int) -> Described:
    if move >= GIFT:
        card = CARDS_CHOSEN[card_of(move)]
        return Described(f"give {card.value}", (card,))
    if move > DEFEND:
        colour = COLOURS_CHOSEN[colour_of(move)]
        return Described(f"defend {colour.value}", (DEFENCES[attack][threat], colour))
    if move >= DRAW:
        return Described(WORDS_CHOSEN[move].value, (SUFFERED[attack] if move == ALLOW else WORDS_CHOSEN[move],))
    played: Steps = () if move >= ANSWER_FIRST else (CARDS_CHOSEN[card_of(move)],)
    kind, colour_number, target = top or card_of(move), colour_of(move), target_of(move)
    words = ["play" if played else "first", *[step.value for step in played]]
    if colour_number:
        words.append(COLOURS[colour_number - 1])
    if target == END:
        words.append("end")
    elif target and is_way(kind):
        words.append("right" if target == RIGHT else "left")
    elif target:
        words.append(str(target - 1))
    return Described(" ".join(words), (*played, *_named(kind, colour_number, target, actor, seats)))


def is_way(kind: int) -> bool:
    """Whether a card is a Which Way?"""
    return kind < WILD and (kind - 1) % PER_COLOUR == WHICH_WAY


def _named(kind: int, colour: int, target: int, actor: int, seats: int) -> Steps:
    """What is named with a card: whom it hits, for Swap Hands perhaps nobody (the word `plain`), and then a colour."""
    named: Steps = (COLOURS_CHOSEN[colour],) if colour else ()
    if target == END:
        return (Step("word", "end"),)
    if not target:
        return (Step("word", "plain"), *named) if kind == SWAP_HANDS else named
    if is_way(kind):
        way, side = ("right", 1) if target == RIGHT else ("left", -1)
        return (Step("way", way, (actor + side) % seats),)
    return VICTIMS[GIVE_TWO if kind < WILD else kind][target - 1], *named


def names(pos: Position) -> EventNames:
    """The names in events."""
    return NAMES


# Positions


def write_position(position: Position) -> Written:
    """The keys of `[position]`."""
    pos = position.plain()
    written: Written = {
        "to_act": pos.actor,
        "direction": "right" if pos.direction == 1 else "left",
        "dealer": pos.dealer,
        "first": pos.pending == FIRST,
        "hands": CARD.format_hands(pos.raw("hands"), pos.held[: pos.seats]),
        "open": _write_open(bytes(pos.open[: pos.lying])),
        "closed": CARD.format_list(pos.closed[: pos.left][::-1]),
    }
    if pos.pending != TURN:
        written["pending"] = PENDING[pos.pending]
    written["turn"] = pos.turn
    if pos.pending == DRAWN:
        written["drawn"] = CARD.names[pos.drawn]
    if pos.attack:
        written["attack"] = next(word for word, attack in ATTACKS.items() if attack == pos.attack)
        written["threat" if pos.pending == ANSWER else "to"] = pos.threat
    if pos.gifts:
        written["gifts"] = pos.gifts
    if pos.passes:
        written["passes"] = pos.passes
    written["turns"] = pos.turns
    if pos.ended:
        written["ended"] = ENDS[pos.ended]
    write_known(pos, CARD, written)
    write_random(pos, written)
    return written


def next_turn(view: Written) -> int:
    """mad/start: the neighbour, in the direction of play, of the seat that has the turn; an attack does not change that."""
    following: int = view["turn"] + (1 if view["direction"] == "right" else -1)
    return following % len(view["hands"])


@lru_cache(KEPT)
def _write_open(faces: bytes) -> str:
    return " ".join(map(FACE.__getitem__, faces))


def read_position(written: Written, pos: Position, hidden: bool = False) -> None:
    """Fill a position that is laid out."""
    read = PositionReader(written, KEYS, CARD, pos, hidden)
    first = read.flag("first") or written.get("pending") == "first"
    pos.actor = read.seat("to_act")
    pos.dealer = read.seat("dealer", int(pos.actor) if first else 0)
    pos.direction = 1 - 2 * read.word("direction", ("right", "left"), "right")
    pos.pending = FIRST if first else read.word("pending", PENDING, "turn")
    pos.turn = read.seat("turn", written.get("threat", int(pos.actor)) if pos.pending == ANSWER else int(pos.actor))
    pos.turns = read.number("turns", 1 if pos.pending in (TURN, DRAWN) else 0, int(pos.most_turns), 0 if first else 1)
    pos.passes = read.number("passes", 0, pos.seats if pos.pending == OVER else pos.seats - 1, 0)
    pos.ended = read.word("ended", ENDS, "")
    for seat, text in enumerate(read.texts("hands")):
        pos.held[seat] = read.hand(f"hands[{seat}]", text, pos.hands[seat])
        pos.kinds_held[seat] = kinds_in(pos.hands[seat])
    _read_open(read, pos, first)
    _read_pending(read, pos)
    read_known(read, pos)
    read.random(pos)
    shown = np.zeros(KINDS, np.int64)
    census(pos, shown)
    shown[0] = pos.held.sum() - pos.hands.sum()
    pos.left = read.pile("closed", pos, pos.closed, pos.deck, shown)
    if first:
        if pos.actor != pos.dealer:
            read.fail("to_act", "the dealer answers for the first card")
        turn_up(pos)


def _read_open(read: PositionReader, pos: Position, first: bool) -> None:
    words = read.text("open").split()
    for word in words:
        if word not in FACE[1:]:
            read.fail("open", f"“{word[:20]}” is not a card; a wild on open is written with its colour, like WW:r")
    if not 1 <= len(words) <= CARDS:
        read.fail("open", "at least one card lies on open")
    pos.lying = len(words)
    pos.open[: pos.lying] = [FACE.index(word) for word in words]
    top = int(pos.open[pos.lying - 1])
    if first and top >= FACES:
        read.fail("open", f"the dealer has yet to name the colour: write {words[-1].split(':')[0]} without one")
    if not first and WILD <= top < FACES and pos.ended != CALLED:
        read.fail("open", f"the wild on top has a colour: write {words[-1]}:r, for red")


def _read_pending(read: PositionReader, pos: Position) -> None:
    """Read what belongs to a pending choice, and allow it only there."""
    if (pos.pending == OVER) != (pos.ended > 0):
        read.fail("ended", f'goes with pending = "over", and is one of {", ".join(ENDS[1:])}')
    empty = [seat for seat in range(pos.seats) if pos.held[seat] == 0]
    if bool(empty) != (pos.ended == EMPTIED):
        read.fail("hands", 'a player without cards has won: the game is over (ended = "emptied")')
    drawn = read.kinds("drawn", read.text("drawn"))
    hand, hidden = pos.hands[pos.actor], int(pos.held[pos.actor]) - int(pos.hands[pos.actor].sum())
    if len(drawn) != (pos.pending == DRAWN) or (drawn and (hand[drawn[0]] if drawn[0] else hidden) == 0):
        read.fail("drawn", 'is one card of the hand of the seat to act, when pending = "drawn"')
    if drawn and pos.held[pos.actor] == 1:
        read.fail("drawn", "is not the only card of the hand: its owner would have won before")
    pos.drawn = drawn[0] if drawn else 0
    if pos.pending in (ANSWER, GIVE):
        pos.attack = list(ATTACKS.values())[read.word("attack", list(ATTACKS), "")]
        key = "threat" if pos.pending == ANSWER else "to"
        pos.threat = read.seat(key)
        if pos.threat == pos.actor:
            read.fail(key, "nobody threatens themselves, or gives cards to themselves")
    if pos.pending == GIVE:
        if pos.attack != GIVE_TWO:
            read.fail("attack", "cards are given only for give two")
        pos.gifts = read.number("gifts", 1, min(2, int(pos.held[pos.actor])))
    for key, pending in (("attack", (ANSWER, GIVE)), ("threat", (ANSWER,)), ("to", (GIVE,)), ("gifts", (GIVE,))):
        if key in read.written and pos.pending not in pending:
            read.fail(key, f"goes with pending = {' or '.join(PENDING[one] for one in pending)}")
    if pos.pending in (FIRST, TURN, DRAWN) and pos.turn != pos.actor:
        read.fail("turn", "the seat to act has the turn")


def same(key: str, expected: Any, actual: Any) -> bool:
    """Compare open in order, closed as far as given, hands in any order; a wild below the top may omit its colour."""
    if key == "closed":
        return same_start(expected, actual)
    if key == "open" and isinstance(expected, str):
        want, have = expected.split(), str(actual).split()
        return len(want) == len(have) and all(
            w == h or (i < len(want) - 1 and w.split(":")[0] == h.split(":")[0] and (":" in w) != (":" in h))
            for i, (w, h) in enumerate(zip(want, have, strict=True))
        )
    return same_cards(expected, actual, ordered=key not in ("hands", "known"))
