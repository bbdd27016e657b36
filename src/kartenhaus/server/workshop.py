"""The HTTP interface for boxes and boards of one's own: what can be filled in, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import Field

from kartenhaus.core.game import Game
from kartenhaus.server.api import GameName, Spoken, answer, client_of, depends_on, game_of, house_of, limit
from kartenhaus.server.models import Strict
from kartenhaus.table import workshop

router = APIRouter(prefix="/api/games/{game}")


class Box(Strict):
    """An edition to look through: as the text of its file, or as a table."""

    text: str = Field("", description="the text of a file (TOML)")
    edition: dict[str, Any] | None = Field(None, description="or the same as a table")


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
