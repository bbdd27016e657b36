"""Taking back a move: by consent, and only if it revealed nothing hidden."""

from __future__ import annotations

import pytest

from kartenhaus.table import commands
from kartenhaus.table.commands import Refused
from kartenhaus.table.takeback import may_return
from table.evening import Evening


def after(kind: str, game: str = "mada", players: int = 2) -> tuple[Evening, int]:
    """A table at which somebody has just made a move of this kind, and their seat."""
    for secret in range(300):
        evening = Evening(game, players)
        evening.table.secret = str(secret)
        evening.start(*["Mia", "Ben", "Cleo"][:players])
        for _ in range(20):
            seat = evening.table.to_act
            moves = [move for move in evening.table.history.legal() if move.startswith(kind)] if evening.table.history else []
            if moves and seat >= 0:
                evening.move(moves[0])
                if evening.table.playing:
                    return evening, seat
                break
            if not evening.table.playing:
                break
            evening.move()
    raise AssertionError(f"nobody could {kind}")


def test_a_card_played_is_taken_back_when_all_agree() -> None:
    evening, seat = after("play 1", players=3)
    assert evening.table.history is not None
    before = evening.table.history.at(len(evening.table.history.played) - 1).position.tobytes()
    evening.do(commands.regret, seat)
    others = [one for one in range(3) if one != seat]
    assert evening.table.must_agree == set(others)
    evening.do(commands.answer, others[0], True)
    assert evening.table.must_agree == {others[1]}
    evening.do(commands.answer, others[1], True)
    assert evening.table.history.position.tobytes() == before
    assert evening.table.to_act == seat


def test_one_who_refuses_is_enough() -> None:
    evening, seat = after("play 1", players=3)
    assert evening.table.history is not None
    moves = len(evening.table.history.played)
    evening.do(commands.regret, seat)
    evening.do(commands.answer, next(iter(evening.table.must_agree)), False)
    assert evening.table.regret is None
    assert len(evening.table.history.played) == moves


def test_nothing_is_taken_back_from_a_game_that_is_over() -> None:
    evening, seat = after("play 1")
    assert evening.table.history is not None
    moves = len(evening.table.history.played)
    evening.do(commands.regret, seat)
    evening.do(commands.resign, 1 - seat)
    assert evening.table.outcome is not None
    assert evening.table.regret is None
    assert len(evening.table.history.played) == moves


def test_bots_do_not_mind() -> None:
    evening = Evening()
    evening.sit("Mia")
    evening.do(commands.seat_bot, 0, 1, "easy")
    evening.do(commands.ready, 0)
    evening.run()
    for _ in range(40):
        assert evening.table.history is not None
        seat = evening.table.to_act
        plays = [move for move in evening.table.history.legal() if move.startswith("play") and move.split()[1].isdigit()]
        if seat == 0 and plays:
            evening.move(plays[0])
            evening.do(commands.regret, 0)
            assert evening.table.to_act == 0
            return
        evening.move()
    raise AssertionError("Mia could never play")


@pytest.mark.parametrize(
    ("kind", "game"), [("draw", "mada"), ("luck", "mada"), ("draw", "mad"), ("draw", "maumau"), ("give", "mad")]
)
def test_what_was_seen_cannot_be_unseen(kind: str, game: str) -> None:
    evening, seat = after(kind, game)
    with pytest.raises(Refused) as error:
        commands.regret(evening.table, 0, seat)
    assert error.value.code == "revealed"


@pytest.mark.parametrize(("kind", "game"), [("play 1", "mada"), ("place", "maumau"), ("play g", "mad")])
def test_open_moves_can_be_taken_back(kind: str, game: str) -> None:
    evening, _ = after(kind, game)
    assert evening.table.history is not None
    assert may_return(evening.table.history, len(evening.table.history.played) - 1)


def test_only_a_move_of_ones_own_is_taken_back() -> None:
    evening = Evening()
    evening.start("Mia", "Ben")
    with pytest.raises(Refused) as error:
        commands.regret(evening.table, 0, 1 - evening.table.to_act)
    assert error.value.code == "nothing"
    with pytest.raises(Refused) as error:
        commands.answer(evening.table, 0, 0, True)
    assert error.value.code == "not-asked"
