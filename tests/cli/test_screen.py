"""The terminal screen, by keys and clicks: whole games, handing over, refusals, saving, and tables of a server."""

from __future__ import annotations

import asyncio
import itertools
import os
import pty
import random
import re
import select
import signal
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec import convert, to_builtins
from textual.pilot import Pilot

import kartenhaus
from conftest import Setting
from faults.inside import Inside
from kartenhaus.cli.inputs import language_of, resuming
from kartenhaus.cli.join import seated
from kartenhaus.cli.screen import faces, tables
from kartenhaus.cli.screen.app import TableScreen
from kartenhaus.cli.screen.local import Local
from kartenhaus.cli.screen.overlays import HandOver, Page
from kartenhaus.cli.screen.remote import Remote
from kartenhaus.cli.screen.source import Source
from kartenhaus.cli.screen.steps import Choosing, Step, legal_move
from kartenhaus.client import Client
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Written
from kartenhaus.core.history import History
from kartenhaus.core.texts import LANGUAGES, translator
from kartenhaus.table import alone
from kartenhaus.table.states import Move, State
from kartenhaus.table.table import Table as HouseTable
from serving import Line, Server
from twelve import TWELVE
from walking import walk

OPTIONS: dict[str, dict[str, Any]] = {"maumau": {"map": ["..1.", ".ST."], "announce": "manual"}}
NAMES = ("Mia", "Ben", "Ann", "Tom", "Eva", "Ida")
SIGN = "[●■▲◆]J?"  # of a colour, and of a Joker
MOST = 600  # the most keys that a game takes


def table(game: str, players: int = 2, humans: int = 1, seed: int = 8, save: Path | None = None, language: str = "en") -> Local:
    history = kartenhaus.deal(game, players=players, seed=seed, **OPTIONS.get(game, {}))
    return Local(history, humans, ["easy"], save, language, pause=0)


def seen(source: Source) -> State:
    """The state that is on the screen."""
    assert source.state is not None
    return source.state


def text_of(app: TableScreen) -> str:
    """All text on the screen."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


def at_screen(
    source: Source, act: Callable[[TableScreen, Pilot[None]], Awaitable[None]], size: tuple[int, int] = (80, 24)
) -> TableScreen:
    app = TableScreen(source)

    async def evening() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(app, pilot)

    asyncio.run(asyncio.wait_for(evening(), 120))
    return app


async def until(pilot: Pilot[None], holds: Callable[[], Any], patience: float = 30.0) -> None:
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end
        await pilot.pause(0.02)


async def click(app: TableScreen, pilot: Pilot[None], area: str, step: Step) -> None:
    """Click a choice where it is drawn."""
    part = app.parts[area]
    for y in range(part.size.height):
        x = 0
        for segment in part.render_line(y):
            if segment.style and segment.style.meta.get("step") == tuple(step):
                assert await pilot.click(f"#{area}", offset=(x + 2, y))
                await pilot.pause()
                return
            x += segment.cell_length
    raise AssertionError(f"{step} is not drawn in {area}")


@pytest.mark.parametrize(("game", "seed"), [("mada", 21), ("mad", 27), ("maumau", 26)])  # short games
def test_a_whole_game_by_keys(game: str, seed: int) -> None:
    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        for _ in range(MOST):
            await until(pilot, lambda: seen(app.source).legal or seen(app.source).phase == "over")
            if seen(app.source).phase == "over":
                break
            lucky = Step("word", "luck") in app.chooser.offers()
            await pilot.press("l" if lucky else "enter")
        assert seen(app.source).phase == "over"
        await pilot.pause()
        assert "★" in text_of(app)
        assert "ready" not in text_of(app)  # at one terminal, nobody has to get ready
        assert "Play again" in text_of(app)
        await pilot.press("n")
        await until(pilot, lambda: seen(app.source).phase == "playing")

    at_screen(table(game, seed=seed), play)


@pytest.mark.parametrize(("game", "seed"), [("mada", 21), ("mad", 27), ("maumau", 26)])
def test_every_game_can_be_played_with_the_plain_drawing(game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Like a game that has no drawing: whatever is not in the hand is chosen with buttons."""
    monkeypatch.setattr(faces, "PAINTED", set())
    faces.painter_of.cache_clear()
    try:
        test_a_whole_game_by_keys(game, seed)
    finally:
        faces.painter_of.cache_clear()


