"""The host sets the table: who may, until when, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from kartenhaus.core import edition as editions
from kartenhaus.core.errors import EditionError, KartenhausError
from kartenhaus.core.game import find
from kartenhaus.core.texts import LANGUAGES
from kartenhaus.table import commands, frames, record
from kartenhaus.table import entries as log
from kartenhaus.table.clock import Clock
from kartenhaus.table.setup import Setup, changed, checked, same
from kartenhaus.table.table import Table
from table.evening import Evening


def plan(evening: Evening, **changes: Any) -> Setup:
    """What the table plays with, after some changes."""
    game = evening.table.game
    return checked(game.name, **changed(evening.table.opened.setup, game, changes))


def arrange(evening: Evening, **changes: Any) -> None:
    """The host changes something."""
    evening.do(commands.arrange, evening.table.host, plan(evening, **changes))


def test_the_host_chooses_anew_and_nobody_is_ready() -> None:
    evening = Evening("maumau", 3)
    evening.sit("Mia", "Ben")
    for seat in (0, 1):
        evening.do(commands.ready, seat, nonce="luck")
    arrange(evening, options={"announce": "manual", "board": "two"}, clock=Clock("move", 30), public=True, watch="nobody")
    table = evening.table
    assert [(one.ready, one.nonce) for one in table.seats] == 3 * [(False, "")]
    assert table.opened.options == {"announce": "manual", "board": "two"}
    assert (table.opened.clock, table.opened.public, table.opened.watch) == (Clock("move", 30), True, "nobody")
    assert table.contested == ("catch",)
    evening.do(commands.seat_bot, 0, 2, "easy")
    for seat in (0, 1):
        evening.do(commands.ready, seat)
    evening.run()
    assert table.playing
    assert table.history is not None
    assert table.history.options == {"announce": "manual", "board": "two"}
    evening.play_out()
    text = record.of_game("evening", evening.entries, 1)
    assert text is not None
    assert 'board = "two"' in text


def test_an_entry_that_is_stored_says_it_all() -> None:
    own = {**editions.find(find("mada"), "standard"), "name": "ours", "title": "Ours"}
    evening = Evening("mada", 2)
    evening.sit("Mia")
    arrange(evening, players=4, edition=own, options={"open_scores": True}, clock=Clock("bank", 300, 5, "resign"))
    again = Table("again")
    for entry in evening.entries:
        again.apply(log.decode(log.encode(entry)))
    assert again.opened == evening.table.opened
    assert (again.players, again.opened.edition) == (4, own)


def test_an_edition_that_others_would_see_harms_nobody() -> None:
    """docs/faults.md 19: a table with one that an older server stored can still be read."""
    standard = editions.find(find("mada"), "standard")
    for change in ({"title": ""}, {"title": "Ours\u202e"}, {"name": "o\x1b[2J"}, {"assumed": ["\n"]}):
        own = {**standard, **change}
        with pytest.raises(EditionError, match="must have letters"):
            commands.open_table(0, "s", "mada", 2, own)
        old = log.Opened(0, "mada", 2, "s", own)
        table = Table("old")
        table.apply(log.decode(log.encode(old)))
        assert table.opened.edition == own


def test_a_log_from_before_says_that_anyone_may_watch() -> None:
    old = b'{"kind":"opened","at":0,"game":"mada","players":2,"secret":"s"}'
    assert log.decode(old).setup == Setup(2)  # type: ignore[union-attr]
    assert b"watch" not in log.encode(log.decode(old))


def test_only_the_host_and_only_before_the_deal() -> None:
    evening = Evening("mada", 2)
    evening.sit("Mia", "Ben")
    other = plan(evening, options={"open_scores": True})
    for seat, code in ((1, "not-host"), (-1, "not-seated")):
        with pytest.raises(commands.Refused) as refused:
            evening.do(commands.arrange, seat, other)
        assert refused.value.code == code
    for seat in (0, 1):
        evening.do(commands.ready, seat)
    evening.run()
    with pytest.raises(commands.Refused, match="the cards are dealt") as refused:
        evening.do(commands.arrange, 0, other)
    assert refused.value.code == "playing"
    evening.play_out()
    with pytest.raises(commands.Refused, match="the cards are dealt"):
        evening.do(commands.arrange, 0, other)


def test_what_changes_nothing_is_not_written() -> None:
    evening = Evening("maumau", 2, options={"announce": "auto"})
    evening.sit("Mia")
    nothing: list[dict[str, Any]] = [{}, {"options": {}}, {"options": {"board": "one"}}, {"clock": Clock()}, {"players": 2}]
    for changes in nothing:
        with pytest.raises(commands.Repeated):
            arrange(evening, **changes)
    assert not same(evening.table.game, Setup(2), Setup(2, options={"board": "two"}))


def test_a_table_is_not_set_anew_for_ever() -> None:
    evening = Evening("mada", 2)
    evening.sit("Mia")
    for number in range(commands.MOST_ARRANGED):
        arrange(evening, public=number % 2 == 0)
    with pytest.raises(commands.Refused, match="changed 200 times"):
        arrange(evening, public=True)


def test_more_and_fewer_seats() -> None:
    evening = Evening("mada", 2, options={"starter": 1})
    evening.sit("Mia", "Ben")
    arrange(evening, players=4)
    evening.do(commands.seat_bot, 0, 2, "easy")
    assert [one.kind for one in evening.table.seats] == ["person", "person", "bot", "free"]
    arrange(evening, players=2)
    assert [one.name for one in evening.table.seats] == ["Mia", "Ben"]
    arrange(evening, players=3, options={"starter": 2})
    evening.do(commands.leave, 1)
    evening.sit("Cleo")
    evening.do(commands.leave, 1)
    arrange(evening, players=2)  # seat 3, who was to start, is gone
    assert evening.table.opened.options == {}
    arrange(evening, players=3)
    evening.do(commands.sit, "Dan", "", "token of Dan", 2)
    with pytest.raises(commands.Refused, match="Dan sits on seat 3"):
        arrange(evening, players=2)


def test_what_cannot_be_played_is_refused_in_words() -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"players": 9}, "2 to 5 players"),
        ({"players": 2, "options": {"starter": 2}}, "a seat from 0 to 1"),
        ({"players": 2, "watch": "cats"}, "the option watch is “anyone” / “nobody”, not 'cats'"),
        ({"players": 2, "clock": Clock("sand")}, "a clock is one of"),
        ({"players": 2, "edition": "gold"}, "no edition “gold”"),
    ]
    for choice, why in refused:
        with pytest.raises(KartenhausError, match=why):
            checked("mada", **choice)


def test_another_level_takes_the_place_of_a_bot() -> None:
    evening = Evening("mada", 2)
    evening.sit("Mia")
    evening.do(commands.seat_bot, 0, 1, "easy")
    before = evening.table.seats[1]
    evening.do(commands.seat_bot, 0, 1, "hard")
    after = evening.table.seats[1]
    assert (after.bot, after.name, after.colour) == ("hard", before.name, before.colour)
    with pytest.raises(commands.Repeated):
        evening.do(commands.seat_bot, 0, 1, "hard")


def test_what_changed_is_told_in_words_in_every_language() -> None:
    evening = Evening("maumau", 2)
    evening.sit("Mia", "Ben")
    entry = commands.arrange(evening.table, 0, 0, plan(evening, players=3, options={"announce": "manual"}, clock=Clock("move", 30)))
    happening = frames.Happening(evening.table, entry)
    evening.add(entry)
    told = happening.told(evening.table, 1)
    assert told.words == ("Mia sets the table. Players: 3. Who says Mau: the players. Clock: 30 s for each move; then a bot moves.")
    assert happening.told(evening.table, 0).words.startswith("You set the table.")
    assert len({happening.told(evening.table, 1, language).words for language in LANGUAGES}) == 6


@pytest.mark.parametrize("game", ["mada", "mad", "maumau"])
def test_all_that_a_table_plays_with_is_told(game: str) -> None:
    """Whether it was chosen or not: each exactly once."""
    evening = Evening(game, 2, clock=Clock("move", 30))
    about = frames.about(evening.table)
    names = [one.name for one in [*about.chosen, *about.usual]]
    options = [option.name for option in find(game).options if option.kind != "lines"]
    assert sorted(names) == sorted(["edition", *options, "clock", "public", "watch"])
    assert [one.name for one in about.chosen] == ["clock"]


def test_a_board_of_ones_own_takes_the_place_of_the_board() -> None:
    lines = ["S...", "....", "....", "...."]
    options: dict[str, Any] = {"map": lines, "starter": 1}
    about = frames.about(Evening("maumau", 2, options=options).table)
    assert [(one.name, one.seat) for one in about.chosen] == [("starter", 1), ("map", -1)]
    assert "board" not in [one.name for one in about.usual]
