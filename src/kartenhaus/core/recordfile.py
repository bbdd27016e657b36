"""Record files: a whole game as readable text, to be saved, replayed to any move, verified and continued.

The file is TOML. Its first key is the version of the format; `moves` has a line for each entry, the seat and its move.
"""

from __future__ import annotations

import re
from typing import Any

from kartenhaus.core import edition as editions
from kartenhaus.core import toml
from kartenhaus.core.errors import KartenhausError, Phrase, RecordError
from kartenhaus.core.game import find
from kartenhaus.core.history import History

VERSION = 1
KEYS = ("kartenhaus", "game", "rules", "edition", "players", "names", "seed", "options", "moves", "result", "resigned", "fair")
MAX_MOVES = 100_000


def dumps(history: History) -> str:
    """The text of a record."""
    table = as_table(history)
    moves, tail = table.pop("moves"), {name: table.pop(name) for name in ("result", "fair") if name in table}
    text = toml.lines(table) + f'moves = """\n{moves}"""\n'
    return text + "".join(f"\n[{name}]\n{toml.lines(part)}" for name, part in tail.items())


def as_table(history: History) -> dict[str, Any]:
    """The keys of a record and their values."""
    table: dict[str, Any] = {"kartenhaus": VERSION, "game": history.game.name, "rules": history.game.version}
    shipped = editions.is_shipped(history.game, history.edition)
    table["edition"] = history.edition["name"] if shipped else dict(history.edition)
    table["players"] = history.players
    if history.names:
        table["names"] = history.names
    table["seed"] = f"{history.seed:064x}"
    if history.options:
        table["options"] = history.options
    if history.resigned:
        table["resigned"] = history.resigned
    table["moves"] = "".join(f"{entry.seat} {entry.move}\n" for entry in history.entries)
    if history.over:
        table["result"] = {"winners": history.result.winners, "points": history.result.points}
    if history.fair:
        table["fair"] = history.fair
    return table


def loads(text: str, name: str = "record") -> History:
    """A game from the text of its record: every move is checked, and the result if there is one.

    RecordError says what was wrong and where; `name` is what it calls the file.
    """
    return from_table(toml.read(text, name, "record", RecordError), name)


def from_table(table: dict[str, Any], name: str = "record") -> History:
    """The same from the keys of a record and their values."""
    head = _Head(table, name)
    version = head.get("kartenhaus", int, Phrase("the version of the format, {version}", version=VERSION))
    if version != VERSION:
        raise RecordError("{file}: format {version}; this program reads {known}", file=name, version=version, known=VERSION)
    for key in table:
        if key not in KEYS:
            raise RecordError("{file}: unknown key “{key}”; a record has {keys}", file=name, key=key, keys=", ".join(KEYS))
    try:
        history = _deal(head)
    except RecordError:
        raise
    except KartenhausError as error:
        raise RecordError("{file}: {error}", file=name, error=error) from None
    _replay(history, head)
    _compare_result(history, head)
    history.resigned = _resigned(history, head)
    history.fair = head.get("fair", dict, Phrase("a table"), {})
    return history


class _Head:
    """The keys of a record, each of the type it must have."""

    def __init__(self, table: dict[str, Any], name: str) -> None:
        self.table = table
        self.name = name

    def get(self, key: str, kind: type | tuple[type, ...], right: Phrase, default: Any = None) -> Any:
        value = self.table.get(key, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise RecordError("{file}: {key} must be {right}", file=self.name, key=key, right=right)
        return value


def _deal(head: _Head) -> History:
    game = find(head.get("game", str, Phrase("the name of a game")))
    rules = head.get("rules", int, Phrase("the version of the rules"))
    if rules != game.version:
        raise RecordError(
            "{file}: played by version {rules} of the rules; this program has {known}",
            file=head.name,
            rules=rules,
            known=game.version,
        )
    seed = head.get("seed", str, Phrase("64 hexadecimal digits"))
    if not re.fullmatch("[0-9a-f]{64}", seed):
        raise RecordError("{file}: seed must be 64 hexadecimal digits", file=head.name)
    names = head.get("names", list, Phrase("a list of names"), [])
    if not all(isinstance(one, str) for one in names):
        raise RecordError("{file}: names must be a list of names", file=head.name)
    return History.deal(
        game,
        head.get("players", int, Phrase("the number of players")),
        int(seed, 16),
        head.get("edition", (str, dict), Phrase("the name of an edition, or a whole one")),
        head.get("options", dict, Phrase("a table"), {}),
        names or None,
    )


def _replay(history: History, head: _Head) -> None:
    lines = head.get("moves", str, Phrase("a text with a line for each move")).splitlines()
    if len(lines) > MAX_MOVES:
        raise RecordError("{file}: more than {most} moves", file=head.name, most=MAX_MOVES)
    for number, line in enumerate(lines, 1):
        seat, _, move = line.partition(" ")
        if not re.fullmatch("[0-9]", seat):
            raise RecordError(
                "{file}: move {number}: “{line}” must start with a seat", file=head.name, number=number, line=line[:60]
            )
        try:
            history.play(move, int(seat))
        except KartenhausError as error:
            raise RecordError(
                "{file}: move {number}, “{line}”: {error}", error.rule, file=head.name, number=number, line=line[:60], error=error
            ) from None


def _resigned(history: History, head: _Head) -> list[int]:
    seats: list[int] = head.get("resigned", list, Phrase("a list of seats"), [])
    if not all(type(seat) is int and 0 <= seat < history.players for seat in seats):
        raise RecordError("{file}: resigned must be a list of seats", file=head.name)
    return seats


def _compare_result(history: History, head: _Head) -> None:
    told = head.table.get("result")
    if told is None:
        return
    result = history.result
    actual = {"winners": result.winners, "points": result.points}
    if not history.over:
        raise RecordError("{file}: there is a result, but the game is not over", file=head.name)
    if told != actual:
        raise RecordError(
            "{file}: the moves lead to winners {winners} and points {points}, not to the result in the file",
            file=head.name,
            **actual,
        )
