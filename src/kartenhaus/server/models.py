"""Requests and answers of the HTTP interface; pydantic is used only here and in `reviews`."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from kartenhaus.bots.levels import NAMES as LEVELS
from kartenhaus.bots.levels import USUAL
from kartenhaus.core.game import MOST_LINE, MOST_LINES
from kartenhaus.table.clock import AT_ZERO, DAY, KINDS, MAX_DAYS, MAX_SECONDS
from kartenhaus.table.setup import ANYONE

Line = Annotated[str, StringConstraints(max_length=MOST_LINE)]
OptionValue = bool | int | Annotated[str, StringConstraints(max_length=40)] | Annotated[list[Line], Field(max_length=MOST_LINES)]
OptionChoices = Annotated[dict[str, OptionValue], Field(max_length=20)]
Edition = Annotated[str, StringConstraints(max_length=100)] | dict[str, Any]
Watch = Annotated[str, StringConstraints(max_length=20)]
Name = Annotated[str, StringConstraints(max_length=200)]
Browser = Annotated[
    str,
    StringConstraints(pattern="^([A-Za-z0-9_-]{16,64})?$"),
    Field(description="an id of this browser, chosen at random once; a removed player cannot come back from the same browser"),
]


class Strict(BaseModel):
    """Nothing that is not asked for, and nothing of another kind."""

    model_config = ConfigDict(extra="forbid", strict=True)


def _told(choices: dict[str, str]) -> str:
    """List choices and their meanings for the description of the interface."""
    return "; ".join(f"{name}: {meaning}" for name, meaning in choices.items())


class ClockChoice(Strict):
    """How much time there is."""

    kind: Annotated[str, StringConstraints(max_length=20)] = Field("none", description=_told(KINDS))
    seconds: int = Field(0, ge=0, le=MAX_DAYS * DAY)
    increment: int = Field(0, ge=0, le=MAX_SECONDS)
    zero: Annotated[str, StringConstraints(max_length=20)] = Field("bot", description=_told(AT_ZERO))


class TableChoice(Strict):
    """A table to be opened; the player who opens it gets seat 0 and is its host."""

    game: Annotated[str, StringConstraints(max_length=40)] = Field(examples=["mada"])
    players: int = Field(2, ge=1, le=10)
    name: Name = Field("", description="the name of the host", examples=["Mia"])
    colour: str = Field("", max_length=20)
    bots: list[Annotated[str, StringConstraints(max_length=20)]] = Field(
        [],
        max_length=5,
        description=f"levels of the bots in the last seats: {', '.join(LEVELS)}; an empty text leaves a seat free",
        examples=[[USUAL]],
    )
    edition: Edition = "standard"
    options: OptionChoices = Field({})
    clock: ClockChoice = Field(default_factory=ClockChoice.model_construct)
    public: bool = Field(False, description="whether the list of tables shows it")
    watch: Watch = Field(ANYONE, description="who may look on while a game is played: anyone or nobody")
    ready: bool = Field(False, description="whether the host is ready at once; if all other seats are bots, the game starts")
    browser: Browser = ""


class SetupChoice(Strict):
    """What a table plays with from now on; what is left out stays as it is."""

    token: str = Field(max_length=64, description="of the host's seat")
    players: int = Field(2, ge=1, le=10)
    edition: Edition = "standard"
    options: OptionChoices = Field({})
    clock: ClockChoice = Field(default_factory=ClockChoice.model_construct)
    public: bool = False
    watch: Watch = ANYONE


class SeatChoice(Strict):
    """A seat to be taken."""

    name: Name = Field(examples=["Ben"])
    colour: str = Field("", max_length=20)
    seat: int | None = Field(None, ge=0, le=10, description="the seat you want; by default the first free one")
    token: str = Field(
        "",
        pattern="^([A-Za-z0-9_-]{32,64})?$",
        description="chosen at random by the client: sent again, it opens the same seat. By default the server chooses one",
    )
    browser: Browser = ""


class SeatTaken(BaseModel):
    """A seat, and the token that opens it: keep it to yourself."""

    table: str
    seat: int
    name: str = Field(description="your name at this table; people with the same name get numbers")
    token: str
    link: str = Field(description="to invite others")
    watch: str = Field(description="to watch only")
    commitment: str = Field(
        description="the server's commitment to the next deal: write it down, and check the deal after the game"
    )


class Problem(BaseModel):
    """Why something was refused."""

    code: str
    message: str
    rule: str = ""
