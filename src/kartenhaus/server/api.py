"""The HTTP interface: opening, listing and joining tables, records, games, health and metrics."""

from __future__ import annotations

import asyncio
import io
import re
import secrets
from collections.abc import Callable, Hashable, Iterable
from dataclasses import asdict
from functools import lru_cache, partial
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import PlainTextResponse, Response

import kartenhaus
from kartenhaus.bots.levels import check_level
from kartenhaus.core import edition as editions
from kartenhaus.core import game as games
from kartenhaus.core.rulebook import read_rulebook, rulebook
from kartenhaus.core.texts import best, translator
from kartenhaus.server import wire
from kartenhaus.server.addresses import inviting
from kartenhaus.server.allowances import Asker
from kartenhaus.server.house import House
from kartenhaus.server.limits import TooMany
from kartenhaus.server.models import Problem, SeatChoice, SeatTaken, SetupChoice, TableChoice
from kartenhaus.server.room import Room
from kartenhaus.table import commands, frames, record, setup
from kartenhaus.table import entries as log
from kartenhaus.table.clock import Clock
from kartenhaus.table.drawing import drawing
from kartenhaus.table.facts import of_game
from kartenhaus.table.guide import guide_of
from kartenhaus.table.names import name_of
from kartenhaus.table.setup import Setup
from kartenhaus.table.states import Listed, Outside, encode
from kartenhaus.table.table import Table

MOST_TOKEN = 64  # characters of a seat's token
router = APIRouter(prefix="/api", responses={status: {"model": Problem} for status in (400, 404, 409, 422, 429, 503)})
T = TypeVar("T")
Code = Annotated[str, Path(min_length=1, max_length=20, pattern="^[a-z0-9]+$", description="the code of a table")]
GameName = Annotated[str, Path(max_length=40)]
Language = Annotated[
    str, Query(alias="language", max_length=100, description="en, de, fr, it, es or nl; by default the one of Accept-Language")
]


def house_of(request: Request) -> House:
    """The house of this process."""
    house: House = request.app.state.house
    return house


def language_of(request: Request) -> str:
    """Return the language for the answer: the one asked for, or the one the browser prefers."""
    return best(request.query_params.get("language", "") or request.headers.get("accept-language", ""))


def _spoken(request: Request, _: Language = "") -> str:
    return language_of(request)


Spoken = Annotated[str, Depends(_spoken)]


def depends_on(language: str) -> dict[str, str]:
    """Headers that tell caches that the answer depends on the language."""
    return {"vary": "accept-language", "content-language": language}


def answer(told: object, headers: dict[str, str] | None = None) -> Response:
    """A JSON answer made from structures of `table.states`."""
    return Response(encode(told), media_type="application/json", headers=headers)


def limit(request: Request, what: str, minute: int) -> None:
    """Raise TooMany if an address asks for something too often."""
    if not house_of(request).limits.allow(what, client_of(request), minute):
        raise TooMany


def patience_of(request: Request) -> float | None:
    """Return how many seconds the client wants to wait, by the header Prefer (RFC 7240); None means as long as it takes."""
    found = re.search(r"\bwait=([0-9]{1,5})\b", request.headers.get("prefer", ""))
    return float(found[1]) if found else None


