"""The bots of the house and their levels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from typing import Any

from kartenhaus.bots.bot import Bot
from kartenhaus.bots.greedy import Greedy
from kartenhaus.bots.search import HARD, MEDIUM, Search, Settings
from kartenhaus.bots.view import View
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import suggestion
from kartenhaus.core.random import below, dice_of

SLIPS = 40  # how far easy misjudges a move at most; a good move and a fair one differ by about ten
LEVELS = {
    "search": Settings(),
    "medium": Settings(iterations=MEDIUM),
    "hard": Settings(iterations=HARD),
}


class Random:
    """Uniform over the legal moves."""

    def choose(self, view: View, seed: int) -> int:
        """Any of them."""
        legal = view.legal_numbers()
        return legal[below(dice_of(seed), len(legal))]


def maker(name: str, settings: str) -> Callable[[], Bot]:
    """What makes a bot of the house; settings as `iterations=500:guided=0` for those that search."""
    if name in LEVELS:
        return partial(Search, _changed(name, settings))
    if settings:
        raise OptionError("the bot {name} takes no settings", name=name)
    others: dict[str, Callable[[], Bot]] = {"random": Random, "greedy": Greedy, "easy": partial(Greedy, SLIPS)}
    return others[name]


def _changed(name: str, text: str) -> Settings:
    """A level with some of its settings changed."""
    kinds = {one.name: one.type for one in fields(Settings)}
    changes: dict[str, Any] = {}
    for part in filter(None, text.split(":")):
        key, _, value = part.partition("=")
        if key not in kinds:
            hint = suggestion(key, list(kinds))
            raise OptionError("a search has no setting “{key}”; it has {known}{hint}", key=key, known=", ".join(kinds), hint=hint)
        try:
            changes[key] = _READ[str(kinds[key])](value)
        except (KeyError, ValueError):
            raise OptionError("“{value}” is no value for the setting {key}", key=key, value=value) from None
    return replace(LEVELS[name], **changes)


_READ: dict[str, Callable[[str], object]] = {
    "int": int,
    "float": float,
    "bool": {"true": True, "false": False, "1": True, "0": False}.__getitem__,
    "str": {"visits": "visits", "value": "value"}.__getitem__,
}
