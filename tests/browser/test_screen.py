"""A screen in the middle of the table, and six phones that are hands."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.fits import SIZES, problems
from browser.playing import Clicker
from browser.test_pages import axe
from serving import Server, wait_until

FACES = "[...document.querySelectorAll('[data-card]')].map((one) => [one.dataset.place ?? '', one.dataset.card])"


def test_six_phones_and_a_screen(desks: Any, house: Server) -> None:
    """Everybody joins by the code on the screen; it shows no hand, phones show only theirs, and all play by clicking."""
    host = house.open("mad", players=6)
    screen = desks("screen", bypass_csp=True).page
    heard: list[dict[str, Any]] = []
    screen.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(json.loads(frame))))
    screen.goto(f"{house.url}/t/{host.table}?screen")
    expect(screen.locator(".join-here .qr")).to_be_visible()
    expect(screen.locator(".company .vacant")).to_have_count(5)
    assert axe(screen) == []
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        assert problems(screen) == [], (width, height)
    phones = [desks("phone", bypass_csp=True) for _ in range(6)]
    for seat, place in enumerate([host, *(house.join(host.table, f"Guest {seat}") for seat in range(1, 6))]):
        phones[seat].sit(place, "mad").tap(".ready")
    whose = screen.locator(".tells .whose")
    expect(whose).to_be_visible()
    expect(screen.locator(".join-here")).to_have_count(0)
    players = [Clicker(phone.page, random.Random(seat)) for seat, phone in enumerate(phones)]
    for phone in phones:
        expect(phone.page.locator(".table.hands > .hand")).to_be_visible()

    def in_turn() -> bool:
        """The first card of a deal may attack somebody, who is asked before anybody has a turn."""
        if "turn" in whose.inner_text():
            return True
        for player in players:
            player.step()
        return False

    wait_until(in_turn, "a turn")
    statuses = [phone.page.locator(".status .players li").count() for phone in phones]
    assert sorted(statuses)[1:] == [6] * 5  # one may have to choose a player, on the table
    told: set[str] = set()

    def played() -> bool:
        for player in players:
            player.step()
        told.add(screen.locator(".tells .news").inner_text())
        return len(told) > 6

    wait_until(played, "some moves")
    states = [frame for frame in heard if frame["type"] == "state" and frame["view"]]
    assert all(set(hand.split()) <= {"?"} for state in states for hand in state["view"]["hands"])
    assert all(state["legal"] == [] for state in states)
    faces = screen.evaluate(FACES)
    assert {card for place, card in faces if place.startswith("hands.")} <= {"?"}
    assert screen.locator(".hand, .held").count() == 0
    assert axe(screen) == []
    for width, height in SIZES:
        screen.set_viewport_size({"width": width, "height": height})
        assert problems(screen) == [], (width, height)
        phones[0].page.set_viewport_size({"width": width, "height": height})
        assert problems(phones[0].page) == [], (width, height)
    assert axe(phones[0].page) == []
    calm = next(phone.page for phone in phones if phone.page.locator(".status").count())
    calm.get_by_role("button", name="Show the table here").click()
    expect(calm.locator(".magazine")).to_be_visible()
    screen.close()
    for phone in phones:
        expect(phone.page.locator(".magazine")).to_be_visible()


@pytest.mark.parametrize("game", ["mada", "maumau"])
def test_what_is_tapped_on_the_table_is_tapped_there(desks: Any, house: Server, game: str) -> None:
    """A phone that is a hand shows the table where a seat or a space is chosen; a whole game can be played."""
    options = {"maumau": {"board": "one"}}.get(game, {})
    place = house.open(game, players=2, bots=["easy"], options=options)
    screen = desks("screen", bypass_csp=True).go(f"/t/{place.table}?screen")
    phone = desks("phone")
    phone.sit(place, game).tap(".ready")
    expect(phone.page.locator(".status")).to_be_visible()
    player = Clicker(phone.page, random.Random(game))
    wait_until(player.step, "the end of the game")
    expect(screen.locator(".result")).to_be_visible()
    assert screen.locator(".result .button:visible").count() == 0
    assert axe(screen) == []
