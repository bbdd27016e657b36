"""Our own bots: random, greedy, learned and search, with their settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar

from kartenhaus.bots.bot import Bot
from kartenhaus.bots.greedy import Greedy
from kartenhaus.bots.learned.bot import Learned
from kartenhaus.bots.search import Search, Settings
from kartenhaus.bots.view import View
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import suggestion
from kartenhaus.core.random import below, dice_of

T = TypeVar("T", Settings, Greedy, Learned)


class Random:
    """Chooses uniformly among the legal moves."""

    def choose(self, view: View, seed: int) -> int:
        """Any legal move."""
        legal = view.legal_numbers()
        return legal[below(dice_of(seed), len(legal))]


def maker(name: str, settings: str) -> Callable[[], Bot]:
    """A function that makes one of our bots; settings as `iterations=500:guided=0`."""
    if name == "search":
        return partial(Search, _read(Settings, name, settings))
    if name == "greedy":
        return partial(Greedy, _read(Greedy, name, settings).slips)
    if name == "learned":
        return partial(Learned, _read(Learned, name, settings).file)
    if settings:
        raise OptionError("the bot {name} takes no settings", name=name)
    return Random


def _read(kind: type[T], name: str, text: str) -> T:
    """Settings from their text; if one is given twice, the last counts."""
    kinds = {one.name: one.type for one in fields(kind)}
    given: dict[str, Any] = {}
    for part in filter(None, text.split(":")):
        key, _, value = part.partition("=")
        if key not in kinds:
            raise OptionError(
                "the bot {name} has no setting “{key}”; it has {known}{hint}",
                name=name,
                key=key,
                known=", ".join(kinds),
                hint=suggestion(key, list(kinds)),
            )
        try:
            given[key] = _WORDS[key][value] if key in _WORDS else _READ[str(kinds[key])](value)
        except (KeyError, ValueError):
            raise OptionError("“{value}” is no value for the setting {key}", key=key, value=value) from None
    return kind(**given)


_READ: dict[str, Callable[[str], object]] = {
    "int": int,
    "float": float,
    "bool": {"true": True, "false": False, "1": True, "0": False}.__getitem__,
    "str": str,
}
_WORDS = {
    "final": {one: one for one in ("visits", "value")},
    "judgement": {one: one for one in ("thumb", "skilled", "learned", "best")},
}
