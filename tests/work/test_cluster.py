"""A real Ray cluster of two nodes: the same results as on one machine, also if a node dies in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Timer, main_thread
from time import sleep
from typing import Any
from unittest.mock import Mock

import chores
import pytest
import ray
from pressing import press_in_the_middle
from ray.cluster_utils import Cluster as Nodes
from typer.testing import CliRunner

import kartenhaus
from databases import free_port
from kartenhaus.arena import tournament
from kartenhaus.arena.statistics import Standings
from kartenhaus.cli import simulate
from kartenhaus.cli.main import app
from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.core.game import find
from kartenhaus.dataset import Setting, write
from kartenhaus.training import plans
from kartenhaus.training.course import Course
from kartenhaus.work import Crew, WorkerDied, cluster, crew_for

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")  # inside Ray


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A cluster in which the first node has one CPU."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        patch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=os.pathsep)  # for chores
        port = free_port()
        head = {"num_cpus": 1, "include_dashboard": False, "ray_client_server_port": port}
        made: Any = Nodes(initialize_head=True, head_node_args=head)
        made.outside = f"ray://127.0.0.1:{port}"
        patch.setenv("RAY_ADDRESS", made.address)
        try:
            yield made
        finally:
            made.shutdown()


def add_node(nodes: Any) -> Any:
    """Another node. Ray gives one up that has not started after 30 seconds, which happens on a busy machine: try again."""
    for _ in range(2):
        try:
            return nodes.add_node(num_cpus=1)
        except Exception as problem:  # Ray has no class of its own for it
            if "timed out during startup" not in str(problem):
                raise
    return nodes.add_node(num_cpus=1)


def join_from_outside(nodes: Any) -> Crew:
    """A crew by Ray’s client. The server that Ray starts for it may fail to begin on a busy machine: try again."""
    for _ in range(2):
        try:
            return crew_for(on=nodes.outside)
        except OptionError as problem:
            if "Initialization failure from server" not in str(problem):
                raise
    return crew_for(on=nodes.outside)


def test_a_node_that_dies_is_replaced_and_nothing_is_lost_or_counted_twice(nodes: Any, tmp_path: Path) -> None:
    doomed = add_node(nodes)
    nodes.wait_for_nodes()
    with crew_for(on="ray") as crew:
        assert crew.workers is not None
        assert crew.workers.count == 2
        errands = [chores.Errand(number, tmp_path, doomed.node_id) for number in range(12)]
        found: list[int] = []
        for one in crew.run(chores.hang_on_one_node, errands):
            if not found:
                while not list(tmp_path.glob("*-hangs")):
                    sleep(0.05)
                nodes.remove_node(doomed, allow_graceful=False)
            found.append(one)
    hung = {mark.name.split("-")[0] for mark in tmp_path.glob("*-hangs")}
    done = [mark.name.split("-")[0] for mark in tmp_path.glob("*-done")]
    assert found == list(range(12))
    assert hung
    assert hung < set(done)


def test_ctrl_c_counts_what_is_finished_and_ends_the_rest(nodes: Any) -> None:
    """What never ends does not keep its CPU either."""
    with crew_for(on="ray") as crew:
        press_in_the_middle(crew)
        pressed = Timer(1, signal.pthread_kill, [main_thread().ident, signal.SIGINT])
        pressed.start()
        with pytest.raises(KeyboardInterrupt):
            list(crew.run(chores.hang, range(3)))
        pressed.join()
        assert list(crew.run(chores.square, [7])) == [49]


def test_a_computer_outside_the_cluster_can_use_it(nodes: Any) -> None:
    """By Ray's client: the same results, errors and Ctrl-C."""
    with join_from_outside(nodes) as crew:
        assert list(crew.run(chores.square, range(20))) == [number**2 for number in range(20)]
        with pytest.raises(ValueError, match=r"^three is too much$"):
            list(crew.run(chores.stumble, range(5)))
        press_in_the_middle(crew)
        with pytest.raises(OptionError, match="this program has joined a Ray cluster already"):
            crew_for(on=nodes.outside)


def test_after_a_failure_to_join_from_outside_the_next_attempt_works(nodes: Any) -> None:
    broken = ConnectionAbortedError("Initialization failure from server")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ray.util.client.worker.Worker.ping_server", Mock(side_effect=broken))
        with pytest.raises(OptionError, match="cannot be joined: Initialization failure from server"):
            crew_for(on=nodes.outside)
    with crew_for(on="ray") as crew:
        assert list(crew.run(chores.square, [7])) == [49]


def without_times(standings: Standings) -> Standings:
    return replace(standings, seconds=0, bots=[replace(bot, ms_per_move=0) for bot in standings.bots])


def test_the_arena_finds_the_same(nodes: Any) -> None:
    contest = tournament.contest_of(find("mada"), ["random", "random"], seed=7)
    assert without_times(tournament.run(contest, 60, on="ray")) == without_times(tournament.run(contest, 60, 1))


def test_simulations_find_the_same(nodes: Any) -> None:
    chunks = [simulate.Chunk("mada", 2, 7, "standard", {}, first, 100) for first in range(0, 500, 100)]
    with crew_for(on="ray") as crew:
        assert list(crew.run(simulate.play, chunks)) == [simulate.play(chunk) for chunk in chunks]


