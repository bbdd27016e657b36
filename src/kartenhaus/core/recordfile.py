"""Record files: a whole game as readable text, to be saved, replayed to any move, verified and continued.

The file is TOML. Its first key is the version of the format; `moves` has one line per move: the seat and the move.
"""

from __future__ import annotations

import re
from typing import Any

from kartenhaus.core import edition as editions
from kartenhaus.core import toml
from kartenhaus.core.errors import InvalidMove, KartenhausError, OptionError, Phrase, RecordError
from kartenhaus.core.game import find
from kartenhaus.core.history import MAX_MOVE, History, Result
from kartenhaus.core.plain import MAX_NAME, cleaned

VERSION = 1
KEYS = ("kartenhaus", "game", "rules", "edition", "players", "names", "seed", "options", "moves", "result", "resigned", "fair")
MAX_MOVES = 100_000
MOST_POINTS = 1_000_000
MAX_FAIR = 64  # characters of a commitment, a secret or a nonce


def dumps(history: History) -> str:
    """The text of a record."""
    keys = as_keys(history)
    moves, tail = keys.pop("moves"), {name: keys.pop(name) for name in ("result", "fair") if name in keys}
    text = toml.lines(keys) + f'moves = """\n{moves}"""\n'
    return text + "".join(f"\n[{name}]\n{toml.lines(part)}" for name, part in tail.items())


def as_keys(history: History) -> dict[str, Any]:
    """The keys of a record and their values."""
    if history.start is not None:
        raise OptionError("this game began with a position, not with a deal: a record needs a deal")
    keys: dict[str, Any] = {"kartenhaus": VERSION, "game": history.game.name, "rules": history.rules}
    shipped = editions.is_shipped(history.game, history.edition)
    keys["edition"] = history.edition["name"] if shipped else dict(history.edition)
    keys["players"] = history.players
    if history.names:
        keys["names"] = history.names
    keys["seed"] = f"{history.seed:064x}"
    if history.options:
        keys["options"] = history.options
    if history.resigned:
        keys["resigned"] = history.resigned
    keys["moves"] = "".join(f"{one.seat} {one.move}\n" for one in history.moves)
    if history.final is not None:
        keys["result"] = {"winners": history.final.winners, "points": history.final.points}
    if history.fair:
        keys["fair"] = history.fair
    return keys


def loads(text: str, name: str = "record") -> History:
    """Read a game from the text of its record; check every move, and the result if there is one.

    If a finished game was played by older rules, moves and a result that today's rules do not lead to are kept as written.
    RecordError says what is wrong and where; `name` is the file's name in its message.
    """
    return from_keys(read(text, name), name)


def read(text: str, name: str = "record") -> dict[str, Any]:
    """The keys of a record and their values, not checked yet."""
    return toml.read(text, name, "record", RecordError)


def from_keys(keys: dict[str, Any], name: str = "record") -> History:
    """The same as `loads`, from the keys of a record and their values."""
    head = _Head(keys, name)
    version = head.get("kartenhaus", int, Phrase("the version of the format, {version}", version=VERSION))
    if version != VERSION:
        raise RecordError("{file}: format {version}; this program reads {known}", file=name, version=version, known=VERSION)
    for key in keys:
        if key not in KEYS:
            raise RecordError("{file}: unknown key “{key}”; a record has {keys}", file=name, key=key, keys=", ".join(KEYS))
    try:
        history = _deal(head)
    except RecordError:
        raise
    except KartenhausError as error:
        raise RecordError("{file}: {error}", file=name, error=error) from None
    history.resigned = _resigned(history, head)
    _replay(history, head)
    _compare_result(history, head)
    history.fair = _fair(history, head)
    return history


