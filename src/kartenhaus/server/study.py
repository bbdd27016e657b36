"""Looking at games: review of a record, and lessons."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field, StringConstraints

from kartenhaus.core import recordfile
from kartenhaus.server.api import GameName, game_of, house_of, language_of, limit
from kartenhaus.server.models import Strict
from kartenhaus.table import lesson, review

router = APIRouter(prefix="/api")


def _limit(request: Request) -> None:
    limit(request, "study", house_of(request).settings.studies)


class Record(Strict):
    """A record to look at."""

    record: Annotated[str, StringConstraints(max_length=60_000)] = Field(description="the text of a record file")
    seat: int = Field(0, ge=-1, le=10, description="the seat that looks; -1 for a spectator")


class Trial(Strict):
    """A move tried in a lesson."""

    stage: int = Field(ge=0, le=1000)
    move: Annotated[str, StringConstraints(max_length=100)]


@router.post("/review", summary="A game, move by move")
async def show_review(request: Request, wanted: Record) -> dict[str, Any]:
    """Every moment of a recorded game as a seat saw it; the record is checked, and the promise of its deal."""
    _limit(request)
    return await asyncio.to_thread(_review, wanted, language_of(request))


def _review(wanted: Record, language: str) -> dict[str, Any]:
    history = recordfile.loads(wanted.record)
    return review.review(history, wanted.seat, language)


@router.get("/games/{game}/lesson", summary="A first game, step by step")
async def show_lesson(request: Request, game: GameName) -> dict[str, Any]:
    """What is said at every stage, the move to try, and the state as a table would send it."""
    _limit(request)
    return await asyncio.to_thread(lesson.lesson, game_of(game), language_of(request))


@router.post("/games/{game}/lesson", summary="Try a move in a lesson")
async def try_move(request: Request, game: GameName, trial: Trial) -> dict[str, Any]:
    """Whether a move is `legal` at a stage; if not, the `message` says why, and the `rule` which."""
    _limit(request)
    return await asyncio.to_thread(lesson.attempt, game_of(game), trial.stage, trial.move, language_of(request))
