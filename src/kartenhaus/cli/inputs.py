"""What people give on the command line: options, editions, boards and records."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import kartenhaus
from kartenhaus.cli.terminal import announce
from kartenhaus.core.errors import EditionError, OptionError, RecordError
from kartenhaus.core.game import Game, OptionValue, find, names
from kartenhaus.core.history import History


def options_of(game: Game, pairs: list[str], board: str | None) -> dict[str, OptionValue]:
    """`name=value` pairs; a board is a side that came with the game, or the file of a map."""
    options: dict[str, OptionValue] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise OptionError("an option is given as name=value, not “{pair}”", pair=pair)
        words: dict[str, OptionValue] = {"true": True, "false": False}
        options[name] = int(value) if re.fullmatch("[0-9]{1,9}", value) else words.get(value, value)
    if board is not None:
        if "board" in options or "map" in options:
            raise OptionError("the board is given twice")
        sides = next((option.values for option in game.options if option.name == "board"), ())
        if not isinstance(sides, tuple) or board in sides or not ("." in board or "/" in board):
            options["board"] = board
        else:
            options["map"] = _read_board(Path(board))
    return options


def _read_board(path: Path) -> list[str]:
    from kartenhaus.games.maumau.board import check_board

    lines = read(path, EditionError).splitlines()
    check_board(lines, str(path))
    return list(lines)


def names_of(text: str) -> list[str]:
    """Names separated by commas."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise OptionError("a name is missing in “{text}”: names are separated by commas", text=text)
    return names


def edition_of(game: Game, edition: str) -> str | Mapping[str, Any]:
    """An edition by its name, or from a file."""
    from kartenhaus.core import edition as editions

    if edition.endswith(".toml") or "/" in edition:
        return editions.parse(game, read(Path(edition), EditionError), edition)
    return edition


def record_of(path: Path) -> History:
    """A record from its file."""
    from kartenhaus.core import recordfile

    source = read(path, RecordError)
    found = re.search(r'^game = "(\w+)"', source, re.MULTILINE)
    if found and found[1] in names():
        announce(find(found[1]), "play")
    return recordfile.loads(source, str(path))


def read(path: Path, error: type[kartenhaus.KartenhausError]) -> str:
    """The text of a file."""
    try:
        return path.read_text("utf-8")
    except OSError as problem:
        raise error("{file}: cannot be read: {problem}", file=path, problem=problem.strerror) from None
    except UnicodeDecodeError:
        raise error("{file}: not a text in UTF-8", file=path) from None


def language_of(asked: str | None) -> str:
    """The language asked for, or the one of the locale; OptionError for one that we lack."""
    from kartenhaus.core.texts import LANGUAGES, best

    if asked is not None and asked not in LANGUAGES:
        raise OptionError("the language is one of {known}, not “{asked}”", known=", ".join(LANGUAGES), asked=asked[:20])
    wished = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return asked or best(next(filter(None, wished), ""))


def resuming(file: Path, humans: int, levels: list[str]) -> str:
    """The command that goes on with a saved game, which does not say who was a person."""
    words = ["kartenhaus", "play", "--resume", str(file)]
    if humans != 1:
        words += ["--humans", str(humans)]
    if levels != ["medium"]:
        words += ["--bots", ",".join(levels)]
    return shlex.join(words)
