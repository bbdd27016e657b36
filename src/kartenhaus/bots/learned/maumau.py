"""Mau Mau: what a seat may know, as numbers; the numbers of its moves; and what a network makes of both."""

from __future__ import annotations

from typing import Any

from kartenhaus.bots.learned.blocks import Block, Declaration
from kartenhaus.bots.learned.network import judging, searching_by
from kartenhaus.core.jit import compiled, entry_point, lowest_bit
from kartenhaus.core.kernels import kept_in
from kartenhaus.core.packed import Longs
from kartenhaus.games.maumau import entry_points
from kartenhaus.games.maumau.moves import CATCH, DRAW, KEEP, PASS, SAY, THROW, WORD, anchor_of, card_of, quiet, space_of
from kartenhaus.games.maumau.placing import face, joker_face, worth
from kartenhaus.games.maumau.position import (
    ALL_DRAW,
    COLOUR_OF,
    DISCARD,
    DISCARDING,
    DRAW_TWO,
    JOKER,
    KINDS,
    POINT,
    RARE,
    SEATS,
    SPACES,
    SYMBOL_OF,
    TOWER,
    Position,
)
from kartenhaus.games.maumau.position import CARD as NAMES

NUMBERS = DRAW_TWO  # the most an edition may have; the three symbols come after them
SYMBOLS = "the numbers 1 to 12, Draw Two, Skip, Pass a Card"
HORIZON, TURNS = 1, 0
PLAYOUTS = {2: (100, 4_000, 20_000)}  # few, many and most, from this number of players on
TRUST = 0
SLIPS = 0
PREFERRED = False
DECLARED = Declaration(
    game="maumau",
    version=1,
    own=(
        Block("colours", 4, "own cards of red, green, blue, yellow", "/ 3"),
        Block("symbols", NUMBERS + 3, f"own cards of {SYMBOLS}", "/ 2"),
        Block("jokers", 1, "own Jokers", "cards"),
        Block("held", 12, "own cards: 0 to 10, more"),
        Block("points", 3, "own points; against the most of another; whether ahead", "/ 20; / 10; 0 or 1"),
        Block("pending", 3, "the decision: a turn, a card to pass on, a card to discard"),
        Block("turn", SEATS, "who decides, counted from the own seat"),
        Block("due", 3, "cards the next to act must draw; a Skip waits; a discard waits", "/ 4; 0 or 1; 0 or 1"),
        Block("players", 3, "how many play: 2 to 4"),
        Block("pile", 2, "cards in the draw pile; whether it is empty", "/ 100; 0 or 1"),
        Block("uncovered", 5, "spaces without a card; at most 1, 2, 4, 8 of them", "/ 60; 0 or 1"),
        Block("open", 5, "empty spaces beside a card: all, point, all draw, discard, tower", "/ 20; / 4; / 4; / 4; / 4"),
        Block("shown", 4 + NUMBERS + 3, f"those beside a card of red, green, blue, yellow; of {SYMBOLS}", "/ 20; / 8"),
        Block("towers", 2, "towers with a card; those on which an own card fits", "/ 4"),
        Block(
            "mine",
            5,
            "empty spaces on which an own card fits: all, point, discard; none; with Jokers",
            "/ 20; / 4; / 4; 0 or 1; 0 or 1",
        ),
        Block("double", 2, "empty spaces beside the same card as an own one; whether one is a point space", "/ 4; 0 or 1"),
        Block("points left", 1, "point spaces without a card", "/ 8"),
    ),
    other=(
        Block("here", 1, "whether someone sits there"),
        Block("held", 9, "cards in the bank: 0 to 6, more; how many", "0 or 1; / 10"),
        Block("points", 2, "points; the own points against them", "/ 20; / 10"),
        Block("known", 2, "cards in that bank that the seat knows; Jokers among them", "/ 3; cards"),
    ),
    others=SEATS - 1,
    edition=(
        Block("deck", 4 + NUMBERS + 4, f"cards of red, green, blue, yellow in the deck; of {SYMBOLS}; Jokers", "/ 40; / 12; / 4"),
        Block("dealt", 1, "cards dealt to each", "/ 10"),
        Block("house rules", 2, "all must fit; penalty, then play"),
    ),
    fixed=("deck", "hand_size", "match_all", "penalty_then_play"),
    later=tuple(kind for kind, name in enumerate(NAMES.names) if name[1:] in RARE),
    moves=(
        Block("move", 7, "the move: place, draw, keep, pass on, discard, say, catch"),
        Block("card", NUMBERS + 4, f"the card: {SYMBOLS}, Joker"),
        Block("ground", 6, "the space: plain or start, point, all draw, discard, tower without a card, tower with one"),
        Block("earns", 4, "points at once: 0, 1, 2, 3"),
        Block("left", 5, "own cards left after it: 0, 1, 2, 3, more"),
        Block("suits", 3, "own cards left of its colour (a Joker: of its face); of its symbol; others", "/ 3"),
        Block("opens", 3, "empty spaces beside it; those that nothing was beside; point spaces among all", "/ 4; / 4; / 2"),
        Block("helps", 2, "own cards left that fit on it, if a space beside it is empty; a same card is left", "/ 3; 0 or 1"),
        Block("following", 4, "the next player: cards; one; two; own points against theirs", "/ 10; 0 or 1; 0 or 1; / 10"),
        Block("last", 2, "it covers the last space; the own points are then the most"),
    ),
)

