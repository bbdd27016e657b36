"""Servers and Redis, shared by the tests of faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from databases import Redis, found
from serving import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with its own database; it ends after the test."""
    with Server(tmp_path) as running:
        yield running


@pytest.fixture
def redis() -> Iterator[Redis]:
    """A running Redis."""
    running = found(Redis)
    running.start()
    yield running
    running.stop()
