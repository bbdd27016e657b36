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


def train(game: Game, folder: Path, seed: int, jobs: int | None, on: str | None, effort: float, games: int, exploit: bool) -> int:
    """Train, measure and write; return the exit code: 0 if the networks are accepted, or exploit others."""
    from kartenhaus.bots.learned.files import GAMES
    from kartenhaus.training import plans
    from kartenhaus.training.run import Training, accepted
    from kartenhaus.work import crew_for

    if game.name not in GAMES:
        raise OptionError("there are no networks for {game}", game=game.name)
    if effort <= 0 or games < 1:
        raise OptionError("effort and games must be more than 0")
    training = Training(game, (plans.exploits if exploit else plans.plans)(game.name, seed, effort), folder)
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
            with crew_for(jobs, on, kernels=True) as crew:
                courses = training.train(crew, share, lambda course: _tell(training, course))
        except KeyboardInterrupt:
            say("[yellow]Stopped. Every finished round is kept: the same command goes on.[/]")
            return 130
    with progress(f"{game.title}, arena", games * training.contests(), "games") as played:
        results = training.gate(games, jobs, played)  # here: only this machine has the file
    training.write(courses, results)
    passed = exploit or accepted(results)
    _print(training, results, passed, exploit)
    _draw(training, courses, passed)
    return 0 if passed else 1


def train_standing(game: Game, folder: Path, seed: int, effort: float) -> None:
    """Train the networks that judge a standing, and write them; the result depends only on seed and effort."""
    from kartenhaus.bots.skilled.files import GAMES
    from kartenhaus.training.standing import GROUPS, Plan, train

    if game.name not in GAMES:
        raise OptionError("there are no skilled rules of thumb for {game}", game=game.name)
    if effort <= 0:
        raise OptionError("effort and games must be more than 0")
    plan = Plan(rounds=max(1, round(Plan.rounds * effort)))
    with progress(f"Training {game.title}", plan.rounds * len(GROUPS[game.name]), "rounds") as advance:
        made = train(game.name, seed, plan, lambda *_: advance(1))
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{game.name}-standing.npz"
    made.write(file)
    say("Cross-entropy on positions not seen before: {}. Networks in {}", ", ".join(map(str, made.header["loss"])), file)


def _tell(training: Training, course: Course) -> None:
    """One line for each round, where there is no progress bar."""
    from kartenhaus.training.run import players_of

    if not console(stderr=True).is_terminal:
        rates = [f"{100 * value:.1f} %" for name, value in course.curve[-1].items() if name.startswith("won_")]
        players = ", ".join(map(str, players_of(course.plan)))
        say(
            "{}, {} players: round {} of {}, {} s; won against {}: {}",
            training.game.title,
            players,
            course.done,
            course.plan.rounds,
            f"{course.curve[-1]['seconds']:.0f}",
            course.plan.rival,
            ", ".join(rates) or "–",
        )


def _print(training: Training, results: list[dict[str, Any]], passed: bool, exploit: bool) -> None:
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
    if exploit:
        say("This is what a player wins who knows how “learned” plays. Networks in {}", training.file)
    elif passed:
        say("[green]Accepted.[/] Networks in {}; play with them as learned:file={}", training.file, training.file)
    else:
        say(
            "[yellow]Not accepted: they do not beat the rules of thumb everywhere, or are worse than those we ship.[/] {}",
            training.file,
        )


def _draw(training: Training, courses: list[Course], passed: bool) -> None:
    from kartenhaus.reports.page import check_plots
    from kartenhaus.training.curve import render
    from kartenhaus.training.run import players_of

    try:
        check_plots()
    except OptionError as missing:
        say("[dim]No learning curve: {}[/]", missing)
        return
    names = [f"{', '.join(map(str, players_of(course.plan)))} players" for course in courses]
    verdict = "The arena accepted the networks." if passed else "The arena did not accept the networks."
    if courses[0].plan.frozen:
        verdict = "Trained against the networks that came with the game."
    path = training.folder / f"{training.game.name}.html"
    path.write_text(render(f"Training of {training.game.title}", names, courses, verdict), "utf-8")
    say("Learning curve in {}", path)
