"""Every rule of the rulebooks is implemented somewhere and shown by a scenario, and every scenario passes."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import kartenhaus
from kartenhaus.core import scenario
from kartenhaus.core.game import find
from kartenhaus.core.rulebook import rulebook_rows

ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "tests/scenarios").rglob("*.toml"))
IDS = [rule for name in kartenhaus.game_names() for rule in rulebook_rows(find(name))]


@cache
def scenarios(path: Path) -> list[scenario.Scenario]:
    return scenario.loads(path.read_text("utf-8"), str(path.relative_to(ROOT)))


@cache
def cited_in_code(name: str) -> set[str]:
    """Ids in docstrings and comments of a game's rules and views, and in its editions."""
    folder = ROOT / "src/kartenhaus/games" / name
    texts = [
        file.read_text("utf-8") for file in [*folder.glob("editions/*.toml"), *folder.glob("*.py")] if file.name != "__init__.py"
    ]
    return set(re.findall(rf"\b{name}/[a-z-]+", "\n".join(texts)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_scenarios_pass(path: Path) -> None:
    for one in scenarios(path):
        assert scenario.run(one).differences == [], one.title


@pytest.mark.parametrize("rule", IDS)
def test_rule_is_cited_where_it_is_implemented(rule: str) -> None:
    assert rule in cited_in_code(rule.split("/")[0])


@pytest.mark.parametrize("rule", IDS)
def test_rule_is_shown_by_a_scenario(rule: str) -> None:
    assert any(rule in one.rules for path in FILES for one in scenarios(path))


def test_scenarios_and_code_cite_only_rules_that_exist() -> None:
    known = set(IDS)
    assert {rule for path in FILES for one in scenarios(path) for rule in one.rules} <= known
    for name in kartenhaus.game_names():
        assert cited_in_code(name) <= known


def test_titles_are_unique() -> None:
    titles = [one.title for path in FILES for one in scenarios(path)]
    assert len(titles) == len(set(titles))


def test_rule_functions_start_their_docstring_with_an_id() -> None:
    """Every function of rules.py names a rule, except for a few helpers."""
    for name in kartenhaus.game_names():
        tree = ast.parse((ROOT / f"src/kartenhaus/games/{name}/rules.py").read_text("utf-8"))
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        without = {node.name for node in functions if not (ast.get_docstring(node) or "").startswith(f"{name}/")}
        helpers = {"play", "put", "into_hand", "throw", "next_card", "ways", "named", "victims", "face", "close_space", "one_each"}
        assert without <= helpers
