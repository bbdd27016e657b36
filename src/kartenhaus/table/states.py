"""What is sent to those who look at a table: states, entries and every other frame, each declared once.

Server, lessons, reviews, the terminal and the Python client make or read these. JSON Schema, the browser's types and the tables of
docs/wire.md are made from them, with the words under each field. None refers to itself, so garbage collection may pass over those
that are made all the time (`gc=False`).
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
from kartenhaus.table.guide import Help
from kartenhaus.table.names import Face
from kartenhaus.table.setup import ANYONE

PROTOCOL = 2
Phase = Literal["waiting", "playing", "over", "closed"]
Kind = Literal["free", "person", "bot"]
SeatNumber = Annotated[int, msgspec.Meta(ge=-1)]  # -1 for nobody, or a spectator
Options = dict[str, str | int | bool | list[str]]
View = dict[str, Any]  # a position in notation: docs/notation.md

# Parts of a state


class Sitting(msgspec.Struct, frozen=True, gc=False):
    """A seat, from outside."""

    name: str
    """Empty while the seat is free; in a state, a player who left keeps their name until the next game."""
    colour: str
    """Empty while the seat is free."""
    kind: Kind = "person"
    """`free`, `person` or `bot`."""


class Seat(Sitting, frozen=True):
    """A seat, as it is at the moment."""

    bot: str = ""
    """The level of the bot in this seat; empty for a person."""
    ready: bool = False
    """Whether its player is ready for the next game."""
    here: bool = True
    """Whether its player is connected; true for bots."""
    resigned: bool = False
    """Whether it gave up this game."""
    replaced: bool = False
    """Whether its player is away and a bot plays for them."""
    left: int | None = None
    """Milliseconds left when the frame is sent; `null` without a clock."""
    won: int = 0
    """Games that its player has won at this table."""


class Choice(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One of the choices that make up a move."""

    kind: StepKind
    """What is chosen: see below."""
    value: str
    """Which one, in notation."""
    words: str
    """What it is called, in the viewer's language."""
    brings: str = ""
    """What it does besides earning points, in a few words (“all draw”). Left out if it does nothing."""
    effect: str = ""
    """The same for programs, the same in every language (`all draw`)."""


