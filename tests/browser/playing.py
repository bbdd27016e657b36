"""A player who only clicks on what the page offers."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from serving import wait_until

OFFERS = ".option, button.seat.offered, button.cell.offered, .held.possible, button.deck.offered, .act, .mau[aria-pressed=false]"
MINE = ".held.possible, button.deck.offered, .act, .option, button.seat.offered"
"""What the page shows when its player has something to choose."""
CHOICE = """() => {
  const state = document.querySelector(".table");
  if (!state || document.querySelector(".result")) return {over: Boolean(document.querySelector(".result")), offers: []};
  const offers = [...document.querySelectorAll(%r)].filter((one) => one.checkVisibility());
  const chosen = document.querySelector(".held.chosen");
  return {over: false, offers: offers.map((one) => ({
    index: offers.indexOf(one), kind: [...one.classList].join(" "), card: one.dataset.card ?? "", move: one.dataset.move ?? "",
    value: one.dataset.value ?? "", chosen: one === chosen || one.classList.contains("chosen")}))};
}"""


@dataclass
class Clicker:
    """Clicks at random on what is offered, and counts the kinds of things it clicked."""

    page: Page
    chance: random.Random
    clicked: Counter[str] = field(default_factory=Counter)
    prefer: tuple[str, ...] = ()

    def step(self) -> bool:
        """Click once if something is offered; return whether the game is over."""
        seen = self.page.evaluate(CHOICE % OFFERS)
        if seen["over"]:
            return True
        offers = [one for one in seen["offers"] if not one["chosen"]]
        if any("cell" in one["kind"] or "option" in one["kind"] for one in offers):  # in the middle of a choice
            offers = [one for one in offers if "held" not in one["kind"]] or offers
        if not offers:
            return False
        attacked = any(one["move"] == "allow" for one in offers)  # defences are kept until then
        offers = [one for one in offers if attacked or one["card"] != "N"] or offers
        prefer = {"N"} if attacked else set(self.prefer)
        liked = [one for one in offers if {one["card"], name(one)} & prefer]
        pick = self.chance.choice(liked or offers)
        done = self.page.evaluate(
            """([selector, index]) => {
              const one = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())[index];
              if (!one) return false;
              one.click();
              return true;
            }""",
            [OFFERS, pick["index"]],
        )
        if done:
            self.clicked[name(pick)] += 1
        return False

    def play(self, patience: float = 120) -> Counter[str]:
        """Click until the game is over."""
        wait_until(self.step, "the game is over", patience)
        return self.clicked


def name(pick: dict[str, str]) -> str:
    """What was clicked: the kind of thing, or for a button the word of its move."""
    for kind in ("option", "seat", "cell", "held", "deck", "mau"):
        if kind in pick["kind"].split():
            return kind
    return pick["move"].split(" ")[0] or "act"


def begin(page: Page, game: str, players: int) -> None:
    """Start a game against easy bots from the start page."""
    page.wait_for_selector(".game")
    page.select_option(f'.game[data-game="{game}"] select >> nth=0', str(players))
    page.select_option(f'.game[data-game="{game}"] select >> nth=1', "easy")
    page.click(f'.game[data-game="{game}"] .play')
    page.wait_for_selector(".hand")


def begin_with_a_turn(desk: Any, game: str, players: int) -> None:
    """Start games until one waits for a plain turn of mine. A question would not do: the table may answer it."""
    while True:
        begin(desk.go(), game, players)
        wait_until(lambda: desk.page.locator(MINE).count(), "my turn")
        if desk.page.locator('.cloth[data-pending="turn"]').count():
            return


def wait_for_luck(page: Page) -> None:
    """Play MADA until luck can be tried; a dealt Scorpion is thrown away first."""
    player = Clicker(page, random.Random(7))
    wait_until(lambda: page.locator(".act.luck").count() or player.step(), "my turn")
