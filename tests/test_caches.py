"""docs/faults.md 47: every cache is bounded in entries and in bytes; a new cache must be listed here with its bound."""

from __future__ import annotations

import ast
import gc
import pkgutil
import sys
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from importlib import import_module
from pathlib import Path
from typing import Any

import kartenhaus
from kartenhaus.core.game import find, names
from kartenhaus.core.history import MAX_MOVE, made
from kartenhaus.core.plain import MAX_NAME
from kartenhaus.server import pages
from kartenhaus.table import frames, review, stories
from kartenhaus.table.states import encode

SOURCE = Path(kartenhaus.__file__).parent
KIB = 1024

BOUNDED: dict[str, tuple[int, int]] = {
    "kartenhaus.bots.bot._keyed": (8, KIB),
    "kartenhaus.bots.learned.files.trained": (8, 4096 * KIB),
    "kartenhaus.bots.maumau_memory._neighbours": (20, 16 * KIB),
    "kartenhaus.bots.search.tuned": (100, KIB),
    "kartenhaus.core.cards.CardNames._write_list": (10_000, 2 * KIB),
    "kartenhaus.core.cards.CardNames._write_counts": (10_000, KIB),
    "kartenhaus.core.cards.CardNames._write_piles": (10_000, 2 * KIB),
    "kartenhaus.core.events.EventNames._read": (5000, KIB),
    "kartenhaus.core.history.made": (20_000, KIB),
    "kartenhaus.core.notation._known": (1000, 8 * KIB),
    "kartenhaus.core.texts.translator": (50, KIB),
    "kartenhaus.core.words._form": (5000, KIB),
    "kartenhaus.games.mad.notation._describe": (2000, KIB),
    "kartenhaus.games.mada.notation._describe": (200, KIB),
    "kartenhaus.games.mada.notation._write_aside": (1000, 4 * KIB),
    "kartenhaus.games.mada.notation._write_discard": (10_000, KIB),
    "kartenhaus.games.mad.notation._write_open": (10_000, 2 * KIB),
    "kartenhaus.games.maumau.board.empty_board": (100, 32 * KIB),
    "kartenhaus.games.maumau.notation._names": (20, 64 * KIB),
    "kartenhaus.games.maumau.notation._towers": (100, 4 * KIB),
    "kartenhaus.games.maumau.notation._write_board": (1000, 32 * KIB),
    "kartenhaus.games.maumau.notation._write_out": (1000, 2 * KIB),
    "kartenhaus.games.maumau.notation._describe_placed": (5000, 2 * KIB),
    "kartenhaus.games.maumau.notation._describe_word": (500, KIB),
    "kartenhaus.games.maumau.refusals.name_spaces": (100, 32 * KIB),
    "kartenhaus.games.mada.words.a_card": (1000, KIB),
    "kartenhaus.games.mada.words.card_words": (1000, KIB),
    "kartenhaus.games.mad.words.a_card": (1000, KIB),
    "kartenhaus.games.mad.words.card_words": (1000, KIB),
    "kartenhaus.games.maumau.words.a_card": (1000, KIB),
    "kartenhaus.games.maumau.words._asked": (1000, KIB),
    "kartenhaus.games.maumau.words.card_words": (1000, KIB),
    "kartenhaus.server.api._picture": (100, 64 * KIB),
    "kartenhaus.table.fairness.commitment": (1000, KIB),
    "kartenhaus.table.frames._button": (10_000, 4 * KIB),
    "kartenhaus.table.stories._told": (2000, 16 * KIB),
    "kartenhaus.training.chunks._template": (100, 8 * KIB),
    "kartenhaus.work.cluster.build": (1, KIB),
}
"""The most entries, and the most bytes of an entry: names, moves, boards and positions are bounded where they come in."""

