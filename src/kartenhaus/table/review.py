"""A game that is over, moment by moment, as one of its seats saw it."""

from __future__ import annotations

from typing import Any

from kartenhaus.core.game import Game, Position, PositionTable
from kartenhaus.core.history import History, check, conceal
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.table.drawing import drawing
from kartenhaus.table.events import flights
from kartenhaus.table.fairness import Unfair, verify
from kartenhaus.table.names import COLOURS
from kartenhaus.table.words import told


def review(history: History, seat: int, language: str = ENGLISH) -> dict[str, Any]:
    """Everything a page needs to show a game again; `seat` is the one that looks."""
    translate = translator(language)
    names = tuple(history.names or (translate("Seat {number}").format(number=number + 1) for number in range(history.players)))
    moments = []
    pos = history.at(0).position
    before = view(history.game, pos, seat)
    moments.append({"seat": -1, "move": "", "words": "", "cards": [], "view": before})
    for entry in history.entries:
        seen, cards, after = step(history.game, pos, entry.seat, entry.move, seat, before)
        words = told(history.game.name, seen, names, entry.seat, language)
        moments.append({"seat": entry.seat, "move": seen, "words": words, "cards": cards, "view": after})
        before = after
    return {
        "about": about(history.game, history.edition, history.options, history.players, language),
        "seats": seats(names),
        "moments": moments,
        "outcome": outcome(history),
        "fair": fair(history, language),
    }


def step(
    game: Game, pos: Position, seat: int, move: str, viewer: int, before: PositionTable
) -> tuple[str, list[dict[str, str]], PositionTable]:
    """Make a move, and tell what a viewer saw of it: its text, the cards that moved, and the view after it."""
    number = check(game, pos, seat, move)
    seen = game.notation.witnessed(pos, seat, game.notation.format_move(pos, number), viewer)
    game.rules.play(pos, seat, number)
    after = view(game, pos, viewer)
    return seen, flights(before, after), after


def view(game: Game, pos: Position, viewer: int) -> PositionTable:
    """What a seat may know of a position, in words."""
    return game.notation.write_position(conceal(game, pos, viewer))


def about(game: Game, edition: Any, options: Any, players: int, language: str) -> dict[str, Any]:
    """What a page must know of a game to draw it."""
    translate = translator(language)
    return {"game": game.name, "title": translate(game.title), "players": players, **drawing(game, edition, options, translate)}


def seats(names: tuple[str, ...]) -> list[dict[str, Any]]:
    """Seats as a table shows them, with people on all of them."""
    plain = {"kind": "person", "bot": "", "ready": False, "here": True, "resigned": False, "replaced": False, "left": None}
    return [{"name": name, "colour": COLOURS[number % len(COLOURS)], **plain} for number, name in enumerate(names)]


def outcome(history: History) -> dict[str, Any] | None:
    """How the game ended, if it did."""
    if not history.over and not history.resigned:
        return None
    result = history.result
    stayed = [seat for seat in range(history.players) if seat not in history.resigned]
    won = [seat for seat in result.winners if seat in stayed] if history.over else []
    return {"winners": won or stayed, "resigned": history.resigned, "points": result.points}


def fair(history: History, language: str) -> dict[str, Any] | None:
    """Whether the deal is the one that was promised before it."""
    if not history.fair:
        return None
    translate = translator(language)
    try:
        verify(history.seed, history.fair)
    except Unfair as error:
        return {"kept": False, "commitment": str(history.fair.get("commitment", "")), "told": error.told(translate)}
    words = translate("The deal follows from the secret promised before it, and from the players’ own nonces.")
    return {"kept": True, "commitment": history.fair["commitment"], "told": words}
