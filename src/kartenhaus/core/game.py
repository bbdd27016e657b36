"""The interface of a game: its name, its options, and three modules with its rules, texts and files.

Nothing here imports NumPy or Numba, so that listing the games is instant; a game's rules load when they are first used.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, cast

from kartenhaus.core.errors import KartenhausError, OptionError, Phrase
from kartenhaus.core.words import Translate, same

if TYPE_CHECKING:
    from kartenhaus.core.cards import CardNames
    from kartenhaus.core.events import EventNames
    from kartenhaus.core.figures import Figures
    from kartenhaus.core.maps import MapFacts
    from kartenhaus.core.packed import Longs, Packed
    from kartenhaus.core.steps import Described, Step

NOBODY = -1
"""The seat to act once the game is over, and a choice left to the seed."""
SPECTATOR = -1
"""The seat number for a spectator's view, which shows no hand."""

MOST_LINES, MOST_LINE = 100, 100  # lines of an option of LINES, and characters of each

Position = Any  # each game's own Packed; its three modules agree on it
OptionValue = str | int | bool | list[str]
Options = Mapping[str, OptionValue]
Written = dict[str, Any]
"""A position as it is written: the keys of `[position]` in a scenario, and their values."""


class Rules(Protocol):
    """The entry points of a game, gathered in `entry_points.py`: all compiled."""

    MAX_MOVES: int

    def deal(self, pos: Position, key: Longs) -> None:
        """Shuffle and deal, in place, a position laid out by `Files.lay_out`."""

    def to_act(self, pos: Position) -> int:
        """Whose decision is next, or NOBODY when the game is over."""

    def legal(self, pos: Position, seat: int, moves: Longs) -> int:
        """Write the legal moves of a seat in a stable order and return their number; the one source of legality."""

    def play(self, pos: Position, seat: int, move: int) -> None:
        """Apply a move in place; trusts that it is legal."""

    def score(self, pos: Position, points: Longs) -> None:
        """The points of every seat, as the rules count them now."""

    def winners(self, pos: Position) -> int:
        """The winners as a set of bits, one for each seat; 0 before the end."""

    def conceal(self, pos: Position, seat: int, view: Position) -> None:
        """Write what a seat (or SPECTATOR) may know; the rest is erased."""

    def redeal(self, view: Position, dice: Longs) -> None:
        """Turn a view in place into one of the positions that fit it, all equally likely."""

    def census(self, pos: Position, counts: Longs) -> None:
        """Count all cards, wherever they are, by kind; for a view only those it shows."""

    def simulate(
        self, template: Position, pos: Position, seed: Longs, first: int, points: Longs, won: Longs, decisions: Longs
    ) -> None:
        """Play whole random games, numbered from `first`: see `core.kernels`."""

    def perft(self, pos: Position, stack: Any, depth: int) -> int:
        """Count the lines of play of a given length: see `core.kernels`."""

    def proceed(self, array: Any, seat: int, move: int, view: Any, moves: Longs) -> tuple[int, int, int]:
        """Play a seat's move (none for NOBODY), then conceal and list for the seat to act: see `core.kernels`.

        Returns that seat, the number of its legal moves and the number of events in the journal.
        """

    def look(self, array: Any, seat: int, view: Any, moves: Longs) -> int:
        """Conceal for a seat, list its legal moves by what it sees, and return their number: see `core.kernels`."""


class Notation(Protocol):
    """`notation.py` of a game: exact inverses between text and integers, the steps of a move, and the words for a refusal."""

    PositionType: type[Packed]
    CARD: CardNames
    """The names of the cards."""
    KEYS: tuple[str, ...]
    """The keys of `[position]`."""
    ABSENT: Mapping[str, object]
    """What a key means when `write_position` leaves it out; other missing keys mean nothing."""
    FORMS: tuple[str, ...]
    """The forms a move can have."""

    def parse_move(self, pos: Position, text: str) -> int:
        """A move from its text, or InvalidMove."""

    def describe(self, pos: Position, move: int) -> Described:
        """A legal move as text, and the choices that make it up, in the order in which people make them.

        No two legal moves of a position have the same steps. The steps of one are never the beginning of another's, except for
        what may be said with a move.
        """

    def names(self, pos: Position) -> EventNames:
        """What the events of a position name: rules, cards, places and words."""

    def refusal(self, pos: Position, seat: int, move: int, legal: list[int]) -> KartenhausError:
        """Why a well-formed move is not one of the legal ones of a seat: an IllegalMove with the rule behind it."""

    def why(self, pos: Position, seat: int, steps: Sequence[Step], legal: list[int]) -> KartenhausError:
        """The same for some choices with which no legal move of a seat begins; InvalidMove for what can never be chosen."""

    def read_position(self, written: Written, pos: Position, hidden: bool = False) -> None:
        """Fill a position that is laid out; NotationError if it is impossible. `hidden` allows `?`: a view."""

    def write_position(self, pos: Position) -> Written:
        """The inverse of `read_position`."""

    def same(self, key: str, expected: Any, actual: Any) -> bool:
        """Whether a value of a position is what a scenario expects, in the order that matters for that key."""


