"""What a dataset is made from: the same setting always gives the same files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import kartenhaus
from kartenhaus.bots import find as find_bot
from kartenhaus.bots.learned.files import brain_of
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Game, OptionValue, Position, find
from kartenhaus.dataset.columns import Column, columns_of
from kartenhaus.dataset.formats import check_format
from kartenhaus.envs.vector import check_options, kernels_of

MOST_SHARDS = 100_000  # five digits


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
    shard: int = 500
    """Games in a file."""
    notation: bool = False
    """Whether views and moves are also written in notation."""

    def __post_init__(self) -> None:
        """Complain before anything is played."""
        game = find(self.game)
        kernels_of(self.game)
        check_options(game, self.options, game.check_players(self.players))
        for name in ("games", "shard"):
            if getattr(self, name) < 1:
                raise OptionError("{name} must be at least 1, not {value}", name=name, value=getattr(self, name))
        if self.count > MOST_SHARDS:
            raise OptionError("{count} files are too many: put more games into each (shard)", count=self.count)
        if not self.bots or not all(self.bots):
            raise OptionError("say which bots play: a list of names, at least one")
        for bot in self.bots:
            find_bot(bot)
        check_format(self.format)
        self.template()

    @property
    def count(self) -> int:
        """How many files there are."""
        return -(-self.games // self.shard)

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

    def parts(self) -> Iterator[Part]:
        """The files, in their order."""
        return (Part(self, number) for number in range(self.count))

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
            "shard": self.shard,
            "notation": self.notation,
            "kartenhaus": kartenhaus.__version__,
            "rules": self.rules.version,
            "features": brain_of(self.game).DECLARED.version,
            "actions": kernels_of(self.game).NUMBERED.version,
        }

    def digest(self) -> str:
        """A short name for all of that."""
        return hashlib.sha256(json.dumps(self.told(), sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Part:
    """One file of a dataset."""

    setting: Setting
    number: int

    @property
    def first(self) -> int:
        """The number of its first game."""
        return self.number * self.setting.shard

    @property
    def games(self) -> int:
        """How many games it has."""
        return min(self.setting.shard, self.setting.games - self.first)

    @property
    def name(self) -> str:
        """What the file is called, without its ending."""
        return f"{self.setting.game}-{self.number:05}"
