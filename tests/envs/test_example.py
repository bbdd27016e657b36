"""The example of the guide learns."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/learn.py"


def test_a_small_policy_beats_random_play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """In the time of a test; the example itself goes on for longer."""
    example = runpy.run_path(str(EXAMPLE))
    _, before = example["learn"]("mada", rounds=1)
    policy, after = example["learn"]("mada", rounds=8)
    assert after > max(before, 0.8)
    assert 0 < example["against"](policy, "mada", "easy", 200) < after
    assert "against random play" in capsys.readouterr().out
