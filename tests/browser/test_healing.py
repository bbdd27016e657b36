"""After a reload, a broken connection or a restarted server, the table is the same and nothing is lost."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.playing import MINE, Clicker, begin, begin_with_a_turn, wait_for_luck
from faults.inside import Inside
from kartenhaus.table.table import Table
from serving import Server, lines, wait_until
from serving import begin as deal


def test_a_reload_in_the_middle_shows_the_same_table(desks: Any) -> None:
    desk = desks("phone")
    page = desk.go()
    begin(page, "maumau", 2)
    player = Clicker(page, random.Random(1))
    wait_until(lambda: player.step() or sum(player.clicked.values()) > 8, "some moves")
    wait_until(lambda: page.locator(MINE).count(), "my turn")
    before = hand(page)
    page.reload()
    page.wait_for_selector(".hand")
    wait_until(lambda: hand(page) == before, "the same hand")
    wait_until(lambda: page.locator(".story li").count() > 5, "the story is shown again")
    player.play()


class Network:
    """The connection between page and server, which can be cut."""

    def __init__(self, page: Any) -> None:
        self.up = True
        self.open: list[Any] = []
        page.route_web_socket("**/socket", self.connect)

    def connect(self, socket: Any) -> None:
        if self.up:
            socket.connect_to_server()
            self.open.append(socket)
        else:
            socket.close(code=3006)

    def cut(self) -> None:
        self.up = False
        for socket in self.open:
            socket.close(code=3006)


def test_a_break_of_the_line_heals_and_no_tap_is_lost(desks: Any) -> None:
    desk = desks()
    network = Network(desk.page)
    page = desk.go()
    begin(page, "mada", 2)
    wait_for_luck(page)
    network.cut()
    expect(page.locator(".offline")).to_be_visible()
    page.click(".act.luck")  # clicked while offline
    network.up = True
    wait_until(lambda: "luck" in " ".join(page.locator(".story li").all_inner_texts()), "the tap arrived")
    expect(page.locator(".offline")).to_have_count(0)
    Clicker(page, random.Random(2)).play()


def test_a_restart_of_the_server_is_only_a_pause(desks: Any, tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        desk = desks(url=server.url)
        begin_with_a_turn(desk, "mad", 3)
        page = desk.page
        before = hand(page)
        server.kill()
        expect(page.locator(".offline")).to_be_visible()
        server.start()
        expect(page.locator(".offline")).to_have_count(0, timeout=30_000)
        assert hand(page) == before
        desk.complaints = [said for said in desk.complaints if "WebSocket" not in said]
        Clicker(page, random.Random(3)).play()


def test_two_tabs_of_one_player_show_the_same(desks: Any) -> None:
    desk = desks()
    begin(desk.go(), "mada", 2)
    other = desk.context.new_page()
    other.goto(desk.page.url)
    other.wait_for_selector(".hand")
    wait_for_luck(desk.page)
    wait_until(lambda: other.locator(".act.luck").count(), "my turn in both")
    told = other.locator(".story li").count()
    desk.page.click(".act.luck")
    wait_until(lambda: other.locator(".story li").count() > told, "the other tab knows")


def test_the_way_back_leads_to_the_start_page_and_the_table_waits_there(desks: Any) -> None:
    desk = desks("phone")
    page = desk.go()
    begin(page, "mada", 2)
    page.go_back()
    page.wait_for_selector(".listed a")
    page.click(".listed a")
    page.wait_for_selector(".hand")


def hand(page: Any) -> list[str]:
    """The cards held, as the page shows them."""
    cards: list[str] = page.evaluate("[...document.querySelectorAll('.held')].map((one) => one.dataset.card)")
    return cards


def test_a_table_that_an_error_has_paused_offers_to_go_on(desks: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 26: the page shows what happened, and a button that reads the table again from its log."""

    failed: list[object] = []

    def fails(*moved: object) -> None:
        failed.append(moved)
        raise RuntimeError

    with Inside(tmp_path) as server:
        page = desks(url=server.url).go()
        begin(page, "mada", 2)
        wait_for_luck(page)
        monkeypatch.setattr(Table, "_moved", fails)
        page.click(".act.luck")
        expect(page.locator(".notice")).to_contain_text("something went wrong at this table")
        go_on = page.get_by_role("button", name="Go on")
        go_on.click()
        while len(failed) < 2:  # the log is read again, and fails again
            page.wait_for_timeout(20)
        expect(page.locator(".notice")).to_be_visible()  # still wrong: still paused
        monkeypatch.undo()
        go_on.click()
        expect(page.locator(".notice")).to_have_count(0)
        Clicker(page, random.Random(1)).play()


def test_clocks_run_between_two_moves_and_after_them(desks: Any, house: Server) -> None:
    seats = house.full_table("mad", clock={"kind": "bank", "seconds": 300})
    page = desks("desk").sit(seats[0], "mad")
    with lines(seats) as seated:
        deal(seated)
        for _ in range(3):
            mover = next(line for line in seated if line.settle()["legal"])
            clock = page.locator(f'.clock[data-seat="{mover.state["to_act"]}"]').first
            expect(clock).not_to_have_text(clock.inner_text())
            told = page.locator(".story li").count()
            mover.do("move", move=mover.state["legal"][0]["move"], answers=mover.state["answers"])
            expect(page.locator(f".story li >> nth={told}")).to_be_attached()