_at = DECLARED.start
COLOURS, SYMBOL, JOKERS, HELD, POINTS, PENDING, WHOSE, DUE, PLAYERS, PILE = map(
    _at, ("colours", "symbols", "jokers", "held", "points", "pending", "turn", "due", "players", "pile")
)
UNCOVERED, OPEN, SHOWN, TOWERS_UP, MINE, DOUBLE, POINTS_LEFT = map(
    _at, ("uncovered", "open", "shown", "towers", "mine", "double", "points left")
)
OTHER, EACH, LIVE, MOVE_SIZE = DECLARED.first_other, DECLARED.each, DECLARED.live, DECLARED.move_size
THEIR_HELD, THEIR_POINTS, THEIR_KNOWN = 1, 10, 12
CARD, GROUND, EARNS, LEFT, SUITS, OPENS, HELPS, FOLLOWING, LAST = map(
    _at, ("card", "ground", "earns", "left", "suits", "opens", "helps", "following", "last")
)


@entry_point
def features(pos: Position, seat: int, out: Any) -> None:
    """Write what a seat may know: the numbers that may change in a game."""
    for place in range(LIVE):
        out[place] = 0
    colours, symbols = 0, 0
    holding = pos.kinds_held[seat]
    while holding != 0:
        kind = lowest_bit(holding)
        holding &= holding - 1
        cards = int(pos.hands[seat, kind])
        if kind == JOKER:
            out[JOKERS] = cards
        else:
            out[COLOURS + COLOUR_OF[kind]] += cards / 3
            out[SYMBOL + SYMBOL_OF[kind]] += cards / 2
            colours |= 1 << COLOUR_OF[kind]
            symbols |= 1 << SYMBOL_OF[kind]
    look_at_board(pos, seat, colours, symbols, out)
    held = int(pos.held[seat])
    mine = int(pos.points[seat])
    out[HELD + min(held, 11)] = 1
    out[POINTS] = mine / 20
    out[PENDING + min(int(pos.pending), DISCARDING)] = 1
    out[WHOSE + distance(pos, seat, int(pos.turn))] = 1
    out[DUE] = pos.penalty / 4
    out[DUE + 1] = pos.skip
    out[DUE + 2] = pos.discards
    out[PLAYERS + pos.seats - 2] = 1
    out[PILE] = pos.left / 100
    out[PILE + 1] = 1 if pos.left == 0 else 0
    out[UNCOVERED] = pos.uncovered / 60
    out[UNCOVERED + 1] = 1 if pos.uncovered <= 1 else 0
    out[UNCOVERED + 2] = 1 if pos.uncovered <= 2 else 0
    out[UNCOVERED + 3] = 1 if pos.uncovered <= 4 else 0
    out[UNCOVERED + 4] = 1 if pos.uncovered <= 8 else 0
    most = 0
    other, start = seat, OTHER
    for _ in range(1, pos.seats):
        other = other + 1 if other + 1 < pos.seats else 0
        theirs = int(pos.points[other])
        most = max(most, theirs)
        out[start] = 1
        out[start + THEIR_HELD + min(int(pos.held[other]), 7)] = 1
        out[start + THEIR_HELD + 8] = int(pos.held[other]) / 10
        out[start + THEIR_POINTS] = theirs / 20
        out[start + THEIR_POINTS + 1] = (mine - theirs) / 10
        for kind in range(1, KINDS):
            if pos.known[other, seat, kind] > 0:
                out[start + THEIR_KNOWN] += int(pos.known[other, seat, kind]) / 3
        out[start + THEIR_KNOWN + 1] = int(pos.known[other, seat, JOKER])
        start += EACH
    out[POINTS + 1] = (mine - most) / 10
    out[POINTS + 2] = 1 if mine > most else 0


