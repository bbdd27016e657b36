"""The HTTP interface for looking at games: reviews of records, and lessons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import Field, StringConstraints

from kartenhaus.core import recordfile
from kartenhaus.core.game import Game
from kartenhaus.core.steps import MOST_STEPS, MOST_VALUE, Step, StepKind
from kartenhaus.server.api import GameName, answer, client_of, game_of, house_of, language_of, limit, patience_of
from kartenhaus.server.models import Strict
from kartenhaus.table import facts, lesson, review
from kartenhaus.table.commands import Refused

router = APIRouter(prefix="/api")


def _limit(request: Request) -> None:
    limit(request, "reviews", house_of(request).settings.studies)


async def _prepared(request: Request, game: str, work: Callable[..., object], *of: Any) -> Response:
    """Do work in the backroom, so that no player waits for it, once the game is compiled."""
    house = house_of(request)
    await house.press.wait_for(game, patience_of(request))
    return await house.backroom.do(lambda: answer(work(*of)), client_of(request))


def _taught(name: str, number: int) -> Game:
    """A game that has a lesson with this number."""
    game = game_of(name)
    if number > len(facts.lesson_files(game)):
        raise Refused("no-lesson", "{title} has no lesson; its rules explain how to play", title=game.title)
    return game


class Record(Strict):
    """A record to look at."""

    record: Annotated[str, StringConstraints(max_length=60_000)] = Field(description="the text of a record file")
    seat: int = Field(0, ge=-1, le=10, description="the seat that looks; -1 for a spectator")
    open: bool = Field(False, description="whether all hands are shown, not only that of the seat")
    first: int = Field(0, ge=0, le=100_000, description="the first moment to send; 0 is the deal")


class Chosen(Strict):
    """One choice."""

    kind: StepKind = Field(description="what is chosen: card, space and so on")
    value: Annotated[str, StringConstraints(max_length=MOST_VALUE)] = Field(description="which one, in notation")


class Tap(Strict):
    """Something that cannot be chosen in a lesson."""

    lesson: int = Field(1, ge=1, le=10, description="the number of the lesson")
    stage: int = Field(ge=0, le=1000)
    steps: list[Chosen] = Field(min_length=1, max_length=MOST_STEPS, description="the first steps of a move")


@router.post("/review", summary="A game, move by move")
async def show_review(request: Request, wanted: Record) -> Response:
    """Every moment of a recorded game as a seat saw it; the record and the commitment to its deal are checked."""
    _limit(request)
    house, game = house_of(request), ""
    if house.press.printing:
        read = await house.backroom.do(lambda: recordfile.read(wanted.record), client_of(request))
        game = str(read.get("game"))
    return await _prepared(request, game, _review, wanted, language_of(request))


def _review(wanted: Record, language: str) -> review.Review:
    history = recordfile.loads(wanted.record)
    return review.review(history, wanted.seat, language, wanted.first, wanted.open)


@router.get("/games/{game}/lesson", summary="A lesson, step by step")
async def show_lesson(
    request: Request, game: GameName, number: Annotated[int, Query(ge=1, le=10, description="1 is a first game")] = 1
) -> Response:
    """The text of every stage, the move to try, and the state as a table would send it."""
    _limit(request)
    return await _prepared(request, game, lesson.lesson, _taught(game, number), number, language_of(request))


@router.post("/games/{game}/lesson", summary="Why something cannot be chosen in a lesson")
async def say_why(request: Request, game: GameName, tap: Tap) -> Response:
    """The `message` says why, and the `rule` which."""
    _limit(request)
    steps = [Step(one.kind, one.value) for one in tap.steps]
    return await _prepared(request, game, lesson.why, _taught(game, tap.lesson), tap.lesson, tap.stage, steps, language_of(request))
