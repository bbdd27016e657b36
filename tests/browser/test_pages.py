"""On every page, axe finds nothing and nothing is cut off; pages are small and load at once."""

from __future__ import annotations

import posixpath
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from browser.playing import MINE, begin, begin_with_a_turn
from serving import Server, wait_until

LANGUAGES = ("en", "de", "fr", "it", "es", "nl")
PAGES = (
    "/",
    "/rules/mada",
    "/rules/mad",
    "/rules/maumau",
    "/learn/mada",
    "/learn/mad",
    "/learn/maumau/2",
    "/review",
    "/box/maumau",
    "/board/maumau",
)
OVERFLOW = """() => {
  const cut = (one) => one.matches("button:not(.deck), .button") && one.scrollWidth > one.clientWidth + 1;
  const outside = (box) => box.width > 0 && (box.right > innerWidth + 1 || box.left < -1);
  return [...document.querySelectorAll("button, .button, label, h1, h2, h3, p, small, b, li > span")]
    .filter((one) => one.checkVisibility() && !one.closest(".ticker, .board, .hand"))
    .filter((one) => getComputedStyle(one).textOverflow !== "ellipsis")
    .filter((one) => cut(one) || outside(one.getBoundingClientRect()))
    .map((one) => `${one.className || one.tagName}: ${one.textContent.trim().slice(0, 60)}`);
}"""
CUT_OFF = """() => {
  const within = (box, frame) =>
    box.left > frame.left - 2 && box.top > frame.top - 2 && box.right < frame.right + 2 && box.bottom < frame.bottom + 2;
  const screen = {left: 0, top: 0, right: innerWidth, bottom: innerHeight};
  const around = (one) => (one.matches(".points, .sure") ? one.closest(".seat") : one.closest(".cloth"));
  const frame = (one) => around(one)?.getBoundingClientRect() ?? screen;
  const parts = ".seat, .deck, .own, .board, .option, .zoom, .prompt, .act, .held, .pile, .frame, .named, .caption, .points, .sure";
  return [...document.querySelectorAll(parts)]
    .filter((one) => one.checkVisibility())
    .filter((one) => !within(one.getBoundingClientRect(), frame(one)))
    .map((one) => `${one.className}: ${one.textContent.trim().slice(0, 60)}`);
}"""
SCREENS = [(360, 640), (390, 844), (844, 390), (1440, 900), (1366, 650), (1024, 600), (720, 450), (640, 360)]
"""Phones, desktops, and desktops of 1440 and 1280 pixels zoomed to 200 %."""
FIRST_LOAD = 150_000  # bytes, compressed
MOST_REQUESTS = 20
LOOKS = """(one) => {
  const {x, y, width, height} = one.getBoundingClientRect();
  return [x, y, width, height, getComputedStyle(one).background];
}"""
ALL = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"]}


def ready(page: Any) -> None:
    page.wait_for_selector(".game, .rules .kinds, .hand, .file, .foot .kept")
    page.wait_for_load_state("networkidle")


def axe(page: Any) -> list[str]:
    found = Axe().run(page, options=ALL).response["violations"]
    return [f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:4]]}" for one in found]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(desks: Any, path: str, scheme: str) -> None:
    desk = desks("phone" if scheme == "light" else "desk", color_scheme=scheme, bypass_csp=True)
    ready(desk.go(path))
    assert axe(desk.page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_a_table_is_set(desks: Any, scheme: str) -> None:
    """With everything open. It is a dialog: keys reach all of it, and Escape leads back to its button."""
    desk = desks("phone" if scheme == "light" else "desk", color_scheme=scheme, bypass_csp=True)
    page = desk.go()
    page.focus('.game[data-game="maumau"] .arrange')
    page.keyboard.press("Enter")
    page.click('[data-option="clock"] [data-value="bank"]')
    page.click("dialog summary")
    page.fill('.remember input[name="name"]', "Sunday")
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-preset="Sunday"]')
    assert axe(page) == []
    page.focus('[data-option="players"] input >> nth=0')
    page.keyboard.press("ArrowRight")
    assert page.locator("[data-seat]").count() == 2
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.evaluate("document.activeElement.className") == "arrange"


