"""Who is connected to a table: who comes and goes, here and in other processes, and who is disconnected."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, get_args

from kartenhaus.core.game import SPECTATOR
from kartenhaus.server import alarm, faults
from kartenhaus.server.connection import BYE, GONE, Connection
from kartenhaus.server.thinker import have_learned
from kartenhaus.table import commands, frames
from kartenhaus.table import entries as log
from kartenhaus.table.book import full
from kartenhaus.table.names import Face
from kartenhaus.table.setup import ANYONE
from kartenhaus.table.states import encode
from kartenhaus.table.table import Table
from kartenhaus.table.timing import SCREEN, delays

if TYPE_CHECKING:
    from kartenhaus.server.room import Room


def enter(room: Room, connection: Connection) -> None:
    """Add a connection, and show the table to it."""
    room.used = room.house.now()
    news = False
    room.connections.add(connection)
    for place in connection.places:
        news |= place != SPECTATOR and not room.watch.is_here(place, room.used)
        room.watch.arrive(place, room.used, delays(room.table))
        room.house.backplane.tell_presence(room.table.id, place, True)
    room.keep_time()
    room.refresh(None if news else connection)  # mostly nothing changes for the others
    for seat in connection.places:
        if seat >= 0 and room.table.seats[seat].replaced:
            faults.spawn(room, _give_back(room, seat))
    alarm.renew(room)


def leave(room: Room, connection: Connection) -> None:
    """Remove a connection that has ended."""
    if connection in room.connections:
        if _drop(room, connection):
            room.refresh()
        alarm.renew(room)


def hear(room: Room, process: str, seat: int, here: bool) -> None:
    """Note what another process says about a seat connected there."""
    if not SCREEN <= seat < room.table.players:
        return
    before = room.watch.is_here(seat, room.house.now())
    room.watch.hear(process, seat, room.house.now(), here)
    if before != room.watch.is_here(seat, room.house.now()):
        room.refresh()
    alarm.renew(room)


def react(room: Room, seat: int, face: Face) -> None:
    """Show a player's face to everybody who is connected here."""
    shown: dict[tuple[int, str], bytes] = {}
    for connection in room.connections:
        viewer, language = whom = connection.viewer, connection.language
        if whom not in shown:
            shown[whom] = frames.reaction(room.table, seat, face, viewer, language)
        connection.send(shown[whom])


def hear_reaction(room: Room, seat: int, face: str) -> None:
    """Show a face of which another process says that a player makes it."""
    if face in get_args(Face) and 0 <= seat < room.table.players and not room.broken:
        react(room, seat, cast(Face, face))


def follow(room: Room, entry: log.Entry) -> None:
    """Close or restore connections after an entry."""
    if isinstance(entry, log.Left):
        turn_out_strangers(room)
    elif isinstance(entry, log.Closed):
        _turn_out(room, list(room.connections), BYE, "the table is closed")
    elif isinstance(entry, log.Replaced) and entry.seat in room.watch.present:  # another process did not know that they are here
        faults.spawn(room, _give_back(room, entry.seat))


def turn_out_strangers(room: Room) -> None:
    """Close the connections whose seat now belongs to somebody else."""
    seats = room.table.seats
    out = [one for one in room.connections if one.viewer != SPECTATOR and seats[one.viewer].key != one.key]
    news = _turn_out(room, out, GONE, "this seat is no longer yours")
    for connection in room.connections:
        for seat in [seat for seat, key in connection.held.items() if seats[seat].key != key]:
            del connection.held[seat]
            connection.places.remove(seat)
            news |= _depart(room, seat)
    if room.table.history is not None:
        turn_out_spectators(room)  # a device whose players have all left only watches
    if news:
        room.refresh()


def turn_out_spectators(room: Room) -> None:
    """Say goodbye to those without a seat when a game begins that nobody may watch."""
    if room.table.opened.watch == ANYONE:
        return
    out = [one for one in room.connections if one.viewer == SPECTATOR and not one.held]
    for connection in out:
        connection.send(frames.refusal(commands.Unwatched(), connection.language))
    _turn_out(room, out, GONE, "nobody watches here")


def welcome_anew(room: Room) -> None:
    """Tell everybody what the table plays with now."""
    welcomes: dict[tuple[int, str], bytes] = {}
    for connection in room.connections:
        whom = connection.viewer, connection.language
        if whom not in welcomes:
            welcomes[whom] = encode(frames.welcome(room.table, *whom, learned=have_learned(room.table)))
        connection.send(welcomes[whom])


def _turn_out(room: Room, out: list[Connection], code: int, reason: str) -> bool:
    """Close connections at once, so that they see nothing more; return whether the others see that somebody has left."""
    for connection in out:
        connection.close(code, reason)
    gone = [_drop(room, connection) for connection in out]
    return True in gone


def _drop(room: Room, connection: Connection) -> bool:
    """Remove a connection; return whether the others see that somebody has left."""
    room.connections.discard(connection)
    room.used = room.house.now()
    gone = [_depart(room, place) for place in connection.places]
    return True in gone


def _depart(room: Room, place: int) -> bool:
    """Note that a connection no longer counts at a place; return whether the others see that somebody has left."""
    room.watch.depart(place, room.used)
    if place in room.watch.present:
        return False
    room.house.backplane.tell_presence(room.table.id, place, False)
    return place != SPECTATOR


async def _give_back(room: Room, seat: int) -> None:
    """Give a seat back to its player from the bot that replaced them, as soon as that can be saved."""

    def decide(table: Table, at: int) -> log.Entry:
        if table.closed or not table.seats[seat].replaced:
            raise commands.Stale
        return log.Returned(at, seat)

    def wanted() -> bool:
        table = room.table
        return seat in room.watch.present and table.seats[seat].replaced and not (room.broken or table.closed or full(table))

    while wanted():  # in a full book nothing more is written: the table is about to close
        await room.quietly(decide)
