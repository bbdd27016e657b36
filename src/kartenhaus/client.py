"""A small client: sit at a table of a server from Python, by hand or with a bot.

    client = await Client.join("http://127.0.0.1:8000/t/abcdefghjk", "Mia")
    async with client:
        await client.ready()
        async for state in client:
            if state is client.state and state["legal"]:
                await client.move(state["legal"][0]["move"])

It connects again by itself when the line breaks, and sends what was not acknowledged once more.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from kartenhaus.bots.asking import Fault, ask, blamed
from kartenhaus.bots.bot import Bot, bot_seed
from kartenhaus.bots.view import View
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import SPECTATOR, find

State = dict[str, Any]
GONE = 4001  # the close code for a seat that is no longer ours
UNREACHABLE = "unreachable"
UNSAVED = "unsaved"  # the code of a refusal that only asks for patience
RETRY = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds before connecting again


class ServerSaysNo(KartenhausError):
    """The server refused something; `code` is for programs."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__("{message}", rule, message=message)
        self.code = code


class Client:
    """A seat at a table, or a place to watch from."""

    def __init__(self, address: str, table: str, seat: int = SPECTATOR, token: str = "") -> None:
        self.address, self.table, self.seat, self.token = address, table, seat, token
        self.language = ""
        """What is told in words is told in this one: en, de, fr, it, es or nl."""
        self.called = ""
        """What a spectator is called when writing."""
        self.welcome: State = {}
        self.state: State = {}
        self._states: asyncio.Queue[State | None] = asyncio.Queue()
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[int]]] = {}
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, address: str, **choice: Any) -> Self:
        """Open a table at a server; the choices are those of `POST /api/tables`."""
        taken = await asyncio.to_thread(_post, f"{address.rstrip('/')}/api/tables", choice)
        return cls(address.rstrip("/"), taken["table"], taken["seat"], taken["token"])

    @classmethod
    async def join(cls, link: str, name: str, seat: int | None = None) -> Self:
        """Take a seat at a table, by its invitation."""
        client = cls.watch(link)
        choice = {"name": name, "seat": seat, "token": secrets.token_urlsafe(24)}  # sent again, it is the same seat
        post = partial(asyncio.to_thread, _post, f"{client.address}/api/tables/{client.table}/join", choice)
        try:
            taken = await post()
        except ServerSaysNo as error:
            if error.code not in (UNREACHABLE, UNSAVED):
                raise
            await asyncio.sleep(RETRY[0])
            taken = await post()
        client.seat, client.token = taken["seat"], taken["token"]
        return client

    @classmethod
    def watch(cls, link: str) -> Self:
        """Only watch."""
        parts = urlsplit(link)
        if parts.scheme not in ("http", "https") or not parts.netloc or "/t/" not in parts.path:
            raise ServerSaysNo("link", f"“{link[:80]}” is no invitation; one looks like http://127.0.0.1:8000/t/abcdefghjk")
        return cls(f"{parts.scheme}://{parts.netloc}", parts.path.rpartition("/t/")[2].strip("/"))

    @property
    def connected(self) -> bool:
        """Whether the line stands at the moment."""
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
            if state.get("closed"):
                return
        if self._reader is not None and self._reader.done():
            self._reader.result()  # what went wrong, if something did

    # What one can do

    async def move(self, move: str, answers: int | None = None) -> int:
        """Make a move; it answers the newest state unless told. The number of its entry once it is saved."""
        return await self.do("move", move=move, answers=self.state.get("answers", -1) if answers is None else answers)

    async def ready(self, nonce: str | None = None) -> int:
        """Be ready for the next game, with a share of the chance of one's own."""
        return await self.do("ready", nonce=secrets.token_urlsafe(16) if nonce is None else nonce)

    async def do(self, what: str, **rest: Any) -> int:
        """Anything else of docs/wire.md; waits until it has happened, ServerSaysNo if it may not."""
        ref = secrets.token_hex(8)
        message = {"do": what, "ref": ref, **rest}
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
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
            pass  # it is said again once we are back

    async def _read(self) -> None:
        tries = 0
        url = f"ws{self.address.removeprefix('http')}/api/tables/{self.table}/socket"
        try:
            while True:
                try:
                    async with connect(url, compression=None, max_size=None, open_timeout=5) as socket:
                        await self._say(
                            socket, {"do": "hello", "token": self.token, "name": self.called, "language": self.language}
                        )
                        async for text in socket:
                            tries = 0
                            await self._heard(socket, json.loads(text))
                        if socket.close_code == GONE or self.state.get("closed"):
                            return
                except ConnectionClosed as closed:
                    if closed.rcvd is not None and closed.rcvd.code == GONE:
                        return
                except InvalidStatus as error:
                    if error.response.status_code < 500:
                        raise ServerSaysNo("status", f"the server answered {error.response.status_code}") from None
                except (OSError, TimeoutError, InvalidHandshake):
                    pass  # it is not there, or not yet
                self._socket = None
                await asyncio.sleep(RETRY[min(tries, len(RETRY) - 1)])
                tries += 1
        finally:
            for _, done in self._waiting.values():
                if not done.done():
                    done.set_exception(ServerSaysNo("gone", "the server has closed this seat’s connection"))
            self._states.put_nowait(None)
            for ref in list(self._waiting):  # nobody will answer any more
                self._settle(ref, lambda done: done.set_exception(ServerSaysNo("gone", "the table is closed, or the seat is lost")))

    async def _heard(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind == "state":
            self.state = frame
            self._states.put_nowait(frame)
        elif kind == "welcome":
            self.welcome, self._socket = frame, socket
            for message, _ in list(self._waiting.values()):
                await self._say(socket, message)  # what was not acknowledged, once more
        elif kind == "done":
            self._settle(frame["ref"], lambda done: done.set_result(frame["number"]))
        elif kind == "refused":
            error = ServerSaysNo(frame["code"], frame["message"], frame["rule"])
            self._settle(frame["ref"], lambda done: done.set_exception(error))
            if not frame["ref"] and error.code != UNSAVED:
                raise error

    def _settle(self, ref: str, how: Callable[[asyncio.Future[int]], None]) -> None:
        """Tell who waits for an answer, if anybody still does: what was said twice is answered twice."""
        if ref in self._waiting and not self._waiting[ref][1].done():
            how(self._waiting[ref][1])


async def play(client: Client, maker: Callable[[], Bot]) -> None:
    """Let a bot play at a table: ready for every game, a fresh bot for each. It thinks in a thread, while the line is kept."""
    seed = secrets.randbits(256)
    bot, game = blamed(maker), 0
    async for _ in client:
        while not client._states.empty():
            client._states.get_nowait()  # only the newest counts
        state = client.state
        if state["phase"] in ("waiting", "over") and not state["seats"][client.seat]["ready"] and not state["closed"]:
            await _try(client.ready)
        elif state["phase"] == "playing" and state["legal"]:
            if state["games"] != game:
                bot, game = blamed(maker), state["games"]
            move = await asyncio.to_thread(_chosen, bot, client, state, bot_seed(seed, state["number"]))
            await _try(partial(client.move, move, state["answers"]))


def _chosen(bot: Bot, client: Client, state: State, seed: int) -> str:
    view = view_of(client.welcome, state, client.seat)
    legal = [one["move"] for one in state["legal"]]
    try:
        move = view.text(ask(bot, view, seed))
    except Fault:
        return str(legal[0])
    return move if move in legal else str(legal[0])


async def _try(do: Callable[[], Awaitable[int]]) -> None:
    while True:
        try:
            await do()
            return
        except ServerSaysNo as no:
            if no.code != UNSAVED:
                return  # something else happened first: the next state tells
        await asyncio.sleep(RETRY[2])


def view_of(welcome: State, state: State, seat: int) -> View:
    """What a bot is given, from what a seat was sent."""
    game = find(welcome["game"])
    options = game.check_options(welcome["options"], welcome["players"])
    record = game.files.lay_out(editions.find(game, welcome["edition"]), options, welcome["players"])
    game.notation.read_position({**state["view"]}, record, hidden=True)
    return View(game, seat, welcome["players"], record)


def _post(url: str, choice: dict[str, Any]) -> dict[str, Any]:
    request = urllib.request.Request(url, json.dumps(choice).encode(), {"content-type": "application/json"}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            taken: dict[str, Any] = json.load(answer)
            return taken
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        raise ServerSaysNo(problem.get("code", "http"), problem.get("message", str(error)), problem.get("rule", "")) from None
    except (OSError, ValueError) as error:
        raise ServerSaysNo(UNREACHABLE, f"the server at {urlsplit(url).netloc} cannot be reached: {error}") from None
