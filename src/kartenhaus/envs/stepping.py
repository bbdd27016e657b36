"""The compiled loops of the vector environment, written once for all games: deal, list, look, step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kartenhaus.core.game import NOBODY, Rules
from kartenhaus.core.jit import compiled, copy_packed
from kartenhaus.core.packed import Longs
from kartenhaus.core.random import start_game

WELL = -1  # what `find` returns if every action is legal
NOTHING = -1  # the action of a row that is left alone
LEAVE, LIST, DEAL = 0, 1, 2  # what `begin` does with a row


def stepping(
    rules: Rules, features: Callable[..., None], action_of: Callable[..., int]
) -> tuple[Callable[..., int], Callable[..., int], Callable[..., int], Callable[..., None]]:
    """Build `begin`, `find`, `step` and `number`; the first and the third work on the games from `first` to `last`: one thread's.

    The arrays: `template` a position that is laid out; `games` positions; `numbers` the number of the game that each row plays;
    `seats` who acts; `counts` how many legal actions there are, `moves` and `legal` these as the rules and the environment number
    them; `masks` and `seen` the same as a mask, and the features of the seat that acts (either may have no rows: then nobody wants
    them); `rewards`, `done` and `points` what the last step brought, or in a game that waits what its end brought.
    """
    deal, to_act, legal_moves, play, score, winners = (
        rules.deal,
        rules.to_act,
        rules.legal,
        rules.play,
        rules.score,
        rules.winners,
    )
    max_moves = rules.MAX_MOVES

    @compiled
    def look(pos: Any, row: int, scratch: Longs, seats: Any, counts: Any, moves: Any, legal: Any, masks: Any, seen: Any) -> int:
        """List what the seat to act may do, and what it knows; return how many legal actions there are."""
        seat = to_act(pos)
        seats[row] = seat
        count = legal_moves(pos, seat, scratch) if seat != NOBODY else 0
        room = moves.shape[1]
        if count <= room:
            counts[row] = count
            for number in range(count):
                moves[row, number] = scratch[number]
                legal[row, number] = action_of(pos, seat, scratch[number])
            if len(masks) > 0:
                for number in range(count):
                    masks[row, legal[row, number]] = 1
            if len(seen) > 0 and seat != NOBODY:
                features(pos, seat, seen[row])
        return count

    @compiled
    def deal_next(template: Any, pos: Any, seed: Longs, number: int, key: Longs, dice: Longs) -> None:
        """Deal a game of the seed."""
        copy_packed(pos, template[0])
        start_game(seed, number, key, dice)
        deal(pos, key)

    @compiled
    def begin(
        template: Any,
        games: Any,
        numbers: Longs,
        seed: Longs,
        first: int,
        last: int,
        tasks: Any,
        seats: Any,
        counts: Any,
        moves: Any,
        legal: Any,
        masks: Any,
        seen: Any,
    ) -> int:
        """Do with each row what its task says; return the most legal actions that a game has."""
        scratch = np.empty(max_moves, np.int64)
        key = np.empty(8, np.int64)
        dice = np.empty(4, np.int64)
        most = 0
        for row in range(first, last):
            if tasks[row] == LEAVE:
                continue
            pos = games[row]
            if tasks[row] == DEAL:
                deal_next(template, pos, seed, numbers[row], key, dice)
            if len(masks) > 0:
                for action in range(masks.shape[1]):
                    masks[row, action] = 0
            most = max(most, look(pos, row, scratch, seats, counts, moves, legal, masks, seen))
        return most

    @compiled
    def find(actions: Any, chosen: Any, counts: Any, legal: Any) -> int:
        """Where each action stands in the list of its game; return the first row whose action is not legal, or WELL."""
        for row in range(len(actions)):
            chosen[row] = -1
            if actions[row] == NOTHING:
                continue
            number = 0
            while number < counts[row] and legal[row, number] != actions[row]:
                number += 1
            if number == counts[row]:
                return row
            chosen[row] = number
        return WELL

    @compiled
    def step(
        template: Any,
        games: Any,
        numbers: Longs,
        seed: Longs,
        first: int,
        last: int,
        chosen: Any,
        again: int,
        seats: Any,
        counts: Any,
        moves: Any,
        legal: Any,
        masks: Any,
        seen: Any,
        rewards: Any,
        done: Any,
        points: Longs,
    ) -> int:
        """Play the chosen action of every game; with `again`, one that is over is followed at once by the next of its row.

        Returns the most legal actions that a game has. A row whose action is -1 is left alone, and one that is over.
        """
        scratch = np.empty(max_moves, np.int64)
        key = np.empty(8, np.int64)
        dice = np.empty(4, np.int64)
        most = 0
        for row in range(first, last):
            if counts[row] == 0:
                continue
            pos = games[row]
            players = pos.seats
            if done[row]:
                done[row] = False
                for seat in range(players):
                    rewards[row, seat] = 0
            if chosen[row] < 0:
                continue
            if len(masks) > 0:
                for number in range(counts[row]):
                    masks[row, legal[row, number]] = 0
            play(pos, seats[row], moves[row, chosen[row]])
            if to_act(pos) < 0:
                done[row] = True
                score(pos, points[row])
                won = winners(pos)
                sharing = 0
                for seat in range(players):
                    sharing += won >> seat & 1
                for seat in range(players):
                    share = (won >> seat & 1) / sharing if sharing > 0 else 1 / players
                    rewards[row, seat] = (players * share - 1) / (players - 1)
                if not again:
                    seats[row], counts[row] = NOBODY, 0
                    continue
                numbers[row] += len(games)
                deal_next(template, pos, seed, numbers[row], key, dice)
            most = max(most, look(pos, row, scratch, seats, counts, moves, legal, masks, seen))
        return most

    @compiled
    def number(array: Any, seat: int, moves: Longs) -> None:
        """Turn the legal moves of a position into actions, in place."""
        for place in range(len(moves)):
            moves[place] = action_of(array[0], seat, moves[place])

    return begin, find, step, number
