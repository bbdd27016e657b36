"""Whole games by rules of thumb or by chance, in a compiled loop that counts what the rules report; written once for all games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np

from kartenhaus.bots.kernel import heaviest
from kartenhaus.core.events import CARD, CARD_AT, CARD_OF, KIND_OF, PLACE_OF, RULE_AT, RULE_OF, SOURCE_AT, TARGET_AT
from kartenhaus.core.game import Game, Position, Rules
from kartenhaus.core.jit import compiled, copy_packed
from kartenhaus.core.packed import Longs, Packed
from kartenhaus.core.random import below, start_game

HAPPENINGS = 1 << CARD_AT  # kinds of events by rule: the lowest bits of a word
RULES, CARDS, PLACES = RULE_OF + 1, CARD_OF + 1, PLACE_OF + 1  # as many as a word can name
STALL = 200_000  # decisions in one game: no real game comes near
TAKEN, LEFT, ELSEWHERE = range(3)
"""How a card moves: into a hand, out of a hand, or between other places. From hand to hand does not count."""


class Counts(Packed):
    """What is counted over all games of a series, and how they are played."""

    chance: int  # percent of the moves that chance makes; the rules of thumb make the others
    is_hand: Annotated[Longs, (PLACES,)]  # 1 for a place that is a hand
    happened: Annotated[Longs, (HAPPENINGS,)]  # events, by kind and rule
    fired: Annotated[Longs, (RULES,)]  # games in which a rule made something happen
    moved: Annotated[Longs, (3, RULES, CARDS)]  # cards, by how they moved, the rule, and the face


def counts_for(game: Game, template: Position, chance: int = 0) -> Counts:
    """Nothing counted yet, for games that begin with such a position."""
    counts = Counts.new()
    counts.chance = chance
    for number, place in enumerate(game.notation.names(template).places):
        counts.is_hand[number] = place.startswith("hands.")
    return counts


def trying(rules: Rules, weigh: Callable[..., None]) -> Callable[..., None]:
    """Build the loop for a game; it must be an entry point, because kernels hear no events."""
    deal, to_act, legal, play, score, winners = rules.deal, rules.to_act, rules.legal, rules.play, rules.score, rules.winners
    max_moves = rules.MAX_MOVES

    @compiled
    def note(pos: Any, counts: Counts, game: int, last: Longs) -> None:
        """Count the events in the journal; `last` is the last game, from 1, in which each rule made something happen."""
        if pos.told > len(pos.journal):
            raise RuntimeError("more events than the journal has room for")
        for place in range(pos.told):
            word = pos.journal[place]
            rule = word >> RULE_AT & RULE_OF
            counts.happened[word & HAPPENINGS - 1] += 1
            if last[rule] != game + 1:
                last[rule] = game + 1
                counts.fired[rule] += 1
            if word & KIND_OF == CARD:
                leaves = counts.is_hand[word >> SOURCE_AT & PLACE_OF]
                enters = counts.is_hand[word >> TARGET_AT & PLACE_OF]
                if leaves == 0 or enters == 0:
                    way = TAKEN if enters == 1 else LEFT if leaves == 1 else ELSEWHERE
                    counts.moved[way, rule, word >> CARD_AT & CARD_OF] += 1
        pos.told = 0

    @compiled
    def trial(
        template: Any,
        pos: Any,
        seed: Longs,
        first: int,
        points: Longs,
        won: Longs,
        decisions: Longs,
        offered: Longs,
        forced: Longs,
        counts: Any,
    ) -> None:
        """By game: points, winners, decisions, the legal moves at all of them, and how many had only one."""
        moves = np.empty(max_moves, np.int64)
        weights = np.empty(max_moves, np.int64)
        key = np.empty(8, np.int64)
        dice = np.empty(4, np.int64)
        last = np.zeros(RULES, np.int64)
        chance = counts.chance
        for game in range(len(won)):
            copy_packed(pos, template)
            start_game(seed, first + game, key, dice)
            pos.told = 0
            pos.telling = 1
            deal(pos, key)
            note(pos, counts, game, last)
            made = 0
            choices = 0
            single = 0
            seat = to_act(pos)
            while seat >= 0:
                count = legal(pos, seat, moves)
                if count == 0 or made == STALL:
                    raise RuntimeError("the game has stalled")
                choice = 0
                if count > 1:
                    if chance > 0 and below(dice, 100) < chance:
                        choice = below(dice, count)
                    else:
                        weigh(pos, seat, moves, count, weights)
                        choice = heaviest(count, weights, dice)
                play(pos, seat, moves[choice])
                note(pos, counts, game, last)
                made += 1
                choices += count
                single += 1 if count == 1 else 0
                seat = to_act(pos)
            pos.telling = 0
            score(pos, points[game])
            won[game] = winners(pos)
            decisions[game] = made
            offered[game] = choices
            forced[game] = single

    return trial
