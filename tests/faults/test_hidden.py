"""Nobody learns what they may not know.

Two tables play the same game. Before every move, the second table gets other hidden cards (every card that one viewer cannot see)
and another random state. Whatever that viewer then hears, in moves, refusals and over HTTP, is the same at both, byte for byte.
"""

from __future__ import annotations

import json
import logging
import random
import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import numpy as np
import pytest

from conftest import Setting
from faults.inside import Inside, Time
from faults.test_timing import table_of, watch_of, with_position
from kartenhaus.core.game import SPECTATOR, Game, Position
from kartenhaus.core.history import History, conceal, legal_numbers, texts
from kartenhaus.core.random import seed_words, start_game
from kartenhaus.server import alarm
from kartenhaus.table import entries as log
from kartenhaus.table import frames
from kartenhaus.table.table import Table
from serving import Line, Place, wait_until

NEVER = 500.0  # seconds: longer than a test
MOVES = 16
TRIALS = 12  # moves that cannot be made, tried before every one that can
TRIES = 12  # deals that are tried until a move is possible in both
SECRET = "34" * 32  # a deal in which several players are soon asked at once
CLOCKS = {3: {"kind": "bank", "seconds": 86_400, "increment": 7}}  # by the number of players: the other tables have none


@pytest.fixture(scope="module")
def clock() -> Time:
    return Time()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, clock: Time) -> Iterator[Inside]:
    slow: dict[str, Any] = {"question_least": NEVER, "question_most": NEVER, "grace": NEVER, "messages": 1e9}
    with Inside(tmp_path_factory.mktemp("house"), now=clock, **slow) as running:
        yield running


@pytest.fixture(autouse=True)
def logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG, "kartenhaus")
    caplog.set_level(logging.INFO, "uvicorn")
    return caplog


class Seen:
    """One table and everybody around it: a line for each seat and for a spectator or screen, and what they heard word for word."""

    def __init__(self, house: Inside, setting: Setting, clock: dict[str, Any] | None) -> None:
        self.house = house
        choice = {"options": dict(setting.options), "public": True, **({"clock": clock} if clock else {})}
        places = house.full_table(setting.name, setting.players, **choice)
        self.code = places[0].table
        self.page = httpx.Client(base_url=house.url, verify=False, timeout=30)
        screen = setting.players % 2 == 0  # a screen in the middle is a spectator too
        self.lines = [*map(Line, places), Line(Place(house.url, self.code), screen=screen)]
        self.nonces = [f"nonce-of-seat-{seat}" for seat in range(setting.players)]
        for seat, line in enumerate(self.lines[:-1]):
            assert line.do("ready", nonce=self.nonces[seat])["type"] == "done"
        for line in self.lines:
            line.until(lambda state: state["phase"] == "playing")
            line.settle()
        self.room = house.room(self.code)
        self.table = self.room.table
        house.inside(self.stop)  # nothing happens by itself from now on, unless a test says so
        assert self.table.history is not None
        self.secrets = [self.table.secret, str(self.table.history.seed), f"{self.table.history.seed:x}", *self.nonces]
        before = json.dumps([line.heard for line in self.lines])  # what was said before the deal, nonces included
        assert '"random"' not in before
        assert not any(hidden in before for hidden in self.secrets)

    def stop(self) -> None:
        self.room.stop()
        vars(self.room.watch)["due"] = lambda table, now: None

    def go_on(self) -> None:
        """Let things happen by themselves again."""
        del vars(self.room.watch)["due"]
        alarm.renew(self.room)

    def close(self) -> None:
        self.page.close()
        for line in self.lines:
            line.close()

    @property
    def history(self) -> History:
        assert self.table.history is not None
        return self.table.history

    def set(self, history: History, position: Position) -> None:
        """Put the table into another position."""

        def change() -> None:
            self.table.history = replace(history, position=position.clone(), played=list(history.played))
            self.table._look_anew()

        self.house.inside(change)

    def heard(self, viewer: int) -> list[str]:
        """What a viewer received since the last call, word for word, except what differs at every table."""
        line = self.lines[viewer]
        line.say("ping", ref="all")
        frames: list[str] = []
        while not frames or '"pong"' not in frames[-1]:
            frames.append(str(line.socket.recv(30)))
        for frame in frames:
            assert '"random"' not in frame
            assert not any(hidden in frame for hidden in self.secrets)
        return [self.masked(frame) for frame in frames]

    def masked(self, text: str) -> str:
        return text.replace(self.code, "CODE")

    def asked(self, viewer: int, probes: list[dict[str, Any]]) -> list[str]:
        """What a viewer hears when they try all kinds of things."""
        for probe in probes:
            self.lines[viewer].socket.send(json.dumps(probe))
        return self.heard(viewer)

    def pages(self) -> list[str]:
        """What anyone gets over HTTP."""
        answers = [self.page.get(f"/api/tables/{self.code}{rest}") for rest in ("", "/records/1", "/records/2")]
        found = [self.masked(f"{answer.status_code} {answer.headers.get('content-length')} {answer.text}") for answer in answers]
        assert not any(hidden in page for hidden in self.secrets for page in found)
        return found


