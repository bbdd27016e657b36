"""The notation of Mau Mau: moves and positions."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import compress
from typing import Any

import numpy as np

from kartenhaus.core.cards import KEPT
from kartenhaus.core.errors import InvalidMove, NotationError
from kartenhaus.core.events import EventNames
from kartenhaus.core.game import Written
from kartenhaus.core.knowledge import kinds_in
from kartenhaus.core.notation import (
    PositionReader,
    parse_seat,
    read_known,
    same_cards,
    same_start,
    unknown_move,
    write_known,
    write_random,
)
from kartenhaus.core.steps import Described, Step, Steps, card_steps
from kartenhaus.games.maumau import ids, moves, places
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
from kartenhaus.games.maumau.placing import face, lay
from kartenhaus.games.maumau.position import (
    ALL_DRAW,
    CARD,
    DISCARD,
    DISCARDING,
    JOKER,
    JOKER_AS,
    KINDS,
    OVER,
    PASS_ON,
    PASSING,
    PER_COLOUR,
    SEATS,
    STOREYS,
    SYMBOL_OF,
    TOWER,
    TURN,
    WORDS,
    Position,
)
from kartenhaus.games.maumau.refusals import name_spaces, parse_anchor, parse_space, refusal, space_names, why
from kartenhaus.games.maumau.views import census

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
FACE = (*CARD.names, *[""] * (JOKER_AS - KINDS), *(f"J:{name}" for name in CARD.names))  # a card on the board, by its number
FORMS = ("place CARD SPACE [from SPACE] [!]", "draw [!]", "pass CARD [!]", "discard CARD [!]", "keep [!]", "say", "catch SEAT")
CARDS_CHOSEN = card_steps(CARD)
WORDS_CHOSEN = {move: Step("word", word) for word, move in moves.WORDS.items()}
ALOUD_CHOSEN = Step("say", "!")
ACTING = (ALL_DRAW, DISCARD)  # spaces on which a card does something
PENDING = ("turn", "pass", "discard", "over")  # the words for TURN, PASSING, …
OWED = ("", "mau", "mau mau")  # the words for MAU, MAU_MAU
ABSENT = {
    "pending": "turn",
    "skip": False,
    "discard_follows": False,
    "idle": 0,
    "drew": False,
    "owes": "",
    "out_by": "",
    "known": [],
    "random": "",
}
KEYS = (
    *("to_act", "hands", "board", "points", "draw", "out", "penalty", "pending", "skip", "discard_follows", "idle", "drew"),
    *("owes", "out_by", "known", "random"),
)


# Moves


def parse_move(pos: Position, text: str) -> int:
    """`place r5 c4`, `place J c4 from c3`, `draw`, `pass r5`, `discard r5`, `keep`, `say`, `catch 2`; `!` for aloud."""
    words = text.replace("!", " ! ").split()
    aloud = ALOUD if words[-1:] == ["!"] else 0
    try:
        match words[:-1] if aloud else words:
            case ["place", card, place, *anchor] if not anchor or (len(anchor) == 2 and anchor[0] == "from"):
                space = parse_space(pos, place)
                side = parse_anchor(pos, space, anchor[1]) if anchor else 0
                return CARD.parse(card) + space * SPACE + side * ANCHOR + aloud
            case ["draw"]:
                return DRAW + aloud
            case ["keep"]:
                return KEEP + aloud
            case ["pass", card]:
                return PASS + CARD.parse(card) + aloud
            case ["discard", card]:
                return THROW + CARD.parse(card) + aloud
            case ["say"] if not aloud:
                return SAY
            case ["catch", seat] if not aloud:
                return CATCH + parse_seat(seat, pos.seats)
    except NotationError as error:
        raise InvalidMove(error.key, **error.params) from None
    raise unknown_move(text, FORMS)


def describe(pos: Position, move: int) -> Described:
    """The inverse of `parse_move`, and the choices that make up a move.

    They are a card and where it goes, or a word; and what is said aloud with it.
    """
    if move >= WORD:  # aloud or not
        return _describe_word(move)
    space, anchor = space_of(move), anchor_of(move)
    source = int(pos.beside[space][anchor - 1]) if anchor else 0
    effect = _effect(pos, card_of(move), space) if pos.ground[space] in ACTING else ""
    return _describe_placed(bytes(pos.column), bytes(pos.row), int(pos.spaces), source, move, effect)


@lru_cache(500)  # more than there are
def _describe_word(move: int) -> Described:
    said, word = move != quiet(move), quiet(move)
    if word >= PASS:
        step = CARDS_CHOSEN[card_of(word)]
        text = f"{'discard' if word >= THROW else 'pass'} {step.value}"
    else:
        step = Step("word", f"catch {target_of(word)}", target_of(word)) if word >= CATCH else WORDS_CHOSEN[word]
        text = step.value
    return _aloud(text, (step,)) if said else Described(text, (step,))


@lru_cache(5000)  # most moves are possible again in the next turn
def _describe_placed(columns: bytes, rows: bytes, spaces: int, source: int, move: int, effect: str) -> Described:
    names = name_spaces(columns, rows, spaces)
    card, space = CARDS_CHOSEN[card_of(move)], names[space_of(move)]
    text = f"place {card.value} {space}"
    steps: Steps = card, Step("space", space, effect=effect)
    if anchor_of(move):
        text, steps = f"{text} from {names[source]}", (*steps, Step("anchor", names[source]))
    return _aloud(text, steps) if move != quiet(move) else Described(text, steps)


def _aloud(text: str, steps: Steps) -> Described:
    return Described(f"{text} !", (*steps, ALOUD_CHOSEN))


def _effect(pos: Position, kind: int, space: int) -> str:
    """maumau/space-all-draw, maumau/space-discard: what such a space does when a card is placed there."""
    if pos.ground[space] == ALL_DRAW:
        return "all draw" if pos.left else ""
    passes = kind != JOKER and SYMBOL_OF[kind] == PASS_ON  # maumau/pass-then-discard: that card goes first
    return "discard" if pos.held[pos.turn] > 1 + passes else ""


def names(pos: Position) -> EventNames:
    """The names in events, on this board."""
    return _names(tuple(space_names(pos)))


@lru_cache(20)
def _names(spaces: tuple[str, ...]) -> EventNames:
    return EventNames("maumau", ids, FACE, places.names(spaces), WORDS)


# Positions


def write_position(position: Position) -> Written:
    """The keys of `[position]`."""
    pos = position.plain()
    seats = pos.seats
    written: Written = {"to_act": pos.turn}
    if pos.pending != TURN:
        written["pending"] = PENDING[pos.pending]
    written["hands"] = CARD.format_hands(pos.raw("hands"), pos.held[:seats])
    written["board"] = dict(_write_board(pos.column, pos.row, pos.spaces, pos.ground, pos.top, pos.some("under"), pos.storeys))
    written["points"] = list(pos.points[:seats])
    written["draw"] = CARD.format_list(pos.stack[: pos.left][::-1])
    written["out"], out_by = _write_out(pos.raw("out"), pos.gone, seats)
    if out_by:
        written["out_by"] = out_by.copy()
    written["penalty"] = pos.penalty
    if pos.skip:
        written["skip"] = True
    if pos.discards:
        written["discard_follows"] = True
    if pos.idle:
        written["idle"] = pos.idle
    if pos.drew:
        written["drew"] = True
    if any(pos.owes):
        written["owes"] = [OWED[owed] for owed in pos.owes[:seats]]
    write_known(pos, CARD, written)
    write_random(pos, written)
    return written


def next_turn(view: Written) -> int:
    """maumau/turn: the next player; maumau/skip: the one after, if somebody has to miss a turn."""
    following: int = view["to_act"] + (2 if "skip" in view else 1)
    return following % len(view["hands"])


@lru_cache(KEPT // 10)
def _write_board(column: bytes, row: bytes, spaces: int, ground: bytes, top: bytes, under: bytes, storeys: bytes) -> dict[str, str]:
    """The cards on each space that has some; the same for every viewer."""
    names = name_spaces(column, row, spaces)
    board = dict(zip(compress(names, top), map(FACE.__getitem__, filter(None, top)), strict=True))
    for space, tower in _towers(ground):
        if storeys[tower]:
            start = tower * STOREYS
            board[names[space]] = " ".join([FACE[card] for card in (*under[start : start + storeys[tower]], top[space])])
    return board


@lru_cache(KEPT // 10)
def _write_out(out: bytes, gone: tuple[int, ...], seats: int) -> tuple[str, list[str]]:
    """The cards out of the game, and by which seats they went if any did; both stay the same for many moves."""
    rows = CARD.format_hands(out, gone)
    return " ".join([row for row in rows if row]), rows[:seats] if any(rows[:seats]) else []


@lru_cache(100)
def _towers(ground: bytes) -> list[tuple[int, int]]:
    """The spaces with a tower, and the tower's number."""
    return [(space, kind - TOWER) for space, kind in enumerate(ground) if kind >= TOWER]


