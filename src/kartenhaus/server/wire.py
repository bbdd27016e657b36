"""The shape of everything said over a WebSocket, as JSON Schema: `GET /api/schema.json`.

Messages are read by the types of `conversation`. Frames are made in `table.frames` and `conversation`; here is what they look
like, and a test holds every frame of whole games against it.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, get_args

import msgspec

from kartenhaus.server.conversation import PROTOCOL, Message
from kartenhaus.table import entries as log
from kartenhaus.table.frames import PRIVATE

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Phase = Literal["waiting", "playing", "over", "closed"]
Kind = Literal["free", "person", "bot"]
SeatNumber = Annotated[int, msgspec.Meta(ge=-1, description="a seat; -1 for nobody, or a spectator")]


class Sitting(msgspec.Struct):
    """A seat, from outside."""

    name: str
    colour: str
    kind: Kind


class Seat(Sitting):
    """A seat, as it is at the moment."""

    bot: str
    ready: bool
    here: bool
    resigned: bool
    replaced: bool
    left: int | None


class LegalMove(msgspec.Struct):
    """A move that may be made: what to send, what to write on a button, and the points it earns at once, if any."""

    move: str
    words: str
    earns: int | msgspec.UnsetType = msgspec.UNSET


class Outcome(msgspec.Struct):
    """How a game ended."""

    winners: list[int]
    points: list[int]
    resigned: list[int]


class Regret(msgspec.Struct):
    """Who asks for a move back."""

    seat: int
    moves: int
    asked: list[int]


class Told(msgspec.Struct):
    """What it takes to check a deal."""

    commitment: str
    secret: str
    nonces: list[str]


class Fair(msgspec.Struct):
    """What is promised of a deal, and the last promise kept."""

    commitment: str
    last: Told | None


class CardMoved(msgspec.Struct):
    """A card that went from one place to another."""

    card: str
    source: str = msgspec.field(name="from")
    target: str = msgspec.field(name="to")


class CardNames(msgspec.Struct):
    """What cards and colours are called."""

    cards: dict[str, str]
    colours: dict[str, str]


class About(msgspec.Struct):
    """What changes seldom at a table; `GET /api/tables/{code}` says the same."""

    table: str
    game: str
    title: str
    players: int
    edition: str | dict[str, Any]
    options: dict[str, bool | int | str | list[str]]
    clock: log.Clock
    public: bool
    phase: Phase
    free: int
    seats: list[Sitting]
    games: int


class Welcome(About, tag_field="type", tag="welcome", kw_only=True):
    """The first frame."""

    protocol: Annotated[int, msgspec.Meta(ge=PROTOCOL, le=PROTOCOL)]
    picture: Annotated[dict[str, Any], msgspec.Meta(description="what is printed on cards and board; each game has its own")]
    names: CardNames
    you: SeatNumber


def _event(kind: type[log.Entry]) -> type[msgspec.Struct]:
    """An entry as a viewer is told of it: without what is nobody's business, and with what they see of it."""
    fields: list[Any] = [("number", int)]
    for field in msgspec.structs.fields(kind):
        if field.name not in PRIVATE | {"options"}:
            plain = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
            default = (
                field.default
                if field.default_factory is msgspec.NODEFAULT
                else msgspec.field(default_factory=field.default_factory)
            )
            fields.append((field.name, field.type) if plain else (field.name, field.type, default))
    fields.append(("words", str) if kind is log.Moved else ("words", str, ""))
    fields.append(("cards", list[CardMoved] | msgspec.UnsetType, msgspec.UNSET))
    return msgspec.defstruct(
        f"Event{kind.__name__}", fields, tag_field="kind", tag=kind.__struct_config__.tag, omit_defaults=True, kw_only=True
    )


EVENTS = tuple(_event(kind) for kind in get_args(log.AnyEntry))
AnyEvent: Any = EVENTS[0]
for _kind in EVENTS[1:]:
    AnyEvent |= _kind


class State(msgspec.Struct, tag_field="type", tag="state"):
    """The whole table, as a viewer may know it."""

    table: str
    game: str
    number: int
    answers: int
    phase: Phase
    to_act: SeatNumber
    question: bool
    paused: bool
    locked: bool
    host: SeatNumber
    games: int
    seats: list[Seat]
    outcome: Outcome | None
    regret: Regret | None
    fair: Fair
    closed: str
    you: SeatNumber
    legal: list[LegalMove]
    view: Annotated[dict[str, Any] | None, msgspec.Meta(description="a position in notation: docs/notation.md")]
    events: list[AnyEvent]
    reason: str


class Done(msgspec.Struct, tag_field="type", tag="done"):
    """A message has led to an entry, which is saved."""

    ref: str
    number: int


class Refused(msgspec.Struct, tag_field="type", tag="refused"):
    """A message has led to nothing."""

    ref: str
    code: str
    message: str
    rule: str
    key: str
    params: dict[str, str]


class Story(msgspec.Struct, tag_field="type", tag="story"):
    """What happened in a game."""

    ref: str
    game: int
    events: list[AnyEvent]


class Pong(msgspec.Struct, tag_field="type", tag="pong"):
    """The answer to a ping."""

    ref: str
    number: int


class Error(msgspec.Struct, tag_field="type", tag="error"):
    """That was no message, or something went wrong inside the table."""

    code: str
    message: str


Frame = Welcome | State | Done | Refused | Story | Pong | Error


@cache
def schema() -> dict[str, Any]:
    """One document for both directions: `messages` are what a client says, `frames` what it hears."""
    (messages, frames), parts = msgspec.json.schema_components([Message, Frame], ref_template="#/$defs/{name}")
    return {
        "$schema": DIALECT,
        "title": "Kartenhaus: the WebSocket of a table",
        "description": "A client says messages and hears frames; docs/wire.md tells what they mean. "
        "A frame may have fields that are not named here: ignore them.",
        "oneOf": [{"$ref": "#/$defs/messages"}, {"$ref": "#/$defs/frames"}],
        "$defs": {"messages": messages, "frames": frames, **parts},
    }
