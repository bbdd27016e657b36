"""Several people at one device: they count as connected, and nobody's cards are sent before their turn."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from faults.inside import Inside, Time
from serving import Line, Place, wait_until


@pytest.fixture(scope="module")
def clock() -> Time:
    return Time()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, clock: Time) -> Iterator[Inside]:
    with Inside(tmp_path_factory.mktemp("house"), now=clock, away=60) as running:
        yield running


def deal(line: Line, seats: list[Place]) -> None:
    for place in seats:
        assert line.do("ready", seat=place.seat)["type"] == "done"
    line.until(lambda state: state["phase"] == "playing")


def test_who_waits_for_the_device_is_not_away(house: Inside, clock: Time) -> None:
    """Their seats count as connected, however long they wait; and no longer, once the device is gone."""
    seats = house.full_table("mada", 3)
    with Line(house.watch(seats[0].table), holds=seats[:2]) as device, Line(seats[2]) as other:
        deal(device, seats[:2] if other.do("ready")["type"] == "done" else [])
        assert [seat["here"] for seat in other.settle()["seats"]] == [True, True, True]
        room = house.room(seats[0].table)
        clock.now += 10_000
        due = house.inside(lambda: room.watch.due(room.table, clock.now))
        assert due is None or due.what != "replace"
        device.close()
        other.until(lambda state: [seat["here"] for seat in state["seats"]] == [False, False, True])


def test_no_view_of_a_held_seat_is_sent(house: Inside) -> None:
    """Before and after the deal, and while another seat of the device has a line of its own."""
    seats = house.full_table("mad", 3)
    with Line(house.watch(seats[0].table), holds=seats) as device:
        deal(device, seats)
        first = device.settle()["to_act"]
        with Line(seats[first], holds=[one for one in seats if one.seat != first]) as shown:
            hands = shown.settle()["view"]["hands"]
            assert [set(hand.split()) == {"?"} for hand in hands] == [seat != first for seat in range(3)]
            device.settle()
        for frame in device.heard:
            if frame["type"] == "state" and frame["view"]:
                assert frame["you"] == -1
                assert frame["legal"] == []
                assert all(set(hand.split()) == {"?"} for hand in frame["view"]["hands"])
        tokens = [one.token for one in seats]
        assert not any(token in json.dumps(device.heard) for token in tokens)


def test_a_stranger_holds_nothing(house: Inside) -> None:
    """A token that opens no seat counts for nothing, and nobody is ready for somebody else."""
    mia, ben = house.full_table("mada", 2)
    wrong = Place(house.url, mia.table, 1, "x" * 32)
    with Line(house.watch(mia.table), holds=[wrong]) as stranger, Line(mia) as line:
        assert [seat["here"] for seat in line.settle()["seats"]] == [True, False]
        for seat in (0, 1, 7):
            assert stranger.do("ready", seat=seat)["code"] == "seat"
        assert line.do("ready", seat=ben.seat)["code"] == "seat"
    assert not any(entry["kind"] == "readied" for entry in house.entries(mia.table))


def test_a_seat_that_was_lost_is_held_no_longer(house: Inside) -> None:
    """Somebody whom the host removed is not at the device any more; who sits there then is ready only by themselves."""
    mia, ben = house.full_table("mada", 2)
    with Line(mia, holds=[ben]) as device:
        assert device.do("remove", seat=1)["type"] == "done"
        new = house.join(mia.table, "New")
        assert not device.settle()["seats"][1]["here"]
        assert device.do("ready", seat=1)["code"] == "seat"
        with Line(new):
            device.until(lambda state: state["seats"][1]["here"])
        wait_until(lambda: 1 not in house.room(mia.table).watch.present, "gone")


def test_people_at_a_device_may_look_where_nobody_watches(house: Inside) -> None:
    """They are no spectators, although they see what these would see."""
    mia, ben = house.full_table("mada", 2, watch="nobody")
    with Line(house.watch(mia.table), holds=[mia, ben]) as device:
        deal(device, [mia, ben])
        assert device.settle()["you"] == -1
    with Line(house.watch(mia.table), hello=False) as stranger:
        stranger.say("hello")
        assert stranger.hear("refused")["code"] == "unwatched"


def test_a_device_whose_players_have_left_only_watches(house: Inside) -> None:
    """docs/faults.md 54: where nobody may watch, it sees nothing more."""
    mia, ben = house.full_table("mada", 2, watch="nobody")
    with Line(house.watch(mia.table), holds=[mia, ben]) as device:
        deal(device, [mia, ben])
        for one in (mia, ben):
            with Line(one) as line:
                line.do("leave")
        assert device.hear("refused")["code"] == "unwatched"
