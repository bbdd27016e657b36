"""A game in progress is its log: game, edition, options, seed and entries. Every position follows from them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from kartenhaus.core import edition as editions
from kartenhaus.core.errors import IllegalMove, InvalidMove, OptionError
from kartenhaus.core.game import NOBODY, SPECTATOR, Game, Options, OptionValue, Position, PositionTable
from kartenhaus.core.random import SEED_BITS, seed_words

MAX_ENTRY = 80  # characters in the text of a move: far more than any move needs


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened: a seat made a move."""

    seat: int
    move: str


@lru_cache(20_000)
def made(seat: int, move: str) -> Entry:
    """An entry; thousands of games share theirs, as most moves are made again and again."""
    return Entry(seat, move)


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winners: list[int]
    points: list[int]


@dataclass
class History:
    """One playing of a game, from its deal to where it stands.

    >>> from kartenhaus import deal
    >>> history = deal("mada", players=2, seed=7)
    >>> history.to_act, history.over
    (1, False)
    """

    game: Game
    players: int
    seed: int
    edition: Mapping[str, Any]
    options: dict[str, OptionValue] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    resigned: list[int] = field(default_factory=list)
    """The seats that gave up; bots may have played on for them."""
    fair: dict[str, Any] = field(default_factory=dict)
    """How the seed came about, for a game at a table: see `table.fairness`."""
    position: Position = field(default=None, repr=False, compare=False)

    @classmethod
    def deal(
        cls,
        game: Game,
        players: int,
        seed: int | None = None,
        edition: str | Mapping[str, Any] = editions.STANDARD,
        options: Options | None = None,
        names: list[str] | None = None,
    ) -> History:
        """Open a game and deal. Without a seed, the operating system gives one."""
        players = game.check_players(players)
        chosen = game.check_options(options or {}, players)
        if seed is None:
            seed = secrets.randbits(SEED_BITS)
        if names is not None and not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
            raise OptionError("names are a list of texts, one for each player")
        if names is not None and len(names) != players:
            raise OptionError("{players} players, but {names} names", players=players, names=len(names))
        history = cls(game, players, seed % (1 << SEED_BITS), editions.find(game, edition), chosen, names or [])
        history.position = game.files.lay_out(history.edition, chosen, players)
        game.rules.deal(history.position, seed_words(seed))
        return history

    # what may be asked

    @property
    def to_act(self) -> int:
        """The seat whose decision is next, NOBODY once the game is over."""
        return proceed(self.game, self.position)[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == NOBODY

    def legal_numbers(self, seat: int | None = None) -> list[int]:
        """The legal moves of a seat (the one to act) as integers."""
        return legal_numbers(self.game, self.position, self._seat(seat))

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat (the one to act) as text."""
        return texts(self.game, self.position, self.legal_numbers(seat))

    def view(self, seat: int = SPECTATOR) -> Position:
        """What a seat may know, or a spectator."""
        if not SPECTATOR <= seat < self.players:
            raise OptionError("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.players - 1)
        return conceal(self.game, self.position, seat)

    def table(self, seat: int | None = None) -> PositionTable:
        """The position in words, or a seat's view of it."""
        return self.game.notation.write_position(self.position if seat is None else self.view(seat))

    @property
    def result(self) -> Result:
        """Points as they count now, and the winners once the game is over."""
        return Result(winners(self.game, self.position), points(self.game, self.position, self.players))

    # what may be done

    def play(self, move: str | int, seat: int | None = None) -> None:
        """Make a move for a seat (the one to act); InvalidMove or IllegalMove leave everything as it was."""
        seat = self._seat(seat)
        number = check(self.game, self.position, seat, move)
        text = self.game.notation.format_move(self.position, number)
        proceed(self.game, self.position, seat, number)
        self.entries.append(made(seat, text))

    def repeat(self, move: str, seat: int, number: int | None = None) -> tuple[int, Position, list[int]]:
        """Make a move that was found legal before, `number` if that is known; who is to act then, what they see and may do."""
        if number is None:
            number = self.game.notation.parse_move(self.position, move)
        self.entries.append(made(seat, move))
        return proceed(self.game, self.position, seat, number)

    def at(self, count: int) -> History:
        """The same game after its first `count` entries, to look at or to go on from."""
        if not 0 <= count <= len(self.entries):
            raise OptionError("this game has moves 0 to {last}, not {count}", last=len(self.entries), count=count)
        earlier = History.deal(self.game, self.players, self.seed, self.edition, self.options, self.names or None)
        for entry in self.entries[:count]:
            earlier.repeat(entry.move, entry.seat)
        return earlier

    def positions(self) -> Iterator[Position]:
        """Every position from the deal to the last."""
        replay = self.at(0)
        yield replay.position.clone()
        for entry in self.entries:
            replay.repeat(entry.move, entry.seat)
            yield replay.position.clone()

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return self.to_act
        if not 0 <= seat < self.players:
            raise InvalidMove("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.players - 1)
        return seat


def proceed(game: Game, pos: Position, seat: int = NOBODY, move: int = 0) -> tuple[int, Position, list[int]]:
    """Play a move in place, or none; who is to act then, what they see and may do. Without anybody, what they see is nothing."""
    table = pos.alone()
    if table is None:
        if seat != NOBODY:
            game.rules.play(pos, seat, move)
        table = pos.clone().alone()
        seat = NOBODY
    view = type(pos).table()
    moves = np.empty(game.rules.MAX_MOVES, np.int64)
    acting, count = game.rules.proceed(table, seat, move, view, moves)
    legal: list[int] = moves[:count].tolist()
    return int(acting), view[0], legal


def legal_numbers(game: Game, pos: Position, seat: int) -> list[int]:
    """The legal moves of a seat; none for nobody."""
    if seat == NOBODY:
        return []
    moves = np.empty(game.rules.MAX_MOVES, np.int64)
    count: int = game.rules.legal(pos, seat, moves)
    numbers: list[int] = moves[:count].tolist()
    return numbers


def texts(game: Game, pos: Position, moves: Iterable[int]) -> list[str]:
    """Moves as text."""
    plain = pos.plain()
    return [game.notation.format_move(plain, move) for move in moves]


def check(game: Game, pos: Position, seat: int, move: str | int, legal: list[int] | None = None) -> int:
    """The move's integer if it is legal for the seat; InvalidMove or IllegalMove otherwise. `legal` if they are known already."""
    if isinstance(move, str):
        if len(move) > MAX_ENTRY:
            raise InvalidMove("a move has at most {most} characters", most=MAX_ENTRY)
        number = game.notation.parse_move(pos, " ".join(move.split()))
    elif isinstance(move, bool) or not isinstance(move, int | np.integer):
        raise InvalidMove("a move is a text or a whole number, not {move}", move=repr(move)[:40])
    else:
        number = int(move)
    legal = legal_numbers(game, pos, seat) if legal is None else legal
    if number in legal:
        return number
    if not isinstance(move, str):
        raise IllegalMove("{move} is not among the legal moves {legal}", move=move, legal=legal)
    if game.rules.to_act(pos) == NOBODY:
        raise IllegalMove("the game is over", game.over_rule)
    raise game.notation.refusal(pos, seat, number)


def conceal(game: Game, pos: Position, seat: int) -> Position:
    """A fresh view of a position."""
    return look(game, pos, seat)[0]


def look(game: Game, pos: Position, seat: int) -> tuple[Position, list[int]]:
    """A fresh view of a position, and the moves that are legal for the seat by what it sees."""
    table = pos.alone()
    view = type(pos).table()
    moves = np.empty(game.rules.MAX_MOVES, np.int64)
    count = game.rules.look(pos.clone().alone() if table is None else table, seat, view, moves)
    legal: list[int] = moves[:count].tolist()
    return view[0], legal


def earnings(game: Game, view: Position, moves: list[int]) -> list[int]:
    """What each of some moves would earn at once, by what a seat sees."""
    earned = np.zeros(len(moves), np.int64)
    table = view.alone()
    rules: Any = game.rules  # only some games have it: Game.earns
    rules.earns(view.clone().alone() if table is None else table, np.array(moves, np.int64), earned)
    found: list[int] = earned.tolist()
    return found


def points(game: Game, pos: Position, players: int) -> list[int]:
    """The points of every seat, as they count now."""
    numbers = np.zeros(players, np.int64)
    game.rules.score(pos, numbers)
    return [int(number) for number in numbers]


def winners(game: Game, pos: Position) -> list[int]:
    """The seats that have won; none before the end."""
    bits = int(game.rules.winners(pos))
    return [seat for seat in range(bits.bit_length()) if bits >> seat & 1]
