"""The course of a training: rounds of self-play, after each of which the networks are fitted to what was noted.

First the rules of thumb play, with mistakes, and the value network learns who wins from where. Then it plays itself, looking one
move ahead; what it sees there teaches the policy network. Then the policy plays, which is many times faster, and the value network
goes on judging and teaching. Where that is not enough, the search plays in the end, and teaches the policy what it tries most.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from kartenhaus.bots.learned.files import brain_of, constants, trained
from kartenhaus.bots.learned.network import Floats
from kartenhaus.core.errors import OptionError
from kartenhaus.training import fit
from kartenhaus.training.chunks import LONGEST, Chunk, Noted, Round, TableKind, measure, play
from kartenhaus.training.kernels import BY_SEARCH
from kartenhaus.training.teaching import teach
from kartenhaus.work import Crew


@dataclass(frozen=True)
class Lesson:
    """A number of rounds that are alike."""

    rounds: int
    player: int
    mistakes: int
    noise: int
    positions: int
    """One decision in so many is noted for the value."""
    decisions: int
    """One decision in so many is noted for the policy; 0: none."""
    trust: int
    """Thousandths: λ of TD(λ)."""
    iterations: int = 0
    """Of the search, where it plays and teaches."""
    passes: int = 1
    """How often the policy goes through what was noted in a round."""
    choices: int = 0
    """Decisions that are noted in a round, if not as many as in the plan."""


@dataclass(frozen=True)
class Plan:
    """All that the result of a training depends on."""

    tables: tuple[TableKind, ...]
    """The kinds of tables, all equally often; all of one game."""
    seed: int
    lessons: tuple[Lesson, ...]
    rows: int = 600_000
    """Positions that are noted in a round, each as one seat sees it."""
    choices: int = 100_000
    """Decisions that are noted in a round."""
    chunks: int = 24
    """Parts of a round."""
    rate: float = 2e-3
    """How fast to learn at first; at the end a twentieth of that, and then the same again while the search teaches."""
    passes: int = 1
    """How often what was noted in a round is gone through."""
    batch: int = 1024
    """Positions between two steps; half as many decisions, a quarter of those that the search teaches."""
    temperature: float = 0.01
    """How much of a win worse a move must be for the policy to learn it a third as likely."""
    width: int = 96
    second: int = 32
    measured: int = 1000
    """Games against the rules of thumb, or the frozen network, after each round, for each kind of table."""
    frozen: bool = False
    """Whether only one seat learns, and the network that came with the game plays the others: what is trained exploits it."""

    @property
    def rival(self) -> str:
        """Against whom the policy is measured after each round."""
        return "the frozen network" if self.frozen else "the rules of thumb"

    @property
    def rounds(self) -> int:
        """How many rounds there are."""
        return sum(lesson.rounds for lesson in self.lessons)

    def progress(self, number: int) -> float:
        """How much of the rounds is done in which the search plays, or of all others."""
        taught = sum(lesson.rounds for lesson in self.lessons if lesson.player == BY_SEARCH)
        alone = self.rounds - taught
        return number / alone if number < alone else (number - alone) / taught

    def lesson(self, number: int) -> Lesson:
        """The lesson that a round belongs to."""
        for lesson in self.lessons:
            if number < lesson.rounds:
                return lesson
            number -= lesson.rounds
        raise IndexError(number)


@dataclass
class Course:
    """A training as far as it has come."""

    plan: Plan
    weights: fit.Weights
    value: fit.Adam
    policy: fit.Adam
    done: int = 0
    curve: list[dict[str, float]] = field(default_factory=list)
    """What each round measured."""

    @classmethod
    def start(cls, plan: Plan) -> Course:
        """A training that has not begun."""
        declared = brain_of(plan.tables[0].game).DECLARED
        weights = shipped(plan.tables[0]) if plan.frozen else fit.fresh(declared, plan.seed, plan.width, plan.second)
        return cls(plan, weights, fit.Adam(weights, fit.VALUE), fit.Adam(weights, fit.POLICY))

    def round(self, crew: Crew, advance: Callable[[float], object] = lambda _: None) -> dict[str, float]:
        """Play and learn one round; `advance` hears which share of it is done."""
        plan, lesson, begin = self.plan, self.plan.lesson(self.done), time.monotonic()
        frozen = shipped(plan.tables[0]) if plan.frozen else None
        chunks = [
            Chunk(
                plan.tables[number % len(plan.tables)],
                plan.seed,
                self.done * plan.chunks + number,
                {
                    "player": lesson.player,
                    "mistakes": lesson.mistakes,
                    "noise": lesson.noise,
                    "positions": lesson.positions,
                    "decisions": lesson.decisions,
                    "trust": lesson.trust,
                    "samples": 6,
                    "longest": LONGEST,
                    "iterations": lesson.iterations,
                    "temperature": round(1000 * plan.temperature),
                },
                self.weights,
                plan.rows // plan.chunks,
                (lesson.choices or plan.choices) // plan.chunks if lesson.decisions else 0,
                frozen,
            )
            for number in range(plan.chunks)
        ]
        noted: list[Noted] = []
        for one in crew.run(teach if lesson.player == BY_SEARCH else play, chunks):
            noted.append(one)
            advance(0.8 * len(noted) / len(chunks))
        played = time.monotonic() - begin
        chance = np.random.default_rng([plan.seed, self.done])
        rate = plan.rate * (0.05 + 0.95 * 0.5 * (1 + math.cos(math.pi * plan.progress(self.done))))
        found = self._learn(noted, lesson, rate, chance)
        learned = time.monotonic() - begin - played
        self.done += 1
        trials = [Round(table, plan.seed + 1, plan.measured, self.weights, frozen) for table in plan.tables]
        rates = list(crew.run(measure, trials)) if lesson.decisions and plan.measured else []
        found |= {f"won_{number}": rate for number, rate in enumerate(rates)}
        found |= {
            "games": sum(one.games for one in noted),
            "played": played,
            "learned": learned,
            "seconds": time.monotonic() - begin,
        }
        self.curve.append(found)
        advance(1)
        return found

    def _learn(self, noted: Sequence[Noted], lesson: Lesson, rate: float, chance: np.random.Generator) -> dict[str, float]:
        """Fit both networks, side by side; returns how well they did on what they had not seen yet."""
        plan = self.plan
        fixed = [constants(one.table.game, one.table.template()) for one in noted]
        orders = [np.random.default_rng(chance.integers(1 << 62)) for _ in range(2)]

        def learn_value() -> dict[str, float]:
            seen = np.concatenate([_with(one.seen, extra) for one, extra in zip(noted, fixed, strict=True)])
            target = np.concatenate([one.target for one in noted])
            seats = np.concatenate([np.full(len(one.seen), one.table.players) for one in noted])
            batch, losses = min(plan.batch, len(seen)), []
            for _ in range(plan.passes):
                order = orders[0].permutation(len(seen))
                losses.append(
                    fit.fit_value(seen, target, seats, order, batch, rate, self.value.steps, self.value.arrays(self.weights))
                )
                self.value.steps += len(seen) // batch
            return {"value_loss": losses[0]}

        def learn_policy() -> dict[str, float]:
            if not lesson.decisions:
                return {}
            known = np.concatenate([_with(one.known, extra) for one, extra in zip(noted, fixed, strict=True)])
            described = np.concatenate([one.described for one in noted])
            outlook = np.concatenate([one.outlook for one in noted])
            starts = np.concatenate([[0], np.cumsum(np.concatenate([one.counts for one in noted]))])
            batch, kept = min(plan.batch // (4 if lesson.player == BY_SEARCH else 2), len(known)), np.zeros(3)
            for turn in range(plan.passes * lesson.passes):
                order, found = orders[1].permutation(len(known)), np.zeros(3)
                halves = self.policy.arrays(self.weights)
                fit.fit_policy(
                    known, starts, described, outlook, order, batch, rate, plan.temperature, self.policy.steps, halves, found
                )
                self.policy.steps += len(known) // batch
                kept = found if turn == 0 else kept
            return dict(zip(("policy_loss", "same", "lost"), kept.tolist(), strict=True))

        with ThreadPoolExecutor(2) as pool:
            both = [pool.submit(learn_value), pool.submit(learn_policy)]
            return both[0].result() | both[1].result()

    def save(self, file: Path) -> None:
        """Write all that is needed to go on."""
        arrays: dict[str, Any] = {f"weights.{name}": one for name, one in self.weights.items()}
        for half in ("value", "policy"):
            adam = getattr(self, half)
            arrays |= {f"{half}.mean.{name}": one for name, one in adam.mean.items()}
            arrays |= {f"{half}.size.{name}": one for name, one in adam.size.items()}
        told = {"plan": _told(self.plan), "done": self.done, "curve": self.curve, "steps": [self.value.steps, self.policy.steps]}
        new = file.with_suffix(".new")
        with new.open("wb") as opened:
            np.savez(opened, told=np.frombuffer(json.dumps(told).encode(), np.uint8), **arrays)
        new.replace(file)

    @classmethod
    def resume(cls, plan: Plan, file: Path) -> Course | None:
        """A training as it was saved; None if it was another one."""
        if not file.exists():
            return None
        with np.load(file, allow_pickle=False) as found:
            told = json.loads(bytes(found["told"]))
            if told["plan"] != _told(plan):
                return None
            course = cls.start(plan)
            for name in course.weights:
                course.weights[name] = found[f"weights.{name}"]
            for half, steps in zip(("value", "policy"), told["steps"], strict=True):
                adam = getattr(course, half)
                adam.steps = steps
                for name in adam.mean:
                    adam.mean[name], adam.size[name] = found[f"{half}.mean.{name}"], found[f"{half}.size.{name}"]
        course.done, course.curve = told["done"], told["curve"]
        return course


def shipped(table: TableKind) -> fit.Weights:
    """The network that came with a game, for a kind of table; OptionError if there is none."""
    found = trained(table.game)
    weights = found.weights_for(table.template()) if found else None
    if weights is None:
        raise OptionError("no network of {game} was trained for {players} players", game=table.game, players=table.players)
    return {name: one.copy() for name, one in weights.items()}


def _with(rows: Floats, constant: Floats) -> Any:
    """Features with those of the edition."""
    return np.concatenate([rows, np.broadcast_to(constant, (len(rows), len(constant)))], axis=1)


def _told(plan: Plan) -> Any:
    return json.loads(json.dumps(asdict(plan)))
