"""Pictures of every screen in both themes at all six sizes, for people to look at: `make gallery`.

    python tests/browser/gallery.py FOLDER --lang fr --only mada lesson --size 390x844

makes only the pictures of screens whose names begin so. A screen is opened once, then its size and theme change. Names say what is
shown: `mad-6-question-1-dark-360x640.png`.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.conftest import CHROMIUM, QUIET, Desk
from browser.fits import DRAWN, NAMES, SENSE, SIZES, Stage
from browser.playing import MINE
from browser.watching import Script
from kartenhaus.table.record import record
from serving import Server, wait_until

GAMES = ("mada", "mad", "maumau")
PAGES = {
    "start": "/",
    **{f"rules-{game}": f"/rules/{game}" for game in GAMES},
    "review-empty": "/review",
    "board": "/board/maumau",
    **{f"box-{game}": f"/box/{game}" for game in GAMES},
}
DIALOGS = {"setting": ".game[data-game=maumau] .arrange", "together": ".game[data-game=mad] .device"}
TABLES = tuple((game, players) for game, most in (("mada", 5), ("mad", 6), ("maumau", 4)) for players in (2, 3, most))
OPTIONS = {"maumau": {"board": "two", "announce": "manual"}}
MOST_PHASES = 2  # pictures of decisions of the same kind at one table


@dataclass
class Gallery:
    """Where pictures go, and of what."""

    browser: Browser
    server: Server
    folder: Path
    language: str
    sizes: tuple[tuple[int, int], ...]
    only: tuple[str, ...]

    def asks_for(self, name: str) -> bool:
        """Whether a screen, or some that begin with its name, are wanted."""
        return any(name.startswith(only) or only.startswith(name) for only in self.only)

    def shoot(self, page: Page, name: str) -> None:
        """A screen in both themes at every size, as soon as nothing flies over it."""
        if not any(name.startswith(only) for only in self.only):
            return
        page.mouse.move(0, 0)  # no help on what lies under it
        wait_until(lambda: not page.locator("#sky > *").count(), "everything has landed")
        for width, height in self.sizes:
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                page.evaluate(DRAWN)
                page.screenshot(path=self.folder / f"{name}-{scheme}-{width}x{height}.png")

    def desk(self, size: str = "desk") -> Desk:
        """Somebody's browser."""
        return Desk(self.browser, self.server.url, size, locale=self.language)


def pages(gallery: Gallery) -> None:
    """Everything that needs no table."""
    for name, path in PAGES.items():
        if gallery.asks_for(name):
            desk = gallery.desk()
            desk.go(path).wait_for_load_state("networkidle")
            gallery.shoot(desk.page, name)
            desk.close()
    for name, button in DIALOGS.items():
        if gallery.asks_for(name):
            desk = gallery.desk()
            desk.go().click(button)
            gallery.shoot(desk.page, name)
            desk.close()


def lessons(gallery: Gallery) -> None:
    """Every step of every lesson, before something is tapped, and after the first of several taps."""
    for game in GAMES:
        for number in (1, 2):
            name = f"lesson-{game}-{number}"
            if not gallery.asks_for(name):
                continue
            stages = len(gallery.server.get(f"games/{game}/lesson?number={number}").json()["stages"])
            desk = gallery.desk("phone")
            page = desk.go(f"/learn/{game}/{number}")
            for step in range(1, stages + 1):
                page.wait_for_function(
                    "(wanted) => document.querySelector('.steps')?.textContent === wanted", arg=f"{step}/{stages}"
                )
                gallery.shoot(page, f"{name}-{step}")
                page.set_viewport_size({"width": 390, "height": 844})
                taps = 0
                while step < stages and page.locator(".steps").inner_text() == f"{step}/{stages}":
                    if taps == 1:
                        gallery.shoot(page, f"{name}-{step}-chosen")
                        page.set_viewport_size({"width": 390, "height": 844})
                    page.locator("[data-light]").click()
                    taps += 1
            desk.close()


