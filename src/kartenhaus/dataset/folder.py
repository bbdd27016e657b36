"""The folder of a dataset: its manifest, and the files that are complete."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from kartenhaus.core import bounds
from kartenhaus.core.errors import KartenhausError, OptionError
from kartenhaus.dataset.columns import Rows, columns_of
from kartenhaus.dataset.formats import FORMATS, NPY, Files, decoded
from kartenhaus.dataset.setting import Setting, Shard

try:
    import fcntl
except ImportError:  # Windows: nobody is kept from writing twice
    fcntl = None  # type: ignore[assignment]  # a module, or none

MANIFEST, LOCK, UNFINISHED = "dataset.json", ".lock", ".part"
VERSION = 1
MOST_MANIFEST = 20_000_000  # characters: enough for a hundred thousand files
PIECE = 1 << 20  # bytes of a file that are read at once
FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")  # the name of a file: no folder, and none that is hidden


class Folder:
    """Where a dataset is written. A file is complete once the manifest names it; everything else is made again."""

    def __init__(self, path: Path, setting: Setting) -> None:
        """Continue what is there; OptionError if it was made with other settings."""
        self.path, self.setting = path, setting
        self.shards: dict[int, dict[str, Any]] = {}
        with said(path):
            if (path / MANIFEST).exists():
                self._continue(manifest_of(path))
            for old in path.glob(f".*{UNFINISHED}"):
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        self.write()

    def _continue(self, manifest: dict[str, Any]) -> None:
        before, now = manifest["setting"], self.setting.told()
        for name in now:
            if before.get(name) != json.loads(json.dumps(now[name])):
                raise OptionError(
                    "{folder} was made with {name} {before}, not {now}: name a new folder, or repeat its settings",
                    folder=self.path,
                    name=name,
                    before=_short(before.get(name)),
                    now=_short(now[name]),
                )
        if manifest["games"] > self.setting.games:
            raise OptionError(
                "{folder} is for {before} games, not {now}: it can get more, not fewer",
                folder=self.path,
                before=manifest["games"],
                now=self.setting.games,
            )
        for one in manifest["shards"]:
            number = one["first"] // self.setting.each
            if (self.path / one["file"]).exists() and one["games"] == Shard(self.setting, number).games:
                self.shards[number] = one

    def missing(self) -> list[Shard]:
        """The files that are still to be made."""
        return [shard for shard in self.setting.shards() if shard.number not in self.shards]

    def add(self, shard: Shard, rows: int, files: Files) -> None:
        """Write a file, and then its line of the manifest."""
        form = self.setting.format
        name = shard.name if form == NPY else f"{shard.name}.{form}"
        target, new = self.path / name, self.path / f".{name}{UNFINISHED}"
        digest = hashlib.sha256(b"".join(files[ending] for ending in sorted(files))).hexdigest()
        with said(self.path):
            try:
                if form == NPY:
                    new.mkdir()
                    for ending, content in files.items():
                        (new / ending).write_bytes(content)
                    shutil.rmtree(target, ignore_errors=True)
                else:
                    new.write_bytes(files[form])
                new.replace(target)
            except OSError:
                shutil.rmtree(new, ignore_errors=True)
                new.unlink(missing_ok=True)
                raise
        self.shards[shard.number] = {"file": name, "first": shard.first, "games": shard.games, "rows": rows, "sha256": digest}
        self.write()

    def write(self) -> None:
        """Write the manifest, which is whole at any time."""
        shards = [self.shards[number] for number in sorted(self.shards)]
        told = {
            "dataset": VERSION,
            "digest": self.setting.digest(),
            "setting": self.setting.told(),
            "games": self.setting.games,
            "rows": sum(one["rows"] for one in shards),
            "complete": len(shards) == self.setting.count,
            "libraries": _libraries(),
            "columns": [
                {"name": one.name, "type": one.kind, "each": one.each, "meaning": one.meaning} for one in self.setting.columns
            ],
            "shards": shards,
        }
        new = self.path / f".{MANIFEST}{UNFINISHED}"
        with said(self.path):
            try:
                new.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
                new.replace(self.path / MANIFEST)
            except OSError:
                new.unlink(missing_ok=True)
                raise


@contextmanager
def opened(path: Path, setting: Setting) -> Iterator[Folder]:
    """A folder for a dataset, in which no other program writes; OptionError if it has something else in it."""
    with ExitStack() as end:
        with said(path):
            if path.exists() and not (path / MANIFEST).exists() and any(not one.name.startswith(".") for one in path.iterdir()):
                raise OptionError("{folder} has other files in it: name a new folder", folder=path)
            path.mkdir(parents=True, exist_ok=True)
            lock = end.enter_context((path / LOCK).open("a"))
            if fcntl is not None:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # released however the process ends
                except BlockingIOError:
                    raise OptionError("another program is writing to {folder}", folder=path) from None
        yield Folder(path, setting)


def manifest_of(folder: Path) -> dict[str, Any]:
    """The manifest of a folder, which may come from anyone; OptionError if there is none that can be read."""
    try:
        with (folder / MANIFEST).open(encoding="utf-8") as file:
            text = file.read(MOST_MANIFEST + 1)
        problem = bounds.too_long(MOST_MANIFEST) if len(text) > MOST_MANIFEST else bounds.json(text, MOST_MANIFEST)
        if problem is not None:
            raise ValueError(problem)
        found = json.loads(text)
        if found["dataset"] != VERSION:
            raise OptionError(
                "{file} has version {version}; this program reads {known}",
                file=folder / MANIFEST,
                version=str(found["dataset"])[:20],
                known=VERSION,
            )
        _check(found)
        return dict(found)
    except FileNotFoundError:
        raise OptionError("{folder} has no dataset: there is no {file}", folder=folder, file=MANIFEST) from None
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise OptionError("{file} cannot be read: {problem}", file=folder / MANIFEST, problem=problem) from None


def _check(manifest: dict[str, Any]) -> None:
    """Raise an error unless a manifest says what is read from it, and names only files of its own folder."""
    setting, shards = manifest["setting"], manifest["shards"]
    if not (type(setting["notation"]) is bool and setting["format"] in FORMATS and type(manifest["games"]) is int):
        raise ValueError("the setting is not one of ours")
    for one in shards:
        if not FILE.fullmatch(one["file"]):
            raise ValueError(f"a file cannot be called {one['file'][:60]!r}")
        if not (all(type(one[key]) is int for key in ("first", "games", "rows")) and isinstance(one["sha256"], str)):
            raise ValueError(f"{one['file']} lacks its games, its rows or its digest")


def _is_whole(file: Path, digest: str) -> bool:
    """Whether a file, or a folder of files, is as it was written."""
    found = hashlib.sha256()
    for one in sorted(file.iterdir()) if file.is_dir() else [file]:
        with one.open("rb") as opened:
            while piece := opened.read(PIECE):
                found.update(piece)
    return found.hexdigest() == digest


def read(folder: str | Path, check: bool = True) -> Iterator[Rows]:
    """The rows of a dataset, file by file, as NumPy arrays: the same for every format.

    Each file is compared with its digest before it is read: `check` says whether.
    """
    place = Path(folder)
    manifest = manifest_of(place)
    columns, form = columns_of(manifest["setting"]["notation"]), manifest["setting"]["format"]
    for one in manifest["shards"]:
        file = place / one["file"]
        try:
            if check and not _is_whole(file, one["sha256"]):
                raise OptionError("{file} is not as it was written: its digest is another", file=file)
        except OSError as problem:
            raise OptionError("{file} cannot be read: {problem}", file=file, problem=problem.strerror) from None
        yield decoded(file, columns, form)


@contextmanager
def said(folder: Path) -> Iterator[None]:
    """Say in one sentence what the disk has against it."""
    try:
        yield
    except OSError as problem:
        if problem.errno == errno.ENOSPC:
            raise KartenhausError("the disk of {folder} is full; the files that are complete stay", folder=folder) from None
        raise KartenhausError(
            "{folder}: cannot be written: {problem}", folder=folder, problem=problem.strerror or os.fspath(folder)
        ) from None


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 60 else text[:57] + "…"


def _libraries() -> dict[str, str]:
    """What else the bytes of a file may depend on."""
    found = {"numpy": np.__version__}
    try:
        import pyarrow

        found["pyarrow"] = pyarrow.__version__
    except ImportError:
        pass
    return found
