"""What can happen at a table. A table is the list of these entries; they are all that is ever stored of it.

Every kind has its own small record; `kind` is its name in JSON. `at` is the wall clock in milliseconds, for people to read:
nothing is ever decided by it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kartenhaus.core.history import Result
from kartenhaus.table.clock import Clock


class Entry(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """Something that happened."""

    at: int

    @property
    def kind(self) -> str:
        """Its name in JSON."""
        return str(self.__struct_config__.tag)


class Asked(Entry, frozen=True, kw_only=True):
    """Something that somebody at the table asked for."""

    asker: int = -1
    """Their seat."""
    ref: str = ""
    """What they call it: sent again, it is the same."""


class Opened(Entry, frozen=True):
    """A table was opened; nobody sits at it yet."""

    game: str
    players: int
    secret: str
    """From which the first deal will follow: nobody is told before the game is over."""
    edition: str | dict[str, Any] = "standard"
    options: dict[str, str | int | bool | list[str]] = {}
    clock: Clock = Clock()
    public: bool = False
    rules: int = 1
    """The version of the game's rules."""


class Sat(Entry, frozen=True):
    """Somebody took a seat."""

    seat: int
    name: str
    colour: str
    key: str
    """A digest of the token that opens the seat."""
    browser: str = ""
    """A digest of what the player's browser calls itself; empty if it did not say."""


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
    """A player's own share of the chance."""


class Started(Entry, frozen=True):
    """A game was dealt: by the secret and the nonces."""

    options: dict[str, str | int | bool | list[str]]
    unsure: bool = False
    """Whether nobody knows who was a bot: it was brought in from a record that does not say."""
    rules: int = 0
    """The version of the game's rules; 0 for the one with which the table was opened."""


class Moved(Entry, frozen=True):
    """A seat made a move."""

    seat: int
    move: str
    used: int = 0
    """Milliseconds of thinking that count."""
    ref: str = ""
    """What the sender calls this move: sent again, it is the same move."""
    by: str = ""
    """Who made it for the player: `bot`, `clock` (its time had run out) or `table` (there was no choice)."""


class Held(Entry, frozen=True):
    """A player's answer to a question out of turn, before its time is over: nobody else hears of it.

    It comes out as a move, or never, if somebody before them did something about the question. Viewers do not count it.
    """

    seat: int
    move: str
    ref: str = ""
    """What the sender calls it: sent again, it is the same answer."""


class Wrote(Entry, frozen=True):
    """Somebody said something; -1 is a spectator."""

    seat: int
    name: str
    text: str
    ref: str = ""


class Resigned(Asked, frozen=True):
    """A seat gave up, or lost on time."""

    seat: int
    clock: bool = False


class Paused(Asked, frozen=True):
    """The game rests."""

    seat: int
    used: int = 0
    """Milliseconds of the decision at hand that count by then."""


class Resumed(Asked, frozen=True):
    """The game goes on."""

    seat: int


class Replaced(Entry, frozen=True):
    """A bot plays for a player who is gone too long."""

    seat: int


class Returned(Entry, frozen=True):
    """The player is back and plays again."""

    seat: int


class Regretted(Asked, frozen=True):
    """A player would like to take back the game to an earlier move."""

    seat: int
    moves: int
    """How many moves are to remain."""


class Answered(Asked, frozen=True):
    """A player's answer to that."""

    seat: int
    agrees: bool


class Locked(Asked, frozen=True):
    """The host locked the table, or opened it again."""

    locked: bool


class Hosted(Asked, frozen=True):
    """The host handed the role on."""

    seat: int


class Finished(Entry, frozen=True):
    """The game is over, and its secret may be told; with the secret of the next one."""

    secret: str
    result: Result | None = None
    """As the rules counted it, for who plays it again by other rules; none if it ended because somebody gave up."""


class Closed(Asked, frozen=True):
    """The table is no more."""

    reason: str


AnyEntry = (
    Opened | Sat | Left | Seated | Readied | Started | Moved | Held | Wrote | Resigned | Paused | Resumed | Replaced | Returned
    | Regretted | Answered | Locked | Hosted | Finished | Closed
)  # fmt: skip
_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def encode(entry: Entry) -> bytes:
    """An entry as it is stored."""
    return _encoder.encode(entry)


def decode(data: bytes | str) -> AnyEntry:
    """The inverse of `encode`."""
    return _decoder.decode(data)
