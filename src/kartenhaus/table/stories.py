"""What happened in a game as a viewer may know it: the events, and sentences about them.

Everything that reports about a game uses this: tables and their stories, lessons, reviews and the terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from kartenhaus.core.events import Event, EventNames
from kartenhaus.core.game import NOBODY, find
from kartenhaus.core.history import History
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.core.words import Sentences, Voice, begins_with
from kartenhaus.table.entries import Moved
from kartenhaus.table.states import Entry

SENTENCES: Sentences = {
    "back": ("You take back a move.", "{who} takes back a move."),
    "back, more": ("You take back {number} moves.", "{who} takes back {number} moves."),
    "stranded": ("You make a move that today’s rules do not allow.", "{who} makes a move that today’s rules do not allow."),
}


class Told(NamedTuple):
    """What a viewer learns of a move, or of the deal."""

    move: str
    """Its notation, as they may know it; empty for the deal."""
    words: str
    events: tuple[Event, ...]
    """An event with its own sentence has it as `words`; the `words` of all events, joined, are those of the whole."""
    who: str
    """The name with which the words begin."""


def told(history: History, viewer: int | None, names: Sequence[str] = (), language: str = ENGLISH) -> Told:
    """The last move of a game, or its deal, as a seat or a spectator may know it; without a viewer, including what is hidden."""
    heard = history.journal.latest(viewer)
    seat = history.played[-1].seat if history.played else NOBODY
    you = NOBODY if viewer is None else viewer
    return _told(history.game.name, history.naming, heard, seat, history.witnessed(viewer), tuple(names), you, language)


@lru_cache(2000)  # most moves come up again and again
def _told(
    game: str, naming: EventNames, heard: tuple[int, ...], seat: int, move: str, names: tuple[str, ...], viewer: int, language: str
) -> Told:
    events = naming.events(heard)
    said = dict(_sentences(game)(seat, move, events, Voice(names, viewer, translator(language))))
    for at, words in said.items():
        events[at] = msgspec.structs.replace(events[at], words=str(words), who=begins_with(words))
    return Told(move, " ".join(said.values()), tuple(events), begins_with(next(iter(said.values()), "")))


def entry(history: History, number: int, viewer: int, names: Sequence[str], language: str = ENGLISH, by: str = "") -> Entry:
    """The last move of a game, or its deal, as an entry for a viewer; `by` says who made it for the player."""
    one = told(history, viewer, names, language)
    if not history.played:
        return Entry("started", number, words=one.words, who=one.who, events=one.events)
    seat = history.played[-1].seat
    return Entry("moved", number, seat, move=one.move, by=by, words=one.words, who=one.who, events=one.events)


def taken_back(seat: int, moves: int, voice: Voice) -> Event:
    """One event for all moves that were taken back."""
    words = voice.say(SENTENCES["back" if moves == 1 else "back, more"], seat, number=voice.number(moves))
    return Event("back", "", seat, amount=moves, words=str(words), who=begins_with(words))


def stranded(moved: Moved, number: int, voice: Voice) -> Entry:
    """A move that today's rules do not allow, as an entry: who made it, and its kind; its effects are unknown."""
    move = moved.move if voice.viewer == moved.seat else moved.move.split()[0]
    words = voice.say(SENTENCES["stranded"], moved.seat)
    return Entry(moved.kind, number, moved.seat, move=move, words=str(words), who=begins_with(words))


@cache
def _sentences(game: str) -> Any:
    return import_module(f"{find(game).package}.stories").sentences
