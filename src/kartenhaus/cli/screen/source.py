"""Where a table comes from: a game in this program, or a server's. The screen knows nothing else.

A table is told as docs/wire.md tells it: `about` as in the frame `welcome`, `state` as in the frame `state`. There are no rules in
the screen; what may be done is in `state.legal`, and why something may not be is said by `why`.
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
    """Something to be done at a table that is no move: a button."""

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
        """The whole table as the viewer may know it; None until it is there."""

    @property
    def told(self) -> list[str]:
        """What happened, in words, as the viewer may know it."""

    @property
    def handing(self) -> int:
        """The seat whose player is to take the keyboard before anything of theirs is shown; -1 for nobody."""

    @property
    def trouble(self) -> str:
        """What is wrong at the moment, if something is: the line is broken, a file cannot be written."""

    async def run(self, show: Callable[[], None]) -> None:
        """Live: bots move, others do; `show` is called after every change. Ends when there will be none."""

    async def move(self, move: str) -> None:
        """Make a move; KartenhausError says why not."""

    async def why(self, steps: Sequence[Step]) -> KartenhausError:
        """Why something cannot be chosen now; KartenhausError where nothing can."""

    async def take(self) -> None:
        """The player it was handed to has the keyboard."""

    def actions(self) -> list[Action]:
        """What else may be done now."""

    async def do(self, action: str) -> None:
        """Do it; KartenhausError says why not."""

    async def chat(self, text: str) -> None:
        """Say something to everybody at the table."""

    def farewell(self) -> str:
        """What to print when the screen is gone."""
