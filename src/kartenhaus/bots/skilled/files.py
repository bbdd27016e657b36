"""Which games have a skilled judgement, and their networks: files that came with the game, and what they were trained for."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from kartenhaus.bots.bot import file_of
from kartenhaus.bots.learned.files import digest, is_trained, prefers_network
from kartenhaus.bots.learned.network import MOST_SEATS, WEIGHTS, Arrays, Floats
from kartenhaus.bots.levels import has_learned, judgement_of
from kartenhaus.core.game import Game, Position
from kartenhaus.core.packed import Longs

VALUE = WEIGHTS[:6]  # a standing needs no policy
GAMES = ("maumau",)
"""The games that have a skilled judgement."""


class SkilledBrain(Protocol):
    """What a game's module in this folder provides."""

    HORIZON: int
    """Moves of a playout for each seat, after which the network judges the standing."""
    TURNS: int
    """Turns that the tree looks ahead; 0: no limit."""
    PLAYOUTS: dict[int, tuple[int, int, int]]
    """Few, many and most iterations of a search, by the least number of players."""
    TRUST: int
    """Playouts that the first look at a move counts as much as."""
    SLIPS: int
    """How much `medium` misjudges moves, so that it is a fair step below `hard`; 0: not at all."""

    def weigh(self, pos: Position, seat: int, moves: Longs, count: int, weights: Longs) -> None:
        """Write how good each legal move looks; reads only what the seat may know."""

    search: Callable[..., int]
    """Continue a search: see `kernel.searching_with`."""


@dataclass(frozen=True)
class Standings:
    """The networks of a game that judge a standing, one for each group of numbers of players."""

    header: Mapping[str, Any]
    """What they were trained on: `version` of the numbers, `editions` as digests, `groups` of players, seed, games, loss."""
    networks: tuple[Mapping[str, Floats], ...]

    def network_for(self, game: str, pos: Position) -> Arrays | None:
        """A network for a position or view, with its own room to work in; None if none was trained for it."""
        weights = self.weights_for(game, pos)
        return None if weights is None else ready(weights)

    def weights_for(self, game: str, pos: Position) -> Mapping[str, Floats] | None:
        """Its weights."""
        if digest(game, pos) not in self.header["editions"]:
            return None
        for group, weights in zip(self.header["groups"], self.networks, strict=True):
            if int(pos.seats) in group:
                return weights
        return None

    def write(self, file: Path) -> None:
        """Write a file; weights take half the room."""
        arrays = {
            f"{number}.{name}": one.astype(np.float16) for number, net in enumerate(self.networks) for name, one in net.items()
        }
        header = np.frombuffer(json.dumps(self.header, indent=1).encode(), np.uint8)
        with file.open("wb") as opened:
            np.savez_compressed(opened, header=header, **arrays)  # type: ignore[arg-type]  # names of arrays are known only now


def ready(weights: Mapping[str, Floats]) -> Arrays:
    """A network for compiled code, in the order of `learned/network.py`; it has no policy."""
    first, second = weights["value_2"].shape
    room = [np.zeros(size, np.float32) for size in (len(weights["value_1"]), first, second, 0)]
    return (*room, np.zeros(MOST_SEATS), *(weights[name] for name in VALUE))


@cache
def skilled_brain(game: str) -> SkilledBrain:
    """The skilled judgement of one of GAMES."""
    return cast(SkilledBrain, import_module(f"kartenhaus.bots.skilled.{game}"))


@cache
def standings(game: str) -> Standings | None:
    """The networks that came with a game; None if it has none."""
    shipped = files(__package__) / "weights" / f"{game}.npz"
    if game not in GAMES or not shipped.is_file():
        return None
    with shipped.open("rb") as opened, np.load(opened, allow_pickle=False) as found:
        header = json.loads(bytes(found["header"]))
        networks = tuple(
            {name: np.ascontiguousarray(found[f"{number}.{name}"].astype(np.float32)) for name in VALUE}
            for number in range(len(header["groups"]))
        )
    return Standings(header, networks)


def standing_for(game: Game, pos: Position) -> Arrays | None:
    """A network for a position or view; None if none was trained for the table."""
    found = standings(game.name)
    return None if found is None else found.network_for(game.name, pos)


def is_skilled(game: Game, pos: Position) -> bool:
    """Whether there is a skilled judgement for a table."""
    found = standings(game.name)
    return found is not None and found.weights_for(game.name, pos) is not None


def falls_back(bot: str, game: Game, pos: Position) -> bool:
    """Whether a bot of ours plays by simple rules of thumb at a table, because no network was trained for it."""
    if not has_learned(bot):
        return False
    wanted = judgement_of(bot)
    if wanted == "skilled" or (wanted == "best" and game.name in GAMES):
        return not is_skilled(game, pos)
    return (wanted != "best" or prefers_network(game.name)) and not is_trained(game, pos, file_of(bot))