def token_of(request: Request) -> str:
    """The token of a seat that a request shows: `Authorization: Bearer …`; empty without one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and len(token) <= MOST_TOKEN else ""


def client_of(request: Request) -> str:
    """Return the address that limits count by."""
    return request.client.host if request.client else ""


# Games


async def _same_for_all(request: Request, language: str, work: Callable[..., bytes], *of: Hashable) -> bytes:
    """What is told of games of the house in a language: made once, in a thread, because it takes some time."""
    kept, key = house_of(request).told, (work, *of, language)
    if key not in kept:
        kept[key] = await asyncio.to_thread(work, *of, language)
    return kept[key]


@router.get("/games", summary="All games")
async def list_games(request: Request, language: Spoken) -> Response:
    """Every game: its names, players, what may be chosen, and how its points count."""
    told = await _same_for_all(request, language, _all_games, tuple(games.names()))
    return Response(told, media_type="application/json", headers=depends_on(language))


def _all_games(names: Iterable[str], language: str) -> bytes:
    return encode([of_game(games.find(name), language) for name in names])


@router.get("/games/{game}", summary="One game")
async def show_game(request: Request, game: GameName, language: Spoken) -> Response:
    """A game with the figures of its standard edition, what a client needs to draw it, and how it is explained in short."""
    told = await _same_for_all(request, language, _one_game, game_of(game))
    return Response(told, media_type="application/json", headers=depends_on(language))


def _one_game(game: games.Game, language: str) -> bytes:
    edition = editions.find(game, editions.STANDARD)
    figures = {"facts": game.files.facts(edition, translator(language))}
    parts = (of_game(game, language), drawing(game, edition, {}, language), guide_of(game, language))
    about, drawn, guide = (msgspec.to_builtins(one) for one in parts)
    return encode({**drawn, **about, **figures, "guide": guide})  # `usual` of the game, not of a table


@router.get("/games/{game}/rules", summary="The rules of a game", response_class=PlainTextResponse)
async def show_rules(
    request: Request,
    game: GameName,
    language: Spoken,
    shape: Annotated[Literal["markdown", "json"], Query(alias="format")] = "markdown",
) -> Response:
    """The rulebook, every rule with its id: as Markdown, or its sections and rules as JSON."""
    found, headers = game_of(game), depends_on(language)
    if shape == "markdown":
        return PlainTextResponse(await _same_for_all(request, language, _rules_as_text, found), headers=headers)
    told = await _same_for_all(request, language, _rules_as_json, found)
    return Response(told, media_type="application/json", headers=headers)


def _rules_as_text(game: games.Game, language: str) -> bytes:
    return rulebook(game, language).encode()


def _rules_as_json(game: games.Game, language: str) -> bytes:
    return encode(asdict(read_rulebook(game, language)))


def game_of(name: str) -> games.Game:
    """A game by its name."""
    if name not in games.names():
        raise commands.Refused("no-game", "there is no game “{name}”; games are {known}", name=name, known=", ".join(games.names()))
    return games.find(name)


# Tables


@router.get("/tables", summary="Public tables that wait for players")
async def list_tables(
    request: Request,
    language: Spoken,
    most: Annotated[int, Query(ge=1, le=100, description="tables on a page")] = 50,
    after: Annotated[str, Query(pattern="^([0-9]{1,16}-[a-z0-9]{1,20})?$", description="where the page before ended")] = "",
) -> Response:
    """A page of them, the newest first. The header Link names the next page, where there may be one."""
    at, _, code = after.partition("-")
    rows = await house_of(request).store.listed(most, (int(at), code) if after else None)
    headers = depends_on(language)
    if len(rows) == most:
        headers["link"] = f'</api/tables?most={most}&after={rows[-1][0]}-{rows[-1][1]}>; rel="next"'
    title = translator(language)
    tables = [msgspec.json.decode(about, type=Listed) for _, _, about in rows]
    return answer([msgspec.structs.replace(table, title=title(table.title)) for table in tables], headers)


@router.post("/tables", status_code=201, summary="Open a table")
async def open_table(request: Request, choice: TableChoice) -> SeatTaken:
    """Open a table and take its first seat."""
    house = house_of(request)
    limit(request, "open", house.settings.openings)
    if len(choice.bots) >= choice.players:
        raise commands.Refused(
            "bots", "{bots} bots and you need more than {players} seats", bots=len(choice.bots), players=choice.players
        )
    for level in filter(None, choice.bots):
        check_level(level)
    clock = Clock(**choice.clock.model_dump())
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
        choice.watch,
    )
    name = name_of(choice.name or "Host")
    room, taken = await _opened(request, opened, name, choice)
    for place, level in enumerate(choice.bots, choice.players - len(choice.bots)):
        if not level:
            continue
        await room.do(partial(commands.seat_bot, seat=taken.seat, other=place, level=level))
    if choice.ready:
        await room.do(lambda table, at: commands.ready(table, at, taken.seat))
    return taken


async def _opened(request: Request, opened: log.Opened, name: str, choice: TableChoice) -> tuple[Room, SeatTaken]:
    """Open a table and seat its host, if the limits on open tables allow one more."""
    house, limits = house_of(request), house_of(request).limits
    opener = house.store.opener(client_of(request))
    limits.coming[opener] += 1
    # Count before asking the index: a table opened meanwhile counts twice rather than not at all.
    coming, mine = limits.coming.total(), limits.coming[opener]
    try:
        there, theirs = await house.store.open_tables(opener)
        if coming + there > house.settings.tables:
            raise commands.Refused("house-full", "the server is full; try again later")
        if mine + theirs > house.settings.tables_each:
            raise commands.Refused(
                "too-many-tables",
                "{most} tables from your address are already open; close one of them, or come back later",
                most=house.settings.tables_each,
            )
        room = await house.open(opened, opener)
        seat = SeatChoice(name=name, colour=choice.colour, seat=None, token="", browser=choice.browser)
        return room, await _sit(request, room, seat)  # by now it is in the index
    finally:
        limits.coming[opener] -= 1
        if not limits.coming[opener]:
            del limits.coming[opener]


@router.get("/tables/{code}", summary="A table from outside")
async def show_table(request: Request, code: Code, language: Spoken) -> Response:
    """What everybody may know of a table; looking changes nothing. Where nobody may watch, whom the game waits for is told only to
    its players, who show the token of their seat: `Authorization: Bearer TOKEN`.
    """
    room = await house_of(request).room(code, client_of(request), patience_of(request))
    return _outside(request, room, language, token_of(request))


def _outside(request: Request, room: Room, language: str, token: str) -> Response:
    table = room.table
    about = msgspec.structs.asdict(frames.about(table, language))
    waits = list(table.asked) or ([table.to_act] if table.playing else [])
    if not commands.may_look(table, token):
        waits = []
    left = None
    if waits and table.by_day:
        room.keep_time()
        left = room.watch.left(table, table.to_act, room.house.now())
    link = f"{_address(request)}/t/{table.id}"
    return answer(Outside(**about, link=link, waits_for=waits, left=left), depends_on(language))


@router.post("/tables/{code}/setup", summary="Choose what a table plays with")
async def set_table(request: Request, code: Code, choice: SetupChoice, language: Spoken) -> Response:
    """The host's choices, before the cards are dealt; nobody is ready any more. A choice that changes nothing is not written."""
    house = house_of(request)
    limit(request, "setup", house.settings.joins)
    room = await house.room(code, client_of(request), patience_of(request))
    if house.store.shared:
        await room.catch_up()
    seat = commands.seat_of(room.table, choice.token)
    commands.may_arrange(room.table, seat)  # before the work below
    changes = choice.model_dump(exclude_unset=True, exclude={"token"})
    if "clock" in changes:
        changes["clock"] = Clock(**changes["clock"])
    game = room.table.game
    plan = await asyncio.to_thread(lambda: setup.checked(game.name, **setup.changed(room.table.opened.setup, game, changes)))
    try:
        await room.do(lambda table, at: _arranged(table, at, choice.token, plan), Asker(seat, client_of(request)))
    except commands.Repeated:
        pass  # it plays like this already
    return _outside(request, room, language, choice.token)