def test_a_whole_game_by_clicks() -> None:
    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        for _ in range(MOST):
            await until(pilot, lambda: seen(app.source).legal or seen(app.source).phase == "over")
            if seen(app.source).phase == "over":
                return
            step = app.chooser.offers()[0]
            await click(app, pilot, {"card": "hand", "space": "table", "anchor": "table"}.get(step.kind, "choices"), step)

    history = kartenhaus.deal("maumau", players=2, seed=8, map=["S..", "..."])
    assert seen(at_screen(Local(history, 1, ["easy"], None, "en", pause=0), play, (120, 40)).source).outcome


def test_a_card_then_a_space_and_back() -> None:
    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: any(step.kind == "card" for step in app.chooser.offers()))
        card = next(step for step in app.chooser.offers() if step.kind == "card")
        await click(app, pilot, "hand", card)
        assert f"Where does {app.chooser.source.about.names.cards[card.value]} go?" in text_of(app)
        assert {step.kind for step in app.chooser.offers()} == {"space"}
        taken = next(iter((seen(app.source).view or {})["board"]))
        await click(app, pilot, "table", Step("space", taken))
        assert "✗" in text_of(app)
        assert list(app.chooser.choosing.chosen) == [card]
        await pilot.press("right", "down", "escape")
        assert list(app.chooser.choosing.chosen) == []
        assert "Where does" not in text_of(app)
        await click(app, pilot, "hand", card)
        before = len(app.source.told)
        space = app.chooser.offers()[0]
        await click(app, pilot, "table", space)
        while app.chooser.choosing.chosen:
            await pilot.press("enter")
        await until(pilot, lambda: len(app.source.told) > before)
        assert f"on {space.value}" in app.source.told[before]

    at_screen(table("maumau", seed=3), play, (100, 30))


def test_hot_seat_hides_every_hand() -> None:
    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        for _ in range(4):
            await until(pilot, lambda: isinstance(app.screen, HandOver))
            source = app.source
            assert isinstance(source, Local)
            seat, hand = source.handing, source.history.written(source.handing)["hands"][source.handing].split()
            assert "Hand over to" in text_of(app)
            assert seen(source).you == -1
            assert set(" ".join((seen(source).view or {})["hands"]).split()) <= {"?"}
            for part in (*app.parts.values(), app.screen.query_one("#handover")):
                assert not app.chooser.cards()
                if part.id in ("hand", "choices", "handover"):
                    assert not re.search("[♣§¤]", str(part.render()))
            assert "♣" not in text_of(app)
            await pilot.press("x", "1")
            assert isinstance(app.screen, HandOver)
            await pilot.press("enter")
            await until(pilot, lambda: not isinstance(app.screen, HandOver))
            await pilot.pause()
            assert seen(source).you == seat
            assert app.chooser.cards() == hand
            assert all(f" {card} " in text_of(app) for card in hand)
            while source.handing < 0:
                await pilot.press("enter")

    at_screen(table("mada", 2, humans=2), play)


def test_each_player_reads_their_own_story() -> None:
    source = table("mad", 2, humans=2, seed=8)
    while not any("gives" in line for line in source.stories[-1]):
        asyncio.run(source.take()) if source.handing >= 0 else None
        asyncio.run(source.move(source.history.legal()[0]))
    giver = next(entry.seat for entry in source.history.played if entry.move.startswith("give"))
    assert any(re.search(r"gives Player \d a card\.", line) for line in source.stories[-1])
    assert any(re.search(rf"You give Player {2 - giver} (?!a card)\w+", line) for line in source.stories[giver])
    assert any(re.search(rf"Player {giver + 1} gives you (?!a card)\w+", line) for line in source.stories[1 - giver])
    assert not any("a card." in line for line in source.stories[giver] if "give" in line)


