"""At every moment of whole games, legal moves have distinct steps, and whatever cannot be chosen has a reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

import pytest

from conftest import Setting
from kartenhaus.core.errors import IllegalMove, InvalidMove
from kartenhaus.core.game import find
from kartenhaus.core.history import History, legal_numbers
from kartenhaus.core.rulebook import rulebook_rows
from kartenhaus.core.steps import Step, StepKind, Steps, as_chosen, why
from kartenhaus.core.texts import LANGUAGES
from kartenhaus.table.words import brought, chosen, explained
from walking import walk

SEEDS = range(2)
NAMES = ("Mia", "Ben", "Ann", "Tom", "Eva", "Ida")
LOOKS = 40  # positions of a long game in which every choice is tried


def ways(history: History, seat: int) -> dict[Steps, str]:
    """The moves of a seat by their steps."""
    notation, pos = history.game.notation, history.position
    moves = history.legal_numbers(seat)
    found = {one.steps: one.text for one in (notation.describe(pos, move) for move in moves)}
    assert len(found) == len(moves), "no two moves have the same steps"
    return found


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_the_steps_of_a_move_lead_to_it_alone(setting: Setting, seed: int) -> None:
    for history in walk(setting, seed):
        for seat in range(history.players):
            found = ways(history, seat)
            unsaid: dict[tuple[tuple[str, str], ...], set[bool]] = {}
            for steps in found:
                says = steps[-1].kind == "say"
                assert [step.kind for step in steps].count("say") == says, "what is said comes last"
                whole = tuple(as_chosen(steps[:-1] if says else steps))
                assert whole
                assert says not in unsaid.setdefault(whole, set())
                unsaid[whole].add(says)
            assert all(False in both for both in unsaid.values()), "nobody has to say anything"
            for whole in unsaid:
                for length in range(1, len(whole)):
                    assert whole[:length] not in unsaid, "no move is the beginning of another"


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_a_view_tells_the_same_steps(setting: Setting, seed: int) -> None:
    """The steps that are sent come from a seat's view, in plain values."""
    for history in walk(setting, seed):
        notation = history.game.notation
        for seat in range(history.players):
            plain = history.view(seat).plain()
            for move in history.legal_numbers(seat):
                assert notation.describe(plain, move).steps == notation.describe(history.position, move).steps


def test_every_step_has_words_in_every_language(setting: Setting) -> None:
    told: dict[str, set[Step]] = {}
    for history in walk(setting, 1):
        for seat in range(history.players):
            for step in {step for steps in ways(history, seat) for step in steps} - told.get(history.game.name, set()):
                assert step.kind in get_args(StepKind)
                assert step.whom < history.players
                for language in LANGUAGES:
                    words = chosen(history.game.name, step, NAMES[: history.players], language)
                    brings = brought(history.game.name, step, NAMES[: history.players], language)
                    assert words
                    assert bool(brings) == bool(step.effect)
                    assert "{" not in words + brings
                told.setdefault(history.game.name, set()).add(step)


def choices(history: History, seat: int) -> Iterator[list[Step]]:
    """What a player can tap: a card in hand, a space, or a card and then a space."""
    view, notation = history.written(seat), history.game.notation
    hand = [Step("card", card) for card in dict.fromkeys(view["hands"][seat].split()) if card != "?"]
    spaces = [Step("space", name) for name in getattr(notation, "space_names", lambda _: ())(history.position)]
    for step in (*hand, *spaces):
        yield [step]
    for card in hand:
        for space in spaces[:: max(1, len(spaces) // 12)]:
            yield [card, space]


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_what_cannot_be_chosen_has_a_reason_and_a_rule(setting: Setting, seed: int) -> None:
    rules = set(rulebook_rows(find(setting.name)))
    every = max(1, sum(1 for _ in walk(setting, seed)) // LOOKS)
    for number, history in enumerate(walk(setting, seed)):
        if number % every or history.over:
            continue
        for seat in range(history.players):
            view = history.view(seat)
            legal = legal_numbers(history.game, view, seat)
            begun = {
                tuple(as_chosen(steps[: length + 1]))
                for steps in (history.game.notation.describe(view, move).steps for move in legal)
                for length in range(len(steps))
            }
            for steps in choices(history, seat):
                if tuple(as_chosen(steps)) in begun:
                    with pytest.raises(InvalidMove, match="can be chosen"):
                        why(history.game, view, seat, steps, legal)
                else:
                    reason = why(history.game, view, seat, steps, legal)
                    assert isinstance(reason, IllegalMove)
                    assert reason.rule in rules
                    assert "{" not in explained(history.game.name, reason, "de", NAMES)
                    if seat != history.to_act:
                        assert NAMES[history.to_act] in explained(history.game.name, reason, "en", NAMES)


def odd(history: History) -> Iterator[list[Step]]:
    """Steps that a client could send, sensible or not."""
    values = ["", "?", "0", "7", "r", "r5", "g5", "J", "N", "X", "c4", "zz", "-1", "99", "left", "draw", "luck", "end", "plain"]
    values += ["!", "catch 1", "catch 9", "catch", "say", "keep", "pass", "allow", "done", "1" * 20, "é"]
    kinds: Sequence[StepKind] = get_args(StepKind)
    singles = [Step(kind, value) for kind in kinds for value in values]
    yield from ([step] for step in singles)
    card = Step("card", history.game.notation.CARD.names[1 + len(history.played) % (len(history.game.notation.CARD.names) - 1)])
    yield from ([card, step] for step in singles)
    yield from ([card, Step("colour", "r"), step] for step in singles)
    yield from ([card, Step("space", "c4"), step] for step in singles)
    yield [card] * 8


def test_nonsense_is_refused_with_a_sentence(setting: Setting) -> None:
    rules = set(rulebook_rows(find(setting.name)))
    every = max(1, sum(1 for _ in walk(setting, 7)) // 8)
    for number, history in enumerate(walk(setting, 7)):
        if number % every or history.over:
            continue
        for seat in range(history.players):
            view = history.view(seat)
            legal = legal_numbers(history.game, view, seat)
            before = view.tobytes()
            for steps in odd(history):
                try:
                    reason = why(history.game, view, seat, steps, legal)
                    assert reason.rule in rules, steps
                    assert "{" not in str(reason)
                except InvalidMove as error:
                    assert "{" not in str(error)
            assert view.tobytes() == before
