"""The system's Chromium, driven by Playwright, and one server that the browser tests share."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from serving import Place, Server

# The first has no window and opens pages much faster.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), "")
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
SIZES = {"phone": (390, 844), "sideways": (844, 390), "desk": (1440, 900), "screen": (1920, 1080)}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that leave it running."""
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.fixture(scope="module")  # it keeps a loop running in this thread, which other tests do not expect
def chromium() -> Iterator[Browser]:
    """The browser; if this machine has none, skip with a warning."""
    if not CHROMIUM:
        pytest.skip("NOT TESTED: there is no Chromium; install it (Debian: apt install chromium) to test the browser client")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


class Desk:
    """One person's browser; any error or warning of the page fails the test."""

    def __init__(self, browser: Browser, url: str, size: str = "desk", **context: Any) -> None:
        width, height = SIZES[size]
        settings = {"locale": "en-GB", "reduced_motion": "reduce", **context}
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=size in ("phone", "sideways"), **settings
        )
        self.page: Page = self.context.new_page()
        self.url = url
        self.complaints: list[str] = []
        self.hosts: set[str] = set()
        self.page.on("console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.hosts.add(request.url.split("/")[2] if "//" in request.url else "data"))

    def go(self, path: str = "/") -> Page:
        """Open a page of the house."""
        self.page.goto(self.url + path)
        return self.page

    def sit(self, place: Place, game: str) -> Page:
        """Open a seat that was taken elsewhere: store its token where the page keeps tokens."""
        seat = {"table": place.table, "seat": place.seat, "token": place.token, "game": game, "at": 1}
        self.go("/web/icon.svg")
        self.page.evaluate("(seats) => localStorage.setItem('kartenhaus.seats', seats)", json.dumps({place.table: seat}))
        page = self.go(f"/t/{place.table}")
        page.wait_for_selector(".ready, .hand")
        return page

    def close(self) -> None:
        """Close the browser; check that the page had no problem and contacted no other host."""
        self.context.close()
        assert self.complaints == []
        assert self.hosts <= {self.url.removeprefix("http://"), "data"}


@pytest.fixture
def desks(chromium: Browser, house: Server) -> Iterator[Any]:
    """Makes desks; closes and checks all of them after the test."""
    made: list[Desk] = []

    def make(size: str = "desk", url: str = "", **context: Any) -> Desk:
        made.append(Desk(chromium, url or house.url, size, **context))
        return made[-1]

    yield make
    for desk in made:
        desk.close()
