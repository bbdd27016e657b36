"""Every fault that docs/faults.md promises to survive has a test that cites it, and every citation leads there."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs/faults.md").read_text("utf-8")
ITEM = re.compile(r"^- \*\*(\d+)\. ", re.MULTILINE)
CITATION = re.compile(r"docs/faults\.md (\d+(?:, \d+)*)")


def cited() -> dict[int, list[str]]:
    """The files that cite each item."""
    found: dict[int, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for numbers in CITATION.findall(file.read_text("utf-8")):
            for number in numbers.split(", "):
                found.setdefault(int(number), []).append(file.name)
    return found


def test_items_are_numbered_once() -> None:
    items = [int(number) for number in ITEM.findall(PAGE)]
    assert sorted(items) == list(range(1, len(items) + 1))


def test_every_item_is_cited_and_every_citation_exists() -> None:
    assert set(cited()) == {int(number) for number in ITEM.findall(PAGE)}


def test_every_item_says_how_it_is_tested() -> None:
    assert len(re.findall(r"\*Test:\s[^*]+\*$", PAGE, re.MULTILINE)) == len(ITEM.findall(PAGE))


def test_items_are_cited_with_their_page() -> None:
    """A number alone says nothing to a reader."""
    bare = re.compile(r'"""(?:Rows? )?\d+(?:, \d+)*: ')
    assert not [
        file.name for file in TESTS.rglob("test_*.py") if file.name != "test_faults.py" and bare.search(file.read_text("utf-8"))
    ]
