"""The way to a move: what was chosen so far, and what may come next. Every legal move has its steps; there are no rules here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kartenhaus.table.states import Choice, Move

READ = ("colour", "way", "word")  # kinds of choices on buttons: two with the same words are one
SAY = "say"  # the kind of choice for what may be said with a move


class Step(NamedTuple):
    """One choice: its kind and its value; the kind `do` is for actions that are not moves."""

    kind: str
    value: str


class LegalMove(NamedTuple):
    """A legal move and the steps that lead to it."""

    move: str
    steps: tuple[Step, ...]
    choices: tuple[Choice, ...]
    """The same steps in words."""
    says: str
    """What is said with the move, in words; empty for nothing."""
    earns: int


def legal_move(one: Move) -> LegalMove:
    """A legal move from a state."""
    choices = tuple(step for step in one.steps if step.kind != SAY)
    steps = tuple(Step(step.kind, step.value) for step in choices)
    return LegalMove(one.move, steps, choices, next((step.words for step in one.steps if step.kind == SAY), ""), one.earns)


class Choosing:
    """Choose one of some moves, step by step. A step with only one answer is not asked."""

    def __init__(self, legal: Sequence[Move]) -> None:
        self.legal = [legal_move(one) for one in legal]
        self.chosen: tuple[Step, ...] = ()
        self.saying = False
        self._before: list[tuple[Step, ...]] = []  # what had been chosen when each choice was made

    def fitting(self) -> list[LegalMove]:
        """The moves that begin with what was chosen; of two that differ only in what is said, the wanted one."""
        found: dict[tuple[Step, ...], LegalMove] = {}
        for one in self.legal:
            if one.steps[: len(self.chosen)] == self.chosen and (one.steps not in found or bool(one.says) == self.saying):
                found[one.steps] = one
        return list(found.values())

    def offers(self) -> list[Step]:
        """What may be chosen next, each once, in the order of the moves."""
        found: dict[object, Step] = {}
        at = len(self.chosen)
        for one in self.fitting():
            if len(one.steps) > at:
                step = one.steps[at]
                found.setdefault((step.kind, one.choices[at].words) if step.kind in READ else step, step)
        return list(found.values())

    def says(self) -> str:
        """What could be said with the move, in words; empty for nothing."""
        return next((one.says for one in self.legal if one.says and one.steps[: len(self.chosen)] == self.chosen), "")

    def choose(self, step: Step) -> str | None:
        """Choose something that is offered; return the move once only one is left."""
        self._before.append(self.chosen)
        self.chosen += (step,)
        while len(offers := self.offers()) == 1:
            self.chosen += (offers[0],)
        return None if offers else self.fitting()[0].move

    def back(self) -> Step | None:
        """Take back the last choice and what followed from it; return that choice."""
        if not self._before:
            return None
        was, self.chosen = self.chosen, self._before.pop()
        return was[len(self.chosen)]

    def start_again(self) -> None:
        """Take back all choices."""
        self.chosen = ()
        self._before.clear()

    def words(self, step: Step) -> str:
        """The words for something that is offered."""
        at = len(self.chosen)
        return next((one.choices[at].words for one in self.fitting() if one.steps[at : at + 1] == (step,)), step.value)

    def question(self, questions: Mapping[str, str]) -> str:
        """What is asked about the next choice, in the words of `Welcome.questions`; empty if there are none for it."""
        at, fitting = len(self.chosen), self.fitting()
        next_ones = [one.choices[at] for one in fitting if len(one.choices) > at]
        keys = [key for one in next_ones for key in (one.value if one.kind == "word" else one.kind, one.effect) if key in questions]
        card = next((one.words for one in fitting[0].choices[:at] if one.kind == "card"), "") if fitting else ""
        return questions[keys[-1]].format(card=card) if keys else ""

    def earns(self) -> dict[Step, int]:
        """The points that the next choices earn at once, if any."""
        at, found = len(self.chosen), dict[Step, int]()
        for one in self.fitting():
            if one.earns and len(one.steps) > at:
                found[one.steps[at]] = max(found.get(one.steps[at], 0), one.earns)
        return found
