"""The table: seats, hosts, games, and what they leave behind."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from kartenhaus.core import recordfile
from kartenhaus.core.errors import IllegalMove, KartenhausError, OptionError
from kartenhaus.table import alone, commands, fairness, frames, record, review, sights
from kartenhaus.table import entries as log
from kartenhaus.table.clock import Clock
from kartenhaus.table.commands import Refused, Repeated, Stale
from kartenhaus.table.table import Table
from table.evening import Evening

GAMES = [("mada", 2), ("mada", 5), ("mad", 2), ("mad", 6), ("maumau", 2), ("maumau", 4)]
NAMES = ["Mia", "Ben", "Cleo", "Dan", "Eve", "Finn"]


def refused(code: str, call: object) -> str:
    with pytest.raises(Refused) as error:
        call()  # type: ignore[operator]
    assert error.value.code == code
    assert str(error.value)
    return str(error.value)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_an_evening_of_three_games_with_people_and_bots(game: str, players: int) -> None:
    evening = Evening(game, players)
    people = NAMES[: (players + 1) // 2]
    evening.sit(*people)
    for seat in range(len(people), players):
        evening.do(commands.seat_bot, 0, seat, "easy")
    starters = []
    for number in range(1, 4):
        for seat in evening.table.persons():
            evening.do(commands.ready, seat, nonce=f"nonce-{number}-{seat}")
        evening.run()
        assert evening.table.games == number
        starters.append(evening.table.starter)
        evening.play_out()
        assert evening.table.outcome is not None
        assert evening.table.outcome.winners
    assert [(one + 1) % players for one in starters[:2]] == starters[1:], "the next seat starts"


def test_the_log_alone_gives_the_same_table() -> None:
    evening = Evening("mad", 3, clock=Clock("bank", 300, 5))
    evening.start("Mia", "Ben", "Cleo")
    evening.play_out()
    again = Table("evening")
    for entry in evening.entries:
        again.apply(log.decode(log.encode(entry)))
    assert again.history is not None
    assert evening.table.history is not None
    assert again.history.position.tobytes() == evening.table.history.position.tobytes()
    assert (again.seats, again.outcome, again.number) == (evening.table.seats, evening.table.outcome, evening.table.number)


def test_a_record_changes_nothing_at_its_table() -> None:
    evening = Evening()
    evening.start("Mia", "Ben")
    evening.do(commands.resign, 0)
    evening.run()
    history = evening.table.history
    assert history is not None
    played = record.played(evening.table)
    assert (played.resigned, bool(played.fair)) == ([0], True)
    assert (history.resigned, history.fair) == ([], {})


def test_an_outcome_says_who_played_and_what_counted() -> None:
    evening = Evening("mada", 2, options={"starter": 0})
    evening.start("Mia", "Ben")
    while evening.table.playing:
        evening.move()
        evening.run()
    outcome = evening.table.outcome
    assert outcome is not None
    assert [(one.name, one.kind) for one in outcome.players] == [("Mia", "person"), ("Ben", "person")]
    pears = frames.welcome(evening.table, 0).picture["pears"]
    assert outcome.worth == [[pears.get(card, 0) for card in cards] for cards in outcome.cards]
    assert [sum(worth) for worth in outcome.worth] == outcome.points
    assert outcome.earned == []
    assert [one.won for one in evening.table.seats] == [int(seat in outcome.winners) for seat in (0, 1)]


@pytest.mark.parametrize("players", [2, 6])
def test_the_hands_that_mad_counts_lie_open_once_it_is_over(players: int) -> None:
    """In the outcome, as in the record; the view that each seat has stays concealed."""
    evening = Evening("mad", players)
    evening.start(*NAMES[:players])
    while evening.table.playing:
        assert evening.table.outcome is None
        evening.move()
        evening.run()
    outcome, history = evening.table.outcome, evening.table.history
    assert outcome is not None
    assert history is not None
    assert outcome.cards == [hand.split() for hand in history.written()["hands"]]
    assert [sum(worth) for worth in outcome.worth] == outcome.points
    assert any(outcome.points)
    if players > 2:  # the Joker did not call it: the views stay concealed
        assert "?" in " ".join(evening.table.look(0).words["hands"])


def test_the_points_of_mau_mau_are_told_by_what_earned_them() -> None:
    evening = Evening("maumau", 3)
    evening.start(*NAMES[:3])
    evening.play_out()
    outcome = evening.table.outcome
    assert outcome is not None
    assert [sum(earned.values()) for earned in outcome.earned] == outcome.points
    named = frames.welcome(evening.table, 0).names.earned
    assert {rule for earned in outcome.earned for rule in earned} <= set(named)
    assert named["maumau/point-space"] == "point spaces covered"
    assert not outcome.cards
    assert not outcome.worth


def test_a_player_who_left_is_named_in_the_outcome_and_the_hands_that_were_left_lie_open() -> None:
    evening = Evening("mad", 3)
    evening.sit("Mia", "Ben")
    evening.do(commands.seat_bot, 0, 2, "easy")
    for seat in (0, 1):
        evening.do(commands.ready, seat)
    evening.run()
    evening.do(commands.leave, 1)
    evening.do(commands.resign, 0)
    evening.run()
    outcome = evening.table.outcome
    assert outcome is not None
    assert [(one.name, one.kind, one.bot) for one in outcome.players[:2]] == [("Mia", "person", ""), ("Ben", "person", "")]
    assert (outcome.players[2].kind, outcome.players[2].bot) == ("bot", "easy")
    assert evening.table.seats[1].name == ""
    assert evening.table.history is not None
    assert outcome.cards == [hand.split() for hand in evening.table.history.written()["hands"]]
    assert all(sum(worth) for worth in outcome.worth), "nobody has played a card"
    assert outcome.points == [0, 0, 0], "the rules count only at the end"
    history = recordfile.loads(record.record(evening.table))
    assert [one.kind for one in review.review(history, 0).states[0].seats] == ["person", "person", "bot"]
    assert record.of_game("evening", evening.entries, 1) == record.record(evening.table)
    assert record.players("evening", evening.entries, 1) == outcome.players


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_record_of_a_game_can_be_verified(game: str, players: int) -> None:
    evening = Evening(game, players)
    promised = evening.table.commitment
    evening.sit(*NAMES[:players])
    for seat in range(players):
        evening.do(commands.ready, seat, nonce=f"n{seat}")
    evening.run()
    evening.play_out()
    text = record.of_game("evening", evening.entries, 1)
    assert text is not None
    history = recordfile.loads(text)
    fairness.verify(history, promised)
    assert history.names == NAMES[:players]
    assert evening.table.outcome is not None
    assert history.result.winners == evening.table.outcome.winners
    assert record.of_game("evening", evening.entries, 2) is None, "a game that is not over has no record"
    with pytest.raises(fairness.Unfair):
        fairness.verify(replace(history, fair={**history.fair, "nonces": ["x"] * players}))
    with pytest.raises(fairness.Unfair):
        fairness.verify(history, evening.table.commitment)  # the commitment of the next game


def test_seats_are_taken_left_and_taken_again() -> None:
    evening = Evening(players=3)
    evening.sit("Mia", "Ben")
    assert evening.table.host == 0
    assert [one.kind for one in evening.table.seats] == ["person", "person", "free"]
    refused("taken", lambda: commands.sit(evening.table, 0, "Eve", "", "x", 1))
    evening.do(commands.leave, 0)
    assert evening.table.host == 1, "the next player is the host"
    refused("token", lambda: commands.seat_of(evening.table, "token of Mia"))
    evening.sit("Cleo")
    assert evening.table.seats[0].name == "Cleo"
    assert len({one.colour for one in evening.table.seats if one.name}) == 2


def test_the_host_and_nobody_else_rules_the_table() -> None:
    evening = Evening(players=3)
    evening.sit("Mia", "Ben")
    table = evening.table
    for call in (
        lambda: commands.lock(table, 0, 1, True),
        lambda: commands.remove(table, 0, 1, 0),
        lambda: commands.hand_on(table, 0, 1, 1),
        lambda: commands.close(table, 0, 1),
        lambda: commands.seat_bot(table, 0, 1, 2, "easy"),
    ):
        refused("not-host", call)
    evening.do(commands.lock, 0, True)
    refused("locked", lambda: commands.sit(table, 0, "Eve", "", "x"))
    evening.do(commands.lock, 0, False)
    evening.do(commands.hand_on, 0, 1)
    evening.do(commands.remove, 1, 0)
    assert table.seats[0].kind == "free"
    evening.do(commands.close, 1)
    refused("closed", lambda: commands.sit(table, 0, "Eve", "", "x"))


def test_a_table_nobody_sits_at_any_more_closes() -> None:
    evening = Evening()
    assert evening.due() is None, "a table just opened waits"
    evening.sit("Mia")
    evening.do(commands.leave, 0)
    evening.run()
    assert evening.table.closed == "left"


def test_moves_are_refused_for_what_is_wrong_with_them() -> None:
    evening = Evening()
    evening.sit("Mia", "Ben")
    table = evening.table
    refused("no-game", lambda: commands.move(table, 0, 0, "draw", 0))
    evening.do(commands.ready, 0)
    evening.do(commands.ready, 1)
    evening.run()
    seat, other = table.to_act, 1 - table.to_act
    with pytest.raises(IllegalMove) as error:
        commands.move(table, 0, other, "draw", table.changed)
    assert error.value.rule == "mada/turn"
    refused("future", lambda: commands.move(table, 0, seat, "draw", table.number + 1))
    refused("not-seated", lambda: commands.move(table, 0, -1, "draw", table.changed))
    before = table.changed
    evening.move()
    with pytest.raises(Stale):
        commands.move(table, 0, table.to_act, "luck", before)


def test_the_same_move_again_is_the_same_entry() -> None:
    evening = Evening()
    evening.start("Mia", "Ben")
    seat, answers = evening.table.to_act, evening.table.changed
    evening.do(commands.move, seat, evening.choice(seat), answers, ref="once")
    number = evening.table.number
    evening.do(commands.write, 1 - seat, "", "nice", "chat")
    with pytest.raises(Repeated) as repeated:
        commands.move(evening.table, 0, seat, "whatever", answers, ref="once")
    assert repeated.value.number == number


def test_who_resigns_among_two_loses_at_once() -> None:
    evening = Evening("mad")
    evening.start("Mia", "Ben")
    evening.do(commands.resign, 0)
    evening.run()
    assert evening.table.outcome is not None
    assert (evening.table.outcome.winners, evening.table.outcome.resigned) == ([1], [0])
    text = record.of_game("evening", evening.entries, 1)
    assert text is not None
    assert recordfile.loads(text).resigned == [0]


def test_among_more_a_bot_plays_on_and_cannot_win_for_them() -> None:
    for seed in range(4):
        evening = Evening("mad", 3)
        evening.table.secret = f"{seed}"
        evening.start("Mia", "Ben", "Cleo")
        evening.do(commands.leave, 0)
        assert evening.table.playing
        assert evening.table.seats[0].player
        evening.play_out()
        assert evening.table.outcome is not None
        assert 0 not in evening.table.outcome.winners
        assert evening.table.seats[0].kind == "free", "the seat is free for the next game"


def test_nothing_happens_while_a_game_is_paused() -> None:
    evening = Evening(clock=Clock("bank", 60))
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    evening.now += 10
    left = evening.watch.left(evening.table, seat, evening.now)
    evening.pause(1 - seat)
    refused("paused", lambda: evening.move())
    assert evening.due() is None
    evening.now += 1000
    evening.do(commands.resume, seat)
    assert evening.watch.left(evening.table, seat, evening.now) == left
    evening.move()


def test_a_game_that_is_over_is_not_paused() -> None:
    evening = Evening()
    evening.start("Mia", "Ben")
    evening.pause(0)
    evening.do(commands.resign, 1)
    assert (evening.table.phase, evening.table.paused) == ("over", False)


def test_who_has_given_up_cannot_pause_the_game_of_the_others() -> None:
    evening = Evening("mad", 3)
    evening.start("Mia", "Ben", "Cleo")
    evening.do(commands.resign, 0)
    refused("resigned", lambda: evening.pause(0))
    evening.pause(1)


def test_a_player_who_was_replaced_reads_that_a_bot_plays_for_them_because_they_were_away() -> None:
    evening = Evening()
    evening.start("Mia", "Ben")
    seat = evening.table.to_act
    evening.add(log.Replaced(0, seat))
    move = partial(commands.move, evening.table, 0, seat, evening.choice(seat), evening.table.changed)
    assert "because you were away" in refused("replaced", move)
    evening.add(log.Returned(0, seat))
    assert move().seat == seat


@pytest.mark.parametrize(
    "choice",
    [
        {"game": "chess"},
        {"players": 9},
        {"options": {"board": "three"}},
        {"edition": "golden"},
        {"clock": Clock("hourglass", 5)},
        {"clock": Clock("move", 0)},
        {"clock": Clock("bank", 60, 0, "explode")},
    ],
)
def test_a_table_that_cannot_be_is_not_opened(choice: dict[str, object]) -> None:
    with pytest.raises(KartenhausError):
        commands.open_table(0, "s", **{"game": "mada", "players": 2, **choice})  # type: ignore[arg-type]


def test_names_and_nonces_are_checked() -> None:
    evening = Evening()
    for name in ("", "   ", "\u200b\u202e"):
        with pytest.raises(OptionError):
            commands.sit(evening.table, 0, name, "", "x")
    evening.sit("Mia")
    with pytest.raises(OptionError):
        commands.ready(evening.table, 0, 0, nonce="no spaces")


def test_what_a_player_said_last_is_known_again_however_much_others_say() -> None:
    evening = Evening()
    evening.sit("Mia", "Ben")
    evening.do(commands.write, 1, "", "hello", "mine")
    for number in range(30):
        evening.do(commands.write, 0, "", "blah", f"{number}")
    with pytest.raises(commands.Repeated):
        evening.do(commands.write, 1, "", "hello", "mine")


def test_who_takes_a_seat_has_said_nothing_yet() -> None:
    evening = Evening()
    evening.sit("Mia", "Ben")
    evening.do(commands.write, 1, "", "hello", "1")
    evening.do(commands.leave, 1)
    evening.sit("Ida")
    evening.do(commands.write, 1, "", "hello", "1")
    assert [entry.name for entry in evening.entries if isinstance(entry, log.Wrote)] == ["Ben", "Ida"]


def test_whether_a_move_can_be_taken_back_is_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening("mada")
    evening.start("Mia", "Ben")
    evening.move()
    seat = next(entry.seat for entry in evening.entries if isinstance(entry, log.Moved))
    asked: list[int] = []

    def never(history: object, moves: int) -> bool:
        asked.append(moves)
        return False

    monkeypatch.setattr(sights, "may_return", never)
    for _ in range(5):
        with pytest.raises(commands.Refused, match="something hidden"):
            evening.do(commands.regret, seat)
    assert len(asked) == 1


def test_a_player_who_leaves_after_a_game_keeps_their_name_in_its_result() -> None:
    evening = Evening("mada")
    evening.start("Mia", "Ben")
    evening.play_out()
    evening.do(commands.leave, 1)
    seats = frames.shared(evening.table, evening.watch, evening.now).seats
    assert [(one.name, one.kind) for one in seats] == [("Mia", "person"), ("Ben", "free")]
    evening.sit("Ida")
    assert frames.shared(evening.table, evening.watch, evening.now).seats[1].name == "Ida"


@pytest.mark.parametrize("game", ["mada", "mad", "maumau"])
def test_a_view_is_written_alike_at_a_table_and_without_one(game: str) -> None:
    """Also at the end, but for who is to act: a table's view names the last seat, its state nobody."""
    evening = Evening(game, 2)
    evening.start("Mia", "Ben")
    history = evening.table.history
    assert history is not None
    for viewer in (-1, 0, 1):
        assert evening.table.look(viewer).words == history.written(viewer)
    evening.play_out()
    for viewer in (-1, 0, 1):
        state = alone.state(history, viewer, alone.seats(["Mia", "Ben"]))
        at_table, without = ({**view, "to_act": -1, "last": 0} for view in (evening.table.look(viewer).words, state.view or {}))
        assert (at_table, evening.table.to_act) == (without, state.to_act)
    assert history.written()["to_act"] == -1
