"""A whole training: every group of players in turn, then the arena decides whether the networks are accepted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kartenhaus.arena import tournament
from kartenhaus.arena.statistics import Standings
from kartenhaus.bots.learned.files import Trained, brain_of, digest, rounded, trained
from kartenhaus.core.game import Game
from kartenhaus.training.chunks import TableKind
from kartenhaus.training.course import Course, Plan
from kartenhaus.work import Crew

RIVAL, SHIPPED = "greedy", "learned"


@dataclass(frozen=True)
class Training:
    """What is trained, and where it is kept."""

    game: Game
    plans: Sequence[Plan]
    folder: Path

    @property
    def file(self) -> Path:
        """The networks, once all are trained."""
        return self.folder / f"{self.game.name}.npz"

    def checkpoint(self, number: int) -> Path:
        """A group as far as it has come."""
        return self.folder / f"{self.game.name}-{'-'.join(map(str, players_of(self.plans[number])))}.npz"

    def courses(self) -> list[Course]:
        """Every group, as far as it has come."""
        return [Course.resume(plan, self.checkpoint(number)) or Course.start(plan) for number, plan in enumerate(self.plans)]

    def train(self, crew: Crew, advance: Callable[[Course, float], object], told: Callable[[Course], object]) -> list[Course]:
        """Train what is left; `advance` hears which share of a round is done, `told` of every round that is."""
        self.folder.mkdir(parents=True, exist_ok=True)
        courses = self.courses()
        for number, course in enumerate(courses):
            while course.done < course.plan.rounds:
                course.round(crew, lambda share, one=course: advance(one, share))  # type: ignore[misc]  # one course a loop
                course.save(self.checkpoint(number))
                told(course)
        self.write(courses, [])
        return courses

    def write(self, courses: Sequence[Course], results: Sequence[dict[str, Any]]) -> Trained:
        """Write the networks, with what they were trained on and what the arena found."""
        tables = {table for course in courses for table in course.plan.tables}
        header = {
            "game": self.game.name,
            "version": brain_of(self.game.name).DECLARED.version,
            "editions": sorted({digest(self.game.name, table.template()) for table in tables}),
            "groups": [list(players_of(course.plan)) for course in courses],
            "seeds": [course.plan.seed for course in courses],
            "rounds": [course.done for course in courses],
            "games": [int(sum(one["games"] for one in course.curve)) for course in courses],
            "arena": list(results),
        }
        made = Trained(self.game.name, header, tuple(rounded(course.weights) for course in courses))
        made.write(self.file)
        trained.cache_clear()
        return made

    def gate(self, games: int, jobs: int | None, advance: Callable[[int], object]) -> list[dict[str, Any]]:
        """Play against the rules of thumb and the networks that came with the game, with the fewest and the most of each group."""
        results = []
        for plan in self.plans:
            for table in _ends(plan):
                for rival in _rivals(plan, table):
                    bots = [f"learned:file={self.file}", rival]
                    contest = tournament.contest_of(self.game, bots, table.players, 7, table.edition, dict(table.options))
                    results.append(_found(tournament.run(contest, games, jobs, advance), rival))
        return results

    def contests(self) -> int:
        """How many contests the gate has."""
        return sum(len(_rivals(plan, table)) for plan in self.plans for table in _ends(plan))


def accepted(results: Sequence[dict[str, Any]]) -> bool:
    """Whether networks beat the rules of thumb everywhere, and are nowhere clearly worse than those that came with the game."""
    return all(one["lower"] > 0.5 if one["against"] == RIVAL else one["upper"] >= 0.5 for one in results)


def players_of(plan: Plan) -> tuple[int, ...]:
    """The numbers of players that share a network."""
    return tuple(sorted({table.players for table in plan.tables}))


def _ends(plan: Plan) -> list[TableKind]:
    """One table with the fewest players of a group and one with the most."""
    players = players_of(plan)
    return [next(table for table in plan.tables if table.players == end) for end in sorted({players[0], players[-1]})]


def _rivals(plan: Plan, table: TableKind) -> tuple[str, ...]:
    return (SHIPPED,) if plan.frozen else (RIVAL, SHIPPED) if _is_shipped(table) else (RIVAL,)


def _is_shipped(table: TableKind) -> bool:
    found = trained(table.game)
    return found is not None and found.weights_for(table.template()) is not None


def _found(standings: Standings, rival: str) -> dict[str, Any]:
    ours = standings.bots[0]
    figures = {"won": ours.win_rate, "lower": ours.win_rate_low, "upper": ours.win_rate_high}
    return {"players": standings.players, "against": rival, "games": standings.games} | {k: round(v, 4) for k, v in figures.items()}