def twin_of(game: Game, position: Position, viewer: int, seed: int) -> Position:
    """Another position that looks the same to a viewer."""
    dice = np.zeros(4, np.int64)
    start_game(seed_words(seed), 0, np.zeros(8, np.int64), dice)
    twin = conceal(game, position, viewer)
    game.rules.redeal(twin, dice)
    return twin


def look(game: Game, position: Position, seat: int, move: int, viewer: int) -> bytes:
    """What a viewer sees after a move."""
    after = position.clone()
    game.rules.play(after, seat, move)
    seen: bytes = conceal(game, after, viewer).tobytes()
    return seen


def witnessed(game: Game, position: Position, seat: int, move: int, viewer: int) -> str:
    """The text of a move as a viewer reads it."""
    history = History(game, int(position.seats), 0, {}, position=position.clone())
    history.repeat(game.notation.describe(position, move).text, seat, move)
    return history.witnessed(viewer)


def alike(game: Game, position: Position, move: int, twin: Position, seat: int, viewer: int, seen: bytes) -> list[int]:
    """The moves of a twin that look the same to a viewer as a given move, in words and in effect."""
    words = witnessed(game, position, seat, move, viewer)
    return [
        other
        for other in legal_numbers(game, twin, seat)
        if witnessed(game, twin, seat, other, viewer) == words and look(game, twin, seat, other, viewer) == seen
    ]


def probes(
    history: History, twin: Position, viewer: int, answers: int, chance: random.Random, own: list[str]
) -> list[dict[str, Any]]:
    """Moves that a viewer cannot make: those of others in both games, those of nobody, and texts that are no moves."""
    game, cards = history.game, history.game.notation.CARD.names[1:]
    tried = [f"{word} {chance.choice(cards)}" for word in ("play", "give", "toss", "pass", "discard", "play") for _ in range(2)]
    tried += ["draw", "luck", "keep", "allow", "pass", "say", "done", "defend r", "catch 0", "swap 1", f"place {cards[0]} c4"]
    tried += ["", "play", "play ?", "give ?", "?" * 90, "play \u202eX", "no such thing"]
    for position in (history.position, twin):
        for seat in range(history.players):
            tried += texts(game, position, legal_numbers(game, position, seat)[:6])
    moves = [move for move in dict.fromkeys(tried) if " ".join(move.split()) not in own]
    moves = chance.sample(moves, min(TRIALS, len(moves)))
    said = [{"do": "move", "move": move, "answers": answers, "ref": f"try {number}"} for number, move in enumerate(moves)]
    said += [{"do": "move", "move": "draw", "answers": old} for old in (-1, 0, answers - 1, answers + 10**6)]
    said += [{"do": "answer", "agrees": True}, {"do": "resume"}, {"do": "remove", "seat": 0 if viewer else 9}, {"do": "what"}]
    asked = [{"kind": "card", "value": card} for card in chance.sample(cards, 4)] + [{"kind": "word", "value": "draw"}]
    said += [{"do": "why", "steps": [step]} for step in asked]
    said += [{"do": "why", "steps": [asked[0], {"kind": "space", "value": "c4"}]}, {"do": "why", "steps": []}]
    return [*said, {"do": "story", "ref": "story"}]


