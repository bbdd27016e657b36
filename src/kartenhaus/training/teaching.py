"""Self-play in which the search chooses: the moves it tried most teach the policy, the winners teach the value."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from kartenhaus.bots.learned.files import brain_of
from kartenhaus.bots.learned.network import Floats
from kartenhaus.bots.search import Search, Settings
from kartenhaus.bots.view import View
from kartenhaus.core.game import find
from kartenhaus.core.history import History
from kartenhaus.training.chunks import LONGEST, Chunk, Noted

MOST = 32  # moves that are noted of one decision: those that were tried most
UNTRIED = 0.3  # a move that was never tried counts as if it had been tried this often


class _Notes:
    """What was noted so far."""

    def __init__(self, chunk: Chunk) -> None:
        self.brain = brain_of(chunk.table.game)
        self.seen: list[Floats] = []
        self.target: list[Floats] = []
        self.known: list[Floats] = []
        self.counts: list[int] = []
        self.described: list[Floats] = []
        self.outlook: list[float] = []

    def features(self, pos: Any, seat: int) -> Floats:
        """What a seat may know."""
        out = np.zeros(self.brain.DECLARED.live, np.float32)
        self.brain.features(pos, seat, out)
        return out

    def decision(self, view: View, legal: list[int], visits: dict[int, int], temperature: float) -> None:
        """Note the moves of a decision; each is worth more, the more often it was tried."""
        known, all_visits = self.features(view.position, view.seat), sum(visits.values())
        moves = sorted(legal, key=lambda move: -visits.get(move, 0))[:MOST]
        for move in moves:
            numbers = np.zeros(self.brain.DECLARED.move_size, np.float32)
            self.brain.describe(view.position, view.seat, move, known, numbers)
            self.described.append(numbers)
            self.outlook.append(1 + temperature * math.log((visits.get(move, 0) + UNTRIED) / (all_visits + UNTRIED)))
        self.known.append(known)
        self.counts.append(len(moves))

    def noted(self, chunk: Chunk, games: int) -> Noted:
        """All of it as arrays."""
        declared = self.brain.DECLARED
        return Noted(
            games,
            chunk.table,
            np.array(self.seen, np.float32).reshape(-1, declared.live),
            np.array(self.target, np.float32).reshape(-1, declared.others + 1),
            np.array(self.known, np.float32),
            np.array(self.counts),
            np.array(self.described, np.float32),
            np.array(self.outlook, np.float32),
        )


def teach(chunk: Chunk) -> Noted:
    """Play a chunk; what moves are worth is noted so that the policy learns them as likely as they were tried."""
    table, settings, notes, games = chunk.table, chunk.settings, _Notes(chunk), 0
    chance = np.random.default_rng([chunk.seed, chunk.number])
    game, search = find(table.game), Search(Settings(iterations=settings["iterations"]))
    while len(notes.known) < chunk.decisions:
        history = History.deal(game, table.players, int(chance.integers(1 << 62)), table.edition, dict(table.options))
        begin = len(notes.seen)
        while not history.over and len(history.played) < LONGEST:
            seat = history.to_act
            legal = history.legal_numbers(seat)
            move = legal[0]
            if len(legal) > 1:
                if not chance.integers(settings["positions"]):
                    notes.seen += [notes.features(history.position, observer) for observer in range(table.players)]
                view = View.seen(history, seat)
                visits = {one.move: one.visits for one in search.think(view, int(chance.integers(1 << 62))).considered}
                notes.decision(view, legal, visits, settings["temperature"] / 1000)
                if chance.integers(1000) < settings["mistakes"]:
                    move = legal[int(chance.integers(len(legal)))]
                else:
                    noise = settings["noise"] / 1000
                    move = max(visits, key=lambda one: math.log(visits[one]) + noise * chance.random())
            history.play(move, seat)
        games += 1
        notes.target += _results(history, (len(notes.seen) - begin) // table.players, notes.brain.DECLARED.others + 1)
    return notes.noted(chunk, games)


def _results(history: History, positions: int, width: int) -> list[Floats]:
    """Every seat's share of the win, counted from each seat in turn, for so many positions."""
    shares = np.full(history.players, 1 / history.players)
    if history.over:
        won = np.array([float(seat in history.result.winners) for seat in range(history.players)])
        shares = won / won.sum()
    rows = np.zeros((history.players, width), np.float32)
    for seat in range(history.players):
        rows[seat, : history.players] = np.roll(shares, -seat)
    return list(np.tile(rows, (positions, 1)))
