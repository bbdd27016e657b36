"""The compiled loops of training: games of self-play, from which positions and decisions are noted, and games that measure."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kartenhaus.bots.kernel import heaviest
from kartenhaus.bots.learned.network import judging
from kartenhaus.core.game import Rules
from kartenhaus.core.jit import compiled, copy_packed
from kartenhaus.core.packed import Longs, Packed
from kartenhaus.core.random import below, roll, start_game

CERTAIN, NEXT_CARD, MANY = range(3)
"""What decides what a seat will see after its move: nothing more, the next card, more than that."""
BY_THUMB, BY_VALUE, BY_POLICY, BY_SEARCH = range(4)
"""Who plays: the rules of thumb, the value network looking one move ahead, the policy network; the search (`teaching.py`)."""
THOUSAND = 1000
MOST = 32  # moves that are noted of one decision, about: the best and some others


class PlaySettings(Packed):
    """How to play and what to note."""

    player: int  # BY_THUMB, BY_VALUE or BY_POLICY
    mistakes: int  # thousandths of the moves that are random
    noise: int  # what is added to judgement at random: a weight, or thousandths of a win, or of the logarithm of a probability
    positions: int  # one decision in so many is noted as a position, for the value
    decisions: int  # one decision in so many is noted with what one move ahead shows, for the policy
    trust: int  # thousandths: λ of TD(λ); how much later positions count against the next
    samples: int  # deals that are tried where chance decides more than the next card
    longest: int  # a game ends without a winner after so many decisions


def noting(
    rules: Rules,
    thumb: Callable[..., None],
    features: Callable[..., None],
    describe: Callable[..., None],
    chance: Callable[..., int],
    next_cards: Callable[..., None],
    set_next: Callable[..., None],
) -> tuple[Callable[..., tuple[int, int, int, int]], Callable[..., None]]:
    """Build self-play that fills arrays with positions and decisions until one is nearly full, and looking one move ahead."""
    deal, to_act, legal, play, winners = rules.deal, rules.to_act, rules.legal, rules.play, rules.winners
    conceal, redeal, max_moves = rules.conceal, rules.redeal, rules.MAX_MOVES
    weigh, value = judging(features, describe)

    @compiled
    def result(pos: Any, shares: Any) -> None:
        """Every seat's share of the win; equal shares if the game was broken off."""
        won = winners(pos)
        sharing = 0
        for seat in range(pos.seats):
            sharing += (won >> seat) & 1
        for seat in range(pos.seats):
            shares[seat] = ((won >> seat) & 1) / sharing if sharing > 0 else 1 / pos.seats

    @compiled
    def worth(pos: Any, seat: int, chances: Any, network: Any) -> float:
        """A seat's chance to win, as it judges itself."""
        if to_act(pos) < 0:
            result(pos, chances)
            return float(chances[seat])
        value(pos, seat, chances, network)
        return float(chances[0])

    @compiled
    def look_ahead(
        pos: Any,
        twin: Any,
        seat: int,
        moves: Longs,
        count: int,
        values: Any,
        chances: Any,
        likely: Any,
        dice: Longs,
        settings: Any,
        network: Any,
    ) -> None:
        """What each move is worth to a seat, by what it will see right after it."""
        for choice in range(count):
            kind = chance(pos, seat, moves[choice])
            total = 0.0
            if kind == CERTAIN:
                copy_packed(twin, pos)
                play(twin, seat, moves[choice])
                total = worth(twin, seat, chances, network)
            elif kind == NEXT_CARD:
                next_cards(pos, seat, network[0], likely)
                for card in range(len(likely)):
                    if likely[card] > 0:
                        copy_packed(twin, pos)
                        set_next(twin, card)
                        play(twin, seat, moves[choice])
                        total += likely[card] * worth(twin, seat, chances, network)
            else:
                for _ in range(settings.samples):
                    conceal(pos, seat, twin)
                    redeal(twin, dice)
                    play(twin, seat, moves[choice])
                    total += worth(twin, seat, chances, network) / settings.samples
            values[choice] = total

    @compiled
    def note(
        template: Any,
        pos: Any,
        twin: Any,
        seed: Longs,
        first: int,
        settings: Any,
        network: Any,
        frozen: Any,
        seen: Any,
        target: Any,
        judged: Any,
        known: Any,
        start: Longs,
        described: Any,
        outlook: Any,
    ) -> tuple[int, int, int, int]:
        """Play until the arrays are nearly full; return games, positions, decisions and moves described.

        With a `frozen` network, one seat learns, in each game another, and that network's policy plays the others: nothing is
        noted of them.
        `seen` and `target`: features and what every seat can expect, for each position and seat; `judged` is room of that size.
        `known`, `start`, `described`, `outlook`: for each decision the features, where its moves start, and for each of those
        moves its numbers and what it is worth.
        """
        moves = np.empty(max_moves, np.int64)
        weights = np.empty(max_moves, np.int64)
        looks = np.empty(max_moves, np.float64)
        values = np.empty(max_moves, np.float64)
        likely = np.zeros(len(template.deck), np.float64)
        chances = np.zeros(target.shape[1], np.float64)
        key = np.empty(8, np.int64)
        dice = np.empty(4, np.int64)
        seats = template.seats
        alone = len(frozen[0]) > 0
        watched = 1 if alone else seats
        games = rows = choices = lines = 0
        while True:
            copy_packed(pos, template)
            start_game(seed, first + games, key, dice)
            deal(pos, key)
            learner = games % seats
            begin = rows
            made = 0
            seat = to_act(pos)
            while seat >= 0 and made < settings.longest:
                count = legal(pos, seat, moves)
                made += 1
                if below(dice, settings.positions) == 0 and rows + watched <= len(seen):
                    for other in range(watched):
                        value(pos, learner if alone else other, judged[rows], network)
                        for place in range(seen.shape[1]):
                            seen[rows, place] = network[0][place]
                        rows += 1
                choice = 0
                if count > 1 and alone and seat != learner:
                    weigh(pos, seat, moves, count, looks, frozen)
                    for other in range(1, count):
                        if looks[other] > looks[choice]:
                            choice = other
                elif count > 1:
                    noted = settings.decisions > 0 and below(dice, settings.decisions) == 0
                    noted = noted and choices + 1 < len(start) and lines + MOST < len(described)
                    if settings.player == BY_VALUE or noted:
                        look_ahead(pos, twin, seat, moves, count, values, chances, likely, dice, settings, network)
                    if noted:
                        features(pos, seat, network[0])
                        for place in range(known.shape[1]):
                            known[choices, place] = network[0][place]
                        best = 0
                        for other in range(1, count):
                            if values[other] > values[best]:
                                best = other
                        start[choices] = lines
                        for other in range(count):
                            if other == best or below(dice, count) < MOST - 1:
                                describe(pos, seat, moves[other], network[0], network[3])
                                for place in range(described.shape[1]):
                                    described[lines, place] = network[3][place]
                                outlook[lines] = values[other]
                                lines += 1 if lines + 1 < len(described) else 0  # a decision may have a few more than MOST
                        choices += 1
                        start[choices] = lines
                    if below(dice, THOUSAND) < settings.mistakes:
                        choice = below(dice, count)
                    elif settings.player == BY_THUMB:
                        thumb(pos, seat, moves, count, weights)
                        for other in range(count):
                            weights[other] = weights[other] * 100 + below(dice, 100 * settings.noise + 1)
                        choice = heaviest(count, weights, dice)
                    else:
                        if settings.player == BY_POLICY:
                            weigh(pos, seat, moves, count, looks, network)
                            for other in range(count):
                                values[other] = math.log(looks[other] + 1e-9)
                        for other in range(count):
                            values[other] += settings.noise / THOUSAND * (roll(dice) / 4294967296.0)
                            if values[other] > values[choice]:
                                choice = other
                play(pos, seat, moves[choice])
                seat = to_act(pos)
            games += 1
            result(pos, chances)
            trust = settings.trust / THOUSAND
            for row in range(rows - 1, begin - 1, -1):
                observer = learner if alone else (row - begin) % seats
                for step in range(seats):
                    if row + watched < rows:
                        target[row, step] = (1 - trust) * judged[row + watched, step] + trust * target[row + watched, step]
                    else:
                        target[row, step] = chances[(observer + step) % seats]
            if rows + 8 * seats > len(seen) or choices + 8 > len(start) or lines + 2 * MOST > len(described):
                return games, rows, choices, lines

    @compiled
    def look(
        pos: Any, twin: Any, seat: int, moves: Longs, count: int, values: Any, dice: Longs, settings: Any, network: Any
    ) -> None:
        """What each move is worth to a seat by the value network, one move ahead."""
        likely = np.zeros(len(pos.deck), np.float64)
        chances = np.zeros(8, np.float64)
        look_ahead(pos, twin, seat, moves, count, values, chances, likely, dice, settings, network)

    return note, look