@pytest.mark.parametrize("game", ["mada", "mad", "maumau"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_at_a_table(desks: Any, house: Server, game: str, scheme: str) -> None:
    desk = desks("phone" if scheme == "light" else "desk", color_scheme=scheme, bypass_csp=True)
    begin(desk.go(), game, 3)
    wait_until(lambda: desk.page.locator(MINE).count(), "my turn")
    assert axe(desk.page) == []
    desk.page.click(".bar .to-menu")
    desk.page.wait_for_selector(".menu")
    assert axe(desk.page) == []
    lobby = desks("phone", color_scheme=scheme, bypass_csp=True)
    lobby.sit(house.open(game, players=3), game)
    assert axe(lobby.page) == []


@pytest.mark.parametrize("game", ["mada", "mad", "maumau"])
def test_axe_finds_nothing_after_a_game(desks: Any, game: str) -> None:
    """Give up by clicking, then check the result and the review."""
    desk = desks("phone", bypass_csp=True)
    page = desk.go()
    begin(page, game, 2)
    page.click(".bar .to-menu")
    page.click(".menu button:has-text('Give up')")
    page.click(".confirm .yes")
    page.wait_for_selector(".result")
    assert axe(page) == []
    page.click(".result a[href^='/review']")
    page.wait_for_selector(".review .hand")
    assert axe(page) == []
    page.click(".bar button >> nth=1")
    assert page.locator(".kept").count() == 1  # the deal was as promised
    assert axe(page) == []


@pytest.mark.sweep("language", LANGUAGES, ["en", "de"])
def test_no_text_overflows_its_place_on_a_phone(desks: Any, house: Server, language: str) -> None:
    desk = desks("phone", locale=language)
    desk.page.set_viewport_size({"width": 360, "height": 740})
    for path in ("/", "/rules/maumau", "/learn/mad", "/review"):
        desk.go(path).wait_for_selector(".game, .rules .kinds, .hand, .file, .foot .kept")
        assert desk.page.evaluate("document.documentElement.lang") == language
        assert desk.page.evaluate(OVERFLOW) == [], path
    for game in ("mada", "mad", "maumau"):
        begin(desk.go(), game, 4)
        wait_until(lambda: desk.page.locator(MINE).count(), "my turn")
        assert desk.page.evaluate(OVERFLOW) == [], game
        desk.page.click(".bar .to-menu")
        assert desk.page.evaluate(OVERFLOW) == [], game
    desk.sit(house.open("mada", players=3), "mada")
    assert desk.page.evaluate(OVERFLOW) == []


@pytest.mark.parametrize(("game", "players"), [("mada", 5), ("mad", 6), ("maumau", 4)])
def test_nothing_at_a_table_is_cut_off(desks: Any, game: str, players: int) -> None:
    """With the most players, on every screen and zoomed to 200 %, in a language with long words."""
    desk = desks("phone", locale="de")
    begin_with_a_turn(desk, game, players)  # on the smallest screens, a question may need scrolling
    for width, height in SCREENS:
        desk.page.set_viewport_size({"width": width, "height": height})
        assert desk.page.evaluate(CUT_OFF) == [], (width, height)


def test_the_first_load_is_small_and_few_requests(desks: Any) -> None:
    """The start page and then a table, in a browser that knows nothing yet."""
    desk = desks()
    sizes: list[int] = []

    def weigh(request: Any) -> None:
        sizes.append(request.sizes()["responseBodySize"])

    desk.page.on("requestfinished", weigh)
    begin(desk.go(), "maumau", 4)
    desk.page.wait_for_load_state("networkidle")
    assert 2 < len(sizes) < MOST_REQUESTS
    assert 20_000 < sum(sizes) < FIRST_LOAD


@pytest.mark.parametrize("path", ["/", "/rules/mad", "/learn/mada"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_frame_is_shown_before_the_script_has_come(desks: Any, path: str, scheme: str) -> None:
    """It has a bar where the page has it, in the same colours, at every size, so that nothing jumps."""
    seen = []
    for enabled in (False, True):
        page = desks(color_scheme=scheme, java_script_enabled=enabled).go(path)
        if enabled:
            ready(page)
            assert not page.locator("#first").is_visible()
        else:
            assert page.locator("#first h1, #first p").filter(visible=True).count() == 1
        for width, height in SCREENS[:4]:
            page.set_viewport_size({"width": width, "height": height})
            seen.append(page.locator("#app .bar" if enabled else "#first .bar").evaluate(LOOKS))
    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]


def test_every_module_of_the_client_is_used() -> None:
    """No dead files: the page reaches every module."""
    web = Path(str(files("kartenhaus.web")))
    paths = {file.relative_to(web).as_posix() for file in web.rglob("*.js")}
    own = {path for path in paths if not path.startswith(("lib/", "joined/"))}
    assert own - {"types.js"} == {name for name in reached("app.js") if not name.startswith("lib/")}


def reached(first: str) -> set[str]:
    """The modules that a module imports, at once or while running."""
    web = files("kartenhaus.web")
    seen: set[str] = set()
    todo = [first]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        text = web.joinpath(*path.split("/")).read_text("utf-8")
        wanted = re.findall(r'from ?"(\.[^"]+)"', text) + re.findall(r'await import\("([^"]+)"\)', text)
        todo += [posixpath.normpath(posixpath.join(posixpath.dirname(path), name)) for name in wanted]
    return seen
