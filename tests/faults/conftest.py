"""What the tests of faults share: servers and Redis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from databases import Redis, found
from serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with a database of its own, ended after the test."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def redis() -> Iterator[Redis]:
    """Redis, running."""
    running = found(Redis)
    running.start()
    yield running
    running.stop()
