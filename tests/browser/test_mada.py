"""MADA's table: a lost round is shown in pictures that agree with the events, taps skip it, and nothing is cut at any size."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.watching import VIEWER, Script
from kartenhaus.core.game import SPECTATOR
from kartenhaus.table import entries as log
from kartenhaus.table import frames, states
from serving import Server, wait_until

SIZES = ((360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080))
NAMES = ("Mia", "Ada", "Bruno", "Clio", "Dodo")


class Watched(Script):
    """The same for a spectator."""

    def add(self, entry: log.Entry) -> None:
        """Apply an entry, and keep the frame that tells the spectator."""
        happening = frames.Happening(self.table, entry)
        super(Script, self).add(entry)
        if all(seat.name for seat in self.table.seats):
            told = [happening.told(self.table, SPECTATOR)]
            common = frames.shared(self.table, self.watch, self.now)
            self.frames.append(frames.state(self.table, self.watch, SPECTATOR, self.now, told, common).decode())


class Feed:
    """A page at a table that gets its frames one by one."""

    def __init__(self, page: Page, url: str, script: Script, viewer: int = VIEWER) -> None:
        self.sent: list[dict[str, Any]] = []
        self.page = page
        self.socket: Any
        welcome = states.encode(frames.welcome(script.table, viewer)).decode()

        def connect(socket: Any) -> None:
            self.socket = socket
            socket.on_message(lambda message: self.sent.append(json.loads(message)))

        page.route_web_socket("**/socket", connect)
        page.route("**/api/tables/*", lambda route: route.fulfill(json={**json.loads(welcome), "link": url}))
        page.goto(f"{url}/t/{script.table.id}")
        wait_until(lambda: page.evaluate("1") and self.sent, "the page says hello")
        self.socket.send(welcome)

    def tap(self) -> None:
        """Tap the cloth."""
        self.page.evaluate("document.querySelector('.cloth').click()")

    def has(self, selector: str) -> None:
        """Wait until the page shows something."""
        expect(self.page.locator(selector).first).to_be_attached()

    def has_not(self, selector: str) -> None:
        """Wait until the page no longer shows something."""
        expect(self.page.locator(selector)).to_have_count(0)


def events(frame: str) -> list[dict[str, Any]]:
    """What happened in a frame."""
    return [event for entry in json.loads(frame)["entries"] for event in entry.get("events", ())]


def lost(frame: str) -> dict[str, Any]:
    """The event that a round is lost; empty if none is."""
    return next((event for event in events(frame) if event["kind"] == "round"), {})


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_lost_round_shows_both_cards_then_what_each_owner_sets_aside_then_empty_rugs(
    desks: Any, house: Server, motion: str
) -> None:
    script = Script("mada", 4, 2, names=NAMES)
    page = desks("phone", reduced_motion=motion).page
    feed, rounds = Feed(page, house.url, script), 0
    for frame in script.frames:
        feed.socket.send(frame)
        fatal = lost(frame)
        if not fatal:
            continue
        rounds += 1
        feed.has(".fatal")
        assert page.locator(".fatal .huge").inner_text() == f"{fatal['card']} on {fatal['on']}"
        assert page.locator(".fatal .card").evaluate_all("all => all.map((one) => one.dataset.card)") == [
            fatal["card"],
            fatal["on"],
        ]
        assert page.locator(".result").count() == 0  # the last card is seen first
        feed.tap()
        feed.has(".stamp")
        assert page.locator(".fatal, .result").count() == 0
        assert page.locator(".stamp").get_attribute("data-seat") == str(fatal["seat"])
        shown = page.locator(".got").evaluate_all(
            """all => all.map((one) => [
              Number(one.querySelector(".nth").textContent), one.dataset.card, one.closest(".pile").dataset.spot,
              [...one.closest(".pile").querySelectorAll(".top .card")].at(-1).dataset.card, one.dataset.seat,
            ])"""
        )
        aside = [event for event in events(frame) if event["rule"] == "mada/round-score"]
        wanted = [
            [number, event["card"], event["from"], event["card"], event["to"].split(".")[1]]
            for number, event in enumerate(aside, 1)
        ]
        assert sorted(shown) == wanted
        feed.tap()
        feed.has_not(".stamp")
        if json.loads(frame)["phase"] == "playing":
            feed.has_not(".pile .card")
    feed.has(".result")
    assert rounds > 3


SHARES = "() => [...document.querySelectorAll('.share')].map((one) => one.textContent.trim())"


def test_a_card_set_aside_counts_as_soon_as_it_lands(desks: Any, house: Server) -> None:
    script = Script("mada", 4, 2, names=NAMES)
    page = desks("phone", reduced_motion="no-preference").page
    feed, landed = Feed(page, house.url, script), 0
    for before, frame in zip(script.frames, script.frames[1:], strict=False):
        feed.socket.send(before)
        if not lost(frame):
            continue
        feed.has(".cloth")
        feed.has_not("#sky > img")
        seen = page.evaluate(SHARES)
        feed.socket.send(frame)
        feed.has(".fatal")
        feed.tap()
        feed.has(".stamp")
        flying = page.evaluate(f"() => {{ document.querySelector('.cloth').click(); return ({SHARES})(); }}")
        assert flying == seen
        if any(event["rule"] == "mada/round-score" and event["card"] != "L" for event in events(frame)):
            wait_until(lambda: page.evaluate(SHARES) != seen, "a card lands")  # noqa: B023
            landed += 1
        if landed == 2:
            return
    raise AssertionError("too few rounds were lost")


def test_several_cards_may_be_thrown_away_while_a_lost_round_is_shown(desks: Any, house: Server) -> None:
    """They are marked first; then each is thrown away as soon as the one before was, and the rest is kept."""
    script = Script("mada", 3, 5, names=NAMES)
    feed = Feed(desks("phone").page, house.url, script)
    at, state = next(
        (at, json.loads(frame))
        for at, frame in enumerate(script.frames)
        if lost(frame).get("seat") == VIEWER and json.loads(frame)["view"]["hands"][VIEWER].count(" ") == 2
    )
    feed.socket.send(script.frames[at - 1])
    feed.socket.send(script.frames[at])
    feed.has(".fatal")
    first, second, _third = cards = state["view"]["hands"][VIEWER].split()
    feed.page.click(".held >> nth=0")
    feed.has_not(".fatal")
    feed.has_not(".stamp")
    feed.page.click(".held >> nth=1")
    assert all(one["do"] != "move" for one in feed.sent)
    feed.page.click(".actions .toss")
    for answers, move in enumerate((f"toss {first}", f"toss {second}", "done"), state["answers"]):
        wait_until(lambda: feed.page.evaluate("1") and feed.sent[-1].get("move") == move, move)  # noqa: B023
        assert feed.sent[-1]["answers"] == answers
        feed.socket.send(json.dumps({**state, "entries": [], "number": state["number"]}))  # somebody spoke: nothing was made yet
        cards = cards[1:]
        legal = [one for one in state["legal"] if one["move"] in {"done", *(f"toss {card}" for card in cards)}]
        state = {**state, "answers": answers + 1, "number": state["number"] + 1, "entries": [], "legal": legal}
        state["view"]["hands"][VIEWER] = " ".join(cards)
        feed.socket.send(json.dumps(state))
    feed.has(".actions .done")  # the last state asks again
    assert sum(one["do"] == "move" for one in feed.sent) == 3


def test_what_happens_meanwhile_waits_and_comes_in_order(desks: Any, house: Server) -> None:
    script = Script("mada", 3, 5, names=NAMES)
    page = desks().page
    feed = Feed(page, house.url, script)
    at = next(at for at, frame in enumerate(script.frames) if lost(frame))
    for frame in script.frames[: at + 4]:
        feed.socket.send(frame)
    feed.has(".fatal")
    words = [entry["words"] for frame in script.frames[: at + 4] for entry in json.loads(frame)["entries"] if entry.get("events")]
    told = page.locator(".story .started, .story .moved")
    assert told.count() < len(words)
    feed.tap()
    feed.tap()
    expect(told).to_have_count(len(words))
    assert told.all_inner_texts() == words


@pytest.mark.parametrize(("players", "viewer"), [(2, VIEWER), (3, VIEWER), (5, VIEWER), (2, SPECTATOR), (5, SPECTATOR)])
def test_everything_is_on_the_cloth_at_every_size(desks: Any, house: Server, players: int, viewer: int) -> None:
    script = (Script if viewer == VIEWER else Watched)("mada", players, 1, names=NAMES)
    page = desks().page
    feed = Feed(page, house.url, script, viewer)
    piles = [sum(len(pile.split()) for pile in (json.loads(frame)["view"] or {}).get("piles", ())) for frame in script.frames]
    feed.socket.send(script.frames[piles.index(max(piles))])
    feed.has(".mada")
    assert page.locator(".place").count() == players
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT) == [], (width, height)


CUT = """() => {
  const cloth = document.querySelector(".cloth").getBoundingClientRect();
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => one.closest("[data-at]")?.dataset.at + " " + one.className;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const inside = (one, edge) => box(one).left >= cloth.left - edge && box(one).right <= cloth.right + edge
    && box(one).top >= cloth.top - edge && box(one).bottom <= cloth.bottom + edge;
  const apart = (one, other) => box(one).right <= box(other).left + 1 || box(other).right <= box(one).left + 1
    || box(one).bottom <= box(other).top + 1 || box(other).bottom <= box(one).top + 1;
  const parts = shown(".mada .seat, .rug, .mada .deck, .mada .top .card, .mada .label");
  const solid = shown(".mada .seat, .rug, .mada .stock");
  return [
    ...parts.filter((one) => !inside(one, 12)).map((one) => "outside: " + name(one)),
    ...parts.filter((one) => box(one).width < 36).map((one) => "small: " + name(one)),
    ...solid.flatMap((one, at) =>
      solid.slice(at + 1).filter((other) => !apart(one, other)).map((other) => name(one) + " on " + name(other))),
  ];
}"""
"""What is outside the cloth, too small to read, or on top of something else."""
