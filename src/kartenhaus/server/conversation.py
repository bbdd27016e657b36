"""The WebSocket of a table: what a viewer says, and what becomes of it. docs/wire.md tells it all."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

import msgspec

from kartenhaus.core import edition as editions
from kartenhaus.core.errors import InvalidMove, KartenhausError
from kartenhaus.core.game import SPECTATOR
from kartenhaus.core.texts import ENGLISH, best, translator
from kartenhaus.server.connection import GONE, LATER, RUDE, Connection, Write
from kartenhaus.server.database import StoreDown
from kartenhaus.server.house import House, Illegible
from kartenhaus.server.limits import Bucket, TooMany
from kartenhaus.server.room import Decide, Room
from kartenhaus.table import commands, frames
from kartenhaus.table import entries as log
from kartenhaus.table.drawing import drawing
from kartenhaus.table.names import MAX_NAME, cleaned
from kartenhaus.table.words import explained

PROTOCOL = 1
MOST_MESSAGE = 8192  # bytes
STORY = 10  # messages: as much as asking for a story counts, for which a whole log is read
Receive = Callable[[], Awaitable[dict[str, Any]]]
Number = Annotated[int, msgspec.Meta(ge=-1, le=1 << 31)]


class Hello(msgspec.Struct, tag_field="do", tag="hello"):
    """The first message: who one is."""

    token: str = ""
    name: str = ""
    language: str = ""
    """What is told is told in it; without one, the handshake says."""


class Said(msgspec.Struct, tag_field="do"):
    """Anything after that; `ref` is what the sender calls it."""

    ref: str = ""


class Move(Said, tag="move", kw_only=True):
    move: str
    answers: Number


class Ready(Said, tag="ready"):
    ready: bool = True
    nonce: str = ""


class Chat(Said, tag="chat", kw_only=True):
    text: str


class Leave(Said, tag="leave"):
    pass


class Remove(Said, tag="remove", kw_only=True):
    seat: Number


class SeatBot(Said, tag="bot", kw_only=True):
    seat: Number
    level: str = "medium"


class Lock(Said, tag="lock"):
    locked: bool = True


class HandOn(Said, tag="host", kw_only=True):
    seat: Number


class Close(Said, tag="close"):
    pass


class Resign(Said, tag="resign"):
    pass


class Pause(Said, tag="pause"):
    pass


class Resume(Said, tag="resume"):
    pass


class Regret(Said, tag="regret"):
    pass


class Answer(Said, tag="answer", kw_only=True):
    agrees: bool


class Story(Said, tag="story"):
    game: Number = 0
    """0: the one that is played, or was last."""


class Ping(Said, tag="ping"):
    pass


Message = (
    Hello | Move | Ready | Chat | Leave | Remove | SeatBot | Lock | HandOn | Close | Resign | Pause | Resume | Regret | Answer
    | Story | Ping
)  # fmt: skip
_read = msgspec.json.Decoder(Message).decode
encode = msgspec.json.Encoder().encode


async def serve(house: House, code: str, receive: Receive, send: Any, write: Write, language: str = ENGLISH) -> None:
    """One viewer of one table, from hello to goodbye; the handshake is done, and named a language."""
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
        room = await house.room(code)
        viewer = await _viewer(house, room, hello.token)
    except KartenhausError as error:
        await _send(send, refusal(error, error.told(translator(language))))
        await _close(send, LATER if isinstance(error, StoreDown | Illegible) else GONE, "not here")
        return
    key = room.table.seats[viewer].key if viewer != SPECTATOR else ""
    connection = Connection(send, write, viewer, cleaned(hello.name, MAX_NAME), language, key)
    house.count("connected")
    about = {**frames.about(room.table, language), **_drawing(room, language)}
    connection.send(encode({"type": "welcome", "protocol": PROTOCOL, **about, "you": viewer}))
    try:
        await room.enter(connection)
        await _converse(house, room, connection, receive)
    finally:
        room.leave(connection)
        await connection.end()


def _drawing(room: Room, language: str) -> dict[str, Any]:
    """What cards and board look like, and what they are called."""
    table = room.table
    return drawing(table.game, editions.find(table.game, table.opened.edition), table.opened.options, translator(language))


async def _viewer(house: House, room: Room, token: str) -> int:
    """The seat that a token opens. It may have been taken through another process; StoreDown if that cannot be seen."""
    if house.store.shared:
        try:
            await room.catch_up()
        except StoreDown as down:
            try:
                return commands.seat_of(room.table, token)
            except commands.Refused:
                raise down from None
    return commands.seat_of(room.table, token)


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
        if not bucket.take(house.now(), STORY if isinstance(message, Story) else 1):
            connection.close(RUDE, "too many messages")
            await asyncio.sleep(0.1)
            return
        if message is not None and not connection.closing:
            await _answer(house, room, connection, message)


async def _answer(house: House, room: Room, connection: Connection, message: Any) -> None:
    """Do what a viewer says, or say why not."""
    ref = getattr(message, "ref", "")[: commands.MAX_REF]
    try:
        number = await _carry_out(house, room, connection, message, ref)
        if number is not None:
            connection.acknowledge(encode({"type": "done", "ref": ref, "number": number}))
    except commands.Repeated as repeated:
        connection.send(encode({"type": "done", "ref": ref, "number": repeated.number}))
    except KartenhausError as error:
        house.count("refused")
        connection.send(refusal(error, explained(room.table.game.name, error, connection.language), ref))
        if isinstance(error, commands.Stale | InvalidMove) or error.rule:
            room.refresh(connection)
    except Exception as error:
        room.fail(error)


async def _carry_out(house: House, room: Room, connection: Connection, message: Any, ref: str) -> int | None:
    """The number of the entry that came of a message; None where there is none."""
    if isinstance(message, Move):
        return await _move(house, room, connection, message)
    if isinstance(message, Story):
        await _tell(house, room, connection, message)
        return None
    if isinstance(message, Ping | Hello):
        connection.send(encode({"type": "pong", "ref": ref, "number": room.table.number}))
        return None
    if isinstance(message, Resume) and room.broken:
        await room.mend()
        return room.table.number
    if isinstance(message, Chat) and not room.may_write(connection.viewer):
        raise TooMany
    return await room.do(_decision(room, message, connection))


async def _move(house: House, room: Room, connection: Connection, message: Move) -> int:
    """A move; an answer to a question out of turn waits until those without a choice would be answered for."""
    watch, seat = room.watch, connection.viewer
    if room.table.is_question and seat == room.table.to_act and message.answers >= room.table.changed:
        await asyncio.sleep(max(0.0, watch.question_at - house.now()))

    def decide(table: Any, at: int) -> log.Entry:
        _still_there(connection)
        used = watch.used(table, house.now()) if seat == table.to_act else 0
        opened = house.now() >= watch.opens_at
        return commands.move(table, at, seat, message.move, message.answers, used, message.ref, opened=opened)

    return await room.do(decide)


async def _tell(house: House, room: Room, connection: Connection, message: Story) -> None:
    """All that happened in a game, as the viewer may know it."""
    game, viewer, language = message.game or room.table.games, connection.viewer, connection.language
    told = await house.replay(room.table.id, lambda entries: frames.story(room.table.id, entries, viewer, game, language))
    connection.send(encode({"type": "story", "ref": message.ref, "game": game, "events": told}))


def _decision(room: Room, message: Any, connection: Connection) -> Decide:
    """What a message asks of a table; sent again, it is the same."""
    seat = connection.viewer
    make = _decisions(room, message, connection)[type(message)]

    def decide(table: Any, at: int) -> log.Entry:
        _still_there(connection)
        commands.fresh(table, seat, message.ref)
        entry = make(table, at)
        return msgspec.structs.replace(entry, asker=seat, ref=message.ref) if isinstance(entry, log.Asked) else entry

    return decide


def _still_there(connection: Connection) -> None:
    """Who lost a seat while a message waited says nothing in the name of who has it now."""
    if connection.closing:
        raise commands.Stale


def _decisions(room: Room, message: Any, connection: Connection) -> dict[type, Callable[..., log.Entry]]:
    seat = connection.viewer
    return {
        Ready: lambda table, at: commands.ready(table, at, seat, message.ready, message.nonce),
        Chat: lambda table, at: commands.write(table, at, seat, connection.name, message.text, message.ref),
        Leave: lambda table, at: commands.leave(table, at, seat),
        Remove: lambda table, at: commands.remove(table, at, seat, message.seat),
        SeatBot: lambda table, at: commands.seat_bot(table, at, seat, message.seat, message.level),
        Lock: lambda table, at: commands.lock(table, at, seat, message.locked),
        HandOn: lambda table, at: commands.hand_on(table, at, seat, message.seat),
        Close: lambda table, at: commands.close(table, at, seat),
        Resign: lambda table, at: commands.resign(table, at, seat),
        Pause: lambda table, at: commands.pause(table, at, seat, room.watch.used(table, room.house.now())),
        Resume: lambda table, at: commands.resume(table, at, seat),
        Regret: lambda table, at: commands.regret(table, at, seat),
        Answer: lambda table, at: commands.answer(table, at, seat, message.agrees),
    }


def refusal(error: KartenhausError, message: str, ref: str = "") -> bytes:
    """An error as a frame, with what it says in the viewer's language and the rule behind it."""
    code: str = getattr(error, "code", "") or ("unsaved" if isinstance(error, StoreDown) else "refused")
    return encode(
        {
            "type": "refused",
            "ref": ref,
            "code": code,
            "message": message,
            "rule": error.rule,
            "key": error.key,
            "params": {name: str(value) for name, value in error.params.items()},
        }
    )


class NoMessage(KartenhausError):
    """What came is no message."""


class _Gone(Exception):
    """The other side is gone."""


async def _message(receive: Receive) -> Any:
    """The next message; NoMessage says what is wrong with it."""
    event = await receive()
    if event["type"] != "websocket.receive":
        raise _Gone
    text = event.get("text")
    if text is None:
        raise NoMessage("messages are text, not binary")
    data = text.encode()
    if len(data) > MOST_MESSAGE:
        raise NoMessage("a message has at most {most} bytes", most=MOST_MESSAGE)
    try:
        return _read(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise NoMessage("this is no message: {why}", why=str(error)[:200]) from None


async def _hello(receive: Receive) -> Hello:
    message = await _message(receive)
    if not isinstance(message, Hello):
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
