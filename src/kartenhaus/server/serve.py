"""Running the server: one process, or several that share a port."""

from __future__ import annotations

import asyncio
import os
import signal
import socket as sockets
import threading
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from uvicorn.supervisors import Multiprocess

from kartenhaus.core.errors import OptionError
from kartenhaus.server import logs
from kartenhaus.server.app import application
from kartenhaus.server.conversation import MOST_MESSAGE
from kartenhaus.server.http_protocol import HttpProtocol, OpenLines
from kartenhaus.server.press import Show
from kartenhaus.server.settings import Settings
from kartenhaus.server.websocket_protocol import WebSocketProtocol

BACKLOG = 4096  # connections that may wait to be accepted
PING = 20.0  # seconds of silence on a WebSocket before a ping, and then until its answer
HEALTH = 60  # seconds that one of several processes has to start, or to answer, before it is replaced: a busy machine is slow
GOODBYE = 1  # seconds that connections have to end
# Seconds that a process has to end; a hanging database could block it for ever. What is lost then was never acknowledged.
LAST = 2.0


class OneProcess(uvicorn.Server):
    """A single server process that exits normally when asked to stop; uvicorn would raise the signal again."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as signals have it
        """Stop soon; at a second Ctrl-C, at once."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
        _at_last(lambda: os._exit(0))


class ManyProcesses(Multiprocess):
    """Several processes that share a port and stop in time when asked to."""

    def __init__(self, config: uvicorn.Config, listening: list[sockets.socket]) -> None:
        super().__init__(config, listening)
        for sig in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sig, self._asked_to_end)

    def _asked_to_end(self, sig: int, _: FrameType | None) -> None:
        """Stop all at once: uvicorn would first wait for a process that is starting."""
        self.signal_queue.append(sig)
        for one in self.processes:
            one.process.terminate()
        _at_last(self._end)

    def _end(self) -> None:
        for one in self.processes:
            one.process.kill()
        os._exit(0)


def _at_last(end: Callable[[], None]) -> None:
    """End the process in any case once LAST seconds have passed."""
    timer = threading.Timer(LAST, end)
    timer.daemon = True
    timer.start()


def configuration(settings: Settings, show: Show | None = None) -> uvicorn.Config:
    """The configuration of uvicorn."""
    return uvicorn.Config(
        partial(application, settings, show),
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=cast(type[asyncio.Protocol], partial(HttpProtocol, settings, OpenLines(settings))),  # called like a class
        ws=WebSocketProtocol,
        ws_max_size=2 * MOST_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=GOODBYE,
        timeout_worker_healthcheck=HEALTH,
        access_log=False,
        server_header=False,
        log_config=logs.CONFIG,
        proxy_headers=False,  # server/visitors.py
        backlog=BACKLOG,
    )


def bound(settings: Settings) -> sockets.socket:
    """Listen before the server starts, so that nobody else takes the port meanwhile; raise OptionError if it cannot be used."""
    family = sockets.AF_INET6 if ":" in settings.host else sockets.AF_INET
    socket = sockets.socket(family)
    socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        socket.bind((settings.host, settings.port))
        socket.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        socket.close()
        raise OptionError(
            "port {port} on {host} cannot be used: {why}; choose another: make play PORT={other}, kartenhaus serve --port {other}",
            port=settings.port,
            other=8000 if settings.port >= 65535 else settings.port + 1,
            host=settings.host,
            why=getattr(error, "strerror", None) or error,
        ) from None
    # for workers alone: another child, as one that compiles a game, would keep the port of a server that was killed
    socket.set_inheritable(settings.workers > 1)
    return socket


def raise_file_limit() -> None:
    """Let this process have as many open connections as the system allows."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def run(settings: Settings, socket: sockets.socket, show: Show | None = None) -> None:
    """Serve until stopped. `show` reports which games are being compiled; several processes report by themselves."""
    raise_file_limit()
    config = configuration(settings, show if settings.workers == 1 else None)
    if settings.workers > 1:
        ManyProcesses(config, [socket]).run()
    else:
        OneProcess(config).run([socket])