class Files(Protocol):
    """`edition.py` of a game: editions, boards and options become a position ready to be dealt."""

    FIGURES: Figures
    """What an edition holds, and which figures can be played: see `core.figures`."""

    MAP: MapFacts
    """Only for a game with a board: what its map may be."""

    def lay_out(self, edition: Mapping[str, Any], options: Options, players: int) -> Position:
        """An empty table: everything that is fixed before the cards are shuffled."""

    def facts(self, edition: Mapping[str, Any], translate: Translate = same) -> list[str]:
        """The figures of an edition in words, for people."""

    def picture(self, edition: Mapping[str, Any], options: Options) -> dict[str, Any]:
        """What is printed on cards and board, for clients that show them."""

    def worth(self, edition: Mapping[str, Any]) -> Mapping[str, int]:
        """Only for a game that counts cards at the end (`Game.counted`): what each card counts; those left out count nothing."""

    def check_lines(self, lines: Sequence[str], where: str) -> None:
        """Only for a game with an option of LINES: raise an error for lines that cannot be played; `where` names their file."""


@dataclass(frozen=True)
class Choice:
    """A value that an option may have, and what people call it."""

    value: str | bool
    words: str


NO_YES = (Choice(False, "no"), Choice(True, "yes"))
"""For an option that is off or on."""
SEAT: Final = "seat"
LINES: Final = "lines"
OptionKind = Literal["choice", "seat", "lines"]
Side = Literal["left", "right"]


@dataclass(frozen=True)
class Option:
    """Something the host may choose when opening a table. Its texts are for people, and translated where they are shown."""

    name: str
    """What programs call it: on the wire, on the command line, in records and scenarios."""
    title: str
    """What people call it."""
    help: str
    """What it does."""
    rule: str
    default: OptionValue | None = None
    """The value if nothing is chosen; None if chance decides, or there is no value."""
    choices: tuple[Choice, ...] = ()
    """What may be chosen, unless it is a seat or text."""
    kind: OptionKind = "choice"
    """A `choice` of several, a SEAT, or LINES of text."""
    printed: str = ""
    """For a SEAT: whom the printed rules name, where people know and the program cannot; empty if they name nobody."""
    among_people: OptionValue | None = None
    """What a page proposes if several people play, where that is not the default; None if it is."""
    instead_of: str = ""
    """The name of the option that this one takes the place of; only one of them may be chosen."""

    def check(self, value: object, players: int) -> OptionValue:
        """The value if it may be chosen; OptionError otherwise."""
        if self.kind == SEAT:
            if type(value) is int and 0 <= value < players:
                return value
            right: Phrase | str = Phrase("a seat from 0 to {last}", last=players - 1)
        elif self.kind == LINES:
            fine = isinstance(value, list) and 0 < len(value) <= MOST_LINES
            if fine and all(isinstance(line, str) and len(line) <= MOST_LINE for line in cast(list[object], value)):
                return cast(list[str], value).copy()
            right = Phrase("a list of at most {most} lines, each of at most {long} characters", most=MOST_LINES, long=MOST_LINE)
        else:
            if any(type(value) is type(choice.value) and value == choice.value for choice in self.choices):
                return cast(OptionValue, value)
            right = " / ".join(
                str(choice.value).lower() if isinstance(choice.value, bool) else f"“{choice.value}”" for choice in self.choices
            )
        raise OptionError(
            "the option {name} is {right}, not {value}", self.rule, name=self.name, right=right, value=repr(value)[:60]
        )


@dataclass(frozen=True)
class Points:
    """The names of points, singular and plural, and whether more or fewer win."""

    one: str
    many: str
    fewer_win: bool = False