@pytest.mark.parametrize(("game", "seed"), [("mada", 8), ("mad", 8), ("maumau", 8)])
def test_a_refusal_names_its_rule(game: str, seed: int) -> None:
    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        for _ in range(100):
            await until(pilot, lambda: seen(app.source).legal)
            offered = {step.value for step in app.chooser.offers() if step.kind == "card"}
            wrong = [number for number, card in enumerate(app.chooser.cards(), 1) if card not in offered and number < 10]
            if wrong and not app.chooser.choosing.chosen:
                break
            await pilot.press("enter")
        moves = len(app.source.told)
        await pilot.press(str(wrong[0]))
        assert "✗" in text_of(app)
        assert re.search(rf"{game}/[a-z-]+: \w+", text_of(app))
        assert len(app.source.told) == moves
        rule = app.rule
        await pilot.press("r")
        assert isinstance(app.screen, Page)
        await pilot.pause()
        assert rule in text_of(app)
        await pilot.press("escape")
        await pilot.press("escape")
        assert "✗" not in text_of(app)

    at_screen(table(game, seed=seed), play)


def test_a_move_in_writing_help_and_stopping() -> None:
    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: seen(app.source).legal)
        await pilot.press(":", *"play 99", "enter")
        assert "“99” is not a card of this game" in text_of(app)
        move = seen(app.source).legal[0].move
        before = len(app.source.told)
        await pilot.press(":", *move, "enter")
        await until(pilot, lambda: len(app.source.told) > before)
        await pilot.press("?")
        assert "try your luck" in text_of(app)
        await pilot.press("?")
        await pilot.press("o")
        assert "Who starts: by chance" in text_of(app)
        assert "Open scores: no" in text_of(app)
        await pilot.press("o")
        await pilot.press("t")
        assert app.theme == "textual-light"
        await pilot.press("q")
        assert "Press q again" in text_of(app)
        await pilot.press("q")
        assert not app.is_running

    at_screen(table("mada"), play)


def test_saving_and_going_on(tmp_path: Path) -> None:
    file = tmp_path / "evening.toml"

    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        for _ in range(3):
            await until(pilot, lambda: seen(app.source).legal)
            await pilot.press("enter")
            await pilot.pause()
        assert isinstance(app.source, Local)
        assert kartenhaus.load(file).played == app.source.history.played

    first = at_screen(table("mada", save=file), play)
    assert f"kartenhaus play --resume {file} --bots easy resumes the game." in first.source.farewell()
    assert resuming(file, 1, ["medium"]) == f"kartenhaus play --resume {file}"
    assert resuming(Path("our game"), 2, ["easy", "hard"]) == "kartenhaus play --resume 'our game' --humans 2 --bots easy,hard"
    again = Local(kartenhaus.load(file), 1, ["easy"], file, "en", pause=0)
    assert again.told == first.source.told
    again.history = kartenhaus.load(file)
    while not again.history.over:
        again.history.play(again.history.legal()[0])
    asyncio.run(again.do("again"))
    assert again.save == tmp_path / "evening-2.toml"
    assert kartenhaus.load(again.save).played == []
    again.save = tmp_path / "nowhere" / "file.toml"
    again._keep()
    assert "cannot be written" in again.trouble


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (200, 60)])
def test_it_fits_any_terminal(size: tuple[int, int]) -> None:
    async def look(app: TableScreen, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: seen(app.source).legal)
        await pilot.pause()
        shown = text_of(app).splitlines()
        assert len(shown) == size[1]
        assert "Your turn" in shown[0]
        assert "Keys" in shown[-1]
        assert any("╰" in line for line in shown[-4:])

    for game in kartenhaus.game_names():
        at_screen(table(game, 3), look, size)


def test_trouble_is_read_whole() -> None:
    async def look(app: TableScreen, pilot: Pilot[None]) -> None:
        assert isinstance(app.source, Local)
        for language in LANGUAGES:
            app.source.trouble = translator(language)("Connection lost. Reconnecting … nothing is lost.")
            app.show()
            await pilot.pause()
            assert app.source.trouble in text_of(app)

    at_screen(table("maumau"), look)


