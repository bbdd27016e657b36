"""Learn a game from nothing with plain NumPy: a small policy plays itself in the vector environment and is nudged towards what won.

python examples/learn.py [GAME] [ROUNDS]
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from kartenhaus.envs import Vector
from kartenhaus.envs.single import ManyAgainst

Floats = np.ndarray[Any, np.dtype[np.float32]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]
GAMES, STEPS, HIDDEN, SPEED = 256, 128, 64, 0.003


class Policy:
    """One hidden layer; it scores every action, and only legal ones count."""

    def __init__(self, features: int, actions: int, dice: np.random.Generator) -> None:
        shapes = {"first": (features, HIDDEN), "second": (HIDDEN, actions)}
        self.weights = {name: (dice.normal(size=shape) / np.sqrt(shape[0])).astype(np.float32) for name, shape in shapes.items()}
        self.steps = 0
        self.moments = {name: (np.zeros_like(weight), np.zeros_like(weight)) for name, weight in self.weights.items()}

    def probabilities(self, seen: Floats, masks: Numbers) -> tuple[Floats, Floats]:
        """The chance of every action, and the hidden layer."""
        hidden = np.maximum(seen @ self.weights["first"], 0)
        scores = np.where(masks > 0, hidden @ self.weights["second"], -np.inf)
        chances = np.exp(scores - scores.max(1, keepdims=True))
        return chances / chances.sum(1, keepdims=True), hidden

    def learn(self, seen: Floats, masks: Numbers, actions: Numbers, gains: Floats) -> None:
        """One step of Adam towards actions that gained, away from those that lost."""
        chances, hidden = self.probabilities(seen, masks)
        push = chances
        push[np.arange(len(actions)), actions] -= 1
        push *= gains[:, None] / len(actions)
        back = (push @ self.weights["second"].T) * (hidden > 0)
        self.steps += 1
        for name, slope in (("first", seen.T @ back), ("second", hidden.T @ push)):
            mean, square = self.moments[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            fair = mean / (1 - 0.9**self.steps), square / (1 - 0.999**self.steps)
            self.weights[name] -= SPEED * fair[0] / (np.sqrt(fair[1]) + 1e-8)


def drawn(chances: Floats, dice: np.random.Generator) -> Numbers:
    """An action for each row, by its chances."""
    total = chances.cumsum(1)
    found: Numbers = (total > dice.random((len(chances), 1)) * total[:, -1:]).argmax(1)
    return found


def practise(policy: Policy, envs: Vector, dice: np.random.Generator) -> None:
    """Play some steps in all games, and learn from those whose game has ended."""
    seen = np.empty((STEPS, *envs.observations.shape), np.float32)
    masks = np.empty((STEPS, *envs.masks.shape), np.int8)
    actions, seats = np.empty((2, STEPS, envs.games), np.int64)
    done, rewards = np.empty((STEPS, envs.games), np.bool_), np.empty((STEPS, *envs.rewards.shape), np.float32)
    for step in range(STEPS):
        seen[step], masks[step], seats[step] = envs.observations, envs.masks, envs.seats
        actions[step] = drawn(policy.probabilities(envs.observations, envs.masks)[0], dice)
        envs.step(actions[step])
        done[step], rewards[step] = envs.done, envs.rewards
    gains, counts = np.zeros((STEPS, envs.games), np.float32), np.zeros((STEPS, envs.games), np.bool_)
    won, known = np.zeros_like(envs.rewards), np.zeros(envs.games, np.bool_)
    for step in reversed(range(STEPS)):  # what a game brought belongs to all its steps
        won[done[step]] = rewards[step, done[step]]
        known |= done[step]
        gains[step], counts[step] = won[np.arange(envs.games), seats[step]], known
    policy.learn(seen[counts], masks[counts], actions[counts], gains[counts])


def strength(policy: Policy, game: str, games: int, dice: np.random.Generator) -> float:
    """The share of games that the policy wins against random play, from both seats."""
    envs = Vector(game, games=games, seed=99, again=False)
    own = np.arange(games) % 2
    while envs.counts.any():
        best = policy.probabilities(envs.observations, np.maximum(envs.masks, envs.counts[:, None] == 0))[0].argmax(1)
        random = envs.legal[np.arange(games), (dice.random(games) * envs.counts).astype(int)]
        envs.step(np.where(envs.counts == 0, -1, np.where(envs.seats == own, best, random)))
    return float((envs.rewards[np.arange(games), own] / 2 + 0.5).mean())


def against(policy: Policy, game: str, bot: str, games: int) -> float:
    """The share of games that the policy wins against one of our bots, from seats that chance chooses: each table's first game."""
    tables = ManyAgainst(game, games, opponents=bot)
    seen, info = tables.reset(seed=99)
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        best = policy.probabilities(seen, info["action_mask"])[0].argmax(1)
        seen, rewards, over, _, info = tables.step(best)
        won = np.where(over & np.isnan(won), rewards / 2 + 0.5, won)
    return float(won.mean())


def learn(game: str = "mada", rounds: int = 150, seed: int = 1) -> tuple[Policy, float]:
    """Learn, and print the strength now and then; return what was learned, and the last strength."""
    dice, began = np.random.default_rng(seed), time.monotonic()
    envs = Vector(game, games=GAMES, seed=seed)
    policy, found = Policy(envs.features.size, envs.numbering.size, dice), 0.0
    for number in range(1, rounds + 1):
        practise(policy, envs, dice)
        if number % 25 == 0 or number == rounds:
            found = strength(policy, game, 2000, dice)
            print(f"{number:4} rounds, {time.monotonic() - began:5.0f} s: wins {found:.1%} against random play")
    return policy, found


if __name__ == "__main__":
    given = sys.argv[1:]
    name = given[0] if given else "mada"
    learned, _ = learn(name, int(given[1]) if len(given) > 1 else 150)
    print(f"wins {against(learned, name, 'greedy', 2000):.1%} against the rules of thumb")
