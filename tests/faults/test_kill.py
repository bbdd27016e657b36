"""A server that is killed at any moment has lost nothing that it acknowledged."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from faults.inside import Inside
from faults.test_clocks import Hand, left
from faults.test_table_fails import Wall
from serving import Line, Place, Server, begin, lines, wait_until

ROUNDS = 6
TABLES = 3


@dataclass
class Player:
    """Sends messages all the time, and notes what was acknowledged."""

    place: Place
    dice: random.Random
    acknowledged: dict[str, int] = field(default_factory=dict)  # what was said: the number of its entry
    seen: int = -1  # the newest entry that was shown

    def play(self) -> None:
        """Move and talk until the line breaks."""
        try:
            with Line(self.place) as line:
                while True:
                    self._step(line)
        except (ConnectionClosed, OSError, TimeoutError):
            pass

    def _step(self, line: Line) -> None:
        state = line.settle()
        if state["phase"] != "playing":
            said = line.do("ready", nonce=f"{self.dice.getrandbits(64):x}")  # another each time: said again it would be no entry
        elif state["legal"] and self.dice.random() < 0.8:
            move = self.dice.choice(state["legal"])["move"]
            said = line.do("move", move=move, answers=state["answers"])
        else:
            said = line.do("chat", text=f"{self.dice.random()}")
        if said["type"] == "done":
            self.acknowledged[said["ref"]] = said["number"]
        self.seen = max(self.seen, line.state["number"])


def test_every_acknowledged_move_is_there_after_a_kill(server: Server) -> None:
    """docs/faults.md 1: killed at random moments while people play, and started again."""
    dice = random.Random(1)
    players = [Player(place, random.Random(dice.random())) for _ in range(TABLES) for place in server.full_table()]
    for _ in range(ROUNDS):
        threads = [threading.Thread(target=player.play) for player in players]
        for thread in threads:
            thread.start()
        enough = total(players) + dice.randrange(10, 40)
        wait_until(partial(has_made, players, enough), "play")
        time.sleep(dice.uniform(0, 0.02))
        server.kill()
        for thread in threads:
            thread.join()
        check(server, players)
        server.start()
    for player in players:
        with Line(player.place) as line:
            assert line.state["number"] >= player.seen


def has_made(players: list[Player], enough: int) -> bool:
    """Whether this many moves were acknowledged."""
    return total(players) >= enough


def total(players: list[Player]) -> int:
    """How much was acknowledged."""
    return sum(len(player.acknowledged) for player in players)


def check(server: Server, players: list[Player]) -> None:
    """Everything that was acknowledged or shown is in the log, under its number, once."""
    for player in players:
        entries = server.entries(player.place.table)  # without a gap
        assert player.seen < len(entries)
        refs = [entry.get("ref") for entry in entries if entry.get("seat") == player.place.seat]
        for ref, number in player.acknowledged.items():
            assert entries[number]["ref"] == ref
            assert refs.count(ref) == 1


def test_a_restart_charges_nobody_for_the_time_it_took(tmp_path: Path) -> None:
    """docs/faults.md 28: in the middle of a turn while a clock runs, and away for longer than there is time."""
    clock: dict[str, Any] = {"kind": "bank", "seconds": 4, "increment": 0, "zero": "resign"}
    hand, wall = Hand(), Wall()
    with Inside(tmp_path, now=hand, wall=wall) as server:
        places = server.full_table("mada", clock=clock)
        with lines(places) as seated:
            begin(seated)
            acting, answers = seated[0].state["to_act"], seated[0].state["answers"]
            hand.time += 1
            seated[0].do("chat", text="so that the table looks at the clock")
            assert left(seated[0], acting) == 3000
        server.kill()
        hand.time += 5
        wall.moved += 5000
        server.start()
        with lines(places) as seated:
            state = seated[acting].state
            assert (state["to_act"], state["answers"], state["outcome"]) == (acting, answers, None)
            assert left(seated[0], acting) == 4000  # what was not saved is not charged either
            hand.time += 1
            move = state["legal"][0]["move"]
            assert seated[acting].do("move", move=move, answers=answers)["type"] == "done"
            assert left(seated[0], acting) == 3000
