"""Around every game: help where one looks, and a focus that is kept."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from browser.playing import begin_with_a_turn
from serving import wait_until

FOCUS = "document.activeElement !== document.body && document.querySelector('#app').contains(document.activeElement)"


def test_h_says_what_a_card_is_and_does(desks: Any) -> None:
    desk = desks("desk")
    begin_with_a_turn(desk, "mada", 2)
    page = desk.page
    card = page.locator(".held").first
    card.focus()
    page.keyboard.press("h")
    expect(page.locator("#help h3")).to_be_visible()
    expect(page.locator("#help > p")).not_to_be_empty()
    expect(page.locator("#help details a")).to_be_hidden()  # the rule is folded
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_the_focus_is_kept_after_a_move(desks: Any) -> None:
    desk = desks("desk")
    begin_with_a_turn(desk, "mada", 2)
    page = desk.page
    told = page.locator(".story li").count()
    page.locator(".act").first.focus()
    page.keyboard.press("Enter")
    wait_until(lambda: page.locator(".story li").count() > told, "the log shows the move")
    assert page.evaluate(FOCUS)
