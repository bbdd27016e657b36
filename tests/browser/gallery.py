"""Pictures of every screen in both themes at all six sizes, for people to look at: `make gallery`.

A screen is opened once, then its size and theme change. Names say what is shown: `mad-6-question-dark-360x640.png`.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.conftest import CHROMIUM, QUIET, Desk
from browser.fits import DRAWN, NAMES, SENSE, SIZES, Stage
from browser.watching import Script
from kartenhaus.table.record import record
from serving import Server, wait_until

PAGES = {
    "start": "/",
    **{f"rules-{game}": f"/rules/{game}" for game in ("mada", "mad", "maumau")},
    **{f"lesson-{game}": f"/learn/{game}" for game in ("mada", "mad", "maumau")},
    **{f"lesson-{game}-2": f"/learn/{game}/2" for game in ("mada", "mad", "maumau")},
    "review-empty": "/review",
    "board": "/board/maumau",
    **{f"box-{game}": f"/box/{game}" for game in ("mada", "mad", "maumau")},
}
TABLES = (("mada", 3), ("mada", 5), ("mad", 4), ("mad", 6), ("maumau", 2), ("maumau", 4))
OPTIONS = {"maumau": {"board": "two", "announce": "manual"}}
MOST_PHASES = 2  # pictures of decisions of the same kind at one table
LANGUAGE = "de"  # with long words


def shoot(page: Page, folder: Path, name: str) -> None:
    """A screen in both themes at every size, as soon as nothing flies over it."""
    wait_until(lambda: not page.locator("#sky > *").count(), "everything has landed")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(DRAWN)
            page.screenshot(path=folder / f"{name}-{scheme}-{width}x{height}.png")


def pages(browser: Browser, server: Server, folder: Path) -> None:
    """Everything but tables where a game is played."""
    for name, path in PAGES.items():
        desk = Desk(browser, server.url, locale=LANGUAGE)
        desk.go(path).wait_for_load_state("networkidle")
        shoot(desk.page, folder, name)
        desk.close()
    host = server.open("mad", players=6, options={})
    for name in NAMES[1:4]:
        server.join(host.table, name)
    desk = Desk(browser, server.url, locale=LANGUAGE)
    desk.sit(host, "mad")
    shoot(desk.page, folder, "lobby")
    desk.close()
    desk = Desk(browser, server.url, locale=LANGUAGE)
    desk.go(f"/t/{host.table}").wait_for_load_state("networkidle")
    shoot(desk.page, folder, "invitation")
    desk.close()


def tables(browser: Browser, server: Server, folder: Path, game: str, players: int) -> None:
    """A game: decisions of every kind, what is chosen step by step, the result, and its review."""
    script = Script(game, players, 1, language=LANGUAGE, names=NAMES, sense=SENSE, options=OPTIONS.get(game, {}))
    desk = Desk(browser, server.url, "phone", locale=LANGUAGE)
    stage, dice = Stage(desk.page, script), random.Random(game)
    stage.open(server.url)
    shapes: set[str] = set()
    taken: Counter[str] = Counter()
    while stage.decide():
        kind = str(stage.state["view"].get("pending") or "turn")
        if stage.shape() in shapes or taken[kind] == MOST_PHASES:
            continue
        shapes.add(stage.shape())
        taken[kind] += 1
        name = f"{game}-{players}-{kind}-{taken[kind]}"
        shoot(desk.page, folder, name)
        if stage.choose(dice):
            shoot(desk.page, folder, f"{name}-chosen")
    shoot(desk.page, folder, f"{game}-{players}-result")
    desk.close()
    file = folder / f"{game}-{players}.toml"
    file.write_text(record(script.table), "utf-8")
    desk = Desk(browser, server.url, locale=LANGUAGE)
    desk.go("/review").set_input_files("input[type=file]", file)
    desk.page.wait_for_selector(".table.review")
    shoot(desk.page, folder, f"{game}-{players}-review")
    desk.close()


def main() -> None:
    """Write the pictures into the given folder, or into `gallery`."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "gallery")
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place, Server(Path(place)) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        pages(browser, server, folder)
        for game, players in TABLES:
            tables(browser, server, folder, game, players)
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder.resolve()}")  # noqa: T201


if __name__ == "__main__":
    main()
