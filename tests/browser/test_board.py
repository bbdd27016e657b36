"""Mau Mau's board in real games: what is offered can be seen and tapped, and coordinates, buttons and map agree with it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from browser.fits import DRAWN, Stage
from browser.watching import Script
from serving import Server
from twelve import TWELVE

WIDE = ["T" + "." * 24 + "T", *(["." + " " * 24 + "1"] * 14), "D" + "." * 12 + "S" + "." * 11 + "A"]
"""A board as wide as one can be."""
LOOK = """() => {
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const whole = (one) => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    const corners = [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]];
    return [...corners, middle(one.getBoundingClientRect())].every(([x, y]) => one.contains(document.elementFromPoint(x, y)));
  };
  const label = (strip, near) => {
    const [x, y] = middle(near.getBoundingClientRect());
    const far = (one) => {
      const [left, top] = middle(one.getBoundingClientRect());
      return strip === "columns" ? Math.abs(left - x) : Math.abs(top - y);
    };
    return [...document.querySelectorAll(`.${strip} span`)].sort((one, other) => far(one) - far(other))[0];
  };
  const board = document.querySelector(".board");
  const field = board.querySelector(".field").getBoundingClientRect();
  const read = (one) => [label("columns", one), label("rows", one)];
  const shown = (one) => {
    const box = one.getBoundingClientRect();
    return box.left >= field.left - 1 && box.right <= field.right + 1 && box.top >= field.top - 1 && box.bottom <= field.bottom + 1;
  };
  return {
    look: board.dataset.look,
    offered: [...board.querySelectorAll(".cell.offered")].map((one) => ({
      name: one.dataset.spot.slice(6), whole: whole(one), width: one.getBoundingClientRect().width,
      read: read(one).map((at) => at.textContent).join(""), hot: read(one).every((at) => at.className === "hot"),
      framed: read(one).every(shown), earns: [...one.querySelectorAll(".earns span")].map((part) => part.textContent).join(" "),
    })),
    chips: [...document.querySelectorAll(".actions .act")].map((one) => [
      one.dataset.move, one.textContent.trim().replace(/\\s+/g, " "),
    ]),
    map: Boolean(document.querySelector(".minimap:not([hidden])")),
  };
}"""
WINDOW = """() => {
  const map = document.querySelector(".minimap rect").getBoundingClientRect();
  const part = document.querySelector(".minimap .window").getBoundingClientRect();
  const grass = document.querySelector(".grass").getBoundingClientRect();
  const field = document.querySelector(".field").getBoundingClientRect();
  const gut = document.querySelector(".corner").getBoundingClientRect();
  return [
    [(part.left - map.left) / map.width, (gut.right - grass.left) / grass.width],
    [(part.right - map.left) / map.width, (field.right - grass.left) / grass.width],
    [(part.top - map.top) / map.height, (gut.bottom - grass.top) / grass.height],
    [(part.bottom - map.top) / map.height, (field.bottom - grass.top) / grass.height],
  ];
}"""
"""Where the frame of the little map is, and where the part in view is, as parts of the whole."""

CARDS = """() => [...document.querySelectorAll(".held img.card, .cell img.card")].map((one) => {
  const held = one.closest(".held");
  return [(held ?? one).dataset.card, held ? "held" : "board", one.src, held?.ariaLabel.replace(", playable", "") ?? ""];
})"""
"""Every card that the viewer holds or that lies on the board: its place, its picture, and in the hand its name."""
COLOURS = {"r": "Red", "g": "Green", "b": "Blue", "y": "Yellow"}
SYMBOLS = {"D": "Draw 2", "S": "Miss a go", "P": "Pass a Card"}


def offers(state: dict[str, Any], card: str) -> dict[str, tuple[int, str]]:
    """The spaces for a card, with what each brings, as the server says."""
    found: dict[str, tuple[int, str]] = {}
    for move in state["legal"]:
        first, *rest = move["steps"]
        if first["value"] == card and rest and rest[0]["kind"] == "space":
            found[rest[0]["value"]] = (move.get("earns", 0), rest[0].get("brings", ""))
    return found


@pytest.mark.parametrize(
    ("size", "options"),
    [
        ("phone", {"board": "two"}),
        ("sideways", {"board": "one"}),
        ("desk", {"board": "two"}),
        ("phone", {"map": WIDE}),
        ("desk", {"map": WIDE}),
    ],
)
def test_every_offered_space_can_be_seen_and_tapped(desks: Any, house: Server, size: str, options: dict[str, Any]) -> None:
    """Or its button brings it into view. The coordinates in the frame are those of the log, and what it brings is the server's."""
    desk = desks(size)
    page = desk.page
    stage = Stage(page, Script("maumau", 3, 5, options=options))
    stage.open(house.url)
    looked = 0
    while looked < 12 and stage.decide():
        cards = dict.fromkeys(move["steps"][0]["value"] for move in stage.state["legal"] if move["move"].startswith("place"))
        for card in cards:
            wanted = offers(stage.state, card)
            if len(wanted) < 2:
                continue  # chosen without asking
            page.locator(f'.held[data-card="{card}"]').first.dispatch_event("click")
            page.evaluate(DRAWN)
            seen = page.evaluate(LOOK)
            assert {one["name"] for one in seen["offered"]} == set(wanted) == {name for name, _ in seen["chips"]}
            for name, text in seen["chips"]:
                earns, brings = wanted[name]
                assert text.startswith(name)
                assert brings in text
                assert (f"+{earns} " in text) == bool(earns)
            for one in seen["offered"]:
                assert one["width"] >= 40
                assert one["earns"] == " ".join(
                    filter(None, [f"+{wanted[one['name']][0]}".replace("+0", ""), wanted[one["name"]][1]])
                )
                if not one["whole"]:  # then its button scrolls there
                    page.locator(f'.actions [data-move="{one["name"]}"]').dispatch_event("focusin")
                    page.evaluate(DRAWN)
                    one = next(other for other in page.evaluate(LOOK)["offered"] if other["name"] == one["name"])
                assert one["whole"]
                assert one["framed"]
                assert one["hot"]
                assert one["read"] == one["name"]
            best = max(wanted.values())[0]
            assert any(one["whole"] and wanted[one["name"]][0] == best for one in seen["offered"])
            if seen["map"]:
                for drawn, real in page.evaluate(WINDOW):
                    assert drawn == pytest.approx(min(1, max(0, real)), abs=0.08)
            looked += 1
            page.keyboard.press("Escape")
    assert looked >= 6


