"""Whole random games in a page, to see at every decision that nothing one can act on is cut off, covered or too small.

    python -m tests.browser.fits --game mad --players 6 --size 360x640 --lang de

prints what is wrong, with the name of a picture, and how much the page shifted. Without --size it looks at all six sizes.
From another test or script: `problems(page)` for the page as it is now.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page, WebSocketRoute, sync_playwright

from browser.conftest import CHROMIUM, QUIET
from browser.playing import MINE, OFFERS
from browser.shifts import SHIFTS, Shift, cumulative, shifts
from browser.watching import VIEWER, Script
from kartenhaus.table import frames, states
from serving import Server, wait_until

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080))
NAMES = ("Maximiliane-Friederike W", "Bartholomäus", "Wilhelmine S", "Quintus Zwölf", "Ottilie", "Ignatius Überraschungsei")
CHECK = Path(__file__).with_name("fits.js").read_text("utf-8").removesuffix(";\n")
MOST_STEPS = 5  # choices that one move consists of
MOST_PICTURES = 40  # of one game
SENSE = 0.3  # see Script
ALIKE = re.compile(r"\(.*|“.*?”|\d+")
"""What two sentences about the same problem differ in."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
PICK = """([selector, dice]) => {
  const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility() && !one.classList.contains("chosen"));
  const next = all.filter((one) => !one.matches(".held"));
  const begun = document.querySelector(".held.chosen");
  const from = begun && next.length ? next : all;
  const one = from[Math.floor(dice * from.length)];
  if (!one) return null;
  one.scrollIntoView({block: "nearest", inline: "nearest"});
  const {left, top, width, height} = one.getBoundingClientRect();
  const places = [0.5, 0.25, 0.75].flatMap((x) => [0.5, 0.25, 0.75].map((y) => [left + x * width, top + y * height]));
  return places.find(([x, y]) => one.contains(document.elementFromPoint(x, y))) ?? null;
}"""
"""Where to tap on one of the things that are offered."""


def problems(page: Page) -> list[str]:
    """What is wrong with what one can act on in the page as it is now."""
    found: list[str] = page.evaluate(CHECK)
    return found


