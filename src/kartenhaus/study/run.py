"""A whole study: hand out the chunks, and put together what they find."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from time import perf_counter
from typing import Any

import kartenhaus
from kartenhaus.arena.match import Contest, Match
from kartenhaus.bots.bot import in_script
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.core.game import find
from kartenhaus.study import coverage, drama, ladder, length, series, watch
from kartenhaus.study.figures import ratio_of
from kartenhaus.study.judge import judge_of
from kartenhaus.study.measures import compared
from kartenhaus.study.plan import CHANCE, DEALS, FOLLOWED, STANDARD, THUMB, check, chunks, measure
from kartenhaus.study.result import Side, Study
from kartenhaus.study.series import Series, laid_out
from kartenhaus.work import WorkerDied, crew_for

Results = Mapping[tuple[str, int], list[Any]]
"""What chunks found, by what was measured and by side."""


def run(
    sides: Sequence[Contest],
    names: Sequence[str],
    games: int,
    judge: str | None = None,
    jobs: int | None = None,
    on: str | None = None,
    advance: Callable[[int], object] | None = None,
) -> Study:
    """Study one side, or two; `advance` gets the number of chunks just finished. Results do not depend on who works."""
    judge = check(sides, games, judge)
    found: dict[tuple[str, int], list[Any]] = defaultdict(list)
    stopped, problem = False, ""
    start = perf_counter()
    with crew_for(jobs, on, script=in_script(sides[0].bots)) as crew:
        try:
            with redirect_stdout(sys.stderr):
                _warm_up(sides, judge)  # before there are workers: this process compiles, the workers find it in the store
            start = perf_counter()
            for finding in crew.run(measure, chunks(sides, games, judge)):
                found[finding.what, finding.number].append(finding.result)
                if advance:
                    advance(1)
        except KeyboardInterrupt:
            stopped = True
        except WorkerDied as died:
            problem = str(died)
    return together(sides, names, judge, found, stopped, problem, perf_counter() - start)


def _warm_up(sides: Sequence[Contest], judge: str) -> None:
    """Load or compile what is needed."""
    series.some(sides[0], 0, 1, 0)
    Match(sides[0]).warm_up()
    watch.some(sides[0], judge, 0, 1)


def together(
    sides: Sequence[Contest],
    names: Sequence[str],
    judge: str,
    found: Results,
    stopped: bool,
    problem: str,
    seconds: float,
) -> Study:
    """The study, from what its chunks found."""
    whole = {key: series.joined(some) for key, some in found.items() if key[0] in (THUMB, CHANCE, STANDARD)}
    if not all((what, number) in whole for what in (THUMB, CHANCE) for number in range(len(sides))):
        raise KartenhausError(problem) if problem else OptionError("stopped before any game was over")
    first = sides[0]
    standard = whole.get((STANDARD, -1), whole[THUMB, 0])
    pace = find(first.game).minutes / float(standard.games.decisions.mean())
    edges = length.edges_of([whole[THUMB, number] for number in range(len(sides))])
    told = [
        _side(side, name, judge, whole[THUMB, number], whole[CHANCE, number], found, number, pace, edges)
        for number, (side, name) in enumerate(zip(sides, names, strict=True))
    ]
    return Study(
        game=first.game,
        players=first.players,
        seed=first.seed,
        version=kartenhaus.__version__,
        judge=judge,
        bots=first.names,
        stopped=stopped,
        problem=problem,
        seconds=seconds,
        sides=told,
        compared=compared(*told) if len(told) == 2 else [],
    )


def _side(
    side: Contest,
    name: str,
    judge: str,
    thumb: Series,
    chance: Series,
    found: Results,
    number: int,
    pace: float,
    edges: list[float],
) -> Side:
    game, template = find(side.game), laid_out(side)
    edition = editions.find(game, side.edition)
    rounds, watched = found.get((DEALS, number)), [one for games in found.get((FOLLOWED, number), []) for one in games]
    rules = coverage.rules(game, template, thumb, chance, side.options)
    moves, forced = thumb.games.offered, thumb.games.forced
    return Side(
        name=name,
        edition=edition["name"],
        title=edition["title"],
        options=dict(side.options),
        games=len(thumb.games.winners),
        by_chance=len(chance.games.winners),
        length=length.length(thumb, pace, edges),
        seats=length.seats(thumb),
        luck=ladder.luck(side, ladder.joined(rounds) if rounds else None),
        drama=drama.drama(watched, judge_of(side, judge).draws),
        choices=drama.choices(ratio_of(moves, thumb.games.decisions), ratio_of(forced, thumb.games.decisions), watched),
        rules=rules,
        never=coverage.never(rules),
        untold=coverage.untold(game),
        cards=coverage.cards(game, template, thumb),
    )
