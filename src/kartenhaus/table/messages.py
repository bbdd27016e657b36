"""What somebody at a table can say: every message, declared once."""

from __future__ import annotations

from typing import Annotated

import msgspec

from kartenhaus.bots.levels import USUAL
from kartenhaus.core.steps import MOST_STEPS, MOST_VALUE, StepKind

Number = Annotated[int, msgspec.Meta(ge=-1, le=1 << 31)]


class Hello(msgspec.Struct, tag_field="do", tag="hello"):
    """The first message: who one is."""

    token: str = ""
    """Opens one's seat; without one, one watches."""
    name: str = ""
    """What a spectator is called when writing."""
    language: str = ""
    """What is told is told in it; without one, the handshake says."""


class Said(msgspec.Struct, tag_field="do"):
    """Anything after that."""

    ref: str = ""
    """What the sender calls it: its answer carries it, and sent again it is the same."""


class MakeMove(Said, tag="move", kw_only=True):
    """Make a move."""

    move: str
    """In notation."""
    answers: Number
    """As in the state that the move answers."""


class Ready(Said, tag="ready"):
    """Be ready for the next game, or no longer."""

    ready: bool = True
    """Whether one is."""
    nonce: str = ""
    """One's own share of the chance."""


class Chat(Said, tag="chat", kw_only=True):
    """Say something."""

    text: str
    """What everybody reads."""


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
    """The host lets nobody else sit down, or does again."""

    locked: bool = True
    """Whether nobody can."""


class HandOn(Said, tag="host", kw_only=True):
    """The host hands the role on."""

    seat: Number
    """To whom."""


class Close(Said, tag="close"):
    """The host ends the table."""


class Resign(Said, tag="resign"):
    """Give up this game, and stay."""


class Pause(Said, tag="pause"):
    """Let the game rest."""


class Resume(Said, tag="resume"):
    """Let the game go on."""


class TakeBack(Said, tag="regret"):
    """Ask to take back one's last move."""


class Answer(Said, tag="answer", kw_only=True):
    """The answer to that."""

    agrees: bool
    """Whether one agrees."""


class Chosen(msgspec.Struct):
    """One choice."""

    kind: StepKind
    """What is chosen: `card`, `space` and so on."""
    value: Annotated[str, msgspec.Meta(max_length=MOST_VALUE)]
    """Which one, in notation."""


class AskWhy(Said, tag="why", kw_only=True):
    """Ask why something cannot be chosen now."""

    steps: Annotated[list[Chosen], msgspec.Meta(min_length=1, max_length=MOST_STEPS)]
    """What one would choose, as the steps of a move begin: each with `kind` and `value`."""


class AskStory(Said, tag="story"):
    """Ask what happened in a game, from its deal on."""

    game: Number = 0
    """Which; 0 is the one played now, or last."""


class Ping(Said, tag="ping"):
    """Only to hear `pong`."""


Message = (
    Hello | MakeMove | Ready | Chat | Leave | Remove | SeatBot | Lock | HandOn | Close | Resign | Pause | Resume | TakeBack | Answer
    | AskWhy | AskStory | Ping
)  # fmt: skip
