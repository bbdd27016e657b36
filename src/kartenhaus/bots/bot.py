"""Bots by name: ours, or anyone's class as `module:Class`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Protocol

from kartenhaus.bots import levels
from kartenhaus.bots.view import View
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import suggestion
from kartenhaus.core.random import SEED_BITS

NAMES = ("random", "greedy", "learned", "search", *levels.NAMES)


class Bot(Protocol):
    """Chooses moves. A new bot is made for every seat and game."""

    def choose(self, view: View, seed: int) -> str | int:
        """One of the legal moves of the view, as text or as its integer; all randomness comes from the seed."""


def bot_seed(seed: int, *numbers: int) -> int:
    """The seed for the decision with these numbers; it reveals nothing about a game's seed that nobody can guess."""
    digest = _keyed(seed).copy()
    digest.update(" ".join(map(str, numbers)).encode())
    return int.from_bytes(digest.digest(), "little")


@lru_cache(8)
def _keyed(seed: int) -> blake2b:
    key = (seed % (1 << SEED_BITS)).to_bytes(SEED_BITS // 8, "little")
    return blake2b(digest_size=8, key=key, person=b"a bot's seed")


def find(name: str) -> Callable[[], Bot]:
    """A function that makes the bot of this name; OptionError if there is none."""
    word, _, rest = levels.resolved(name).partition(":")
    if word in NAMES:
        from kartenhaus.bots import builtin

        return builtin.maker(word, rest)
    if not rest:
        raise OptionError(
            "there is no bot “{name}”; bots are {known}, or your own as module:Class{hint}",
            name=name[:40],
            known=", ".join(NAMES),
            hint=suggestion(name, NAMES),
        )
    return _import(word, rest)


def file_of(name: str) -> str:
    """The file with networks that a bot names; empty if it names none."""
    return next((one.removeprefix("file=") for one in name.split(":") if one.startswith("file=")), "")


def source_of(name: str) -> Path | None:
    """The file beside this program on which it depends how a bot plays: its networks, or the module of anyone's class."""
    word = levels.resolved(name).partition(":")[0]
    if word in NAMES:
        return Path(file_of(name)) if file_of(name) else None
    find(name)
    file = getattr(sys.modules[word], "__file__", None)
    return Path(file) if file else None


def in_script(bots: Iterable[str]) -> bool:
    """Whether one of these bots is defined in the script that runs, so that workers must run it too."""
    return any(name.startswith("__main__:") for name in bots)


def _import(module: str, name: str) -> Callable[[], Bot]:
    """Import anyone's class, also from the current folder."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    bot = f"{module}:{name}"
    try:
        found = import_module(module)
    except (Exception, SystemExit) as error:  # the module may raise anything
        said = f"{type(error).__name__}: {error}"
        raise OptionError("the bot “{bot}” cannot be imported: {error}", bot=bot, error=" ".join(said.split())) from None
    kind = getattr(found, name, None)
    if kind is None:
        raise OptionError("the module {module} has no class “{name}”", module=module, name=name)
    if not callable(kind) or not callable(getattr(kind, "choose", None)):
        raise OptionError("{module}:{name} is no bot: a bot is a class with a method choose(view, seed)", module=module, name=name)
    return kind  # type: ignore[no-any-return]  # anyone's class: its answers are checked later
