"""Imports point one way, the table does no I/O, and only core/jit.py knows Numba."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from types import ModuleType

import kartenhaus

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/kartenhaus"
MAY_IMPORT = {
    "core": {"core"},
    "games": {"core", "games"},
    "bots": {"core", "games", "bots"},
    "table": {"core", "games", "table"},
    "work": {"core", "work"},
    "reports": {"core", "reports"},
    "arena": {"core", "games", "bots", "work", "reports", "arena"},
    "study": {"core", "games", "bots", "work", "reports", "arena", "study"},
    "training": {"core", "games", "bots", "work", "reports", "arena", "training"},
    "envs": {"core", "games", "bots", "envs"},
    "dataset": {"core", "games", "bots", "work", "arena", "envs", "dataset"},
    "server": {"core", "games", "bots", "table", "server"},
    "cli": {
        "core",
        "games",
        "bots",
        "work",
        "reports",
        "arena",
        "study",
        "training",
        "dataset",
        "table",
        "server",
        "client",
        "cli",
    },
    "web": set(),
}
FACTS = {"kartenhaus.bots.levels"}  # only facts, no code of bots; tables read it too
ALONE = {"client": {"core", "games", "bots", "table"}}  # single modules beside the rooms
OUTSIDE = {"asyncio", "socket", "threading", "time", "random", "secrets", "os", "pathlib", "fastapi", "sqlalchemy", "uvicorn"}


def imports(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def test_imports_point_one_way() -> None:
    for room, allowed in MAY_IMPORT.items():
        for file in (PACKAGE / room).rglob("*.py"):
            facts = FACTS if room == "table" else set()
            rooms = {name.split(".")[1] for name in imports(file) - facts if name.startswith("kartenhaus.")}
            assert rooms <= allowed, file
    for name, allowed in ALONE.items():
        rooms = {found.split(".")[1] for found in imports(PACKAGE / f"{name}.py") if found.startswith("kartenhaus.")}
        assert rooms <= allowed, name


def test_a_table_does_no_io() -> None:
    """Time and chance are passed in; files, sockets and threads belong to the server."""
    for file in (PACKAGE / "table").rglob("*.py"):
        assert not {name.split(".")[0] for name in imports(file)} & OUTSIDE, file


def test_games_do_not_know_each_other() -> None:
    for file in (PACKAGE / "games").rglob("*.py"):
        others = {name.split(".")[2] for name in imports(file) if name.startswith("kartenhaus.games.")}
        assert others <= {file.parent.name}, file


def test_only_jit_touches_numba() -> None:
    users = [
        file.name for file in PACKAGE.rglob("*.py") if any(name.split(".")[0] in ("numba", "llvmlite") for name in imports(file))
    ]
    assert users == ["jit.py"]


def test_core_names_no_game() -> None:
    for file in (PACKAGE / "core").rglob("*.py"):
        code = re.sub(r'""".*?"""', "", file.read_text("utf-8"), flags=re.DOTALL)
        assert not re.search(r"\b(mada|mad|maumau)\b", code), file


NAMED = re.compile(r"""["'](mada|mad|maumau)["']""")


def client() -> dict[str, str]:
    """The modules of the browser client that serve every game, by their names."""
    own = {"lib", "joined", "texts", "art", "games"}
    files = [file for file in (PACKAGE / "web").rglob("*.js") if not own & set(file.relative_to(PACKAGE).parts)]
    return {file.relative_to(PACKAGE / "web").as_posix(): file.read_text("utf-8") for file in files}


def test_page_and_terminal_name_no_game_but_to_find_its_drawing() -> None:
    """A game declares what it offers; page and terminal each keep only a list of drawings."""
    assert [name for name, code in client().items() if NAMED.search(code)] == []
    terminal = [file for file in (PACKAGE / "cli").rglob("*.py") if NAMED.search(file.read_text("utf-8"))]
    assert [file.name for file in terminal] == ["faces.py"]


def test_only_the_lists_of_drawings_import_them() -> None:
    """Another module of the client asks `artOf` or `drawingOf`, so that it works with every game."""
    drawing = re.compile(r"""["'][./]+(art|games)/(mada|mad|maumau)(/[\w/-]+)?\.js["']""")
    assert {name for name, code in client().items() if drawing.search(code)} == {"cards.js", "scene.js"}


def test_only_rooms_with_something_for_each_game_import_its_modules() -> None:
    """The others find what they need through `Game`. Bots, datasets and environments have a module for each game."""
    own = re.compile(r"kartenhaus\.(games|bots|bots\.learned|bots\.trials|cli\.screen\.games|dataset|envs)\.(mada|mad|maumau)\b")
    for room in set(MAY_IMPORT) - {"games", "bots", "dataset", "envs"}:
        for file in (PACKAGE / room).rglob("*.py"):
            if file.parent.name != "games":
                assert not [name for name in imports(file) if own.match(name)], file


def test_every_room_is_listed() -> None:
    assert {path.name for path in PACKAGE.iterdir() if any(path.rglob("*.py")) and path.is_dir()} == set(MAY_IMPORT)
    assert {path.stem for path in PACKAGE.glob("*.py") if not path.stem.startswith("_")} == set(ALONE)


def test_no_public_name_hides_a_package() -> None:
    for room in MAY_IMPORT:
        if (PACKAGE / room / "__init__.py").is_file():
            importlib.import_module(f"kartenhaus.{room}")
            assert isinstance(getattr(kartenhaus, room), ModuleType), room


def test_only_moves_py_takes_a_move_apart() -> None:
    """Other code reads the parts of a move by name: `card_of`, `target_of`. The search's table of nodes only hashes numbers."""
    apart = re.compile(r"\bmoves?(\[\w+\])? *(&|>>|%|//)")
    files = [file for room in ("games", "bots", "table", "server", "cli") for file in (PACKAGE / room).rglob("*.py")]
    assert {file.name for file in files if apart.search(file.read_text("utf-8"))} == {"moves.py", "kernel.py"}
