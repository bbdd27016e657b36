"""The web application: HTTP and WebSocket in one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

import kartenhaus
from kartenhaus.core import game as games
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.texts import translator
from kartenhaus.server import metrics, pages, reviews, workshop
from kartenhaus.server.api import language_of, router
from kartenhaus.server.database import StoreDown
from kartenhaus.server.edge import Edge, problem
from kartenhaus.server.house import House, NoTable
from kartenhaus.server.limits import TooMany
from kartenhaus.server.press import Press, Show
from kartenhaus.server.settings import Settings
from kartenhaus.server.store import Store
from kartenhaus.table.commands import Refused

STATUS: dict[type, int] = {NoTable: 404, TooMany: 429, StoreDown: 503}
CODES = {
    "metrics": 403,
    "unwatched": 403,
    "no-game": 404,
    "no-record": 404,
    "no-lesson": 404,
    "busy": 503,
    "printing": 202,
    "house-full": 503,
    "too-many-tables": 429,
    "bots": 422,
    "unreadable": 503,
}


def create(settings: Settings, house: House | None = None, show: Show | None = None) -> FastAPI:
    """Make the application; `show` tells the operator which games are being compiled."""

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        press = Press(map(games.find, games.names()), show)
        made = house or House(settings, await asyncio.to_thread(_store, settings), press=press)
        app.state.house = made
        await made.start()
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
    app.include_router(reviews.router)
    app.include_router(workshop.router)
    app.include_router(pages.router)
    app.add_exception_handler(KartenhausError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)

    @app.get("/metrics", summary="Metrics of this process", response_class=PlainTextResponse)
    async def show_metrics(request: Request) -> str:
        """As Prometheus text; docs/hosting.md explains each metric, and who may read them."""
        if not request.state.operator:
            raise Refused(
                "metrics",
                "the figures are for programs on the server’s own machine, and for those with the token (setting metrics_token)",
            )
        return metrics.text(request.app.state.house)

    return app


def _store(settings: Settings) -> Store:
    store = Store(settings.database)
    store.start()
    return store


async def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, KartenhausError)
    code = getattr(error, "code", "unsaved" if isinstance(error, StoreDown) else "invalid")
    status = STATUS.get(type(error)) or CODES.get(code) or (409 if isinstance(error, Refused) else 422)
    return problem(status, code, error.told(translator(language_of(request))), error.rule)


async def _invalid(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:] or first["loc"])
    return problem(422, "invalid", f"{where}: {first['msg']}"[:300])


async def _http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    return problem(error.status_code, "http", str(error.detail))


def application(settings: Settings, show: Show | None = None) -> Edge:
    """Make the ASGI application of a server process."""
    return Edge(create(settings, show=show), settings)
