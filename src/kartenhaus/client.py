"""A small client: sit at a table of a server from Python, by hand or with a bot.

    client = await Client.join("http://127.0.0.1:8000/t/abcdefghjk", "Mia")
    async with client:
        await client.ready()
        async for state in client:
            if state is client.state and state.legal:
                await client.move(state.legal[0].move)

It reconnects by itself when the line breaks, and sends again what was not acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from typing import Any, Self, get_args
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from kartenhaus.bots.bot import Bot, bot_seed
from kartenhaus.bots.calling import Fault, ask, call_bot
from kartenhaus.bots.view import View
from kartenhaus.core import bounds
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.events import Event
from kartenhaus.core.game import SPECTATOR, find
from kartenhaus.table.states import Done, Entry, Error, Frame, Printing, Refused, State, Story, Welcome, Why

GONE = 4001  # the close code for a seat that is no longer ours
UNREACHABLE = "unreachable"
WAIT = 202  # the status while the game is being compiled: ask again
UNSAVED = "unsaved"  # the code of a refusal after which to try again
MOST_FRAME = 4_000_000  # bytes in one frame or answer: far more than our server ever sends
MOST_STATES = 1000  # that may wait to be read; beyond that, the oldest are dropped
TOO_BIG = 1009  # the close code for a larger frame
RETRY = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds before connecting again
BROWSER = secrets.token_urlsafe(24)  # the default id of this program


class ServerSaysNo(KartenhausError):
    """The server refused something; `code` is for programs."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__("{message}", rule, message=message)
        self.code = code


class NoSense(ServerSaysNo):
    """The server sent something that no table sends."""

    def __init__(self) -> None:
        super().__init__("no-sense", "the server says something that no table of Kartenhaus says")


