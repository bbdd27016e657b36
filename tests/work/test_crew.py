"""Chunks of work: in order, whoever works on them."""

from __future__ import annotations

import multiprocessing
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import TypeVar

import chores
import pytest
from pressing import press_in_the_middle

from kartenhaus.core.errors import IllegalMove, OptionError
from kartenhaus.work import Crew, WorkerDied, crew_for
from kartenhaus.work.crew import AHEAD

T = TypeVar("T")
R = TypeVar("R")


@pytest.fixture(scope="module", params=["here", "threads", "processes"])
def crew(request: pytest.FixtureRequest) -> Iterator[Crew]:
    one = {"here": crew_for(1), "threads": crew_for(3, kernels=True), "processes": crew_for(2)}[request.param]
    with one:
        yield one


def test_results_come_in_order(crew: Crew) -> None:
    assert list(crew.run(chores.square, range(20))) == [number**2 for number in range(20)]
    assert list(crew.run(chores.slow_first, range(10))) == list(range(10))
    assert list(crew.run(chores.square, [])) == []


def test_chunks_are_taken_only_a_few_ahead(crew: Crew) -> None:
    taken: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(50):
            taken.append(number)
            yield number

    most = 1 if crew.workers is None else AHEAD * crew.workers.count
    for done, _ in enumerate(crew.run(chores.square, numbers())):
        assert len(taken) - done <= most
    assert len(taken) == 50


def test_an_error_in_the_work_reaches_the_caller(crew: Crew) -> None:
    found: list[int] = []
    with pytest.raises(ValueError, match="three is too much"):
        found.extend(crew.run(chores.stumble, range(20)))
    assert found == [0, 1, 2]
    with pytest.raises(IllegalMove, match="7 is not here") as refused:
        list(crew.run(chores.refuse, [7]))
    assert (refused.value.key, refused.value.rule, refused.value.params) == ("{card} is not here", "MAD-2", {"card": 7})
    assert list(crew.run(chores.square, [7])) == [49]


def test_a_caller_may_leave_early(crew: Crew) -> None:
    for one in crew.run(chores.square, range(1000)):
        if one == 4:
            break
    assert list(crew.run(chores.square, [7])) == [49]


def test_ctrl_c_counts_what_is_finished_and_then_stops(crew: Crew) -> None:
    press_in_the_middle(crew)


class _AtOnce:
    """Workers that have always finished before one looks."""

    count = 2
    grace: float | None = None

    def submit(self, work: Callable[[T], R], chunk: T) -> Future[R]:
        future: Future[R] = Future()
        future.set_result(work(chunk))
        return future

    def kill(self) -> None: ...

    def close(self) -> None: ...


def test_ctrl_c_stops_work_for_which_nobody_waits() -> None:
    press_in_the_middle(Crew(_AtOnce()))


def test_what_work_prints_is_not_a_result(capfd: pytest.CaptureFixture[str]) -> None:
    for jobs in (1, 2):
        with crew_for(jobs) as crew:
            assert list(crew.run(chores.say, [5])) == [5]
        sys.stdout.flush()
        assert capfd.readouterr().out == ""


def test_a_dead_worker_is_told_after_what_is_finished() -> None:
    found: list[int] = []
    with crew_for(2) as crew, pytest.raises(WorkerDied, match="a worker process died"):
        found.extend(crew.run(chores.die, range(100)))
    assert found == sorted(set(found) - {3})


@pytest.mark.parametrize(
    ("on", "jobs", "script", "message"),
    [
        ("spark", None, False, "work can go to “ray” or to “ray://HOST:PORT”, not to “spark”"),
        (None, 0, False, "the number of jobs must be at least 1, not 0"),
        ("ray", None, True, "what is defined in a script cannot go to other machines"),
    ],
)
def test_a_crew_that_cannot_be(on: str | None, jobs: int | None, script: bool, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        crew_for(jobs, on, script=script)


def test_killing_its_workers_leaves_other_processes_of_the_program_alone() -> None:
    with crew_for(2) as crew:
        assert crew.workers is not None
        assert list(crew.run(chores.square, [2])) == [4]
        other = multiprocessing.get_context("spawn").Process(target=time.sleep, args=(600,))
        other.start()
        try:
            crew.workers.kill()
            other.join(0)
            assert other.exitcode is None
            with pytest.raises(WorkerDied):
                list(crew.run(chores.square, range(9)))
            assert other.is_alive()
        finally:
            other.kill()
            other.join()
