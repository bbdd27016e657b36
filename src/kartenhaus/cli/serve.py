"""`kartenhaus serve`: the server."""

from __future__ import annotations

import os
import socket as sockets
import sys
import threading
import time
import webbrowser
from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy.engine import make_url

from kartenhaus.cli.compiling import Compiling
from kartenhaus.cli.terminal import console, say
from kartenhaus.core.errors import OptionError
from kartenhaus.server.addresses import EVERYWHERE, HERE, home_address
from kartenhaus.server.database import alone, connect, describe, migrate
from kartenhaus.server.settings import Settings, read


def serve(flags: Mapping[str, Any], file: Path | None, browse: bool) -> None:
    """Start the server, print its address, and serve until Ctrl-C."""
    try:
        from kartenhaus.server.serve import bound, run
    except ModuleNotFoundError as error:
        raise OptionError("the server needs {module}: pip install kartenhaus", module=error.name) from None
    settings = read(flags, file)
    if settings.redis and find_spec("redis") is None:
        raise OptionError("Redis needs its client: pip install 'kartenhaus[redis]'")
    socket = bound(settings)
    settings = replace(settings, port=socket.getsockname()[1])
    engine = connect(settings.database)
    with alone(engine):
        migrate(engine)
        kind = describe(engine)
        engine.dispose()
        _greet(settings, kind)
        if browse and _has_screen():
            threading.Thread(target=_browse, args=(_local(settings),), daemon=True).start()
        run(settings, socket, Compiling() if console(stderr=True).is_terminal else None)
    say("Stopped. Every table is kept.")
    sys.stdout.flush()
    os._exit(0)  # at once: a bot that still thinks, or a game that is being compiled, would keep the process alive


def _greet(settings: Settings, kind: str) -> None:
    say("Kartenhaus is open at [bold]{}[/]", _local(settings))
    if settings.host in EVERYWHERE:
        say("Everybody in your network can open it. For this computer only: make play HOST=127.0.0.1, or serve without --host.")
    elif _local(settings).removeprefix("http://").startswith(HERE):
        say("Only this computer can open it.")
    else:
        say("Everybody who can reach {} can open it.", settings.host)
    if settings.host in EVERYWHERE and (home := home_address()):
        import segno

        address = f"http://{home}:{settings.port}"
        say("From phones on the same network: [bold]{}[/]", address)
        if console().is_terminal:
            segno.make(address).terminal(compact=True)
    say("Tables are kept by {}, in {}.", kind, make_url(settings.database))
    say("[bold]Ctrl-C[/] stops the server; no table is lost.")


def _local(settings: Settings) -> str:
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def _has_screen() -> bool:
    """Whether a browser would open a window; a text browser would take over this terminal."""
    return sys.platform != "linux" or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _browse(address: str) -> None:
    for _ in range(100):
        time.sleep(0.1)
        try:
            with sockets.create_connection(("127.0.0.1", int(address.rpartition(":")[2])), 1):
                webbrowser.open(address)
                return
        except OSError:
            continue