class Move(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A move that the viewer may make now."""

    move: str
    """What to send, in notation."""
    words: str
    """What to write on a button, in the viewer's language."""
    steps: tuple[Choice, ...] = ()
    """The choices it consists of, in the order in which people make them."""
    earns: int = 0
    """The points it brings at once."""


class Player(Sitting, frozen=True):
    """Who played on a seat."""

    bot: str = ""
    """The level of the bot; empty for a person."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    winners: list[int]
    """Their seats."""
    points: list[int]
    """One for each seat."""
    resigned: list[int]
    """The seats that gave up."""
    players: list[Player] = []
    """Who played on each seat: a player may have left since."""
    cards: list[list[str]] = []
    """The cards of each seat that count, now open to all; empty if no cards are counted."""
    worth: list[list[int]] = []
    """What each of these cards counts. `points` leave that out if the rules had not counted yet when all others gave up."""
    earned: list[dict[str, int]] = []
    """The points of each seat by the id of the rule that gave them, the most first; empty if cards are counted."""


class Regret(msgspec.Struct, frozen=True):
    """A move that somebody asks to take back."""

    seat: int
    """Who asks."""
    moves: int
    """How many moves of the game would be left."""
    asked: list[int]
    """The seats that have not answered yet."""


class Deal(msgspec.Struct, frozen=True):
    """What it takes to check a deal, once its game is over."""

    commitment: str
    """The digest of the secret, published before the deal."""
    secret: str
    """The secret."""
    nonces: list[str]
    """What each seat added to it; empty for bots and for players who added nothing."""
    bots: list[int] | Unset = UNSET
    """The seats that were bots; left out if that was not recorded."""


class Fair(msgspec.Struct, frozen=True, gc=False):
    """What is promised of a deal."""

    commitment: str = ""
    """The digest of the secret of the current or next game."""
    last: Deal | None = None
    """The deal of the finished game; `null` before the end."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that happened at the table, as the viewer may know it. Fields that its kind does not use are left out."""

    kind: str
    """What happened: see below."""
    number: int
    """The number of the entry in the log, from 0."""
    seat: SeatNumber = -1
    """The seat that did it, or that it is about; left out for a spectator."""
    name: str = ""
    """The name of the player who sat down or wrote."""
    colour: str = ""
    """The colour of the player who sat down."""
    bot: str = ""
    """The level of a bot that was seated."""
    removed: bool = False
    """Whether the host removed the player."""
    ready: bool | Unset = UNSET
    """Whether the player is ready."""
    move: str = ""
    """The move in notation; `?` for a card that the viewer may not see."""
    by: str = ""
    """Who made the move for the player: a `bot`, or the `clock` when the time was up."""
    text: str = ""
    """What was written."""
    clock: bool = False
    """Whether the seat gave up because its time was up."""
    moves: int | Unset = UNSET
    """How many moves would be left after taking back."""
    agrees: bool | Unset = UNSET
    """Whether the player agrees to take back."""
    locked: bool | Unset = UNSET
    """Whether the table is now locked."""
    reason: str = ""
    """Why the table closed: `host`, `left`, `idle` or `full`."""
    words: str = ""
    """What happened, in sentences in the viewer's language (“You …” for the viewer). Left out if there is nothing to say."""
    who: str = ""
    """The name of a player with which they begin; left out if they begin with something else."""
    events: tuple[Event, ...] = ()
    """What happened in the game: in a deal, in a move, or when moves were taken back."""


# Frames


class State(msgspec.Struct, tag_field="type", tag="state", kw_only=True, gc=False):
    """The whole table, as a viewer may know it.

    The defaults are those of a game at no server's table: a lesson, a review, a game at one terminal.
    """

    table: str = ""
    """The code of the table; empty for a game that is not on a server."""
    game: str
    """The name of the game."""
    number: int = 0
    """The number of the last entry."""
    answers: int = -1
    """The number of the last entry that changed the game; a move must name it. -1 before the first game."""
    phase: Phase
    """`waiting` for the first game, `playing`, `over` between games, `closed`."""
    question: bool = False
    """Whether a question out of turn is open."""
    asked: tuple[int, ...] = ()
    """The seats that are asked and whose answers are not shown yet, in the order of play."""
    paused: bool = False
    """Whether the game is paused."""
    locked: bool = False
    """Whether the host has locked the table."""
    host: SeatNumber = -1
    """The seat of the host; -1 if there is none."""
    games: int = 1
    """Games dealt so far; the last one is shown."""
    seats: list[Seat]
    """One for each seat: see below."""
    outcome: Outcome | None = None
    """How the game ended; `null` before the end."""
    regret: Regret | None = None
    """A request to take back a move; `null` if there is none."""
    fair: Fair = Fair()
    """The server's commitment to the deal."""
    closed: str = ""
    """Why the table closed: `host`, `left` (the last player left), `idle` or `full` (its log is full); empty while it is open."""
    to_act: SeatNumber = -1
    """The seat to act; the viewer's own if they are asked out of turn; -1 for nobody."""
    next: SeatNumber = -1
    """The seat whose turn comes next if nothing changes; -1 if only the move decides it, and when no game is played."""
    you: SeatNumber = -1
    """The viewer's seat; -1 for a spectator."""
    answered: str = ""
    """The viewer's own answer to a question out of turn, until it is shown; else empty."""
    legal: list[Move] = []
    """The moves the viewer may make now."""
    prompt: str = ""
    """What the viewer may do now, in words (“9 or higher, or a Lemur”); empty if they may do nothing or the game has no words."""
    hint: str = ""
    """One more sentence beside the prompt: why nothing else is possible, or what happens to the rest; often empty."""
    view: View | None = None
    """The game as the viewer may know it, in notation; `null` before the first game."""
    entries: list[Entry] = []
    """What has just happened; empty if people only came or went."""
    reason: str = ""
    """Why the game is over, or why the table closed in mid-game, in words; else empty."""
    book: str = ""
    """A warning, in words, that the table's log is nearly full and no new game can start; else empty."""
    screen: bool = False
    """Whether a screen in the middle shows the table to everybody, so that the pages of players may show only their hands."""


class Names(msgspec.Struct, frozen=True):
    """What cards, colours and places are called in the viewer's language."""

    cards: dict[str, str]
    """Names of cards, by their notation."""
    colours: dict[str, str]
    """Names of colours, by their letter; empty for a game without colours."""
    places: dict[str, str]
    """Names of the places where cards lie, by the key of the view."""
    earned: dict[str, str] = {}
    """What brings points, by the id of its rule; empty if cards are counted at the end."""


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
    """The clock; fields with their default value are left out."""
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
    """Whether the list of tables shows it."""
    watch: str = ANYONE
    """Who may look on while a game is played: `anyone` or `nobody`."""
    chosen: list[OptionChosen] = []
    """What the host chose, in words: options, the edition, the clock, who may come."""
    usual: list[OptionChosen] = []
    """The rest of what it plays with, in words: what is as usual."""


class Outside(About, kw_only=True):
    """A table from outside."""

    link: str
    """The invitation."""
    waits_for: list[int] = []
    """The seats whose decision the game waits for."""
    left: int | None = None
    """Milliseconds that the first of them has left, with a clock by the day; else `null`."""


class Welcome(About, tag_field="type", tag="welcome", kw_only=True):
    """The first frame: what changes seldom, and what it takes to draw the game."""

    protocol: int = PROTOCOL
    """The version of this protocol: 2."""
    picture: dict[str, Any]
    """What is printed on cards and board; different for each game."""
    names: Names
    """What cards, colours and places are called."""
    levels: list[Level]
    """The levels of bots, easiest first, then characters: players with a style."""
    next_seat: Side
    """The side of a player on which the next seat is: `left` (seats count clockwise) or `right`."""
    points: Points
    """What points are called, and whether more or fewer are better."""
    short: str = ""
    """The name of the game alone, where the title says more."""
    questions: dict[str, str] = {}
    """What to ask for the next step of a move, by its effect, else by its kind (for a `word`, by its value)."""
    help: list[Help]
    """What each kind of card, space and place is; empty for a game that does not say."""
    summary: str = ""
    """What players do in this game, in a sentence."""
    lesson: bool = False
    """Whether the game has a lesson."""
    you: SeatNumber = -1
    """The viewer's seat; -1 for a spectator."""


class Done(msgspec.Struct, tag_field="type", tag="done", gc=False):
    """A message was accepted and its entry is saved."""

    ref: str
    """The `ref` of the message."""
    number: int
    """The number of the entry."""


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """A message was refused."""

    ref: str
    """The `ref` of the message."""
    code: str
    """Why, for programs."""
    message: str
    """Why, in the viewer's language."""
    rule: str = ""
    """The id of the rule behind it; empty if there is none."""
    key: str = ""
    """The English sentence with named placeholders."""
    params: dict[str, str] = {}
    """The values of the placeholders, in notation."""


class Why(msgspec.Struct, tag_field="type", tag="why"):
    """Why something cannot be chosen now."""

    ref: str
    """The `ref` of the message that asked."""
    message: str
    """In the viewer's language."""
    rule: str
    """The id of the rule behind it."""


class Story(msgspec.Struct, tag_field="type", tag="story"):
    """What happened in a game."""

    ref: str
    """The `ref` of the message that asked for it."""
    game: int
    """The number of the game at this table, from 1."""
    entries: list[Entry]
    """Everything from the deal on, and chat before and after the game."""


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    """The answer to a ping."""

    ref: str
    """The `ref` of the ping."""
    number: int
    """The number of the last entry."""


class Error(msgspec.Struct, tag_field="type", tag="error"):
    """The message could not be read, or something went wrong inside the table."""

    code: str
    """`message` or `broken`."""
    message: str
    """In the viewer's language."""


class Reaction(msgspec.Struct, tag_field="type", tag="reaction"):
    """A player makes a face. It is shown for a moment and not stored."""

    seat: int
    """Who."""
    face: Face
    """Which: `laugh`, `cheer`, `wow`, `think`, `cry` or `grumble`."""
    words: str
    """The same in words, in the viewer's language."""


class Printing(msgspec.Struct, tag_field="type", tag="printing"):
    """The game is still being compiled, as on the first start of a server. Sent every second until the game is ready."""

    game: str
    """Its name."""
    seconds: int
    """About how many seconds it will take; at least 1."""
    message: str
    """The same in the viewer's language."""


Frame = Welcome | State | Done | Refused | Why | Story | Reaction | Pong | Error | Printing
encode = msgspec.json.Encoder().encode
