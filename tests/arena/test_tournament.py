"""Many games: the same results on any number of processes, and a clean stop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

import kartenhaus
from kartenhaus.arena.statistics import Standings
from kartenhaus.arena.tournament import contest_of, run
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import find

HERE = Path(__file__).parent


def without_times(standings: Standings) -> Standings:
    return replace(standings, seconds=0, bots=[replace(bot, ms_per_move=0) for bot in standings.bots])


def test_results_do_not_depend_on_the_number_of_jobs() -> None:
    contest = contest_of(find("mada"), ["scripted:First", "scripted:Dice", "scripted:Raises"], seed=7)
    told: list[int] = []
    together = run(contest, 100, 2, told.append)
    assert together.games == sum(told) == 102
    assert without_times(together) == without_times(run(contest, 100, 1))


def test_the_stronger_bot_is_found_stronger() -> None:
    standings = kartenhaus.compete("mada", ["scripted:Dice", "scripted:First"], games=60, seed=7, jobs=1)
    weak, strong = standings.bots
    assert strong.win_rate_low > 0.5 > weak.win_rate_high
    assert strong.rating > weak.rating + 10
    assert weak.win_rate + strong.win_rate == pytest.approx(1)


def test_alike_bots_are_found_alike_whoever_sits_beside_them() -> None:
    standings = kartenhaus.compete("mada", ["scripted:First", "scripted:Raises", "scripted:First"], games=30, jobs=1)
    one, raises, two = standings.bots
    assert (one.win_rate, raises.win_rate, two.win_rate) == (0.5, 0, 0.5)
    assert [one.name, two.name] == ["scripted:First", "scripted:First #2"]
    assert raises.faults == standings.fault_count == 30
    assert len(standings.faults) == 20


def test_options_reach_the_table() -> None:
    plain = kartenhaus.compete("mada", ["scripted:First"], games=20, jobs=1)
    fixed = kartenhaus.compete("mada", ["scripted:First"], games=20, jobs=1, starter=0)
    assert plain.players == fixed.players == 2
    assert plain.bots[0].seats != fixed.bots[0].seats


def test_a_worker_that_dies_is_told_with_what_there_is() -> None:
    standings = kartenhaus.compete("mada", ["scripted:Dies", "scripted:Dice"], games=400, jobs=2)
    assert "worker process died" in standings.problem
    assert not standings.stopped
    assert standings.games < 400
    assert standings.games == 2 * standings.deals


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kartenhaus.compete("mada", []), "say which bots play"),
        (lambda: kartenhaus.compete("mada", "greedy"), "say which bots play"),
        (lambda: kartenhaus.compete("mada", ["nobody"]), "there is no bot “nobody”"),
        (lambda: kartenhaus.compete("mada", ["scripted:Dice"], games=0), "the number of games must be at least 1, not 0"),
        (lambda: kartenhaus.compete("mada", ["scripted:Dice"], jobs=0), "the number of jobs must be at least 1, not 0"),
        (lambda: kartenhaus.compete("mada", ["scripted:Dice"], players=6), "MADA is for 2 to 5 players, not 6"),
        (lambda: kartenhaus.compete("mada", ["scripted:Dice"], colour="red"), "MADA has no option “colour”"),
        (lambda: kartenhaus.compete("mada", ["scripted:Dice"], edition="gold"), "MADA has no edition “gold”"),
    ],
)
def test_what_cannot_be_played_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(KartenhausError) as raised:
        call()
    assert message in str(raised.value)


def test_a_script_need_not_guard_itself_against_its_workers() -> None:
    script = "import kartenhaus\nprint(kartenhaus.compete('mada', ['scripted:Dice', 'scripted:First'], games=8, jobs=2).games)"
    done = subprocess.run([sys.executable, "-"], input=script, capture_output=True, text=True, check=False, cwd=HERE)
    assert (done.stdout, done.stderr) == ("8\n", "")


def nobody_left(group: int) -> bool:
    """Whether all processes of a group end within seconds."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize(("bot", "jobs"), [("Marks", 1), ("Marks", 2), ("Sleeps", 2)])
def test_ctrl_c_reports_what_there_is(bot: str, jobs: int, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    bots = f"scripted:{bot},scripted:Dice"
    process = subprocess.Popen(
        [sys.executable, "-m", "kartenhaus", "arena", "mada", "--bots", bots, "-n", "1000000", "-j", str(jobs), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=HERE,
        env={**os.environ, "MARK": str(mark)},
        start_new_session=True,
    )
    while not mark.exists() and process.poll() is None:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # to all processes, as a terminal does
    try:
        output, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        pytest.fail(f"it did not end: {process.communicate()}")
    assert process.returncode == 0, errors
    assert "Traceback" not in errors
    result = json.loads(output)
    assert result["stopped"] is True
    assert result["games"] == 2 * result["deals"]
    assert (result["games"] > 0) == (bot == "Marks")
    assert nobody_left(process.pid)


def test_ctrl_c_waits_until_the_pool_of_workers_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal can reach any thread, and Python raises it wherever the main thread is: also inside the pool, with a lock taken."""
    submit = ProcessPoolExecutor.submit
    submitted: list[object] = []

    def pressed_meanwhile(pool: ProcessPoolExecutor, *work: object) -> object:
        press = signal.getsignal(signal.SIGINT)
        assert callable(press)
        press(signal.SIGINT, None)
        submitted.append(submit(pool, *work))  # type: ignore[arg-type]
        return submitted[-1]

    monkeypatch.setattr(ProcessPoolExecutor, "submit", pressed_meanwhile)
    standings = run(contest_of(find("mada"), ["random", "random"]), 1000, jobs=2)
    assert submitted
    assert standings.stopped
