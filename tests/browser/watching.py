"""Whole games with a fixed seed, sent to a page: what it shows, and what it should show by the record."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from itertools import groupby
from typing import Any

from playwright.sync_api import Page

from following import Cards, undealt
from kartenhaus.core import recordfile
from kartenhaus.core.events import Event
from kartenhaus.core.game import Written
from kartenhaus.core.texts import ENGLISH
from kartenhaus.table import commands, frames, states
from kartenhaus.table import entries as log
from kartenhaus.table.stories import Told, told
from serving import wait_until
from table.evening import Evening
from walking import kind_of

VIEWER = 0
FORCED = {"mad/woolly", "mad/not-me-woolly", "mad/draw-one", "mad/not-me-draw-one"}
"""The rules by which somebody is made to draw: such cards are counted."""
NAMES = ("Ada", "Bruno", "Clio", "Dora")
WATCH = """
window.seen = {flights: [], joys: [], strikes: [], live: []};
const note = (list, what) => JSON.stringify(list.at(-1)) === JSON.stringify(what) || list.push(what);
new MutationObserver((changes) => {
  for (const {target, addedNodes, type} of changes) {
    if (type === "attributes") target.matches(".strike") && note(seen.strikes, [target.dataset.from, target.dataset.to]);
    else if (target.id === "live") for (const {textContent} of addedNodes) seen.live.push(textContent);
    else if (target.id === "sky")
      for (const {tagName, className, dataset, textContent} of addedNodes) {
        if (tagName === "IMG") seen.flights.push([dataset.card, Number(dataset.amount), dataset.from, dataset.to]);
        else note(seen.joys, [className, dataset.at, dataset.from, textContent]);
      }
  }
}).observe(document, {subtree: true, childList: true, characterData: true, attributeFilter: ["data-from", "data-to"]});
"""
"""Notes flying cards, celebrations, arrows, and every text for screen readers."""


class Script(Evening):
    """A whole game of random moves, and the frames that its first player gets."""

    def __init__(
        self,
        game: str,
        players: int,
        seed: int,
        language: str = ENGLISH,
        names: tuple[str, ...] = NAMES,
        sense: float = 0.0,
        **choice: Any,
    ) -> None:
        """The more `sense`, from 0 to 1, the more moves follow rules of thumb instead: a random game of MAD can take for ever."""
        self.dice = random.Random(seed)
        self.sense = sense
        self.frames: list[str] = []
        self.language = language
        super().__init__(game, players, **choice)
        self.sit(*names[:players])
        for seat in range(players):
            self.do(commands.ready, seat, nonce=str(seed))
        self.run()
        self.play_out()

    def add(self, entry: log.Entry) -> None:
        """Apply an entry, and keep the frame that tells the viewer."""
        happening = frames.Happening(self.table, entry)
        super().add(entry)
        if not isinstance(entry, log.Held) and all(seat.name for seat in self.table.seats):
            entries = [happening.told(self.table, VIEWER, self.language)]
            common = frames.shared(self.table, self.watch, self.now)
            self.frames.append(frames.state(self.table, self.watch, VIEWER, self.now, entries, common, self.language).decode())

    def choice(self, seat: int) -> str:
        """A random move; all kinds are equally likely."""
        if self.sense and self.dice.random() < self.sense:
            return super().choice(seat)
        kinds: dict[str, list[str]] = {}
        for move in self.table.look(seat).moves:
            kinds.setdefault(kind_of(move), []).append(move)
        return self.dice.choice(kinds[self.dice.choice(list(kinds))])

    def play_into(self, page: Page, url: str) -> None:
        """Open the table's page, and send it all frames without a pause."""
        welcome = states.encode(frames.welcome(self.table, VIEWER)).decode()

        def connect(socket: Any) -> None:
            def hear(message: str) -> None:
                if json.loads(message)["do"] == "hello":
                    for frame in (welcome, *self.frames):
                        socket.send(frame)

            socket.on_message(hear)

        page.route_web_socket("**/socket", connect)
        page.route("**/api/tables/*", lambda route: route.fulfill(json={**json.loads(welcome), "link": url}))
        page.add_init_script(WATCH)
        page.goto(f"{url}/t/{self.table.id}")
        wait_until(lambda: page.locator(".result").count(), "the page sees the end")


