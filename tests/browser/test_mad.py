"""The table of MAD: who sits where, which way play goes, arrows, and choices that are whole on small screens."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import kartenhaus
from kartenhaus.core.game import SPECTATOR
from kartenhaus.table import alone
from serving import Server

NAMES = ("Mia", "Ben", "Ann", "Noor", "Ida", "Tom")
HANDS = ("g2 yW r5 rG b3 WW N", "? ? ?", "? ?", "? ? ? ? ? ? ? ? ?", "?", "? ? ? ? ? ?")
SCREENS = [(360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080)]
BOXES = """(selectors) => Object.fromEntries(selectors.map((one) => [one, [...document.querySelectorAll(one)]
  .filter((found) => found.checkVisibility()).map((found) => found.getBoundingClientRect().toJSON())]))"""
ARROW = """() => [...document.querySelectorAll(".strike .shaft:not(.ink), .strike .tip")].flatMap((path) => {
  const to = path.getScreenCTM();
  const long = path.getTotalLength();
  return Array.from({length: 40}, (_, at) => path.getPointAtLength((long * at) / 39).matrixTransform(to)).map(({x, y}) => [x, y]);
})"""
Box = dict[str, float]


def lay(page: Page, url: str, players: int, viewer: int = 0, language: str = "en", **position: Any) -> list[str]:
    """Open a table in a position, as if a server had sent it; the list gets all moves that the page sends."""
    history = kartenhaus.deal("mad", players=players, seed=1)
    history.position = history.game.files.lay_out(history.edition, history.options, players)
    hands = ["? ?" if viewer == SPECTATOR else HANDS[0], *HANDS[1:players]]
    written = {"to_act": 0, "hands": hands, "open": "g4 b2 y4", "turns": 9, **position}
    history.game.notation.read_position(written, history.position, hidden=True)
    seats = alone.seats(NAMES[:players])
    state = alone.state(history, viewer, seats, language, choosing=history.to_act == viewer)
    state.table = "abcdef"
    welcome = alone.welcome(history, viewer, language)
    frames = [msgspec.json.encode(one).decode() for one in (welcome, state)]
    made: list[str] = []

    def connect(socket: Any) -> None:
        def hear(message: str) -> None:
            said = json.loads(message)
            if said["do"] == "hello":
                for frame in frames:
                    socket.send(frame)
            elif said["do"] == "move":
                made.append(said["move"])

        socket.on_message(hear)

    page.route_web_socket("**/socket", connect)
    page.route("**/api/tables/*", lambda route: route.fulfill(json={**json.loads(frames[0]), "link": url}))
    page.goto(f"{url}/t/abcdef")
    page.wait_for_selector(".magazine")
    return made


def middle(box: Box) -> tuple[float, float]:
    """The centre of a box."""
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def seat_boxes(page: Page) -> dict[int, Box]:
    """Where the others sit."""
    found = page.eval_on_selector_all(
        ".magazine .seat", "(seats) => seats.map((seat) => [Number(seat.dataset.seat), seat.getBoundingClientRect().toJSON()])"
    )
    return dict(found)


def inside(point: tuple[float, float], box: Box, less: float = 1) -> bool:
    """Whether a point lies in a box."""
    x, y = point
    return box["left"] + less < x < box["right"] - less and box["top"] + less < y < box["bottom"] - less


@pytest.mark.parametrize("players", range(2, 7))
def test_people_sit_as_play_goes(desks: Any, house: Server, players: int) -> None:
    """The next seat is at the right, then up, over the top to the left, and down; the track and the words agree."""
    page = desks("phone").page
    for direction, sign in (("right", 1), ("left", -1)):
        lay(page, house.url, players, direction=direction)
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            boxes = seat_boxes(page)
            assert list(boxes) == list(range(1, players))
            cloth = page.locator(".cloth").bounding_box()
            assert cloth is not None
            centre = cloth["x"] + cloth["width"] / 2, cloth["y"] + cloth["height"]
            spots = [middle(boxes[seat]) for seat in range(1, players)]
            rights = [x - centre[0] for x, _ in spots]
            if players > 2:
                assert rights[0] > 0 > rights[-1]
            assert rights == sorted(rights, reverse=True) or (players > 4 and sorted(rights[1:-1], reverse=True) == rights[1:-1])
            next_one = page.locator(".flag.follows").locator("xpath=ancestor::*[contains(@class, 'seat')][1]")
            assert next_one.get_attribute("data-seat") == str(1 if sign > 0 or players == 2 else players - 1)
            assert page.locator(f".track.{direction}").count() == 1
            expect(page.locator(".caption")).to_have_text(f"Play goes to the {direction}")
            track = page.locator(".track").bounding_box()
            assert track is not None
            for x, y in spots:  # each seat lies on the track
                on_side = min(abs(x - track["x"] - 7), abs(x - track["x"] - track["width"] + 7)) < 20
                on_top = abs(y - track["y"] - 7) < 20
                assert on_side or on_top


CHEVRONS = """() => Object.fromEntries([...document.querySelectorAll(".track i")].map((strip) => {
  const style = getComputedStyle(strip);
  const turn = ((parseFloat(style.rotate) || 0) * Math.PI) / 180;
  const flip = style.scale.startsWith("-1") ? -1 : 1;
  return [strip.className, [Math.round(Math.cos(turn)) * flip, Math.round(Math.sin(turn)) * flip]];
}))"""


def test_arrowheads_go_the_way_that_the_words_say(desks: Any, house: Server) -> None:
    """To the right: along your side to the right, then up at the right, to the left over the top, down at the left."""
    page = desks("phone").page
    lay(page, house.url, 4, direction="right")
    assert page.evaluate(CHEVRONS) == {"south": [1, 0], "east": [0, -1], "north": [-1, 0], "west": [0, 1]}
    lay(page, house.url, 4, direction="left")
    assert page.evaluate(CHEVRONS) == {"south": [-1, 0], "east": [0, 1], "north": [1, 0], "west": [0, -1]}


def attack_on(victim: int, attacker: int, **more: Any) -> dict[str, Any]:
    """A Wild and Woolly that waits for an answer."""
    return {"to_act": victim, "open": "g4 WW:b", "pending": "answer", "attack": "woolly", "threat": attacker, **more}


@pytest.mark.parametrize("players", [2, 4, 6])
def test_an_arrow_never_crosses_words_buttons_or_cards(desks: Any, house: Server, players: int) -> None:
    """From the open pile to the victim, or from the attacker to the sheet; it lies under the seats and piles of the cloth."""
    page = desks("phone").page
    ways = [(0, attacker) for attacker in range(1, players)] + [(victim, 0) for victim in range(1, players)]
    for victim, attacker in ways:
        lay(page, house.url, players, **attack_on(victim, attacker))
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")  # it was drawn again
            points = page.evaluate(ARROW)
            assert points
            for boxes in page.evaluate(BOXES, [".sheet", ".prompt", ".actions > *", ".held", ".bar"]).values():
                for box in boxes:
                    assert not [point for point in points if inside(tuple(point), box)], (victim, attacker, width)
            tip = points[-40:]
            target = page.locator(".sheet" if victim == 0 else f'.seat[data-seat="{victim}"]').bounding_box()
            assert target is not None
            near = min(
                max(target["x"] - x, x - target["x"] - target["width"], 0)
                + max(target["y"] - y, y - target["y"] - target["height"], 0)
                for x, y in tip
            )
            assert near < 14
            assert page.locator(f'.seat[data-seat="{victim}"] .plus').all_inner_texts() == ([] if victim == 0 else ["+3"])


WHOLE = """() => [...document.querySelectorAll(".sheet, .sheet button")].flatMap((one) => {
  const box = one.getBoundingClientRect();
  const cut = box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  const hand = document.querySelector(".hand").getBoundingClientRect();
  const over = one.matches(".sheet") && box.bottom > hand.top + 1 && box.left < hand.right && box.right > hand.left;
  const covered = one.matches("button") &&
    !one.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
  const small = one.matches("button") && (box.width < 44 || box.height < 44);
  const scrolls = one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1;
  const faults = {cut, over, covered, small, scrolls};
  const found = Object.keys(faults).filter((fault) => faults[fault]);
  return found.length ? [`${one.className}: ${one.innerText}: ${found}`] : [];
})"""


@pytest.mark.parametrize("language", ["de", "fr"])
def test_choices_are_whole(desks: Any, house: Server, language: str) -> None:
    """Victims, colours, directions and defences with six players, above the hand or beside it."""
    page = desks("phone", locale=language).page

    def whole() -> None:
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            assert page.locator(".sheet").count() == 1
            assert page.evaluate(WHOLE) == [], (width, height)

    made = lay(page, house.url, 6, language=language)
    page.click('.held[data-card="WW"]')
    whole()
    page.click('.option[data-kind="seat"][data-value="3"]')
    whole()
    assert page.locator(".option .says small").count() == 4
    page.click('.option[data-value="r"]')
    assert made == ["play WW r 3"]
    made = lay(page, house.url, 6, language=language)
    page.click('.held[data-card="yW"]')
    whole()
    left, right = (page.locator(f'.option[data-value="{way}"]').bounding_box() for way in ("left", "right"))
    assert left is not None
    assert right is not None
    assert left["x"] < right["x"]
    lay(page, house.url, 6, language=language, **attack_on(0, 3))
    whole()
    lay(page, house.url, 6, language=language, **attack_on(0, 3, hands=["g2 r5", *HANDS[1:]]))
    whole()
    assert page.locator(".sheet button").count() == 1  # without a defence there is one answer


def test_a_sheet_asks_and_says_what_each_answer_brings(desks: Any, house: Server) -> None:
    """In the words of the server: the page knows no attack."""
    page = desks("phone").page
    sheet = page.locator(".sheet")
    for top, card, question in (
        ("r4", "rG", "Who gets two cards?"),
        ("y4", "yW", "Who goes next?"),
        ("y4", "WW", "Who draws three?"),
    ):
        lay(page, house.url, 4, open=top)
        page.click(f'.held[data-card="{card}"]')
        expect(sheet.locator("h2")).to_have_text(question)
        if card != "WW":
            page.click(".cancel")
    page.click('.option[data-kind="seat"][data-value="2"]')
    expect(sheet.locator("h2")).to_have_text("Name a colour")
    expect(sheet.locator("header p")).to_have_text("Wild and Woolly: Ann draws three")
    expect(page.locator('.seat[data-seat="2"] .plus')).to_have_text("+3")
    page.click(".cancel")
    lay(page, house.url, 4, **attack_on(0, 3))
    expect(sheet.locator('[data-value="N"] .says')).to_have_text("Not Me!Noor draws three")
    expect(sheet.locator('[data-move="allow"] .says')).to_have_text("Let it happenyou draw three")


def test_with_two_players_which_way_does_not_ask(desks: Any, house: Server) -> None:
    page = desks("phone").page
    made = lay(page, house.url, 2)
    page.click('.held[data-card="yW"]')
    assert made == ["play yW right"]


def test_a_spectator_sees_all_seats(desks: Any, house: Server) -> None:
    page = desks().page
    lay(page, house.url, 6, SPECTATOR)
    boxes = seat_boxes(page)
    assert sorted(boxes) == list(range(6))
    assert middle(boxes[1])[0] > middle(boxes[0])[0] > middle(boxes[5])[0]
    assert all(middle(boxes[0])[1] > middle(boxes[seat])[1] for seat in range(1, 6))
