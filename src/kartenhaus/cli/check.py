"""`kartenhaus check`: run scenarios."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from kartenhaus.cli.compiling import compile_first, search_first
from kartenhaus.cli.terminal import complain, say
from kartenhaus.core import bounds, scenario
from kartenhaus.core.errors import ScenarioError
from kartenhaus.core.game import Game, Position, find, names


def check(paths: list[Path], quiet: bool, bot: str | None = None) -> int:
    """Run all scenarios, print a line for each, and return the exit code: 0, 1 if any failed, 2 if a file is malformed."""
    choose = None if bot is None else _chooser(bot)
    passed = failed = malformed = 0
    for path in _files(paths):
        try:
            source = _read(path)
            for name in set(re.findall(r'^game *= *"(\w+)"', source, re.MULTILINE)) & set(names()):
                compile_first(find(name), "play")
            scenarios = scenario.loads(source, str(path))
        except ScenarioError as error:
            complain(str(error))
            malformed += 1
            continue
        for one in scenarios:
            differences = scenario.run(one, choose).differences
            if differences:
                failed += 1
                say("[red]failed[/]  {} [dim]({})[/]", one.title, str(path))
                for difference in differences:
                    say("        {}", difference)
            else:
                passed += 1
                if not quiet:
                    say("[green]passed[/]  {} [dim]({})[/]", one.title, str(path))
    if not passed + failed + malformed:
        complain("there is no scenario here: files end in .toml, and folders are searched")
        malformed += 1
    say("{} passed, {} failed", passed, failed)
    return 2 if malformed else 1 if failed else 0


def _chooser(bot: str) -> scenario.Choose:
    """A function that lets a bot choose in the positions with best moves."""
    from kartenhaus import bots
    from kartenhaus.bots.calling import Fault, ask, call_bot

    make = bots.find(bot)

    def choose(game: Game, pos: Position, seat: int) -> str:
        search_first(game, pos, bot)
        view = bots.View.of(game, pos, seat)
        try:
            return view.text(ask(call_bot(make), view, 1))
        except Fault as fault:
            return str(fault)

    return choose


def _files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(path.rglob("*.toml"))
        else:
            yield path


def _read(path: Path) -> str:
    try:
        return bounds.read(path)
    except FileNotFoundError:
        raise ScenarioError("{file}: there is no such file or folder", file=path) from None
    except OSError as error:
        raise ScenarioError("{file}: cannot be read: {error}", file=path, error=error.strerror) from None
    except UnicodeDecodeError:
        raise ScenarioError("{file}: not a text in UTF-8", file=path) from None
