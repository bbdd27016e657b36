"""The WebSocket of a table: handles the messages of one viewer. docs/wire.md describes them all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from kartenhaus.core import bounds
from kartenhaus.core.errors import InvalidMove, KartenhausError
from kartenhaus.core.game import SPECTATOR
from kartenhaus.core.plain import MAX_NAME, cleaned
from kartenhaus.core.steps import Step
from kartenhaus.core.texts import ENGLISH, best, translator
from kartenhaus.server import presence
from kartenhaus.server.allowances import Asker
from kartenhaus.server.connection import GONE, LATER, RUDE, Connection, Write
from kartenhaus.server.database import StoreDown
from kartenhaus.server.faults import Broken, fail
from kartenhaus.server.house import House, Illegible, TooLong
from kartenhaus.server.limits import Bucket, TooMany
from kartenhaus.server.press import SHORTLY, NotYet
from kartenhaus.server.room import Decide, Room
from kartenhaus.server.thinker import have_learned
from kartenhaus.table import commands, frames, messages, states
from kartenhaus.table import entries as log
from kartenhaus.table.states import Done, Pong, Refused, encode
from kartenhaus.table.words import explained

MOST_MESSAGE = 8192  # bytes
SHORT = 256  # bytes; nearly all messages are shorter, and cannot hold anything costly
MOST_FIELDS = 100  # values in a message
STORY = 10  # a request for a story counts as this many messages, because it reads a whole log
TOGETHER = 10  # all connections of an address may send this many times as much as one; beyond that, answers are delayed
Receive = Callable[[], Awaitable[dict[str, Any]]]
_read = msgspec.json.Decoder(messages.Message).decode


async def serve(
    house: House, code: str, receive: Receive, send: Any, write: Write, language: str = ENGLISH, address: str = ""
) -> None:
    """Serve one viewer of a table from hello to the end; the handshake is done, and `language` is from its headers."""
    try:
        async with asyncio.timeout(house.settings.hello):
            hello = await _hello(receive)
    except (TimeoutError, NoMessage):
        await _close(send, RUDE, 'say hello first: {"do": "hello"}')
        return
    except _Gone:
        return
    language = best(hello.language) if hello.language else language
    try:
        room = await _room(house, code, address, send, language)
        viewer, held = await _viewer(house, room, hello)
    except KartenhausError as error:
        await _send(send, refusal(error, error.told(translator(language))))
        await _close(send, LATER if isinstance(error, StoreDown | Illegible | TooLong | TooMany) else GONE, "not here")
        return
    key = room.table.seats[viewer].key if viewer != SPECTATOR else ""
    name, patience = cleaned(hello.name, MAX_NAME), house.settings.patience
    screen = hello.screen and viewer == SPECTATOR
    connection = Connection(send, write, house.outbox, house.unsent, patience, viewer, name, language, key, address, screen, held)
    house.count("connected")
    connection.send(encode(frames.welcome(room.table, viewer, language, learned=have_learned(room.table))))
    try:
        presence.enter(room, connection)
        await _converse(house, room, connection, receive)
    finally:
        presence.leave(room, connection)
        await connection.end()


async def _room(house: House, code: str, address: str, send: Any, language: str) -> Room:
    """Return a table once its game is compiled; until then, tell the client how long it may take."""
    while True:
        try:
            return await house.room(code, address, SHORTLY)
        except NotYet as not_yet:
            await _send(send, not_yet.frame(language))


async def _viewer(house: House, room: Room, hello: messages.Hello) -> tuple[int, dict[int, str]]:
    """Return the seat that a token opens, and the held ones. Another process may have given them out; raise StoreDown if we cannot
    read that.
    """
    if house.store.shared:
        try:
            await room.catch_up()
        except StoreDown as down:
            try:
                return _allowed(room, hello)
            except commands.Refused:
                raise down from None
    return _allowed(room, hello)


def _allowed(room: Room, hello: messages.Hello) -> tuple[int, dict[int, str]]:
    seat = commands.seat_of(room.table, hello.token)
    held = commands.held_by(room.table, hello.holds)
    if seat == SPECTATOR and not held:
        commands.check_watching(room.table)
    return seat, {other: key for other, key in held.items() if other != seat}


async def _converse(house: House, room: Room, connection: Connection, receive: Receive) -> None:
    bucket = Bucket(house.settings.messages, 3 * house.settings.messages, house.now())
    while True:
        try:
            message = await _message(receive)
        except _Gone:
            return
        except NoMessage as error:
            connection.send(frames.fault(error, connection.language, "message"))
            message = None
        now, cost = house.now(), STORY if isinstance(message, messages.AskStory) else 1
        if not bucket.take(now, cost):
            connection.close(RUDE, "too many messages")
            await asyncio.sleep(0.1)
            return
        if wait := house.limits.owed("message", connection.address, TOGETHER * house.settings.messages, cost, now):
            await asyncio.sleep(wait)
        if message is not None and not connection.closing:
            await _answer(house, room, connection, message)


async def _answer(house: House, room: Room, connection: Connection, message: Any) -> None:
    """Do what a message asks, or say why not."""
    ref = getattr(message, "ref", "")[: commands.MAX_REF]
    try:
        number = await _carry_out(house, room, connection, message, ref)
        if number is not None:
            connection.acknowledge(encode(Done(ref, number)))
    except commands.Repeated as repeated:
        connection.send(encode(Done(ref, repeated.number)))
    except KartenhausError as error:
        house.count("refused")
        connection.send(refusal(error, _explained(room, error, connection), ref))
        if isinstance(error, commands.Stale | InvalidMove) or error.rule:
            room.refresh(connection)
    except Exception as error:
        fail(room, error)


async def _carry_out(house: House, room: Room, connection: Connection, message: Any, ref: str) -> int | None:
    """Carry out a message and return the number of its entry, or None if it makes none."""
    if isinstance(message, messages.MakeMove):
        return await _move(house, room, connection, message)
    if isinstance(message, messages.AskStory):
        await _tell(house, room, connection, message)
        return None
    if isinstance(message, messages.AskWhy):
        connection.send(_why(room, connection, message, ref))
        return None
    if isinstance(message, messages.React):
        _react(house, room, connection, message)
        return room.table.shown
    if isinstance(message, messages.Ping | messages.Hello):
        connection.send(encode(Pong(ref, room.table.shown)))
        return None
    if isinstance(message, messages.Resume) and room.broken:
        await room.mend()
        return room.table.shown
    return await room.do(_decision(room, message, connection), Asker(_speaker(message, connection), connection.address))


async def _move(house: House, room: Room, connection: Connection, message: messages.MakeMove) -> int:
    """Make a move, or give an answer to a question out of turn, which is held back until the question's time is over."""
    watch, seat = room.watch, connection.viewer

    def decide(table: Any, at: int) -> log.Entry:
        _still_there(connection)
        now = house.now()
        used = watch.used(table, now) if seat == table.to_act else 0
        opened, over = now >= watch.opens_at, now >= watch.question_at
        return commands.move(table, at, seat, message.move, message.answers, used, message.ref, opened=opened, over=over)

    return await room.do(decide)