def _arranged(table: Table, at: int, token: str, plan: Setup) -> log.Entry:
    seat = commands.seat_of(table, token)
    return msgspec.structs.replace(commands.arrange(table, at, seat, plan), asker=seat)


@router.post("/tables/{code}/join", status_code=201, summary="Take a seat")
async def join(request: Request, code: Code, choice: SeatChoice) -> SeatTaken:
    """Take a free seat; the token in the answer opens it. Sent again with the same token, it is the same seat."""
    house = house_of(request)
    limit(request, "join", house.settings.joins)
    return await _sit(request, await house.room(code, client_of(request), patience_of(request)), choice)


async def _sit(request: Request, room: Room, choice: SeatChoice) -> SeatTaken:
    token = choice.token or secrets.token_urlsafe(24)
    try:
        asker = Asker(-1 if choice.seat is None else choice.seat, client_of(request))
        await room.do(
            lambda table, at: commands.sit(table, at, choice.name, choice.colour, token, asker.seat, choice.browser), asker
        )
    except commands.Repeated:
        pass  # they have the seat already; the first answer was lost
    taken = commands.seat_of(room.table, token)
    link = f"{_address(request)}/t/{room.table.id}"
    promise = room.table.commitment
    name = room.table.seats[taken].name
    return SeatTaken(table=room.table.id, seat=taken, name=name, token=token, link=link, watch=f"{link}?watch", commitment=promise)


