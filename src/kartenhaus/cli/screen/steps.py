"""A legal move as a row of choices that people make on the screen. The notation is docs/notation.md; no rules here."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase
from typing import Any, NamedTuple

from kartenhaus.cli.screen.source import State

WITH_CARD = {"play", "toss", "give", "place", "pass", "discard"}
WITH_SEAT = {"swap", "first", "catch"}
WAYS = {"right", "left"}
WILDS = {"W": " r", "WW": " r 0", "N": " r", "X": " r", "J": " r"}  # what a wild card of MAD needs to be a move at all


class Step(NamedTuple):
    """One choice: a `card`, `space`, `anchor`, `colour`, `way`, `seat` or `act`; `say` to say Mau; `done` for no more."""

    kind: str
    value: str


DONE = Step("done", "")


def steps(move: str, cards: Iterable[str], colours: Iterable[str]) -> tuple[Step, ...]:
    """The choices that make up a move, in the order in which people make them."""
    verb, *rest = move.removesuffix(" !").split()
    said = [Step("say", "!")] if move.endswith(" !") else []
    if verb == "defend":
        return (Step("card", "N"), *(_named(word, colours) for word in rest), *said)
    if verb == "place" and len(rest) > 1:
        anchor = [Step("anchor", rest[3])] if len(rest) > 3 else []
        return (Step("card", rest[0]), Step("space", rest[1]), *anchor, *said)
    if rest and (verb in WITH_CARD or (verb not in WITH_SEAT and rest[0] in set(cards))):
        return (Step("card", rest[0]), *(_named(word, colours) for word in rest[1:]), *said)
    if verb in ("swap", "first"):
        return tuple(_named(word, colours) for word in rest)
    if verb == "catch":
        return (Step("act", move),)
    return (Step("act", verb), *(_named(word, colours) for word in rest), *said)


def _named(word: str, colours: Iterable[str]) -> Step:
    if word in set(colours):
        return Step("colour", word)
    return Step("way" if word in WAYS else "seat" if word.isdigit() else "act", word)


class Choosing:
    """The way to a move: what was chosen so far, and what may come next."""

    def __init__(self, legal: list[str], cards: Iterable[str], colours: Iterable[str]) -> None:
        held, known = list(cards), list(colours)
        self.moves = {move: steps(move, held, known) for move in legal}
        self.chosen: tuple[Step, ...] = ()

    def fitting(self) -> list[str]:
        """The moves that begin with what was chosen."""
        return [move for move, way in self.moves.items() if way[: len(self.chosen)] == self.chosen]

    def offers(self) -> list[Step]:
        """What may be chosen next, each once, in the order of the moves."""
        found: dict[Step, None] = {}
        for move in self.fitting():
            way = self.moves[move]
            found[way[len(self.chosen)] if len(way) > len(self.chosen) else DONE] = None
        return list(found) if self.moves else []

    def choose(self, step: Step) -> str | None:
        """Choose what is offered; the move, once there is no doubt which. A space is always pointed at."""
        if step == DONE:
            return next(move for move, way in self.moves.items() if way == self.chosen)
        self.chosen += (step,)
        left = self.fitting()
        if len(left) == 1 and not any(one.kind == "space" for one in self.moves[left[0]][len(self.chosen) :]):
            return left[0]
        return None

    def back(self) -> bool:
        """Take back the last choice; whether there was one."""
        was, self.chosen = self.chosen, self.chosen[:-1]
        return bool(was)

    def example(self, step: Step) -> str:
        """One of the moves that a choice leads to; the shortest."""
        length = len(self.chosen)
        return min((move for move in self.fitting() if (*self.moves[move], DONE)[length] == step), key=len, default="")


def attempt(state: State, board: list[str], tried: tuple[Step, ...]) -> str:
    """The text to send so that the table says why a card or a space is not possible now; empty if there is none."""
    view, game = state["view"], state["game"]
    pending = view.get("pending", "")
    card = next((step.value for step in tried if step.kind == "card"), "")
    space = next((step.value for step in tried if step.kind == "space"), "")
    if not card:
        return ""
    if game == "maumau":
        return f"{pending} {card}" if pending in ("pass", "discard") else f"place {card} {space or _open_space(view, board)}"
    if game == "mada":
        return f"{'toss' if pending in ('lost', 'sting', 'dealt') else 'play'} {card}"
    if game == "mad":
        if pending == "give":
            return f"give {card}"
        symbol = {"W": " right", "G": " 0"}.get(card[1:], "") if len(card) == 2 and card[0] in "gyrb" else ""
        return f"play {card}{WILDS.get(card, symbol)}"
    verbs = [one["move"].split()[0] for one in state["legal"]]
    return f"{next((verb for verb in verbs if verb in WITH_CARD), 'play')} {card}"


def _open_space(view: dict[str, Any], board: list[str]) -> str:
    """A free space beside a card: where one would think of placing something."""
    spaces = {
        f"{ascii_lowercase[column]}{row + 1}" for row, line in enumerate(board) for column, mark in enumerate(line) if mark != " "
    }
    free = sorted(spaces - set(view["board"]))
    for space in free:
        column, row = ascii_lowercase.index(space[0]), int(space[1:])
        if any(
            f"{ascii_lowercase[at]}{down}" in view["board"]
            for at, down in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
        ):
            return space
    return free[0] if free else next(iter(view["board"]), "a1")
