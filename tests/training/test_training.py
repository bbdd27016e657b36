"""Training: a tiny one learns to beat chance, the same for any number of threads, and goes on where it was stopped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import kartenhaus
from kartenhaus.arena import tournament
from kartenhaus.bots.learned.files import Trained, read, trained
from kartenhaus.cli.main import app
from kartenhaus.core.game import find
from kartenhaus.training import plans
from kartenhaus.training.chunks import Chunk, play
from kartenhaus.training.course import Course, Plan
from kartenhaus.training.kernels import BY_SEARCH
from kartenhaus.training.run import Training, accepted, players_of
from kartenhaus.training.teaching import teach
from kartenhaus.work import crew_for


def small(game: str = "mada", group: int = 0) -> Plan:
    return plans.tiny(plans.plans(game)[group])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny training of MADA for two, with one thread."""
    path = tmp_path_factory.mktemp("training")
    Training(find("mada"), [small()], path).train(crew_for(1, kernels=True), lambda *_: None, lambda _: None)
    return path


def test_a_tiny_network_beats_chance(folder: Path) -> None:
    contest = tournament.contest_of(find("mada"), [f"learned:file={folder / 'mada.npz'}", "random"], 2, 3)
    assert tournament.run(contest, 100, 1).bots[0].win_rate_low > 0.5


def test_the_number_of_threads_makes_no_difference(folder: Path, tmp_path: Path) -> None:
    """Nor does stopping after a round and going on later."""
    one = Course.resume(small(), folder / "mada-2.npz")
    assert one is not None
    two = Course.start(small())
    two.round(crew_for(3, kernels=True))
    two.save(tmp_path / "half.npz")
    again = Course.resume(small(), tmp_path / "half.npz")
    assert again is not None
    while again.done < again.plan.rounds:
        again.round(crew_for(2, kernels=True))
    for name, weights in one.weights.items():
        assert again.weights[name].tolist() == weights.tolist(), name
    assert [set(found) for found in again.curve] == [set(found) for found in one.curve]


def test_another_plan_starts_anew(folder: Path) -> None:
    other = plans.tiny(plans.plans("mada", seed=2)[0])
    assert Course.resume(other, folder / "mada-2.npz") is None


def test_a_file_says_what_it_was_trained_on(folder: Path) -> None:
    header = read(str(folder / "mada.npz"), "mada", "mada.npz").header
    assert header["groups"] == [[2]]
    assert header["rounds"] == [3]
    assert header["games"][0] > 100
    assert len(header["editions"]) == 1


@pytest.mark.parametrize("game", kartenhaus.game_names())
def test_what_is_noted_fits_together(game: str) -> None:
    """In every game: targets are chances, and every decision has its moves."""
    for group in range(len(plans.GROUPS[game])):
        course = Course.start(small(game, group))
        for lesson in course.plan.lessons:
            settings = {"player": lesson.player, "mistakes": 50, "noise": 10, "positions": 3, "decisions": 2, "trust": 800}
            settings |= {"samples": 2, "longest": 2000, "iterations": 20, "temperature": 10}
            chunk = Chunk(course.plan.tables[-1], 1, 0, settings, course.weights, 600, 200)
            noted = teach(chunk) if lesson.player == BY_SEARCH else play(chunk)
            assert noted.games > 0
            assert len(noted.seen) % noted.table.players == 0
            assert noted.target.sum(1) == pytest.approx(np.ones(len(noted.target)), abs=1e-4)
            assert noted.counts.min() > 1
            assert noted.counts.sum() == len(noted.described) == len(noted.outlook)
            assert noted.outlook.min() >= 0
            assert noted.outlook.max() <= 1


def test_an_exploiter_is_noted_alone() -> None:
    """One seat learns, in every game another; the frozen network plays the others, and nothing is noted of them."""
    course = Course.start(plans.tiny(plans.exploits("mada")[0]))
    lesson = course.plan.lessons[-1]
    settings = {"player": lesson.player, "mistakes": 0, "noise": 0, "positions": 1, "decisions": 1, "trust": 1000}
    settings |= {"samples": 2, "longest": 2000, "iterations": 0, "temperature": 10}
    chunk = Chunk(course.plan.tables[0], 1, 0, settings, course.weights, 3000, 3000)
    both, one = play(chunk), play(replace(chunk, frozen=course.weights))
    of_game = len(one.seen) / one.games
    assert of_game == pytest.approx(len(both.seen) / both.games / 2, rel=0.2)  # half the rows of a game
    assert len(one.known) / one.games == pytest.approx(len(both.known) / both.games / 2, rel=0.2)
    won = [float(target[0]) for target in one.target]
    assert {0.0, 1.0} <= set(won) <= {0.0, 0.5, 1.0}  # with all trust in the end, the learner's own result


def test_an_exploiter_starts_as_the_one_it_exploits() -> None:
    course = Course.start(plans.exploits("mada")[0])
    found = trained("mada")
    assert found is not None
    for name, weights in found.networks[0].items():
        assert course.weights[name].tolist() == weights.tolist()
        assert course.weights[name] is not weights  # or both would learn


@pytest.mark.parametrize(
    ("results", "passed"),
    [
        ([{"against": "greedy", "lower": 0.51, "upper": 0.6}], True),
        ([{"against": "greedy", "lower": 0.49, "upper": 0.6}], False),
        ([{"against": "greedy", "lower": 0.51, "upper": 0.6}, {"against": "learned", "lower": 0.45, "upper": 0.51}], True),
        ([{"against": "greedy", "lower": 0.51, "upper": 0.6}, {"against": "learned", "lower": 0.4, "upper": 0.49}], False),
    ],
)
def test_the_arena_decides(results: list[dict[str, Any]], passed: bool) -> None:
    assert accepted(results) == passed


def test_the_command(folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It finds what is trained already, lets the arena decide, and draws a learning curve."""
    plan = small()
    monkeypatch.setattr("kartenhaus.training.plans.plans", lambda *_: [plan])
    (tmp_path / "mada-2.npz").write_bytes((folder / "mada-2.npz").read_bytes())
    done = CliRunner().invoke(app, ["train", "mada", "--folder", str(tmp_path), "--games", "20", "--jobs", "1"])
    assert "Going on after 3 of 3 rounds" in done.output
    assert "2 players against greedy" in done.output
    assert "<svg" in (tmp_path / "mada.html").read_text("utf-8")
    found = read(str(tmp_path / "mada.npz"), "mada", "mada.npz")
    assert isinstance(found, Trained)
    assert found.header["arena"][0]["games"] == 20
    assert done.exit_code == int(not accepted(found.header["arena"]))


def test_every_number_of_players_is_trained_once() -> None:
    for game, groups in plans.GROUPS.items():
        low, high = find(game).players
        assert sorted(count for group in groups for count in group.players) == list(range(low, high + 1))
        assert [players_of(plan) for plan in plans.plans(game)] == [group.players for group in groups]
