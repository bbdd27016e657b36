"""What a viewer is told of a table: states, entries and every other frame, each declared once.

Server, lessons, reviews, the terminal and the Python client make or read these. JSON Schema, the browser's types and the tables of
docs/wire.md are made from them, with the words under each field.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET
from msgspec import UnsetType as Unset

from kartenhaus.core.events import Event
from kartenhaus.core.game import Side
from kartenhaus.core.steps import StepKind
from kartenhaus.table.clock import Clock
from kartenhaus.table.facts import Level, OptionChosen, Points

PROTOCOL = 2
Phase = Literal["waiting", "playing", "over", "closed"]
Kind = Literal["free", "person", "bot"]
SeatNumber = Annotated[int, msgspec.Meta(ge=-1)]  # -1 for nobody, or a spectator
Options = dict[str, str | int | bool | list[str]]
View = dict[str, Any]  # a position in notation: docs/notation.md

# Parts of a state


class Sitting(msgspec.Struct, frozen=True):
    """A seat, from outside."""

    name: str
    """Empty while the seat is free."""
    colour: str
    """Empty while the seat is free."""
    kind: Kind = "person"
    """`free`, `person` or `bot`."""


class Seat(Sitting, frozen=True):
    """A seat, as it is at the moment."""

    bot: str = ""
    """The level of the bot that sits here; else empty."""
    ready: bool = False
    """Whether its player is ready for the next game."""
    here: bool = True
    """Whether its player is connected; true for bots."""
    resigned: bool = False
    """Whether it has given up this game."""
    replaced: bool = False
    """Whether its player is gone and a bot plays."""
    left: int | None = None
    """Milliseconds it has at the moment the frame is sent; `null` where no time is kept."""


class Choice(msgspec.Struct, frozen=True):
    """One of the choices that make up a move."""

    kind: StepKind
    """What is chosen: see below."""
    value: str
    """Which one, in notation."""
    words: str
    """What it is called, in the viewer's language."""


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that the viewer may make now."""

    move: str
    """What to send, in notation."""
    words: str
    """What to write on a button, in the viewer's language."""
    steps: tuple[Choice, ...] = ()
    """The choices that make it up, in the order in which people make them."""
    earns: int = 0
    """The points that it brings at once."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: list[int]
    """Their seats."""
    points: list[int]
    """One for each seat."""
    resigned: list[int]
    """The seats that gave up."""


class Regret(msgspec.Struct, frozen=True):
    """A move that somebody asks to take back."""

    seat: int
    """Who asks."""
    moves: int
    """How many moves of the game would remain."""
    asked: list[int]
    """The seats that have yet to answer."""


class Deal(msgspec.Struct, frozen=True):
    """What it takes to check a deal, once its game is over."""

    commitment: str
    """What was published of the secret before the deal."""
    secret: str
    """The secret."""
    nonces: list[str]
    """What every seat added to it; empty for bots and for who added nothing."""
    bots: list[int] | Unset = UNSET
    """The seats that were bots; left out where nobody knows any more."""


class Fair(msgspec.Struct, frozen=True):
    """What is promised of a deal."""

    commitment: str = ""
    """What is published of the secret of the game that is played, or of the next one."""
    last: Deal | None = None
    """The deal of the game that is over; `null` before that."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened at the table, as the viewer may know it. A field that its kind does not need is left out."""

    kind: str
    """What happened: see below."""
    number: int
    """Of the entry in the log, from 0 on."""
    seat: SeatNumber = -1
    """Whose doing it was, or whom it is about; left out for a spectator."""
    name: str = ""
    """Of who sat down or wrote."""
    colour: str = ""
    """Of who sat down."""
    bot: str = ""
    """The level of a bot that was put on a seat."""
    removed: bool = False
    """Whether the host removed who left."""
    ready: bool | Unset = UNSET
    """Whether the player is ready, or no longer."""
    move: str = ""
    """In notation; `?` for a card that the viewer may not see."""
    by: str = ""
    """Who made the move for the player: a `bot`, or the `clock` when time had run out."""
    text: str = ""
    """What was written."""
    clock: bool = False
    """Whether the seat gave up because its time had run out."""
    moves: int | Unset = UNSET
    """How many moves would remain if a move were taken back."""
    agrees: bool | Unset = UNSET
    """Whether the player agrees to that."""
    locked: bool | Unset = UNSET
    """Whether nobody can sit down any more."""
    reason: str = ""
    """Why the table is no more: `host`, `left`, `idle` or `full`."""
    words: str = ""
    """All of it in whole sentences, in the viewer's language; “You …” for what the viewer did. Left out where it needs none."""
    events: tuple[Event, ...] = ()
    """What happened in the game by a deal, by a move, or by moves that are taken back."""


# Frames


