"""The web application: HTTP and WebSocket in one."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

import kartenhaus
from kartenhaus.core import game as games
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.texts import best, translator
from kartenhaus.server import conversation, metrics, pages, study
from kartenhaus.server.api import language_of, router
from kartenhaus.server.database import StoreDown
from kartenhaus.server.house import House, Illegible, NoTable
from kartenhaus.server.limits import Limits, TooMany
from kartenhaus.server.settings import Settings, read
from kartenhaus.server.store import Store
from kartenhaus.table.commands import Refused

CARRIED = "KARTENHAUS_SETTINGS"  # how the settings reach the processes that serve, as JSON
POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]  # fmt: skip
STATUS: dict[type, int] = {NoTable: 404, TooMany: 429, StoreDown: 503, Illegible: 503}
MOST_BODY = 65_536  # bytes of a request
CODES = {"no-game": 404, "no-record": 404, "house-full": 503, "bots": 422}


def create(settings: Settings, house: House | None = None) -> FastAPI:
    """The application for some settings."""

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        made = house or House(settings, await asyncio.to_thread(_store, settings))
        app.state.house, app.state.limits = made, Limits()
        await made.start()
        threading.Thread(target=_warm_all, name="warming", daemon=True).start()  # the end of the house does not wait for it
        try:
            yield
        finally:
            await made.stop()

    app = FastAPI(
        title="Kartenhaus",
        version=kartenhaus.__version__,
        summary="Tables for MADA, MAD and Mau Mau. Moves travel over a WebSocket: docs/wire.md.",
        lifespan=living,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.include_router(router)
    app.include_router(study.router)
    app.include_router(pages.router)
    app.add_exception_handler(KartenhausError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)

    @app.get("/metrics", summary="Figures of this process", response_class=PlainTextResponse)
    async def show_metrics(request: Request) -> str:
        """As Prometheus text; docs/hosting.md tells each."""
        return metrics.text(request.app.state.house)

    return app


def _store(settings: Settings) -> Store:
    store = Store(settings.database)
    store.start()
    return store


WARMING = ("greedy", "search:iterations=1")  # bots that between them call all that is compiled


def warm(game: games.Game, advance: Callable[[int], object] = int) -> None:
    """Load the compiled rules and bots of a game, so that no table waits for them; tell when a bot is done."""
    from kartenhaus.bots import View, find
    from kartenhaus.core.history import History

    history = History.deal(game, 2, 1)
    for bot in WARMING:
        seat = history.to_act
        history.play(find(bot)().choose(View.of(history.game, history.position, seat), 1), seat)
        advance(1)
    history.table(0)
    assert history.result  # a game that ends waits for nothing either


def _warm_all() -> None:
    for name in games.names():
        warm(games.find(name))
    gc.collect()
    gc.freeze()  # what is there now stays: no use in looking through it again and again
    gc.set_threshold(50_000, 50, 50)


class Edge:
    """Around the application: short requests, safe headers on every answer, and sockets only for pages of this house."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.origins = {origin.strip().rstrip("/") for origin in [*settings.origins.split(","), settings.address] if origin.strip()}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """ASGI."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._request(scope, receive, _with_headers(send))
        else:
            await self.app(scope, receive, send)

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        """A request whose body is small and comes at once."""
        try:
            async with asyncio.timeout(self.settings.hello):
                body = await _body(dict(scope["headers"]), receive)
        except TimeoutError:
            await _hang_up(408, "slow", "the request did not come to its end")(scope, receive, send)
        except _TooMuch:
            await _hang_up(413, "too-much", f"a request has at most {MOST_BODY} bytes")(scope, receive, send)
        else:
            await self.app(scope, _with_body(body, receive), send)

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        parts = scope["path"].split("/")  # /api/tables/ID/socket
        headers = dict(scope["headers"])
        await receive()  # websocket.connect
        if len(parts) != 5 or parts[1:3] != ["api", "tables"] or parts[4] != "socket" or not self._may(headers):
            await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403
            return
        house, limits = self.app.state.house, self.app.state.limits
        address = scope["client"][0] if scope.get("client") else ""
        if limits.sockets[address] >= self.settings.sockets:
            await send({"type": "websocket.close", "code": 1008})
            return
        limits.sockets[address] += 1
        try:
            await send({"type": "websocket.accept"})
            language = best(headers.get(b"accept-language", b"").decode("latin-1"))
            await conversation.serve(house, parts[3], receive, send, scope["extensions"]["kartenhaus"], language)
        except (OSError, RuntimeError):
            pass  # gone in the middle of a sentence
        finally:
            limits.sockets[address] -= 1
            if not limits.sockets[address]:
                del limits.sockets[address]

    def _may(self, headers: dict[bytes, bytes]) -> bool:
        """Whether a page may open a socket: one of this house, or a program that is no page."""
        origin = headers.get(b"origin")
        if origin is None:
            return True
        text, host = origin.decode("latin-1"), headers.get(b"host", b"").decode("latin-1")
        return text in self.origins or (host != "" and text in (f"http://{host}", f"https://{host}"))


class _TooMuch(Exception):
    """A body beyond all measure."""


async def _body(headers: dict[bytes, bytes], receive: Any) -> bytes:
    """All that comes with a request."""
    body, more = b"", b"content-length" in headers or b"transfer-encoding" in headers
    if int(headers.get(b"content-length", b"0")) > MOST_BODY:
        raise _TooMuch
    while more:
        event = await receive()
        body += event.get("body", b"")
        more = event.get("more_body", False)
        if len(body) > MOST_BODY:
            raise _TooMuch
    return body


def _with_body(body: bytes, receive: Any) -> Any:
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def told() -> Any:
        return waiting.pop() if waiting else await receive()

    return told


def _hang_up(status: int, code: str, message: str) -> JSONResponse:
    answer = _problem(status, code, message)
    answer.headers["connection"] = "close"
    return answer


def _with_headers(send: Any) -> Any:
    async def dressed(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return dressed


def _problem(status: int, code: str, message: str, rule: str = "") -> JSONResponse:
    return JSONResponse({"code": code, "message": message, "rule": rule}, status)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, KartenhausError)
    code = getattr(error, "code", "unsaved" if isinstance(error, StoreDown) else "invalid")
    status = STATUS.get(type(error)) or CODES.get(code) or (409 if isinstance(error, Refused) else 422)
    return _problem(status, code, error.told(translator(language_of(request))), error.rule)


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:] or first["loc"])
    return _problem(422, "invalid", f"{where}: {first['msg']}"[:300])


async def _http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return _problem(error.status_code, "http", str(error.detail))


def application() -> Edge:
    """What a serving process runs; its settings come through the environment."""
    settings = Settings(**json.loads(os.environ[CARRIED])) if CARRIED in os.environ else read()
    return Edge(create(settings), settings)