def read_position(written: Written, pos: Position, hidden: bool = False) -> None:
    """Fill a position that is laid out."""
    read = PositionReader(written, KEYS, CARD, pos, hidden)
    pos.starter = 0
    pos.turn = read.seat("to_act")
    pos.pending = read.word("pending", PENDING, "turn")
    pos.penalty = read.number("penalty", 0, 200, 0)
    if pos.penalty % 2:
        read.fail("penalty", "every Draw 2 adds two cards")
    pos.skip = int(read.flag("skip"))
    pos.discards = int(read.flag("discard_follows"))
    pos.idle = read.number("idle", 0, pos.seats if pos.pending == OVER else pos.seats - 1, 0)
    pos.drew = int(read.flag("drew"))
    pos.points[: pos.seats] = read.numbers("points", 0, 10_000)
    for seat, text in enumerate(read.texts("hands")):
        pos.held[seat] = read.hand(f"hands[{seat}]", text, pos.hands[seat])
        pos.kinds_held[seat] = kinds_in(pos.hands[seat])
    _read_board(read, pos)
    _read_out(read, pos)
    for seat, word in enumerate(read.texts("owes")):
        if word not in OWED or (word and not pos.manual):
            read.fail(f"owes[{seat}]", 'must be "mau", "mau mau" or ""; anything is owed only with announce = "manual"')
        pos.owes[seat] = OWED.index(word)
    read_known(read, pos)
    read.random(pos)
    shown = np.zeros(KINDS, np.int64)
    census(pos, shown)
    shown[0] = pos.held.sum() + pos.gone.sum() - pos.hands.sum() - pos.out.sum()
    pos.left = read.pile("draw", pos, pos.stack, pos.deck, shown)
    _check_pending(read, pos)


