"""Several people at one device: nobody sees the cards of another, not even in what the page remembers."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.fits import SIZES, problems
from browser.playing import Clicker
from browser.test_pages import axe
from serving import Server, begin, lines, wait_until

FACES = "() => [...document.querySelectorAll('[data-place^=\"hands.\"], .held')].map((one) => one.dataset.card)"


class Sockets:
    """Everything that the page heard, by line, and for whom."""

    def __init__(self, page: Page) -> None:
        self.frames: list[dict[str, Any]] = []
        self.open = 0
        page.on("websocket", self._opened)

    def _opened(self, socket: Any) -> None:
        self.open += 1
        socket.on("close", lambda _: setattr(self, "open", self.open - 1))
        socket.on("framereceived", lambda frame: self.frames.append(json.loads(frame)))

    def states(self) -> list[dict[str, Any]]:
        """The states with a game since the last call."""
        found = [frame for frame in self.frames if frame["type"] == "state" and frame["view"]]
        self.frames.clear()
        return found

    def only_for(self, seat: int) -> bool:
        """Whether what came since the last call shows no hand, except to one seat; and at last to nobody."""
        states = self.states()
        return all(is_public(state) for state in states if state["you"] != seat) and is_public(states[-1])


def sit(page: Page, game: str, names: tuple[str, ...], bots: int) -> None:
    page.click(f".game[data-game={game}] button.device")
    for _ in names[2:]:
        page.click(".together button:has-text('One more')")
    for at, name in enumerate(names):
        page.locator(".together input").nth(at).fill(name)
    page.select_option(".together select", str(bots))
    assert axe(page) == []
    page.click(".together .main")


def is_public(state: dict[str, Any]) -> bool:
    """Whether a state shows no hand."""
    return state["you"] == -1 and all(set(hand.split()) <= {"?"} for hand in state["view"]["hands"])


@pytest.mark.parametrize(("game", "names"), [("mad", ("Mia", "Ben", "Cleo")), ("maumau", ("Mia", "Ben"))])
def test_a_game_at_one_device(desks: Any, game: str, names: tuple[str, ...]) -> None:
    """Everybody is called by name; before their tap, and after their turn, no card of a hand is anywhere in the page."""
    desk = desks("phone", bypass_csp=True)
    page = desk.go()
    page.wait_for_selector(".game")
    heard = Sockets(page)
    sit(page, game, names, 1)
    player = Clicker(page, random.Random(game))
    called: list[str] = []
    seat = -1
    while len(called) < 2 * len(names):
        page.wait_for_selector(".handover .main")
        assert heard.only_for(seat)
        assert page.evaluate(FACES) == ["?"] * len(page.evaluate(FACES))
        name = page.locator(".handover h2").inner_text()
        if not called:
            assert axe(page) == []
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                assert problems(page) == [], (width, height)
            page.set_viewport_size({"width": 390, "height": 844})
            page.reload()
            page.wait_for_selector(".handover .main")
            assert page.locator(".held").count() == 0
            assert heard.only_for(-1)
        called.append(name)
        page.click(".handover .main")
        page.wait_for_selector(".held")
        seat = names.index(name)
        shown = heard.states()[-1]
        assert shown["you"] == seat
        assert "?" not in shown["view"]["hands"][seat].split()
        if len(called) == 2:  # what was chosen is forgotten too
            page.locator(".held.possible").first.click() if page.locator(".held.possible").count() else None
            page.reload()
            page.wait_for_selector(".handover .main, .peeks")
            assert page.locator(".held").count() == 0
            assert page.evaluate("sessionStorage.getItem('kartenhaus.choosing')") in (None, "null")
            continue

        def passed() -> bool:
            if page.locator(".hand").count():
                player.step()
            return not page.locator(".hand").count()  # their turn is over

        wait_until(passed, "the turn is over")
        page.wait_for_selector(".handover, .peeks")
        assert "You" not in page.inner_text("#live")  # what they heard of their own cards
    assert set(called) == set(names)


def test_looking_at_ones_own_cards_while_others_play(desks: Any) -> None:
    """The owner's tap on their name shows them, a tap hides them again; keys do the same."""
    desk = desks("desk")
    page = desk.go()
    page.wait_for_selector(".game")
    page.click(".game[data-game=mada] button.device")
    page.keyboard.press("Escape")
    expect(page.locator(".together")).to_have_count(0)
    page.click(".game[data-game=mada] button.device")
    page.keyboard.press("Enter")
    page.wait_for_selector(".handover .main")
    expect(page.locator(".handover .main")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".held")
    page.click(".bar .hide")
    expect(page.locator(".held")).to_have_count(0)
    page.wait_for_selector(".handover .main")


def test_the_start_page_says_where_it_is_your_turn(desks: Any, house: Server) -> None:
    """The games that are played by the day: yours first, with the time that is left; and in the title."""
    clock = {"kind": "days", "seconds": 2 * 86_400}
    tables = [house.full_table("mada", clock=clock) for _ in range(2)]
    kept = {}
    for at, seats in enumerate(tables):
        with lines(seats) as seated:
            begin(seated)
            acting = seated[0].settle()["to_act"]
        seat = acting if at else 1 - acting  # at the second table it is your turn
        place = seats[seat]
        kept[place.table] = {"table": place.table, "seat": seat, "token": place.token, "game": "mada", "at": 9 - at}
    desk = desks("phone", bypass_csp=True)
    desk.go("/web/icon.svg")
    desk.page.evaluate("(seats) => localStorage.setItem('kartenhaus.seats', seats)", json.dumps(kept))
    page = desk.go()
    expect(page.locator(".running li")).to_have_count(2)
    expect(page.locator(".running li").first).to_contain_text("Your turn")
    expect(page.locator(".running li").first).to_contain_text("47h")
    assert page.title() == "● Your turn (1) – Kartenhaus"
    assert axe(page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert problems(page) == [], (width, height)
