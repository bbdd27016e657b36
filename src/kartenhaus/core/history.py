"""A game in progress is its history: game, edition, options, seed and moves. Every position follows from them."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from typing import Any

import numpy as np

from kartenhaus.core import edition as editions
from kartenhaus.core.errors import IllegalMove, InvalidMove, OptionError
from kartenhaus.core.events import ANYTHING, Event, EventNames, Journal
from kartenhaus.core.game import NOBODY, SPECTATOR, Game, Options, OptionValue, Position, Written
from kartenhaus.core.notation import LAST
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import SEED_BITS, seed_words

MAX_MOVE = 80  # characters in the text of a move: far more than any move needs


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A move that a seat has made."""

    seat: int
    move: str


@lru_cache(20_000)
def made(seat: int, move: str) -> MadeMove:
    """A made move, shared by all games: most are made again and again."""
    return MadeMove(seat, move)


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winners: list[int]
    points: list[int]


@dataclass
class History:
    """One game, from its deal to its current position.

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
    played: list[MadeMove] = field(default_factory=list)
    resigned: list[int] = field(default_factory=list)
    """The seats that gave up; bots may have played on for them."""
    fair: dict[str, Any] = field(default_factory=dict)
    """How the seed came about, for a game at a table: see `table.fairness`."""
    rules: int = 0
    """The version of the rules it was dealt by."""
    rest: list[MadeMove] = field(default_factory=list)
    """For a game dealt by older rules: its moves from the first one that today's rules do not allow."""
    stored: Result | None = None
    """For a game dealt by older rules: its result, if today's rules do not lead to it."""
    position: Position = field(default=None, repr=False, compare=False)
    journal: Journal = field(default_factory=Journal, repr=False, compare=False)
    """What happened since the deal, as the rules reported it."""
    start: Position = field(default=None, repr=False, compare=False)
    """The position that it began with, if it was not dealt."""

    @classmethod
    def deal(
        cls,
        game: Game,
        players: int,
        seed: int | None = None,
        edition: str | Mapping[str, Any] = editions.STANDARD,
        options: Options | None = None,
        names: list[str] | None = None,
        rules: int = 0,
    ) -> History:
        """Start a game and deal. Without a seed, the operating system gives one; `rules` is a version, by default today's."""
        players = game.check_players(players)
        chosen = game.check_options(options or {}, players)
        if seed is None:
            seed = secrets.randbits(SEED_BITS)
        if names is not None and not (isinstance(names, list) and all(isinstance(name, str) for name in names)):
            raise OptionError("names are a list of texts, one for each player")
        if names is not None and len(names) != players:
            raise OptionError("{players} players, but {names} names", players=players, names=len(names))
        seed %= 1 << SEED_BITS
        history = cls(game, players, seed, editions.find(game, edition), chosen, names or [], rules=rules or game.version)
        history.position = game.files.lay_out(history.edition, chosen, players)
        history.journal.add(dealt(game, history.position, seed_words(seed)))
        return history

    @classmethod
    def begin(
        cls,
        game: Game,
        written: Written,
        seed: int = 1,
        edition: str | Mapping[str, Any] = editions.STANDARD,
        options: Options | None = None,
    ) -> History:
        """Start a game from a position in notation; later chance comes from the seed, unless the position has its own."""
        pos = read(game, written, edition, options)
        players = int(pos.seats)
        if not pos.key.any():
            pos.key[:] = seed_words(seed)
        history = cls(game, players, seed % (1 << SEED_BITS), editions.find(game, edition), dict(options or {}), rules=game.version)
        history.position, history.start = pos, pos.clone()
        return history

    # questions

    @property
    def to_act(self) -> int:
        """The seat whose decision is next, NOBODY once the game is over."""
        return NOBODY if self.outdated else proceed(self.game, self.position)[0]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == NOBODY

    @property
    def outdated(self) -> bool:
        """Whether it was dealt by older rules, and today's do not lead to its current state: it can be viewed, not continued."""
        return bool(self.rest) or self.stored is not None

    @property
    def moves(self) -> list[MadeMove]:
        """All moves, as a record has them."""
        return self.played + self.rest

    def legal_numbers(self, seat: int | None = None) -> list[int]:
        """The legal moves of a seat (by default the one to act) as integers."""
        if self.outdated:
            return []
        return legal_numbers(self.game, self.position, self._seat(seat))

    def legal(self, seat: int | None = None) -> list[str]:
        """The legal moves of a seat (by default the one to act) as text."""
        return texts(self.game, self.position, self.legal_numbers(seat))

    def view(self, seat: int = SPECTATOR) -> Position:
        """The view of a seat or a spectator; its `events` are all that they have heard since the deal."""
        if not SPECTATOR <= seat < self.players:
            raise OptionError("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.players - 1)
        view = conceal(self.game, self.position, seat)
        listen(view, self.naming, self.journal, seat)
        return view

    def written(self, seat: int | None = None) -> Written:
        """The position, or a seat's view of it, as text."""
        return write(self.game, self.position if seat is None else self.view(seat))

    @property
    def result(self) -> Result:
        """Points as they count now, and the winners once the game is over."""
        if self.stored is not None:
            return self.stored
        return Result(winners(self.game, self.position), points(self.game, self.position, self.players))

    @property
    def final(self) -> Result | None:
        """The result once the game is over by its rules."""
        return self.result if self.over and (self.stored is not None or not self.rest) else None

    @property
    def events(self) -> list[Event]:
        """The events of the last move, or of the deal before any move; hidden cards included."""
        return self.told()

    def told(self, viewer: int | None = None) -> list[Event]:
        """The same events as a seat or a spectator hears them."""
        return self.naming.events(self.journal.latest(viewer))

    @cached_property
    def naming(self) -> EventNames:
        """The names in its events: the same from the deal to the end."""
        return self.game.notation.names(self.position)

    def witnessed(self, viewer: int | None) -> str:
        """The last move as a seat or a spectator may know it: a hand card that they did not see becomes `?`."""
        if not self.played:
            return ""
        seat, move = self.played[-1].seat, self.played[-1].move
        if viewer is None or viewer == seat or " " not in move:
            return move
        if self.journal.is_open():
            return move
        for event in self.events:
            if event.seen_by is not None and viewer not in event.seen_by and event.source == f"hands.{seat}":
                return " ".join(ANYTHING if part == event.card else part for part in move.split())
        return move

    # actions

    def play(self, move: str | int, seat: int | None = None) -> None:
        """Make a move for a seat (by default the one to act); InvalidMove and IllegalMove change nothing."""
        seat = self._seat(seat)
        if self.outdated:
            raise IllegalMove("the game is over", self.game.over_rule)
        number = check(self.game, self.position, seat, move)
        text = self.game.notation.describe(self.position, number).text
        *_, words = proceed(self.game, self.position, seat, number)
        self.journal.add(words)
        self.played.append(made(seat, text))

    def follow(self, move: str, seat: int) -> None:
        """Make a move of a game dealt by older rules. If today's rules do not allow it, only note it and all later moves."""
        try:
            if not self.rest:
                self.play(move, seat)
                return
        except (InvalidMove, IllegalMove):
            pass
        self.rest.append(made(seat, move))

    def repeat(self, move: str, seat: int, number: int | None = None) -> tuple[int, Position, list[int]]:
        """Make a move known to be legal, with its `number` if known; return the next seat to act, its view and its legal moves."""
        if number is None:
            number = self.game.notation.parse_move(self.position, move)
        acting, view, legal, words = proceed(self.game, self.position, seat, number)
        self.journal.add(words)
        self.played.append(made(seat, move))
        return acting, view, legal

    def at(self, count: int) -> History:
        """The same game after its first `count` moves, to view or to continue."""
        if not 0 <= count <= len(self.moves):
            raise OptionError("this game has moves 0 to {last}, not {count}", last=len(self.moves), count=count)
        if self.start is None:
            earlier = History.deal(self.game, self.players, self.seed, self.edition, self.options, self.names or None, self.rules)
        else:
            earlier = replace(self, played=[], rest=[], journal=Journal(), position=self.start.clone())
        for one in self.played[:count]:
            earlier.repeat(one.move, one.seat)
        earlier.rest = self.rest[: max(0, count - len(self.played))]
        return earlier

    def back(self, moves: int = 1) -> History:
        """The same game without its last moves."""
        return self.at(len(self.moves) - moves)

    def clone(self) -> History:
        """An independent copy, to try moves on; `copy.copy` and `copy.deepcopy` give the same."""
        twin = replace(self, played=self.played[:], resigned=self.resigned[:], rest=self.rest[:], journal=self.journal.clone())
        twin.position = self.position.clone()
        return twin

    __copy__ = clone

    def __deepcopy__(self, _: object) -> History:
        return self.clone()

    def replayed(self, first: int = 0, end: int | None = None) -> Iterator[History]:
        """The game after `first` moves and after each later one, before `end`: one copy that plays on between the yields."""
        if first <= len(self.played):
            replay = self.at(first)
            yield replay
            for one in self.played[first : None if end is None else end - 1]:
                replay.repeat(one.move, one.seat)
                yield replay

    def positions(self) -> Iterator[Position]:
        """Every position from the deal to the last."""
        for replay in self.replayed():
            yield replay.position.clone()

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return self.to_act
        if not 0 <= seat < self.players:
            raise InvalidMove("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.players - 1)
        return seat


def read(
    game: Game,
    written: Written,
    edition: str | Mapping[str, Any] = editions.STANDARD,
    options: Options | None = None,
    hidden: bool = False,
) -> Position:
    """A position, or a view of one with `hidden` cards, from its notation."""
    hands = written.get("hands")
    players = game.check_players(len(hands) if isinstance(hands, list) else 0)
    pos = game.files.lay_out(editions.find(game, edition), game.check_options(options or {}, players), players)
    game.notation.read_position(written, pos, hidden)
    return pos


def write(game: Game, pos: Position) -> Written:
    """A position or view in notation; once the game is over nobody is to act, and LAST says where it ended."""
    written = game.notation.write_position(pos)
    return written if game.rules.to_act(pos) != NOBODY else {**written, "to_act": NOBODY, LAST: written["to_act"]}


def dealt(game: Game, pos: Position, key: Longs) -> list[int]:
    """Deal a position that is laid out; return what happened, as words."""
    pos.told, pos.telling = 0, 1
    game.rules.deal(pos, key)
    pos.telling = 0
    return journal_words(pos.journal, int(pos.told))


def proceed(game: Game, pos: Position, seat: int = NOBODY, move: int = 0) -> tuple[int, Position, list[int], list[int]]:
    """Play a move in place, or none; return the next seat to act, its view, its legal moves, and what happened, as words.

    If nobody is to act, the view is empty.
    """
    array = pos.array()
    if array is None:
        array = pos.clone().array()
    view = type(pos).new_array()
    moves = np.empty(game.rules.MAX_MOVES, np.int64)
    acting, count, told = game.rules.proceed(array, seat, move, view, moves)
    if seat != NOBODY and pos.array() is None:
        pos.become(array[0])
    legal: list[int] = moves[:count].tolist()
    return int(acting), view[0], legal, journal_words(array["journal"][0], told)


def listen(view: Position, naming: EventNames, journal: Journal, viewer: int) -> None:
    """Give a view what its viewer has heard since the deal; the words are read only on request."""
    words = journal.heard(viewer)
    view.heard = partial(naming.first, words, len(words))


def journal_words(journal: Longs, told: int) -> list[int]:
    """The words in the journal of a position."""
    if told > len(journal):
        raise RuntimeError(f"{told} events in one move, but a journal for {len(journal)}")
    words: list[int] = journal[:told].tolist()
    return words


def legal_numbers(game: Game, pos: Position, seat: int) -> list[int]:
    """The legal moves of a seat; none for NOBODY."""
    if seat == NOBODY:
        return []
    moves = np.empty(game.rules.MAX_MOVES, np.int64)
    count: int = game.rules.legal(pos, seat, moves)
    numbers: list[int] = moves[:count].tolist()
    return numbers


def texts(game: Game, pos: Position, moves: Iterable[int]) -> list[str]:
    """Moves as text."""
    plain = pos.plain()
    return [game.notation.describe(plain, move).text for move in moves]


def check(game: Game, pos: Position, seat: int, move: str | int, legal: list[int] | None = None) -> int:
    """The move's integer if it is legal for the seat; otherwise InvalidMove or IllegalMove. Pass `legal` if already known."""
    if isinstance(move, str):
        if len(move) > MAX_MOVE:
            raise InvalidMove("a move has at most {most} characters", most=MAX_MOVE)
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
    raise game.notation.refusal(pos, seat, number, legal)


def conceal(game: Game, pos: Position, seat: int) -> Position:
    """A fresh view of a position."""
    return look(game, pos, seat)[0]


def look(game: Game, pos: Position, seat: int) -> tuple[Position, list[int]]:
    """A fresh view of a position, and the legal moves of the seat according to it."""
    array = pos.array()
    view = type(pos).new_array()
    moves = np.empty(game.rules.MAX_MOVES, np.int64)
    count = game.rules.look(pos.clone().array() if array is None else array, seat, view, moves)
    legal: list[int] = moves[:count].tolist()
    return view[0], legal


def earnings(game: Game, view: Position, moves: list[int]) -> list[int]:
    """The points that each move would earn at once, according to a view."""
    earned = np.zeros(len(moves), np.int64)
    array = view.array()
    rules: Any = game.rules  # only some games have it: Game.earns
    rules.earns(view.clone().array() if array is None else array, np.array(moves, np.int64), earned)
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