class State(msgspec.Struct, tag_field="type", tag="state", kw_only=True):
    """The whole table, as a viewer may know it.

    The defaults are those of a game at no server's table: a lesson, a review, a game at one terminal.
    """

    table: str = ""
    """The code of the table; empty for a game at no server's table."""
    game: str
    """The name of the game."""
    number: int = 0
    """Of the last entry."""
    answers: int = -1
    """Of the last entry that changed the game: what a move must name; -1 before the first game."""
    phase: Phase
    """`waiting` for the first game, `playing`, `over` between games, `closed`."""
    question: bool = False
    """Whether somebody is asked out of turn."""
    asked: tuple[int, ...] = ()
    """The seats that are, in the order of play: their answers have not come out yet."""
    paused: bool = False
    """Whether the game rests."""
    locked: bool = False
    """Whether nobody can sit down."""
    host: SeatNumber = -1
    """The seat of the host; -1 for nobody."""
    games: int = 1
    """Games dealt so far; the last of them is the one shown."""
    seats: list[Seat]
    """One for each seat: see below."""
    outcome: Outcome | None = None
    """How the game ended; `null` before that."""
    regret: Regret | None = None
    """Who asks to take a move back; `null` if nobody does."""
    fair: Fair = Fair()
    """What is promised of the deal."""
    closed: str = ""
    """Why the table is no more: `host`, `left` (the last player did), `idle` or `full` (its book is); else empty."""
    to_act: SeatNumber = -1
    """The seat whose decision is next; the viewer's own if they are asked out of turn; -1 for nobody."""
    you: SeatNumber = -1
    """The viewer's seat; -1 for a spectator."""
    answered: str = ""
    """The viewer's own answer to a question out of turn, while it is held back; else empty."""
    legal: list[Move] = []
    """The moves the viewer may make now."""
    view: View | None = None
    """The game as the viewer may know it, in notation; `null` before the first game."""
    entries: list[Entry] = []
    """What has just happened; empty when nothing has but coming and going."""
    reason: str = ""
    """Why the game is over, or why the table closed before it was, in words; else empty."""
    book: str = ""
    """In words, that the table's log is nearly full and no new game begins; else empty."""


class Names(msgspec.Struct, frozen=True):
    """What cards, colours and places are called in the viewer's language."""

    cards: dict[str, str]
    """By their notation."""
    colours: dict[str, str]
    """By their letter; empty for a game without colours."""
    places: dict[str, str]
    """Where cards lie, by the key of the view."""


class Listed(msgspec.Struct, kw_only=True):
    """What a list of tables shows of one: nothing that can be long."""

    table: str = ""
    """Its code."""
    game: str
    """The name of the game."""
    title: str
    """What the game is called."""
    players: int
    """How many seats there are."""
    clock: Clock = Clock()
    """How much time there is; fields that have their default are left out."""
    phase: Phase = "waiting"
    """As in the state."""
    free: int = 0
    """How many seats are free."""
    seats: list[Sitting] = []
    """Who sits there."""
    games: int = 0
    """Games dealt so far."""


class About(Listed, kw_only=True):
    """What changes seldom at a table."""

    edition: str | dict[str, Any] = "standard"
    """A name, or a whole edition."""
    options: Options = {}
    """The options that were chosen."""
    public: bool = False
    """Whether everybody sees it in the list of tables."""


class Outside(About, kw_only=True):
    """A table from outside."""

    link: str
    """The invitation."""


class Welcome(About, tag_field="type", tag="welcome", kw_only=True):
    """The first frame: what changes seldom, and what it takes to draw the game."""

    protocol: int = PROTOCOL
    """Of these frames and messages: 2."""
    picture: dict[str, Any]
    """What is printed on cards and board; each game has its own."""
    names: Names
    """What cards, colours and places are called."""
    levels: list[Level]
    """The levels of bots, from the easiest on."""
    next_seat: Side
    """At which side of a player the next seat is: `left`, so that seats count clockwise, or `right`."""
    points: Points
    """What points are called, and which way they count."""
    chosen: list[OptionChosen]
    """What was chosen for the table, in words."""
    you: SeatNumber = -1
    """The viewer's seat; -1 for a spectator."""


class Done(msgspec.Struct, tag_field="type", tag="done"):
    """A message has led to an entry, which is saved."""

    ref: str
    """What the sender calls the message."""
    number: int
    """Of the entry."""


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """A message has led to nothing."""

    ref: str
    """What the sender calls the message."""
    code: str
    """Why, for programs."""
    message: str
    """Why, in the viewer's language."""
    rule: str = ""
    """The id of the rule behind it; empty if there is none."""
    key: str = ""
    """The English sentence with named gaps."""
    params: dict[str, str] = {}
    """What goes in the gaps, in notation."""


class Why(msgspec.Struct, tag_field="type", tag="why"):
    """Why something cannot be chosen now."""

    ref: str
    """What the sender calls the message that asked."""
    message: str
    """In the viewer's language."""
    rule: str
    """The id of the rule behind it."""


class Story(msgspec.Struct, tag_field="type", tag="story"):
    """What happened in a game."""

    ref: str
    """What the sender calls the message that asked for it."""
    game: int
    """Which game of the table, from 1 on."""
    entries: list[Entry]
    """From the deal on, and what people said around it."""


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    """The answer to a ping."""

    ref: str
    """What the sender calls the ping."""
    number: int
    """Of the last entry."""


class Error(msgspec.Struct, tag_field="type", tag="error"):
    """That was no message, or something went wrong inside the table."""

    code: str
    """`message` or `broken`."""
    message: str
    """In the viewer's language."""


class Printing(msgspec.Struct, tag_field="type", tag="printing"):
    """The game is not there yet, as on the first start of a server; what comes next comes by itself, every second says so again."""

    game: str
    """Its name."""
    seconds: int
    """About how long it will take; 1 at least."""
    message: str
    """The same in the viewer's language."""


Frame = Welcome | State | Done | Refused | Why | Story | Pong | Error | Printing
encode = msgspec.json.Encoder().encode
