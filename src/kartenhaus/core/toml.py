"""Read TOML with one kind of error, and write the little of it that we need."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from kartenhaus.core import bounds
from kartenhaus.core.errors import KartenhausError, Phrase


def read(source: str, file: str, what: str, error: type[KartenhausError]) -> dict[str, Any]:
    """The table of a TOML text; `error`, naming the file and what it should be, for anything else."""
    problem: object = bounds.toml(source)
    if problem is None:
        try:
            return tomllib.loads(source)
        except (ValueError, RecursionError) as found:
            problem = found
    raise error("{file}: {error}", file=file, error=Phrase("not a {what}: {problem}", what=what, problem=problem))


def value(thing: object) -> str:
    """A value as TOML."""
    if isinstance(thing, bool):
        return "true" if thing else "false"
    if isinstance(thing, int):
        return str(thing)
    if isinstance(thing, str):
        return json.dumps(thing, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(thing, list):
        return "[" + ", ".join(map(value, thing)) + "]"
    if isinstance(thing, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(item)}" for name, item in thing.items()) + " }" if thing else "{}"
    raise TypeError(f"no TOML for {type(thing).__name__}")


def key(name: str) -> str:
    """A key, quoted if necessary."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else value(name)


def lines(table: Mapping[str, object]) -> str:
    """A table as TOML, one line for each key."""
    return "".join(f"{key(name)} = {value(item)}\n" for name, item in table.items())
