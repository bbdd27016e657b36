"""A finished game, moment by moment, as one of its seats saw it."""

from __future__ import annotations

import msgspec

from kartenhaus.core.history import History
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.table import alone
from kartenhaus.table.fairness import Unfair, doubts, verify
from kartenhaus.table.states import State, Welcome

MOST = 500  # moments in one answer: each is many times as long as its line in the record


class Checked(msgspec.Struct, frozen=True):
    """Whether the deal of a record is the one that was promised."""

    kept: bool
    """Whether the deal is the promised one."""
    commitment: str
    """The commitment from before the game."""
    told: str
    """What was checked, and what that cannot prove, in words."""


class Review(msgspec.Struct):
    """A recorded game, as the seat that looks saw it."""

    about: Welcome
    """What a client needs to draw the game."""
    moves: int
    """The number of moves after the deal."""
    states: list[State]
    """The game at every moment: 0 is the deal, 1 is after the first move. At most 500 at once."""
    fair: Checked | None
    """Whether the deal was fair; `null` for a game that was not dealt by a server."""


def review(history: History, seat: int, language: str = ENGLISH, first: int = 0, opened: bool = False) -> Review:
    """Everything a page needs to show a game to the `seat` that looks: at most MOST moments, from `first` on.

    If the game is `opened`, all hands are shown. Whoever has the record can know them.
    """
    names = names_of(history, language)
    around, states = alone.seats(names, history.fair.get("bots", ())), []
    for replay in history.replayed(first, first + MOST):
        if len(replay.played) == len(history.played):
            replay.resigned = history.resigned  # a record says who gave up, not when
            replay.rest, replay.stored = history.rest, history.stored  # and how it ended by older rules
        state = alone.state(replay, seat, around, language, [alone.entry(replay, seat, names, language)])
        if opened and state.view is not None:
            state.view["hands"] = history.game.notation.write_position(replay.position)["hands"]
        states.append(state)
    return Review(alone.welcome(history, seat, language), len(history.played), states, fair(history, language))


def names_of(history: History, language: str) -> tuple[str, ...]:
    """The names of the players, or of the seats."""
    translate = translator(language)
    return tuple(history.names or (translate("Seat {number}").format(number=number + 1) for number in range(history.players)))


def fair(history: History, language: str) -> Checked | None:
    """Whether the deal fits the record's commitment, and what that leaves open."""
    if not history.fair:
        return None
    translate = translator(language)
    try:
        verify(history)
    except Unfair as error:
        return Checked(False, str(history.fair.get("commitment", "")), error.told(translate))
    proved = translate("The deal follows from the secret and the nonces in this record, and the secret fits the commitment below.")
    words = " ".join([proved, *(doubt.told(translate) for doubt in doubts(history))])
    return Checked(True, history.fair["commitment"], words)