def test_the_whole_board_is_one_tap_away(desks: Any, house: Server) -> None:
    """To look only: a tap zooms in again, and so does choosing a card."""
    page = desks("phone").page
    stage = Stage(page, Script("maumau", 2, 5, options={"board": "two"}))
    stage.open(house.url)
    while stage.decide() and len(json.loads(stage.script.frames[stage.at - 1])["view"]["board"]) < 6:
        pass
    board = page.locator(".board")
    assert board.get_attribute("data-look") == "near"
    page.click(".minimap")
    assert board.get_attribute("data-look") == "whole"
    box, grass = board.bounding_box(), page.locator(".grass").bounding_box()
    assert box is not None
    assert grass is not None
    assert grass["width"] <= box["width"]
    assert grass["height"] <= box["height"]
    page.click(".closer")
    assert board.get_attribute("data-look") == "near"


def test_a_tap_skips_what_flies(desks: Any, house: Server) -> None:
    page = desks("phone", reduced_motion="no-preference").page
    stage = Stage(page, Script("maumau", 4, 5, options={"board": "two"}))
    stage.open(house.url)
    while '"kind":"started"' not in stage.script.frames[stage.at]:
        stage.send()
    page.wait_for_selector(".lobby")
    stage.send()
    page.wait_for_selector("#sky img")
    assert (
        page.evaluate("""() => {
      document.body.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
      return new Promise((done) => requestAnimationFrame(() => done(document.querySelectorAll("#sky > *").length)));
    }""")
        == 0
    )
    assert page.locator(".held").count() == 5


@pytest.mark.parametrize("size", ["phone", "desk"])
def test_numbers_up_to_12(desks: Any, house: Server, size: str) -> None:
    """A whole game with them: every card in the hand and on the board has its own picture, and its name has the whole number."""
    page = desks(size).page
    stage = Stage(page, Script("maumau", 3, 5, edition=TWELVE, options={"board": "two"}))
    stage.open(house.url)
    shown: dict[tuple[str, str], set[str]] = {}
    named: set[str] = set()
    while stage.decide():
        for card, place, picture, name in page.evaluate(CARDS):
            shown.setdefault((picture, place), set()).add(card)
            if card[0] in COLOURS and place == "held":
                assert name == f"{COLOURS[card[0]]} {SYMBOLS.get(card[1:], card[1:])}"
                named.add(card[1:])
    assert page.locator(".result").count()
    assert {card[1:] for (_, place), cards in shown.items() for card in cards if place == "board"} > {"1", "10", "11", "12"}
    assert [cards for cards in shown.values() if len(cards) > 1] == []
    assert named >= {"1", "10", "11", "12"}
