"""`kartenhaus study`, as a person uses it."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import forking
from kartenhaus.study.result import Study

SMALL = ("--players", "2", "--games", "1000", "--bots", "random,easy", "--jobs", "1")


def study(*arguments: str, code: int = 0, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    done = forking.run("study", *arguments, folder=folder or Path(__file__).parent, environment={**os.environ, "COLUMNS": "120"})
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done


def test_json_is_all_that_is_printed(tmp_path: Path) -> None:
    done = study("maumau", *SMALL, "--json", "--report", str(tmp_path / "report.html"))
    found = json.loads(done.stdout)
    assert set(found) == set(Study.__struct_fields__)
    assert found["bots"] == ["random", "easy"]
    assert "kartenhaus study maumau" in (tmp_path / "report.html").read_text("utf-8")


def test_two_boards_for_people(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("S . . 1 .\n. . D . .\n. A . . 1\n. . . . .\n", "utf-8")
    done = study("maumau", *SMALL, "-o", "penalty_then_play=true", "--against", "board=two", folder=tmp_path)
    assert "Moves in a game" in done.stdout
    assert "board=one: rules that never act:" in done.stdout
    assert "difference" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["maumauu"], "there is no game “maumauu”"),
        (["maumau", "--edition", "standrd"], "has no edition “standrd”"),
        (["maumau", "--against", "standrd"], "has no edition “standrd”"),
        (["maumau", "--against", "nowhere.toml"], "nowhere.toml: cannot be read"),
        (["maumau", "--against", "standard"], "both sides are the same"),
        (["maumau", "--against", "board=one"], "both sides are the same"),
        (["maumau", "--against", "colour=red"], "has no option “colour”"),
        (["maumau", "--players", "9"], "is for 2 to 4 players, not 9"),
        (["maumau", "--games", "999"], "a study takes at least 1000 games, not 999"),
        (["maumau", "--judge", "me"], "a judge is one of network, playouts, not “me”"),
        (["maumau", "--bots", "easy"], "a ladder has at least two bots"),
        (["maumau", "--bots", "easy,easy"], "a ladder has no bot twice"),
        (["maumau", "--bots", "easy,gredy"], "there is no bot “gredy”"),
        (["maumau", "--jobs", "0"], "the number of jobs must be at least 1"),
        (["maumau", "--report", "/nowhere/study.html"], "cannot be written: No such file"),
    ],
)
def test_bad_input_is_one_line_before_anything_is_played(arguments: list[str], message: str) -> None:
    done = study(*arguments, code=2)
    assert message in " ".join(done.stderr.split())
    assert done.stdout == ""
