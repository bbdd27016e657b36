"""What happens at a table by itself: a timer rings when something is due, and it is carried out as soon as it can be."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from kartenhaus.core.game import SPECTATOR
from kartenhaus.server import faults
from kartenhaus.server.database import StoreDown
from kartenhaus.server.faults import RETRY
from kartenhaus.server.press import SHORTLY, NotYet
from kartenhaus.table import commands, dues
from kartenhaus.table import entries as log
from kartenhaus.table.dues import Found
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Due

if TYPE_CHECKING:
    from kartenhaus.server.room import Room


def renew(room: Room) -> None:
    """Set the timer for the next thing that happens by itself, and let bots begin to think."""
    if room.timer is not None:
        room.timer.cancel()
        room.timer = None
    if not room.broken:
        room.keep_time()  # an error in it breaks the table
    if room.broken:
        return
    now = room.house.now()
    try:
        due = room.watch.due(room.table, now)
        if due is not None:
            room.thoughts.begin(room.table, room.watch.bots(room.table), now, _payer(room))
    except Exception as error:
        faults.fail(room, error)
        return
    if due is None or (due.what == "start" and room.printing):
        return
    if due.what != "bot" or room.awaited != (room.table.changed, due.seat):
        room.timer = asyncio.get_running_loop().call_later(max(0.0, due.at - now), ring, room, due)


def _payer(room: Room) -> str:
    """Return the address whose share of thinking time the bots here use: a connected player's, else a spectator's."""
    seated = [one.address for one in room.connections if one.viewer != SPECTATOR]
    return next(iter(seated or [one.address for one in room.connections]), "")


def ring(room: Room, due: Due) -> None:
    """Carry out what is due; the timer calls this."""
    faults.spawn(room, _carry_out(room, due))


async def _carry_out(room: Room, due: Due) -> None:
    def still(table: Table, at: int) -> log.Entry:
        if not _is_due(room, due):  # it, or something else, has happened meanwhile, here or in another process
            raise commands.Stale
        return dues.entry(due, table, at, room.house.secret)

    if due.what == "open":
        room.refresh()
    elif due.what == "replace" and room.house.backplane.blind:
        await asyncio.sleep(RETRY)  # they may be connected to a process that we cannot hear
    elif dues.wants_move(due, room.table):
        await _move(room, due)
    else:
        if due.what == "start":
            await _printed(room)
        elif due.what == "answer":
            await _read_answers(room)
        if _is_due(room, due):  # a refusal would read the store once more
            await room.quietly(still)
    renew(room)


def _is_due(room: Room, due: Due) -> bool:
    return room.watch.is_due(due, room.table, room.house.now())


async def _printed(room: Room) -> None:
    """Wait until the game is compiled; tell everyone connected how long that may take."""
    room.printing = True
    try:
        while True:
            try:
                await room.house.press.wait_for(room.table.game.name, SHORTLY)
                return
            except NotYet as not_yet:
                for connection in room.connections:
                    connection.send(not_yet.frame(connection.language))
    finally:
        room.printing = False


async def _read_answers(room: Room) -> None:
    """Read answers that another process may have written before the time of the question was over."""
    if room.house.store.shared:
        try:
            await room.catch_up()
        except StoreDown:
            await asyncio.sleep(RETRY)


async def _move(room: Room, due: Due) -> None:
    """Move for a seat, if a move is found and the decision is still open."""
    if not _is_due(room, due):
        return
    answers, used = room.table.changed, room.watch.used(room.table, room.house.now())
    move = await (_thought(room, due.seat) if due.what == "bot" else _plain_move(room, due.seat))
    if move:
        found = Found(move, answers, used)
        await room.quietly(lambda table, at: dues.move_entry(due, table, at, found))


async def _plain_move(room: Room, seat: int) -> str:
    """Return a move for a seat whose time has run out: its only move, or a plain one."""
    [first, *others] = room.table.moves(seat)
    return await room.thoughts.plain_move(room.table, seat, _payer(room)) if others else first


async def _thought(room: Room, seat: int) -> str:
    """Wait for the move of a bot, which is usually ready by now; "" if it is no longer wanted."""
    number, thought = room.table.changed, room.thoughts.of(room.table, seat)
    room.awaited = number, seat
    await asyncio.wait([thought])
    if room.awaited == (number, seat):
        room.awaited = -1, -1
    wanted = not thought.cancelled() and room.table.changed == number and room.watch.goes_on(room.table) and not room.table.paused
    return thought.result() if wanted else ""
