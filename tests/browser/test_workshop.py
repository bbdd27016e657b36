"""Boxes and boards of one's own in the browser: filled in, looked through, saved, loaded, and played with."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from browser.fits import SIZES, problems
from kartenhaus.core import edition as editions
from kartenhaus.core.game import find
from serving import Server, wait_until, web

PEARS = "input[aria-label='Prickly pears: Cactus 13']"


def test_a_box_is_filled_saved_loaded_and_played(desks: Any, house: Server, tmp_path: Path) -> None:
    """What is wrong stands beside its figure; the file is one that the command line reads; the table plays with it."""
    desk = desks("phone")
    page = desk.go("/box/mada")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    page.fill(PEARS, "10")
    wrong = page.wait_for_selector("li:has(img) .fault")
    assert "whole number from 0 to 9, not 10" in wrong.text_content()
    assert page.get_attribute(PEARS, "aria-invalid") == "true"
    page.fill(PEARS, "9")
    page.click("button[aria-label='One less: Cactus 1'] >> nth=0")
    page.wait_for_selector(".totals .broken:has-text('59 of 60')")
    page.click("button[aria-label='One more: Cactus 2'] >> nth=0")
    page.fill(".called input", "Tante <b>Emmas</b> Schachtel")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    with page.expect_download() as saved:
        page.click("button:has-text('Download')")
    assert saved.value.suggested_filename == "tante-b-emmas-b-schachtel.toml"
    file = tmp_path / "mine.toml"
    saved.value.save_as(file)
    mine = editions.parse(find("mada"), file.read_text("utf-8"), "mine.toml")
    assert (mine["pears"]["13"], mine["deck"]["1"], mine["deck"]["2"]) == (9, 4, 6)
    page.click(".tools button:has-text('Save')")
    page.wait_for_selector(".shelf li:has-text('Tante <b>Emmas</b> Schachtel')")
    kept = json.loads(page.evaluate("localStorage.getItem('kartenhaus.boxes.mada')"))
    assert [(one["name"], one["edition"], one["text"]) for one in kept] == [(mine["title"], mine, file.read_text("utf-8"))]
    page.click("button:has-text('Start from ours')")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    assert page.input_value(PEARS) == "6"
    (tmp_path / "huge.toml").write_bytes(b"#" * 70_000)
    (tmp_path / "latin.toml").write_bytes('title = "Fuß"'.encode("latin-1"))
    for name, said in (("huge", "too large"), ("latin", "UTF-8")):
        page.set_input_files("input[type=file]", tmp_path / f"{name}.toml")
        page.wait_for_selector(f".foot .broken:has-text('{said}')")
    page.set_input_files("input[type=file]", file)
    wait_until(lambda: page.input_value(PEARS) == "9", "the file is loaded")
    page.click("button:has-text('Play at once')")
    page.wait_for_selector(".hand")
    code = page.url.split("/t/")[1].split("#")[0].split("?")[0]
    assert web.get(f"{house.url}/api/tables/{code}").json()["edition"] == mine


def test_what_every_colour_has_alike_is_filled_in_once(desks: Any) -> None:
    """Or colour by colour, if they differ or somebody wants it so."""
    page = desks("phone").go("/box/maumau")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    tiles = page.locator(".figures .cards li")
    assert tiles.count() == 12 + 3 + 1
    together = page.locator("li:has(.name:text-is('7'))")
    together.locator("button >> nth=1").click()
    page.wait_for_selector(".totals .broken:has-text('160 of 156')")
    page.click("label.check:has-text('as many in every colour')")
    assert tiles.count() == 4 * 15 + 1
    sevens = [page.locator(f"input[aria-label='The deck: {colour} 7']") for colour in ("Red", "Green", "Blue", "Yellow")]
    assert [one.input_value() for one in sevens] == ["4"] * 4
    sevens[0].fill("0")
    page.wait_for_selector(".totals .kept:has-text('156 of 156')")
    assert page.locator("label.check:has-text('as many in every colour') input").is_disabled()
    page.reload()
    page.wait_for_selector(".totals .kept:has-text('156 of 156')")
    assert tiles.count() == 4 * 15 + 1


def square(page: Any, at: str) -> Any:
    return page.locator(f'[data-square="{at}"]')


def drag(page: Any, start: str, end: str) -> None:
    (first, last) = (square(page, at).bounding_box() for at in (start, end))
    page.mouse.move(first["x"] + 20, first["y"] + 20)
    page.mouse.down()
    page.mouse.move(last["x"] + 20, last["y"] + 20)
    page.mouse.up()


def test_a_board_is_painted_by_tap_drag_and_keys_and_played(desks: Any, house: Server) -> None:
    """A fault is marked where it is; undo brings things back; the board is shared as text, and the table plays on it."""
    desk = desks("desk")
    page = desk.go("/board/maumau")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    page.click("button:has-text('Start anew')")
    page.wait_for_selector(".square:not(.bare) >> nth=1")

    def text() -> str:
        return str(page.input_value("textarea"))

    assert text() == "S."
    page.click(".palette button:has-text('Tower')")
    start = page.locator(".square:not(.bare)").first.get_attribute("data-square")
    column, row = map(int, start.split())
    drag(page, f"{column + 1} {row + 1}", f"{column + 3} {row + 1}")
    assert text() == "S.\n TTT"
    square(page, page.locator(".square:not(.bare)").last.get_attribute("data-square")).click()  # a second tap takes it away
    assert text() == "S.\n TT"
    page.click("button:has-text('Undo')")
    assert text() == "S.\n TTT"
    page.click("button:has-text('Redo')")
    assert text() == "S.\n TT"
    square(page, page.locator(".square:not(.bare)").first.get_attribute("data-square")).focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "1"):
        page.keyboard.press(key)
    wrong = page.wait_for_selector(".square.wrong")
    assert "d1 cannot be reached from the start" in wrong.get_attribute("aria-label")
    assert "d1 cannot be reached" in page.text_content(".paint .fault")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("a")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    assert text() == "S.A1\n TT"
    page.keyboard.press("Control+z")
    assert text() == "S. 1\n TT"
    page.keyboard.press("Control+y")
    page.click("button:has-text('As at the table')")
    assert page.locator(".preview .board .cell[data-space]").count() == 6
    page.fill(".called input", "Klein")
    page.click(".tools button:has-text('Save')")
    page.wait_for_selector(".shelf li:has-text('Klein')")
    assert json.loads(page.evaluate("localStorage.getItem('kartenhaus.boards')")) == [{"name": "Klein", "text": "S.A1\n TT"}]
    page.fill("textarea", "  S..\n\n")
    page.click("h1")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")
    page.click("button:has-text('Play at once')")
    page.wait_for_selector(".hand")
    code = page.url.split("/t/")[1].split("#")[0].split("?")[0]
    assert web.get(f"{house.url}/api/tables/{code}").json()["options"]["map"] == ["S.."]


def test_a_game_that_draws_no_board_has_a_plain_one(desks: Any) -> None:
    """A board page knows no game: here MADA answers with the board of Mau Mau, which it has no drawing for."""
    desk = desks("desk")
    desk.page.route("**/api/games/mada**", lambda route: route.continue_(url=route.request.url.replace("/mada", "/maumau")))
    page = desk.go("/board/mada")
    page.wait_for_selector(".square:not(.bare) img >> nth=1")
    spaces = page.locator(".square:not(.bare) img").count()
    assert spaces > 1
    assert ">S</text>" in unquote(page.locator(".square:not(.bare) img[src*='%3ES%3C']").get_attribute("src"))
    page.click("button:has-text('As at the table')")
    assert page.locator(".preview .plain-board img").count() == spaces


def test_nothing_to_act_on_is_cut_covered_or_small(desks: Any) -> None:
    """At every size, with something wrong on the page, and with what the bots found out."""
    desk = desks("phone", locale="de")
    page = desk.go("/box/mada")
    page.fill("input[aria-label='Kaktusfeigen: Kaktus 13']", "10")
    page.wait_for_selector("li .fault")
    checks = [(size, problem) for size in SIZES for problem in sized(page, size)]
    page = desk.go("/board/maumau")
    page.wait_for_selector(".foot .kept:not(:empty)")
    page.fill("textarea", "S.. .")
    page.click("h1")
    page.wait_for_selector(".square.wrong")
    checks += [(size, problem) for size in SIZES for problem in sized(page, size)]
    assert checks == []


def sized(page: Any, size: tuple[int, int]) -> list[str]:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return problems(page)


def test_bots_try_out_a_board_and_can_be_stopped(desks: Any) -> None:
    desk = desks("desk")
    page = desk.go("/board/maumau")
    page.wait_for_selector(".foot .kept:not(:empty)")
    page.click(".trial button:has-text('Try it out')")
    page.click(".trial button:has-text('Stop')")
    page.wait_for_selector(".trial button:has-text('Try it out')")
    assert page.locator(".trial .fault").count() == 0
    page.fill("textarea", "S..T..1")
    page.click("h1")
    page.wait_for_selector(".foot .kept:has-text('Everything fits')")

    def told() -> bool:
        """The place of the one that was stopped may still be taken for a moment."""
        again = page.locator(".trial button:has-text('Try it out')")
        if again.count() and not page.locator(".balance").count():
            again.click()
        return bool(page.locator(".balance").count())

    wait_until(told, "what the bots found out", 300)
    assert "shorter than with ours" in page.text_content(".balance .large")
    assert page.locator(".trial figure svg[aria-label]").count() == 1
    page.fill("textarea", "S..T..1.")
    page.click("h1")
    page.wait_for_selector(".trial:has-text('You have changed something since')")
