"""The documents stay true: their commands run, their examples pass, their links lead somewhere."""

from __future__ import annotations

import dataclasses
import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import kartenhaus
from kartenhaus import bots
from kartenhaus.bots import house
from kartenhaus.bots.brains import brain
from kartenhaus.bots.search import Settings
from kartenhaus.cli.main import app
from kartenhaus.core.game import find, names

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
README = (ROOT / "README.md").read_text("utf-8")
BOTS = (ROOT / "docs/bots.md").read_text("utf-8")


def fences(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands() -> list[str]:
    """The command lines of the README that can be run as they stand."""
    lines = [line.split("  #")[0].strip() for fence in fences(README, "sh") for line in fence.splitlines()]
    return [line for line in lines if line and not line.startswith(("#", "make", "pip", "git", "cd"))]


def test_the_readme_shows_commands() -> None:
    assert len(commands()) >= 4
    assert "make play" in README
    assert "make test" in README


def test_commands_of_the_readme_run(tmp_path: Path) -> None:
    for line in commands():
        program, *arguments = shlex.split(line)
        assert program.removeprefix(".venv/bin/") in ("kartenhaus", "python"), line
        command = [sys.executable, "-m", "kartenhaus"] if program.endswith("kartenhaus") else [sys.executable]
        done = subprocess.run(
            [*command, *arguments],
            input="quit\n",
            cwd=ROOT if any((ROOT / word).exists() for word in arguments) else tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "NO_COLOR": "1"},
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


def test_python_examples_run() -> None:
    for example in fences(README, "python"):
        exec(compile(example, "README.md", "exec"), {})


def test_the_api_page_passes_its_doctests() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs/python.md"), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_the_bot_of_the_guide_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(fences(BOTS, "python")[0])
    monkeypatch.syspath_prepend(tmp_path)
    standings = kartenhaus.arena("mad", bots=["mine:Saver", "random"], games=20, jobs=1)
    assert standings.fault_count == 0
    assert standings.bots[0].win_rate > 0.5


def test_every_bot_setting_and_view_method_is_documented() -> None:
    for name in bots.NAMES:
        assert f"| `{name}` |" in BOTS
    for setting in dataclasses.fields(Settings):
        default = str(setting.default).lower()
        assert f"| `{setting.name}` | {default} |" in BOTS
    for name in vars(bots.View) | bots.View.__annotations__:
        if not name.startswith("_") and name != "of":
            assert f"`{name}" in BOTS, name
    for level in ("medium", "hard"):
        assert f"`{level}` | `search` with {house.LEVELS[level].iterations:,} iterations" in BOTS
    for game in names():
        title = {"maumau": "Mau Mau"}.get(game, find(game).title)
        assert f"{title} {brain(find(game)).HORIZON}" in BOTS


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text("utf-8")):
        if "://" not in link:
            assert (path.parent / link).exists(), link


def test_every_command_is_documented() -> None:
    documented = "\n".join(path.read_text("utf-8") for path in DOCUMENTS)
    for command in app.registered_commands:
        assert command.callback is not None
        assert f"kartenhaus {command.callback.__name__}" in documented


def test_every_option_position_key_and_form_is_documented() -> None:
    notation = (ROOT / "docs/notation.md").read_text("utf-8")
    everything = "\n".join(path.read_text("utf-8") for path in DOCUMENTS)
    for name in names():
        game = find(name)
        for option in game.options:
            assert f"`{option.name}`" in everything or f"{option.name} =" in everything, option.name
        for key in game.notation.KEYS:
            assert f"`{key}`" in notation, f"{name}: {key}"


def test_environment_variables_are_documented() -> None:
    used = set(re.findall(r"KARTENHAUS_[A-Z]+", (ROOT / "src/kartenhaus/core/jit.py").read_text("utf-8")))
    everything = "\n".join(path.read_text("utf-8") for path in DOCUMENTS)
    assert all(name in everything for name in used)


def test_changelog_names_this_version() -> None:
    assert kartenhaus.__version__ in (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert f'version = "{kartenhaus.__version__}"' in (ROOT / "pyproject.toml").read_text("utf-8")
