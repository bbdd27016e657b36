"""Errors inside a table: it pauses, its viewers get a message, and its log is read again. Other tables are not affected."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from kartenhaus.server.database import StoreDown
from kartenhaus.table import commands, frames

if TYPE_CHECKING:
    from kartenhaus.server.room import Room

logger = logging.getLogger("kartenhaus.tables")
RETRY = 1.0  # seconds before retrying something that nobody asked for
T = TypeVar("T")


class Broken(commands.Refused):
    """Something went wrong inside a table; it is paused until its log is read again."""

    def __init__(self) -> None:
        super().__init__("broken", "something went wrong at this table; it is paused, and nothing is lost. Resume it to go on")


def fail(room: Room, error: Exception) -> None:
    """Pause a table and tell its viewers. Log only the place of the error: its message may reveal cards."""
    room.broken = True
    room.house.count("broken")
    logger.error("table %s failed: %s\n%s", room.table.id, type(error).__name__, place_of(error))
    for connection in room.connections:
        connection.send(frames.fault(Broken(), connection.language))


def place_of(error: Exception) -> str:
    """Return where in the code an error happened."""
    return "".join(traceback.format_tb(error.__traceback__))


def guarded(room: Room, work: Callable[[], T]) -> T | None:
    """Do some work and return its result; an error pauses the table and gives None."""
    try:
        return work()
    except Exception as error:
        fail(room, error)
        return None


def spawn(room: Room, work: Coroutine[Any, Any, None]) -> None:
    """Start a task that nobody waits for; an error in it pauses the table."""

    def ended(task: asyncio.Task[None]) -> None:
        room.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            fail(room, error)

    task = asyncio.get_running_loop().create_task(work)
    room.tasks.add(task)
    task.add_done_callback(ended)


def find_out(room: Room) -> None:
    """Read the log as soon as possible: after a failure it is unknown whether an entry was written."""
    if not room.doubtful:
        room.doubtful = True
        spawn(room, _read_when_possible(room))


async def _read_when_possible(room: Room) -> None:
    while room.doubtful:
        await asyncio.sleep(RETRY)
        try:
            if not room.house.store.holds(room.table.id):
                await room.catch_up()
                room.doubtful = False
                room.refresh()  # viewers who were refused see the current state
        except StoreDown:
            continue
