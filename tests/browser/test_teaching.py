"""Rules and lessons in the browser: every lesson can be done by following the light, and rules lead to lessons and to games."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.fits import problems
from serving import Server

GAMES = ("mada", "mad", "maumau")
SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080)]
LIT = """() => {
  const lit = document.querySelectorAll('[data-light]');
  const box = lit[0].getBoundingClientRect();
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const teacher = document.querySelector('.teacher');
  const place = teacher.getBoundingClientRect();
  return {
    lights: lit.length,
    free: lit[0].contains(at) || (at?.contains(lit[0]) ?? false),
    whole: box.x >= 0 && box.y >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
    told: teacher.scrollHeight <= teacher.clientHeight,
    place: [place.x, place.y, place.width, place.height],
  };
}"""
"""How many lights there are, whether one can tap it, whether the teacher's text is whole, and where the teacher is."""


def follow(page: Page, stages: int) -> list[Any]:
    """Tap what is lit until the last step of a lesson; what was measured before each tap."""
    seen = []
    for step in range(1, stages + 1):
        expect(page.locator(".steps")).to_have_text(f"{step}/{stages}")
        while page.locator(".steps").inner_text() == f"{step}/{stages}":
            seen.append((step, page.evaluate(LIT)))
            if step == stages:
                return seen
            page.locator("[data-light]").click()
    return seen


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_can_be_done_by_following_the_light(desks: Any, house: Server, game: str, number: int) -> None:
    page = desks("phone", locale="de").go(f"/learn/{game}/{number}")
    stages = house.get(f"games/{game}/lesson?number={number}").json()["stages"]
    seen = follow(page, len(stages))
    assert [one for one in seen if one[1]["lights"] != 1 or not one[1]["free"] or not one[1]["whole"]] == []
    assert page.locator(".actions .main[data-light]").count() == 1
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert problems(page) == [], (width, height)
    assert page.locator(f'a[href="/learn/{game}/2"]').count() == (number == 1)


@pytest.mark.sweep("language", ["en", "de", "fr", "it", "es", "nl"], ["de", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_the_teacher_has_room_for_every_word_and_never_moves(desks: Any, house: Server, game: str, language: str) -> None:
    page = desks("phone", locale=language).go("/web/icon.svg")
    for number in (1, 2):
        stages = house.get(f"games/{game}/lesson?number={number}&language={language}").json()["stages"]
        page.goto(f"{house.url}/learn/{game}/{number}")
        page.wait_for_selector("[data-light]")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            place = page.evaluate(LIT)["place"]
            for stage in stages:
                page.locator(".teacher p").evaluate("(told, text) => { told.textContent = text; }", stage["say"])
                told = page.evaluate(LIT)
                assert (told["told"], told["place"]) == (True, place), (width, height, stage["say"])


@pytest.mark.parametrize("number", [1, 2])
def test_a_question_in_a_lesson_leaves_the_hand_free(desks: Any, house: Server, number: int) -> None:
    page = desks("phone").go(f"/learn/mad/{number}")
    stages = len(house.get(f"games/mad/lesson?number={number}").json()["stages"])
    asked = 0
    for step in range(1, stages):
        while page.locator(".steps").inner_text() == f"{step}/{stages}":
            for size in SIZES if page.locator(".sheet").count() else ():
                page.set_viewport_size({"width": size[0], "height": size[1]})
                covered = page.locator(".held").evaluate_all(
                    """(cards) => cards.filter((card) => {
                      const box = card.getBoundingClientRect();
                      return document.elementFromPoint(box.x + 12, box.y + box.height * 0.8)?.closest(".sheet");
                    }).length"""
                )
                assert covered == 0, (step, size)
                asked += 1
            page.locator("[data-light]").click()
    assert asked >= len(SIZES)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_painted_over_the_teacher(desks: Any, game: str) -> None:
    """Not even a drawing that lets taps through."""
    page = desks("phone").go(f"/learn/{game}")
    page.wait_for_selector("[data-light]")
    teacher, words = page.locator(".teacher"), page.locator(".teacher p")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        said = teacher.screenshot()
        text = words.evaluate("(told) => { const text = told.textContent; told.textContent = ''; return text; }")
        assert teacher.screenshot() != said, (width, height)
        words.evaluate("(told, text) => { told.textContent = text; }", text)


def test_a_wrong_move_is_answered_and_the_light_stays(desks: Any) -> None:
    page = desks("phone").go("/learn/mada")
    page.click(".act.luck")
    expect(page.locator(".teacher .hint")).to_contain_text("That is allowed too")
    expect(page.locator('.held[data-light][data-card="5"]')).to_have_count(1)
    page.click('.held[data-card="L"]')
    page.click("[data-light]")
    expect(page.locator(".steps")).to_have_text("2/8")
    page.get_by_label("One step back").click()
    expect(page.locator(".steps")).to_have_text("1/8")


@pytest.mark.parametrize("game", GAMES)
def test_rules_come_in_short_with_pictures_and_the_exact_rule_is_one_click_away(desks: Any, game: str) -> None:
    page = desks("phone").go(f"/rules/{game}")
    page.wait_for_selector(".kinds.cards")
    assert page.locator(".every dl > div").count() > 20
    assert not page.locator(".every dl").first.is_visible()
    assert f"{game}/" not in page.locator("main.rules").inner_text()
    assert page.locator(".kinds.cards li img").count() >= page.locator(".kinds.cards li").count()
    link = page.locator(".kinds.cards .exact").last
    rule = link.get_attribute("href")
    link.click()
    expect(page.locator(f'.every div[id="{(rule or "#").removeprefix("#")}"]')).to_be_in_viewport()


def test_an_address_of_a_rule_opens_it(desks: Any) -> None:
    page = desks("phone").go("/rules/mad#mad/not-me-chain")
    expect(page.locator('[id="mad/not-me-chain"]')).to_be_in_viewport()


def test_from_rules_to_lesson_to_a_game(desks: Any) -> None:
    page = desks("phone").go("/rules/mada")
    page.locator('a[href="/learn/mada/2"]').first.click()
    follow(page, 9)
    page.locator(".actions .main").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".table.playing .hand")
