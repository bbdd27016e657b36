"""Write tables and records with an older version; every later version must still open them.

Run this with the Python of a checkout of that version, whose own server and tests do the work. It writes the database to
FOLDER/tables.sql, what that version showed of it to FOLDER/shown.jsonl, and its records to FOLDER/records:

    cd CHECKOUT && PYTHONPATH=tests .venv/bin/python …/tests/older/write.py FOLDER

First it looks for games: it tries one secret after another until a random game is what the table wants. Then players play that game
at the server, move by move.
"""

from __future__ import annotations

import json
import random
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from faults.inside import Inside
from kartenhaus.cli import data
from kartenhaus.core import recordfile
from kartenhaus.core.game import SPECTATOR, find
from kartenhaus.core.history import History, MadeMove
from kartenhaus.table.fairness import seed_of
from serving import Line, Place, wait_until

NAMES = ("Ada", "Bruno", "Clio", "Dora", "Emil", "Finn")
Moves = list[MadeMove]
Want = Callable[[History], int]
"""How many moves of a random game are played at the table; 0 if the table does not want the game."""


@dataclass
class Wish:
    """A table, and the games that are played at it."""

    name: str
    game: str
    players: int
    games: list[Want] = field(default_factory=list)
    options: dict[str, Any] = field(default_factory=dict)
    choice: dict[str, Any] = field(default_factory=dict)
    liking: Callable[[History, str], float] = lambda *_: 1.0
    then: Callable[[list[Line]], object] = lambda _: None


def secret(name: str, number: int) -> str:
    """The secret with this number, to try for a table."""
    return sha256(f"{name} {number}".encode()).hexdigest()


def found(wish: Wish, number: int, options: dict[str, Any]) -> tuple[str, Moves]:
    """Find a secret that deals a game the table wants; return the secret and the moves."""
    want = wish.games[number]
    for attempt in count():
        chosen = secret(f"{wish.name} {number}", attempt)
        seed = seed_of(chosen, nonces(wish, number))
        edition = wish.choice.get("edition", "standard")
        history, dice = History.deal(find(wish.game), wish.players, seed, edition, options), random.Random(chosen)
        while not history.over and len(history.played) < 600:
            seats = range(wish.players) if "announce" in options else [history.to_act]
            moves = [(seat, move) for seat in seats for move in history.legal(seat)]
            weights = [wish.liking(history, move) for _, move in moves]
            seat, move = dice.choices(moves, weights)[0]
            history.play(move, seat)
        length = want(history)
        if length:
            return chosen, history.played[:length]
    raise AssertionError


def nonces(wish: Wish, number: int) -> list[str]:
    """The players' nonces."""
    return [f"{NAMES[seat]}-{number}" for seat in range(wish.players)]


# What tables want


def whole(history: History) -> int:
    """A game that is over, and not too long."""
    return len(history.played) if history.over and len(history.played) <= 130 else 0


def some(history: History) -> int:
    """The first part of any game."""
    return min(24, len(history.played) - 1)


def played_last(history: History) -> int:
    """In MADA: the first part of a game, up to a plain card, which can be taken back."""
    return next(number for number, entry in enumerate(history.played, 1) if number > 15 and entry.move[5:].isdigit())


def chain(history: History) -> int:
    """In MAD: the number of moves up to the second defence in a row; 0 if there is none."""
    defended = False
    for number, entry in enumerate(history.played):
        word = entry.move.split()[0]
        if word == "defend" and defended:
            return number + 1
        defended = word == "defend" or (defended and word == "allow")
    return 0


def on_with_chain(*words: str, more: int = 0) -> Want:
    """An unfinished game after an attack was turned back twice: up to a move with one of these words, or `more` moves later."""

    def want(history: History) -> int:
        start = chain(history)
        following = [number for number, entry in enumerate(history.played) if number >= start and entry.move.split()[0] in words]
        return following[0] + more if 0 < start < 50 and following and following[0] + more + 1 < len(history.played) else 0

    return want


def over_with_chain(history: History) -> int:
    """A whole game in which an attack was turned back twice, and play went on."""
    return whole(history) if 0 < chain(history) < len(history.played) - 8 else 0


def without_chain(want: Want) -> Want:
    """A game in which no attack was turned back twice."""
    return lambda history: 0 if chain(history) else want(history)


def idle_after_penalty(history: History) -> int:
    """In Mau Mau: the game ended because nobody could play, although somebody had drawn a penalty in the last round."""
    moves = len(history.played)
    if not history.over or history.position.idle < history.players or moves > 130:
        return 0
    penalties = [before.penalty and before.left for before in list(history.positions())[-history.players - 2 : -1]]
    return moves if any(penalties) else 0


def owing(history: History) -> int:
    """In Mau Mau: the first moment after move 10 at which somebody still has to say something."""
    for number, position in enumerate(history.positions()):
        if position.owes.any() and number > 10:
            return number
    return 0


