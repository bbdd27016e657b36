"""Pictures of every page and of typical, crowded and final tables, for people to look at: `make gallery`."""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from browser.conftest import CHROMIUM, QUIET, SIZES, Desk
from serving import Line, Place, Server, begin

PAGES = {"start": "/", "rules": "/rules/maumau", "lesson": "/learn/mad", "lesson-2": "/learn/maumau/2", "review-empty": "/review"}
MOST = {"mada": 5, "mad": 6, "maumau": 4}
NAMES = [
    "Maximiliane-Friederike W",
    "Bartholomäus Wolkenstein",
    "Wilhelmine Sonnenscheins",
    "Quintus Zwölfkarten-Müll",
    "Ottilie Donnerwetterin",
    "Ignatius Überraschungsei",
]
OPTIONS = {"maumau": {"board": "two"}}


def seated(server: Server, game: str, players: int, names: list[str]) -> list[Place]:
    """A table with a person on every seat."""
    host = server.post("tables", game=game, players=players, name=names[0], options=OPTIONS.get(game, {})).json()
    places = [Place(server.url, host["table"], 0, host["token"])]
    return [*places, *(server.join(host["table"], name) for name in names[1:players])]


def play(lines: list[Line], chance: random.Random, moves: int, hoard: bool) -> None:
    """Make up to `moves` random moves; with `hoard`, draw, keep and allow whenever possible."""
    for _ in range(moves):
        state = lines[0].settle()
        if state["phase"] != "playing":
            return
        line = lines[state["to_act"]]
        state = line.until(lambda one: one["answers"] >= state["answers"])  # noqa: B023
        legal = [one["move"] for one in state["legal"]]
        if not legal:
            lines[0].until(lambda one: one["answers"] > state["answers"])  # noqa: B023
            continue
        wanted = [move for move in legal if move in ("draw", "keep", "allow")] if hoard else []
        line.do("move", move=chance.choice(wanted or legal), answers=state["answers"])


@contextmanager
def table(server: Server, game: str, players: int, names: list[str], moves: int, hoard: bool = False) -> Iterator[Place]:
    """A table after up to `moves` moves, with everybody connected; yields the host's seat."""
    places = seated(server, game, players, names)
    lines = [Line(place) for place in places]
    begin(lines)
    play(lines, random.Random(f"{game} {players}"), moves, hoard)
    yield places[0]
    for line in lines:
        line.close()


def shoot(browser: Browser, server: Server, folder: Path) -> None:
    """All pictures, at every size."""
    for size in SIZES:
        for name, path in PAGES.items():
            for language in ("en", "de"):
                desk = Desk(browser, server.url, size, locale=language)
                desk.go(path).wait_for_load_state("networkidle")
                desk.page.screenshot(path=folder / f"{name}-{language}-{size}.png")
                desk.close()
    for game, most in MOST.items():
        sights = {
            "typical": (3, ["Mia", "Ben", "Noor"], 30, False, "en"),
            "crowded": (most, NAMES, 90, True, "de"),
            "final": (2, ["Mia", "Ben"], 5000, False, "en"),
        }
        for name, (players, names, moves, hoard, language) in sights.items():
            with table(server, game, players, names, moves, hoard) as place:
                for size in SIZES:
                    for scheme in ("light", "dark"):
                        desk = Desk(browser, server.url, size, locale=language, color_scheme=scheme)
                        desk.sit(place, game).wait_for_load_state("networkidle")
                        desk.page.screenshot(path=folder / f"{game}-{name}-{scheme}-{size}.png")
                        if name == "final" and scheme == "light":
                            desk.go(f"/review/{place.table}/1").wait_for_selector(".hand")
                            desk.page.screenshot(path=folder / f"{game}-review-{size}.png")
                        desk.close()


def main() -> None:
    """Write the pictures into the given folder, or into `gallery`."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "gallery")
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place, Server(Path(place)) as server, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        shoot(browser, server, folder)
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder.resolve()}")  # noqa: T201


if __name__ == "__main__":
    main()
