"""Networks in files: what they were trained for, and which one fits a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, cast

import numpy as np

from kartenhaus.bots.learned.blocks import Declaration
from kartenhaus.bots.learned.network import MOST_SEATS, WEIGHTS, Arrays, Floats, ready
from kartenhaus.bots.view import View
from kartenhaus.core import bounds
from kartenhaus.core.bounds import too_long
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Game, Position
from kartenhaus.core.packed import Longs

MOST_BYTES = 64 << 20  # of all arrays of a file; ours have less than a hundredth
MOST_HEADER = 100_000  # characters
GAMES = ("mada", "mad", "maumau")
"""The games that have features."""


class LearnedBrain(Protocol):
    """What a game's module in this folder provides."""

    DECLARED: Declaration
    HORIZON: int
    """Moves of a playout for each seat, after which the network judges the standing."""
    TURNS: int
    """Turns that the tree of a search looks ahead; 0: no limit."""
    PLAYOUTS: dict[int, tuple[int, int, int]]
    """Few, many and most iterations of a search, by the least number of players."""
    TRUST: int
    """Playouts that the policy's first look at a move counts as much as."""
    SLIPS: int
    """How much `medium` misjudges moves, so that it is a fair step below `hard`; 0: not at all."""
    PREFERRED: bool
    """Whether a search by the network is better than one by rules of thumb in the same time: then levels use it."""

    def features(self, pos: Position, seat: int, out: Floats) -> None:
        """Write what a seat may know: the numbers that may change in a game."""

    def figures(self, pos: Position, out: Floats) -> None:
        """Write what the edition decides: the last of the numbers."""

    def describe(self, pos: Position, seat: int, move: int, known: Floats, out: Floats) -> None:
        """Write the numbers of a legal move; `known` has the features of the seat."""

    def choose(self, pos: Position, seat: int, moves: Longs, count: int, weights: Any, network: Arrays) -> None:
        """Write a probability for every legal move of the seat to act, in proportion."""

    def judge(self, pos: Position, seat: int, chances: Any, network: Arrays) -> None:
        """Write every seat's chance to win as one seat may judge it, counted from that seat."""

    search: Callable[..., int]
    """Continue a search: see `kernel.searching_with`."""


@cache
def brain_of(game: str) -> LearnedBrain:
    """What a game's network sees and does; OptionError if it has none."""
    if game not in GAMES:
        raise OptionError("there are no networks for {game}", game=game)
    return cast(LearnedBrain, import_module(f"kartenhaus.bots.learned.{game}"))


def digest(game: str, pos: Position) -> str:
    """A name for the edition that a position is of, by what a network depends on."""
    declared = brain_of(game).DECLARED
    figures = {name: np.asarray(pos[name]) for name in declared.fixed}
    if not figures["deck"][list(declared.later)].any():
        figures["deck"] = np.delete(figures["deck"], declared.later)
    parts = [figures[name].tobytes() for name in declared.fixed]
    return sha256(b"".join(parts)).hexdigest()[:16]


def constants(game: str, pos: Position) -> Floats:
    """The features that the edition decides."""
    brain = brain_of(game)
    out = np.zeros(brain.DECLARED.size, np.float32)
    brain.figures(pos, out)
    return out[brain.DECLARED.live :]


@dataclass(frozen=True)
class Trained:
    """The networks of a game, one for each group of numbers of players."""

    game: str
    header: Mapping[str, Any]
    """What they were trained for and on: `version` of the features, `editions` as digests, `groups` of players, seeds, results."""
    networks: tuple[Mapping[str, Floats], ...]

    def weights_for(self, pos: Position) -> Mapping[str, Floats] | None:
        """The weights for a position or view; None if there are none that were trained for it."""
        declared = brain_of(self.game).DECLARED
        if self.header["version"] != declared.version or digest(self.game, pos) not in self.header["editions"]:
            return None
        for group, weights in zip(self.header["groups"], self.networks, strict=True):
            if int(pos.seats) in group:
                return weights
        return None

    def network_for(self, pos: Position) -> Arrays | None:
        """A network for a position or view, with its own room to work in: one for each thread."""
        weights = self.weights_for(pos)
        return None if weights is None else ready(dict(weights), constants(self.game, pos))

    def write(self, file: Path) -> None:
        """Write a file; weights take half the room, and are read back as they are used here if they were rounded before."""
        arrays = {
            f"{number}.{name}": one.astype(np.float16) for number, net in enumerate(self.networks) for name, one in net.items()
        }
        header = np.frombuffer(json.dumps(self.header, indent=1).encode(), np.uint8)
        with file.open("wb") as opened:
            np.savez_compressed(opened, header=header, **arrays)  # type: ignore[arg-type]  # names of arrays are known only now


