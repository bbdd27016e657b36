"""Reviews and lessons, as the server makes them."""

from __future__ import annotations

from typing import Any

import pytest

import kartenhaus
from kartenhaus.core import recordfile
from kartenhaus.core.game import find
from kartenhaus.core.history import History
from kartenhaus.core.rulebook import rulebook_rows
from kartenhaus.table import lesson, review

GAMES = ("mada", "mad", "maumau")


def played(name: str, players: int = 3) -> History:
    history = kartenhaus.deal(name, players=players, seed=11)
    while not history.over:
        moves = history.legal()
        history.play(moves[len(history.entries) % len(moves)])
    return history


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_follows_the_rules_to_its_end(name: str) -> None:
    game = find(name)
    told = lesson.lesson(game)
    rules = rulebook_rows(game)
    stages = told["stages"]
    assert len(stages) >= 6
    assert not stages[-1]["wanted"]
    for stage in stages:
        assert stage["say"]
        assert stage["rule"] in rules
        if stage["wanted"]:
            assert stage["wanted"] in [one["move"] for one in stage["state"]["legal"]]
            assert all("?" not in card for card in stage["state"]["view"]["hands"][0].split())
        for seat, hand in enumerate(stage["state"]["view"]["hands"]):
            assert seat == 0 or name == "mad" or set(hand.split()) <= {"?"}, "the others' cards stay hidden"


def test_a_move_that_a_lesson_does_not_allow_is_explained() -> None:
    game = find("mada")
    assert lesson.attempt(game, 0, "play 5") == {"legal": True, "message": "", "rule": ""}
    answer = lesson.attempt(game, 5, "play 8", "de")
    assert not answer["legal"]
    assert answer["rule"] == "mada/play"
    assert "9" in answer["message"]
    assert not lesson.attempt(game, 0, "no such move")["legal"]


@pytest.mark.parametrize("name", GAMES)
def test_a_review_shows_every_moment_as_a_seat_saw_it(name: str) -> None:
    history = played(name)
    for seat in range(-1, history.players):
        shown = review.review(history, seat)
        moments = shown["moments"]
        assert len(moments) == len(history.entries) + 1
        at = history.at(0)
        for entry, moment in zip(history.entries, moments[1:], strict=True):
            at.play(entry.move, entry.seat)
            assert moment["view"] == at.table(seat)
            assert moment["words"]
        assert shown["outcome"]["winners"] == history.result.winners


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
    found: dict[str, Any] = review.fair(history, "en") or {}
    return bool(found["kept"])


def test_a_record_that_is_none_is_refused_with_the_reason() -> None:
    with pytest.raises(kartenhaus.KartenhausError, match="moves"):
        recordfile.loads(recordfile.dumps(played("mada")).replace("0 play", "0 plya", 1))
