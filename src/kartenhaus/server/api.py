"""The HTTP interface: opening, listing and joining tables, records, games, health and metrics."""

from __future__ import annotations

import asyncio
import io
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

import kartenhaus
from kartenhaus.core import edition as editions
from kartenhaus.core import game as games
from kartenhaus.core.rulebook import read_rulebook, rulebook
from kartenhaus.core.texts import best, translator
from kartenhaus.core.words import Translate
from kartenhaus.server import wire
from kartenhaus.server.addresses import inviting
from kartenhaus.server.house import House
from kartenhaus.server.limits import Limits, TooMany
from kartenhaus.server.models import Problem, SeatChoice, SeatTaken, TableChoice
from kartenhaus.server.room import Room, new_token
from kartenhaus.table import commands, frames, record
from kartenhaus.table import entries as log
from kartenhaus.table.drawing import drawing
from kartenhaus.table.names import name_of

router = APIRouter(prefix="/api", responses={status: {"model": Problem} for status in (400, 404, 409, 422, 429, 503)})
Code = Annotated[str, Path(min_length=1, max_length=20, pattern="^[a-z0-9]+$", description="the code of a table")]
GameName = Annotated[str, Path(max_length=40)]
Language = Annotated[
    str, Query(alias="language", max_length=100, description="en, de, fr, it, es or nl; without it, Accept-Language says")
]


def house_of(request: Request) -> House:
    """The house of this process."""
    house: House = request.app.state.house
    return house


def language_of(request: Request) -> str:
    """The language somebody is answered in: the one asked for, or what their browser prefers."""
    return best(request.query_params.get("language", "") or request.headers.get("accept-language", ""))


def _spoken(request: Request, _: Language = "") -> str:
    return language_of(request)


Spoken = Annotated[str, Depends(_spoken)]


def _depends_on(language: str) -> dict[str, str]:
    """Headers for who keeps an answer: it is in this language, and others get another."""
    return {"vary": "accept-language", "content-language": language}


def limit(request: Request, what: str, minute: int) -> None:
    """TooMany if an address asks for something too often."""
    limits: Limits = request.app.state.limits
    if not limits.allow(what, request.client.host if request.client else "", minute):
        raise TooMany


# Games


@router.get("/games", summary="The games of the house")
def list_games(response: Response, language: Spoken) -> list[dict[str, Any]]:
    """Every game: its name, title, players, and what may be chosen."""
    response.headers.update(_depends_on(language))
    return [_about_game(games.find(name), translator(language)) for name in games.names()]


@router.get("/games/{game}", summary="One game")
def show_game(response: Response, game: GameName, language: Spoken) -> dict[str, Any]:
    """A game with its editions and the figures of the standard one."""
    response.headers.update(_depends_on(language))
    found, translate = game_of(game), translator(language)
    edition = editions.find(found, editions.STANDARD)
    about = {**_about_game(found, translate), "editions": editions.shipped(found), "facts": found.files.facts(edition, translate)}
    return {**about, **drawing(found, edition, {}, translate)}


@router.get("/games/{game}/rules", summary="The rules of a game", response_class=PlainTextResponse)
def show_rules(
    game: GameName, language: Spoken, shape: Annotated[Literal["markdown", "json"], Query(alias="format")] = "markdown"
) -> Response:
    """The rulebook, every rule with its id: as Markdown, or its sections and rules as JSON."""
    if shape == "markdown":
        return PlainTextResponse(rulebook(game_of(game), language), headers=_depends_on(language))
    return JSONResponse(asdict(read_rulebook(game_of(game), language)), headers=_depends_on(language))


def game_of(name: str) -> games.Game:
    """A game by its name."""
    if name not in games.names():
        raise commands.Refused("no-game", "there is no game “{name}”; games are {known}", name=name, known=", ".join(games.names()))
    return games.find(name)


def _about_game(game: games.Game, translate: Translate) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": translate(game.title),
        "summary": translate(game.summary),
        "players": list(game.players),
        "minutes": game.minutes,
        "rules": game.version,
        "options": [
            {
                "name": option.name,
                "default": option.default,
                "values": list(option.values) if isinstance(option.values, tuple) else {int: "seat", list: "lines"}[option.values],
                "help": translate(option.help),
                "rule": option.rule,
            }
            for option in game.options
        ],
    }


# Tables


@router.get("/tables", summary="Public tables that wait for players")
async def list_tables(request: Request, response: Response, language: Spoken) -> list[dict[str, Any]]:
    """The newest first, at most a hundred."""
    response.headers.update(_depends_on(language))
    abouts = [msgspec.json.decode(about) for about in await house_of(request).store.listed()]
    return [{**about, "title": translator(language)(about["title"])} for about in abouts]


