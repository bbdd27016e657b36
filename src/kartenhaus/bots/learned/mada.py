"""MADA: what a seat may know, as numbers; the numbers of its moves; and what a network makes of both."""

from __future__ import annotations

from typing import Any

from kartenhaus.bots.learned.blocks import Block, Declaration
from kartenhaus.bots.learned.network import judging, searching_by
from kartenhaus.core.jit import compiled, entry_point
from kartenhaus.core.kernels import kept_in
from kartenhaus.games.mada import entry_points
from kartenhaus.games.mada.moves import DONE, DRAW, LUCK, TAKE, TOSS, card_of, target_of
from kartenhaus.games.mada.position import DOUBLE, HIGHEST, KINDS, LEMUR, LOST, SCORPION, SEATS, TURN, Position
from kartenhaus.games.mada.rules import HAND, cactus_aside, pears_aside

CARDS = "1 to 13, Lemur, Double Lemur"
HORIZON, TURNS = 1, 1
PLAYOUTS = {2: (100, 5_000, 100_000)}  # few, many and most, from this number of players on
TRUST = 200
SLIPS = 300  # at 400, it misses too many plain best moves
PREFERRED = True
DECLARED = Declaration(
    game="mada",
    version=1,
    own=(
        Block("hand", 15, f"own cards of each kind: {CARDS}", "cards"),
        Block("top", 15, "the top of the own pile: no card, 1 to 13, Lemur"),
        Block("under", 2, "the next different card below the top; whether there is none", "value / 13; 0 or 1"),
        Block("luck", 2, "chance that the next card is lower than the top; that it is a Scorpion", "probability"),
        Block(
            "fits",
            4,
            "own cards that fit; the smallest step up; no card fits and the hand is full; own Lemurs",
            "/ 3; / 13; 0 or 1; / 3",
        ),
        Block("held", 4, "cards in hand: 0 to 3"),
        Block("aside", 5, "own Cactus cards aside: 0 to 4"),
        Block("pears", 2, "own pears aside; pears on the own top", "/ 10; / 6"),
        Block("lead", 3, "own pears against the most of another; the same with tops; whether ahead", "/ 10; / 10; 0 or 1"),
        Block("danger", 2, "most Cactus cards another has aside; the highest risk another would take by luck", "/ 4; probability"),
        Block("pending", 5, "the decision: a turn, a pile to swap for, a toss for a Scorpion, for a dealt one, after a lost round"),
        Block("turn", SEATS, "who decides, counted from the own seat"),
        Block("players", 4, "how many play: 2 to 5"),
        Block("left", 2, "cards in the draw pile; whether it is empty", "/ 50; 0 or 1"),
        Block("unseen", 16, f"unseen cards of each kind: {CARDS}, Scorpion", "cards / 4"),
    ),
    other=(
        Block("here", 1, "whether someone sits there"),
        Block("top", 15, "the top of the pile: no card, 1 to 13, Lemur"),
        Block("luck", 1, "chance that the next card is lower than the top", "probability"),
        Block("held", 2, "cards in hand; whether the hand is full", "/ 3; 0 or 1"),
        Block("aside", 5, "Cactus cards aside: 0 to 4"),
        Block("pears", 2, "pears aside; pears on the top", "/ 10; / 6"),
    ),
    others=SEATS - 1,
    edition=(
        Block("deck", 16, f"cards of each kind in the deck: {CARDS}, Scorpion", "cards / 4"),
        Block("pears in the deck", 13, "pears on each kind: 1 to 13", "pears / 5"),
    ),
    fixed=("deck", "pears"),
    moves=(
        Block("move", 37, f"the move: play {CARDS}; draw; luck; done; swap with the 1st to 4th opponent; toss {CARDS}"),
        Block("step", 1, "a Cactus card played: how far above the top", "/ 13"),
        Block("shows", 1, "a Cactus card played: its pears", "/ 6"),
        Block(
            "taken", 3, "a swap: the top of that pile; its pears; the chance that the next card is lower", "/ 13; / 6; probability"
        ),
        Block("tossed", 2, "a card tossed: whether it is lower than the top; how far above", "0 or 1; / 13"),
    ),
)

