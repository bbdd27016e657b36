"""Whoever comes back sees exactly what they would have seen, had they never been away."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kartenhaus.server.house import replayed
from kartenhaus.table import entries as log
from kartenhaus.table import frames
from kartenhaus.table.timing import Pace, Watch
from serving import Frame, Line, Place, Server, begin, lines


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("reconnect")) as running:
        yield running


GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("mada", 3, {}),
    ("mad", 3, {}),
    ("maumau", 2, {"board": "two", "announce": "manual"}),
]
ACTS = st.lists(st.tuples(st.sampled_from(["move", "move", "move", "chat", "pause"]), st.integers(0, 99)), max_size=25)


@pytest.mark.parametrize(("game", "players", "options"), GAMES, ids=[game for game, _, _ in GAMES])
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(acts=ACTS, comes_back=st.integers(-1, 2))
def test_a_view_after_coming_back_is_the_same(
    server: Server, game: str, players: int, options: dict[str, Any], acts: list[tuple[str, int]], comes_back: int
) -> None:
    """docs/faults.md 11: after any event, a new line shows what one that was never cut shows; and so does the log, played again."""
    places = server.full_table(game, players, options=options)
    watch = server.watch(places[0].table)
    back = watch if comes_back < 0 else places[comes_back % players]
    with lines(places) as seated, Line(watch) as spectator:
        begin(seated)
        stayed = spectator if comes_back < 0 else seated[comes_back % players]
        for act, choice in acts:
            carry_out(seated, act, choice)
            assert_same(lambda: seen_by(back), stayed)
        assert_same(lambda: from_log(server, stayed), stayed)


def assert_same(look: Callable[[], Frame], stayed: Line) -> None:
    """A new viewer sees the same as one who stayed; look again if the table answered for a seat meanwhile."""
    seen, known = look(), stayed.settle()
    while seen["number"] != known["number"]:
        seen, known = look(), stayed.settle()
    assert shown(seen) == shown(known)


def seen_by(place: Place) -> Frame:
    """The first state of a new connection."""
    with Line(place) as line:
        return line.state


def carry_out(seated: list[Line], act: str, choice: int) -> None:
    """Let something happen at a table."""
    state = seated[choice % len(seated)].settle()
    if act == "chat":
        seated[choice % len(seated)].do("chat", text=f"{choice}")
    elif act == "pause":
        seated[choice % len(seated)].do("resume" if state["paused"] else "pause")
    elif state["phase"] == "playing" and not state["paused"]:
        line = seated[state["to_act"]]
        state = line.settle()
        if state["legal"]:
            line.do("move", move=state["legal"][choice % len(state["legal"])]["move"], answers=state["answers"])


def shown(state: Frame) -> Frame:
    """A state without what just happened, which only those who were there see."""
    return {key: value for key, value in state.items() if key != "entries"}


def from_log(server: Server, line: Line) -> Frame:
    """The state that follows from what is stored."""
    entries = [log.decode(msgspec.json.encode(entry)) for entry in server.entries(line.place.table)]
    table = replayed(line.place.table, entries)
    watch = Watch(Pace(grace=0.0), present=dict.fromkeys([-1, *range(table.players)], 1))
    now = time.monotonic()
    frame = frames.state(table, watch, line.place.seat, now, [], frames.shared(table, watch, now))
    state: Frame = msgspec.json.decode(frame)
    return state
