"""What Mau Mau says a player may do now, and what a space brings besides points."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kartenhaus
from kartenhaus.games.maumau.words import prompt
from kartenhaus.table import alone

NAMES = ("Mia", "Ben", "Clio")
SMALL = ["D.A.D", "..S..", "D.T.1"]
VIEW = {"to_act": 0, "hands": ["r5 b2 J", "? ?"], "penalty": 0, "draw": "? ?"}


@pytest.mark.parametrize(
    ("moves", "more", "said"),
    [
        (["place r5 a1", "place J b1"], {}, "Place a card|2 of your 3 cards fit."),
        (["place r5 a1", "place r5 b1 !"], {}, "Place a card|Only Red 5 fits."),
        (["place r5 a1", "place b2 a1", "place J a1 from a2"], {}, "Place a card|All your cards fit."),
        (["place r5 a1"], {"hands": ["r5", "? ?"]}, "Place a card|It is your last one."),
        (["place r5 a1", "draw"], {}, "Place a card on a tower, or draw|No other space takes your cards."),
        (["draw"], {}, "Draw one card|None of yours fits."),
        (["draw"], {"draw": ""}, "You cannot place or draw|The draw pile is empty."),
        (["draw"], {"penalty": 4}, "Draw 4 cards|You have no Draw 2 that fits."),
        (["place rD a1", "draw"], {"penalty": 2}, "Place a Draw 2, or draw 2 cards|"),
        (["pass r5", "pass b2"], {"pending": "pass"}, "Pass a card on to Ben|You both know it then."),
        (["discard r5", "keep"], {"pending": "discard"}, "You may discard a card|It goes out of the game, face down."),
        # a penalty that was just sent on waits for the next player
        (["pass r5", "pass b2"], {"pending": "pass", "penalty": 4}, "Pass a card on to Ben|You both know it then."),
        (
            ["discard r5", "keep"],
            {"pending": "discard", "penalty": 2},
            "You may discard a card|It goes out of the game, face down.",
        ),
        (["say"], {"to_act": 1}, "Say “Mau”!|"),
        (["catch 1"], {"to_act": 1}, "Ben has not said “Mau” yet|"),
        (["draw", "catch 1"], {}, "Draw one card|None of yours fits."),
    ],
)
def test_a_prompt_names_what_is_possible(moves: list[str], more: dict[str, Any], said: str) -> None:
    assert "|".join(prompt({**VIEW, **more}, 0, moves, NAMES)) == said


def test_every_decision_has_a_prompt_and_every_space_says_what_it_brings() -> None:
    """In whole games: what the step of a space promises is what the events then tell."""
    promised: set[str] = set()
    for seed in range(6):
        options: dict[str, Any] = {"map": SMALL} if seed % 2 else {"board": "two"}
        history, dice = kartenhaus.deal("maumau", players=3, seed=seed, announce="manual", **options), random.Random(seed)
        while not history.over:
            seat = history.to_act
            state = alone.state(history, seat, alone.seats(NAMES), choosing=True)
            assert state.prompt
            assert all(one.brings == "" for move in state.legal for one in move.steps if one.kind != "space")
            move = dice.choice(state.legal)
            history.play(move.move)
            said = next((one.brings for one in move.steps if one.kind == "space"), "")
            drawn = {event.target for event in history.events if event.rule == "maumau/space-all-draw" and event.kind == "card"}
            assert bool(drawn) == (said == "all draw")
            if move.move.startswith("place "):
                written = history.written()
                waits = written.get("pending") == "discard" or written.get("discard_follows", False)
                assert waits == (said == "may discard")
            promised.add(said)
    assert promised == {"", "all draw", "may discard"}
