"""A screen in the middle of the table: a spectator of whom everybody knows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faults.inside import Inside
from kartenhaus.server import presence
from serving import Line, begin, lines


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("house")) as running:
        yield running


def test_players_know_while_a_screen_is_connected(house: Inside) -> None:
    """Also when one of two leaves: the other still shows the table."""
    seats = house.full_table("mada", 2)
    with lines(seats) as (mia, ben):
        assert not mia.settle()["screen"]
        with Line(house.watch(mia.place.table), screen=True):
            with Line(house.watch(mia.place.table), screen=True) as second:
                assert mia.until(lambda state: state["screen"])
                assert ben.until(lambda state: state["screen"])
                assert second.settle()["screen"]
            assert mia.settle()["screen"]
        assert not mia.until(lambda state: not state["screen"])["screen"]


def test_a_spectator_is_no_screen_and_neither_is_a_player(house: Inside) -> None:
    """A player who says so stays a player: their hand is not for everybody."""
    mia, ben = house.full_table("mada", 2)
    with Line(mia) as line, Line(ben, screen=True) as other, Line(house.watch(mia.table)):
        assert not line.settle()["screen"]
        assert other.settle()["you"] == 1


def test_a_screen_sees_what_a_spectator_sees(house: Inside) -> None:
    """And no card of a hand."""
    seats = house.full_table("mad", 3)
    table = seats[0].table
    with lines(seats) as seated, Line(house.watch(table)) as spectator, Line(house.watch(table), screen=True) as screen:
        begin(seated)
        assert screen.settle() == spectator.settle()
        assert all(set(hand.split()) == {"?"} for hand in screen.state["view"]["hands"])
        assert screen.state["legal"] == []


def test_news_of_a_screen_comes_from_other_processes(house: Inside) -> None:
    """A screen is heard of like a seat; other places that do not exist are ignored."""
    [mia, _] = house.full_table("mada", 2)
    with Line(mia) as line:
        room = house.room(mia.table)
        for place in (-3, 2, -2):
            assert not line.settle()["screen"]
            house.inside(lambda place=place: presence.hear(room, "f" * 16, place, True))  # type: ignore[misc]
        assert line.until(lambda state: state["screen"])
