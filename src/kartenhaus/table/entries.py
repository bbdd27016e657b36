"""What can happen at a table. A table is the list of these entries; they are all that is ever stored of it.

Every kind has its own small record; `kind` is its name in JSON. `at` is the wall clock in milliseconds, for people to read:
nothing is ever decided by it.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Entry(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    """Something that happened."""

    at: int


class Asked(Entry, frozen=True, kw_only=True):
    """Something that somebody at the table asked for."""

    asker: int = -1
    """Their seat."""
    ref: str = ""
    """What they call it: sent again, it is the same."""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How much time there is: none is kept, so much for each move, or a bank with something added after each move."""

    kind: str = "none"
    """`none`, `move` or `bank`."""
    seconds: int = 0
    """For each move, or in the bank at the start."""
    increment: int = 0
    """Seconds added to the bank after each move."""
    zero: str = "bot"
    """What happens when it has run out: a `bot` moves, or the seat must `resign`."""


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


class Closed(Asked, frozen=True):
    """The table is no more."""

    reason: str


AnyEntry = (
    Opened | Sat | Left | Seated | Readied | Started | Moved | Wrote | Resigned | Paused | Resumed | Replaced | Returned
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