def measuring(
    rules: Rules, thumb: Callable[..., None], features: Callable[..., None], describe: Callable[..., None]
) -> Callable[..., float]:
    """Build games between the policy in every other seat and the rules of thumb, or another policy, in the rest."""
    deal, to_act, legal, play, winners, max_moves = (
        rules.deal,
        rules.to_act,
        rules.legal,
        rules.play,
        rules.winners,
        rules.MAX_MOVES,
    )
    weigh, _ = judging(features, describe)

    @compiled
    def measure(template: Any, pos: Any, seed: Longs, first: int, games: int, longest: int, network: Any, rival: Any) -> float:
        """The share of wins of the network; each deal is played twice, with the sides exchanged."""
        moves = np.empty(max_moves, np.int64)
        weights = np.empty(max_moves, np.int64)
        looks = np.empty(max_moves, np.float64)
        key = np.empty(8, np.int64)
        dice = np.empty(4, np.int64)
        total = 0.0
        for game in range(games):
            copy_packed(pos, template)
            start_game(seed, first + game // 2, key, dice)
            deal(pos, key)
            made = 0
            seat = to_act(pos)
            while seat >= 0 and made < longest:
                count = legal(pos, seat, moves)
                made += 1
                choice = 0
                if count > 1:
                    if (seat + game) % 2 == 0:
                        weigh(pos, seat, moves, count, looks, network)
                    elif len(rival[0]) > 0:
                        weigh(pos, seat, moves, count, looks, rival)
                    else:
                        thumb(pos, seat, moves, count, weights)
                        best = heaviest(count, weights, dice)
                        for other in range(count):
                            looks[other] = 1.0 if other == best else 0.0
                    for other in range(1, count):
                        if looks[other] > looks[choice]:
                            choice = other
                play(pos, seat, moves[choice])
                seat = to_act(pos)
            won = winners(pos)
            sharing = 0
            mine = 0
            for one in range(template.seats):
                sharing += (won >> one) & 1
                mine += (won >> one) & 1 if (one + game) % 2 == 0 else 0
            total += mine / sharing if sharing > 0 else 0.5
        return total / games

    return measure
