"""Bots: each takes a view and a random seed, and gives a move."""

from kartenhaus.bots.bot import NAMES, Bot, bot_seed, find
from kartenhaus.bots.view import View

__all__ = ["NAMES", "Bot", "View", "bot_seed", "find"]
