"""The levels that people play against: what each is called, what it does, and the bot behind it. Everyone reads this table."""

from __future__ import annotations

from dataclasses import dataclass

from kartenhaus.core.errors import OptionError


@dataclass(frozen=True)
class Level:
    """One of them. Its texts are for people, and translated where they are read."""

    name: str
    """What programs call it: on the wire, on the command line, in logs and records."""
    title: str
    """What people call it in a list of levels."""
    player: str
    """What people call a player of this level."""
    help: str
    """What it does."""
    bot: str
    """The bot of the house that plays so, with its settings."""


LEVELS = (
    Level("easy", "easy", "easy bot", "goes by rules of thumb, and slips", "greedy:slips=40"),
    Level("medium", "medium", "medium bot", "looks a little ahead", "search:iterations=-1"),
    Level("hard", "hard", "hard bot", "looks far ahead", "search:iterations=-2"),
)
NAMES = tuple(level.name for level in LEVELS)
USUAL = "medium"
"""The one that plays unless another is asked for."""
STRONGEST = NAMES[-1]
"""The one that gives hints unless another is asked for."""


def check_level(name: str) -> str:
    """The name of a level; OptionError if there is none."""
    if name not in NAMES:
        raise OptionError("a bot is one of {levels}, not “{level}”", levels=", ".join(NAMES), level=name[:20])
    return name


def resolved(bot: str) -> str:
    """A bot's name with a level replaced by the bot behind it; settings after it come last, and count.

    >>> resolved("medium:turns=0"), resolved("greedy")
    ('search:iterations=-1:turns=0', 'greedy')
    """
    name, *settings = bot.split(":")
    behind = next((level.bot for level in LEVELS if level.name == name), name)
    return ":".join([behind, *settings])


def looks_ahead(bot: str) -> bool:
    """Whether a bot is one of the house that searches."""
    return resolved(bot).partition(":")[0] == "search"


LOOK_AHEAD = tuple(name for name in NAMES if looks_ahead(name))
"""Those that can say what they think."""