def aggressive(history: History, move: str) -> float:
    """In MAD: strongly prefer defences, then attacks; rarely draw or keep."""
    words = move.split()
    if words[0] == "defend":
        return 100
    if words[0] == "play" and len(words) > 2 and words[-1].isdigit():
        return 2
    return 0.2 if words[0] in ("draw", "keep") else 1


def towards_the_end(history: History, move: str) -> float:
    """In Mau Mau: prefer to draw until one card is left in the pile, then prefer a Draw Two."""
    left = int(history.position.left)
    if move == "draw":
        return 50
    return 2500 if left == 1 and "D " in move else 1


# What happens at the tables in the end


def talk(lines: list[Line]) -> None:
    """Chat a little."""
    lines[0].do("chat", text="Well played!")
    lines[1].do("chat", text="¡Gracias! 🌵")


def wait_for_more(lines: list[Line]) -> None:
    """A bot sits down, and one player is ready."""
    talk(lines)
    assert lines[0].do("bot", seat=2, level="easy")["type"] == "done"
    assert lines[1].do("ready", nonce="mine")["type"] == "done"


def take_back(lines: list[Line]) -> None:
    """A player takes back a move, and all others agree."""
    talk(lines)
    for line in lines:
        if line.settle()["phase"] == "playing" and line.do("regret")["type"] == "done":
            for other in lines:
                if other is not line:
                    other.do("answer", agrees=True)
            return
    raise AssertionError("nothing could be taken back")


def pause(lines: list[Line]) -> None:
    """The host pauses the game."""
    assert lines[0].do("pause")["type"] == "done"


def give_up(lines: list[Line]) -> None:
    """All but the host give up."""
    for line in lines[1:]:
        assert line.do("resign")["type"] == "done"
    wait_until(lambda: lines[0].settle()["fair"]["last"], "the end")


def close(lines: list[Line]) -> None:
    """The host closes the table."""
    assert lines[0].do("close")["type"] == "done"


SMALL: dict[str, Any] = {
    "name": "mine",
    "title": "A box of our own",
    "game": "maumau",
    "hand": 5,
    "deck": {f"{colour}{symbol}": 3 for colour in "rgby" for symbol in "123456789DSP"} | {"J": 12},
}
MAP = ["S.1.T", ". D .", "1.A.1"]
APART = {**SMALL, "hand": 30, "deck": dict.fromkeys(SMALL["deck"], 0)}  # except for Draw Twos, colours share no value
APART["deck"] |= dict.fromkeys(("r1", "r2", "g3", "g4", "b5", "b6", "y7", "y8"), 17) | {f"{colour}D": 5 for colour in "rgby"}
RING = ["ST.", ". .", "..."]
WISHES = [
    Wish("mada lobby", "mada", 3, choice={"public": True}, then=wait_for_more),
    Wish("mada taken back", "mada", 2, [played_last], then=take_back),
    Wish("mada second game", "mada", 3, [whole, some], {"starter": 1}, {"clock": {"kind": "bank", "seconds": 600, "increment": 5}}),
    Wish("mada closed", "mada", 5, [whole], then=close),
    Wish("mad resting", "mad", 3, [without_chain(some)], liking=aggressive, then=pause),
    Wish("mad over", "mad", 2, [without_chain(whole)], liking=aggressive, then=talk),
    Wish("mad given up", "mad", 3, [without_chain(some)], liking=aggressive, then=give_up),
    Wish("mad in the chain", "mad", 4, [on_with_chain("give")], liking=aggressive),
    Wish("mad the turn after the chain", "mad", 3, [on_with_chain("play", "draw")], liking=aggressive),
    Wish("mad after the chain", "mad", 4, [on_with_chain("play", "draw", more=6)], liking=aggressive, then=talk),
    Wish("mad over with a chain", "mad", 3, [over_with_chain], {"dealer": 2}, liking=aggressive, then=talk),
    Wish("mad second game after a chain", "mad", 3, [over_with_chain, without_chain(some)], liking=aggressive),
    Wish("maumau owing", "maumau", 3, [owing], {"board": "two", "announce": "manual"}),
    Wish("maumau own board", "maumau", 2, [whole, some], {"map": MAP}, {"edition": SMALL}),
    Wish("maumau penalties", "maumau", 4, [whole], {"board": "one", "penalty_then_play": True}),
    Wish(
        "maumau idle after a penalty",
        "maumau",
        4,
        [idle_after_penalty],
        {"map": RING, "penalty_then_play": True, "match_all": True},
        {"edition": APART},
        towards_the_end,
    ),
]


# At the server