OURS = {
    "kartenhaus.bots.brains.brain": "a game",
    "kartenhaus.bots.learned.files.brain_of": "a game",
    "kartenhaus.bots.skilled.files.skilled_brain": "a game",
    "kartenhaus.bots.skilled.files.standings": "a game",
    "kartenhaus.bots.mad_memory.factors": "nothing",
    "kartenhaus.bots.memory._remember": "a game",
    "kartenhaus.bots.trials.play.trial_of": "a game",
    "kartenhaus.cli.compiling.compile_first": "a game and parts of it",
    "kartenhaus.cli.screen.faces.painter_of": "a game",
    "kartenhaus.cli.terminal.console": "standard output and error",
    "kartenhaus.core.edition._shipped": "an edition that came with a game",
    "kartenhaus.core.edition.shipped": "a game",
    "kartenhaus.core.jit.store": "nothing",
    "kartenhaus.core.packed.Packed.kept": "a class of ours",
    "kartenhaus.core.packed.Packed.layout": "a class of ours",
    "kartenhaus.core.packed._plainly": "a class of ours",
    "kartenhaus.core.rulebook.read_rulebook": "a game and a language of the house",
    "kartenhaus.core.sources._imports": "a module of ours",
    "kartenhaus.core.sources.sources": "a module of ours",
    "kartenhaus.core.texts._catalogue": "a language of the house",
    "kartenhaus.envs.vector.kernels_of": "a game",
    "kartenhaus.games.maumau.board.shipped": "a board that came with the game",
    "kartenhaus.server.addresses.home_address": "nothing",
    "kartenhaus.server.pages._asset": "a file of the client, and when it changed",
    "kartenhaus.server.pages._known": "when the client was joined",
    "kartenhaus.server.pages._page": "a page of the client, a room and a game",
    "kartenhaus.server.wire._words": "a module of ours",
    "kartenhaus.server.wire.schema": "nothing",
    "kartenhaus.table.frames._public": "a class of ours",
    "kartenhaus.table.facts.lesson_titles": "a game",
    "kartenhaus.table.guide._read": "a game",
    "kartenhaus.table.lesson.stages": "a game and the number of a lesson",
    "kartenhaus.table.stories._sentences": "a game",
    "kartenhaus.table.table._handler": "a class of ours",
    "kartenhaus.table.words._words": "a game",
}
"""Without a number, because their keys are ours: no stranger can add to them."""

HOLDERS = {
    "arena.tournament._loaded": "one match: the last",
    "cli.screen.games.mada.COLOURS": "nothing: its cards have no colours",
    "cli.screen.games.plain.COLOURS": "nothing: what a game has is unknown",
    "client.Client._states": "the newest states that nobody has read, up to MOST_STATES",
    "client.Client._waiting": "what this client has said and not heard of",
    "client.Client.entries": "what happened since the deal: a game ends",
    "core.game._GAMES": "games that are registered",
    "server.backplane.Backplane._tasks": "the four works of this process",
    "server.backroom.Backroom._taken": "addresses that have a place: no more than there are places",
    "server.connection.Connection._frames": "what `unsent` lets wait",
    "server.hours.Hours.times": "times of two minutes and more, within sixty days",
    "server.house.House._loading": "tables that are being read at the moment",
    "server.house.House._tasks": "the four works of this process",
    "server.house.House.counts": "what is counted: names of ours",
    "server.house.House.rooms": "tables that somebody looks at, or did ten seconds ago",
    "server.house.House.told": "games and languages of the house, a few answers for each",
    "server.http_protocol.OpenLines._counts": "addresses with an open connection",
    "server.in_step.InStep._waiting": "entries of one commit",
    "server.limits.Limits._buckets": "ten thousand addresses, of which the oldest are forgotten",
    "server.limits.Limits.coming": "openers whose tables are being opened",
    "server.limits.Limits.sockets": "addresses with an open socket",
    "server.logs.RepeatFilter._counts": "a thousand kinds of lines; all others count together",
    "server.outbox.Outbox._waiting": "connections, in one turn of the loop",
    "server.press.PlainLines._told": "what is told of games of the house",
    "server.press.Press._running": "games of the house that are compiled at the moment",
    "server.press.Press._tasks": "games of the house",
    "server.room.Room.connections": "open sockets",
    "server.room.Room.tasks": "one for what is due, one to read again, one for each seat",
    "server.store.Store._house": "two names: hours",
    "server.store.Store._noted": "tables in use since the last group",
    "server.store.Store._rows": "tables in use while the database is away",
    "server.store.Store.groups": "one group at a time: the next is handed over when it is written",
    "server.store._Group.entries": "entries that somebody waits for: one for each table",
    "server.store._Group.house": "two names: hours",
    "server.store._Group.rows": "one group of entries",
    "server.thinker.Thinker._stuck": "threads of the pool, which is replaced when all are stuck",
    "server.thoughts.Thoughts._thoughts": "seats, until the next decision",
    "server.trials.Trials._asking": "addresses that wait: five",
    "server.trials.Trials._ours": "forty series of games with our own editions and boards",
    "server.turns.Turns._addresses": "tables whose bots think or wait to think",
    "server.turns._Queue.waiting": "seats of a table",
    "server.unsent.Unsent._readers": "connections that have not read what they were sent yet",
    "server.websocket_protocol.WebSocketProtocol._heard": "MOST_WAITING messages, then it reads no more",
    "server.websocket_protocol.WebSocketProtocol._parts": "MOST_PARTS parts of a message",
    "table.sights.Sights._looks": "seats, until the next move",
    "table.sights.Sights._returns": "moves of the game at hand, until the next",
    "table.sights.Sights._seen": "seats, until the next move",
    "table.table.Table.must_agree": "seats",
    "table.table.Table.nonces": "seats",
    "table.table.Table.refs": "seats, each with its last eight",
    "table.table.Table.removed": "entries of a book, two for each",
    "table.table.Table.seats": "seats",
    "table.timing.Watch.elsewhere": "seats, and processes of this server",
    "table.timing.Watch.gone": "seats",
    "table.timing.Watch.present": "seats",
    "table.window.Window.held": "seats",
}
"""Dictionaries, sets, lists and queues that start empty and live as long as their owner, and what bounds them."""


