"""The HTTP interface for boxes and boards of one's own: what can be filled in, and what is wrong with them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from typing import Any

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field

from kartenhaus.core import edition as editions
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import Game, OptionValue
from kartenhaus.core.texts import translator
from kartenhaus.server.api import GameName, Spoken, answer, client_of, depends_on, game_of, house_of, limit
from kartenhaus.server.models import Strict
from kartenhaus.table import workshop
from kartenhaus.table.balance import balance

router = APIRouter(prefix="/api/games/{game}")


class Box(Strict):
    """An edition to look through: as the text of its file, or as a table."""

    text: str = Field("", description="the text of a file (TOML)")
    edition: dict[str, Any] | None = Field(None, description="or the same as a table")


class TryOut(Strict):
    """An edition or a board to try out."""

    players: int = Field(2, ge=1, le=10)
    edition: dict[str, Any] | None = Field(None, description="by default our standard edition")
    board: str = Field("", description="a map, line by line; by default one of ours")


class Board(Strict):
    """A board to look through."""

    text: str = Field(description="its map, line by line")


async def _look(request: Request, language: str, work: Callable[[], object]) -> Response:
    """Do work in the backroom: it is short, but what is looked through comes from anyone."""
    limit(request, "check", house_of(request).settings.checks)
    return await house_of(request).backroom.do(lambda: answer(work(), depends_on(language)), client_of(request))


@router.get("/box", summary="What an edition of a game holds")
async def show_box(request: Request, game: GameName, language: Spoken) -> Response:
    """Every figure with its name and bounds, and our standard edition to start from."""
    found = game_of(game)
    return await _look(request, language, lambda: workshop.box_facts(found, language))


@router.post("/box", summary="Look through an edition")
async def check_box(request: Request, game: GameName, box: Box, language: Spoken) -> Response:
    """Everything that is wrong with it, what it adds up to, and its text."""
    found = game_of(game)
    return await _look(request, language, lambda: _checked(found, box, language))


def _checked(game: Game, box: Box, language: str) -> workshop.BoxChecked:
    edition = workshop.read_box(box.text) if box.edition is None else box.edition
    return workshop.check_box(game, edition, language)


@router.get("/board", summary="What a board of a game may be")
async def show_board(request: Request, game: GameName, language: Spoken) -> Response:
    """Its kinds of spaces, its bounds, and our boards to start from."""
    found = game_of(game)
    return await _look(request, language, lambda: workshop.board_facts(found, language))


@router.post("/board", summary="Look through a board")
async def check_board(request: Request, game: GameName, board: Board, language: Spoken) -> Response:
    """Everything that is wrong with it, and where."""
    found = game_of(game)
    return await _look(request, language, lambda: workshop.check_board(found, board.text, language))


@router.post("/trial", summary="How an edition or a board plays")
async def try_out(request: Request, game: GameName, wanted: TryOut, language: Spoken) -> Response:
    """Bots play some thousand games. Lines of JSON: `progress` from 0 to 1, then the `balance`, or a `problem`."""
    limit(request, "trial", house_of(request).settings.trials)
    found = game_of(game)
    players = found.check_players(wanted.players)
    mine = await house_of(request).backroom.do(lambda: _wanted(found, wanted), client_of(request))
    ours = {"edition": editions.STANDARD, "options": found.starting()}
    told = house_of(request).trials.run(found, players, mine, ours, client_of(request))
    begun = await anext(told)  # refused here, if at all, before the answer begins
    lines = _lines(found, begun, told, language)
    return StreamingResponse(lines, media_type="application/x-ndjson", headers={**depends_on(language), "x-accel-buffering": "no"})


def _wanted(game: Game, wanted: TryOut) -> dict[str, Any]:
    """What is played: checked, as a table would check it."""
    edition = editions.STANDARD if wanted.edition is None else editions.find(game, wanted.edition, new=True)
    options: dict[str, OptionValue] = game.starting()
    if wanted.board:
        options[workshop.boards_of(game)[1].name] = workshop.check_board(game, wanted.board).lines
        game.files.lay_out(editions.find(game, edition), game.check_options(options, wanted.players), wanted.players)
    return {"edition": edition, "options": options}


async def _lines(game: Game, begun: Any, told: AsyncGenerator[Any], language: str) -> AsyncIterator[bytes]:
    """The answer, line by line: how far it is, then what was found."""
    try:
        yield _line({"progress": begun})
        async with aclosing(told):
            async for one in told:
                if isinstance(one, float):
                    yield _line({"progress": one})
                else:
                    mine, ours = one
                    yield _line({"balance": await asyncio.to_thread(balance, game, mine, ours, language)})  # one at a time
    except KartenhausError as problem:
        yield _line({"problem": problem.told(translator(language))})


def _line(told: dict[str, Any]) -> bytes:
    return msgspec.json.encode(told) + b"\n"
