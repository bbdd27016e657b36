"""Why a move of Mau Mau is refused. Only `rules.legal` decides what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kartenhaus.core.errors import IllegalMove, InvalidMove, KartenhausError, Phrase, not_your_turn
from kartenhaus.core.notation import parse_seat
from kartenhaus.core.steps import Step, chosen_card, no_choice
from kartenhaus.games.maumau.board import COLUMNS
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
    WORDS,
    anchor_of,
    card_of,
    quiet,
    space_of,
    target_of,
)
from kartenhaus.games.maumau.placing import face
from kartenhaus.games.maumau.position import (
    ANY_COLOUR,
    CARD,
    COLOUR_OF,
    DISCARDING,
    DRAW_TWOS,
    JOKER,
    PASSING,
    SYMBOL_OF,
    TOWER,
    Position,
)


def space_names(pos: Position) -> tuple[str, ...]:
    """Column letter and row number of every space of the board."""
    return name_spaces(bytes(pos.column), bytes(pos.row), int(pos.spaces))


@lru_cache(100)
def name_spaces(columns: bytes, rows: bytes, spaces: int) -> tuple[str, ...]:
    """The same from their columns and rows."""
    return tuple(f"{COLUMNS[column]}{row + 1}" for column, row in zip(columns[:spaces], rows[:spaces], strict=True))


def parse_space(pos: Position, text: str) -> int:
    """A space by its name, or InvalidMove."""
    names = space_names(pos)
    if text not in names:
        raise InvalidMove("there is no space “{space}” on this board", space=text[:20])
    return names.index(text)


def parse_anchor(pos: Position, space: int, text: str) -> int:
    """The side, from 1, on which a space lies beside another, or InvalidMove."""
    anchor = parse_space(pos, text)
    if anchor not in pos.beside[space]:
        raise InvalidMove("{anchor} shares no edge with {space}", anchor=text, space=space_names(pos)[space])
    return 1 + list(pos.beside[space]).index(anchor)


# Choices


def why(pos: Position, seat: int, steps: Sequence[Step], legal: list[int]) -> KartenhausError:
    """Why no legal move of a seat begins with some choices."""
    match [*steps]:
        case [Step("word", word)] if word in WORDS:
            return refusal(pos, seat, WORDS[word], legal)
        case [Step("word", word)] if word.startswith("catch "):
            return refusal(pos, seat, CATCH + parse_seat(word.removeprefix("catch "), pos.seats), legal)
        case [Step("space", place)]:
            return _refused_space(pos, seat, parse_space(pos, place), legal)
        case [Step("card") as card, *rest]:
            return _refused_choice(pos, seat, chosen_card(CARD, card), rest, legal)
    raise no_choice(steps)


def _refused_choice(pos: Position, seat: int, kind: int, rest: list[Step], legal: list[int]) -> KartenhausError:
    aloud = ALOUD if rest and rest[-1].kind == "say" else 0
    match rest[:-1] if aloud else rest:
        case [] if pos.pending in (PASSING, DISCARDING):
            return refusal(pos, seat, (PASS if pos.pending == PASSING else THROW) + kind + aloud, legal)
        case [] if aloud:
            raise no_choice(rest)
        case []:
            return _refused_turn(pos, seat) or _refused_card(pos, seat, kind) or _nowhere(pos, kind)
        case [Step("space", place)]:
            return refusal(pos, seat, kind + parse_space(pos, place) * SPACE + aloud, legal)
        case [Step("space", place), Step("anchor", beside)]:
            space = parse_space(pos, place)
            return refusal(pos, seat, kind + space * SPACE + parse_anchor(pos, space, beside) * ANCHOR + aloud, legal)
    raise no_choice(rest)


def _refused_space(pos: Position, seat: int, space: int, legal: list[int]) -> KartenhausError:
    """Why a space cannot be chosen first."""
    place = space_names(pos)[space]
    if refused := _refused_turn(pos, seat):
        return refused
    if any(move < WORD and space_of(move) == space for move in legal):
        return IllegalMove("choose a card first", "maumau/turn")
    if pos.penalty > 0:
        return _penalty(pos)
    return _closed(pos, space) or IllegalMove("no card of your hand fits on {place}", "maumau/place", place=place)


def _nowhere(pos: Position, kind: int) -> KartenhausError:
    """maumau/place, maumau/anchor: a card that fits on no space."""
    spaces = pos.by_colour[ANY_COLOUR] & ~pos.covered
    if kind != JOKER and pos.match_all and any((pos.by_colour[COLOUR_OF[kind]] | pos.by_symbol[SYMBOL_OF[kind]]) & spaces):
        return IllegalMove("{card} fits no space: it would have to fit all cards beside it", "maumau/anchor", card=CARD.names[kind])
    return IllegalMove("{card} fits no space: it needs its colour or its value beside it", "maumau/place", card=CARD.names[kind])


# Moves


def refusal(pos: Position, seat: int, move: int, legal: list[int]) -> KartenhausError:
    """Why a seat may not make a move."""
    if move == SAY or CATCH <= move < PASS:
        return _refused_shout(pos, seat, move)
    if quiet(move) in legal:
        return _aloud(pos)
    move = quiet(move)
    passes, throws = PASS <= move < THROW, move >= THROW
    if seat == pos.turn and ((pos.pending == PASSING and passes) or (pos.pending == DISCARDING and throws)):
        return _not_in_bank(card_of(move), "maumau/pass" if passes else "maumau/space-discard")
    if refused := _refused_turn(pos, seat):
        return refused
    if throws or move == KEEP:
        return IllegalMove("only a card placed on a discard space lets you discard", "maumau/space-discard")
    if passes:
        return IllegalMove("only a Pass a Card just placed lets you pass one", "maumau/pass")
    if move == DRAW:
        return IllegalMove("you can place a card, so you may not draw", "maumau/draw")
    return _refused_card(pos, seat, card_of(move)) or _refused_place(pos, move, legal)


def _refused_turn(pos: Position, seat: int) -> KartenhausError | None:
    """Why a seat cannot place any card now; None if it can."""
    if seat != pos.turn:
        return not_your_turn("maumau/turn", pos.turn)
    if pos.pending == PASSING:
        return IllegalMove("pass a card of your bank to the next player", "maumau/pass")
    if pos.pending == DISCARDING:
        return IllegalMove("discard a card of your bank, or keep them all", "maumau/space-discard")
    return None


def _refused_shout(pos: Position, seat: int, move: int) -> KartenhausError:
    if not pos.manual:
        return IllegalMove("at this table Mau and Mau Mau are said for you", "maumau/say")
    if move == SAY:
        return IllegalMove("you do not have to say Mau or Mau Mau now", "maumau/say")
    if target_of(move) == seat:
        return IllegalMove("you cannot catch yourself; say it", "maumau/say")
    whom = Phrase("seat {seat}", seat=target_of(move))
    return IllegalMove("{whom} has forgotten nothing", "maumau/say", whom=whom)


def _aloud(pos: Position) -> KartenhausError:
    if not pos.manual:
        return IllegalMove("at this table Mau and Mau Mau are said for you, without “!”", "maumau/say")
    return IllegalMove("“!” goes with a move that ends the turn and leaves one card or none", "maumau/say")


def _refused_card(pos: Position, seat: int, kind: int) -> KartenhausError | None:
    """Why a seat cannot place this card, wherever it fits; None if it can."""
    if pos.hands[seat, kind] == 0:
        return _not_in_bank(kind, "maumau/turn")
    return _penalty(pos) if pos.penalty > 0 and not DRAW_TWOS >> kind & 1 else None


def _penalty(pos: Position) -> KartenhausError:
    return IllegalMove("draw the {cards} cards, or place a Draw 2", "maumau/draw-two", cards=pos.penalty)


def _refused_place(pos: Position, move: int, legal: list[int]) -> KartenhausError:
    kind, space, anchor = card_of(move), space_of(move), anchor_of(move)
    fits = any(other < WORD and card_of(other) == kind and space_of(other) == space for other in legal)
    if not fits:
        return _closed(pos, space) or _unlike(pos, kind, space)
    if kind == JOKER and not pos.top[space] and len(set(_faces_beside(pos, space))) > 1:
        if not anchor:
            return IllegalMove("name the card whose face the Joker takes: … from SPACE", "maumau/joker")
        return IllegalMove("the Joker takes the face of a card beside it; that space is empty", "maumau/joker")
    if pos.top[space]:
        return IllegalMove("on a tower a Joker takes the face of the card beneath; name no anchor", "maumau/tower-face")
    return IllegalMove("an anchor is named only for a Joker between different faces", "maumau/joker")


def _closed(pos: Position, space: int) -> KartenhausError | None:
    """Why a space takes no card at all; None if it takes some."""
    place = space_names(pos)[space]
    if pos.top[space] and pos.ground[space] < TOWER:
        return IllegalMove("{place} is already covered", "maumau/place", place=place)
    if not pos.top[space] and not _faces_beside(pos, space):
        return IllegalMove("{place} shares no edge with a card", "maumau/place", place=place)
    return None


def _unlike(pos: Position, kind: int, space: int) -> KartenhausError:
    """Why a card does not fit on a space that takes others."""
    card, place, shown = CARD.names[kind], space_names(pos)[space], ", ".join(_faces_beside(pos, space))
    if pos.top[space]:
        top = CARD.names[face(int(pos.top[space]))]
        return IllegalMove("the tower shows {shown}: only the same value or symbol goes on top", "maumau/tower", shown=top)
    if pos.match_all:
        return IllegalMove("{card} does not fit all of {shown}, as this table asks", "maumau/anchor", card=card, shown=shown)
    return IllegalMove(
        "{card} fits no card beside {place}: it needs the colour or the value of {shown}",
        "maumau/place",
        card=card,
        place=place,
        shown=shown,
    )


def _faces_beside(pos: Position, space: int) -> list[str]:
    tops = [int(pos.top[beside]) for beside in pos.beside[space] if beside >= 0]
    return [CARD.names[face(top)] for top in tops if top]


def _not_in_bank(kind: int, rule: str) -> KartenhausError:
    return IllegalMove("{card} is not in your hand", rule, card=CARD.names[kind])