async def _tell(house: House, room: Room, connection: Connection, message: messages.AskStory) -> None:
    """Send everything that happened in a game, as the viewer may know it."""
    game, viewer, language = message.game or room.table.games, connection.viewer, connection.language
    told = await house.look_through(
        room.table.id, lambda entries: frames.story(room.table.id, entries, viewer, game, language), connection.address
    )
    connection.send(encode(states.Story(message.ref, game, told)))


def _why(room: Room, connection: Connection, message: messages.AskWhy, ref: str) -> bytes:
    """Say why something cannot be chosen; only the viewer who asks gets the answer."""
    if room.broken:
        raise Broken
    _still_there(connection)
    reason = commands.why(room.table, connection.viewer, [Step(one.kind, one.value) for one in message.steps])
    return encode(states.Why(ref, _explained(room, reason, connection), reason.rule))


def _react(house: House, room: Room, connection: Connection, message: messages.React) -> None:
    """Show a player's face to everybody, here and in other processes. Nothing is stored."""
    if room.broken:
        raise Broken
    _still_there(connection)
    commands.react(room.table, connection.viewer)
    house.allowances.react(room.table.id, Asker(connection.viewer, connection.address))
    presence.react(room, connection.viewer, message.face)
    house.backplane.tell_reaction(room.table.id, connection.viewer, message.face)


