"""A real Ray cluster of two nodes: the same results as on one machine, also if a node dies in the middle."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import sleep
from typing import Any

import chores
import pytest
from ray.cluster_utils import Cluster as Nodes

from kartenhaus.arena import tournament
from kartenhaus.arena.statistics import Standings
from kartenhaus.cli import simulate
from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.core.game import find
from kartenhaus.dataset import Setting, write
from kartenhaus.work import WorkerDied, cluster, crew_for

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")  # inside Ray


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """A cluster in which the first node has one CPU."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        patch.setenv("PYTHONPATH", str(Path(__file__).parent))  # for chores
        made: Any = Nodes(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        patch.setenv("RAY_ADDRESS", made.address)
        try:
            yield made
        finally:
            made.shutdown()


def test_a_node_that_dies_is_replaced_and_nothing_is_lost_or_counted_twice(nodes: Any, tmp_path: Path) -> None:
    doomed = nodes.add_node(num_cpus=1)
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


def without_times(standings: Standings) -> Standings:
    return replace(standings, seconds=0, bots=[replace(bot, ms_per_move=0) for bot in standings.bots])


def test_the_arena_finds_the_same(nodes: Any) -> None:
    contest = tournament.contest_of(find("mada"), ["random", "random"], seed=7)
    assert without_times(tournament.run(contest, 60, on="ray")) == without_times(tournament.run(contest, 60, 1))


def test_simulations_find_the_same(nodes: Any) -> None:
    chunks = [simulate.Chunk("mada", 2, 7, "standard", {}, first, 100) for first in range(0, 500, 100)]
    with crew_for(on="ray") as crew:
        assert list(crew.run(simulate.play, chunks)) == [simulate.play(chunk) for chunk in chunks]


def test_a_dataset_is_the_same(nodes: Any, tmp_path: Path) -> None:
    setting = Setting("mad", games=4, shard=2)
    assert write(setting, tmp_path / "ray", on="ray") == write(setting, tmp_path / "here", jobs=1)
    assert (tmp_path / "ray/dataset.json").read_text() == (tmp_path / "here/dataset.json").read_text()


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


def test_nothing_loads_ray_before_it_is_wanted() -> None:
    script = "import sys, kartenhaus.work, kartenhaus.arena.tournament; assert 'ray' not in sys.modules"
    subprocess.run([sys.executable, "-c", script], check=True)