def test_a_bot_that_fails_or_thinks_does_not_stop_the_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "odd_bots.py").write_text(
        "from threading import Event\nenough = Event()\nclass Slow:\n"
        "    def choose(self, view, seed):\n        enough.wait()\n        raise ValueError('no idea')\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    enough = import_module("odd_bots").enough
    history = kartenhaus.deal("mada", players=2, seed=8, starter=1)

    async def look(app: TableScreen, pilot: Pilot[None]) -> None:
        await pilot.press("?")
        assert isinstance(app.screen, Page)
        assert app.source.told == ["The cards are dealt, and odd_bots:Slow 2 starts."]
        await pilot.press("?")
        enough.set()
        await until(pilot, lambda: seen(app.source).legal)
        assert any("failed (ValueError)" in line for line in app.source.told)

    at_screen(Local(history, 1, ["odd_bots:Slow"], None, "en", pause=0), look)


def test_bots_alone_are_watched() -> None:
    async def look(app: TableScreen, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: seen(app.source).phase == "over", 60)
        await pilot.pause()
        assert "wins" in text_of(app) or "share the win" in text_of(app)

    at_screen(table("mad", 2, humans=0), look)


def legal(game: str, position: Written, players: int = 3, **options: Any) -> list[Move]:
    """What the seat to act may do in a position."""
    history = kartenhaus.deal(game, players=players, seed=1, **options)
    history.position = history.game.files.lay_out(history.edition, history.options, players)
    history.game.notation.read_position(position, history.position)
    return alone.moves(history, history.to_act, NAMES, "en")


def test_a_choice_step_by_step() -> None:
    choosing = Choosing(legal("mad", {"to_act": 0, "hands": ["X g1", "y1", "y2"], "open": "g5"}))
    assert choosing.offers() == [Step("card", "g1"), Step("card", "X"), Step("word", "draw")]
    assert choosing.choose(Step("card", "X")) is None
    assert [choosing.words(step) for step in choosing.offers()] == ["Swap with nobody", "Ben", "Ann"]
    assert choosing.choose(Step("seat", "2")) is None
    assert [choosing.words(step) for step in choosing.offers()] == ["green", "yellow", "red", "blue"]
    assert choosing.choose(Step("colour", "r")) == "play X r 2"
    assert choosing.back() == Step("colour", "r")
    assert choosing.back() == Step("seat", "2")
    assert choosing.choose(Step("word", "plain")) is None
    assert choosing.choose(Step("colour", "r")) == "play X r"
    choosing.start_again()
    assert choosing.choose(Step("card", "g1")) == "play g1"
    assert choosing.back() == Step("card", "g1")
    assert choosing.back() is None


def test_with_one_answer_nothing_is_asked() -> None:
    turn = {"to_act": 0, "hands": ["gW gG b1", "y1"], "open": "g5"}
    two = Choosing(legal("mad", turn, 2))
    assert two.choose(Step("card", "gG")) == "play gG 1"
    two.start_again()
    assert two.choose(Step("card", "gW")) == "play gW right"  # both directions lead to the other player
    three = Choosing(legal("mad", {**turn, "hands": ["gW gG b1", "y1", "y2"]}))
    assert three.choose(Step("card", "gW")) is None
    assert [three.words(step) for step in three.offers()] == ["Ben", "Ann"]


def test_what_is_said_with_a_move_is_a_switch() -> None:
    board = {"map": ["S..", ".. "], "announce": "manual"}
    choosing = Choosing(legal("maumau", {"to_act": 0, "hands": ["r1 b2", "y1"], "board": {"a1": "r5"}}, 2, **board))
    assert choosing.says() == "Say “Mau!”"
    assert choosing.choose(Step("card", "r1")) is None
    assert choosing.choose(Step("space", "b1")) == "place r1 b1"
    choosing.start_again()
    choosing.saying = True
    assert choosing.choose(Step("card", "r1")) is None
    assert choosing.choose(Step("space", "b1")) == "place r1 b1 !"


def test_every_move_of_a_game_can_be_chosen(setting: Setting) -> None:
    """Steps reach exactly the legal moves, except directions that lead to the same player."""
    for history in walk(setting, 3):
        for seat in range(history.players):
            moves = alone.moves(history, seat, NAMES, "en")
            reached = set()
            for one in map(legal_move, moves):
                choosing = Choosing(moves)
                choosing.saying = bool(one.says)
                found = None
                for at, step in enumerate(one.steps):
                    if found is None and len(choosing.chosen) == at and step in choosing.offers():
                        found = choosing.choose(step)
                reached.add(found)
            unasked = {one.move for one in moves if setting.players == 2 and one.move.endswith(" left")}
            assert reached - {None} == {one.move for one in moves} - unasked


def test_the_language_is_the_one_asked_for_or_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "")
    monkeypatch.setenv("LC_MESSAGES", "")
    monkeypatch.setenv("LANG", "nl_BE.UTF-8")
    assert language_of(None) == "nl"
    assert language_of("it") == "it"
    with pytest.raises(OptionError, match="the language is one of en, de"):
        language_of("xx")


