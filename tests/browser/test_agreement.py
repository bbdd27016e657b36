"""Whole games against bots on a real server: flights, log, lost rounds and the result show what the replayed record says."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from browser.playing import Clicker, begin
from browser.watching import VIEWER, WATCH, Played
from kartenhaus.core import recordfile
from kartenhaus.core.game import NOBODY
from kartenhaus.table.stories import Told, told
from serving import Server, wait_until

PLAYERS = {"mada": 4, "mad": 3, "maumau": 3}
YOU = "you"
FEW = 20  # flights: a whole game has more
OWNED = ("hands", "piles", "aside")  # places that belong to a seat
LOOK = """
Object.assign(window, {ways: [], rounds: []});
// whose part of the table a point is in: by the name that stands there
const whoseAt = (x, y) => {
  const parts = [...document.querySelectorAll(".place, .around > .seat, .hand, .prompt")].filter((one) => {
    const {left, top, right, bottom} = one.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return parts.length ? nameOf(parts[0]) : "";
};
const nameOf = (part) => part.querySelector(".called b")?.textContent ?? "you";
const middle = (image, {transform}) => {
  const [x, y] = transform.match(/-?[\\d.]+(e-?\\d+)?/g).map(Number);
  const width = parseFloat(image.style.width);
  return [x + width / 2, y + width * 0.7];
};
new MutationObserver((changes) => {
  for (const {target, addedNodes} of changes) for (const node of addedNodes) {
    if (node.nodeType !== 1) continue;
    if (target.id === "sky" && node.tagName === "IMG") {
      const frames = node.getAnimations()[0]?.effect.getKeyframes();
      if (!frames) continue; // the next state has come already: nobody sees it fly
      const [begins, ends] = [frames[0], frames.at(-1)].map((frame) => whoseAt(...middle(node, frame)));
      ways.push([node.dataset.from, begins, node.dataset.to, ends]);
    }
    if (node.matches(".fatal"))
      rounds.push({met: [...node.querySelectorAll(".card")].map((one) => one.dataset.card), lost: "", aside: []});
    for (const one of node.matches(".stamp, .got") ? [node] : node.querySelectorAll(".stamp, .got")) {
      const whose = nameOf(one.closest(".place"));
      if (one.matches(".stamp")) rounds.at(-1).lost = whose;
      else rounds.at(-1).aside.push([Number(one.querySelector(".nth").textContent), whose, one.dataset.card]);
    }
  }
}).observe(document, {subtree: true, childList: true});
"""
"""Notes whose place each flight starts and ends at, as seen on the screen, and what is shown of lost rounds."""


def play(page: Page, game: str) -> None:
    """Play a whole game; a tap goes through what is shown of a lost round."""
    page.add_init_script(WATCH + LOOK)
    page.reload()
    begin(page, game, PLAYERS[game])
    player = Clicker(page, random.Random(3))

    def step() -> bool:
        if page.locator(".fatal, .stamp").count():
            page.evaluate("document.querySelector('.cloth').click()")
            return False
        return player.step()

    wait_until(step, "the game is over", 180)


class Replayed(Played):
    """The game of a page, from its record."""

    def __init__(self, page: Page, house: Server) -> None:
        text = house.get(f"tables/{page.url.rpartition('/')[2]}/records/1").text
        super().__init__(text)
        self.names: tuple[str, ...] = ()
        self.moves: list[tuple[int, Told]] = []
        """Who did it, and what the viewer learns of it; first the deal."""
        for history in recordfile.loads(text).replayed():
            self.names = tuple(history.names)
            self.moves.append((history.played[-1].seat if history.played else NOBODY, told(history, VIEWER, self.names)))
        self.result = history.result

    def name(self, seat: int) -> str:
        """What the table calls a seat."""
        return YOU if seat == VIEWER else self.names[seat]

    def owner(self, place: str) -> str:
        """Whose place it is; empty for one in the middle of the table."""
        kind, _, seat = place.partition(".")
        return self.name(int(seat)) if kind in OWNED else ""


@pytest.mark.parametrize("game", PLAYERS)
def test_a_game_against_bots_is_shown_as_its_record_tells_it(desks: Any, house: Server, game: str) -> None:
    page = desks(reduced_motion="no-preference").go()
    play(page, game)
    played = Replayed(page, house)
    assert page.evaluate("seen.flights") == played.flights
    assert len(played.flights) > FEW
    ways = page.evaluate("ways")
    assert len(ways) > FEW
    for source, begins, target, ends in ways:
        assert (begins, ends) == (played.owner(source), played.owner(target)), (source, target)

    faces = {seat: page.locator(f'.seat[data-seat="{seat}"] .avatar').get_attribute("src") for seat in range(1, PLAYERS[game])}
    faces[VIEWER] = page.locator(".prompt .avatar").get_attribute("src")
    assert len(set(faces.values())) == PLAYERS[game]
    lines = page.locator(".story .started, .story .moved").evaluate_all(
        """all => all.map((one) => [
          one.querySelector(".avatar")?.getAttribute("src"), one.querySelector("span").textContent,
          one.querySelector(".card")?.dataset.card,
        ])"""
    )
    wanted = [[faces.get(seat), one.words, first_card(one, dealt=seat == NOBODY)] for seat, one in played.moves]
    assert lines == wanted[-len(lines) :]
    assert len(lines) >= min(FEW, len(wanted))  # a log shows only the last of a long game

    won, points = played.result.winners, played.result.points
    rows = page.locator(".scores li").evaluate_all(
        """all => all.map((one) => [one.querySelector(".counts b").textContent, one.querySelector(".sum .unseen").textContent,
          one.matches(".won"), one.querySelector(".avatar").getAttribute("src")])"""
    )
    shown = {name: (int(words.split()[0]), crowned, face) for name, words, crowned, face in rows}
    called = {seat: "You" if seat == VIEWER else played.names[seat] for seat in faces}
    assert shown == {called[seat]: (points[seat], seat in won, face) for seat, face in faces.items()}


def first_card(one: Told, dealt: bool) -> str | None:
    """The card that a line of the log shows: the first one whose face the viewer sees; of a deal, the one turned up for all."""
    cards = [event for event in one.events if event.kind == "card" and event.card not in ("", "?")]
    return next((event.card for event in cards if not (dealt and event.target.startswith("hands."))), None)


def test_every_lost_round_shows_whose_cards_the_record_sets_aside(desks: Any, house: Server) -> None:
    page = desks("phone").go()
    play(page, "mada")
    played = Replayed(page, house)
    wanted = []
    for _, one in played.moves:
        at = next((at for at, event in enumerate(one.events) if event.kind == "round"), -1)
        if at < 0:
            continue
        lost = one.events[at]
        cards = [event for event in one.events[at + 1 :] if event.kind == "card"]
        aside = [[number, played.owner(event.target), event.card] for number, event in enumerate(cards, 1)]
        wanted.append({"met": [lost.card, lost.on], "lost": played.name(lost.seat), "aside": aside})
    rounds = page.evaluate("rounds")
    for one in rounds:
        one["aside"].sort()
    assert rounds == wanted
    assert len(rounds) > 3
