"""Every fault that docs/faults.md promises to survive has a test that cites it, and every citation leads there."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs/faults.md").read_text("utf-8")
ROW = re.compile(r"^\| (\d+) \| .+ \| .+ \| .+ \|$", re.MULTILINE)
CITATION = re.compile(r"docs/faults\.md (\d+(?:, \d+)*)")


def cited() -> dict[int, list[str]]:
    """The files that cite each row."""
    found: dict[int, list[str]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        for numbers in CITATION.findall(file.read_text("utf-8")):
            for number in numbers.split(", "):
                found.setdefault(int(number), []).append(file.name)
    return found


def test_rows_are_numbered_once() -> None:
    rows = [int(number) for number in ROW.findall(PAGE)]
    assert sorted(rows) == list(range(1, len(rows) + 1))


def test_every_row_is_cited_and_every_citation_exists() -> None:
    assert set(cited()) == {int(number) for number in ROW.findall(PAGE)}


def test_rows_are_cited_by_their_page() -> None:
    """Not by a number alone, which says nothing to who reads it."""
    bare = re.compile(r'"""(?:Rows? )?\d+(?:, \d+)*: ')
    assert not [
        file.name for file in TESTS.rglob("test_*.py") if file.name != "test_faults.py" and bare.search(file.read_text("utf-8"))
    ]
