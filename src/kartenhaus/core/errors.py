"""Errors, with messages for the person who reads them.

A message is a key (the English sentence with named gaps, as translation catalogues use it), its parameters, and for a refused
move the id of the rule behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kartenhaus.core.words import Translate


MOST_VALUE = 1000  # characters that fill a gap: nobody reads more of a wrong word


class Phrase:
    """A part of a message that is translated separately."""

    def __init__(self, key: str, /, **params: object) -> None:
        self.key = key
        self.params = params

    def __str__(self) -> str:
        return self.told(str)

    def told(self, translate: Translate) -> str:
        """The text in a language."""
        return fill(translate(self.key), self.params, translate)


def fill(text: str, params: dict[str, object], translate: Translate) -> str:
    """A text with its gaps filled."""
    told = {name: _told(value, translate) for name, value in params.items()}
    return text.format(**told) if told else text


def _told(value: object, translate: Translate) -> object:
    if isinstance(value, Phrase | KartenhausError):
        return value.told(translate)
    return f"{value[:MOST_VALUE]}…" if isinstance(value, str) and len(value) > MOST_VALUE else value


class KartenhausError(Exception):
    """Base of every error this package raises on purpose."""

    def __init__(self, key: str, rule: str = "", /, **params: object) -> None:
        super().__init__(key, rule, params)
        self.key = key
        self.rule = rule
        self.params = params

    def __reduce__(self) -> tuple[object, ...]:
        return _again, (type(self), self.key, self.rule, self.params), self.__dict__  # workers send errors to other processes

    def __str__(self) -> str:
        return self.told(str)

    def told(self, translate: Translate) -> str:
        """The message in a language."""
        return fill(translate(self.key), self.params, translate)


def _again(kind: type[KartenhausError], key: str, rule: str, params: dict[str, object]) -> KartenhausError:
    error = kind.__new__(kind)  # kinds may be made from something else than a message
    KartenhausError.__init__(error, key, rule, **params)
    return error


class InvalidMove(KartenhausError):
    """The text is not a move of this game."""


class IllegalMove(KartenhausError):
    """The move is well formed but the rules do not allow it here; `rule` says which."""


def not_your_turn(rule: str, seat: int) -> IllegalMove:
    """The refusal for a seat that is not to act."""
    return IllegalMove("it is not your turn; wait for {whom}", rule, whom=Phrase("seat {seat}", seat=seat))


class NotationError(KartenhausError):
    """A card, a list of cards or a position that cannot be read."""


class EditionError(KartenhausError):
    """An edition or a board that cannot be played."""


class OptionError(KartenhausError):
    """A game, an option or a number of players that does not exist."""


class RecordError(KartenhausError):
    """A record file that cannot be read, or whose moves do not follow the rules."""


class ScenarioError(KartenhausError):
    """A scenario file that is malformed."""
