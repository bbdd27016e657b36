"""Which files a piece of code can come from: its own, and all that it imports, directly or indirectly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([^\n#]*))", re.MULTILINE)
_COMMENT = re.compile(r"#[^\n]*")
_ROOT = Path(__file__).parents[2]  # the folder with this package in it


@cache
def sources(file: Path) -> tuple[Path, ...]:
    """A module's file and those of all modules it imports, if they are ours or under the same root folder."""
    found: set[Path] = set()
    waiting = [file]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting.extend(_imports(one))
    return tuple(sorted(found))


@cache
def _imports(file: Path) -> tuple[Path, ...]:
    """The files of the modules that a file imports by name."""
    roots = {_ROOT, _root(file)}
    places = [root.joinpath(*name.split(".")) for name in _names(file.read_text("utf-8")) for root in roots]
    files = {one for place in places for one in (place.with_suffix(".py"), place / "__init__.py")}
    return tuple(one for one in files if one.is_file())


def _root(file: Path) -> Path:
    """The folder from which a file's package is imported."""
    folder = file.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def _names(text: str) -> Iterator[str]:
    """What a source imports: of `from a import b` both `a` and `a.b`, because `b` may be a module."""
    for base, names, modules in _IMPORT.findall(_COMMENT.sub("", text)):
        for part in (names or modules).strip("() \n").split(","):
            name = part.split(" as ")[0].strip()
            yield f"{base}.{name}" if base else name
        if base:
            yield base
