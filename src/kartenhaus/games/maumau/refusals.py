"""Mau Mau in words: why a move is refused. Legality itself is decided by `rules.legal` alone."""

from __future__ import annotations

from functools import lru_cache

from kartenhaus.core.errors import IllegalMove, KartenhausError, not_your_turn
from kartenhaus.games.maumau.board import COLUMNS
from kartenhaus.games.maumau.placing import face, places_for
from kartenhaus.games.maumau.position import BITS, CARD, DISCARDING, DRAW_TWOS, JOKER, KINDS, MIXED, PASSING, TOWER, Position
from kartenhaus.games.maumau.rules import (
    ALOUD,
    ANCHOR,
    CATCH,
    DRAW,
    KEEP,
    PASS,
    SAY,
    SPACE,
    THROW,
)


def space_name(pos: Position, space: int) -> str:
    """Column letter and row number."""
    return space_names(pos)[space]


def space_names(pos: Position) -> tuple[str, ...]:
    """The same for all spaces of the board."""
    return name_spaces(bytes(pos.column), bytes(pos.row), int(pos.spaces))


@lru_cache(100)
def name_spaces(columns: bytes, rows: bytes, spaces: int) -> tuple[str, ...]:
    """The same from where they are."""
    return tuple(f"{COLUMNS[column]}{row + 1}" for column, row in zip(columns[:spaces], rows[:spaces], strict=True))


def refusal(pos: Position, seat: int, move: int) -> KartenhausError:
    """Why a seat may not make a move."""
    if move == SAY or CATCH <= move < PASS:
        return _refused_shout(pos, seat, move)
    if seat != pos.turn:
        return not_your_turn("maumau/turn", pos.turn)
    aloud = move & ALOUD
    move &= ~ALOUD
    if pos.pending == PASSING:
        if PASS <= move < THROW and pos.hands[seat, move - PASS] == 0:
            return _not_in_bank(move - PASS, "maumau/pass")
        if aloud and PASS <= move < THROW:
            return _aloud(pos)
        return IllegalMove("pass a card of your bank to the next player", "maumau/pass")
    if pos.pending == DISCARDING:
        if move >= THROW and pos.hands[seat, move - THROW] == 0:
            return _not_in_bank(move - THROW, "maumau/space-discard")
        if aloud and (move >= THROW or move == KEEP):
            return _aloud(pos)
        return IllegalMove("discard a card of your bank, or keep them all", "maumau/space-discard")
    if move >= THROW or move == KEEP:
        return IllegalMove("only a card placed on a discard space lets you discard", "maumau/space-discard")
    if move >= PASS:
        return IllegalMove("only a Pass a Card just placed lets you pass one", "maumau/pass")
    reason = _refused_draw(pos, seat) if move == DRAW else _refused_place(pos, seat, move)
    return reason or _aloud(pos)


def _refused_shout(pos: Position, seat: int, move: int) -> KartenhausError:
    if not pos.manual:
        return IllegalMove("at this table Mau and Mau Mau are said for you", "maumau/say")
    if move == SAY:
        return IllegalMove("you owe no Mau and no Mau Mau", "maumau/say")
    if move - CATCH == seat:
        return IllegalMove("you cannot catch yourself; say it", "maumau/say")
    return IllegalMove("seat {seat} has forgotten nothing", "maumau/say", seat=move - CATCH)


def _aloud(pos: Position) -> KartenhausError:
    if not pos.manual:
        return IllegalMove("at this table Mau and Mau Mau are said for you, without “!”", "maumau/say")
    return IllegalMove("“!” goes with a move that ends the turn and leaves one card or none", "maumau/say")


def _refused_draw(pos: Position, seat: int) -> KartenhausError | None:
    held = [kind for kind in range(1, KINDS) if pos.hands[seat, kind]]
    if pos.penalty == 0 and any(places_for(pos, kind, word) & ~pos.stacked[word] for kind in held for word in range(2)):
        return IllegalMove("you can place a card, so you may not draw", "maumau/draw")
    return None


def _refused_place(pos: Position, seat: int, move: int) -> KartenhausError | None:
    kind, space, anchor = move % SPACE, move // SPACE % 128, move // ANCHOR
    card, place = CARD.names[kind], space_name(pos, space)
    if pos.hands[seat, kind] == 0:
        return _not_in_bank(kind, "maumau/turn")
    if pos.penalty > 0 and not DRAW_TWOS >> kind & 1:
        return IllegalMove("draw the {cards} cards, or place a Draw Two", "maumau/draw-two", cards=pos.penalty)
    top = int(pos.top[space])
    if top and pos.ground[space] < TOWER:
        return IllegalMove("{place} is covered already", "maumau/place", place=place)
    if not places_for(pos, kind, space // BITS) >> space % BITS & 1:
        if top:
            shown = CARD.names[face(top)]
            return IllegalMove("the tower shows {shown}: only the same value or symbol goes on top", "maumau/tower", shown=shown)
        shown = _faces_beside(pos, space)
        if not shown:
            return IllegalMove("{place} shares no edge with a card", "maumau/place", place=place)
        if pos.match_all:
            return IllegalMove("{card} does not fit all of {shown}, as this table asks", "maumau/anchor", card=card, shown=shown)
        return IllegalMove(
            "{card} fits no card beside {place}: it needs the colour or the value of {shown}",
            "maumau/place",
            card=card,
            place=place,
            shown=shown,
        )
    if kind == JOKER and pos.shown[space] == MIXED and not anchor:
        return IllegalMove("name the card whose face the Joker takes: … from SPACE", "maumau/joker")
    if kind == JOKER and pos.shown[space] == MIXED and not pos.top[pos.beside[space, anchor - 1]]:
        return IllegalMove("the Joker takes the face of a card beside it; that space is empty", "maumau/joker")
    if anchor and top:
        return IllegalMove("on a tower a Joker takes the face of the card beneath; name no anchor", "maumau/tower-face")
    if anchor and not (kind == JOKER and pos.shown[space] == MIXED):
        return IllegalMove("an anchor is named only for a Joker between different faces", "maumau/joker")
    return None


def _faces_beside(pos: Position, space: int) -> str:
    tops = [int(pos.top[beside]) for beside in pos.beside[space] if beside >= 0]
    return ", ".join(CARD.names[face(top)] for top in tops if top)


def _not_in_bank(kind: int, rule: str) -> KartenhausError:
    return IllegalMove("{card} is not in your hand", rule, card=CARD.names[kind])