def modules() -> list[Any]:
    return [import_module(one.name) for one in pkgutil.walk_packages([str(SOURCE)], "kartenhaus.") if "migrations" not in one.name]


def caches() -> dict[str, list[Any]]:
    """All functools caches in the package, by the function behind them, wherever they are kept."""
    modules()
    gc.unfreeze()  # also look at objects that a server in this process has frozen
    found: dict[str, list[Any]] = {}
    for one in gc.get_objects():
        if type(one) is _lru_cache_wrapper:  # isinstance would ask proxies for their class, and some are dead
            function: Any = getattr(one.__wrapped__, "__func__", one.__wrapped__)
            if function.__module__.startswith("kartenhaus."):
                found.setdefault(f"{function.__module__}.{function.__qualname__}", []).append(one)
    return found


def test_every_cache_is_listed_with_its_bound() -> None:
    found = caches()
    nested = {name for name in found if "<locals>" in name}  # a compiled function's own cache
    assert nested <= {"kartenhaus.core.jit._dispatcher.<locals>.part"}
    assert found.keys() - nested == BOUNDED.keys() | OURS.keys()
    for name, kept in found.items():
        wanted = BOUNDED[name][0] if name in BOUNDED else None
        assert {one.cache_parameters()["maxsize"] for one in kept} == {wanted}, name


def test_all_caches_together_fit_into_memory() -> None:
    counts = {name: len(kept) for name, kept in caches().items()}
    ours = [name for name in names() if find(name).package.startswith("kartenhaus.")]  # without games that tests have registered
    counts |= {name: len(ours) for name in BOUNDED if ".CardNames." in name}  # each game has one
    counts["kartenhaus.core.events.EventNames._read"] = BOUNDED["kartenhaus.games.maumau.notation._names"][0] + len(ours)
    assert sum(counts[name] * entries * size for name, (entries, size) in BOUNDED.items()) < 500 * KIB * KIB


GROWING = {"dict", "OrderedDict", "defaultdict", "Counter", "WeakKeyDictionary", "set", "list", "deque", "Queue", "SimpleQueue"}


