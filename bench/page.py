"""How small and fast the browser client is: first load, first paint and usable page on a slow phone, frames while cards move.

    python bench/page.py

Each figure is printed with its goal. Chromium has no graphics card here, so the processor draws the frames.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import kartenhaus
from browser.conftest import CHROMIUM, QUIET, Desk
from kartenhaus.core import recordfile
from serving import Server

SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
VISITS = 5
PAGES = {"start page": ("/", ".play"), "lesson": ("/learn/mada", ".hand"), "rules": ("/rules/maumau", ".rules")}
CARDS = 60  # on the table during the measurement
FRAMES = """async (moves) => {
  const next = [...document.querySelectorAll(".buttons button")].at(-1);
  const gaps = [];
  for (let move = 0; move < moves; move++) {
    next?.click();
    let last = performance.now();
    for (let frame = 0; frame < 20; frame++) {
      await new Promise(requestAnimationFrame);
      gaps.push(performance.now() - last);
      last = performance.now();
    }
  }
  return gaps.sort((one, other) => one - other);
}"""


def first_load(browser: Browser, url: str) -> None:
    """What the start page and then a table load, as it is sent, in a browser that knows nothing yet."""
    desk = Desk(browser, url)
    sizes: list[int] = []
    desk.page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    desk.go().wait_for_load_state("networkidle")
    start, few = sum(sizes), len(sizes)
    desk.page.click('.game[data-game="maumau"] .play')
    desk.page.wait_for_selector(".hand")
    desk.page.wait_for_load_state("networkidle")
    print(f"first load: start page {start / 1000:.1f} kB in {few} requests,", end=" ")
    print(f"with a table {sum(sizes) / 1000:.1f} kB in {len(sizes)} (goal: under 150 kB, under 20 requests)")
    desk.close()


def slow_phone(browser: Browser, url: str) -> None:
    """On a slow phone that knows nothing yet: when something is seen, and when the page is usable; medians of some visits."""
    print("slow phone (1.6 Mbit/s, 150 ms, a quarter of this processor), medians of", VISITS)
    for name, (path, ready) in PAGES.items():
        seen, usable = [], []
        for _ in range(VISITS):
            desk = Desk(browser, url, "phone")
            session = desk.context.new_cdp_session(desk.page)
            session.send("Network.emulateNetworkConditions", SLOW)
            session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
            desk.go(path).wait_for_selector(ready)
            usable.append(desk.page.evaluate("performance.now()"))
            seen.append(desk.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            desk.close()
        print(
            f"  {name}: first contentful paint {median(seen) / 1000:.2f} s (goal: 1 s), usable after {median(usable) / 1000:.2f} s"
        )


def frames(browser: Browser, url: str, folder: Path) -> None:
    """The time of frames during animated moves of Mau Mau, with many cards on the table."""
    history = kartenhaus.deal("maumau", players=4, seed=3, board="two")
    while not history.over:
        history.play(history.legal()[0])
    file = folder / "game.toml"
    file.write_text(recordfile.dumps(history), "utf-8")
    desk = Desk(browser, url, reduced_motion="no-preference")
    page = desk.go("/review")
    page.set_input_files("input[type=file]", file)
    page.wait_for_selector(".hand")
    slide = "(one, at) => { one.value = at; one.dispatchEvent(new Event('input')); }"
    page.locator("input[type=range]").evaluate(slide, str(len(history.played) - 40))  # where enough cards are on the table
    page.wait_for_timeout(1000)  # let the page settle first
    seen = page.locator(".cell .card, .held, .backs img").count()
    gaps = page.evaluate(FRAMES, 10)
    page.goto("about:blank")
    idle = page.evaluate(FRAMES, 10)
    print(
        f"{seen} cards on the table (goal: {CARDS}), ten moves, {len(gaps)} frames: median {gaps[len(gaps) // 2]:.1f} ms,", end=""
    )
    print(f" longest {gaps[-1]:.1f} ms (goal: 34 ms); of as many on a blank page {idle[-1]:.1f} ms")
    desk.close()


def main() -> None:
    """Measure and print all three."""
    with tempfile.TemporaryDirectory() as place, Server(Path(place)) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        first_load(browser, server.url)
        slow_phone(browser, server.url)
        frames(browser, server.url, Path(place))
        browser.close()


if __name__ == "__main__":
    main()