_at = DECLARED.start
HANDED, TOP, UNDER, RISK, FITS, HELD, ASIDE, PEARS, LEAD, DANGER = map(
    _at, ("hand", "top", "under", "luck", "fits", "held", "aside", "pears", "lead", "danger")
)
PENDING, WHOSE, PLAYERS, LEFT, UNSEEN = map(_at, ("pending", "turn", "players", "left", "unseen"))
OTHER, EACH, LIVE, SIZE, MOVE_SIZE = DECLARED.first_other, DECLARED.each, DECLARED.live, DECLARED.size, DECLARED.move_size
THEIR_TOP, THEIR_LUCK, THEIR_HELD, THEIR_ASIDE, THEIR_PEARS = 1, 16, 17, 19, 24
PLAYED, DRAWN, LUCKY, KEPT, TAKEN, TOSSED = 0, 15, 16, 17, 18, 22
STEP, SHOWS, TAKES, LOW = _at("step"), _at("shows"), _at("taken"), _at("tossed")


@entry_point
def features(pos: Position, seat: int, out: Any) -> None:
    """Write what a seat may know: the numbers that may change in a game."""
    for place in range(LIVE):
        out[place] = 0
    total = count_unseen(pos, seat, out)
    height = int(pos.heights[seat])
    top = int(pos.piles[seat, height - 1]) if height > 0 else 0
    value = top if top != LEMUR else 0
    fits = 0
    step = HIGHEST
    for kind in range(1, LEMUR + 2):
        held = int(pos.hands[seat, kind])
        out[HANDED + kind - 1] = held
        if held > 0 and kind <= HIGHEST and kind >= value:
            fits += held
            step = min(step, kind - value)
    specials = int(pos.hands[seat, LEMUR]) + int(pos.hands[seat, DOUBLE])
    out[TOP + top] = 1
    place = height - 2
    while place >= 0 and top != LEMUR and pos.piles[seat, place] == top:
        place -= 1
    if place >= 0:
        out[UNDER] = int(pos.piles[seat, place]) / 13
    else:
        out[UNDER + 1] = 1
    stings = out[UNSEEN + SCORPION - 1] / pos.left if pos.left > 0 else 0.0
    out[RISK] = (1 - stings) * lower_share(value, total, out)
    out[RISK + 1] = stings
    out[FITS] = fits / 3
    out[FITS + 1] = step / 13
    out[FITS + 2] = 1 if fits == 0 and specials == 0 and pos.held[seat] == HAND else 0
    out[FITS + 3] = specials / 3
    out[HELD + min(int(pos.held[seat]), 3)] = 1
    out[ASIDE + min(cactus_aside(pos, seat), 4)] = 1
    mine = pears_aside(pos, seat)
    out[PEARS] = mine / 10
    out[PEARS + 1] = int(pos.pears[top]) / 6
    out[PENDING + min(int(pos.pending), LOST)] = 1
    out[WHOSE + distance(pos, seat, int(pos.turn))] = 1
    out[PLAYERS + pos.seats - 2] = 1
    out[LEFT] = pos.left / 50
    out[LEFT + 1] = 1 if pos.left == 0 else 0
    most, most_shown, most_aside, most_risk = 0, 0, 0, 0.0
    other, start = seat, OTHER
    for _ in range(1, pos.seats):
        other = other + 1 if other + 1 < pos.seats else 0
        height = int(pos.heights[other])
        card = int(pos.piles[other, height - 1]) if height > 0 else 0
        risk = lower_share(card if card != LEMUR else 0, total, out)
        theirs = pears_aside(pos, other)
        cactus = cactus_aside(pos, other)
        out[start] = 1
        out[start + THEIR_TOP + card] = 1
        out[start + THEIR_LUCK] = risk
        out[start + THEIR_HELD] = int(pos.held[other]) / 3
        out[start + THEIR_HELD + 1] = 1 if pos.held[other] == HAND else 0
        out[start + THEIR_ASIDE + min(cactus, 4)] = 1
        out[start + THEIR_PEARS] = theirs / 10
        out[start + THEIR_PEARS + 1] = int(pos.pears[card]) / 6
        most = max(most, theirs)
        most_shown = max(most_shown, theirs + int(pos.pears[card]))
        most_aside = max(most_aside, cactus)
        most_risk = max(most_risk, risk)
        start += EACH
    out[LEAD] = (mine - most) / 10
    out[LEAD + 1] = (mine + int(pos.pears[top]) - most_shown) / 10
    out[LEAD + 2] = 1 if mine > most else 0
    out[DANGER] = most_aside / 4
    out[DANGER + 1] = most_risk
    for kind in range(1, KINDS):
        out[UNSEEN + kind - 1] /= 4


