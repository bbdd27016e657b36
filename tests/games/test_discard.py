"""mada/round-clear, mada/secret: the discard lies face up, and everybody sees the card on top that came there last."""

from __future__ import annotations

import json

import msgspec
import pytest

from conftest import Setting
from following import Cards, undealt
from kartenhaus.core.events import Event
from kartenhaus.core.game import SPECTATOR, Game, Written
from kartenhaus.table import entries as log
from kartenhaus.table import frames
from table.evening import Evening
from walking import walk

SEEDS = range(70)  # enough to shuffle the discard at least once for every number of players


def unseen(game: Game, table: Written) -> Cards:
    """Before the deal: all cards on the draw pile, face down."""
    cards = undealt(game, table)
    cards.at["draw"] = ["?"] * len(cards.at["draw"])
    return cards


def tops(view: Written, told: Cards) -> tuple[str, str]:
    """The top of the discard in the view and by the events; empty texts if there is none."""
    shown, heard = view["discard"].split(), told.at["discard"]
    return shown[-1] if shown else "", heard[-1] if heard else ""


@pytest.mark.sweep("players", range(2, 6), (2, 5))
def test_the_top_of_the_discard_is_the_last_card_that_events_put_there(players: int) -> None:
    """For every viewer, from their events alone; also after a lost round and after the discard was shuffled."""
    cleared, shuffled = 0, 0
    for seed in SEEDS:
        told: dict[int, Cards] = {}
        for history in walk(Setting("mada", players, ()), seed):
            for viewer in range(SPECTATOR, players):
                heard = told.setdefault(viewer, unseen(history.game, history.written()))
                heard.follow(history.told(viewer))
                shown, last = tops(history.written(viewer), heard)
                assert shown == last
            rules = {event.rule for event in history.events}
            cleared, shuffled = cleared + ("mada/round-clear" in rules), shuffled + ("mada/reshuffle" in rules)
    assert cleared
    assert shuffled


class Followed(Evening):
    """A table at which every viewer follows only what they are sent."""

    def __init__(self) -> None:
        self.told: dict[int, Cards] = {}
        self.seen: set[str] = set()
        super().__init__("mada", 3)

    def add(self, entry: log.Entry) -> None:
        """Apply an entry, and send it to everybody."""
        happening = frames.Happening(self.table, entry)
        super().add(entry)
        common = frames.shared(self.table, self.watch, self.now)
        for viewer in range(SPECTATOR, 3):
            told = [happening.told(self.table, viewer)]
            sent = json.loads(frames.state(self.table, self.watch, viewer, self.now, told, common))
            if sent["view"] is None:
                continue
            if isinstance(entry, log.Started):
                assert self.table.history is not None
                self.told[viewer] = unseen(self.table.game, self.table.history.written())
            events = msgspec.convert(sent["entries"][0].get("events", []), list[Event])
            self.told[viewer].follow(events)
            shown, last = tops(sent["view"], self.told[viewer])
            assert shown == last
            self.seen.add(shown)


def test_what_is_sent_shows_the_top_of_the_discard_that_its_events_tell() -> None:
    """On the wire, the view in a state agrees with its events, for seats and spectators."""
    evening = Followed()
    evening.start("Mia", "Ben", "Eva")
    evening.play_out()
    assert len(evening.seen) > 2
