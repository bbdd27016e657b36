"""The first check of every request: who may ask, and how much at once."""

from __future__ import annotations

import asyncio
from hmac import compare_digest
from typing import Any

from fastapi import FastAPI
from fastapi.responses import JSONResponse

from kartenhaus.core import bounds
from kartenhaus.core.errors import Phrase
from kartenhaus.core.texts import best, translator
from kartenhaus.server import conversation
from kartenhaus.server.http_protocol import HttpProtocol
from kartenhaus.server.limits import TooMany
from kartenhaus.server.settings import Settings, parts
from kartenhaus.server.visitors import Headers, Hosts, Proxies, group, host_of, is_local
from kartenhaus.table.commands import Refused

POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]  # fmt: skip
MOST_BODY = 65_536  # bytes of a request
MOST_TARGET = 2_048  # bytes of its path and query
STATUS = {"host": 421, "too-many": 429, "target": 414}  # 403 for all other refusals here


class Edge:
    """Wraps the application: lets through only small requests to a known host name, and only from our own pages."""

    def __init__(self, app: FastAPI, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        self.hosts, self.proxies = Hosts(settings), Proxies(settings)
        self.origins = {origin.rstrip("/") for origin in (*parts(settings.origins), settings.address) if origin}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """ASGI."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers, peer = scope["headers"], scope["client"][0] if scope.get("client") else ""
        scope["client"] = group(self.proxies.visitor(peer, headers)), 0  # the address that limits count by
        line: HttpProtocol = scope["state"].pop("line")
        scope["state"]["operator"] = is_local(peer, headers) or self._has_token(headers)
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            scope["scheme"] = self.proxies.scheme(peer, headers) or scope["scheme"]
            line.asked()
            try:
                await self._request(scope, receive, _with_headers(send))
            finally:
                line.answered()

    async def _request(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass on a request whose body is small and arrives in time."""
        refused = self._refused(scope)
        if refused is not None:
            await _hang_up(STATUS.get(refused.code, 403), refused.code, _told(refused, scope))(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self.settings.hello):
                body = await _body(dict(scope["headers"]), receive)
        except TimeoutError:
            await _hang_up(408, "slow", "the request did not come to its end")(scope, receive, send)
        except _TooMuch:
            told = Phrase("a request has at most {most} bytes", most=MOST_BODY)
            await _hang_up(413, "too-much", _told(told, scope))(scope, receive, send)
        else:
            wrong = _unreadable(body)
            if wrong is None:
                await self.app(scope, _with_body(body, receive), send)
            else:
                await problem(400, "invalid", _told(wrong, scope))(scope, receive, send)

    async def _socket(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"].split("/")  # /api/tables/ID/socket
        await receive()  # websocket.connect
        house, limits = self.app.state.house, self.app.state.house.limits
        address, refused = scope["client"][0], self._refused(scope)
        if refused is None and limits.sockets[address] >= self.settings.sockets:
            refused = TooMany()
        if refused is not None or len(path) != 5 or path[1:3] != ["api", "tables"] or path[4] != "socket":
            said = _told(refused, scope) if refused is not None else ""
            await send({"type": "websocket.close", "code": 1008, "reason": said})  # before it is accepted: 403
            return
        limits.sockets[address] += 1
        try:
            await send({"type": "websocket.accept"})
            await conversation.serve(house, path[3], receive, send, scope["extensions"]["kartenhaus"], _language(scope), address)
        except (OSError, RuntimeError):
            pass  # disconnected while something was being sent
        finally:
            limits.sockets[address] -= 1
            if not limits.sockets[address]:
                del limits.sockets[address]

    def _refused(self, scope: Any) -> Refused | None:
        """Return why a request is refused, or None: too many, too long, for another host, or from another site."""
        if not self.app.state.house.limits.allow("request", scope["client"][0], self.settings.requests):
            return TooMany()
        if len(scope["raw_path"]) + len(scope["query_string"]) > MOST_TARGET:
            return Refused("target", "the address of a request has at most {most} bytes", most=MOST_TARGET)
        host, old = host_of(scope["headers"]), scope["http_version"] == "1.0"
        if not self.hosts.knows(host) and not (host is None and old):
            return Refused(
                "host",
                "this server is not called “{host}”; its operator can allow the name with the setting hosts",
                host=(host or "")[:60],
            )
        origin = dict(scope["headers"]).get(b"origin")
        if origin is None or scope.get("method") in ("GET", "HEAD", "OPTIONS"):
            return None
        if (text := origin.decode("latin-1")) in self.origins or text in (f"http://{host}", f"https://{host}"):
            return None
        return Refused("origin", "this request comes from a page of another site; only pages of this server may send it")

    def _has_token(self, headers: Headers) -> bool:
        said, token = dict(headers).get(b"authorization", b""), self.settings.metrics_token
        return token != "" and compare_digest(said, f"Bearer {token}".encode())


def _language(scope: Any) -> str:
    return best(dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1"))


def _told(refused: Refused | Phrase, scope: Any) -> str:
    return refused.told(translator(_language(scope)))


class _TooMuch(Exception):
    """The body of a request is too large."""


async def _body(headers: dict[bytes, bytes], receive: Any) -> bytes:
    """Read the body of a request."""
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


def _unreadable(body: bytes) -> Phrase | None:
    """Return what is wrong with a body, before anything parses it; None if it is fine."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        text = "\0"
    return Phrase("a request is JSON, written in UTF-8") if "\0" in text else bounds.json(text)


def _with_body(body: bytes, receive: Any) -> Any:
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def told() -> Any:
        return waiting.pop() if waiting else await receive()

    return told


def _hang_up(status: int, code: str, message: str) -> JSONResponse:
    answer = problem(status, code, message)
    answer.headers["connection"] = "close"
    return answer


def _with_headers(send: Any) -> Any:
    async def dressed(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return dressed


def problem(status: int, code: str, message: str, rule: str = "") -> JSONResponse:
    """An error as a JSON answer."""
    return JSONResponse({"code": code, "message": message, "rule": rule}, status)
