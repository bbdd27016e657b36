"""Everything that can happen at a table. A table is the list of these entries; nothing else of it is stored.

Every kind has its own small class; `kind` is its name in JSON. `at` is the wall clock in milliseconds, for people to read:
nothing depends on it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kartenhaus.core.history import Result
from kartenhaus.table.clock import Clock
from kartenhaus.table.setup import ANYONE, Setup


class Entry(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True, gc=False):
    """Something that happened."""

    at: int

    @property
    def kind(self) -> str:
        """Its name in JSON."""
        return str(self.__struct_config__.tag)


class Asked(Entry, frozen=True, kw_only=True):
    """Something that a viewer asked for."""

    asker: int = -1
    """Their seat."""
    ref: str = ""
    """Their name for the message: one sent again with the same name makes no second entry."""


class Opened(Entry, frozen=True):
    """A table was opened; nobody sits at it yet."""

    game: str
    players: int
    secret: str
    """The secret of the first deal; nobody learns it before the game is over."""
    edition: str | dict[str, Any] = "standard"
    options: dict[str, str | int | bool | list[str]] = {}
    clock: Clock = Clock()
    public: bool = False
    rules: int = 1
    """The version of the game's rules."""
    watch: str = ANYONE

    @property
    def setup(self) -> Setup:
        """What the table was opened to play with."""
        return Setup(self.players, self.edition, self.options, self.clock, self.public, self.watch)


class Arranged(Asked, frozen=True):
    """The host chose anew what the table plays with, before the first deal; nobody is ready any more."""

    seat: int
    setup: Setup


class Sat(Entry, frozen=True):
    """Somebody took a seat."""

    seat: int
    name: str
    colour: str
    key: str
    """A digest of the token that opens the seat."""
    browser: str = ""
    """A digest of the id of the player's browser; empty without one."""


class Left(Asked, frozen=True):
    """A seat was left, or its player was removed by the host."""

    seat: int
    removed: bool = False


class Seated(Asked, frozen=True):
    """The host put a bot on a free seat."""

    seat: int
    bot: str
    name: str


class Readied(Asked, frozen=True):
    """A player is ready for the next game, or no longer."""

    seat: int
    ready: bool = True
    nonce: str = ""
    """The player's contribution to the seed of the deal."""


class Started(Entry, frozen=True):
    """A game was dealt from the secret and the nonces."""

    options: dict[str, str | int | bool | list[str]]
    unsure: bool = False
    """Whether it is unknown who was a bot, because the game was imported from a record that does not say."""
    rules: int = 0
    """The version of the game's rules; 0 for the one with which the table was opened."""


class Moved(Entry, frozen=True):
    """A seat made a move."""

    seat: int
    move: str
    used: int = 0
    """Milliseconds of thinking that count against the seat."""
    ref: str = ""
    """The sender's name for this move: sent again with the same name, it makes no second move."""
    by: str = ""
    """Who made it for the player: `bot`, `clock` (its time had run out) or `table` (there was no choice)."""


class Held(Entry, frozen=True):
    """A player's answer to a question out of turn, before its time is over: nobody else learns of it.

    It becomes a move later, or never, if somebody before them acts on the question. Viewers do not count it.
    """

    seat: int
    move: str
    ref: str = ""
    """The sender's name for this answer: sent again with the same name, it makes no second answer."""


class Wrote(Entry, frozen=True):
    """Somebody wrote in the chat; seat -1 is a spectator."""

    seat: int
    name: str
    text: str
    ref: str = ""


class Resigned(Asked, frozen=True):
    """A seat gave up, or lost on time."""

    seat: int
    clock: bool = False


class Paused(Asked, frozen=True):
    """The game was paused."""

    seat: int
    used: int = 0
    """Milliseconds of the current decision that count up to then."""


class Resumed(Asked, frozen=True):
    """The game was resumed."""

    seat: int


class Replaced(Entry, frozen=True):
    """A bot plays for a player who was disconnected too long."""

    seat: int


class Returned(Entry, frozen=True):
    """The player is back and plays again."""

    seat: int


class Regretted(Asked, frozen=True):
    """A player asks to take back moves."""

    seat: int
    moves: int
    """How many moves would remain."""


class Answered(Asked, frozen=True):
    """A player's answer to such a request."""

    seat: int
    agrees: bool


class Locked(Asked, frozen=True):
    """The host locked the table, or opened it again."""

    locked: bool


class Hosted(Asked, frozen=True):
    """Another player became the host."""

    seat: int


class Finished(Entry, frozen=True):
    """The game is over, and its secret may be published; `secret` is that of the next one."""

    secret: str
    result: Result | None = None
    """As the rules of the time counted it, for replays under newer rules; none if the game ended because somebody gave up."""


class Closed(Asked, frozen=True):
    """The table was closed."""

    reason: str


AnyEntry = (
    Opened | Arranged | Sat | Left | Seated | Readied | Started | Moved | Held | Wrote | Resigned | Paused | Resumed | Replaced
    | Returned | Regretted | Answered | Locked | Hosted | Finished | Closed
)  # fmt: skip
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: Entry) -> bytes:
    """An entry as it is stored."""
    return _encoder.encode(entry)


def decode(data: bytes | str) -> AnyEntry:
    """The inverse of `encode`."""
    return _decoder.decode(data)