@dataclass
class Stage:
    """A page that gets the frames of a whole game one by one, and what it sent."""

    page: Page
    script: Script
    sent: list[dict[str, Any]] = field(default_factory=list)
    at: int = 0
    moments: list[float] = field(default_factory=list)
    """When each frame was sent, by the page's clock."""

    def open(self, url: str) -> None:
        """Open the table's page, with the first frame."""
        welcome = states.encode(frames.welcome(self.script.table, VIEWER, self.script.language)).decode()

        def connect(socket: WebSocketRoute) -> None:
            self.socket = socket

            def hear(message: str | bytes) -> None:
                said = json.loads(message)
                self.sent.append(said)
                if said["do"] == "hello":
                    socket.send(welcome)
                    self.send()
                elif said["do"] == "ping":
                    socket.send('{"type":"pong","ref":""}')

            socket.on_message(hear)

        self.page.route_web_socket("**/socket", connect)
        self.page.route("**/api/tables/*", lambda route: route.fulfill(json={**json.loads(welcome), "link": url}))
        self.page.add_init_script(SHIFTS)
        self.page.goto(f"{url}/t/{self.script.table.id}")
        self.page.wait_for_selector("main.table")

    def send(self) -> None:
        """Send the next frame."""
        self.socket.send(self.script.frames[self.at])
        self.at += 1

    def decide(self) -> bool:
        """Send frames, each drawn, up to the viewer's next decision, or to the end; return whether there is one."""
        while self.at < len(self.script.frames):
            self.moments.append(self.page.evaluate("performance.now()"))
            self.send()
            self.page.evaluate(DRAWN)
            if self.state["legal"] and not self.is_passing:
                wait_until(lambda: self.page.locator(MINE).count() or self.is_answered, f"something is offered at frame {self.at}")
                if not self.is_answered:
                    return True
        wait_until(lambda: self.page.locator(".result").count(), "the result")
        return False

    @property
    def state(self) -> dict[str, Any]:
        """The state that was sent last."""
        found: dict[str, Any] = json.loads(self.script.frames[self.at - 1])
        return found

    @property
    def is_passing(self) -> bool:
        """Whether the next frame comes at the same moment, so that the page shows this one for no time."""
        return self.at < len(self.script.frames) and json.loads(self.script.frames[self.at])["answers"] == self.state["answers"]

    @property
    def is_answered(self) -> bool:
        """Whether the page has answered the last state by itself, with the next move of several that were chosen together."""
        return any(one["do"] == "move" and one["answers"] == self.state["answers"] for one in self.sent)

    def choose(self, dice: random.Random) -> bool:
        """Tap something offered; return whether there is more to choose before the move is complete."""
        before = sum(one["do"] == "move" for one in self.sent)
        place = self.page.evaluate(PICK, [OFFERS, dice.random()])
        if place is not None:
            self.page.touchscreen.tap(*place)
        self.page.evaluate(DRAWN)
        return place is not None and sum(one["do"] == "move" for one in self.sent) == before

    @property
    def begun(self) -> int:
        """The number of the frame with which the game begins; before it, and with it, the page may change as a whole."""
        return next(number for number, frame in enumerate(self.script.frames, 1) if json.loads(frame)["view"]) + 1

    def shape(self) -> str:
        """What kind of decision it is: the same for decisions that are drawn alike."""
        view, kinds = self.state["view"], Counter(step["kind"] for move in self.state["legal"] for step in move["steps"][:1])
        words = sorted(
            {step["value"].split(" ")[0] for move in self.state["legal"] for step in move["steps"] if step["kind"] == "word"}
        )
        return str((view.get("pending"), sorted(kinds), words, len(view["hands"][VIEWER].split()) // 4))

    def shifts(self) -> list[Shift]:
        """The layout shifts since the game began, the worst first."""
        begun = self.moments[self.begun - 2]
        return sorted((shift for shift in shifts(self.page) if shift["at"] > begun), key=lambda shift: -shift["value"])

    def frame_of(self, shift: Shift) -> int:
        """The number of the frame that caused it."""
        return sum(moment <= shift["at"] for moment in self.moments)


def play(
    stage: Stage,
    url: str,
    sizes: Iterable[tuple[int, int]] = SIZES,
    folder: Path | None = None,
    most: int = 10**6,
    sample: bool = False,
) -> list[str]:
    """Play a whole game in a page, or up to a decision; what is wrong at any decision at any size, each kind once.

    A sample is one decision of each shape.
    """
    shapes: set[str] = set()
    wrong: dict[str, str] = {}
    page, game, sizes = stage.page, stage.script.table.game.name, list(sizes)
    dice = random.Random(f"{game} {len(stage.script.frames)}")
    stage.open(url)
    decision = 0

    def look(what: str) -> None:
        for width, height in sizes:
            if len(sizes) > 1:
                page.set_viewport_size({"width": width, "height": height})
            for found in problems(page):
                kind = f"{width}x{height} {ALIKE.sub('', found)}"
                if kind in wrong:
                    continue
                wrong[kind] = f"{width}x{height}, {what}: {found}"
                if folder is not None and len(wrong) <= MOST_PICTURES:
                    picture = folder / f"{game}-{width}x{height}-{len(wrong)}.png"
                    page.screenshot(path=picture)
                    wrong[kind] += f" {picture}"

    while decision < most and stage.decide():
        decision += 1
        shape = stage.shape()
        if sample and shape in shapes:
            continue
        shapes.add(shape)
        look(f"decision {decision}")
        for step in range(MOST_STEPS):
            if not stage.choose(dice):
                break
            look(f"decision {decision}, step {step + 2}")
    if decision < most:
        look("the result")
    return list(wrong.values())


def main() -> None:
    """Play one game, and print what is wrong."""
    parser = argparse.ArgumentParser(description="Play a whole random game in a page, and print what is cut, covered or small.")
    parser.add_argument("--game", default="mada")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--size", help="such as 360x640; all six without it")
    parser.add_argument("--lang", default="de")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--options", type=json.loads, default={}, help='such as {"board": "two", "announce": "manual"}')
    parser.add_argument("--decisions", type=int, default=10**6, help="only so many")
    parser.add_argument("--sample", action="store_true", help="only one decision of each shape")
    parser.add_argument("--folder", type=Path, help="for pictures")
    asked = parser.parse_args()
    width, _, height = (asked.size or "").partition("x")
    sizes = [(int(width), int(height))] if asked.size else list(SIZES)
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="fits-"))
    folder.mkdir(exist_ok=True)
    names = NAMES[: asked.players]
    script = Script(asked.game, asked.players, asked.seed, language=asked.lang, names=names, sense=SENSE, options=asked.options)
    with tempfile.TemporaryDirectory() as place, Server(Path(place)) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        context = browser.new_context(
            viewport={"width": sizes[0][0], "height": sizes[0][1]}, locale=asked.lang, reduced_motion="reduce",
            color_scheme=asked.theme, has_touch=True,
        )  # fmt: skip
        page = context.new_page()
        page.on("console", lambda said: print(f"console: {said.text}"))  # noqa: T201
        page.on("pageerror", lambda error: print(f"error: {error}"))  # noqa: T201
        stage = Stage(page, script)
        wrong = play(stage, server.url, sizes, folder, asked.decisions, asked.sample)
        for one in wrong:
            print(one)  # noqa: T201
        if len(sizes) == 1:
            found = stage.shifts()
            total = cumulative(found, asked=True)
            print(f"layout shift: {cumulative(found):.4f} (goal: 0.02), with what follows a tap {total:.4f}; the largest:")  # noqa: T201
            for shift in found[:10]:
                print(f"  {shift['value']:.4f} at frame {stage.frame_of(shift)}{', asked' * shift['asked']}: {shift['what']}")  # noqa: T201
        browser.close()
    print(f"{len(wrong)} problems")  # noqa: T201


if __name__ == "__main__":
    main()
