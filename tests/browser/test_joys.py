"""What is celebrated at a table: found from two views, and shown only where motion is wanted."""

from __future__ import annotations

from typing import Any

import pytest

from browser.playing import begin, wait_for_luck
from serving import wait_until

PLACED = [{"card": "r2", "from": "hands.1", "to": "board.c4"}]
POINTS = {"kind": "points", "at": "points.1", "from": "board.c4", "text": "+2"}
MAU, MAU_MAU = ({"kind": "bubble", "at": "hands.1", "text": text} for text in ("Mau!", "Mau Mau!"))
TURNED = [{"card": "7", "from": "draw", "to": "piles.1"}]


def bank(cards: str, points: int = 0, **more: Any) -> dict[str, Any]:
    return {"hands": ["? ?", cards], "points": [0, points], **more}


@pytest.mark.parametrize(
    ("game", "before", "move", "cards", "after", "joys"),
    [
        ("maumau", bank("? ? ?"), "place r2 c4", PLACED, bank("? ?", 2), [POINTS]),
        ("maumau", bank("? ?"), "place r2 c4", PLACED, bank("?"), [MAU]),
        ("maumau", bank("? ?"), "place r2 c4", PLACED, bank("?", pending="pass"), []),
        ("maumau", bank("? ?"), "place r2 c4", PLACED, bank("?", owes=["", "mau"]), []),
        ("maumau", bank("?"), "place r2 c4", PLACED, bank("? ? ? ? ?", 5), [{**POINTS, "text": "+5"}, MAU_MAU]),
        ("maumau", bank("?", owes=["", "mau"]), "say", [], bank("?"), [MAU]),
        ("maumau", bank("? ?"), "draw", [{"card": "?", "from": "draw", "to": "hands.1"}], bank("? ? ?"), []),
        ("mada", {}, "luck", TURNED, {}, [{"kind": "sparkle", "at": "piles.1"}]),
        ("mada", {}, "luck", [{"card": "3", "from": "draw", "to": "discard"}], {}, []),
        ("mada", {}, "play 7", TURNED, {}, []),
        ("mad", {"pending": "answer", "turn": 2}, "defend", [], {}, [{"kind": "bounce", "at": "hands.2", "from": "hands.1"}]),
        ("mad", {"pending": "answer", "turn": 2}, "allow", [], {}, []),
    ],
)
def test_what_there_is_to_celebrate(
    desks: Any, game: str, before: dict[str, Any], move: str, cards: list[dict[str, str]], after: dict[str, Any], joys: list[Any]
) -> None:
    state = {"view": after, "events": [{"kind": "moved", "number": 1, "seat": 1, "move": move, "cards": cards}]}
    ask = "async ([game, before, state]) => (await import(`/web/games/${game}.js`)).joys(before, state)"
    assert desks().go("/review").evaluate(ask, [game, before, state]) == joys


@pytest.mark.parametrize(("motion", "shown"), [("no-preference", {"bubble", "chip", "gleam"}), ("reduce", {"bubble"})])
def test_words_are_always_shown_and_the_rest_where_motion_is_wanted(desks: Any, motion: str, shown: set[str]) -> None:
    page = desks(reduced_motion=motion).go()
    begin(page, "mada", 2)
    joys = [{"kind": kind, "at": "draw", "text": "!"} for kind in ("bubble", "points", "sparkle")]
    seen = page.evaluate(
        """async (joys) => {
          (await import("/web/joy.js")).rejoice(joys);
          return [...document.querySelectorAll("#sky span")].map((one) => one.className);
        }""",
        joys,
    )
    assert set(seen) == shown
    wait_until(lambda: not page.locator("#sky span").count(), "they go by themselves")


def test_luck_is_announced_before_its_card_is_seen(desks: Any) -> None:
    page = desks(reduced_motion="no-preference").go()
    begin(page, "mada", 2)
    wait_for_luck(page)
    seen = page.evaluate(
        """() => new Promise((resolve) => {  // not frame by frame: a quick bot cuts the moment short
          const cards = () => document.querySelectorAll(".own .card").length;
          const before = cards();
          const look = () => {
            if (document.querySelector(".deck.breath")) resolve([document.querySelector(".prompt").textContent, cards() - before]);
          };
          new MutationObserver(look).observe(document.body, {subtree: true, attributes: true});
          document.querySelector(".act.luck").click();
        })"""
    )
    assert seen == ["Guest tries their luck", 0]
    page.wait_for_selector(".deck.breath", state="detached")
    wait_until(lambda: page.locator(".prompt").text_content() != seen[0], "what luck brought")