def holders(tree: ast.Module) -> Iterator[str]:
    """Names of module variables and attributes that start as an empty dictionary, set, list or queue."""

    def is_empty(value: ast.expr | None) -> bool:
        if isinstance(value, ast.Call):
            called = ast.unparse(value.func)
            factory = any(key.arg == "default_factory" and ast.unparse(key.value) in GROWING for key in value.keywords)
            return (called.rpartition(".")[2] in GROWING and not value.args) or factory
        return (isinstance(value, ast.Dict) and not value.keys) or (isinstance(value, ast.List) and not value.elts)

    def within(body: list[ast.stmt], prefix: str) -> Iterator[str]:
        for one in body:
            if isinstance(one, ast.ClassDef):
                yield from within(one.body, f"{prefix}{one.name}.")
            elif isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name in ("__init__", "__post_init__"):
                yield from within(one.body, prefix)
            elif isinstance(one, ast.Assign | ast.AnnAssign) and is_empty(one.value):
                target = one.targets[0] if isinstance(one, ast.Assign) else one.target
                yield prefix + ast.unparse(target).removeprefix("self.")

    yield from within(tree.body, "")


STRUCTURES = ("table.entries.", "table.messages.", "table.setup.", "table.states.")  # what they hold is only replaced as a whole


def test_everything_that_grows_is_listed() -> None:
    """In the server, the tables and the client all of them; elsewhere only module variables."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        module = path.relative_to(SOURCE).with_suffix("").as_posix().replace("/", ".")
        for name in holders(ast.parse(path.read_text("utf-8"))):
            if "." not in name or module.startswith(("server.", "table.", "client")):
                found.add(f"{module}.{name}")
    assert {name for name in found if not name.startswith(STRUCTURES)} == HOLDERS.keys()


def size(thing: object) -> int:
    """The bytes of an object and of everything in it."""
    inside = thing if isinstance(thing, tuple | list) else ()
    return sys.getsizeof(thing) + sum(size(one) for one in inside)


def test_the_worst_entries_are_as_small_as_they_are_said_to_be() -> None:
    """With the longest names, in letters of four bytes, and the longest moves."""
    wide = tuple(chr(0x1F0A1 + seat) * MAX_NAME for seat in range(6))
    for name in names():
        low, high = find(name).players
        history = kartenhaus.deal(name, players=high, seed=1)  # no move tells as much as a deal
        told = stories.told(history, 0, wide[:high], "de")
        assert size((tuple(history.journal.words), wide[:high], told)) < BOUNDED["kartenhaus.table.stories._told"][1]
        for number in history.legal_numbers():
            notation = history.game.notation
            move = notation.describe(history.position, number)
            button = bytes(frames._button(name, move, 0, wide[:high], "de"))
            assert size((name, move.text, move.steps, wide[:high], "de", button)) < BOUNDED["kartenhaus.table.frames._button"][1]
        assert low
    entry = made(0, "x" * MAX_MOVE)
    assert size((entry.seat, entry.move)) < BOUNDED["kartenhaus.core.history.made"][1]


def test_files_that_are_not_there_are_not_remembered() -> None:
    before = pages._asset.cache_info().currsize
    for number in range(1000):
        assert pages.asset(f"nothing/{number}.js") is None
    for path in ("", ".", "..", "../server/app.py", "__init__.py", "art/../app.js", "/etc/passwd", "app.js/", "art"):
        assert pages.asset(path) is None
    assert pages._asset.cache_info().currsize == before
    assert pages.asset("index.html") is not None
    assert "types.d.ts" not in pages.known()


def test_reviews_of_many_long_names_leave_little_behind() -> None:
    """Each has other names; the cache of their words stays bounded."""
    stories._told.cache_clear()
    for number in range(30):
        history = kartenhaus.deal("mada", players=2, seed=number)
        history.names = [f"{number} {'x' * 20}", "Ben"]
        while not history.over and len(history.played) < 30:
            history.play(history.legal()[0])
        assert len(encode(review.review(history, 0))) < 130_000
    assert stories._told.cache_info().maxsize == BOUNDED["kartenhaus.table.stories._told"][0]
    assert stories._told.cache_info().currsize <= 31 * 30