def test_what_a_viewer_hears_does_not_depend_on_what_they_may_not_know(
    house: Inside,
    clock: Time,
    setting: Setting,
    logged: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """docs/faults.md 12: frames, refusals, pages and their lengths, for every seat and for spectators."""
    secret = secrets.token_hex(32)
    monkeypatch.setattr(house.house, "secret", lambda: secret)
    one, other = (Seen(house, setting, CLOCKS.get(setting.players)) for _ in range(2))
    chance = random.Random(str(setting))
    same = 0
    try:
        for number in range(MOVES):
            history, game = one.history, one.history.game
            if not one.table.playing:
                break
            viewer = [*range(setting.players), SPECTATOR][number % (setting.players + 1)]
            seat = history.to_act
            move = chance.choice(legal_numbers(game, history.position, seat))
            seen = look(game, history.position, seat, move, viewer)
            twins = [twin_of(game, history.position, viewer, chance.getrandbits(60)) for _ in range(TRIES)]
            fitting = [twin for twin in twins if move in alike(game, history.position, move, twin, seat, viewer, seen)]
            twin = [*fitting, twins[0]][0]
            assert twin.tobytes() != history.position.tobytes()
            other.set(history, twin)
            held = one.table.is_question and viewer == seat  # whatever they say now, it waits for its time
            clock.now += 2 * NEVER if held else chance.choice([0, 2 * NEVER])
            own = house.inside(lambda viewer=viewer: list(other.table.moves(viewer)))  # type: ignore[misc]
            trials = probes(history, twin, viewer, one.table.changed, chance, own)
            assert one.asked(viewer, trials) == other.asked(viewer, trials)
            assert one.pages() == other.pages()
            clock.now += 2 * NEVER  # a question may be answered
            if not fitting:
                other.set(history, history.position)
            [text] = texts(game, history.position, [move])  # one made face down is compared below
            for table in (one, other):
                answered = table.lines[seat].do("move", move=text, answers=table.table.changed)
                assert answered["type"] == "done", answered
            told = one.heard(viewer), other.heard(viewer)
            if fitting:
                same += 1
                assert told[0] == told[1]
            for table in (one, other):
                for everybody in range(-1, setting.players):
                    table.heard(everybody)
            other.set(one.history, one.history.position)
    finally:
        one.close()
        other.close()
    assert same >= number / 6
    assert not any(hidden in logged.text for hidden in one.secrets)


def test_a_story_tells_a_viewer_what_they_were_told_when_it_happened(house: Inside, clock: Time, setting: Setting) -> None:
    """docs/faults.md 12: coming back or asking later, nobody learns more."""
    table = Seen(house, setting, None)
    chance = random.Random(str(setting))
    told: list[list[dict[str, Any]]] = [[] for _ in table.lines]
    try:
        for _ in range(MOVES):
            if not table.table.playing:
                break
            clock.now += 2 * NEVER
            seat = table.table.to_act
            move = chance.choice(table.history.legal(seat))
            assert table.lines[seat].do("move", move=move, answers=table.table.changed)["type"] == "done"
        for viewer, line in enumerate(table.lines):
            line.settle()
            seen = [event for frame in line.heard if frame["type"] == "state" for event in frame["entries"]]
            told[viewer] = [event for event in seen if event["kind"] in ("started", "moved", "finished")]
            assert line.do("story")["entries"] == told[viewer]
    finally:
        table.close()
    assert all(len(events) >= 3 for events in told)


def in_step(tables: list[Seen], seat: int, move: str) -> None:
    """Make the same move at several tables, and wait until all have heard it."""
    for table in tables:
        assert table.lines[seat].do("move", move=move, answers=table.table.changed)["type"] == "done"
        for viewer in range(-1, len(table.lines) - 1):
            table.heard(viewer)


def victims(tables: list[Seen], clock: Time) -> tuple[int, ...]:
    """Play until several players are asked at once; return their seats."""
    for _ in range(60):
        clock.now += 2 * NEVER
        table = tables[0].table
        if table.window is not None and len(table.window.seats) > 1:
            clock.now = tables[0].room.watch.since
            return table.window.seats
        seat = table.to_act
        moves = tables[0].history.legal(seat)
        draws = [move for move in moves if move.startswith("play") and move.endswith("D")]
        in_step(tables, seat, [*draws, *moves][0])
    raise AssertionError("nobody played Draw One")


def dealt(position: Position, game: Game, viewer: int, seats: tuple[int, ...], holders: set[int]) -> Position:
    """The same position to a viewer, in which just these of some seats can defend themselves."""
    defence = game.notation.CARD.names.index("N")
    twins = (twin_of(game, position, viewer, seed) for seed in range(3000))
    return next(twin for twin in twins if {seat for seat in seats if twin.hands[seat, defence]} == holders)


def test_an_answer_that_is_held_back_is_heard_by_nobody_else(
    house: Inside, clock: Time, logged: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/faults.md 12, 13: one can defend themselves and answers, one cannot and says nothing: others hear the same,
    before and after.
    """
    monkeypatch.setattr(house.house, "secret", lambda: SECRET)
    one, other = tables = [Seen(house, Setting("mad", 4, ()), CLOCKS[3]) for _ in range(2)]
    try:
        first, second, third = seats = victims(tables, clock)
        history, game = one.history, one.history.game
        position = dealt(history.position, game, SPECTATOR, seats, {second})
        one.set(history, position)
        other.set(history, dealt(position, game, first, seats, set()))
        for viewer in (first, SPECTATOR):
            assert one.heard(viewer) == other.heard(viewer)
        assert one.lines[second].do("move", move="allow", answers=one.table.changed)["type"] == "done"
        assert one.lines[second].settle()["answered"] == "allow"
        assert one.table.number == other.table.number + 1
        for viewer in (first, SPECTATOR):
            trials = probes(history, other.history.position, viewer, one.table.changed, random.Random(5), ["allow"])
            trials += [{"do": do, "text": "anybody?", "ref": f"{do} {viewer}"} for do in ("chat", "pause", "resume")]
            assert one.asked(viewer, trials) == other.asked(viewer, trials)
            assert one.heard(SPECTATOR) == other.heard(SPECTATOR)
        assert one.pages() == other.pages()
        clock.now += 2 * NEVER
        for table in tables:
            house.inside(table.go_on)
            wait_until(lambda: table.table.window is None, "all have answered")  # noqa: B023 - before the next
            house.inside(table.stop)
        assert one.heard(SPECTATOR) == other.heard(SPECTATOR)
        assert [event["move"] for event in one.lines[third].do("story")["entries"][-3:]] == ["allow"] * 3
    finally:
        for table in tables:
            table.close()
    assert SECRET not in logged.text


@pytest.mark.parametrize("where", ["apply", "look"])
def test_an_error_inside_a_table_tells_nobody_its_cards(
    house: Inside, where: str, logged: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """docs/faults.md 12: neither its viewers nor the log."""
    table = Seen(house, Setting("mad", 2, ()), None)

    def fail(*_: object) -> None:
        raise ValueError(f"{table.table.secret} {table.history.seed} {table.nonces}")

    seat = table.table.to_act
    move = table.history.legal(seat)[0]
    monkeypatch.setattr(table.table, where, fail)
    try:
        table.lines[seat].say("move", move=move, answers=table.table.changed)
        frame = table.lines[seat].hear("error")
        assert frame["code"] == "broken"
        for viewer in range(-1, 2):
            table.heard(viewer)  # which looks for secrets
    finally:
        monkeypatch.undo()
        table.close()
    assert "ValueError" in logged.text
    assert not any(hidden in logged.text for hidden in table.secrets)


def test_other_hands_are_face_down_when_a_game_begins(house: Inside, setting: Setting) -> None:
    """docs/faults.md 12: after a deal, players see only their own cards, and how many the others have."""
    table = Seen(house, setting, None)
    try:
        for viewer, line in enumerate(table.lines):
            hands = line.state["view"]["hands"]
            assert all(set(hand.split()) <= {"?"} for seat, hand in enumerate(hands) if seat != viewer)
            assert "?" not in "".join(hands[viewer : viewer + 1])
            assert "random" not in line.state["view"]
    finally:
        table.close()


@pytest.mark.parametrize(("name", "players"), [("mad", 3), ("mad", 5), ("maumau", 3), ("maumau", 4)])
def test_a_move_made_face_down_reads_the_same_whatever_the_card(name: str, players: int) -> None:
    """docs/faults.md 12: cards that are given, passed or discarded; the hidden part is in the move itself."""
    chance, compared = random.Random(7), 0
    for seed in range(400):
        if compared >= 20:
            break
        table = table_of(Setting(name, players, ()), 0, seed)
        for _ in range(60):
            if not table.playing:
                break
            assert table.history is not None
            game, position, seat = table.game, table.history.position, table.to_act
            moves = legal_numbers(game, position, seat)
            hidden = [move for move in moves if "?" in witnessed(game, position, seat, move, SPECTATOR)]
            move = chance.choice(hidden or moves)
            for viewer in [*range(players), SPECTATOR] if hidden else []:
                seen = look(game, position, seat, move, viewer)
                twin = twin_of(game, position, viewer, chance.getrandbits(50))
                others = [like for like in alike(game, position, move, twin, seat, viewer, seen) if like != move]
                if others:
                    compared += 1
                    assert told(table, position, seat, move, viewer) == told(table, twin, seat, others[0], viewer)
            [text] = texts(game, position, [move])
            table.apply(log.Moved(0, seat, text))
    assert compared >= 20


def told(table: Table, position: Position, seat: int, move: int, viewer: int) -> bytes:
    """What a viewer receives of a move."""
    now = with_position(table, position.clone())
    [text] = texts(table.game, position, [move])
    watch = watch_of(now, 1)
    happening = frames.Happening(now, log.Moved(0, seat, text))
    now.apply(happening.entry)
    return frames.state(now, watch, viewer, 100.0, [happening.told(now, viewer)], frames.shared(now, watch, 100.0))
