"""A table of a server, through the client: shows the state frames as they come."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from kartenhaus.bots.levels import USUAL
from kartenhaus.cli.screen.source import Action
from kartenhaus.cli.screen.steps import Step
from kartenhaus.client import GONE, Client, ServerSaysNo
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import NOBODY, SPECTATOR
from kartenhaus.core.texts import translator
from kartenhaus.table.states import State, Welcome

BROWSER = "browser"  # the key of this account's identifier in the file of seats


class Remote:
    """A seat at a server's table, or a place to watch from."""

    chats = True
    handing = NOBODY

    def __init__(self, client: Client, language: str) -> None:
        self.client, self.language, self.translate = client, language, translator(language)
        self.client.language = language
        self.state: State | None = None
        self.told: list[str] = [self.translate("Friends join with {link}").format(link=f"{client.address}/t/{client.table}")]
        self._known = -1  # the last entry in the story
        self._over = False

    @property
    def about(self) -> Welcome:
        """The server's welcome."""
        assert self.client.welcome is not None  # it comes before any state
        return self.client.welcome

    @property
    def trouble(self) -> str:
        """That the server is compiling, that the table is paused by an error, or that the connection is lost."""
        if self.client.printing or self.client.broken:
            return self.client.printing or self.client.broken
        if self.client.connected or self._over or not self.state:
            return ""
        return self.translate("Connection lost. Reconnecting … nothing is lost.")

    async def run(self, show: Callable[[], None]) -> None:
        """Run until the table closes, or the seat is lost."""
        async with self.client:
            async for state in self.client:
                await self._hear(state)
                if state.book and not (self.state and self.state.book):
                    self.told.append(state.book)
                self.state = state
                show()
            self._over = True
            if not (self.state and self.state.closed):
                self.told.append(self.translate("This table or seat is no longer yours"))
                raise ServerSaysNo(str(GONE), self.translate("This table or seat is no longer yours"))

    async def _hear(self, state: State) -> None:
        """Add what happened since the last state; ask the server for what is missing."""
        told = state.entries
        if state.games and self._known + len(told) < state.number:
            try:
                told = await self.client.story()
            except ServerSaysNo:
                pass  # the game can be played without it
        self.told += [entry.words for entry in told if entry.words and entry.number > self._known]
        self._known = max([state.number, *(entry.number for entry in told)])

    async def move(self, move: str) -> None:
        """Make a move, as the answer to the state that is shown."""
        await self.client.move(move, self.state.answers if self.state else -1)

    async def why(self, steps: Sequence[Step]) -> KartenhausError:
        """Ask the server."""
        return await self.client.why(*steps)

    async def take(self) -> None:
        """Do nothing: everybody has their own keyboard."""

    def actions(self) -> list[Action]:
        """Ready or not, bots on free seats for the host, resuming, and answers to a player who wants a move back."""
        state, translate = self.state, self.translate
        resume = Action("resume", translate("Go on"), "g")
        if not state:  # a table that an error has paused sends none
            return [resume] if self.client.broken and self.client.seat != SPECTATOR else []
        if state.you == SPECTATOR or state.closed:
            return []
        found = []
        if state.phase in ("waiting", "over"):
            again = translate("Play again") if state.phase == "over" else translate("I am ready")
            ready = state.seats[state.you].ready
            found.append(Action("wait", translate("Wait, I am not ready"), "n") if ready else Action("ready", again, "n"))
            if state.host == state.you and any(one.kind == "free" for one in state.seats):
                found.append(Action("bot", translate("Seat a bot"), "b"))
        if state.paused or self.client.broken:
            found.append(resume)
        if state.regret and state.you in state.regret.asked:
            found += [Action("agree", translate("Agree"), "y"), Action("refuse", translate("No"), "n")]
        return found

    async def do(self, action: str) -> None:
        """Do one of these."""
        if action == "ready":
            await self.client.ready()
        elif action == "bot" and self.state is not None:
            free = next(seat for seat, one in enumerate(self.state.seats) if one.kind == "free")
            await self.client.do("bot", seat=free, level=USUAL)
        else:
            said: dict[str, dict[str, Any]] = {
                "wait": {"what": "ready", "ready": False},
                "resume": {"what": "resume"},
                "agree": {"what": "answer", "agrees": True},
                "refuse": {"what": "answer", "agrees": False},
            }
            await self.client.do(**said[action])

    async def chat(self, text: str) -> None:
        """Send a text to everybody at the table."""
        await self.client.do("chat", text=text)

    def farewell(self) -> str:
        """How to come back."""
        if self._over or self.client.seat == SPECTATOR:
            return ""
        link = f"{self.client.address}/t/{self.client.table}"
        return self.translate("Your seat is kept: kartenhaus join {link} takes you back to it.").format(link=link)


# Earlier seats, so that a player who comes back sits there again


def _file() -> Path:
    home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return home / "kartenhaus" / "seats.json"


def _kept() -> dict[str, Any]:
    try:
        kept = json.loads(_file().read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def seat_of(client: Client) -> bool:
    """Give a client its earlier seat at this table; return whether there was one."""
    kept = _kept().get(f"{client.address}/t/{client.table}")
    if not isinstance(kept, list) or len(kept) != 2:
        return False
    client.seat, client.token = int(kept[0]), str(kept[1])
    return True


def remember(client: Client) -> None:
    """Store a seat for this account and nobody else."""
    _keep({**_kept(), f"{client.address}/t/{client.table}": [client.seat, client.token]})


def forget(client: Client) -> None:
    """Remove a lost seat from the file."""
    kept = _kept()
    if kept.pop(f"{client.address}/t/{client.table}", None) is not None:
        _keep(kept)


def browser() -> str:
    """The identifier of this account, the same at every table, like a browser's; made once."""
    kept = _kept()
    if not isinstance(kept.get(BROWSER), str):
        kept[BROWSER] = secrets.token_urlsafe(24)
        _keep(kept)
    return str(kept[BROWSER])


def _keep(kept: dict[str, Any]) -> None:
    seats = [(link, seat) for link, seat in kept.items() if link != BROWSER]
    try:
        _file().parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as out:
            json.dump(dict(seats[-100:]) | ({BROWSER: kept[BROWSER]} if BROWSER in kept else {}), out)
    except OSError:
        pass  # then it is lost when the program ends