@compiled
def count_unseen(pos: Position, seat: int, out: Any) -> int:
    """Count the cards of each kind that a seat cannot see; return how many may be in a hand, so without Scorpions."""
    for kind in range(1, KINDS):
        cards = int(pos.deck[kind]) - int(pos.discard[kind]) - int(pos.hands[seat, kind])
        for other in range(pos.seats):
            cards -= int(pos.aside[other, kind])
        out[UNSEEN + kind - 1] = cards
    for other in range(pos.seats):
        for place in range(pos.heights[other]):
            out[UNSEEN + int(pos.piles[other, place]) - 1] -= 1
    total = 0
    for kind in range(1, SCORPION):
        total += int(out[UNSEEN + kind - 1])
    return total


@compiled
def lower_share(value: int, total: int, out: Any) -> float:
    """The share of the unseen cards that are lower than a value; while they are counted, not scaled."""
    lower = 0
    for kind in range(1, value):
        lower += int(out[UNSEEN + kind - 1])
    return lower / max(total, 1)


@compiled
def distance(pos: Position, seat: int, other: int) -> int:
    """How many seats after the own another sits."""
    return other - seat if other >= seat else other - seat + int(pos.seats)


@entry_point
def figures(pos: Position, out: Any) -> None:
    """Write what the edition decides: the last of the numbers."""
    for kind in range(1, KINDS):
        out[LIVE + kind - 1] = int(pos.deck[kind]) / 4
    for kind in range(1, HIGHEST + 1):
        out[LIVE + KINDS - 2 + kind] = int(pos.pears[kind]) / 5


@entry_point
def describe(pos: Position, seat: int, move: int, known: Any, out: Any) -> None:
    """Write the numbers of a legal move; `known` has the features of the seat."""
    for place in range(MOVE_SIZE):
        out[place] = 0
    height = int(pos.heights[seat])
    top = int(pos.piles[seat, height - 1]) if height > 0 else 0
    value = top if top != LEMUR else 0
    if move >= TOSS:
        kind = card_of(move)
        out[TOSSED + kind - 1] = 1
        if kind <= HIGHEST and pos.pending != TURN:
            out[LOW] = 1 if kind < value else 0
            out[LOW + 1] = max(kind - value, 0) / 13
    elif move >= TAKE:
        away = distance(pos, seat, target_of(move))
        height = int(pos.heights[target_of(move)])
        card = int(pos.piles[target_of(move), height - 1]) if height > 0 else 0
        out[TAKEN + away - 1] = 1
        out[TAKES] = (card if card != LEMUR else 0) / 13
        out[TAKES + 1] = int(pos.pears[card]) / 6
        out[TAKES + 2] = known[OTHER + (away - 1) * EACH + THEIR_LUCK]
    elif move == DONE:
        out[KEPT] = 1
    elif move == LUCK:
        out[LUCKY] = 1
    elif move == DRAW:
        out[DRAWN] = 1
    else:
        out[PLAYED + move - 1] = 1
        if move <= HIGHEST:
            out[STEP] = (move - value) / 13
            out[SHOWS] = int(pos.pears[move]) / 6


weigh, value = judging(features, describe)
choose = kept_in(__name__, "choose", weigh, entry_point)
judge = kept_in(__name__, "judge", value, entry_point)
search = kept_in(__name__, "search", searching_by(entry_points, features, describe))