def rounded(weights: Mapping[str, Floats]) -> dict[str, Floats]:
    """Weights as a file keeps them."""
    return {name: one.astype(np.float16).astype(np.float32) for name, one in weights.items()}


def read(file: Any, game: str, name: str) -> Trained:
    """Networks from a file, which may come from anyone; OptionError if it has none for this game."""
    try:
        # NumPy leaves a damaged file open that it has opened itself.
        with (
            Path(file).open("rb") if isinstance(file, str) else nullcontext(file) as opened,
            np.load(opened, allow_pickle=False) as found,
        ):
            if sum(one.file_size for one in found.zip.infolist()) > MOST_BYTES:
                raise _Unfit(f"more than {MOST_BYTES >> 20} MiB")
            header = _header(bytes(found["header"]))
            networks = [
                {one: np.ascontiguousarray(found[f"{number}.{one}"].astype(np.float32)) for one in WEIGHTS}
                for number in range(len(header["groups"]))
            ]
            declared = brain_of(header["game"]).DECLARED
            if header["version"] == declared.version:  # others are never used
                for weights in networks:
                    _check(declared, weights)
    except Exception as problem:  # an archive, its arrays and its header can be wrong in any way
        said = str(problem) or type(problem).__name__
        raise OptionError("{file}: no networks can be read: {problem}", file=name, problem=said[:80]) from None
    if header["game"] != game:
        raise OptionError("{file}: these networks are for {theirs}, not for {game}", file=name, theirs=header["game"], game=game)
    return Trained(game, header, tuple(networks))


class _Unfit(ValueError):
    """A file that has no networks as we write them."""


def _header(data: bytes) -> dict[str, Any]:
    """What networks were trained for; _Unfit if it does not say."""
    text = data.decode()
    problem = too_long(MOST_HEADER) if len(text) > MOST_HEADER else bounds.json(text, MOST_HEADER)
    if problem is not None:
        raise _Unfit(str(problem))
    header = json.loads(text)
    groups, editions = header["groups"], header["editions"]
    right = isinstance(header["game"], str) and type(header["version"]) is int and isinstance(editions, list)
    if not (right and isinstance(groups, list) and 0 < len(groups) <= MOST_SEATS):
        raise _Unfit("the header says not what they are for")
    if not all(isinstance(group, list) and all(type(one) is int for one in group) for group in groups):
        raise _Unfit("the header names no numbers of players")
    return cast(dict[str, Any], header)


def _check(declared: Declaration, weights: Mapping[str, Floats]) -> None:
    """Raise _Unfit if compiled code, which checks no bounds, would read or write beside some weights."""
    (width, second), policy = weights["value_2"].shape, weights["score"].size
    shapes = {
        "value_1": (declared.size, width),
        "value_1_bias": (width,),
        "value_2": (width, second),
        "value_2_bias": (second,),
        "value_3": (second, declared.others + 1),
        "value_3_bias": (declared.others + 1,),
        "policy": (declared.size, policy),
        "policy_bias": (policy,),
        "move": (declared.move_size, policy),
        "score": (policy,),
    }
    for name, shape in shapes.items():
        if weights[name].shape != shape:
            raise _Unfit(f"{name} has the shape {weights[name].shape}, not {shape}")
        if not np.isfinite(weights[name]).all():
            raise _Unfit(f"{name} has numbers without bounds")
    if second > max(width, policy) or policy % 2:  # the layers share their room; scores are added two by two
        raise _Unfit("the second layer must not be wider than the first, and the policy’s must be even")


@lru_cache(8)
def trained(game: str, file: str = "") -> Trained | None:
    """The networks of a game: those in a file, or those that came with it; None if it has none."""
    if game not in GAMES:
        return None
    if file:
        return read(file, game, file)
    shipped = files(__package__) / "weights" / f"{game}.npz"
    if not shipped.is_file():
        return None
    with shipped.open("rb") as opened:
        return read(opened, game, shipped.name)


def network_for(view: View, file: str = "") -> Arrays | None:
    """A network for what a seat may know, with its own room to work in; None if none was trained for the table."""
    found = trained(view.game.name, file)
    return found.network_for(view.position) if found else None


def is_trained(game: Game, pos: Position, file: str = "") -> bool:
    """Whether there is a network for a position or view of a game."""
    found = trained(game.name, file)
    return found is not None and found.weights_for(pos) is not None


def prefers_network(game: str) -> bool:
    """Whether levels search by a network in this game, where there is one for the table."""
    return game in GAMES and brain_of(game).PREFERRED