@compiled
def look_at_board(pos: Position, seat: int, colours: int, symbols: int, out: Any) -> None:
    """Write which spaces are open, what they show, and where cards of these colours and symbols fit."""
    fits = 0
    for space in range(pos.spaces):
        ground = int(pos.ground[space])
        if pos.top[space] > 0:
            if ground >= TOWER:
                out[TOWERS_UP] += 0.25
                if symbols >> SYMBOL_OF[face(int(pos.top[space]))] & 1:
                    out[TOWERS_UP + 1] += 0.25
            continue
        if ground == POINT:
            out[POINTS_LEFT] += 0.125
        beside, seen, double = 0, 0, False
        for side in range(4):
            neighbour = int(pos.beside[space, side])
            if 0 <= neighbour < SPACES and pos.top[neighbour] > 0:
                card = int(pos.top[neighbour])
                shown = face(card)
                beside |= 1 << COLOUR_OF[shown]
                seen |= 1 << SYMBOL_OF[shown]
                double = double or (card < JOKER and pos.hands[seat, card] > 0)
        if beside == 0:
            continue
        out[OPEN] += 0.05
        while beside != 0:
            colour = lowest_bit(beside)
            beside &= beside - 1
            out[SHOWN + colour] += 0.05
            if colours >> colour & 1:
                seen |= 1 << 62
        some = seen & ~(1 << 62)
        mine = seen >> 62 & 1 == 1 or some & symbols != 0
        while some != 0:
            out[SHOWN + 4 + lowest_bit(some)] += 0.125
            some &= some - 1
        if mine:
            fits += 1
            out[MINE] += 0.05
        if ground == POINT:
            out[OPEN + 1] += 0.25
            out[MINE + 1] += 0.25 if mine else 0.0
        elif ground == ALL_DRAW:
            out[OPEN + 2] += 0.25
        elif ground == DISCARD:
            out[OPEN + 3] += 0.25
            out[MINE + 2] += 0.25 if mine else 0.0
        elif ground >= TOWER:
            out[OPEN + 4] += 0.25
        if double:
            out[DOUBLE] += 0.25
            if ground == POINT:
                out[DOUBLE + 1] = 1
    out[MINE + 3] = 1 if fits == 0 else 0
    out[MINE + 4] = 1 if out[JOKERS] > 0 and out[OPEN] > 0 else 0


@compiled
def distance(pos: Position, seat: int, other: int) -> int:
    """How many seats after the own another sits."""
    return other - seat if other >= seat else other - seat + int(pos.seats)


@entry_point
def figures(pos: Position, out: Any) -> None:
    """Write what the edition decides: the last of the numbers."""
    for place in range(LIVE, LIVE + 4 + NUMBERS + 4):
        out[place] = 0
    for kind in range(1, KINDS):
        cards = int(pos.deck[kind])
        if kind == JOKER:
            out[LIVE + 4 + NUMBERS + 3] = cards / 4
        else:
            out[LIVE + COLOUR_OF[kind]] += cards / 40
            out[LIVE + 4 + SYMBOL_OF[kind]] += cards / 12
    out[LIVE + 4 + NUMBERS + 4] = pos.hand_size / 10
    out[LIVE + 4 + NUMBERS + 5] = pos.match_all
    out[LIVE + 4 + NUMBERS + 6] = pos.penalty_then_play


