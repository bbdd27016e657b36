"""`kartenhaus join`: a seat at a server's table, on the whole screen of this terminal."""

from __future__ import annotations

import asyncio

from kartenhaus.cli.inputs import language_of
from kartenhaus.cli.terminal import console, say
from kartenhaus.client import Client
from kartenhaus.core.errors import OptionError


def join(link: str, name: str, watch: bool, language: str | None) -> None:
    """Sit down, on the earlier seat if there is one, and play until the player stops or the table closes."""
    from kartenhaus.cli.screen.app import TableScreen
    from kartenhaus.cli.screen.remote import Remote

    if not console().is_terminal:
        raise OptionError("kartenhaus join needs a terminal; for programs there is kartenhaus.client")
    client = asyncio.run(seated(link, name, watch))
    source = Remote(client, language_of(language))
    TableScreen(source).run()
    if source.farewell():
        say("{}", source.farewell())


async def seated(link: str, name: str, watch: bool) -> Client:
    """A client on its earlier seat, on a free one, or watching."""
    from kartenhaus.cli.screen.remote import browser, remember, seat_of

    client = Client.watch(link.partition("?")[0])
    client.called = name
    if watch or link.endswith("?watch"):
        return client
    if not seat_of(client):
        taken = await Client.join(link.partition("?")[0], name or "Guest", browser=browser())
        client.seat, client.token = taken.seat, taken.token
        remember(client)
    return client
