"""What a study measures, in chunks that can be worked on anywhere and in any order.

The result of a chunk depends on nothing but the chunk. So the same seed gives the same study, whoever works on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kartenhaus.arena.match import Contest
from kartenhaus.arena.tournament import contest_of
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Game, Options, find
from kartenhaus.study import ladder, series, watch
from kartenhaus.study.judge import JUDGES, NETWORK, best_judge
from kartenhaus.study.ladder import LADDER
from kartenhaus.study.series import laid_out
from kartenhaus.study.variance import FEWEST

GAMES = 20_000
LEAST = 1000
"""Fewer games tell nothing."""
PER_DEAL, PER_FOLLOWED = 200, 100  # games by rules of thumb for each deal of the ladder, and for each game that is followed
THUMB, CHANCE, DEALS, FOLLOWED, STANDARD = "thumb", "chance", "deals", "followed", "standard"
SIZES = {THUMB: 5000, CHANCE: 5000, STANDARD: 5000, DEALS: 2, FOLLOWED: 2}
"""What is measured, and how much of it is one chunk: some tenths of a second."""


@dataclass(frozen=True)
class Chunk:
    """A chunk of the work."""

    what: str
    """One of SIZES."""
    number: int
    """Of the side; -1 for the standard edition, which only gives the pace."""
    side: Contest
    judge: str
    first: int
    count: int


def side_of(
    game: Game,
    players: int | None,
    seed: int,
    bots: Sequence[str],
    edition: str | Mapping[str, Any] = editions.STANDARD,
    options: Options | None = None,
) -> Contest:
    """One side of a study: the first seat starts, unless an option says otherwise. Errors if it cannot be played."""
    if len(bots) < 2:
        raise OptionError("a ladder has at least two bots, the weakest first")
    if len(set(bots)) < len(bots):
        raise OptionError("a ladder has no bot twice")
    count = game.usual if players is None else players
    return contest_of(game, bots, count, seed, edition, {**game.starting(), **(options or {})})


def instead(game: Game, options: Options, others: Options) -> dict[str, Any]:
    """The options of the other side: the same but for `others`. A board is chosen by name or drawn: one takes the other's place."""
    boards = {option.name for option in game.boards or ()}
    replaced = boards if boards & others.keys() else set()
    return {name: value for name, value in options.items() if name not in replaced} | dict(others)


def check(sides: Sequence[Contest], games: int, judge: str | None) -> str:
    """The judge; OptionError if the study makes no sense."""
    if games < LEAST:
        raise OptionError("a study takes at least {least} games, not {games}", least=LEAST, games=games)
    if len(sides) == 2 and same(*sides):
        raise OptionError("both sides are the same: say what is different, like --against board=two or --against mybox.toml")
    best = best_judge(list(sides))
    if judge not in (None, *JUDGES):
        raise OptionError("a judge is one of {known}, not “{judge}”", known=", ".join(JUDGES), judge=str(judge)[:20])
    if judge == NETWORK != best:
        raise OptionError("no network was trained for everything that is studied; playouts can judge anything")
    return judge or best


def named(sides: Sequence[Contest]) -> list[str]:
    """What reports call the sides: the edition, and options that are not the usual ones; of two, only what differs."""
    game = find(sides[0].game)
    usual: dict[str, Any] = {option.name: option.default for option in game.options} | game.starting()
    chosen = [
        {"": str(editions.find(game, side.edition)["name"])}
        | {name: "…" if isinstance(value, list) else str(value).lower() for name, value in (usual | dict(side.options)).items()}
        for side in sides
    ]
    names = []
    for one in chosen:
        told = [name for name, value in one.items() if any(other[name] != value for other in chosen)]
        if len(sides) == 1:
            told = ["", *(name for name in sides[0].options if sides[0].options[name] != usual[name])]
        names.append(", ".join(f"{name}={one[name]}" if name else one[name] for name in told))
    return names if len(set(names)) == len(names) else [f"{name} {number}".strip() for number, name in enumerate(names, 1)]


def same(one: Contest, other: Contest) -> bool:
    """Whether two sides are played alike."""
    return bool(laid_out(one).tobytes() == laid_out(other).tobytes())


def chunks(sides: Sequence[Contest], games: int, judge: str) -> list[Chunk]:
    """All chunks, mixed so that whoever stops early has something of everything."""
    amounts = {THUMB: games, CHANCE: games, DEALS: max(FEWEST, games // PER_DEAL), FOLLOWED: games // PER_FOLLOWED}
    first = sides[0]
    standard = Contest(first.game, first.players, first.seed, LADDER, editions.STANDARD, {})
    found = [(0.0, Chunk(STANDARD, -1, standard, judge, 0, SIZES[STANDARD]))]
    for number, side in enumerate(sides):
        for what, amount in amounts.items():
            for at in range(0, amount, SIZES[what]):
                found.append((at / amount, Chunk(what, number, side, judge, at, min(SIZES[what], amount - at))))
    return [chunk for _, chunk in sorted(found, key=lambda one: one[0])]


class Finding(NamedTuple):
    """What a chunk found."""

    what: str
    number: int
    result: Any


def measure(chunk: Chunk) -> Finding:
    """Work on a chunk."""
    return Finding(chunk.what, chunk.number, _measured(chunk))


def _measured(chunk: Chunk) -> Any:
    if chunk.what == DEALS:
        return ladder.some(chunk.side, chunk.first, chunk.count)
    if chunk.what == FOLLOWED:
        return watch.some(chunk.side, chunk.judge, chunk.first, chunk.count)
    return series.some(chunk.side, chunk.first, chunk.count, 100 if chunk.what == CHANCE else 0)