class _Head:
    """The keys of a record, each of the type it must have."""

    def __init__(self, keys: dict[str, Any], name: str) -> None:
        self.keys = keys
        self.name = name

    def get(self, key: str, kind: type | tuple[type, ...], right: Phrase, default: Any = None) -> Any:
        value = self.keys.get(key, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise RecordError("{file}: {key} must be {right}", file=self.name, key=key, right=right)
        return value


def _deal(head: _Head) -> History:
    game = find(head.get("game", str, Phrase("the name of a game")))
    rules = head.get("rules", int, Phrase("the version of the rules"))
    if not 1 <= rules <= game.version:
        raise RecordError(
            "{file}: played under version {rules} of the rules; this program has {known}",
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
        [cleaned(one, MAX_NAME) for one in names] or None,
        rules,
    )


def _replay(history: History, head: _Head) -> None:
    lines = head.get("moves", str, Phrase("a text with a line for each move")).splitlines()
    if len(lines) > MAX_MOVES:
        raise RecordError("{file}: more than {most} moves", file=head.name, most=MAX_MOVES)
    older = history.rules < history.game.version
    finished = bool(history.resigned) or "result" in head.keys
    for number, line in enumerate(lines, 1):
        seat, _, move = line.partition(" ")
        if not re.fullmatch("[0-9]", seat):
            raise RecordError(
                "{file}: move {number}: “{line}” must start with a seat", file=head.name, number=number, line=line[:60]
            )
        try:
            if older and finished and int(seat) < history.players:
                history.follow(_plain_move(move), int(seat))
            else:
                history.play(move, int(seat))
        except KartenhausError as error:
            told = {"file": head.name, "number": number, "line": line[:60], "error": error}
            if older:
                raise RecordError(
                    "{file}: this game began under version {rules} of the rules; version {known} does not allow move {number}, "
                    "“{line}”, so the game cannot go on: {error}",
                    error.rule,
                    rules=history.rules,
                    known=history.game.version,
                    **told,
                ) from None
            raise RecordError("{file}: move {number}, “{line}”: {error}", error.rule, **told) from None


def _plain_move(move: str) -> str:
    """A move that may never be parsed; InvalidMove if no version of the rules can have such a move."""
    if not re.fullmatch(f"[A-Za-z0-9 !]{{1,{MAX_MOVE}}}", move):
        raise InvalidMove("a move has letters, digits, spaces and “!”, and at most {most} characters", most=MAX_MOVE)
    return move


def _resigned(history: History, head: _Head) -> list[int]:
    seats: list[int] = head.get("resigned", list, Phrase("a list of seats"), [])
    if not all(type(seat) is int and 0 <= seat < history.players for seat in seats) or len(seats) > history.players:
        raise RecordError("{file}: resigned must be a list of seats", file=head.name)
    return seats


def _fair(history: History, head: _Head) -> dict[str, Any]:
    """The data for checking the deal, as far as the record has it; only its form is checked here."""
    fair: dict[str, Any] = head.get("fair", dict, Phrase("a table"), {})
    texts = [fair.get("commitment", ""), fair.get("secret", ""), *_few(fair.get("nonces", []), history.players)]
    bots = _few(fair.get("bots", []), history.players)
    if (
        fair.keys() - {"commitment", "secret", "nonces", "bots"}
        or not all(isinstance(text, str) and len(text) <= MAX_FAIR for text in texts)
        or not all(type(seat) is int and 0 <= seat < history.players for seat in bots)
    ):
        raise RecordError("{file}: fair must have a commitment, a secret, nonces and bots, as docs/wire.md says", file=head.name)
    return fair


def _few(values: Any, most: int) -> list[Any]:
    """The list if it has at most `most` values; otherwise a list of one wrong value."""
    return values if isinstance(values, list) and len(values) <= most else [None]


def _compare_result(history: History, head: _Head) -> None:
    told = head.keys.get("result")
    if told is None:
        return
    result = history.result
    actual = {"winners": result.winners, "points": result.points}
    if history.rules < history.game.version:
        if history.rest or not history.over or told != actual:
            history.stored = _stored(told, history, head)
        return
    if not history.over:
        raise RecordError("{file}: there is a result, but the game is not over", file=head.name)
    if told != actual:
        raise RecordError(
            "{file}: the moves lead to winners {winners} and points {points}, not to the result in the file",
            file=head.name,
            **actual,
        )


def _stored(told: Any, history: History, head: _Head) -> Result:
    """The result as written, for a game in which today's rules do not lead to it."""
    seats = range(history.players)
    if isinstance(told, dict) and told.keys() == {"winners", "points"}:
        won, points = _few(told["winners"], len(seats)), _few(told["points"], len(seats))
        right = all(type(seat) is int and seat in seats for seat in won) and len(set(won)) == len(won) and len(points) == len(seats)
        if right and all(type(one) is int and abs(one) <= MOST_POINTS for one in points):
            return Result(won, points)
    raise RecordError("{file}: result must have winners, a list of seats, and points, a number for each seat", file=head.name)