@dataclass(frozen=True)
class Game:
    """One game."""

    name: str
    title: str
    summary: str
    players: tuple[int, int]
    minutes: int
    """About how long a game takes."""
    version: int
    """The version of the rules; a record names the one it was played by."""
    package: str
    over_rule: str
    """The id of the rule by which the game ends."""
    short: str = ""
    """Its name alone, the same in every language, if the title says more."""
    options: tuple[Option, ...] = ()
    usual: int = 2
    """The default number of players."""
    next_seat: Side = "left"
    """The side of a player on which the next seat is: `left`, so that seats count clockwise, or `right`."""
    points: Points = Points("{count} point", "{count} points")
    shown: tuple[str, ...] = ()
    """The cards that the page of its rules shows."""
    questions: tuple[str, ...] = ()
    """The words of `pending` for a decision out of turn: whether a seat has a choice there is its secret.

    The position's field `pending` is then an index into `PENDING`, the words for it in `notation.py`.
    """
    yields: str = ""
    """The answer to such a question that does nothing about it. Everybody may give it, and while others are still to be asked,
    it only passes the question on. So it is known from the start who will be asked if everybody gives it."""
    contested: tuple[str, ...] = ()
    """The verbs of moves against someone who forgot something: at a table they open after a short grace period."""
    contested_if: tuple[str, OptionValue] | None = None
    """The option and the value that such moves need; None if they always exist."""
    earns: bool = False
    """Whether moves earn points at once, which people see before they choose. If so, `entry_points.py` has `earns`."""
    counted: str = ""
    """The key of a position that has the cards of every seat which count at the end; empty if no cards are counted.

    With it, `edition.py` has `worth`.
    """

    @property
    def boards(self) -> tuple[Option, Option] | None:
        """The option that names one of the game's boards, and the one that takes the lines of another; None without a board."""
        known = {option.name: option for option in self.options}
        pairs = ((known[own.instead_of], own) for own in self.options if own.kind == LINES and own.instead_of)
        return next(pairs, None)

    @cached_property
    def rules(self) -> Rules:
        """Compiled rules."""
        return cast(Rules, import_module(f"{self.package}.entry_points"))

    @cached_property
    def notation(self) -> Notation:
        """Text in and out."""
        return cast(Notation, import_module(f"{self.package}.notation"))

    @cached_property
    def next_turn(self) -> Callable[[Written], int]:
        """Whose turn comes next if nothing changes, by a written view: the next seat, unless `notation.py` says otherwise.

        NOBODY if only the move decides it.
        """
        return cast(Callable[[Written], int], getattr(self.notation, "next_turn", next_seat))

    @cached_property
    def files(self) -> Files:
        """Editions and boards."""
        return cast(Files, import_module(f"{self.package}.edition"))

    def check_players(self, players: object) -> int:
        """The number of players if the game takes it; OptionError otherwise."""
        low, high = self.players
        if type(players) is int and low <= players <= high:
            return players
        raise OptionError(
            "{title} is for {low} to {high} players, not {players}",
            f"{self.name}/players",
            title=self.title,
            low=low,
            high=high,
            players=repr(players)[:40],
        )

    def starting(self) -> dict[str, OptionValue]:
        """The option with which the first seat starts, for games that show what that is worth."""
        return {option.name: 0 for option in self.options if option.kind == SEAT}

    def contested_with(self, options: Options) -> tuple[str, ...]:
        """The verbs of contested moves in a game with these options."""
        return self.contested if self.contested_if is None or self.contested_if in options.items() else ()

    def check_options(self, options: Options, players: int) -> dict[str, OptionValue]:
        """The options if all are known and have valid values; OptionError otherwise."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise OptionError(
                    "{title} has no option “{name}”; it has {known}{hint}",
                    title=self.title,
                    name=str(name)[:40],
                    known=", ".join(known),
                    hint=suggestion(str(name), list(known)),
                )
        return {name: known[name].check(value, players) for name, value in options.items()}


def next_seat(view: Written) -> int:
    """The seat after the one to act."""
    following: int = view["to_act"] + 1
    return 0 if following == len(view["hands"]) else following


def suggestion(word: str, known: Sequence[str]) -> Phrase | str:
    """` (did you mean …?)` for a word that is nearly a known one, else nothing."""
    near = difflib.get_close_matches(word, known, n=1)
    return Phrase(" (did you mean “{word}”?)", word=near[0]) if near else ""


_GAMES: dict[str, Game | str] = {}


def register(name: str, game: Game | str) -> None:
    """Register a game, or the package that has it as `GAME`, to be imported on first use."""
    _GAMES[name] = game


def names() -> list[str]:
    """The names of all games."""
    return list(_GAMES)


def find(name: str) -> Game:
    """A game by its name; OptionError if there is none."""
    game = _GAMES.get(name)
    if game is None:
        raise OptionError(
            "there is no game “{name}”; games are {known}{hint}",
            name=str(name)[:40],
            known=", ".join(names()),
            hint=suggestion(str(name), names()),
        )
    if isinstance(game, str):
        game = _GAMES[name] = cast(Game, import_module(game).GAME)
    return game
