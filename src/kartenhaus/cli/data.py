"""`kartenhaus export`, `import` and `backup`: move the games of a server out of its database and into it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from kartenhaus.cli.inputs import read
from kartenhaus.cli.terminal import complain, console, say
from kartenhaus.core import bounds, recordfile
from kartenhaus.core.errors import KartenhausError, OptionError, RecordError
from kartenhaus.core.history import History

if TYPE_CHECKING:
    from kartenhaus.server.archive import FinishedGame
    from kartenhaus.server.settings import Settings

MOST_LINE = bounds.MOST_TEXT  # characters of a record in a line
STREAM = "-"  # the name of standard output and input


def settings_of(database: str | None, file: Path | None) -> Settings:
    """The settings a server would have; only the database matters here."""
    from kartenhaus.server.settings import read as settings

    return settings({"database": database}, file)


def export(settings: Settings, folder: Path | None, jsonl: str | None) -> int:
    """Write every finished game, each as a record file or as a line of JSON; return the exit code."""
    from kartenhaus.server import archive

    if (folder is None) == (jsonl is None):
        raise OptionError("say where to: kartenhaus export FOLDER, or kartenhaus export --jsonl FILE")
    written, failed = 0, 0
    with _lines(jsonl) if jsonl is not None else _files(folder) as put:
        for game in archive.finished(settings.database):
            if isinstance(game, archive.Unreadable):
                complain(f"table {game.table}: {game.why}")
                failed += 1
            else:
                put(game)
                written += 1
    if jsonl != STREAM:
        say("{} games written to {}", f"{written:,}", jsonl or folder)
    return 1 if failed else 0


@contextmanager
def _lines(name: str) -> Iterator[Callable[[FinishedGame], object]]:
    with _opened(name) as out:
        terminal = name == STREAM  # a terminal may obey characters beyond ASCII
        yield lambda game: out.write(json.dumps(recordfile.as_keys(game.history), ensure_ascii=terminal) + "\n")


@contextmanager
def _opened(name: str) -> Iterator[IO[str]]:
    if name == STREAM:
        yield sys.stdout
        return
    try:
        with Path(name).open("w", encoding="utf-8") as out:
            yield out
    except OSError as problem:
        raise OptionError("{file}: cannot be written: {problem}", file=name, problem=problem.strerror) from None


@contextmanager
def _files(folder: Path | None) -> Iterator[Callable[[FinishedGame], object]]:
    assert folder is not None

    def put(game: FinishedGame) -> None:
        (folder / f"{game.table}-{game.number}.toml").write_text(recordfile.dumps(game.history), "utf-8")

    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield put
    except OSError as problem:
        raise OptionError("{folder}: cannot be written: {problem}", folder=folder, problem=problem.strerror) from None


def bring_in(settings: Settings, paths: list[Path], check_only: bool) -> int:
    """Check records move by move and store them as finished tables; return the exit code."""
    from kartenhaus.server import archive

    counts = {"kept": 0, "known": 0, "wrong": 0}
    with archive.Shelf(None if check_only else settings.database) as shelf:
        for name, game in records(paths):
            try:
                new = shelf.keep(game() if not check_only else _checked(game()))
                counts["kept" if new else "known"] += 1
            except KartenhausError as error:
                complain(f"{error}" if str(error).startswith(name) else f"{name}: {error}")
                counts["wrong"] += 1
    if not any(counts.values()):
        complain("there is no record here: files end in .toml or .jsonl, and folders are searched")
        return 2
    if check_only:
        say("{} records follow the rules, {} do not", counts["kept"], counts["wrong"])
    else:
        say("{} games are new here, {} were known, {} are refused", counts["kept"], counts["known"], counts["wrong"])
    return 1 if counts["wrong"] else 0


def _checked(history: History) -> History:
    """The record, after checking that its deal is the one that was promised, if any."""
    if history.fair:
        from kartenhaus.table import fairness

        fairness.verify(history)
    return history


def records(paths: list[Path]) -> Iterator[tuple[str, Callable[[], History]]]:
    """The name of each record, and a function that reads and checks it."""
    for path in paths:
        for file in sorted([*path.rglob("*.toml"), *path.rglob("*.jsonl")]) if path.is_dir() else [path]:
            if file.suffix != ".jsonl":
                yield str(file), partial(_from_file, file)
                continue
            for number, line in enumerate(_lines_of(file), 1):
                if line.strip():
                    name = f"{file}:{number}"
                    yield name, partial(_from_line, line, name)


def _lines_of(file: Path) -> Iterator[str]:
    """The lines of a file, one at a time; of a line that is too long, just enough to show that it is."""
    try:
        with file.open(encoding="utf-8") as lines:
            while line := lines.readline(MOST_LINE + 1):
                yield line
                while len(line) > MOST_LINE and not line.endswith("\n"):  # skip the rest
                    line = lines.readline(MOST_LINE + 1)
    except OSError as problem:
        raise RecordError("{file}: cannot be read: {problem}", file=file, problem=problem.strerror) from None
    except UnicodeDecodeError:
        raise RecordError("{file}: not a text in UTF-8", file=file) from None


def _from_file(file: Path) -> History:
    return recordfile.loads(read(file, RecordError), str(file))


def _from_line(line: str, name: str) -> History:
    problem = bounds.too_long(MOST_LINE) if len(line) > MOST_LINE else bounds.json(line)
    if problem is not None:
        raise RecordError("{file}: {error}", file=name, error=problem)
    try:
        keys: Any = json.loads(line)
    except (ValueError, RecursionError):
        keys = None
    if not isinstance(keys, dict):
        raise RecordError("{file}: not a record as a line of JSON", file=name)
    return recordfile.from_keys(keys, name)


def backup(settings: Settings, file: Path) -> None:
    """Copy the database of a server, which may keep running."""
    from kartenhaus.server import archive

    with console(stderr=True).status("Copying …"):
        size = archive.backup(settings.database, file)
    say("{}: {} tables, {} entries, {} MB, checked", file, f"{size.tables:,}", f"{size.entries:,}", f"{size.bytes / 1e6:.1f}")
