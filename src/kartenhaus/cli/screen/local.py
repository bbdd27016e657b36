"""A table in this program: people at one keyboard, and bots that think in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import cast

from msgspec.structs import replace

import kartenhaus
from kartenhaus.bots.calling import Fault
from kartenhaus.bots.skilled.files import falls_back
from kartenhaus.cli.inputs import resuming
from kartenhaus.cli.opponents import Opponents
from kartenhaus.cli.screen.source import Action
from kartenhaus.cli.screen.steps import Step
from kartenhaus.core import steps as core
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import NOBODY, SEAT, SPECTATOR
from kartenhaus.core.history import History
from kartenhaus.core.texts import translator
from kartenhaus.core.threads import aside
from kartenhaus.table import alone
from kartenhaus.table.stories import told

UNTRAINED = "The bots have not learned this edition: they play by rules of thumb."
PAUSE = 0.7  # seconds between two moves of bots, so that people can follow


class Local:
    """One game after another at one terminal. The first seats are people, the rest bots."""

    chats = False

    def __init__(
        self, history: History, humans: int, names: list[str], save: Path | None, language: str, pause: float = PAUSE
    ) -> None:
        self.language, self.translate = language, translator(language)
        self.humans, self.levels, self.save, self.pause = humans, names, save, pause
        self.trouble = ""
        self._changed = asyncio.Event()
        self._open(history)

    def _open(self, history: History) -> None:
        players, humans = history.players, self.humans
        self.history = history
        self.opponents = Opponents(players, humans, self.levels)
        self.names = tuple(history.names or [self._name(seat) for seat in range(players)])
        self.holding = 0 if self.humans == 1 else SPECTATOR
        self.stories: dict[int, list[str]] = {viewer: [] for viewer in range(-1, humans)}
        self.about = alone.welcome(history, language=self.language)
        if any(falls_back(name, history.game, history.position) for name in self.opponents.names.values()):
            for story in self.stories.values():
                story.append(self.translate(UNTRAINED))
        self._replay()
        self._keep()
        self._look()

    def _name(self, seat: int) -> str:
        if seat < self.humans:
            return self.translate("Player {number}").format(number=seat + 1)
        return f"{self.translate(self.opponents.names[seat])} {seat + 1}"

    def _replay(self) -> None:
        """Tell the story so far, for a game that is continued."""
        for replay in self.history.replayed():
            self._tell(replay)

    # What the screen asks

    @property
    def told(self) -> list[str]:
        """The story for the player at the keyboard."""
        return self.stories[self.holding]

    @property
    def handing(self) -> int:
        """The seat to act, if its player does not have the keyboard."""
        seat = self.history.to_act
        return seat if self.humans > 1 and seat < self.humans and seat not in (NOBODY, self.holding) else NOBODY

    def actions(self) -> list[Action]:
        """After a game, a button for another one."""
        return [Action("again", self.translate("Play again"), "n")] if self.history.over else []

    def farewell(self) -> str:
        """Where the game is saved, or how to save the next."""
        if self.save:
            text = self.translate("Saved in {file}; {command} resumes the game.")
            return self.trouble or text.format(file=self.save, command=resuming(self.save, self.humans, self.levels))
        return "" if self.history.over else self.translate("Next time, --save FILE keeps the game.")

    def _look(self) -> None:
        """Update the state to what the player at the keyboard may know."""
        viewer = SPECTATOR if self.handing != NOBODY or (self.history.over and self.humans > 1) else self.holding
        around = [
            replace(seat, kind="bot", bot=self.opponents.names[number]) if number in self.opponents.names else seat
            for number, seat in enumerate(alone.seats(self.names))
        ]
        self.state = alone.state(self.history, viewer, around, self.language, choosing=viewer != SPECTATOR)

    # What happens

    async def run(self, show: Callable[[], None]) -> None:
        """Let bots move in their turns; a fast answer waits a little, a slow one does not freeze the screen."""
        show()
        while True:
            seat = self.history.to_act
            if seat in self.opponents.names:
                position = len(self.history.played)
                move, _ = await asyncio.gather(aside(partial(self._choose, seat), "bot"), asyncio.sleep(self.pause))
                if len(self.history.played) == position:  # nobody has moved out of turn meanwhile
                    self._make(seat, move)
            else:
                self._changed.clear()
                await self._changed.wait()
            show()

    def _choose(self, seat: int) -> str:
        """The move of a seat's bot."""

        def failed(fault: Fault) -> None:
            text = self.translate("{name} failed ({kind}); a simple bot moves instead")
            for story in self.stories.values():
                story.append(text.format(name=self.names[seat], kind=fault.kind))

        return self.opponents.choose(self.history, seat, failed)

    async def move(self, move: str) -> None:
        """Make a move for the player at the keyboard."""
        if self.holding != SPECTATOR:
            self._make(self.holding, move)
            self._changed.set()

    def _make(self, seat: int, move: str) -> None:
        self.history.play(move, seat)
        self._tell(self.history)
        self._keep()
        self._look()

    def _tell(self, history: History) -> None:
        """Add what just happened to every viewer's story, as they may know it."""
        for viewer, story in self.stories.items():
            story.append(told(history, viewer, self.names, self.language).words)

    def _keep(self) -> None:
        if self.save is None:
            return
        try:
            kartenhaus.save(self.history, self.save)
            self.trouble = ""
        except OSError as error:
            self.trouble = self.translate("{file} cannot be written: {problem}").format(file=self.save, problem=error.strerror)

    async def why(self, steps: Sequence[Step]) -> KartenhausError:
        """Why the player at the keyboard cannot choose something."""
        history, seat = self.history, self.holding
        chosen = [core.Step(cast(core.StepKind, step.kind), step.value) for step in steps]
        return core.why(history.game, history.view(seat), seat, chosen, history.legal_numbers(seat))

    async def take(self) -> None:
        """Pass the keyboard to the next player."""
        self.holding = self.handing
        self._look()

    async def do(self, action: str) -> None:
        """Start another game with the same people, in a new file; the next seat starts."""
        if action != "again" or not self.history.over:
            return
        last = self.history
        options = dict(last.options)
        chooses = next((option.name for option in last.game.options if option.kind == SEAT), None)
        if chooses is not None and chooses in options:
            options[chooses] = (int(str(options[chooses])) + 1) % last.players
        if self.save is not None:
            self.save = _next_free(self.save)
        self._open(History.deal(last.game, last.players, None, last.edition, options, last.names or None))
        self._changed.set()

    async def chat(self, text: str) -> None:
        """Do nothing: nobody else is there."""


def _next_free(path: Path) -> Path:
    """`evening.toml`, `evening-2.toml`, `evening-3.toml` …"""
    number = 2
    while (found := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    return found
