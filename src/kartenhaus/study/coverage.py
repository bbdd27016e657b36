"""How often every rule makes something happen, and what becomes of every card, from a series."""

from __future__ import annotations

from importlib import import_module
from statistics import median
from typing import Any

import numpy as np

from kartenhaus.bots.trials.kernel import ELSEWHERE, LEFT, TAKEN
from kartenhaus.core.events import CARD_AT, RULE_AT
from kartenhaus.core.game import Game, Options, Position
from kartenhaus.core.intervals import wilson
from kartenhaus.core.rulebook import rulebook_rows
from kartenhaus.study.figures import Measured
from kartenhaus.study.result import CardUsed, RuleFired
from kartenhaus.study.series import Series

DEAD = 0.1  # a card is dead if surely less than this share of those in hands is played
RARE = 0.5  # and rare if surely less than this share of what is usual


def untold(game: Game) -> dict[str, str]:
    """The rules that no event cites, and why."""
    found: dict[str, str] = getattr(_stories(game), "UNTOLD", {})
    return found


def rules(game: Game, template: Position, thumb: Series, chance: Series, options: Options) -> list[RuleFired]:
    """Every rule that events cite."""
    numbers = {rule: number for number, rule in enumerate(game.notation.names(template).rules) if rule}
    by_rule = thumb.happened.reshape(1 << CARD_AT - RULE_AT, 1 << RULE_AT).sum(axis=1)
    games, by_chance = len(thumb.games.winners), len(chance.games.winners)
    return [
        RuleFired(
            rule=rule,
            games=_share(thumb.fired[numbers[rule]], games, games),
            times=float(by_rule[numbers[rule]]) / games,
            by_chance=_share(chance.fired[numbers[rule]], by_chance, by_chance),
            note=_note(game, rule, options),
        )
        for rule in rulebook_rows(game)
        if rule in numbers and rule not in untold(game)
    ]


def never(found: list[RuleFired]) -> list[str]:
    """The rules that never fired, by rules of thumb or by chance."""
    return [one.rule for one in found if one.games.value == 0 and one.by_chance.value == 0]


def cards(game: Game, template: Position, series: Series) -> list[CardUsed]:
    """Every card of the deck."""
    names = game.notation.names(template)
    thrown_by = [names.rules.index(rule) for rule in getattr(_stories(game), "THROWN", ())]
    moved = _by_card(game, names.faces, series.moved)
    games = len(series.games.winners)
    found = []
    for kind, card in enumerate(game.notation.CARD.names):
        copies = int(template.deck[kind]) if kind else 0
        if copies:
            taken, left = int(moved[TAKEN, :, kind].sum()), int(moved[LEFT, :, kind].sum())
            thrown, turned = int(moved[LEFT, thrown_by, kind].sum()), int(moved[ELSEWHERE, :, kind].sum())
            share = _share(left - thrown, taken, min(taken, games)) if taken else None  # games are independent, not cards
            found.append(CardUsed(card, copies, taken / games, share, thrown / taken if taken else 0.0, turned / games, ""))
    usual = median(one.played.value for one in found if one.played) if any(one.played for one in found) else 0.0
    return [_judged(one, usual) for one in found]


def _judged(one: CardUsed, usual: float) -> CardUsed:
    """The card with its verdict."""
    verdict = ""
    if one.played is None:
        verdict = "" if one.turned else "unseen"
    elif one.played.high < DEAD and one.turned < one.taken:
        verdict = "dead"
    elif one.played.high < RARE * usual and one.turned < one.taken:
        verdict = "rare"
    return CardUsed(one.card, one.copies, one.taken, one.played, one.thrown, one.turned, verdict)


def _by_card(game: Game, faces: Any, moved: Any) -> Any:
    """What was counted by face, by kind of card: a wild with a named colour is the same card as without."""
    numbers = game.notation.CARD.number
    found = np.zeros((*moved.shape[:2], len(game.notation.CARD.names)), np.int64)
    for face, name in enumerate(faces):
        kind = numbers.get(name.partition(":")[0], 0)
        found[:, :, kind] += moved[:, :, face]
    return found


def _share(count: int, whole: int, independent: int) -> Measured:
    return Measured(float(count) / whole, *wilson(float(count) / whole, independent))


def _note(game: Game, rule: str, options: Options) -> str:
    """The options behind a rule, as they are."""
    known = [option for option in game.options if option.rule == rule]
    told = [(option.name, options.get(option.name, option.default)) for option in known]
    return ", ".join(f"{name}={str(value).lower()}" for name, value in told if value is not None and not isinstance(value, list))


def _stories(game: Game) -> Any:
    return import_module(f"{game.package}.stories")
