"""Reviews and lessons, as the server makes them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kartenhaus
from kartenhaus.core import recordfile
from kartenhaus.core.errors import InvalidMove, RecordError
from kartenhaus.core.game import find
from kartenhaus.core.history import History
from kartenhaus.core.plain import MAX_NAME
from kartenhaus.core.rulebook import rulebook_rows
from kartenhaus.core.steps import Step
from kartenhaus.server import reviews
from kartenhaus.table import lesson, review, stories
from kartenhaus.table.states import Entry, encode

GAMES = ("mada", "mad", "maumau")


def played(name: str, players: int = 3) -> History:
    history = kartenhaus.deal(name, players=players, seed=11)
    while not history.over:
        moves = history.legal()
        history.play(moves[len(history.played) % len(moves)])
    return history


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_follows_the_rules_to_its_end(name: str, number: int) -> None:
    game = find(name)
    rules = rulebook_rows(game)
    stages = lesson.lesson(game, number).stages
    assert all(entry.words and entry.events for stage in stages for entry in stage.state.entries)
    assert len(stages) >= 6
    assert not stages[-1].wanted
    for stage in stages:
        assert stage.say
        assert stage.rule in rules
        assert stage.state.view is not None
        if stage.wanted:
            assert stage.wanted in [one.move for one in stage.state.legal]
            assert all("?" not in card for card in stage.state.view["hands"][0].split())
        for seat, hand in enumerate(stage.state.view["hands"]):
            assert seat == 0 or name == "mad" or set(hand.split()) <= {"?"}, "the others' cards stay hidden"


def test_what_cannot_be_chosen_in_a_lesson_is_explained() -> None:
    game = find("mada")
    answer = lesson.why(game, 1, 5, [Step("card", "8")], "de")
    assert answer.rule == "mada/play"
    assert "9" in answer.message
    for possible in ([Step("card", "5")], [Step("space", "c4")], [Step("card", "no such card")]):
        with pytest.raises(InvalidMove):
            lesson.why(game, 1, 0, possible)
    assert lesson.why(game, 2, 2, [Step("word", "done")]).rule


@pytest.mark.parametrize("name", GAMES)
def test_a_review_shows_every_moment_as_a_seat_saw_it(name: str) -> None:
    history = played(name)
    for seat in range(-1, history.players):
        states = review.review(history, seat).states
        assert len(states) == len(history.played) + 1
        at = history.at(0)
        assert [entry.kind for entry in states[0].entries] == ["started"]
        for number, (entry, state) in enumerate(zip(history.played, states[1:], strict=True), 1):
            at.play(entry.move, entry.seat)
            assert state.view == at.written(seat)
            told = stories.told(at, seat, [one.name for one in state.seats])
            assert state.entries == [
                Entry("moved", number, entry.seat, move=told.move, words=told.words, who=told.who, events=told.events)
            ]
            assert (state.phase == "over") == (state is states[-1])
            assert (state.number, state.to_act, state.you, state.legal) == (number, at.to_act, seat, [])
        last = states[-1]
        assert last.outcome is not None
        assert last.outcome.winners == history.result.winners
        assert last.reason in last.entries[0].words or name == "mad"


def test_the_promise_of_a_deal_is_checked() -> None:
    from kartenhaus.table.fairness import commitment, seed_of

    secret = "ab" * 32
    history = kartenhaus.deal("mada", players=2, seed=seed_of(secret, ["x", ""]))
    assert review.fair(history, "en") is None
    history.fair = {"commitment": commitment(secret), "secret": secret, "nonces": ["x", ""]}
    assert kept(history) is True
    history.fair = {**history.fair, "nonces": ["y", ""]}
    assert kept(history) is False


def kept(history: History) -> bool:
    found = review.fair(history, "en")
    return found is not None and found.kept


def test_a_record_that_is_none_is_refused_with_the_reason() -> None:
    with pytest.raises(kartenhaus.KartenhausError, match="moves"):
        recordfile.loads(recordfile.dumps(played("mada")).replace("0 play", "0 plya", 1))


def long_record(name: str, moves: int) -> str:
    """The record of a long game in which nobody tries to win."""
    history = kartenhaus.deal(name, players=2, seed=1)
    while len(history.played) < moves and not history.over:
        legal = history.legal()
        history.play(next((move for move in legal if move.split()[0] in ("draw", "keep", "pass", "allow")), legal[-1]))
    return recordfile.dumps(history)


def test_a_long_game_is_told_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    history = played("mad")
    whole = review.review(history, 1)
    assert whole.moves == len(history.played) < review.MOST
    monkeypatch.setattr(review, "MOST", 7)
    states: list[Any] = []
    while len(states) <= whole.moves:
        part = review.review(history, 1, first=len(states))
        assert 0 < len(part.states) <= 7
        states += part.states
    assert states == whole.states
    assert review.review(history, 1, first=len(states)).states == []
    assert review.review(history, 1, first=100_000).states == []


@pytest.mark.parametrize("name", GAMES)
def test_the_answer_to_a_record_is_bounded(name: str) -> None:
    """docs/faults.md 48: for any record of 60,000 characters, with names of any length and as many moves as fit."""
    record = long_record(name, 1200)
    names = json.dumps(["\U0001f0a1" * 14_000, "x" * 14_000], ensure_ascii=False)
    text = record.replace("seed =", f"names = {names}\nseed =", 1)
    assert len(text) <= 60_000
    asked = reviews.Record(record=text, seat=0, open=False, first=0)
    answer = reviews._review(asked, "de")
    assert all(len(seat.name) <= MAX_NAME for state in answer.states for seat in state.seats)
    assert len(answer.states) <= review.MOST
    assert len(encode(answer)) < 1_500_000
    with pytest.raises(ValueError, match="at most 60000"):
        reviews.Record(record="x" * 60_001, seat=0, open=False, first=0)


def test_who_gave_up_is_told_once() -> None:
    record = long_record("mada", 3)
    with pytest.raises(RecordError, match="resigned must be a list of seats"):
        recordfile.loads(record.replace("seed =", f"resigned = {[0] * 5000}\nseed =", 1))


@pytest.mark.parametrize("name", GAMES)
def test_an_open_review_shows_all_hands(name: str) -> None:
    history = played(name)
    closed, opened = review.review(history, 0), review.review(history, 0, opened=True)
    for shut, state in zip(closed.states, opened.states, strict=True):
        assert shut.view is not None
        assert state.view is not None
        assert shut.view["hands"][0] == state.view["hands"][0]
        assert not any("?" in hand for hand in state.view["hands"])
        assert {**shut.view, "hands": ()} == {**state.view, "hands": ()}