def _read_board(read: PositionReader, pos: Position) -> None:
    board = read.written.get("board", {})
    if not isinstance(board, dict):
        read.fail("board", 'must be a table of spaces and their cards, like { c4 = "r5" }')
    for name, text in board.items():
        key = f"board.{name}"[:40]
        try:
            space = parse_space(pos, name)
        except InvalidMove as error:
            read.fail(key, str(error))
        cards = [_read_card(read, key, word) for word in (text.split() if isinstance(text, str) else [])]
        if not cards:
            read.fail(key, "must be a card, or for a tower its cards from the bottom up")
        if len(cards) > 1 and pos.ground[space] < TOWER:
            read.fail(key, "only a tower holds several cards")
        if len({(face(card) - 1) % PER_COLOUR for card in cards}) > 1:
            read.fail(key, "the cards of a tower all have the same value or symbol")
        if len(cards) > STOREYS:
            read.fail(key, "more cards than the deck has")
        for card in cards:
            lay(pos, space, card)


def _read_card(read: PositionReader, key: str, word: str) -> int:
    shown = word.removeprefix("J:")
    if shown not in CARD.names[1:JOKER]:
        read.fail(key, f"“{word[:20]}” is not a card on a board; a Joker has a face, like J:r5")
    return CARD.names.index(shown) + (JOKER_AS if shown != word else 0)


def _read_out(read: PositionReader, pos: Position) -> None:
    """`out`: all cards out of the game; `out_by`: those of them that each seat discarded, and knows."""
    everything = Counter(read.kinds("out", read.text("out")))
    mine = [Counter(read.kinds(f"out_by[{seat}]", text)) for seat, text in enumerate(read.texts("out_by"))]
    nobodys = Counter(everything)
    for cards in mine:
        nobodys.subtract(cards)
    if any(count < 0 for count in nobodys.values()):
        read.fail("out_by", "every card of out_by is also one of out")
    for row, cards in [*enumerate(mine), (SEATS, nobodys)]:
        pos.gone[row] = cards.total()
        for kind, count in cards.items():
            if kind and count > pos.deck[kind]:
                read.fail("out", f"the deck has {pos.deck[kind]} of {CARD.names[kind]}, not {count}")
            pos.out[row, kind] = count if kind else 0


def _check_pending(read: PositionReader, pos: Position) -> None:
    """Check that the rules can lead to this position and its pending choice."""
    ended = pos.uncovered == 0 or pos.idle == pos.seats
    if pos.pending == (TURN if ended else OVER):
        read.fail(
            "board" if ended else "pending", "the game is over when every space is covered (or nobody can go on), and only then"
        )
    if pos.pending in (PASSING, DISCARDING) and pos.held[pos.turn] == 0:
        read.fail("pending", "with no card in the bank there is nothing to choose")
    if pos.discards and pos.pending != PASSING:
        read.fail("discard_follows", 'goes with pending = "pass"')
    if pos.drew and not (pos.penalty_then_play and pos.pending != OVER and (pos.pending != TURN or pos.penalty == 0)):
        read.fail("drew", "only with penalty_then_play does a turn go on after a penalty was drawn")
    if pos.skip and pos.pending != DISCARDING:
        read.fail("skip", 'goes with pending = "discard"')


def same(key: str, expected: Any, actual: Any) -> bool:
    """Compare towers in order, the draw pile as far as given, banks in any order; of the board only the spaces named."""
    if key == "draw":
        return same_start(expected, actual)
    if key == "board" and isinstance(expected, dict):
        return all(actual.get(space, "").split() == str(cards).split() for space, cards in expected.items())
    return same_cards(expected, actual, ordered=key not in ("hands", "out", "out_by", "known"))