def _explained(room: Room, error: KartenhausError, connection: Connection) -> str:
    """Why not, in the viewer's language."""
    return explained(room.table.game.name, error, connection.language, [one.name for one in room.table.seats])


def _decision(room: Room, message: Any, connection: Connection) -> Decide:
    """Turn a message into a decision; a message sent again makes no second entry."""
    seat = _speaker(message, connection)
    make = _decisions(room, message, connection, seat)[type(message)]

    def decide(table: Any, at: int) -> log.Entry:
        _still_there(connection)
        if seat != connection.viewer and seat not in connection.held:
            raise commands.Refused("seat", "nobody at this device sits there")
        commands.check_new(table, seat, message.ref)
        entry = make(table, at)
        return msgspec.structs.replace(entry, asker=seat, ref=message.ref) if isinstance(entry, log.Asked) else entry

    return decide


def _still_there(connection: Connection) -> None:
    """Raise Stale if the viewer lost the seat while a message waited: it belongs to somebody else now."""
    if connection.closing:
        raise commands.Stale


def _speaker(message: Any, connection: Connection) -> int:
    """The seat for which a message is: the viewer's own, or one that is held at the same device."""
    return message.seat if isinstance(message, messages.Ready) and message.seat != SPECTATOR else connection.viewer


def _decisions(room: Room, message: Any, connection: Connection, seat: int) -> dict[type, Callable[..., log.Entry]]:
    return {
        messages.Ready: lambda table, at: commands.ready(table, at, seat, message.ready, message.nonce),
        messages.Chat: lambda table, at: commands.write(table, at, seat, connection.name, message.text, message.ref),
        messages.Leave: lambda table, at: commands.leave(table, at, seat),
        messages.Remove: lambda table, at: commands.remove(table, at, seat, message.seat),
        messages.SeatBot: lambda table, at: commands.seat_bot(table, at, seat, message.seat, message.level),
        messages.Lock: lambda table, at: commands.lock(table, at, seat, message.locked),
        messages.HandOn: lambda table, at: commands.hand_on(table, at, seat, message.seat),
        messages.Close: lambda table, at: commands.close(table, at, seat),
        messages.Resign: lambda table, at: commands.resign(table, at, seat),
        messages.Pause: lambda table, at: commands.pause(table, at, seat, room.watch.used(table, room.house.now())),
        messages.Resume: lambda table, at: commands.resume(table, at, seat),
        messages.TakeBack: lambda table, at: commands.regret(table, at, seat),
        messages.Answer: lambda table, at: commands.answer(table, at, seat, message.agrees),
    }


def refusal(error: KartenhausError, message: str, ref: str = "") -> bytes:
    """An error as a frame: its message in the viewer's language, and the rule behind it."""
    code: str = getattr(error, "code", "") or ("unsaved" if isinstance(error, StoreDown) else "refused")
    params = {name: str(value) for name, value in error.params.items()}
    return encode(Refused(ref, code, message, error.rule, error.key, params))


class NoMessage(KartenhausError):
    """The client sent something that is not a message."""


class _Gone(Exception):
    """The client has disconnected."""


async def _message(receive: Receive) -> Any:
    """Return the next message; raise NoMessage with what is wrong with it."""
    event = await receive()
    if event["type"] != "websocket.receive":
        raise _Gone
    text = event.get("text")
    if text is None:
        raise NoMessage("messages are text, not binary")
    data = text.encode()
    if len(data) > MOST_MESSAGE:
        raise NoMessage("a message has at most {most} bytes", most=MOST_MESSAGE)
    if len(data) > SHORT and (problem := bounds.json(text, MOST_FIELDS)):
        raise NoMessage("this is not a message: {why}", why=problem)
    try:
        return _read(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise NoMessage("this is not a message: {why}", why=str(error)[:200]) from None


async def _hello(receive: Receive) -> messages.Hello:
    message = await _message(receive)
    if not isinstance(message, messages.Hello):
        raise NoMessage("say hello first")
    return message


async def _send(send: Any, frame: bytes) -> None:
    try:
        await send({"type": "websocket.send", "text": frame.decode()})
    except (OSError, RuntimeError):
        pass


async def _close(send: Any, code: int, reason: str) -> None:
    try:
        await send({"type": "websocket.close", "code": code, "reason": reason})
    except (OSError, RuntimeError):
        pass
