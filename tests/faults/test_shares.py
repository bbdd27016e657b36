"""docs/faults.md 36: Whose time a table's bots think in: each piece of work names its table and the people who play there."""

from __future__ import annotations

from pathlib import Path

from faults.inside import Inside
from kartenhaus.server.thinker import Thinker, Wanted
from serving import Line, wait_until


class Noting(Thinker):
    """Notes what it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.wanted: list[Wanted] = []

    async def choose(self, wanted: Wanted, moment: float, latest: float) -> str:
        """As ever."""
        self.wanted.append(wanted)
        return await super().choose(wanted, moment, latest)


def test_bots_think_in_the_time_of_who_plays_with_them(tmp_path: Path) -> None:
    """Not in that of spectators, unless nobody else is there."""
    thinker = Noting()
    with Inside(tmp_path, thinker, away=0.0) as server:
        host = server.open("mada", players=2, bots=["easy"], ready=True)
        watching = Line(server.watch(host.table), headers={"x-forwarded-for": "192.0.2.7"}, hello=False)
        with watching as watcher, Line(host, headers={"x-forwarded-for": "192.0.2.8"}) as line:
            watcher.say("hello")
            watcher.hear("state")
            while not thinker.wanted:
                state = line.settle()
                if state["legal"]:
                    line.do("move", move=state["legal"][0]["move"], answers=state["answers"])
            assert {(one.table, one.address) for one in thinker.wanted} == {(host.table, "192.0.2.8")}
            line.close()
            wait_until(lambda: thinker.wanted[-1].address == "192.0.2.7", "bots play on for who watches")
        assert {one.table for one in thinker.wanted} == {host.table}
