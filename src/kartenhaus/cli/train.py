"""`kartenhaus train`: networks for a game, from self-play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from kartenhaus.cli.terminal import console, progress, say
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Game

if TYPE_CHECKING:
    from kartenhaus.training.course import Course
    from kartenhaus.training.run import Training

HUNDRED = 100  # parts of a round in the progress bar


def train(game: Game, folder: Path, seed: int, jobs: int | None, effort: float, games: int) -> int:
    """Train, measure and write; return the exit code: 0 if the networks are accepted."""
    from kartenhaus.bots.learned.files import GAMES
    from kartenhaus.core.simulation import cores
    from kartenhaus.training.crew import Threads
    from kartenhaus.training.plans import plans
    from kartenhaus.training.run import Training, accepted

    if game.name not in GAMES:
        raise OptionError("there are no networks for {game}", game=game.name)
    if effort <= 0 or games < 1 or (jobs is not None and jobs < 1):
        raise OptionError("effort, games and jobs must be more than 0")
    training = Training(game, plans(game.name, seed, effort), folder)
    jobs = jobs or cores()
    done = sum(course.done for course in training.courses())
    rounds = sum(plan.rounds for plan in training.plans)
    if done:
        say("Going on after {} of {} rounds, in {}", done, rounds, folder)
    with progress(f"Training {game.title}", HUNDRED * rounds, "% of a round") as advance:
        advance(HUNDRED * done)
        so_far = [0.0]

        def share(_: Course, part: float) -> None:
            advance(round(HUNDRED * part) - round(HUNDRED * so_far[0]))
            so_far[0] = part if part < 1 else 0.0

        try:
            courses = training.train(Threads(jobs), share, lambda course: _tell(training, course))
        except KeyboardInterrupt:
            say("[yellow]Stopped. Every finished round is kept: the same command goes on.[/]")
            return 130
    with progress(f"{game.title}, arena", games * training.contests(), "games") as played:
        results = training.gate(games, jobs, played)
    training.write(courses, results)
    passed = accepted(results)
    _print(training, results, passed)
    _draw(training, courses, passed)
    return 0 if passed else 1


def _tell(training: Training, course: Course) -> None:
    """One line for each round, where there is no progress bar."""
    from kartenhaus.training.run import players_of

    if not console(stderr=True).is_terminal:
        rates = [f"{100 * value:.1f} %" for name, value in course.curve[-1].items() if name.startswith("won_")]
        players = ", ".join(map(str, players_of(course.plan)))
        say(
            "{}, {} players: round {} of {}, {} s; won against the rules of thumb: {}",
            training.game.title,
            players,
            course.done,
            course.plan.rounds,
            f"{course.curve[-1]['seconds']:.0f}",
            ", ".join(rates) or "–",
        )


def _print(training: Training, results: list[dict[str, Any]], passed: bool) -> None:
    for one in results:
        say(
            "{} players against {}: {} % ({} to {}), {} games",
            one["players"],
            one["against"],
            f"{100 * one['won']:.1f}",
            f"{100 * one['lower']:.1f}",
            f"{100 * one['upper']:.1f}",
            f"{one['games']:,}",
        )
    if passed:
        say("[green]Accepted.[/] Networks in {}; play with them as learned:file={}", training.file, training.file)
    else:
        say(
            "[yellow]Not accepted: they do not beat the rules of thumb everywhere, or are worse than those we ship.[/] {}",
            training.file,
        )


def _draw(training: Training, courses: list[Course], passed: bool) -> None:
    from kartenhaus.arena.report import check_plots
    from kartenhaus.training.curve import render
    from kartenhaus.training.run import players_of

    try:
        check_plots()
    except OptionError as missing:
        say("[dim]No learning curve: {}[/]", missing)
        return
    names = [f"{', '.join(map(str, players_of(course.plan)))} players" for course in courses]
    verdict = "The arena accepted the networks." if passed else "The arena did not accept the networks."
    path = training.folder / f"{training.game.name}.html"
    path.write_text(render(f"Training of {training.game.title}", names, courses, verdict), "utf-8")
    say("Learning curve in {}", path)