class Client:
    """A seat at a table, or a place to watch from."""

    def __init__(self, address: str, table: str, seat: int = SPECTATOR, token: str = "") -> None:
        self.address, self.table, self.seat, self.token = address, table, seat, token
        self.language = ""
        """The language of all texts: en, de, fr, it, es or nl."""
        self.called = ""
        """The name of a spectator in the chat."""
        self.welcome: Welcome | None = None
        self.state: State | None = None
        """The newest of each; None before the client is connected."""
        self.printing = ""
        """The server's message while it compiles the game, with about how long it takes; empty once it is dealt."""
        self.broken = ""
        """The server's message while the table is paused by an error; `do("resume")` reads it again from its log."""
        self.entries: list[Entry] = []
        """What happened since the deal of the game, or since the client connected: see `catch_up`."""
        self._missed = False  # whether something is missing there
        self._states: asyncio.Queue[State | None] = asyncio.Queue()
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[Any]]] = {}
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, address: str, **choice: Any) -> Self:
        """Open a table at a server; the choices are those of `POST /api/tables`."""
        taken = await asyncio.to_thread(_post, f"{address.rstrip('/')}/api/tables", choice)
        return cls(address.rstrip("/"), *_place(taken))

    @classmethod
    async def join(cls, link: str, name: str, seat: int | None = None, browser: str = "") -> Self:
        """Take a seat at a table by its invitation; `browser` is the id of this program, which should not change."""
        client = cls.watch(link)
        token = secrets.token_urlsafe(24)  # sent again, it opens the same seat
        choice = {"name": name, "seat": seat, "token": token, "browser": browser or BROWSER}
        post = partial(asyncio.to_thread, _post, f"{client.address}/api/tables/{client.table}/join", choice)
        try:
            taken = await post()
        except ServerSaysNo as error:
            if error.code not in (UNREACHABLE, UNSAVED):
                raise
            await asyncio.sleep(RETRY[0])
            taken = await post()
        _, client.seat, client.token = _place(taken)
        return client

    @classmethod
    def watch(cls, link: str) -> Self:
        """Watch a table without a seat."""
        parts = urlsplit(link)
        if parts.scheme not in ("http", "https") or not parts.netloc or "/t/" not in parts.path:
            raise ServerSaysNo("link", f"“{link[:80]}” is no invitation; one looks like http://127.0.0.1:8000/t/abcdefghjk")
        return cls(f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/t/")[2].strip("/"))

    @property
    def connected(self) -> bool:
        """Whether the client is connected now."""
        return self._socket is not None

    async def __aenter__(self) -> Self:
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._reader is not None:
            self._reader.cancel()
            try:
                await self._reader
            except (asyncio.CancelledError, KartenhausError):
                pass
        if self._socket is not None:
            await self._socket.close()

    async def __aiter__(self) -> AsyncIterator[State]:
        """Every state of the table as it comes, until the table closes."""
        while True:
            state = await self._states.get()
            if state is None:
                break
            yield state
            if state.closed:
                return
        if self._reader is not None and self._reader.done():
            self._reader.result()  # raises what went wrong, if anything did

    # Actions

    async def move(self, move: str, answers: int | None = None) -> int:
        """Make a move, by default in answer to the newest state; return the number of its entry once it is saved."""
        newest = self.state.answers if self.state else -1
        return await self.do("move", move=move, answers=newest if answers is None else answers)

    async def ready(self, nonce: str | None = None) -> int:
        """Be ready for the next game, with a nonce for the deal, by default a random one."""
        return await self.do("ready", nonce=secrets.token_urlsafe(16) if nonce is None else nonce)

    async def set(self, **choice: Any) -> None:
        """The host chooses anew what the table plays with, before the first deal; the choices are those of `POST …/setup`."""
        await asyncio.to_thread(_post, f"{self.address}/api/tables/{self.table}/setup", {"token": self.token, **choice})

    async def story(self, game: int = 0) -> list[Entry]:
        """Everything that happened in a game since its deal; 0 is the current game, or the last one."""
        told: list[Entry] = await self._ask("story", game=game)
        return told

    async def why(self, *steps: tuple[str, str]) -> ServerSaysNo:
        """Why no legal move begins with some choices, each a kind and a value: `("card", "r5"), ("space", "c4")`."""
        said: ServerSaysNo = await self._ask("why", steps=[{"kind": kind, "value": value} for kind, value in steps])
        return said

    async def catch_up(self) -> list[Entry]:
        """What happened since the deal of the game; asks the server for what is missing, such as what came before we did."""
        if self._missed:
            told = await self.story()
            last = max((entry.number for entry in told), default=-1)
            self.entries = told + [entry for entry in self.entries if entry.number > last]
            self._missed = False
        return self.entries

    async def do(self, what: str, **rest: Any) -> int:
        """Send any message of docs/wire.md and wait until it has happened; raise ServerSaysNo if it is refused."""
        number: int = await self._ask(what, **rest)
        return number

    async def _ask(self, what: str, **rest: Any) -> Any:
        ref = secrets.token_hex(8)
        message = {"do": what, "ref": ref, **rest}
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[ref] = message, done
        try:
            if self._socket is not None:
                await self._say(self._socket, message)
            return await done
        finally:
            self._waiting.pop(ref, None)

    # The line

    async def _say(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        try:
            await socket.send(json.dumps(message))
        except ConnectionClosed:
            pass  # it is sent again once we are connected

    async def _read(self) -> None:
        tries = 0
        url = f"ws{self.address.removeprefix('http')}/api/tables/{self.table}/socket"
        try:
            while True:
                try:
                    async with connect(url, compression=None, max_size=MOST_FRAME, open_timeout=5) as socket:
                        await self._say(
                            socket, {"do": "hello", "token": self.token, "name": self.called, "language": self.language}
                        )
                        async for text in socket:
                            tries = 0
                            await self._understand(socket, text)
                        if socket.close_code == GONE or (self.state and self.state.closed):
                            return
                except ConnectionClosed as closed:
                    if closed.rcvd is not None and closed.rcvd.code == GONE:
                        return
                    if closed.sent is not None and closed.sent.code == TOO_BIG:
                        raise NoSense from None
                except InvalidStatus as error:
                    if error.response.status_code < 500:
                        raise ServerSaysNo("status", f"the server answered {error.response.status_code}") from None
                except (OSError, TimeoutError, InvalidHandshake):
                    pass  # the server is not there, or not yet
                self._socket = None
                await asyncio.sleep(RETRY[min(tries, len(RETRY) - 1)])
                tries += 1
        finally:
            for _, done in self._waiting.values():
                if not done.done():
                    done.set_exception(ServerSaysNo("gone", "the server has closed this seat’s connection"))
            self._states.put_nowait(None)
            for ref in list(self._waiting):  # no answer will come any more
                self._settle(ref, lambda done: done.set_exception(ServerSaysNo("gone", "the table is closed, or the seat is lost")))

    async def _understand(self, socket: ClientConnection, text: str | bytes) -> None:
        """Read a frame; raise NoSense if it is none of docs/wire.md, and ignore one of an unknown type."""
        try:
            said = _bounded(text)
            frame = _read_frame(said) if _read_type(said).type in TYPES else None
        except (ValueError, msgspec.DecodeError):
            raise NoSense from None
        await self._heard(socket, frame)

    async def _heard(self, socket: ClientConnection, frame: Frame | None) -> None:
        if isinstance(frame, State):
            self.printing = self.printing if frame.phase == "waiting" else ""
            self.broken = ""
            self._follow(frame)
            if self._states.qsize() >= MOST_STATES:
                self._states.get_nowait()
            self._states.put_nowait(frame)
        elif isinstance(frame, Printing):
            self.printing = frame.message
        elif isinstance(frame, Error):
            self.broken = frame.message if frame.code == "broken" else self.broken
        elif isinstance(frame, Welcome):
            self.welcome, self._socket = frame, socket
            for message, _ in list(self._waiting.values()):
                await self._say(socket, message)  # it was not acknowledged
        elif isinstance(frame, Story):
            told = frame.entries
            self._settle(frame.ref, lambda done: done.set_result(told))
        elif isinstance(frame, Why):
            reason = ServerSaysNo("why", frame.message, frame.rule)
            self._settle(frame.ref, lambda done: done.set_result(reason))
        elif isinstance(frame, Done):
            number = frame.number
            self._settle(frame.ref, lambda done: done.set_result(number))
        elif isinstance(frame, Refused):
            error = ServerSaysNo(frame.code, frame.message, frame.rule)
            self._settle(frame.ref, lambda done: done.set_exception(error))
            if not frame.ref and error.code != UNSAVED:
                raise error

    def _follow(self, state: State) -> None:
        """Take a new state, and collect what happened since the last one."""
        known = self.state.number if self.state else -1
        self.state = state
        for entry in state.entries:
            if entry.kind == "started":
                self.entries, self._missed = [], False
            self.entries.append(entry)
            known = entry.number
        self._missed |= known != state.number and state.phase != "waiting"

    def _settle(self, ref: str, how: Callable[[asyncio.Future[Any]], None]) -> None:
        """Resolve the future that waits for an answer, if any still does: a message sent twice is answered twice."""
        if ref in self._waiting and not self._waiting[ref][1].done():
            how(self._waiting[ref][1])


async def play(client: Client, maker: Callable[[], Bot]) -> None:
    """Let a bot play at a table: it is ready for every game, and each game gets a new bot. It thinks in a thread."""
    seed = secrets.randbits(256)
    bot, game = call_bot(maker), 0
    async for _ in client:
        while not client._states.empty():
            client._states.get_nowait()  # only the newest counts
        state, welcome = client.state, client.welcome
        assert state is not None
        assert welcome is not None  # it comes first
        if state.phase in ("waiting", "over") and not state.seats[client.seat].ready and not state.closed:
            await _try(client.ready)
        elif state.phase == "playing" and state.legal:
            if state.games != game:
                bot, game = call_bot(maker), state.games
            entries = [one for one in await client.catch_up() if one.number <= state.number]
            move = await asyncio.to_thread(_chosen, bot, welcome, state, entries, bot_seed(seed, state.number))
            await _try(partial(client.move, move, state.answers))


def _chosen(bot: Bot, welcome: Welcome, state: State, entries: list[Entry], seed: int) -> str:
    view = view_of(welcome, state, state.you, entries)
    legal = [one.move for one in state.legal]
    try:
        move = view.text(ask(bot, view, seed))
    except Fault:
        return legal[0]
    return move if move in legal else legal[0]


async def _try(do: Callable[[], Awaitable[int]]) -> None:
    while True:
        try:
            await do()
            return
        except ServerSaysNo as no:
            if no.code != UNSAVED:
                return  # something else happened first: the next state shows it
        await asyncio.sleep(RETRY[2])


def view_of(welcome: Welcome, state: State, seat: int, entries: Iterable[Entry] = ()) -> View:
    """The view for a bot, made from what a seat was sent; `entries` are those since the deal."""
    game = find(welcome.game)
    options = game.check_options(welcome.options, welcome.players)
    position = game.files.lay_out(editions.find(game, welcome.edition), options, welcome.players)
    game.notation.read_position({**(state.view or {})}, position, hidden=True)
    position.heard = partial(events_of, tuple(entries))
    return View(game, seat, welcome.players, position)


def events_of(entries: Iterable[Entry]) -> list[Event]:
    """All events of a game, without moves that were taken back."""
    moves: list[list[Event]] = []
    for entry in entries:
        if back := sum(event.amount for event in entry.events if event.kind == "back"):
            del moves[-back:]
        elif entry.events:
            moves.append([msgspec.structs.replace(event, words="") for event in entry.events])
    return [event for move in moves for event in move]


def _post(url: str, choice: dict[str, Any]) -> dict[str, Any]:
    headers = {"content-type": "application/json", "prefer": "wait=5"}
    request = urllib.request.Request(url, json.dumps(choice).encode(), headers, method="POST")
    try:
        while True:
            with urllib.request.urlopen(request, timeout=10) as answer:
                said = _parsed(answer.read(MOST_FRAME))
                if answer.status != WAIT:
                    return said
    except urllib.error.HTTPError as error:
        raise _refused(error) from None
    except (OSError, ValueError) as error:
        raise ServerSaysNo(UNREACHABLE, f"the server at {urlsplit(url).netloc} cannot be reached: {error}") from None


def _refused(error: urllib.error.HTTPError) -> ServerSaysNo:
    """The error for a request that the server refused; only its status if the answer makes no sense."""
    try:
        return _no(_parsed(error.read(MOST_FRAME)))
    except (OSError, ValueError, KeyError):
        return ServerSaysNo("http", str(error))


def _no(said: dict[str, Any]) -> ServerSaysNo:
    return ServerSaysNo(str(said["code"]), str(said["message"]), str(said.get("rule", "")))


def _place(taken: dict[str, Any]) -> tuple[str, int, str]:
    """Table, seat and token of a seat that was taken."""
    try:
        return str(taken["table"]), int(taken["seat"]), str(taken["token"])
    except (KeyError, TypeError, ValueError):
        raise NoSense from None


def _parsed(text: str | bytes) -> dict[str, Any]:
    """Parse a JSON object; raise ValueError for anything else."""
    parsed = json.loads(_bounded(text))
    if not isinstance(parsed, dict):
        raise ValueError("no object")
    return parsed


def _bounded(text: str | bytes) -> str:
    """Decode a text; raise ValueError if it holds more than we accept."""
    said = text if isinstance(text, str) else text.decode()
    if bounds.json(said, MOST_FRAME):
        raise ValueError("too much")
    return said


class _Typed(msgspec.Struct):
    """A frame of which only the type is read."""

    type: str


TYPES = {str(kind.__struct_config__.tag) for kind in get_args(Frame)}
_read_type = msgspec.json.Decoder(_Typed).decode
_read_frame = msgspec.json.Decoder(Frame).decode
