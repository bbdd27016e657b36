"""Logs and records of tables replay to the same final positions, and their deals can be checked.

`PYTHONPATH=tests python -m faults.test_records` writes them anew; do that only with a new version of the rules.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kartenhaus.core import recordfile
from kartenhaus.core.errors import RecordError
from kartenhaus.server.house import replayed
from kartenhaus.table import commands
from kartenhaus.table import entries as log
from kartenhaus.table.clock import Clock
from kartenhaus.table.fairness import Unfair, verify
from kartenhaus.table.record import of_game
from kartenhaus.table.table import Table

FOLDER = Path(__file__).parent.parent / "records/tables"
TABLES: list[tuple[str, str, int, dict[str, Any]]] = [
    ("mada-2", "mada", 2, {}),
    ("mada-5-bots", "mada", 5, {}),
    ("mad-3", "mad", 3, {}),
    ("mad-6-bots", "mad", 6, {}),
    ("maumau-3", "maumau", 3, {"board": "two", "announce": "manual"}),
    ("maumau-4-bots", "maumau", 4, {"board": "one"}),
]
NAMES = [name for name, _, _, _ in TABLES]


def played(name: str, game: str, players: int, options: dict[str, Any]) -> list[log.Entry]:
    """The log of a table: people, or one with bots, sit down, play two games at random, talk, take back, and one gives up."""
    dice = random.Random(name)
    table = Table(name)
    entries: list[log.Entry] = []

    def happen(entry: log.Entry) -> None:
        entries.append(entry)
        table.apply(entry)

    def secret() -> str:
        return f"{dice.getrandbits(256):064x}"

    happen(commands.open_table(1, secret(), game, players, options=options, clock=Clock("bank", 600, 5)))
    people = range(1 if name.endswith("bots") else players)
    for seat in range(players):
        happen(
            commands.sit(table, 2, f"Player {seat}", "", f"token {seat}")
            if seat in people
            else commands.seat_bot(table, 2, 0, seat, "easy")
        )
    for game_number in range(2):
        for seat in people:
            happen(commands.ready(table, 3, seat, True, f"nonce-{seat}-{game_number}"))
        happen(commands.start(table, 4))
        while table.playing:
            chance = dice.random()
            seat = table.to_act
            move = dice.choice(table.history.legal(seat)) if table.history else ""
            if chance < 0.03:
                happen(commands.write(table, 5, 0, "", "Well, well."))
            elif chance > 0.97 and seat in people and not table.seats[seat].player:
                try:
                    happen(commands.regret(table, 5, seat))
                    for other in sorted(table.must_agree):
                        happen(commands.answer(table, 5, other, True))
                except commands.Refused:
                    continue
            elif game_number == 1 and len(entries) > 150 and not table.seats[0].resigned:
                happen(commands.resign(table, 6, 0))
            else:
                by = "bot" if table.seats[seat].player else ""
                happen(commands.move(table, 5, seat, move, table.number, dice.randrange(9999), by=by))
        happen(commands.finish(table, 7, secret()))
    return entries


def digest(text: str) -> str:
    history = recordfile.loads(text)
    return hashlib.sha256(json.dumps(history.game.notation.write_position(history.position)).encode()).hexdigest()


def stored(name: str) -> list[log.AnyEntry]:
    return [log.decode(line) for line in (FOLDER / f"{name}.log").read_text("utf-8").splitlines()]


def golden(name: str, game: int) -> str:
    return (FOLDER / f"{name}-{game}.toml").read_text("utf-8")


@pytest.mark.parametrize("game", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_logs_of_tables_replay_to_the_same_records(name: str, game: int) -> None:
    """docs/faults.md 29: a log that was stored once gives the same record for ever, and the record the same final position."""
    head, _, record = golden(name, game).partition("\n")
    assert of_game(name, stored(name), game) == record
    assert head == f"# {digest(record)}"
    history = recordfile.loads(record)
    assert recordfile.dumps(history) == record


@pytest.mark.parametrize("game", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_the_deals_of_recorded_tables_are_fair_and_tampering_shows(name: str, game: int) -> None:
    """docs/faults.md 29: what is in `[fair]` leads to the seed, and nothing else does."""
    history = recordfile.loads(golden(name, game))
    verify(history, str(history.fair["commitment"]))
    nonces: Any = history.fair["nonces"]
    for change in (
        {"secret": "0" * 64},
        {"nonces": [*nonces[:-1], "other"]},
        {"nonces": nonces[::-1] if nonces != nonces[::-1] else [*nonces, ""]},
        {"commitment": "0" * 64},
    ):
        with pytest.raises(Unfair):
            verify(replace(history, fair={**history.fair, **change}))
    with pytest.raises(Unfair):
        verify(replace(history, seed=history.seed + 1))


@pytest.mark.parametrize(("name", "game", "players", "options"), TABLES, ids=NAMES)
def test_tables_are_played_the_same_today(name: str, game: str, players: int, options: dict[str, Any]) -> None:
    """docs/faults.md 29: the same secret, nonces and moves make the same log."""
    assert played(name, game, players, options) == stored(name)


def test_newer_rules_do_not_replay_an_old_log() -> None:
    """docs/faults.md 29: the version of the rules is pinned, in the log as in the record."""
    opened, *rest = stored("mada-2")
    assert isinstance(opened, log.Opened)
    newer = log.decode(log.encode(opened).replace(b'"kind":"opened"', b'"kind":"opened","rules":99'))
    with pytest.raises(RecordError, match="version 99 of the rules"):
        replayed("mada-2", [newer, *rest])
    with pytest.raises(RecordError, match="version 99 of the rules"):
        recordfile.loads(golden("mada-2", 1).replace("rules = 1", "rules = 99"))


if __name__ == "__main__":
    for table in TABLES:
        name, entries = table[0], played(*table)
        (FOLDER / f"{name}.log").write_text("".join(f"{log.encode(entry).decode()}\n" for entry in entries), "utf-8")
        for number in (1, 2):
            text = of_game(name, entries, number) or ""
            (FOLDER / f"{name}-{number}.toml").write_text(f"# {digest(text)}\n{text}", "utf-8")