def test_a_dataset_is_the_same_even_if_a_machine_dies(nodes: Any, tmp_path: Path) -> None:
    doomed = add_node(nodes)
    nodes.wait_for_nodes()
    there: list[int] = []

    def kill(games: int, rows: int, made: bool) -> None:
        if not there:
            nodes.remove_node(doomed, allow_graceful=False)
        there.append(games)

    setting = Setting("mad", games=24, shard=2)
    assert write(setting, tmp_path / "ray", on="ray", advance=kill) == write(setting, tmp_path / "here", jobs=1)
    assert there == [2] * 12
    assert (tmp_path / "ray/dataset.json").read_text() == (tmp_path / "here/dataset.json").read_text()


def test_a_study_finds_the_same(nodes: Any) -> None:
    def found(**place: Any) -> dict[str, Any]:
        one = kartenhaus.examine("maumau", players=2, games=1000, bots=["random", "easy"], judge="network", **place)
        return {**one.as_dict(), "seconds": 0}

    assert found(on="ray") == found(jobs=1)


@pytest.mark.sweep("game", ["mada"], [])  # its chunks are those of threads, which are tested: see tests/training
def test_a_training_learns_the_same(game: str, nodes: Any) -> None:
    here, there = (Course.start(plans.tiny(plans.plans(game)[0])) for _ in range(2))
    here.round(crew_for(1, kernels=True))
    with crew_for(on="ray") as crew:
        there.round(crew)
    assert {name: weights.tolist() for name, weights in here.weights.items()} == {
        name: weights.tolist() for name, weights in there.weights.items()
    }


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "mada", "--games", "10"],
        ["arena", "mada", "--bots", "random,random", "--games", "2"],
        ["train", "mada", "--folder", "training"],
        ["study", "mada", "--games", "1000"],
        ["dataset", "mada", "--games", "2", "--folder", "data"],
    ],
    ids=lambda command: command[0],
)
def test_every_command_says_where_its_work_goes(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked: list[str | None] = []

    def asking(jobs: int | None = None, on: str | None = None, **settings: bool) -> Crew:
        asked.append(on)
        raise OptionError("nobody works today")

    for module in ("arena.tournament", "study.run", "dataset.making"):
        monkeypatch.setattr(f"kartenhaus.{module}.crew_for", asking)
    monkeypatch.setattr("kartenhaus.work.crew_for", asking)
    done = CliRunner().invoke(app, [*command, "--on", "ray://far:10001"])
    assert isinstance(done.exception, OptionError | SystemExit)
    assert asked == ["ray://far:10001"]


def test_errors_are_those_of_the_work(nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with crew_for(on="ray") as crew:
        with pytest.raises(ValueError, match=r"^three is too much$"):
            list(crew.run(chores.stumble, range(5)))
        monkeypatch.setattr(cluster, "build", lambda: "another")
        with pytest.raises(KartenhausError, match="the work comes from another: install the same on all machines"):
            list(crew.run(chores.square, [1]))


def test_work_that_kills_its_workers_ends(nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "TRIES", 1)
    with crew_for(on="ray") as crew, pytest.raises(WorkerDied):
        list(crew.run(chores.die, range(5)))


def test_without_a_cluster_there_or_without_ray_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "no-cluster-here")
    with pytest.raises(OptionError, match="the Ray cluster at no-cluster-here cannot be joined"):
        crew_for(on="ray")
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(OptionError, match=r"pip install 'kartenhaus\[ray\]'"):
        crew_for(on="ray")


class Broken:
    """A Ray that cannot join what there is."""

    exceptions, util = ray.exceptions, ray.util

    def __init__(self, problem: Exception) -> None:
        self.problem, self.begun = problem, ""

    def init(self, address: str, **_: object) -> None:
        if address != "local":
            raise self.problem
        self.begun = address

    def shutdown(self) -> None:
        """What was begun in vain ends."""


def test_a_new_cluster_is_begun_only_where_none_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    none = Broken(ConnectionError(f"{cluster.NONE_RUNS}. Please specify the one to connect to"))
    cluster._join(none, "ray", 2)
    assert none.begun == "local"
    for problem in (
        ConnectionError("Failed to connect to Ray cluster at 10.0.0.1:6379"),
        RuntimeError("Version mismatch: The cluster was started with:\n  Python: 3.12"),
        ray.exceptions.AuthenticationError("wrong token"),
    ):
        for place in ("ray", "ray://far:10001"):
            broken = Broken(problem)
            with pytest.raises(OptionError, match=f"the Ray cluster at {place} cannot be joined: "):
                cluster._join(broken, place, 2)
            assert not broken.begun


def test_what_decides_results_tells_installations_apart() -> None:
    """Not only code: also networks, editions and boards."""
    here = cluster.build()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_bytes", lambda path: b"other" if path.name == "mad.npz" else path.open("rb").read())
        cluster.build.cache_clear()
        assert cluster.build() != here
    cluster.build.cache_clear()


def test_nothing_loads_ray_before_it_is_wanted() -> None:
    script = "import sys, kartenhaus.work, kartenhaus.arena.tournament; assert 'ray' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