def lobbies(gallery: Gallery) -> None:
    """Before a game: for the host, for who is invited, and on the big screen; several people at one device."""
    host = gallery.server.open("mad", players=6, options={})
    for name in NAMES[1:4]:
        gallery.server.join(host.table, name)
    for name, path in {"lobby": "", "invitation": f"/t/{host.table}", "screen": f"/t/{host.table}?screen"}.items():
        if not gallery.asks_for(name):
            continue
        desk = gallery.desk()
        if path:
            desk.go(path).wait_for_load_state("networkidle")
        else:
            desk.sit(host, "mad")
        gallery.shoot(desk.page, name)
        desk.close()
    if gallery.asks_for("device"):
        desk = gallery.desk("phone")
        page = desk.go()
        page.click(".game[data-game=mada] .device")
        page.click(".together .main")
        page.wait_for_selector(".handover .main")
        gallery.shoot(page, "device-handover")
        page.click(".handover .main")
        page.wait_for_selector(MINE)
        gallery.shoot(page, "device-turn")
        desk.close()


def screens(gallery: Gallery) -> None:
    """The big screen while a game is played, and a phone that is a hand."""
    for game in GAMES:
        name = f"screen-{game}"
        if not gallery.asks_for(name):
            continue
        host = gallery.server.open(game, players=4, bots=["easy"] * 3)
        watching = gallery.desk("screen")
        page = watching.go(f"/t/{host.table}?screen")
        player = gallery.desk("phone")
        player.sit(host, game).tap(".ready")
        player.page.wait_for_selector(MINE)
        gallery.shoot(player.page, f"{name}-hand")
        page.wait_for_selector(".tells")
        gallery.shoot(page, name)
        player.close()
        watching.close()


def tables(gallery: Gallery, game: str, players: int) -> None:
    """A game: decisions of every kind, what is chosen step by step, lost rounds, what opens, the result, and its review."""
    start = f"{game}-{players}"
    if not gallery.asks_for(start):
        return
    language = gallery.language
    script = Script(game, players, 1, language=language, names=NAMES, sense=SENSE, options=OPTIONS.get(game, {}))
    desk = gallery.desk("phone")
    page = desk.page
    stage, dice = Stage(page, script), random.Random(game)
    stage.open(gallery.server.url)
    shapes: set[str] = set()
    taken: Counter[str] = Counter()
    while stage.decide():
        if taken["lost"] < MOST_PHASES and page.locator(".fatal").count():
            taken["lost"] += 1
            gallery.shoot(page, f"{start}-lost-{taken['lost']}")
        kind = str(stage.state["view"].get("pending") or "turn")
        if stage.shape() in shapes or taken[kind] == MOST_PHASES:
            continue
        shapes.add(stage.shape())
        taken[kind] += 1
        name = f"{start}-{kind}-{taken[kind]}"
        gallery.shoot(page, name)
        if stage.choose(dice):
            gallery.shoot(page, f"{name}-chosen")
    gallery.shoot(page, f"{start}-result")
    desk.close()
    if gallery.asks_for(f"{start}-review"):
        file = gallery.folder / f"{start}.toml"
        file.write_text(record(script.table), "utf-8")
        desk = gallery.desk()
        desk.go("/review").set_input_files("input[type=file]", file)
        desk.page.wait_for_selector(".table.review")
        gallery.shoot(desk.page, f"{start}-review")
        desk.close()


def main() -> None:
    """Write the pictures."""
    parser = argparse.ArgumentParser(description="Pictures of every screen.")
    parser.add_argument("folder", type=Path, nargs="?", default=Path("gallery"))
    parser.add_argument("--lang", default="de", help="German has long words")
    parser.add_argument("--size", nargs="*", help="such as 360x640; some of the six")
    parser.add_argument("--only", nargs="*", default=[""], help="how names of screens begin")
    asked = parser.parse_args()
    sizes = tuple(size for size in SIZES if not asked.size or "{}x{}".format(*size) in asked.size)
    asked.folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place, Server(Path(place)) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        gallery = Gallery(browser, server, asked.folder, asked.lang, sizes, tuple(asked.only))
        pages(gallery)
        lessons(gallery)
        lobbies(gallery)
        screens(gallery)
        for game, players in TABLES:
            tables(gallery, game, players)
        browser.close()
    print(f"{len(list(asked.folder.glob('*.png')))} pictures in {asked.folder.resolve()}")  # noqa: T201


if __name__ == "__main__":
    main()