@router.post("/tables", status_code=201, summary="Open a table")
async def open_table(request: Request, choice: TableChoice) -> SeatTaken:
    """Open a table and take its first seat."""
    house = house_of(request)
    limit(request, "open", house.settings.openings)
    if len(choice.bots) >= choice.players:
        raise commands.Refused(
            "bots", "{bots} bots and you need more than {players} seats", bots=len(choice.bots), players=choice.players
        )
    clock = log.Clock(choice.clock.kind, choice.clock.seconds, choice.clock.increment, choice.clock.zero)
    opened = await asyncio.to_thread(
        commands.open_table,
        house.wall(),
        house.secret(),
        choice.game,
        choice.players,
        choice.edition,
        choice.options,
        clock,
        choice.public,
    )
    name = name_of(choice.name or "Host")
    room, taken = await _opened(request, opened, name, choice.colour)
    for place, level in enumerate(choice.bots, choice.players - len(choice.bots)):
        await room.do(partial(commands.seat_bot, seat=taken.seat, other=place, level=level))
    if choice.ready:
        await room.do(lambda table, at: commands.ready(table, at, taken.seat))
    return taken


async def _opened(request: Request, opened: log.Opened, name: str, colour: str) -> tuple[Room, SeatTaken]:
    """A new table with its host, if there is room for one more."""
    house, limits = house_of(request), request.app.state.limits
    limits.coming += 1
    coming = limits.coming  # as it is before the index is asked: what opens meanwhile counts twice rather than not at all
    try:
        if coming + await house.store.open_tables() > house.settings.tables:
            raise commands.Refused("house-full", "the house is full; try again later")
        room = await house.open(opened)
        return room, await _sit(request, room, name, colour, None)  # by now the index has it
    finally:
        limits.coming -= 1


@router.get("/tables/{code}", summary="A table from outside")
async def show_table(request: Request, response: Response, code: Code, language: Spoken) -> dict[str, Any]:
    """What everybody may know of a table; looking changes nothing."""
    response.headers.update(_depends_on(language))
    return {**frames.about((await house_of(request).room(code)).table, language), "link": f"{_address(request)}/t/{code}"}


@router.post("/tables/{code}/join", status_code=201, summary="Take a seat")
async def join(request: Request, code: Code, choice: SeatChoice) -> SeatTaken:
    """Take a free seat; the token in the answer opens it. Sent again with the same token, it is the same seat."""
    house = house_of(request)
    limit(request, "join", house.settings.joins)
    return await _sit(request, await house.room(code), choice.name, choice.colour, choice.seat, choice.token)


async def _sit(request: Request, room: Room, name: str, colour: str, seat: int | None, token: str = "") -> SeatTaken:
    token = token or new_token()
    try:
        await room.do(lambda table, at: commands.sit(table, at, name, colour, token, -1 if seat is None else seat))
    except commands.Repeated:
        pass  # they sit already, and only did not hear of it
    taken = commands.seat_of(room.table, token)
    link = f"{_address(request)}/t/{room.table.id}"
    promise = room.table.commitment
    return SeatTaken(table=room.table.id, seat=taken, token=token, link=link, watch=f"{link}?watch", commitment=promise)


def _address(request: Request) -> str:
    return inviting(house_of(request).settings, request.url.scheme, request.url.netloc)


@router.get("/tables/{code}/invite.svg", summary="The invitation as a QR code", response_class=Response)
async def show_invitation(request: Request, code: Code) -> Response:
    """The link to a table as a picture for phones."""
    import segno

    await house_of(request).room(code)
    picture = io.BytesIO()
    segno.make(f"{_address(request)}/t/{code}", micro=False).save(picture, kind="svg", scale=8, border=2, xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")


@router.get("/tables/{code}/records/{number}", summary="The record of a game that is over", response_class=PlainTextResponse)
async def show_record(request: Request, code: Code, number: Annotated[int, Path(ge=1, le=100_000)]) -> str:
    """Game 1, 2, … of a table as a record file, with what it takes to check the deal."""
    house = house_of(request)
    limit(request, "study", house.settings.studies)
    text = await house.replay(code, lambda entries: record.of_game(code, entries, number))
    if text is None:
        raise commands.Refused("no-record", "there is no record of game {number} yet: it is not over", number=number)
    return text


# The house


@router.get("/schema.json", summary="The messages and frames of the WebSocket, as JSON Schema")
def show_schema() -> dict[str, Any]:
    """What this document is for HTTP, for the WebSocket of a table."""
    return wire.schema()


@router.get("/health", summary="Whether all is well")
async def health(request: Request) -> dict[str, Any]:
    """Answers once the database does."""
    house = house_of(request)
    return {"status": "ok", "version": kartenhaus.__version__, "open_tables": await house.store.open_tables()}
