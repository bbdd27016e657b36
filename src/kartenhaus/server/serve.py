"""Running the server: one process, or several that share a port."""

from __future__ import annotations

import json
import os
import signal
import socket as sockets
from asyncio import TimerHandle, Transport
from dataclasses import asdict
from types import FrameType

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.supervisors import Multiprocess

from kartenhaus.core.errors import OptionError
from kartenhaus.server.app import CARRIED
from kartenhaus.server.conversation import MOST_MESSAGE
from kartenhaus.server.settings import Settings

GOODBYE = 1  # seconds that connections have to end


class Impatient(HttpToolsProtocol):
    """Closes a connection on which nothing is asked."""

    _patience: TimerHandle

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        seconds = json.loads(os.environ[CARRIED])["hello"]
        self._patience = self.loop.call_later(seconds, transport.close)

    def on_headers_complete(self) -> None:
        """Somebody asks for something."""
        self._patience.cancel()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        self._patience.cancel()
        super().connection_lost(exc)


class Polite(uvicorn.Server):
    """Ends in peace when it is asked to end; uvicorn would raise the signal once more when all is done."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Stop soon; at a second Ctrl-C, at once."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def configuration(settings: Settings) -> uvicorn.Config:
    """How uvicorn is run."""
    os.environ[CARRIED] = json.dumps(asdict(settings))
    return uvicorn.Config(
        "kartenhaus.server.app:application",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=Impatient,
        ws="websockets-sansio",
        ws_max_size=2 * MOST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=GOODBYE,
        access_log=False,
        server_header=False,
        log_level="warning",
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        backlog=4096,
    )


def bound(settings: Settings) -> sockets.socket:
    """The socket to listen on; one clear sentence if it cannot be had."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    socket = sockets.socket(family)
    socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        socket.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        socket.close()
        raise OptionError(
            "port {port} on {host} cannot be used: {why}; choose another with --port",
            port=settings.port,
            host=settings.host,
            why=getattr(error, "strerror", None) or error,
        ) from None
    socket.set_inheritable(True)
    return socket


def run(settings: Settings, socket: sockets.socket) -> None:
    """Serve until somebody says stop."""
    config = configuration(settings)
    if settings.workers > 1:
        Multiprocess(config, [socket]).run()
    else:
        Polite(config).run([socket])
