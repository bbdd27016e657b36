"""A move as the choices that make it up, in the order in which people make them; and why some choices lead to no move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from kartenhaus.core.cards import CardNames
from kartenhaus.core.errors import InvalidMove, KartenhausError, NotationError
from kartenhaus.core.game import NOBODY, Game, Position

StepKind = Literal["card", "colour", "seat", "way", "space", "anchor", "word", "say"]
MOST_STEPS = 8  # more than any move has
MOST_VALUE = 20  # characters of what is chosen


class Step(NamedTuple):
    """One choice."""

    kind: StepKind
    """What is chosen: a `card` of the hand, a `colour`, a `seat`, a `way` (the neighbour who goes next), a `space`, an `anchor`
    (the neighbour whose face is taken) or a `word`. What may be said with a move, or not, is its last step: `say`."""
    value: str
    """Which one, as moves are written: `r5`, `r`, `2`, `left`, `c4`, `draw`."""
    whom: int = NOBODY
    """The seat that it is about."""
    effect: str = ""
    """What it does besides earning points: a key of the game's `words.EFFECTS`."""


Steps = tuple[Step, ...]


class Described:
    """A move as text and as steps. Games keep and share them, so each is its own key in a cache."""

    __slots__ = ("steps", "text")

    def __init__(self, text: str, steps: Steps) -> None:
        self.text, self.steps = text, steps


def card_steps(cards: CardNames) -> Steps:
    """A step for each card, by its kind."""
    return tuple(Step("card", name) for name in cards.names)


def seat_step(seat: int, effect: str = "") -> Step:
    """The choice of a seat."""
    return Step("seat", str(seat), seat, effect)


def why(game: Game, view: Position, seat: int, steps: Sequence[Step], legal: list[int]) -> KartenhausError:
    """Why no legal move of a seat begins with some choices, according to its view of a game in progress.

    Raises InvalidMove for choices that are possible, and for those that never can be.
    """
    notation, plain, begun = game.notation, view.plain(), as_chosen(steps)
    if not begun or any(as_chosen(notation.describe(plain, move).steps)[: len(begun)] == begun for move in legal):
        raise InvalidMove("that can be chosen")
    return notation.why(view, seat, steps, legal)


def as_chosen(steps: Sequence[Step]) -> list[tuple[str, str]]:
    """Steps in the form in which they are compared: without `whom` and `effect`, which follow from the position."""
    return [(step.kind, step.value) for step in steps]


def no_choice(steps: Sequence[Step]) -> InvalidMove:
    """The error for choices that do not exist in a game."""
    told = ", ".join(f"{step.kind} {step.value}" for step in steps[:MOST_STEPS])
    return InvalidMove("“{choices}” cannot be chosen in this game", choices=told[: MOST_STEPS * MOST_VALUE])


def chosen_card(cards: CardNames, step: Step) -> int:
    """The kind of the card that a step names, or InvalidMove."""
    try:
        return cards.parse(step.value)
    except NotationError as error:
        raise InvalidMove(error.key, **error.params) from None
