"""`kartenhaus edition`: write an edition to start from, and list everything that is wrong with one."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from kartenhaus.cli.inputs import read
from kartenhaus.cli.terminal import complain, say
from kartenhaus.core import edition as editions
from kartenhaus.core import toml
from kartenhaus.core.errors import EditionError, OptionError
from kartenhaus.core.game import Game, find, names, suggestion

START = """\
# An edition of {title} of your own. Change the figures below to what you count in your box, or to what you want to try;
# what is not changed is as in our standard edition. Lines that start with # are notes.
#
#     kartenhaus edition check {file}     everything that is wrong with it
#     kartenhaus play {game} --edition {file}
#
# `assumed` names the tables whose figures are a guess: take out of it what you have counted.
"""


def new(game: Game, name: str, file: Path | None) -> None:
    """Write a commented edition to start from."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", name):
        raise OptionError("an edition is named by small letters, digits, - and _, not “{name}”", name=name[:60])
    if name in editions.shipped(game):
        raise OptionError("{title} came with an edition “{name}”: choose another name", title=game.title, name=name)
    path = file or Path(f"{name}.toml")
    source = (files(game.package) / "editions" / f"{editions.STANDARD}.toml").read_text("utf-8")
    figures = source[source.index("\ngame = ") + 1 :]
    figures = re.sub(r'^name = ".*"$', f"name = {toml.value(name)}", figures, count=1, flags=re.MULTILINE)
    figures = re.sub(r'^title = ".*"$', f"title = {toml.value(f'{game.title}, {name}')}", figures, count=1, flags=re.MULTILINE)
    text = START.format(title=game.title, game=game.name, file=path) + "\n" + figures
    editions.parse(game, text, str(path))
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise OptionError("{file} is there already; nothing was written", file=path) from None
    except OSError as problem:
        raise OptionError("{file}: cannot be written: {problem}", file=path, problem=problem.strerror) from None
    say("Written: {}. Change it, then: kartenhaus edition check {}", path, path)


def check(path: Path) -> int:
    """Print everything that is wrong with an edition, or its figures if nothing is; return the exit code."""
    source = read(path, EditionError)
    table = toml.read(source, str(path), "TOML file", EditionError)
    named = table.get("game")
    if named not in names():
        line = editions.places(source).get(("", "game"))
        near = suggestion(str(named), names())
        complain(f"{path}:{line}: " * bool(line) + f"game must be one of {', '.join(names())}, not {named!r}{near}")
        return 1
    game = find(named)
    complaints = editions.Checker(game, table, str(path), source).all_complaints()
    for complaint in complaints:
        complain(str(complaint))
    if complaints:
        return 1
    say("[green]{} is an edition of {}[/]: “{}”", path, game.title, table["title"])
    for fact in game.files.facts(table):
        say("  {}", fact)
    return 0
