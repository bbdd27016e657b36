"""Every message that a client can send, declared once."""

from __future__ import annotations

from typing import Annotated

import msgspec

from kartenhaus.bots.levels import USUAL
from kartenhaus.core.steps import MOST_STEPS, MOST_VALUE, StepKind
from kartenhaus.table.names import Face

MOST_TOKEN = 64  # characters
MOST_HELD = 10  # seats
Number = Annotated[int, msgspec.Meta(ge=-1, le=1 << 31)]


class Hello(msgspec.Struct, tag_field="do", tag="hello"):
    """The first message: who the client is."""

    token: str = ""
    """The token of the seat; without it, the client watches."""
    name: str = ""
    """The name of a spectator in chat."""
    language: str = ""
    """The language of all texts; without it, the one of the handshake."""
    screen: bool = False
    """Whether the client is a screen in the middle of the table, for everybody; without a token."""
    holds: Annotated[list[Annotated[str, msgspec.Meta(max_length=MOST_TOKEN)]], msgspec.Meta(max_length=MOST_HELD)] = []
    """The tokens of other seats whose players sit at the same device: they count as connected, and their views are not sent."""


class Said(msgspec.Struct, tag_field="do"):
    """Any later message."""

    ref: str = ""
    """Chosen by the sender: the answer repeats it, and the same message sent again counts once."""


class MakeMove(Said, tag="move", kw_only=True):
    """Make a move."""

    move: str
    """In notation."""
    answers: Number
    """`answers` of the state that the move answers."""


class Ready(Said, tag="ready"):
    """Be ready for the next game, or no longer ready."""

    ready: bool = True
    """Whether the player is ready."""
    nonce: str = ""
    """The player's own contribution to the seed."""
    seat: Number = -1
    """Who: a seat that this connection holds; -1 for its own."""


class Chat(Said, tag="chat", kw_only=True):
    """Say something."""

    text: str
    """The text."""


class React(Said, tag="react", kw_only=True):
    """Make a face, which everybody sees for a moment."""

    face: Face
    """Which."""


class Leave(Said, tag="leave"):
    """Leave the table."""


class Remove(Said, tag="remove", kw_only=True):
    """The host takes a seat away from a player or a bot."""

    seat: Number
    """Whose."""


class SeatBot(Said, tag="bot", kw_only=True):
    """The host puts a bot on a free seat."""

    seat: Number
    """Which."""
    level: str = USUAL
    """How well it plays."""


class Lock(Said, tag="lock"):
    """The host locks or unlocks the table."""

    locked: bool = True
    """Whether nobody can sit down."""


class HandOn(Said, tag="host", kw_only=True):
    """The host makes another player the host."""

    seat: Number
    """To whom."""


class Close(Said, tag="close"):
    """The host closes the table."""


class Resign(Said, tag="resign"):
    """Give up this game, and stay at the table."""


class Pause(Said, tag="pause"):
    """Pause the game."""


class Resume(Said, tag="resume"):
    """Resume the game."""


class TakeBack(Said, tag="regret"):
    """Ask to take back the last move."""


class Answer(Said, tag="answer", kw_only=True):
    """The answer to a request to take back."""

    agrees: bool
    """Whether the player agrees."""


class Chosen(msgspec.Struct):
    """One choice."""

    kind: StepKind
    """What is chosen: `card`, `space` and so on."""
    value: Annotated[str, msgspec.Meta(max_length=MOST_VALUE)]
    """Which one, in notation."""


class AskWhy(Said, tag="why", kw_only=True):
    """Ask why something cannot be chosen now."""

    steps: Annotated[list[Chosen], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]
    """The first steps of a move, each with `kind` and `value`."""


class AskStory(Said, tag="story"):
    """Ask what happened in a game, from its deal on."""

    game: Number = 0
    """Which; 0 is the one played now, or last."""


class Ping(Said, tag="ping"):
    """Ask for a `pong`."""


Message = (
    Hello | MakeMove | Ready | Chat | React | Leave | Remove | SeatBot | Lock | HandOn | Close | Resign | Pause | Resume | TakeBack
    | Answer | AskWhy | AskStory | Ping
)  # fmt: skip