def test_in_a_real_terminal(tmp_path: Path) -> None:
    """A process in a real terminal draws, takes keys, and says how to resume."""
    file = tmp_path / "evening.toml"
    command = [sys.executable, "-m", "kartenhaus", "play", "mada", "--bots", "easy", "--seed", "3", "--save", str(file)]
    child, end = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="80", LINES="24")
        os.execv(command[0], command)
    said = b""
    deadline = time.monotonic() + 60
    asked = False
    while time.monotonic() < deadline:
        if select.select([end], [], [], 0.2)[0]:
            try:
                said += os.read(end, 65536)
            except OSError:
                break
        if b"Your turn" in said and not asked:
            asked = True
            os.write(end, b"\x03")
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert asked, said[-500:]
    assert b"resumes the game." in said
    assert file.exists()


# At a server's table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests below."""
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_at_a_servers_table(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    host = server.open("mada", players=3, options={"starter": 0})

    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        source = app.source
        await until(pilot, lambda: "not ready yet" in text_of(app))
        assert "Who starts: Host" in text_of(app)  # what the table plays with, before the game and, with a key, at any time
        assert "Who may watch: everybody with the link" in text_of(app)
        server.post(
            f"tables/{host.table}/setup", token=host.token, options={"open_scores": True}, clock={"kind": "move", "seconds": 30}
        )
        await until(pilot, lambda: "Open scores: yes" in text_of(app))
        await pilot.press("o")
        assert "Clock: 30 s for each move; then a bot moves" in text_of(app)
        await pilot.press("o")
        assert host.link in text_of(app).replace("\n", "")
        await pilot.press("c", *"hello", "enter")
        await until(pilot, lambda: "Mia: hello" in source.told)
        await pilot.press("n")
        await until(pilot, lambda: seen(source).seats[1].ready)
        await until(pilot, lambda: "Wait, I am not ready" in text_of(app))

    client = asyncio.run(seated(host.link, "Mia", watch=False))
    assert client.seat == 1
    at_screen(Remote(client, "en"), play, (120, 30))
    again = asyncio.run(seated(host.link, "Mia", watch=False))
    assert (again.seat, again.token) == (client.seat, client.token)


def test_a_whole_game_a_rematch_a_broken_line_and_a_spectator(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    host = server.open("maumau", players=2, options={"map": ["S..", "..."]})  # a short one
    client = Client(server.url, host.table, host.seat, host.token)

    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        source = app.source

        def so_far() -> tuple[int, list[Step]]:
            return seen(source).number, list(app.chooser.choosing.chosen)

        await until(pilot, lambda: source.state and "Seat a bot" in text_of(app))
        await pilot.press("b")
        await until(pilot, lambda: seen(source).seats[1].kind == "bot")
        await pilot.press("n")
        await until(pilot, lambda: seen(source).phase == "playing")
        server.stop()
        await until(pilot, lambda: "Connection lost" in text_of(app))
        server.start()
        await until(pilot, lambda: not source.trouble)
        for _ in range(MOST):
            await until(pilot, lambda: seen(source).legal or seen(source).phase == "over")
            if seen(source).phase == "over":
                break
            before = so_far()
            await pilot.press("l" if Step("word", "luck") in app.chooser.offers() else "enter")
            await until(pilot, partial(lambda then: so_far() != then, before))
        assert seen(source).outcome
        await until(pilot, lambda: "Play again" in text_of(app))
        await pilot.press("n")
        await until(pilot, lambda: seen(source).games == 2)

    async def watch(app: TableScreen, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: app.source.state)
        await pilot.pause()
        assert seen(app.source).you == -1
        assert "You are watching" in text_of(app)
        assert not app.chooser.cards()

    app = at_screen(Remote(client, "en"), play, (100, 30))
    assert "kartenhaus join" in app.source.farewell()
    at_screen(Remote(asyncio.run(seated(host.link, "Eve", watch=True)), "en"), watch)


def test_a_table_that_an_error_has_paused_offers_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """docs/faults.md 26: the screen says what happened, and a key reads the table again from its log."""

    def fails(*_: object) -> None:
        raise RuntimeError

    async def play(app: TableScreen, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: app.source.state)
        monkeypatch.setattr(HouseTable, "_readied", fails)
        await pilot.press("n")
        await until(pilot, lambda: "something went wrong" in text_of(app) and "Go on" in text_of(app))
        monkeypatch.undo()
        await pilot.press("g")
        await until(pilot, lambda: seen(app.source).seats[host.seat].ready)
        await until(pilot, lambda: "something went wrong" not in text_of(app) and "Go on" not in text_of(app))

    async def come_later(app: TableScreen, pilot: Pilot[None]) -> None:
        await until(pilot, lambda: "something went wrong" in text_of(app) and "Go on" in text_of(app))
        assert app.source.state is None
        monkeypatch.undo()
        await pilot.press("g")
        await until(pilot, lambda: app.source.state and "Go on" not in text_of(app))

    with Inside(tmp_path) as running:
        host = running.open("mada", players=2)
        at_screen(Remote(Client(running.url, host.table, host.seat, host.token), "en"), play, (120, 30))
        monkeypatch.setattr(HouseTable, "_readied", fails)
        with Line(host) as line:
            assert line.do("ready", ready=False)["code"] == "broken"
        at_screen(Remote(Client(running.url, host.table, host.seat, host.token), "en"), come_later, (120, 30))


@pytest.mark.parametrize(("width", "sign"), [(80, SIGN), (60, SIGN), (50, SIGN), (50, "")])
def test_numbers_up_to_12_are_never_cut(width: int, sign: str) -> None:
    """On the board, however small its spaces are (an offered one then has no sign), and in a hand of many cards."""
    history, dice = kartenhaus.deal("maumau", players=2, seed=5, edition=TWELVE, board="two"), random.Random(5)
    while not history.over:
        history.play(dice.choice(history.legal()))
    source = Local(history, 1, ["easy"], None, "en", pause=0)
    board = seen(source).view["board"]  # type: ignore[index]  # the game was dealt
    offers = [] if sign else [Step("space", space) for space in board]
    drawn = tables.paint(tables.Picture(source.about, source.state, source.translate, offers, width=width)).plain
    lines = [line[3:] for line in drawn.splitlines() if re.match(r" ?\d+ ", line)]
    tops = [cards.split()[-1] for cards in board.values()]
    assert sorted(re.findall(rf"{sign}(1[0-2])\b", "\n".join(lines))) == sorted(top[-2:] for top in tops if top[-2:].isdigit())
    for card, wide in itertools.product(("r10", "g11", "b12", "y9"), range(5, 15)):
        assert f"{card[1:]}" in faces.box(source.about, card, wide)[1].plain
    assert [faces.face(source.about, card).word for card in ("r12", "g11", "b9")] == ["Red", "Green", "Blue"]


def test_history_is_not_needed_to_draw() -> None:
    """A picture needs only a state frame and the welcome."""
    source = table("mad", 3)
    assert isinstance(source.history, History)
    drawn = tables.paint(tables.Picture(source.about, source.state, source.translate))
    assert convert(to_builtins(source.state), State) == source.state
    assert drawn.plain.strip()
