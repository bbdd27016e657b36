"""Whole games of all three, played through the page by clicking, by keys and by dragging."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.playing import Clicker, begin
from serving import Server, wait_until

MOST = {"mada": 5, "mad": 6, "maumau": 4}
TABLES = [(game, players, size) for game, most in MOST.items() for players, size in ((2, "desk"), (most, "phone"))]
KINDS = {
    "mada": {"play", "draw", "luck", "swap", "toss", "done"},
    "mad": {"play", "first", "draw", "keep", "give", "allow"},
    "maumau": {"place", "draw", "pass", "discard", "keep", "say", "catch"},
}
"""The moves that people make, but for two of MAD: `defend`, rare at a table, is clicked in the lesson; `pass`, like `keep`,
would need all 76 cards in hands."""
PREFER = {
    "mada": ("D",),
    "mad": ("WW", "X", *(colour + symbol for colour in "gyrb" for symbol in "GD")),
    "maumau": ("say", "catch", *(f"{colour}P" for colour in "gyrb")),
}
"""What is clicked when it is offered, so that rare moves come sooner."""


@pytest.mark.parametrize(("game", "players", "size"), TABLES)
def test_a_whole_game_against_bots(desks: Any, game: str, players: int, size: str) -> None:
    desk = desks(size)
    begin(desk.go(), game, players)
    clicked = Clicker(desk.page, random.Random(f"{game} {players}")).play()
    assert sum(clicked.values()) > 0
    assert desk.page.locator(".result h2").inner_text()
    assert desk.page.locator(".scores li").count() == players


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
    options = {"board": "two", "announce": "manual"} if game == "maumau" else {}
    for number in range(60):
        for desk, place in zip((mia, ben), house.full_table(game, 2, options=options), strict=True):
            desk.sit(place, game).click(".ready")
        for desk in (mia, ben):
            desk.page.wait_for_selector(".hand")
        if number and game == "mad" and not (promising(mia.page, made) or promising(ben.page, made)):
            continue
        players = [Clicker(desk.page, random.Random(f"{game} {number}"), prefer=PREFER[game]) for desk in (mia, ben)]
        wait_until(lambda: both(players) or (number and KINDS[game] <= set(made)), "both see the end", 180)  # noqa: B023
        if KINDS[game] <= set(made):
            return
    raise AssertionError(f"not made: {KINDS[game] - set(made)}")


def both(players: list[Clicker]) -> bool:
    """A click of each; whether both see the end."""
    ended = [player.step() for player in players]
    return all(ended)


def promising(page: Any, made: Counter[str]) -> bool:
    """Whether this deal of MAD may bring what is still missing: a first card to be answered, or one to give two."""
    if "give" not in made and page.locator(".held[data-card$=G]").count():
        return True
    return "first" not in made and page.locator('.middle[data-pending="first"]').count() > 0


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
