"""What the tests of faults share: servers, PostgreSQL, Redis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from databases import Missing, Postgres, Redis
from serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with a database of its own, ended after the test."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def _cluster() -> Iterator[Postgres]:
    try:
        running = Postgres()
    except Missing as missing:
        pytest.skip(str(missing))
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
    try:
        running = Redis()
    except Missing as missing:
        pytest.skip(str(missing))
    running.start()
    yield running
    running.stop()
