"""Workers on the machines of a Ray cluster: a chunk whose worker or machine dies is worked on again elsewhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import kartenhaus
from kartenhaus.core.errors import KartenhausError, OptionError

T = TypeVar("T")
R = TypeVar("R")

HERE = "ray"  # a cluster that this machine knows, or a new one
NONE_RUNS = "Could not find any running Ray instance"  # as Ray says it
DECIDES = (".py", ".npz", ".toml", ".txt")  # files that results depend on: code, networks, editions, boards
TRIES = 5  # deaths of workers that a chunk survives: more, and the chunk itself kills them


class Cluster:
    """A Ray cluster: the one at an address, one that runs on this machine, or else a new one for as long as the work takes."""

    grace: float | None = 0.5

    def __init__(self, on: str, jobs: int | None) -> None:
        self.ray = ray = _ray()
        self.begun: dict[Future[Any], Any] = {}
        self.ours = not ray.is_initialized()
        if self.ours:
            _join(ray, on, jobs)
        elif on != HERE:
            raise OptionError("this program has joined a Ray cluster already: say “ray” to work on it, or leave it: ray.shutdown()")
        cpus = int(ray.cluster_resources().get("CPU", 0))
        if cpus < 1:
            raise OptionError("the cluster at {address} has no CPU to work on", address=on)
        self.count = min(jobs or cpus, cpus)
        self.remote = ray.remote(num_cpus=1, max_retries=TRIES)(_work)

    def submit(self, work: Callable[[T], R], chunk: T) -> Future[R]:
        """Hand out a chunk."""
        future: Future[R] = Future()
        future.set_running_or_notify_cancel()
        reference = self.remote.remote(work, chunk, build())
        self.begun[future] = reference
        reference.future().add_done_callback(lambda found: self._deliver(found, future))
        return future

    def _deliver(self, found: Future[R], future: Future[R]) -> None:
        self.begun.pop(future, None)
        problem = found.exception()
        if problem is None:
            future.set_result(found.result())
        elif isinstance(problem, self.ray.exceptions.RayTaskError):
            future.set_exception(problem.cause)
        else:
            future.set_exception(BrokenExecutor(str(problem)))

    def kill(self) -> None:
        """End the tasks that are still being worked on."""
        for reference in list(self.begun.values()):
            self.ray.cancel(reference, force=True)

    def close(self) -> None:
        """Leave the cluster; end it if it was started for this work."""
        if self.ours:
            self.ray.shutdown()


def _ray() -> Any:
    """The package, which reports nothing to anybody."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # else it warns that it will leave GPUs alone one day
    try:
        import ray
        import ray.util.client
    except ImportError:
        raise OptionError("to work on Ray, install it: {command}", command="pip install 'kartenhaus[ray]'") from None
    return ray


def _join(ray: Any, on: str, jobs: int | None) -> None:
    """Connect to a cluster, or start one."""
    quiet = {"logging_level": "error", "log_to_driver": False}  # stdout is for results
    try:
        ray.init("auto" if on == HERE else on, **quiet)
    except (OSError, ValueError, RuntimeError, ray.exceptions.RayError) as problem:  # also other versions, or a wrong token
        if not ray.util.client.num_connected_contexts():  # else this would end what the caller has joined
            ray.shutdown()  # its client, once begun, would stand in the way of every later attempt
        if NONE_RUNS not in str(problem):
            address, told = os.environ.get("RAY_ADDRESS", on) if on == HERE else on, " ".join(str(problem).split())
            raise OptionError("the Ray cluster at {address} cannot be joined: {problem}", address=address, problem=told) from None
        ray.init("local", num_cpus=jobs, include_dashboard=False, **quiet)


def _work(work: Callable[[T], R], chunk: T, wanted: str) -> R:
    """In a worker: do it, with the same sources as the one who asks."""
    if build() != wanted:
        raise KartenhausError(
            "a worker has Kartenhaus {here}, the work comes from {there}: install the same on all machines",
            here=build(),
            there=wanted,
        )
    return work(chunk)


@lru_cache(1)
def build() -> str:
    """What tells two installations apart: the version and a digest of all that decides results."""
    root = Path(kartenhaus.__file__).parent
    digest = sha256()
    for file in sorted(one for one in root.rglob("*") if one.suffix in DECIDES):
        digest.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return f"{kartenhaus.__version__}+{digest.hexdigest()[:12]}"
