"""Which cards moved, as a viewer may know it."""

from __future__ import annotations

import pytest

from kartenhaus.core.game import PositionTable
from kartenhaus.table import events
from table.evening import Evening


def flights(before: PositionTable, after: PositionTable) -> list[tuple[str, str, str]]:
    """What flew: card, from, to."""
    return [(one["card"], one["from"], one["to"]) for one in events.flights(before, after)]


def test_a_card_played_is_seen_by_all() -> None:
    before = {"hands": ["7 9", "? ?"], "piles": ["5", ""], "draw": "? ?"}
    after = {"hands": ["9", "? ?"], "piles": ["5 7", ""], "draw": "? ?"}
    assert flights(before, after) == [("7", "hands.0", "piles.0")]


def test_a_card_drawn_is_seen_by_who_drew_it() -> None:
    before = {"hands": ["7", "? ?"], "draw": "? ?"}
    assert flights(before, {"hands": ["7 9", "? ?"], "draw": "?"}) == [("9", "draw", "hands.0")]
    assert flights(before, {"hands": ["7", "? ? ?"], "draw": "?"}) == [("?", "draw", "hands.1")]


def test_a_joker_is_a_joker_on_the_board() -> None:
    before = {"hands": ["J r5", "?"], "board": {"c4": "g2"}}
    after = {"hands": ["r5", "?"], "board": {"c4": "g2", "c5": "J:g3"}}
    assert flights(before, after) == [("J", "hands.0", "board.c5")]


def test_swapped_hands_swap() -> None:
    before = {"hands": ["g1 g2", "? ?"], "open": "X:r", "closed": ""}
    after = {"hands": ["r3 r4", "g1 g2"], "open": "X:r", "closed": ""}
    assert sorted(flights(before, after)) == [
        ("g1", "hands.0", "hands.1"),
        ("g2", "hands.0", "hands.1"),
        ("r3", "hands.1", "hands.0"),
        ("r4", "hands.1", "hands.0"),
    ]


@pytest.mark.parametrize(("game", "players"), [("mada", 3), ("mad", 4), ("maumau", 3)])
def test_flights_account_for_every_card_that_came(game: str, players: int) -> None:
    """In whole games, for every viewer: what came to a place came from somewhere."""
    evening = Evening(game, players)
    evening.start(*["Mia", "Ben", "Cleo", "Dan"][:players])
    while evening.table.playing:
        before = {viewer: evening.table.look(viewer).words for viewer in range(-1, players)}
        evening.move()
        for viewer in range(-1, players):
            after = evening.table.look(viewer).words
            moved = flights(before[viewer], after)
            assert all(card != "" and source != target for card, source, target in moved)
            for seat in range(players):
                grown = len(after["hands"][seat].split()) - len(before[viewer]["hands"][seat].split())
                arrived = sum(target == f"hands.{seat}" for _, _, target in moved)
                left = sum(source == f"hands.{seat}" for _, source, _ in moved)
                assert arrived - left == grown
