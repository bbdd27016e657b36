"""`kartenhaus bot`: a bot at a table of a server."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

from kartenhaus.bots.bot import find
from kartenhaus.cli.terminal import say
from kartenhaus.client import Client, ServerSaysNo, play

GOODBYE = 2.0  # seconds to wait until the server confirms that the bot leaves


def sit(name: str, table: str, called: str) -> None:
    """Take a seat and play until the table closes."""
    maker = find(name)

    async def evening() -> None:
        client = await Client.join(table, called or name.partition(":")[2] or name)
        say("{} sits at seat {} of table {}; Ctrl-C to leave.", name, client.seat, client.table)
        async with client:
            try:
                await play(client, maker)
            except asyncio.CancelledError:  # Ctrl-C
                await _leave(client)
        say("The table is closed.")

    try:
        asyncio.run(evening())
    except KeyboardInterrupt:
        say("Left.")


async def _leave(client: Client) -> None:
    """Give the seat back, if the server answers in time, and exit."""
    with suppress(ServerSaysNo, TimeoutError):
        await asyncio.wait_for(client.do("leave"), GOODBYE)
    say("Left.")
    sys.stdout.flush()
    os._exit(0)  # at once: a bot that still thinks would keep the process alive
