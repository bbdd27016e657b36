"""What may be chosen on the screen now, where the cursor is, and the names of choices."""

from __future__ import annotations

from kartenhaus.cli.screen.faces import emblem, painter_of
from kartenhaus.cli.screen.source import Source
from kartenhaus.cli.screen.steps import SAY, Choosing, Step
from kartenhaus.core.words import Translate
from kartenhaus.table.states import State

LETTERS = {"draw": "d", "luck": "l", "keep": "k", "allow": "k", "done": "k", "pass": "k", "say": "m", "catch": "x"}
WAYS = {"right": "→", "left": "←"}


class Chooser:
    """The way from what is on the screen to a move."""

    def __init__(self, source: Source, translate: Translate) -> None:
        self.source, self.translate = source, translate
        self.choosing = Choosing([])
        self.cursor: Step | None = None
        self._of: State | None = None  # the state it was made for
        self._hand: list[str] = []

    def renew(self) -> bool:
        """Start again if the choices have changed; return whether they have."""
        state = self.source.state
        choosing = Choosing(state.legal if state else [])
        same_seat = (self._of and self._of.you) == (state and state.you)
        same = choosing.legal == self.choosing.legal and same_seat and self.cards() == self._hand
        self._of, self._hand = state, self.cards()
        if not same:
            self.choosing = choosing
        if not same or self.cursor not in self.spots():
            self.home()
        return not same

    def home(self) -> None:
        """Put the cursor on the first thing that can be chosen."""
        spots = self.spots()
        self.cursor = next((spot for spot in spots if spot in self.offers()), spots[0] if spots else None)

    def cards(self) -> list[str]:
        """The viewer's hand."""
        state = self.source.state
        if not state or state.you < 0 or not state.view or "hands" not in state.view:
            return []
        return [card for card in state.view["hands"][state.you].split() if card != "?"]

    def offers(self) -> list[Step]:
        """The choices that lead to a move."""
        return self.choosing.offers()

    def options(self) -> list[Step]:
        """The buttons: choices in words, and what else can be done at the table."""
        found = [step for step in self.offers() if not self._is_drawn(step)]
        found += [Step(SAY, "")] if self.choosing.says() else []
        return found if self.choosing.chosen else [*found, *(Step("do", action.name) for action in self.source.actions())]

    def _is_drawn(self, step: Step) -> bool:
        """Whether a choice is shown in the hand or in the middle, to be pointed at; the others have buttons."""
        if step.kind == "card":
            return step.value in self.cards()
        return step.kind in painter_of(self.source.about.game).POINTED

    def spots(self) -> list[Step]:
        """Where the cursor can be, in the order of the screen."""
        pointed = [step for step in self.offers() if step.kind != "card" and self._is_drawn(step)]
        if pointed:
            return pointed + self.options()
        hand = [] if self.choosing.chosen else list(dict.fromkeys(Step("card", card) for card in self.cards()))
        return hand + self.options()

    def choose(self, step: Step) -> str | None:
        """Choose something that is offered; return the move once it is complete. Choosing what is said turns it on or off."""
        if step.kind == SAY:
            self.choosing.saying = not self.choosing.saying
            return None
        move = self.choosing.choose(step)
        if move is None:
            self.home()
        return move

    def back(self) -> None:
        """Take back the last choice and put the cursor there."""
        step = self.choosing.back()
        if step is not None:
            self.cursor = step
            if self.cursor not in self.spots():
                self.home()

    def start_again(self) -> None:
        """Take back all choices."""
        self.choosing.start_again()
        if self.cursor not in self.spots():
            self.home()

    def go(self, right: int, down: int) -> None:
        """Move the cursor: along the row, or over the board to the nearest space in that direction."""
        spots = self.spots()
        if not spots:
            return
        if self.cursor not in spots:
            self.cursor = spots[0]
        elif self.cursor is not None and self.cursor.kind != "card" and self._is_drawn(self.cursor):
            self.cursor = _towards(self.cursor, spots, right, down)
        elif down and (other := [spot for spot in spots if (spot.kind == "card") != (self.cursor and self.cursor.kind == "card")]):
            self.cursor = other[0]
        else:
            self.cursor = spots[(spots.index(self.cursor) + (right or down)) % len(spots)]

    def key(self, step: Step) -> str:
        """The letter that chooses something; empty if there is none."""
        if step.kind == "do":
            return next((action.key for action in self.source.actions() if action.name == step.value), "")
        if step.kind == SAY:
            return LETTERS[SAY]
        return LETTERS.get(step.value.split()[0], "") if step.kind == "word" and not self.choosing.chosen else ""

    def label(self, step: Step) -> str:
        """A choice in words."""
        if step.kind == "do":
            return next((action.label for action in self.source.actions() if action.name == step.value), step.value)
        if step.kind == SAY:
            return f"{'☑' if self.choosing.saying else '☐'} {self.choosing.says()}"
        said = self.choosing.words(step)
        if step.kind == "colour":
            return f"{emblem(self.source.about.game, step.value)} {said}"
        return f"{WAYS[step.value]} {said}" if step.kind == "way" else said


def _towards(here: Step, spots: list[Step], right: int, down: int) -> Step:
    """The nearest space in that direction; the next in order if there is none."""
    column, row = _at(here)
    ahead = []
    for spot in spots:
        if spot.kind == here.kind and spot != here:
            over, under = _at(spot)[0] - column, _at(spot)[1] - row
            along, across = over * right + under * down, abs(over * down) + abs(under * right)
            if along > 0:
                ahead.append((along + 2 * across, spot))
    if ahead:
        return min(ahead)[1]
    return spots[(spots.index(here) + (1 if right + down > 0 else -1)) % len(spots)]


def _at(step: Step) -> tuple[int, int]:
    return ord(step.value[0]), int(step.value[1:])
