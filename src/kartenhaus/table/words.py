"""The words of a table: moves on buttons, what happened around the game, how it ended, and why something is refused."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from kartenhaus.core.errors import IllegalMove, KartenhausError, Phrase, fill
from kartenhaus.core.game import SPECTATOR, Written, find
from kartenhaus.core.history import History
from kartenhaus.core.steps import Step
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.core.words import Sentences, Translate, Voice, name, same
from kartenhaus.table.book import nearly_full
from kartenhaus.table.states import Entry

if TYPE_CHECKING:
    from kartenhaus.table.table import Table

CARDS = {"card", "top", "shown"}  # placeholders of a refusal that stand for cards

HAPPENINGS: Sentences = {
    "sat": ("You sit down.", "{who} sits down."),
    "seated": "{who} sits down.",
    "left": ("You leave.", "{who} leaves."),
    "left, removed": ("You were removed.", "{who} was removed."),
    "readied": ("You are ready.", "{who} is ready."),
    "readied, not": ("You are not ready after all.", "{who} is not ready after all."),
    "resigned": ("You give up.", "{who} gives up."),
    "resigned, clock": ("You run out of time.", "{who} runs out of time."),
    "paused": ("You pause the game.", "{who} pauses the game."),
    "resumed": ("You resume the game.", "{who} resumes the game."),
    "replaced": ("You are away: a bot plays.", "{who} is away: a bot plays."),
    "returned": ("You are back.", "{who} is back."),
    "regretted": ("You would like to take a move back.", "{who} would like to take a move back."),
    "answered": ("You agree.", "{who} agrees."),
    "answered, not": ("You say no.", "{who} says no."),
    "arranged": ("You set the table.", "{who} sets the table."),
    "locked": "The table is locked.",
    "locked, not": "The table is open again.",
    "hosted": ("You are the host now.", "{who} is the host now."),
    "finished": "The game is over.",
}
"""Sentences for what happens around a game, with a variant where there is one."""
REACTIONS: Sentences = {
    "laugh": ("You laugh.", "{who} laughs."),
    "cheer": ("You cheer.", "{who} cheers."),
    "wow": ("You are amazed.", "{who} is amazed."),
    "think": ("You are thinking.", "{who} is thinking."),
    "cry": ("You cry.", "{who} cries."),
    "grumble": ("You grumble.", "{who} grumbles."),
}
"""Sentences for the faces that players make."""
ENDINGS = {
    "host": "The host has closed the table.",
    "left": "Everybody has left; the table is closed.",
    "idle": "Nothing has happened for a long time; the table is closed.",
    "rules": "The rules were corrected after this game began, and some of its moves no longer fit them. "
    "The table is closed; open a new one to play again.",
    "full": "This table’s log is full, so it is closed; open a new table to play on.",
}
"""Why a table is closed."""
OUTDATED = (
    "The rules were corrected after this game was played. It is shown as far as today’s rules allow; "
    "the result is the one it had then."
)


def said(game: str, move: str, names: tuple[str, ...], language: str = ENGLISH) -> str:
    """A move on a button."""
    text: str = _words(game).move_words(move, names, translator(language))
    return text


def chosen(game: str, step: Step, names: tuple[str, ...], language: str = ENGLISH) -> str:
    """One choice of a move."""
    words, translate = _words(game), translator(language)
    if step.kind in ("space", "anchor"):
        return step.value
    if step.kind == "card":
        text: str = words.card_words(step.value, translate)
    elif step.kind == "colour":
        text = translate(words.COLOURS[step.value])
    elif step.kind in ("seat", "way"):
        text = name(names, step.whom, translate)
    else:
        text = translate(words.PHRASES[step.value.split()[0]]).format(whom=name(names, step.whom, translate))
    return text


def brought(game: str, step: Step, names: tuple[str, ...], language: str = ENGLISH) -> str:
    """What a choice does besides earning points; mostly nothing."""
    if not step.effect:
        return ""
    translate = translator(language)
    return translate(_words(game).EFFECTS[step.effect]).format(whom=name(names, step.whom, translate))


def allowed(
    game: str, view: Written, seat: int, moves: Collection[str], names: tuple[str, ...], language: str = ENGLISH
) -> tuple[str, str]:
    """What a seat may do now, and one more sentence beside it; both empty if it has no moves or the game has no words for it."""
    ask = getattr(_words(game), "prompt", None) if moves else None
    found: tuple[str, str] = ask(view, seat, moves, names, translator(language)) if ask else ("", "")
    return found


def happened(entry: Entry, voice: Voice) -> str:
    """The sentence for anything that happened at a table except a deal or a move; empty if it needs none."""
    kind, seat = entry.kind, entry.seat
    who = entry.name or voice.name(seat) or voice.translate("Guest")
    if kind == "wrote":
        speaker = who if seat != SPECTATOR else voice.translate("{name} (watching)").format(name=who)
        return f"{speaker}: {entry.text}"
    if kind == "closed":
        return ended(entry.reason, voice.translate)
    for field, other in (("removed", True), ("clock", True), ("agrees", False), ("locked", False), ("ready", False)):
        if getattr(entry, field) is other:
            kind += f", {field}" if other else ", not"
    return voice.say(HAPPENINGS[kind], seat, who=who) if kind in HAPPENINGS else ""


def reacted(seat: int, face: str, voice: Voice) -> str:
    """The sentence for a face."""
    return str(voice.say(REACTIONS[face], seat))


def reason(history: History, language: str = ENGLISH) -> str:
    """Why a game is over: by the rules, or because too many gave up."""
    translate = translator(language)
    if history.outdated:
        return translate(OUTDATED)
    why = next((event.word for event in history.told() if event.kind == "over"), "")
    text: str = _words(history.game.name).ending(why, translate) if why else translate("Everybody else gave up.")
    return text


def ended(why: str, translate: Translate = same) -> str:
    """Why a table is closed."""
    return translate(ENDINGS[why]) if why in ENDINGS else translate("The table is closed.")


def filling(table: Table, language: str = ENGLISH) -> str:
    """The warning that a table's log is nearly full; empty while there is enough room."""
    if not nearly_full(table) or table.closed:
        return ""
    translate = translator(language)
    return translate("This table’s log is nearly full: no new game begins here. Open a new table for the next one.")


def explained(game: str, error: KartenhausError, language: str = ENGLISH, names: Sequence[str] = ()) -> str:
    """Why something is refused; for an illegal move, with the names of cards and players."""
    translate = translator(language)
    if not isinstance(error, IllegalMove):
        return error.told(translate)
    card_words = _words(game).card_words
    params = dict(error.params)
    for gap, value in params.items():
        if gap in CARDS:
            params[gap] = ", ".join(card_words(card, translate) for card in str(value).split(", "))
        elif gap == "colour":
            params[gap] = translate(str(value))
        elif gap == "whom" and isinstance(value, Phrase):
            params[gap] = name(names, int(str(value.params["seat"])), translate)
    return fill(translate(error.key), params, translate)


@cache
def _words(game: str) -> Any:
    return import_module(f"{find(game).package}.words")
