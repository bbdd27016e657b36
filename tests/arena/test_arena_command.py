"""`kartenhaus arena`, as a person uses it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import forking

HERE = Path(__file__).parent
TOP = {"game", "players", "seed", "deals", "games", "moves", "seconds", "shared_wins", "stopped", "bots", "faults"}
EACH = {
    *("name", "games", "win_rate", "win_rate_low", "win_rate_high", "even"),
    *("ms_per_move", "moves", "rating", "points", "faults"),
}


def arena(*arguments: str, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = forking.run("arena", *arguments, folder=HERE, environment={**os.environ, "COLUMNS": "120"})
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_json_has_all_keys_and_nothing_else_is_printed() -> None:
    """Even if a bot prints something."""
    done = arena("mada", "--bots", "scripted:Texts,scripted:First", "--games", "7", "--seed", "7", "--jobs", "1", "--json")
    result = json.loads(done.stdout)
    assert set(result) >= TOP
    assert (result["game"], result["players"], result["seed"], result["games"], result["stopped"]) == ("mada", 2, 7, 8, False)
    assert [bot["name"] for bot in result["bots"]] == ["scripted:Texts", "scripted:First"]
    for bot in result["bots"]:
        assert set(bot) >= EACH
        assert bot["win_rate_low"] <= bot["win_rate"] <= bot["win_rate_high"]
    assert "thinking" in done.stderr


def test_for_people_with_a_report(tmp_path: Path) -> None:
    report = tmp_path / "arena.html"
    bots = "scripted:First,scripted:Illegal,scripted:First"
    done = arena("mada", "--bots", bots, "--games", "8", "-o", "starter=0", "--jobs", "2", "--report", str(report))
    assert "9 games: 3 deals, seatings of each: 3" in done.stdout
    assert "8 were asked for" in done.stdout
    assert "scripted:First #2" in done.stdout
    assert "fault of scripted:Illegal in deal 0" in done.stdout
    assert "\x1b" not in done.stdout
    assert str(report) in done.stdout
    assert "kartenhaus arena mada --bots" in report.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mada", "--bots", "gredy"], "there is no bot “gredy”"),
        (["mada", "--bots", "scripted:Dice,,"], "a name is missing"),
        (["mada", "--bots", "scripted:Dice", "--jobs", "0"], "the number of jobs must be at least 1"),
        (["mada", "--bots", "scripted:Dice", "--report", "/nowhere/arena.html"], "cannot be written: No such file"),
        (["mada", "--bots", "scripted:Dice", "--report", "."], "cannot be written: Is a directory"),
    ],
)
def test_bad_input_is_one_line_before_anything_is_played(arguments: list[str], message: str) -> None:
    done = arena(*arguments, code=2)
    assert message in " ".join(done.stderr.split())
    assert done.stdout == ""
