"""At a table, who may ask why something cannot be chosen, and what the answer is."""

from __future__ import annotations

from typing import Any

import pytest

from kartenhaus.core.errors import InvalidMove
from kartenhaus.core.game import SPECTATOR
from kartenhaus.core.steps import Step
from kartenhaus.table import commands
from kartenhaus.table import entries as log
from kartenhaus.table.table import Table
from kartenhaus.table.words import explained


def playing(game: str, position: dict[str, Any], **options: Any) -> Table:
    """A table of two in a given position."""
    table = Table("abcdefghjk")
    table.apply(commands.open_table(0, "0" * 64, game, 2, options=options))
    for seat, name in enumerate(("Mia", "Ben")):
        table.apply(commands.sit(table, 0, name, "", name))
        table.apply(commands.ready(table, 0, seat))
    table.apply(log.Started(0, table.next_options()))
    assert table.history is not None
    fresh = table.game.files.lay_out(table.history.edition, table.history.options, 2)
    table.game.notation.read_position(position, fresh)
    table.history.position = fresh
    table._change()
    table._ask()
    return table


def told(table: Table, seat: int, *steps: Step) -> tuple[str, str]:
    reason = commands.why(table, seat, steps)
    return explained(table.game.name, reason, "en", [one.name for one in table.seats]), reason.rule


BOARD = {"to_act": 0, "hands": ["bS y2 J rD", "r1"], "board": {"a1": "r8"}}


def test_under_a_penalty_and_for_a_card_that_fits_nowhere() -> None:
    table = playing("maumau", BOARD | {"penalty": 2}, map=["S..", ".T."])
    for card in ("bS", "y2", "J"):
        assert told(table, 0, Step("card", card)) == ("draw the 2 cards, or place a Draw 2", "maumau/draw-two")
        assert told(table, 0, Step("card", card), Step("space", "b1"))[1] == "maumau/draw-two"
    assert told(table, 0, Step("space", "c1"))[1] == "maumau/draw-two"
    table = playing("maumau", BOARD, map=["S..", ".T."])
    assert told(table, 0, Step("card", "y2")) == (
        "Yellow 2 fits no space: it needs its colour or its value beside it",
        "maumau/place",
    )
    assert told(table, 0, Step("card", "rD"), Step("space", "c1")) == ("c1 shares no edge with a card", "maumau/place")
    assert told(table, 0, Step("space", "a1")) == ("a1 is already covered", "maumau/place")
    assert told(table, 0, Step("space", "b1")) == ("choose a card first", "maumau/turn")
    assert told(table, 0, Step("word", "draw")) == ("you can place a card, so you may not draw", "maumau/draw")
    assert told(table, 1, Step("card", "r1")) == ("it is not your turn; wait for Mia", "maumau/turn")
    table = playing("maumau", {"to_act": 0, "hands": ["r2", "r1"], "board": {"a1": "r8", "c1": "g3"}}, map=["S1."], match_all=True)
    assert told(table, 0, Step("card", "r2"))[1] == "maumau/anchor"


def test_in_the_other_games() -> None:
    table = playing("mada", {"to_act": 0, "hands": ["3 8 9", "5"], "piles": ["7", ""], "turns": 5})
    assert told(table, 0, Step("card", "3")) == ("the top of your pile is Cactus 7; play Cactus 7 or higher", "mada/play")
    assert told(table, 0, Step("word", "draw"))[1] == "mada/draw"
    assert told(table, 0, Step("seat", "1"))[1] == "mada/double"
    table = playing("mad", {"to_act": 0, "hands": ["gG b1 X", "y1"], "open": "g5"})
    assert told(table, 0, Step("card", "b1"))[1] == "mad/fit"
    assert told(table, 0, Step("card", "gG"), Step("seat", "0")) == ("name an opponent, not yourself", "mad/give-two")
    assert told(table, 0, Step("card", "X"), Step("way", "left"))[1] == "mad/and-or"
    assert told(table, 0, Step("colour", "r")) == ("choose a card first", "mad/turn")


def test_who_cannot_move_cannot_ask() -> None:
    table = playing("maumau", BOARD, map=["S..", ".T."])
    card = Step("card", "y2")
    for wrong in ([Step("card", "J")], [Step("card", "zz")], [Step("colour", "r")], []):
        with pytest.raises(InvalidMove):
            commands.why(table, 0, wrong)
    with pytest.raises(commands.Refused, match="watching"):
        commands.why(table, SPECTATOR, [card])
    before = table.number, table.see(0).position.tobytes()
    commands.why(table, 0, [card])
    assert (table.number, table.see(0).position.tobytes()) == before
    table.apply(commands.pause(table, 0, 1))
    with pytest.raises(commands.Refused, match="paused"):
        commands.why(table, 0, [card])
    table.apply(commands.resume(table, 0, 1))
    table.apply(commands.resign(table, 0, 0))
    with pytest.raises(commands.Refused, match="no game"):
        commands.why(table, 0, [card])


def test_who_has_answered_has_nothing_to_choose() -> None:
    attack = {"to_act": 1, "hands": ["b1 b2", "y1 N"], "open": "gD", "pending": "answer", "attack": "draw one", "threat": 0}
    table = playing("mad", attack)
    assert told(table, 1, Step("card", "y1")) == ("you are under attack: allow it or defend yourself", "mad/not-me-ask")
    table.apply(log.Held(0, 1, "allow"))
    with pytest.raises(commands.Refused, match="answered"):
        commands.why(table, 1, [Step("card", "y1")])
