"""What the tests of faults share: servers, PostgreSQL, Redis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from databases import Missing, Postgres, Redis
from serving import Server

Found = TypeVar("Found")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with a database of its own, ended after the test."""
    with Server(tmp_path) as running:
        yield running


def found(kind: type[Found]) -> Found:
    """A server of this kind, or a loud word that this machine has none."""
    try:
        return kind()
    except Missing as missing:
        pytest.skip(str(missing))  # the summary of the run repeats it in red


@pytest.fixture(scope="session")
def _cluster() -> Iterator[Postgres]:
    running = found(Postgres)
    running.start()
    yield running
    running.remove()


@pytest.fixture
def postgres(_cluster: Postgres) -> Postgres:
    """PostgreSQL, running; a test may stop it, the next finds it running again."""
    if _cluster.process is None:
        _cluster.start()
    return _cluster


@pytest.fixture
def redis() -> Iterator[Redis]:
    """Redis, running."""
    running = found(Redis)
    running.start()
    yield running
    running.stop()
