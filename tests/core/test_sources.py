"""Compiled code comes only from the source files that determine the name of its folder in the store."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kartenhaus.core import sources as module
from kartenhaus.core.sources import sources

PACKAGE = Path(module.__file__).parent.parent
MODULES = [
    "core.random",
    *(f"games.{name}.{part}" for name in ("mada", "mad", "maumau") for part in ("rules", "views", "entry_points")),
]
BRAINS = ["bots.mada", "bots.mad", "bots.maumau"]


def parts(function: Any, seen: set[int]) -> Iterator[Any]:
    """A compiled function and all functions that it can call through its globals or its closure."""
    function = getattr(function, "py_func", function)
    if not inspect.isfunction(function) or id(function) in seen:
        return
    seen.add(id(function))
    yield function
    held = [cell.cell_contents for cell in function.__closure__ or ()]
    named = [function.__globals__[name] for name in function.__code__.co_names if name in function.__globals__]
    for one in (*held, *named):
        if hasattr(one, "py_func"):
            yield from parts(one, seen)


@pytest.mark.parametrize("name", [*MODULES, *BRAINS])
def test_all_parts_of_compiled_code_are_among_its_sources(name: str) -> None:
    asked = importlib.import_module(f"kartenhaus.{name}")
    assert asked.__file__ is not None
    found = sources(Path(asked.__file__))
    compiled = [one for one in vars(asked).values() if hasattr(one, "py_func")]
    files = {Path(part.__code__.co_filename) for one in compiled for part in parts(one, set())}
    assert files
    assert files <= set(found)


def test_texts_notation_and_other_games_are_no_sources() -> None:
    found = {str(file.relative_to(PACKAGE)) for file in sources(PACKAGE / "games/mada/entry_points.py")}
    assert {"games/mada/position.py", "core/kernels.py", "core/random.py", "core/jit.py"} <= found
    assert not [one for one in found if one.startswith(("games/mad/", "games/maumau/"))]
    assert not [one for one in found if one.endswith(("notation.py", "stories.py"))]


def test_every_way_to_import_counts(tmp_path: Path) -> None:
    package = tmp_path / "odd"
    package.mkdir()
    for name in ("__init__", "one", "two", "three", "four", "five"):
        (package / f"{name}.py").write_text("")
    (package / "one.py").write_text("from odd import (  # (really)\n    two as deux,\n    three,\n)\nimport numpy as np\n")
    (package / "three.py").write_text("if True:\n    import odd.four as f, json\n")
    (package / "five.py").write_text("from odd.one import x\n")
    assert {file.stem for file in sources(package / "one.py")} == {"__init__", "one", "two", "three", "four"}


def test_sources_import_by_whole_names() -> None:
    """`sources` does not find relative imports."""
    for folder in ("core", "games", "bots"):
        for file in (PACKAGE / folder).rglob("*.py"):
            assert not re.search(r"^\s*from \.", file.read_text("utf-8"), re.MULTILINE), file
