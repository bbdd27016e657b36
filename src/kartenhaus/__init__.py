"""Kartenhaus: the digital home of MADA, MAD and Mau Mau, the board game.

The whole public interface is here; everything else loads on first use.

>>> import kartenhaus
>>> kartenhaus.game_names()
['mada', 'mad', 'maumau']
>>> game = kartenhaus.deal("mada", players=2, seed=7)
>>> game.to_act
1
>>> game.legal()
['play 8', 'play 9', 'play L', 'luck']
>>> game.play("play 9")
>>> game.view(0).hands.shape
(5, 17)
>>> kartenhaus.simulate("mada", players=2, games=100, seed=1).decisions.shape
(100,)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kartenhaus.games as _games
from kartenhaus.bots import levels as _levels
from kartenhaus.core import game as _game
from kartenhaus.core.errors import IllegalMove, InvalidMove, KartenhausError

if TYPE_CHECKING:
    from kartenhaus.arena.statistics import Standings
    from kartenhaus.bots.search import Thought
    from kartenhaus.bots.view import View
    from kartenhaus.core.history import History
    from kartenhaus.core.simulation import Series
    from kartenhaus.study.result import Study

__version__ = "0.1.0"
__all__ = [
    "IllegalMove",
    "InvalidMove",
    "KartenhausError",
    "compete",
    "deal",
    "examine",
    "game_names",
    "hint",
    "load",
    "save",
    "simulate",
    "start",
    "view",
]

assert _games  # imported for its registrations


def game_names() -> list[str]:
    """The names of all games."""
    return _game.names()


def deal(
    game: str,
    players: int,
    seed: int | None = None,
    edition: str | Mapping[str, Any] = "standard",
    names: list[str] | None = None,
    **options: Any,
) -> History:
    """Start a game and deal; without a seed, the operating system gives one.

    >>> deal("maumau", players=4, seed=7, board="two").legal()
    ['place gS e5', 'place gS g5', 'place gP e5', 'place gP g5', 'place J e5', 'place J g5']
    """
    from kartenhaus.core.history import History

    return History.deal(_game.find(game), players, seed, edition, options, names)


def start(
    game: str, position: Mapping[str, Any], seed: int = 1, edition: str | Mapping[str, Any] = "standard", **options: Any
) -> History:
    """Start a game from a position in notation, as `History.written()` gives it; chance comes from the seed.

    >>> early = deal("mada", players=2, seed=7)
    >>> start("mada", early.written()).legal() == early.legal()
    True
    """
    from kartenhaus.core.history import History

    return History.begin(_game.find(game), dict(position), seed, edition, options)


def view(game: str, position: Mapping[str, Any], seat: int, edition: str | Mapping[str, Any] = "standard", **options: Any) -> View:
    """What a seat may know, from its notation: hidden cards are `?`. Its `legal()` says what the seat may do.

    >>> early = deal("mada", players=2, seed=7)
    >>> view("mada", early.written(1), seat=1).legal() == early.legal()
    True
    """
    from kartenhaus.bots.view import View
    from kartenhaus.core.history import read

    found = read(_game.find(game), dict(position), edition, options, hidden=True)
    if not 0 <= seat < found.seats:
        raise InvalidMove("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=int(found.seats) - 1)
    return View(_game.find(game), seat, int(found.seats), found)


def save(history: History, path: str | Path) -> None:
    """Write a record file."""
    from kartenhaus.core import recordfile

    Path(path).write_text(recordfile.dumps(history), "utf-8")


def load(path: str | Path) -> History:
    """Read a record file; every move is checked."""
    from kartenhaus.core import bounds, recordfile

    return recordfile.loads(bounds.read(Path(path)), str(path))


def hint(history: History, bot: str = _levels.ADVISER, seed: int = 1) -> Thought:
    """What the search would do for the seat to act; it gets only what that seat may know.

    >>> hint(deal("mada", players=2, seed=7), bot="medium").text
    'play 8'
    """
    from kartenhaus.bots.search import think
    from kartenhaus.bots.view import View

    return think(View.seen(history, history.to_act), bot, seed)


def simulate(
    game: str,
    players: int,
    games: int,
    seed: int = 1,
    edition: str | Mapping[str, Any] = "standard",
    first: int = 0,
    **options: Any,
) -> Series:
    """Play random games into NumPy arrays; game `i` of a seed is always the same game.

    >>> simulate("mad", players=3, games=50).points.sum(axis=1).min() >= 0
    np.True_
    """
    from kartenhaus.core.simulation import simulate

    return simulate(_game.find(game), players, games, seed, edition, options, first)


def compete(
    game: str,
    bots: Sequence[str],
    games: int = 1000,
    players: int | None = None,
    seed: int = 1,
    jobs: int | None = None,
    edition: str | Mapping[str, Any] = "standard",
    on: str | None = None,
    **options: Any,
) -> Standings:
    """Let bots play each other, each deal in every seating; without `players`, with a seat for each bot.

    Games run in separate processes, one for each core; with `jobs=1`, in this one; with `on="ray"`, on a Ray cluster.

    >>> standings = compete("mada", bots=["random", "random"], games=20, seed=7, jobs=1)
    >>> standings.games, [bot.name for bot in standings.bots]
    (20, ['random', 'random #2'])
    """
    from kartenhaus.arena.tournament import contest_of, run

    return run(contest_of(_game.find(game), bots, players, seed, edition, options), games, jobs, on=on)


def examine(
    game: str,
    players: int | None = None,
    games: int = 20_000,
    seed: int = 1,
    edition: str | Mapping[str, Any] = "standard",
    against: Mapping[str, Any] | None = None,
    bots: Sequence[str] | None = None,
    judge: str | None = None,
    jobs: int | None = None,
    on: str | None = None,
    **options: Any,
) -> Study:
    """Measure what an edition, a board or a house rule does to a game: see docs/study.md.

    `against` says what is different on the other side: an `edition`, or options.

    >>> study = examine("maumau", players=2, games=1000, bots=["random", "greedy"], jobs=1)
    >>> study.sides[0].never
    ['maumau/say', 'maumau/tower', 'maumau/tower-face', 'maumau/empty-pile']
    """
    from kartenhaus.study.ladder import LADDER
    from kartenhaus.study.plan import instead, named, side_of
    from kartenhaus.study.run import run

    rules = _game.find(game)
    wanted = [(edition, options)]
    if against is not None:
        others = dict(against)
        wanted.append((others.pop("edition", edition), instead(rules, options, others)))
    ladder = list(LADDER if bots is None else bots)
    sides = [side_of(rules, players, seed, ladder, box, chosen) for box, chosen in wanted]
    return run(sides, named(sides), games, judge, jobs, on)
