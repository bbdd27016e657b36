"""What must hold for every game, at every number of players, in every position of a game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from conftest import Setting
from kartenhaus.bots import View
from kartenhaus.core import recordfile
from kartenhaus.core.errors import IllegalMove, InvalidMove
from kartenhaus.core.game import NOBODY, SPECTATOR, Position
from kartenhaus.core.history import History, check, conceal, legal_numbers, read
from kartenhaus.core.reckoning import reckoning
from walking import walk

SEEDS = range(2)


def fresh(history: History) -> Position:
    return history.game.files.lay_out(history.edition, history.options, history.players)


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_cards_are_conserved(setting: Setting, seed: int) -> None:
    for history in walk(setting, seed):
        counts = np.zeros(len(history.position.deck), np.int64)
        history.game.rules.census(history.position, counts)
        assert (counts == history.position.deck).all()


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_legal_is_empty_exactly_when_over(setting: Setting, seed: int) -> None:
    for history in walk(setting, seed):
        moves = [legal_numbers(history.game, history.position, seat) for seat in range(history.players)]
        assert history.over == (not any(moves))
        if not history.over:
            assert moves[history.to_act]
        assert all(len(set(mine)) == len(mine) for mine in moves)
        assert bool(history.result.winners) == history.over


def test_what_counts_at_the_end_adds_up(setting: Setting) -> None:
    """The cards by what each is worth, or the points by the rule that gave them."""
    *_, last = walk(setting, SEEDS[0])
    found = reckoning(last)
    if last.game.counted:
        assert [sum(worth) for worth in found.worth] == found.points == last.result.points
    else:
        assert [sum(one.values()) for one in found.earned] == found.points == last.result.points


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_moves_as_text_and_back(setting: Setting, seed: int) -> None:
    for history in walk(setting, seed):
        notation = history.game.notation
        for seat in range(history.players):
            for move in history.legal_numbers(seat):
                assert notation.parse_move(history.position, notation.describe(history.position, move).text) == move


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_positions_and_views_as_text_and_back(setting: Setting, seed: int) -> None:
    for history in walk(setting, seed):
        pos, told = fresh(history), history.written()
        history.game.notation.read_position(history.game.notation.write_position(history.position), pos)
        again = read(history.game, told, history.edition, history.options)
        assert pos.tobytes() == again.tobytes() == history.position.tobytes()
        assert told["to_act"] == history.to_act == View.seen(history, 0).written()["to_act"]
        for seat in range(SPECTATOR, history.players):
            view, again = history.view(seat), fresh(history)
            history.game.notation.read_position(history.game.notation.write_position(view), again, hidden=True)
            assert again.tobytes() == view.tobytes()


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_everybody_is_told_who_has_the_next_turn(setting: Setting, seed: int) -> None:
    """Unless a move changes it: with another direction, a turn to miss, or a defence, after which play goes on elsewhere."""
    expected, known = NOBODY, 0
    for history in walk(setting, seed):
        events = history.naming.events(history.journal.latest())
        kinds = {event.kind for event in events}
        turns = [event.seat for event in events if event.kind == "turn"]
        if expected != NOBODY and turns and not kinds & {"direction", "skip", "defence"}:
            assert turns[0] == expected
            known += 1
        told = {history.game.next_turn(history.written(seat)) for seat in range(SPECTATOR, history.players)}
        assert len(told) == 1
        expected = told.pop()
    assert known > 0


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_replay_gives_the_same_bytes(setting: Setting, seed: int) -> None:
    live = [history.position.tobytes() for history in walk(setting, seed)]
    *_, last = walk(setting, seed)
    assert [pos.tobytes() for pos in last.positions()] == live
    text = recordfile.dumps(last)
    assert recordfile.loads(text).position.tobytes() == live[-1]
    assert recordfile.dumps(recordfile.loads(text)) == text


def test_proceeding_is_playing_and_looking(setting: Setting) -> None:
    """The fast functions, on arrays of one position, give the same as the single functions of the rules."""
    history, dice = setting.deal(3), random.Random(3)
    rules, pos, kind = history.game.rules, history.position, type(history.position)
    array, moves, expected = kind.new_array(), np.empty(rules.MAX_MOVES, np.int64), np.empty(rules.MAX_MOVES, np.int64)
    array[0] = pos
    seat, move = NOBODY, 0
    while True:
        view = kind.new_array()
        seat, count, told = rules.proceed(array, seat, move, view, moves)
        assert array[0].tobytes() == pos.tobytes()
        assert (told > 0) == (move > 0)
        assert seat == rules.to_act(pos)
        for viewer in range(SPECTATOR, history.players):
            seen, concealed = kind.new_array(), kind.new()
            rules.conceal(pos, viewer, concealed)
            may = rules.look(array, viewer, seen, moves)
            assert seen[0].tobytes() == concealed.tobytes()
            playing = viewer != SPECTATOR and seat != NOBODY
            assert moves[:may].tolist() == (expected[: rules.legal(concealed, viewer, expected)].tolist() if playing else [])
            if viewer == seat != NOBODY:
                assert (view.tobytes(), count) == (seen.tobytes(), may)
        if seat == NOBODY:
            break
        move = dice.choice(expected[: rules.legal(pos, seat, expected)].tolist())
        rules.play(pos, seat, move)


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_a_seat_sees_only_what_it_may_know(setting: Setting, seed: int) -> None:
    """Positions that differ only in what a seat cannot know give it the same view, and the same legal moves."""
    dice = np.array([seed, 2, 3, 1], np.int64)
    differ = 0
    for history in walk(setting, seed):
        game = history.game
        for seat in range(SPECTATOR, history.players):
            view = history.view(seat)
            assert conceal(game, view, seat).tobytes() == view.tobytes()
            other = view.clone()
            game.rules.redeal(other, dice)
            counts = np.zeros(len(other.deck), np.int64)
            game.rules.census(other, counts)
            assert (counts == other.deck).all()
            assert conceal(game, other, seat).tobytes() == view.tobytes()
            assert not view.key.any()
            assert view.block == 0
            if seat != SPECTATOR:
                assert legal_numbers(game, other, seat) == legal_numbers(game, history.position, seat)
            differ += other.tobytes() != history.position.tobytes()
    assert differ


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_what_is_known_is_true(setting: Setting, seed: int) -> None:
    """Whatever a view shows of a hidden hand is really there."""
    for history in walk(setting, seed):
        pos = history.position
        if "known" in pos.dtype.names:
            assert (pos.known <= pos.hands[:, None, :]).all()
            assert (pos.known >= 0).all()
            for seat in range(history.players):
                assert not pos.known[seat, seat].any()
        for seat in range(SPECTATOR, history.players):
            assert (history.view(seat).hands <= pos.hands).all()


def all_moves(history: History) -> list[str]:
    """Texts of every form a move can have, most of them illegal."""
    cards = history.game.notation.CARD.names[1:]
    seats = [str(seat) for seat in range(history.players)]
    if history.game.name == "mada":
        return [
            "draw",
            "luck",
            "done",
            *(f"{word} {card}" for word in ("play", "toss") for card in cards),
            *(f"swap {s}" for s in seats),
        ]
    if history.game.name == "mad":
        named = ["", "right", "left", "end", *"gyrb", *seats, *(f"{colour} {seat}" for colour in "gyrb" for seat in seats)]
        texts = [f"play {card} {name}".strip() for card in cards for name in named]
        texts += (
            [f"first {name}" for name in named] + [f"defend {colour}" for colour in "gyrb"] + [f"give {card}" for card in cards]
        )
        return [*texts, "draw", "keep", "pass", "allow"]
    if history.game.name != "maumau":
        forms = history.game.notation.FORMS
        return [form.replace("CARD", card).replace("SEAT", seat) for form in forms for card in cards for seat in seats]
    pos = history.position
    spaces = [f"{'abcdefghijklmnopqrstuvwxyz'[pos.column[s]]}{pos.row[s] + 1}" for s in range(0, pos.spaces, 4)]
    texts = [f"place {card} {space}" for card in cards[::7] for space in spaces]
    texts += [f"place J {space} from {beside}" for space in spaces for beside in spaces]
    texts += [f"{word} {card}" for word in ("pass", "discard") for card in cards] + [f"catch {seat}" for seat in seats]
    return [text + shout for text in [*texts, "draw", "keep", "say"] for shout in ("", " !")]


LOOKS = 16  # positions of a long game in which every move is tried


def test_every_refusal_says_why(setting: Setting) -> None:
    rules = history_rules(setting.name)
    every = max(9, sum(1 for _ in walk(setting, 5)) // LOOKS)
    for step, history in enumerate(walk(setting, 5)):
        if step % every or history.over:
            continue
        for seat in range(history.players):
            for text in all_moves(history):
                before = history.position.tobytes()
                try:
                    check(history.game, history.position, seat, text)
                except IllegalMove as error:
                    assert error.rule in rules, (text, error)
                    assert "{" not in str(error)
                except InvalidMove as error:
                    assert "{" not in str(error)
                assert history.position.tobytes() == before


def history_rules(name: str) -> set[str]:
    from kartenhaus.core.game import find
    from kartenhaus.core.rulebook import rulebook_rows

    return set(rulebook_rows(find(name)))


def test_a_game_that_is_over_takes_no_move(setting: Setting) -> None:
    *_, last = walk(setting, 1)
    assert last.to_act == NOBODY
    with pytest.raises(IllegalMove, match="over"):
        last.play(last.played[-1].move, 0)
