"""What a dataset is made from: the same setting always gives the same files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import kartenhaus
from kartenhaus.bots import find as find_bot
from kartenhaus.bots.bot import source_of
from kartenhaus.bots.builtin import Random
from kartenhaus.bots.calling import call_bot
from kartenhaus.bots.greedy import Greedy
from kartenhaus.bots.learned.files import brain_of
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Game, OptionValue, Position, find
from kartenhaus.dataset.columns import Column, columns_of
from kartenhaus.dataset.formats import check_format
from kartenhaus.dataset.thumb import BY_CHANCE
from kartenhaus.envs.vector import check_options, kernels_of

MOST_SHARDS = 100_000  # five digits
AT_ONCE, ONE_BY_ONE = 500, 10  # games in a file: a file is what a worker makes in one go, and what Ctrl-C loses


@dataclass(frozen=True)
class Setting:
    """Who plays what, and how it is written."""

    game: str
    players: int = 2
    games: int = 10_000
    seed: int = 1
    bots: tuple[str, ...] = ("greedy",)
    """Who plays: in game `n`, seat `s` has the bot `(s + n) % len(bots)`, so everybody sits everywhere."""
    edition: str | Mapping[str, Any] = editions.STANDARD
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    format: str = "npz"
    shard: int | None = None
    """Games in a file; by default 500, or 10 if bots are asked one by one, which takes longer."""
    notation: bool = False
    """Whether views and moves are also written in notation."""

    def __post_init__(self) -> None:
        """Complain before anything is played."""
        game = find(self.game)
        kernels_of(self.game)
        check_options(game, self.options, game.check_players(self.players))
        for name, value in (("games", self.games), ("shard", self.shard)):
            if value is not None and value < 1:
                raise OptionError("{name} must be at least 1, not {value}", name=name, value=value)
        if not self.bots or not all(self.bots):
            raise OptionError("say which bots play: a list of names, at least one")
        if self.count > MOST_SHARDS:
            raise OptionError("{count} files are too many: put more games into each (shard)", count=self.count)
        check_format(self.format)
        self.told()  # all that it says can be read
        self.template()

    @cached_property
    def slips(self) -> tuple[int, ...] | None:
        """How much each bot misjudges, if all play by rules of thumb or by chance; such games are played all at once."""
        made = [call_bot(find_bot(bot)) for bot in self.bots]
        if not all(isinstance(bot, Greedy | Random) for bot in made):
            return None
        return tuple(bot.slips if isinstance(bot, Greedy) else BY_CHANCE for bot in made)

    @cached_property
    def sources(self) -> dict[str, str]:
        """A digest of what bots depend on beside this program: networks in files, modules of others."""
        files = {bot: source_of(bot) for bot in self.bots}
        return {bot: _digest(file) for bot, file in files.items() if file is not None}

    @property
    def each(self) -> int:
        """Games in a file."""
        return self.shard or (AT_ONCE if self.slips is not None else ONE_BY_ONE)

    @property
    def count(self) -> int:
        """How many files there are."""
        return -(-self.games // self.each)

    @property
    def rules(self) -> Game:
        """The game itself."""
        return find(self.game)

    @property
    def columns(self) -> tuple[Column, ...]:
        """What a row has."""
        return columns_of(self.notation)

    def template(self) -> Position:
        """A position before the deal."""
        chosen = self.rules.check_options(self.options, self.players)
        return self.rules.files.lay_out(editions.find(self.rules, self.edition), chosen, self.players)

    def bot_of(self, number: int, seat: int) -> int:
        """Which of the bots plays a seat of a game."""
        return (seat + number) % len(self.bots)

    def shards(self) -> Iterator[Shard]:
        """The files, in their order."""
        return (Shard(self, number) for number in range(self.count))

    def told(self) -> dict[str, Any]:
        """All that the rows depend on, for the manifest; the number of games may grow later."""
        return {
            "game": self.game,
            "players": self.players,
            "seed": self.seed,
            "bots": list(self.bots),
            "edition": dict(editions.find(self.rules, self.edition)),
            "options": dict(self.options),
            "format": self.format,
            "sources": self.sources,
            "shard": self.each,
            "notation": self.notation,
            "kartenhaus": kartenhaus.__version__,
            "rules": self.rules.version,
            "features": brain_of(self.game).DECLARED.version,
            "actions": kernels_of(self.game).NUMBERED.version,
        }

    def digest(self) -> str:
        """A short name for all of that."""
        return hashlib.sha256(json.dumps(self.told(), sort_keys=True).encode()).hexdigest()


def _digest(file: Path) -> str:
    try:
        return hashlib.sha256(file.read_bytes()).hexdigest()
    except OSError as problem:
        raise OptionError("{file}: cannot be read: {problem}", file=file, problem=problem.strerror) from None


@dataclass(frozen=True)
class Shard:
    """One file of a dataset."""

    setting: Setting
    number: int

    @property
    def first(self) -> int:
        """The number of its first game."""
        return self.number * self.setting.each

    @property
    def games(self) -> int:
        """How many games it has."""
        return min(self.setting.each, self.setting.games - self.first)

    @property
    def name(self) -> str:
        """What the file is called, without its ending."""
        return f"{self.setting.game}-{self.number:05}"
