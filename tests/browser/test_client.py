"""The client's files, checked without a browser: no line is too long, and nothing is unused."""

from __future__ import annotations

import posixpath
import re
from importlib.resources import files
from pathlib import Path

import pytest

WEB = Path(str(files("kartenhaus.web")))
LONGEST = 140


def own(ending: str) -> dict[str, str]:
    """Our own files by path, without fetched libraries and without what is made of them."""
    found = sorted(file.relative_to(WEB).as_posix() for file in WEB.rglob(f"*.{ending}"))
    return {name: (WEB / name).read_text("utf-8") for name in found if not name.startswith(("lib/", "joined/"))}


def code(text: str) -> str:
    """A file without its comments."""
    return re.sub(r"/\*.*?\*/|(?<!\S)//[^\n]*", "", text, flags=re.DOTALL)


MODULES = own("js")
STYLES = own("css")
CODE = {name: code(text) for name, text in MODULES.items()}
PAGE = (WEB / "index.html").read_text("utf-8")


@pytest.mark.parametrize("name", [*MODULES, *STYLES])
def test_lines_can_be_read(name: str) -> None:
    """Prettier does not break templates and comments."""
    lines = {**MODULES, **STYLES}[name].splitlines()
    assert [number for number, line in enumerate(lines, 1) if len(line) > LONGEST] == []


def named(importer: str, path: str) -> str:
    """The path of an imported module."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def used() -> set[tuple[str, str]]:
    """Every name that a module imports or passes on, types included; for `import *`, every attribute that any module reads."""
    taken: set[tuple[str, str]] = set()
    whole: set[str] = set()
    for importer, text in MODULES.items():
        for names, path in re.findall(r'^(?:import|export) \{([^}]*)\} from "(\.[^"]+)"', text, re.MULTILINE):
            taken |= {(named(importer, path), name.split(" as ")[0].strip()) for name in names.split(",")}
        for path, name in re.findall(r'import\("(\.[^"]+)"\)+\.(\w+)', text):
            taken.add((named(importer, path), name))
        whole |= {named(importer, path) for path in re.findall(r'^import \* as \w+ from "(\.[^"]+)"', text, re.MULTILINE)}
    asked = {name for text in CODE.values() for name in re.findall(r"\.(\w+)", text)}
    return taken | {(module, name) for module in whole for name in asked}


def test_every_exported_name_is_used() -> None:
    exported = {
        (module, name)
        for module, text in MODULES.items()
        for name in re.findall(r"^export (?:async )?(?:function|class|const|let) (\w+)", text, re.MULTILINE)
    }
    assert len(exported) > 100
    assert exported - used() == set()


def test_no_rule_is_named() -> None:
    """What a rule does is reported by the rules; a page that asks for its id would guess."""
    named = {name: re.findall(r"""["'`](?:mada|mad|maumau)/[a-z-]+["'`]""", text) for name, text in CODE.items()}
    assert {name: ids for name, ids in named.items() if ids} == {}


def test_every_icon_is_used() -> None:
    drawn = re.search(r"^const ICONS = \{$(.*?)^\};$", MODULES["art/house.js"], re.MULTILINE | re.DOTALL)
    assert drawn is not None
    icons = set(re.findall(r'^  "?([\w-]+)"?:', drawn[1], re.MULTILINE))
    assert {"home", "wifi-off"} <= icons
    others = "\n".join(text for name, text in CODE.items() if name != "art/house.js")
    assert {icon for icon in icons if f'"{icon}"' not in others} == set()


def test_every_style_is_used() -> None:
    """The page or a module uses every class, attribute, property and animation of the style sheets; `name-${…}` counts."""
    sheets = {name: re.sub(r'"(?:[^"\\]|\\.)*"', '""', code(text), flags=re.DOTALL) for name, text in STYLES.items()}
    pages = PAGE + "".join(CODE.values())
    words = set(re.findall(r"[\w-]+", pages))
    words |= {f"data-{name}" for name in re.findall(r"\.dataset\.(\w+)", pages)}
    beginnings = tuple(re.findall(r"([\w]+-)\$\{", pages))
    kept = "".join(sheets.values()) + pages
    dead: set[str] = set()
    for text in sheets.values():
        selectors = " ".join(re.findall(r"([^{};]+)\{", text))
        classes = set(re.findall(r"\.([a-z][\w-]*)", selectors))
        marks = set(re.findall(r"\[([\w-]+)", selectors))
        dead |= {name for name in classes if name not in words and not name.startswith(beginnings)}
        dead |= {mark for mark in marks if mark not in words}
        dead |= {name for name in re.findall(r"(--[\w-]+)\s*:", text) if f"var({name}" not in kept}
        dead |= {name for name in re.findall(r"@keyframes ([\w-]+)", text) if not re.search(rf"animation:[^;]*\b{name}\b", kept)}
    assert dead == set()
