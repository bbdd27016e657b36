"""A game without a server's table, in the same structures: for lessons, reviews, and one terminal."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from kartenhaus.core.game import NOBODY, SPECTATOR
from kartenhaus.core.history import History, earnings
from kartenhaus.core.reckoning import reckoning
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.table import stories
from kartenhaus.table.drawing import drawing
from kartenhaus.table.frames import button
from kartenhaus.table.names import COLOURS
from kartenhaus.table.states import Entry, Move, Outcome, Player, Seat, State, Welcome
from kartenhaus.table.words import allowed, reason


def welcome(history: History, viewer: int = SPECTATOR, language: str = ENGLISH) -> Welcome:
    """What a client needs to draw a game."""
    game = history.game
    return Welcome(
        game=game.name,
        title=translator(language)(game.title),
        players=history.players,
        edition=dict(history.edition),
        options=history.options,
        you=viewer,
        **drawing(game, history.edition, history.options, language),
    )


def seats(names: Iterable[str], bots: Collection[int] = ()) -> list[Seat]:
    """Seats that are all taken: by people, and some by bots."""
    return [Seat(name, COLOURS[number % len(COLOURS)], "bot" if number in bots else "person") for number, name in enumerate(names)]


def state(
    history: History,
    viewer: int,
    around: list[Seat],
    language: str = ENGLISH,
    entries: Iterable[Entry] = (),
    choosing: bool = False,
) -> State:
    """The game as a viewer may know it, and what they may do if they are `choosing`."""
    view, ended, number = history.written(viewer), outcome(history, around), len(history.played)
    names = tuple(one.name for one in around)
    legal = moves(history, viewer, names, language) if choosing and not ended else []
    prompt, hint = allowed(history.game.name, view, viewer, [one.move for one in legal], names, language)
    return State(
        game=history.game.name,
        number=number,
        answers=number,
        phase="over" if ended else "playing",
        question=view.get("pending", "") in history.game.questions,
        seats=around,
        outcome=ended,
        to_act=NOBODY if ended else view["to_act"],
        next=NOBODY if ended else history.game.next_turn(view),
        you=viewer,
        legal=legal,
        prompt=prompt,
        hint=hint,
        view=view,
        entries=list(entries),
        reason=reason(history, language) if ended else "",
    )


def entry(history: History, viewer: int, names: Iterable[str], language: str = ENGLISH) -> Entry:
    """The last move of a game, or its deal."""
    return stories.entry(history, len(history.played), viewer, tuple(names), language)


def moves(history: History, seat: int, names: tuple[str, ...], language: str = ENGLISH) -> list[Move]:
    """What a seat may do, in notation, in words and in steps, and what it earns."""
    game, view, numbers = history.game, history.view(seat), history.legal_numbers(seat)
    earned = earnings(game, view, numbers) if game.earns else [0] * len(numbers)
    plain, notation = view.plain(), game.notation
    return [
        button(game.name, notation.describe(plain, number), points, names, language)
        for number, points in zip(numbers, earned, strict=True)
    ]


def outcome(history: History, around: list[Seat]) -> Outcome | None:
    """How the game ended, if it did."""
    if not history.over and not history.resigned:
        return None
    result = history.result
    stayed = [seat for seat in range(history.players) if seat not in history.resigned]
    won = [seat for seat in result.winners if seat in stayed] if history.over else []
    players = [Player(one.name, one.colour, one.kind, one.bot) for one in around]
    found = reckoning(history)
    return Outcome(won or stayed, found.points, history.resigned, players, found.cards, found.worth, found.earned)
