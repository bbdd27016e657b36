"""Read what people give on the command line: options, editions, boards and records."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import kartenhaus
from kartenhaus.bots.levels import USUAL
from kartenhaus.cli.compiling import GAME, compile_first
from kartenhaus.core import bounds
from kartenhaus.core.errors import EditionError, OptionError, Phrase, RecordError
from kartenhaus.core.game import LINES, Game, OptionValue, find, names
from kartenhaus.core.history import History


def options_of(game: Game, pairs: list[str], board: str | None) -> dict[str, OptionValue]:
    """Read `name=value` pairs; an option of lines names a file. A board is one that came with the game, or such a file."""
    kinds = {option.name: option.kind for option in game.options}
    options: dict[str, OptionValue] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise OptionError("an option is given as name=value, not “{pair}”", pair=pair)
        words: dict[str, OptionValue] = {"true": True, "false": False}
        if kinds.get(name) == LINES:
            options[name] = _read_lines(game, Path(value))
        else:
            options[name] = int(value) if re.fullmatch("[0-9]{1,9}", value) else words.get(value, value)
    if board is not None:
        if game.boards is None:
            raise OptionError("{title} has no board", title=Phrase(game.title))
        named, own = (option.name for option in game.boards)
        if {named, own} & set(options):
            raise OptionError("the board is given twice")
        if "." in board or "/" in board:
            options[own] = _read_lines(game, Path(board))
        else:
            options[named] = board
    return options


def _read_lines(game: Game, path: Path) -> list[str]:
    lines = read(path, EditionError).splitlines()
    game.files.check_lines(lines, str(path))
    return lines


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
        compile_first(find(found[1]), *GAME)
    return recordfile.loads(source, str(path))


def read(path: Path, error: type[kartenhaus.KartenhausError]) -> str:
    """The text of a file."""
    try:
        return bounds.read(path)
    except OSError as problem:
        raise error("{file}: cannot be read: {problem}", file=path, problem=problem.strerror) from None
    except UnicodeDecodeError:
        raise error("{file}: not a text in UTF-8", file=path) from None


def language_of(asked: str | None) -> str:
    """The language asked for, or the one of the locale; OptionError if we do not have it."""
    from kartenhaus.core.texts import LANGUAGES, best

    if asked is not None and asked not in LANGUAGES:
        raise OptionError("the language is one of {known}, not “{asked}”", known=", ".join(LANGUAGES), asked=asked[:20])
    wished = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return asked or best(next(filter(None, wished), ""))


def resuming(file: Path, humans: int, levels: list[str]) -> str:
    """The command that continues a saved game; the file does not say who was a person."""
    words = ["kartenhaus", "play", "--resume", str(file)]
    if humans != 1:
        words += ["--humans", str(humans)]
    if levels != [USUAL]:
        words += ["--bots", ",".join(levels)]
    return shlex.join(words)
