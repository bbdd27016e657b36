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
    Level("easy", "easy", "easy bot", "sees only the next move, and misjudges it now and then", "greedy:slips=20"),
    Level(
        "medium", "medium", "medium bot", "answers at once; looks a little ahead", "search:judgement=best:iterations=-1:slips=-1"
    ),
    Level("hard", "hard", "hard bot", "looks far ahead", "search:judgement=best:iterations=-2"),
    Level(
        "expert",
        "expert",
        "expert bot",
        "looks as far ahead as it can in a second",
        "search:judgement=best:iterations=-3:milliseconds=1000",
    ),
)
CHARACTERS = (
    Level(
        "gambler",
        "the gambler",
        "gambler",
        "loves a risk",
        "search:judgement=best:iterations=400:trust=0:final=value:risk=100",
    ),
    Level(
        "miser",
        "the miser",
        "miser",
        "shuns every risk",
        "search:judgement=best:iterations=400:trust=0:final=value:risk=-100",
    ),
    Level(
        "avenger",
        "the avenger",
        "avenger",
        "pays back whoever harmed it last",
        "search:judgement=best:iterations=400:trust=0:final=value:grudge=100",
    ),
)
"""Players with a style, for tables that want them: a level with tilted values."""
CHOICES = (*LEVELS, *CHARACTERS)
"""All that people can choose for a seat."""
NAMES = tuple(level.name for level in CHOICES)
USUAL = "medium"
"""The default level for players."""
ADVISER = "hard"
"""The default level for hints: its answer depends on the seed alone, not on the time it has."""


def check_level(name: str) -> str:
    """The name of a level; OptionError if there is none."""
    if name not in NAMES:
        raise OptionError("a bot is one of {levels}, not “{level}”", levels=", ".join(NAMES), level=name[:20])
    return name


def resolved(bot: str) -> str:
    """A bot's name with a level replaced by the bot behind it; settings after it come last, and win.

    >>> resolved("medium:turns=0"), resolved("greedy")
    ('search:judgement=best:iterations=-1:slips=-1:turns=0', 'greedy')
    """
    name, *settings = bot.split(":")
    behind = next((level.bot for level in CHOICES if level.name == name), name)
    return ":".join([behind, *settings])


BY_NETWORK = {"learned", "skilled", "best"}
"""Judgements of a search that uses a network."""


def judgement_of(bot: str) -> str:
    """Who judges for a bot that searches, as its name says; empty if it does not say it. The last word counts."""
    said = [setting for setting in resolved(bot).split(":") if setting.startswith("judgement=")]
    return said[-1].partition("=")[2] if said else ""


def has_learned(bot: str) -> bool:
    """Whether a bot is one of ours that plays by a network, where there is one for the table."""
    name = resolved(bot).split(":")[0]
    return name == "learned" or (name == "search" and judgement_of(bot) in BY_NETWORK)


def looks_ahead(bot: str) -> bool:
    """Whether a bot is one of ours that searches."""
    return resolved(bot).partition(":")[0] == "search"


LOOK_AHEAD = tuple(level.name for level in LEVELS if looks_ahead(level.name))
"""The levels that can say what they think."""