def _address(request: Request) -> str:
    return inviting(house_of(request).settings, request.url.scheme, request.url.netloc)


@router.get("/tables/{code}/invite.svg", summary="The invitation as a QR code", response_class=Response)
async def show_invitation(request: Request, code: Code) -> Response:
    """The link to a table as a picture for phones."""
    house = house_of(request)
    limit(request, "invite", house.settings.joins)
    await house.room(code, client_of(request), patience_of(request))
    link = f"{_address(request)}/t/{code}"
    async with house.drawing:
        picture = await asyncio.to_thread(_picture, link)
    return Response(picture, media_type="image/svg+xml")


@lru_cache(maxsize=100)
def _picture(link: str) -> bytes:
    """A QR code; drawing one takes some milliseconds."""
    import segno

    picture = io.BytesIO()
    segno.make(link, micro=False).save(picture, kind="svg", scale=8, border=2, xmldecl=False)
    return picture.getvalue()


@router.get("/tables/{code}/records/{number}", summary="The record of a finished game", response_class=PlainTextResponse)
async def show_record(request: Request, code: Code, number: Annotated[int, Path(ge=1, le=100_000)]) -> str:
    """Game 1, 2, … of a table as a record file, with what it takes to check the deal. Where nobody may watch, only for its players,
    who show the token of their seat: `Authorization: Bearer TOKEN`.
    """
    return await _of_game(request, code, number, record.of_game)


@router.get("/tables/{code}/records/{number}/players", summary="Who played in a finished game")
async def show_players(request: Request, code: Code, number: Annotated[int, Path(ge=1, le=100_000)]) -> Response:
    """Names, colours and levels of bots, by seat, as they were in that game; told to whom the record is."""
    return answer(await _of_game(request, code, number, record.players))


async def _of_game(request: Request, code: str, number: int, tell: Callable[..., T | None]) -> T:
    """What is told of a finished game, to those who may know it."""
    allowed = partial(commands.may_look, token=token_of(request))
    look_through = house_of(request).look_through
    found = await look_through(code, lambda entries: tell(code, entries, number, allowed), client_of(request), patience_of(request))
    if found is None:
        raise commands.Refused("no-record", "there is no record of game {number} yet: it is not over", number=number)
    return found


# The server


@router.get("/schema.json", summary="The messages and frames of the WebSocket, as JSON Schema")
async def show_schema(request: Request) -> Response:
    """The counterpart of this document for the WebSocket of a table."""
    return Response(await _same_for_all(request, "", _schema), media_type="application/json")


def _schema(_: str) -> bytes:
    return encode(wire.schema())


@router.get("/health", summary="Whether the server works")
async def health(request: Request) -> dict[str, Any]:
    """Answers once the database does."""
    house = house_of(request)
    tables, _ = await house.store.open_tables()
    return {"status": "ok", "version": kartenhaus.__version__, "open_tables": tables, "printing": house.press.printing}
