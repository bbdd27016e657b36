"""Bots: each takes a view and a random seed, and returns a move.

The names below are imported on first use, so that the levels can be listed without NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kartenhaus.bots.bot import NAMES, Bot, bot_seed, find
    from kartenhaus.bots.view import View

__all__ = ["NAMES", "Bot", "View", "bot_seed", "find"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{'view' if name == 'View' else 'bot'}"), name)
