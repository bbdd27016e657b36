"""What happened in a game as somebody is told it: the events they hear, and whole sentences about them.

Everything that tells of a game asks here: tables and their stories, lessons, reviews and the terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from kartenhaus.core.events import Event, EventNames
from kartenhaus.core.game import NOBODY, find
from kartenhaus.core.history import History
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.core.words import Sentences, Voice
from kartenhaus.table.entries import Moved
from kartenhaus.table.states import Entry

SENTENCES: Sentences = {
    "back": ("You take back a move.", "{who} takes back a move."),
    "back, more": ("You take back {number} moves.", "{who} takes back {number} moves."),
    "stranded": ("You make a move that today’s rules do not allow.", "{who} makes a move that today’s rules do not allow."),
}


class Told(NamedTuple):
    """What somebody is told of a move, or of the deal."""

    move: str
    """Its text, as they may know it; empty for the deal."""
    words: str
    events: tuple[Event, ...]
    """Those with a sentence of their own have it as `words`; one after another, the sentences are the words of the whole."""


def told(history: History, viewer: int | None, names: Sequence[str] = (), language: str = ENGLISH) -> Told:
    """The last move of a game, or its deal, as a seat or a spectator is told it; without a viewer, with all that is hidden."""
    heard = tuple(history.journal.latest(viewer))
    seat = history.played[-1].seat if history.played else NOBODY
    you = NOBODY if viewer is None else viewer
    return _told(history.game.name, history.naming, heard, seat, history.witnessed(viewer), tuple(names), you, language)


@lru_cache(2000)  # most things happen again and again
def _told(
    game: str, naming: EventNames, heard: tuple[int, ...], seat: int, move: str, names: tuple[str, ...], viewer: int, language: str
) -> Told:
    events = naming.events(heard)
    voice = Voice(names, viewer, translator(language))
    said = dict(_sentences(game)(seat, move, events, voice))
    spoken = (msgspec.structs.replace(event, words=said[at]) if at in said else event for at, event in enumerate(events))
    return Told(move, " ".join(said.values()), tuple(spoken))


def entry(history: History, number: int, viewer: int, names: Sequence[str], language: str = ENGLISH, by: str = "") -> Entry:
    """The last move of a game, or its deal, as a viewer is told it; `by` whom it was made for the player."""
    one = told(history, viewer, names, language)
    if not history.played:
        return Entry("started", number, words=one.words, events=one.events)
    return Entry("moved", number, history.played[-1].seat, move=one.move, by=by, words=one.words, events=one.events)


def taken_back(seat: int, moves: int, voice: Voice) -> Event:
    """Moves that were taken back: one event, whatever they were."""
    words = voice.say(SENTENCES["back" if moves == 1 else "back, more"], seat, number=voice.number(moves))
    return Event("back", "", seat, amount=moves, words=words)


def stranded(moved: Moved, number: int, voice: Voice) -> Entry:
    """A move that today's rules do not allow: who made it, and what kind of move; what it made happen nobody knows."""
    move = moved.move if voice.viewer == moved.seat else moved.move.split()[0]
    return Entry(moved.kind, number, moved.seat, move=move, words=voice.say(SENTENCES["stranded"], moved.seat))


def _sentences(game: str) -> Any:
    return import_module(f"{find(game).package}.stories").sentences
