"""What the HTTP interface is sent and answers; pydantic is used at this edge only."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

OptionValue = bool | int | Annotated[str, StringConstraints(max_length=40)] | Annotated[list[str], Field(max_length=60)]
Name = Annotated[str, StringConstraints(max_length=200)]


class Strict(BaseModel):
    """Nothing that is not asked for, and nothing of another kind."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ClockChoice(Strict):
    """How much time there is."""

    kind: Literal["none", "move", "bank"] = "none"
    seconds: int = Field(0, ge=0, le=86_400)
    increment: int = Field(0, ge=0, le=86_400)
    zero: Literal["bot", "resign"] = Field("bot", description="when it has run out, a bot moves or the seat resigns")


class TableChoice(Strict):
    """A table to be opened; who opens it sits at seat 0 and is its host."""

    game: Annotated[str, StringConstraints(max_length=40)] = Field(examples=["mada"])
    players: int = Field(2, ge=1, le=10)
    name: Name = Field("", description="of who opens it", examples=["Mia"])
    colour: str = Field("", max_length=20)
    bots: list[Literal["easy", "medium", "hard"]] = Field([], max_length=5, description="on the seats after the host's")
    edition: Annotated[str, StringConstraints(max_length=100)] | dict[str, Any] = "standard"
    options: dict[str, OptionValue] = Field({}, max_length=20)
    clock: ClockChoice = Field(default_factory=ClockChoice.model_construct)
    public: bool = Field(False, description="listed for everybody")
    ready: bool = Field(False, description="the host is ready at once: with bots on all other seats the game starts")


class SeatChoice(Strict):
    """A seat to be taken."""

    name: Name = Field(examples=["Ben"])
    colour: str = Field("", max_length=20)
    seat: int | None = Field(None, ge=0, le=10, description="without it, the first that is free")
    token: str = Field(
        "",
        pattern="^([A-Za-z0-9_-]{32,64})?$",
        description="drawn at random by who joins: sent again, it is the same seat. Without it the server draws one",
    )


class SeatTaken(BaseModel):
    """A seat, and the token that opens it: keep it to yourself."""

    table: str
    seat: int
    token: str
    link: str = Field(description="to invite others")
    watch: str = Field(description="to watch only")
    commitment: str = Field(description="what is promised of the next deal: note it, and check the deal after the game")


class Problem(BaseModel):
    """Why something was refused."""

    code: str
    message: str
    rule: str = ""