class Played:
    """What a page must show the viewer of a recorded game, in order, without immediate repeats."""

    def __init__(self, text: str, moves: int | None = None) -> None:
        """The whole game, or its first moves."""
        self.flights: list[list[Any]] = []
        self.dealt: list[list[Any]] = []
        self.joys: list[list[str]] = []
        self.strikes: list[list[str]] = []
        self.words: list[str] = []
        self.kinds: set[str] = set()
        view: Written = {}
        for history in recordfile.loads(text).replayed(end=None if moves is None else moves + 1):
            one = told(history, VIEWER, history.names)
            self.words.append(one.words)
            cards = undealt(history.game, history.written(VIEWER)) if not history.played else Cards(view)
            self.kinds |= {event.kind for event in one.events}
            for at, event in enumerate(one.events):
                self.flights += flights(event, cards)
                self.joys += joys(one, at, cards)
                cards.follow([event])
            self.strikes += [
                [f"hands.{event.seat}", f"hands.{event.whom}"] for event in one.events if event.kind in ("attack", "defence")
            ]
            self.dealt = self.dealt or [*self.flights]
            view = history.written(VIEWER)
        self.joys, self.strikes = once(self.joys), once(self.strikes)


def flights(event: Event, cards: Cards) -> list[list[Any]]:
    """The cards that fly in an event: the face on top, how many, from, to; `cards` lie as before the event."""
    match event.kind:
        case "card":
            return [[event.card, 1, event.source, event.target]]
        case "cards":
            return [[cards.at[event.source][event.amount - 1], event.amount, event.source, event.target]]
        case "dragged":
            return [[cards.at[event.target][-1], event.amount, event.target, event.target]]
        case "swapped":
            ways = ((event.source, event.target), (event.target, event.source))
            return [[held[-1], len(held), *way] for way in ways if (held := cards.at[way[0]])]
    return []


def joys(one: Told, at: int, cards: Cards) -> list[list[str]]:
    """What the page points out: points, something said, what hits a seat, luck that held, as the event's words say, and what is
    special in MADA; `cards` lie as before the event."""
    event = one.events[at]
    match event.kind:
        case "points":
            return [["chip", f"points.{event.seat}", event.target, f"+{event.amount}"]]
        case "said":
            return [["bubble", f"hands.{event.seat}", "", f"{event.word.title()}!"]]
        case "cannot":
            return [["remark", f"hands.{event.seat}", "", "cannot place"]]
        case "passed":
            return [["remark", f"hands.{event.seat}", "", "passes"]]
        case "counted":
            return [["remark", f"hands.{event.seat}", "", f"{event.amount} point{'' if event.amount == 1 else 's'}"]]
        case "card" if event.rule in FORCED:
            drawn = sum(other.rule in FORCED and other.target == event.target for other in one.events[: at + 1])
            return [["remark", event.target, "", f"+{drawn}"]]
        case "skip":
            return [["remark", f"hands.{event.seat}", "", "misses a turn"]]
        case "card" if event.words.endswith("Luck holds."):
            top = cards.at[event.target][-1:]
            shout = f"{event.card} on {top[0]}: lucky!" if top not in ([], ["L"]) else "Lucky!"
            return [["gleam", event.target, "", "✦"], ["bubble", event.target, "", shout]]
        case "card" if event.card == "S" and event.rule.startswith("mada/"):
            return [["bubble", event.target, "", "Scorpion!"]]
        case "dragged":
            amount = event.amount - 1
            return [["bubble", event.target, "", f"{amount} card goes under" if amount == 1 else f"{amount} cards go under"]]
        case "swapped" if event.rule.startswith("mada/"):
            return [["bubble", event.source, "", "Swap!"]]
        case "shuffled" if event.rule == "mada/reshuffle":
            return [["bubble", event.target, "", "Shuffled anew"]]
    return []


def once(what: Iterable[Any]) -> list[Any]:
    """The same items, without those that equal the one before."""
    return [one for one, _ in groupby(what)]
