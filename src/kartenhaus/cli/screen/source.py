"""Where a table comes from: a game in this program, or a server. The screen knows nothing else.

A table has the form of docs/wire.md: `about` as in the frame `welcome`, `state` as in the frame `state`. There are no rules in
the screen: `state.legal` has what may be done, and `why` says why something may not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from kartenhaus.cli.screen.steps import Step
from kartenhaus.core.errors import KartenhausError
from kartenhaus.table.states import State, Welcome


@dataclass(frozen=True)
class Action:
    """A button for something at a table that is not a move."""

    name: str
    label: str
    key: str


class Source(Protocol):
    """A table, as the screen sees it."""

    language: str
    chats: bool
    """Whether there is anybody to talk to."""

    @property
    def about(self) -> Welcome:
        """The game, its picture, and the names of its cards and colours."""

    @property
    def state(self) -> State | None:
        """The whole table as the viewer may know it; None until it arrives."""

    @property
    def told(self) -> list[str]:
        """What happened, in words, as the viewer may know it."""

    @property
    def handing(self) -> int:
        """The seat whose player must take the keyboard before their hand is shown; -1 for nobody."""

    @property
    def trouble(self) -> str:
        """The current problem, if any: the connection is lost, a file cannot be written."""

    async def run(self, show: Callable[[], None]) -> None:
        """Let bots and others move; call `show` after every change. Returns when no more changes will come."""

    async def move(self, move: str) -> None:
        """Make a move; KartenhausError says why not."""

    async def why(self, steps: Sequence[Step]) -> KartenhausError:
        """Return why something cannot be chosen now; raises KartenhausError if nothing can be."""

    async def take(self) -> None:
        """Note that the next player has the keyboard."""

    def actions(self) -> list[Action]:
        """The buttons for what else may be done now."""

    async def do(self, action: str) -> None:
        """Do one of these; KartenhausError says why not."""

    async def chat(self, text: str) -> None:
        """Say something to everybody at the table."""

    def farewell(self) -> str:
        """What to print after the screen has closed."""
