"""Whole games of all three, played through the page by clicking, by keys and by dragging."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.playing import Clicker, begin
from kartenhaus.core import edition
from kartenhaus.core.game import find
from serving import Server, wait_until

MOST = {"mada": 5, "mad": 6, "maumau": 4}
KINDS = {
    "mada": {"play", "draw", "luck", "swap", "toss", "done"},
    "mad": {"play", "first", "draw", "keep", "pass", "give", "allow", "defend"},
    "maumau": {"place", "draw", "pass", "discard", "keep", "say", "catch"},
}
"""The moves that people make."""
PREFER = {
    "mada": ("D",),
    "mad": ("WW", "X", *(colour + symbol for colour in "gyrb" for symbol in "GD")),
    "maumau": ("say", "catch", *(f"{colour}P" for colour in "gyrb")),
}
"""What is clicked when it is offered, so that rare moves come sooner."""
CLICKS = 100  # after which a deal has shown what it can
SMALL = ["D.A.D", "..S..", "D.T.1"]
"""A board of Mau Mau that is soon full."""


@pytest.mark.parametrize("game", MOST)
def test_whole_games_against_bots(desks: Any, game: str) -> None:
    """Two players and as many as there can be, at a desk and on a phone, all at once."""
    clickers = []
    for players in (2, MOST[game]):
        for size in ("desk", "phone"):
            desk = desks(size)
            begin(desk.go(), game, players)
            clickers.append((players, Clicker(desk.page, random.Random(f"{game} {players} {size}"))))
    wait_until(lambda: sum(not clicker.step() for _, clicker in clickers) == 0, "all games are over", 240)
    for players, clicker in clickers:
        assert clicker.clicked
        assert clicker.page.locator(".result h2").inner_text()
        assert "gave up" not in clicker.page.locator(".result > p").first.inner_text()
        assert clicker.page.locator(".scores li").count() == players


@pytest.mark.parametrize("game", MOST)
def test_every_kind_of_move_is_made_by_a_click(desks: Any, house: Server, game: str) -> None:
    """Two browsers: one whole game, and parts of others until everything that the ledger knows was done. What is sent counts."""
    made: Counter[str] = Counter()

    def note(text: Any) -> None:
        if isinstance(text, str) and '"do":"move"' in text:
            made[text.split('"move":"')[1].split('"')[0].split(" ")[0]] += 1

    mia, ben = desks(), desks("phone")
    for desk in (mia, ben):
        desk.page.on("websocket", lambda socket: socket.on("framesent", note))
    for number in range(60):
        stuck = number > 0 and game == "mad" and "pass" not in made
        choice: dict[str, Any] = {
            "mada": {},
            "mad": {"edition": hands_of(37 if number else 3)},
            "maumau": {"options": {"announce": "manual", **({"map": SMALL} if number else {})}},
        }[game]
        for desk, place in zip((mia, ben), house.full_table(game, 2, **choice), strict=True):
            desk.sit(place, game).click(".ready")
        for desk in (mia, ben):
            desk.page.wait_for_selector(".hand")
        if KINDS[game] - set(made) == {"first"} and not mia.page.locator('.middle[data-pending="first"]').count():
            continue
        wanted = ("held",) if not number else ("deck", "keep", "pass") if stuck else PREFER[game]
        players = [Clicker(desk.page, random.Random(f"{game} {number}"), prefer=wanted) for desk in (mia, ben)]
        enough = {"pass"} if stuck else KINDS[game]

        def done() -> bool:
            clicks = sum(player.clicked.total() for player in players)  # noqa: B023
            return both(players) or (number > 0 and (enough <= set(made) or clicks > CLICKS))  # noqa: B023

        wait_until(done, "both see the end", 180)
        if KINDS[game] <= set(made):
            return
    raise AssertionError(f"not made: {KINDS[game] - set(made)}")


def hands_of(cards: int) -> dict[str, Any]:
    """An edition of MAD with so many cards for each of two: with few a game is short, with nearly all of them everybody can attack
    and defend, and soon nobody can draw."""
    standard = dict(edition.find(find("mad"), edition.STANDARD))
    return {**standard, "name": "hands", "title": "Hands", "hands": {**standard["hands"], "2": cards}}


def both(players: list[Clicker]) -> bool:
    """A click of each; whether both see the end."""
    ended = [player.step() for player in players]
    return all(ended)


def test_a_game_by_keyboard_alone(desks: Any) -> None:
    desk = desks()
    page = desk.go("/")
    page.wait_for_selector(".game")
    page.locator('.game[data-game="mad"] .play').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".hand")

    def step() -> bool:
        if page.locator(".result").count():
            return True
        if page.locator(".option, button.seat.offered").count():
            page.keyboard.press("1")
        elif page.locator(".held.possible").count():
            for _ in range(30):
                page.keyboard.press("ArrowRight")
                if page.evaluate("document.activeElement.classList.contains('possible')"):
                    page.keyboard.press("Enter")
                    break
        else:
            for key in ("d", "k"):
                page.keyboard.press(key)
        return False

    wait_until(step, "the game is over", 180)
    assert page.locator(".result h2").inner_text()


def test_a_card_is_dragged_onto_the_table(desks: Any) -> None:
    desk = desks()
    page = desk.go("/learn/mada")
    card = page.locator('.held[data-card="5"]').bounding_box()
    middle = page.locator(".middle").bounding_box()
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(card["x"] + 20, card["y"] - 60, steps=4)
    page.mouse.move(middle["x"] + middle["width"] / 2, middle["y"] + 30, steps=4)
    page.mouse.up()
    expect(page.locator(".ticker")).to_contain_text("2")


def test_a_tap_that_is_not_possible_says_why(desks: Any, house: Server) -> None:
    desk = desks("phone")
    page = desk.go("/learn/mada")
    page.wait_for_selector(".hand")
    page.click('.held[data-card="5"]')
    page.click(".deck.offered")
    page.click(".act.luck")
    page.click("text=Go on")
    page.click('.held[data-card="9"]')
    page.click('.held[data-card="8"]')
    assert "9" in page.locator(".hint").inner_text()
    assert page.locator(".rule").get_attribute("href") == "/rules/mada#mada/play"


@pytest.mark.parametrize("game", MOST)
def test_a_lesson_can_be_done(desks: Any, house: Server, game: str) -> None:
    """What the teacher asks for is possible by clicking, to the last step."""
    desk = desks("phone")
    page = desk.go(f"/learn/{game}")
    script = house.get(f"games/{game}/lesson").json()["stages"]
    for number, stage in enumerate(script):
        expect(page.locator(".ticker")).to_contain_text(f"{number + 1} ")
        assert page.locator(".teacher p").first.inner_text() == stage["say"]
        if stage["wanted"]:
            for step in page.evaluate("async (move) => (await import('/web/moves.js')).steps(move)", stage["wanted"]):
                where = {
                    "card": f'.held[data-card="{step["value"]}"]:not(.chosen)', "colour": f'.option[data-value="{step["value"]}"]',
                    "way": f'.option[data-value="{step["value"]}"]', "seat": f'button.seat[data-seat="{step["value"]}"]',
                    "space": f'.cell[data-spot="board.{step["value"]}"]', "act": f'.act.{step["value"]}, .deck.offered',
                }[step["kind"]]  # fmt: skip
                page.locator(where).first.click()
        elif number < len(script) - 1:
            page.click(".actions .main")
    assert page.locator(".actions a.main").count() == 1