def at_table(server: Inside, wish: Wish) -> dict[str, Any]:
    """Play at a table; return its name, its code and the tokens of its seats."""
    secrets: list[str] = []
    setattr(server.house, "secret", lambda: secrets.pop(0) if secrets else secret(wish.name, -1))  # noqa: B010, a method
    options = dict(wish.options)
    games: list[tuple[str, Moves]] = []
    for number in range(len(wish.games)):
        games.append(found(wish, number, options))
        for option in find(wish.game).options:
            if getattr(option, "values", option.kind) in (int, "seat"):
                options[option.name] = (_starter(wish, options, *games[-1], number) + 1) % wish.players
    secrets += [chosen for chosen, _ in games]
    host = server._taken(
        server.post("tables", game=wish.game, players=wish.players, name=NAMES[0], options=wish.options, **wish.choice)
    )
    guests = [server.join(host.table, NAMES[seat]) for seat in range(1, wish.players if wish.games else 2)]
    with ExitStack() as stack:
        lines = [stack.enter_context(Line(place)) for place in (host, *guests)]
        for number, (_, moves) in enumerate(games):
            for line, nonce in zip(lines, nonces(wish, number), strict=True):
                assert line.do("ready", nonce=nonce)["type"] == "done"
            wait_until(lambda: server.room(host.table).table.playing, "the deal")
            play(server, host.table, lines, moves)
            if number + 1 < len(games):
                wait_until(lambda: lines[0].settle()["fair"]["last"], "the end")
        if games and lines[0].settle()["phase"] == "over":
            wait_until(lambda: lines[0].settle()["fair"]["last"], "the end")
        wish.then(lines)
    return {"name": wish.name, "table": host.table, "tokens": [place.token for place in (host, *guests)]}


def _starter(wish: Wish, options: dict[str, Any], chosen: str, _: Moves, number: int) -> int:
    """Who started or dealt a game."""
    seed = seed_of(chosen, nonces(wish, number))
    history = History.deal(find(wish.game), wish.players, seed, wish.choice.get("edition", "standard"), options)
    words = history.written(SPECTATOR)
    return int(words[next(key for key in ("dealer", "starter", "to_act") if key in words)])


def play(server: Inside, table: str, lines: list[Line], moves: Moves) -> None:
    """Make all moves that the table does not make by itself."""
    room = server.room(table)

    def made() -> Moves:
        return server.inside(lambda: list(room.table.history.played) if room.table.history else [])

    for number, wanted in enumerate(moves):
        while len(made()) <= number:
            state = lines[wanted.seat].settle()
            if wanted.move in [one["move"] for one in state["legal"]]:
                lines[wanted.seat].do("move", move=wanted.move, answers=state["answers"])
    assert made()[: len(moves)] == moves


def shown(server: Inside, table: dict[str, Any]) -> dict[str, Any]:
    """What every seat and a spectator see of a table."""
    states = {}
    places = [Place(server.url, table["table"], seat, token) for seat, token in enumerate(table["tokens"])]
    for place in (server.watch(table["table"]), *places):
        if server.get(f"tables/{place.table}").json()["phase"] == "closed" and place.token:
            continue
        with Line(place) as line:
            keys = ("phase", "to_act", "view", "outcome", "games", "number", "paused", "closed")
            legal = [one["move"] for one in line.state["legal"]]
            names = [one["name"] for one in line.state["seats"]]
            states[place.seat] = {**{key: line.state[key] for key in keys}, "legal": legal, "names": names}
    return {**table, "states": states}


def clock() -> Iterator[int]:
    """A wall clock that advances by a second whenever it is read."""
    return count(1_789_000_000_000, 1000)


def main() -> None:
    """Write everything into a folder."""
    folder = Path(sys.argv[1])
    (folder / "records").mkdir(parents=True, exist_ok=True)
    ticks = clock()
    with tempfile.TemporaryDirectory() as place:
        quiet: dict[str, Any] = {"away": 1e6, "idle_waiting": 1e9, "idle_playing": 1e9}
        with Inside(Path(place), wall=lambda: next(ticks), **quiet) as server:
            tables = [at_table(server, wish) for wish in WISHES]
            everything = [shown(server, table) for table in tables]
        database = sqlite3.connect(Path(place) / "tables.db")
        (folder / "tables.sql").write_text("\n".join(database.iterdump()) + "\n", "utf-8")
        database.close()
        lines = [json.dumps(table, ensure_ascii=False) + "\n" for table in everything]
        (folder / "shown.jsonl").write_text("".join(lines), "utf-8")
        data.export(data.settings_of(f"sqlite:///{place}/tables.db", None), folder / "records", None)
        data.export(data.settings_of(f"sqlite:///{place}/tables.db", None), None, str(folder / "games.jsonl"))
    for wish in WISHES:
        if wish.games:
            chosen, moves = found(wish, 0, dict(wish.options))
            seed, edition = seed_of(chosen, nonces(wish, 0)), wish.choice.get("edition", "standard")
            history = History.deal(find(wish.game), wish.players, seed, edition, wish.options, list(NAMES[: wish.players]))
            for entry in moves:
                history.play(entry.move, entry.seat)
            if not history.over:
                (folder / "records" / f"{wish.name.replace(' ', '-')}.toml").write_text(recordfile.dumps(history), "utf-8")


if __name__ == "__main__":
    main()