@entry_point
def describe(pos: Position, seat: int, move: int, known: Any, out: Any) -> None:  # noqa: ARG001 - one signature for all games
    """Write the numbers of a legal move; `known` has the features of the seat."""
    for place in range(MOVE_SIZE):
        out[place] = 0
    move = quiet(move)
    held = int(pos.held[seat])
    if move < WORD:
        out[0] = 1
        kind, space = card_of(move), space_of(move)
        ground = int(pos.ground[space])
        earned = worth(pos, kind, space)
        out[EARNS + min(earned, 3)] = 1
        if ground == POINT:
            out[GROUND + 1] = 1
        elif ground == ALL_DRAW:
            out[GROUND + 2] = 1
        elif ground == DISCARD:
            out[GROUND + 3] = 1
        elif ground >= TOWER:
            out[GROUND + (5 if pos.top[space] > 0 else 4)] = 1
        else:
            out[GROUND] = 1
        shown = joker_face(pos, space, anchor_of(move)) if kind == JOKER else kind
        describe_card(pos, seat, kind, shown, held - 1, out)
        describe_space(pos, space, out)
        if pos.uncovered == 1 and pos.top[space] == 0:
            out[LAST] = 1
            most = 0
            for other in range(pos.seats):
                most = max(most, int(pos.points[other]) if other != seat else 0)
            out[LAST + 1] = 1 if int(pos.points[seat]) + earned > most else 0
    elif move >= PASS:
        out[4 if move >= THROW else 3] = 1
        describe_card(pos, seat, card_of(move), card_of(move), held - 1, out)
    elif move >= CATCH:
        out[6] = 1
    elif move == SAY:
        out[5] = 1
    elif move == KEEP:
        out[2] = 1
        out[LEFT + min(held, 4)] = 1
    elif move == DRAW:
        out[1] = 1
        out[LEFT + min(held, 4)] = 1
    after = seat + 1 if seat + 1 < pos.seats else 0
    out[FOLLOWING] = int(pos.held[after]) / 10
    out[FOLLOWING + 1] = 1 if pos.held[after] == 1 else 0
    out[FOLLOWING + 2] = 1 if pos.held[after] == 2 else 0
    out[FOLLOWING + 3] = (int(pos.points[seat]) - int(pos.points[after])) / 10


@compiled
def describe_card(pos: Position, seat: int, kind: int, shown: int, left: int, out: Any) -> None:
    """What a card is, and what the rest of the bank has in common with its face."""
    out[CARD + (NUMBERS + 3 if kind == JOKER else SYMBOL_OF[kind])] = 1
    out[LEFT + min(left, 4)] = 1
    same_colour, same_symbol, others, fits = 0, 0, 0, 0
    holding = pos.kinds_held[seat]
    while holding != 0:
        each = lowest_bit(holding)
        holding &= holding - 1
        cards = int(pos.hands[seat, each]) - (1 if each == kind else 0)
        if each == JOKER:
            continue
        alike = COLOUR_OF[each] == COLOUR_OF[shown]
        equal = SYMBOL_OF[each] == SYMBOL_OF[shown]
        same_colour += cards if alike else 0
        same_symbol += cards if equal else 0
        fits += cards if alike or equal else 0
        others += cards if not alike and not equal else 0
    out[SUITS] = same_colour / 3
    out[SUITS + 1] = same_symbol / 3
    out[SUITS + 2] = others / 3
    out[HELPS] = fits / 3
    out[HELPS + 1] = 1 if kind != JOKER and pos.hands[seat, kind] > 1 else 0


@compiled
def describe_space(pos: Position, space: int, out: Any) -> None:
    """What lies open beside a space."""
    for side in range(4):
        neighbour = int(pos.beside[space, side])
        if 0 <= neighbour < SPACES and pos.top[neighbour] == 0:
            out[OPENS] += 0.25
            closed = True
            for other in range(4):
                beyond = int(pos.beside[neighbour, other])
                closed = closed and not (0 <= beyond < SPACES and pos.top[beyond] > 0)
            out[OPENS + 1] += 0.25 if closed else 0.0
            out[OPENS + 2] += 0.5 if pos.ground[neighbour] == POINT else 0.0
    if out[OPENS] == 0:
        out[HELPS] = 0


_weigh, value = judging(features, describe)


@compiled
def weigh(pos: Position, seat: int, moves: Longs, count: int, weights: Any, network: Any) -> None:
    """A probability for every legal move, in proportion; what can be said is said, and who forgot is caught."""
    _weigh(pos, seat, moves, count, weights, network)
    for choice in range(count):
        move = moves[choice]
        if move != quiet(move):
            weights[choice] *= 100
        elif move == SAY or CATCH <= move < PASS:
            weights[choice] = 100


choose = kept_in(__name__, "choose", weigh, entry_point)
judge = kept_in(__name__, "judge", value, entry_point)
search = kept_in(__name__, "search", searching_by(entry_points, features, describe))
