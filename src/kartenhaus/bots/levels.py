"""The levels that people play against, in one table: their names, what they do, and the bots behind them."""

from __future__ import annotations

from dataclasses import dataclass

from kartenhaus.core.errors import OptionError


@dataclass(frozen=True)
class Level:
    """One level. Its texts are for people, and translated where they are shown."""

    name: str
    """What programs call it: on the wire, on the command line, in logs and records."""
    title: str
    """What people call it in a list of levels."""
    player: str
    """What people call a player of this level."""
    help: str
    """What it does."""
    bot: str
    """The bot of ours that plays it, with its settings."""


LEVELS = (
    Level("easy", "easy", "easy bot", "plays by rules of thumb and makes mistakes", "greedy:slips=40"),
    Level("medium", "medium", "medium bot", "looks a little ahead", "search:iterations=-1"),
    Level("hard", "hard", "hard bot", "looks far ahead", "search:iterations=-2"),
)
NAMES = tuple(level.name for level in LEVELS)
USUAL = "medium"
"""The default level for players."""
STRONGEST = NAMES[-1]
"""The default level for hints."""


def check_level(name: str) -> str:
    """The name of a level; OptionError if there is none."""
    if name not in NAMES:
        raise OptionError("a bot is one of {levels}, not “{level}”", levels=", ".join(NAMES), level=name[:20])
    return name


def resolved(bot: str) -> str:
    """A bot's name with a level replaced by the bot behind it; settings after it come last, and win.

    >>> resolved("medium:turns=0"), resolved("greedy")
    ('search:iterations=-1:turns=0', 'greedy')
    """
    name, *settings = bot.split(":")
    behind = next((level.bot for level in LEVELS if level.name == name), name)
    return ":".join([behind, *settings])


def looks_ahead(bot: str) -> bool:
    """Whether a bot is one of ours that searches."""
    return resolved(bot).partition(":")[0] == "search"


LOOK_AHEAD = tuple(name for name in NAMES if looks_ahead(name))
"""The levels that can say what they think."""
