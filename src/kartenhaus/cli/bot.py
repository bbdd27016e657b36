"""`kartenhaus bot`: a bot at a table of a server."""

from __future__ import annotations

import asyncio

from kartenhaus.bots.bot import find
from kartenhaus.cli.terminal import say
from kartenhaus.client import Client, play


def sit(name: str, table: str, called: str) -> None:
    """Take a seat and play until the table closes."""
    maker = find(name)

    async def evening() -> None:
        client = await Client.join(table, called or name.partition(":")[2] or name)
        say("{} sits at seat {} of table {}; Ctrl-C to leave.", name, client.seat, client.table)
        async with client:
            await play(client, maker)
        say("The table is closed.")

    try:
        asyncio.run(evening())
    except KeyboardInterrupt:
        say("Left.")
