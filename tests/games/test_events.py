"""Events explain everything that happened, to everyone who may know it and to nobody else."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import numpy as np
import pytest

from conftest import Setting
from following import FACE_DOWN, Cards, undealt
from kartenhaus.core.events import KINDS, Event, heard
from kartenhaus.core.game import SPECTATOR, Game, Position
from kartenhaus.core.history import History, conceal, legal_numbers, proceed
from kartenhaus.core.rulebook import rulebook_rows
from walking import walk

SEEDS = range(2)


def assert_same(told: Cards, real: Cards, counted: tuple[str, ...] = ()) -> None:
    real.shuffled = told.shuffled
    for place in {*told.at, *real.at}:
        only_number = place.startswith(counted) if counted else False
        assert told.seen(place, only_number) == real.seen(place, only_number), place


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_events_explain_every_difference(setting: Setting, seed: int) -> None:
    """Moving cards as the events say, from the deal on, leads to the position, card for card."""
    told: Cards | None = None
    for history in walk(setting, seed):
        told = undealt(history.game, history.written()) if told is None else told
        told.shuffled.clear()
        told.follow(history.events)
        real = Cards(history.written())
        assert_same(told, real)
        told = real


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_every_move_has_events_with_rules_of_the_rulebook(setting: Setting, seed: int) -> None:
    for history in walk(setting, seed):
        rules = rulebook_rows(history.game)
        assert history.events
        for event in history.events:
            assert event.kind in KINDS[1:]
            assert event.rule in rules
            assert -1 <= min(event.seat, event.whom) <= max(event.seat, event.whom) < history.players
        ends = [event for event in history.events if event.kind == "over"]
        assert len(ends) == history.over
        assert all(event.word for event in ends)


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_points_are_told(setting: Setting, seed: int) -> None:
    """Points won during a game are the sum of its events; where hands are counted, events tell what each hand counts."""
    points: list[int] = []
    for history in walk(setting, seed):
        points = points or [0] * history.players
        for event in history.events:
            if event.kind == "points":
                points[event.seat] += event.amount
            elif event.kind == "counted":
                points[event.seat] = event.amount
        hidden = history.over and history.game.name == "mad" and history.written()["ended"] == "emptied"
        assert hidden or points == history.result.points


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_what_one_hears_explains_what_one_sees(setting: Setting, seed: int) -> None:
    """A viewer's events lead from each view to the next, so nobody has to compare views; of other hands, only the size."""
    before: dict[int, Cards] = {}
    for history in walk(setting, seed):
        for viewer in range(SPECTATOR, history.players):
            real = Cards(history.written(viewer))
            if viewer in before:
                before[viewer].follow(history.told(viewer))
                others = tuple(f"hands.{seat}" for seat in range(history.players) if seat != viewer)
                assert_same(before[viewer], real, (*FACE_DOWN, *others, *(() if history.over else ("out",))))
            before[viewer] = real


def test_a_view_has_all_that_its_seat_has_heard(setting: Setting) -> None:
    """`view.events` holds all events since the deal; a view that was kept gets no later ones."""
    heard: dict[int, list[Event]] = {}
    kept: dict[int, tuple[Position, list[Event]]] = {}
    for history in walk(setting, 8):
        for viewer in range(SPECTATOR, history.players):
            heard.setdefault(viewer, []).extend(history.told(viewer))
            view = history.view(viewer)
            assert view.events == heard[viewer]
            if viewer in kept:
                before, then = kept[viewer]
                assert before.events == then
            kept[viewer] = view, list(heard[viewer])


def test_a_card_is_blank_for_those_who_may_not_see_it(setting: Setting) -> None:
    blanked = 0
    for history in walk(setting, 4):
        for viewer in range(SPECTATOR, history.players):
            events = [event for event in history.events if event.kind != "shown" or sees(event, viewer)]
            told = history.told(viewer)
            assert len(told) == len(events)
            for event, one in zip(events, told, strict=True):
                assert one == (event if sees(event, viewer) else msgspec.structs.replace(event, card="?"))
                blanked += one != event
    assert blanked


def sees(event: Event, viewer: int) -> bool:
    return event.seen_by is None or viewer in event.seen_by


def twin_of(game: Game, pos: Position, viewer: int, dice: Any) -> Position:
    """Another position that looks the same to a viewer."""
    twin = conceal(game, pos, viewer)
    game.rules.redeal(twin, dice)
    return twin


def after(game: Game, pos: Position, seat: int, move: int, viewer: int) -> tuple[bytes, list[int]]:
    """What a viewer sees after a move, and what they hear of it."""
    played = pos.clone()
    *_, words = proceed(game, played, seat, move)
    return conceal(game, played, viewer).tobytes(), list(heard(words, viewer))


def drawn(game: Game, pos: Position, words: list[int], viewer: int) -> list[str]:
    """The cards that a viewer drew, in order; a view shows only the resulting hand."""
    events = game.notation.names(pos).events(words)
    return [event.card for event in events if event.source in FACE_DOWN and event.target == f"hands.{viewer}"]


@pytest.mark.sweep("seed", SEEDS, SEEDS[:1])
def test_twins_tell_the_same(setting: Setting, seed: int) -> None:
    """In positions that differ only in what a viewer may not know, a viewer who sees the same, and drew the same cards in the same
    order, has heard the same, byte for byte."""
    dice, chance, compared = np.array([seed, 5, 6, 1], np.int64), random.Random(seed), 0
    for history in walk(setting, seed):
        game, pos = history.game, history.position
        moves = [(seat, move) for seat in range(history.players) for move in legal_numbers(game, pos, seat)]
        for viewer in range(SPECTATOR, history.players) if moves else []:
            seat, move = chance.choice(moves)
            text = witnessed(history, pos, seat, move, viewer)
            twin = twin_of(game, pos, viewer, dice)
            seen, told = after(game, pos, seat, move, viewer)
            for other in legal_numbers(game, twin, seat):
                if witnessed(history, twin, seat, other, viewer) == text:
                    see, hear = after(game, twin, seat, other, viewer)
                    alike = see == seen and drawn(game, pos, hear, viewer) == drawn(game, pos, told, viewer)
                    compared += alike
                    assert not alike or hear == told
    assert compared


def witnessed(history: History, pos: Position, seat: int, move: int, viewer: int) -> str:
    """A move as a viewer reads it."""
    made = History(history.game, history.players, 0, {}, position=pos.clone())
    made.repeat(history.game.notation.describe(pos, move).text, seat, move)
    return made.witnessed(viewer)


def test_the_log_played_again_tells_the_same(setting: Setting) -> None:
    *_, last = walk(setting, 6)
    again = last.at(len(last.played))
    assert again.journal.words == last.journal.words
    assert again.events == last.events
    half = last.at(len(last.played) // 2)
    assert last.journal.words[: len(half.journal.words)] == half.journal.words
    for viewer in range(SPECTATOR, last.players):
        half.journal.heard(viewer)
        for entry in last.played[len(half.played) :]:
            half.play(entry.move, entry.seat)
        assert half.journal.heard(viewer) == last.journal.heard(viewer)
        half = last.at(len(last.played) // 2)
