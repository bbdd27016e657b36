"""The report is complete, needs no other file, and is safe to open."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import cache

import pytest

from kartenhaus.arena.report import Circumstances, render
from kartenhaus.arena.statistics import Fault, Standings
from kartenhaus.arena.tournament import contest_of, run
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import find
from kartenhaus.reports.page import check_plots
from pages import check, stands_alone

EVIL = "<script>alert('x')</script>&\"$a_b$ 名"
CIRCUMSTANCES = Circumstances("MADA", f"kartenhaus arena mada --bots '{EVIL}'", "2026-01-01", "0.1.0", 3, {"board": "one"})


@cache
def standings() -> Standings:
    found = run(contest_of(find("mada"), ["scripted:First", "scripted:Dice", "scripted:Slips"], players=4), 30, jobs=1)
    named = [replace(bot, name=name) for bot, name in zip(found.bots, (EVIL, "_dice", "slips"), strict=True)]
    return replace(found, bots=named, faults=[Fault(EVIL, 0, 1, f"raised {EVIL}"), *found.faults])


def test_the_page_is_well_formed_and_stands_alone() -> None:
    stands_alone(render(standings(), CIRCUMSTANCES))


def test_it_tells_everything() -> None:
    page = render(standings(), CIRCUMSTANCES)
    checker = check(page)
    assert checker.tags.count("svg") == 3
    assert [name for name, _ in checker.attributes].count("aria-label") == 3
    for heading in ("Standings", "Win rates", "How they settled", "Length of the games", "Head to head", "By seat", "Faults"):
        assert heading in checker.texts
    text = " ".join(checker.texts)
    assert "2026-01-01" in text
    assert "board=one" in text
    assert "lost by a fault" in text
    assert "raised ValueError: slipped" in text


def test_markup_in_a_name_is_only_a_name() -> None:
    page = render(standings(), CIRCUMSTANCES)
    assert "<script" not in page
    checker = check(page)
    assert EVIL in " ".join("".join(checker.texts).split())
    assert any(EVIL in value for name, value in checker.attributes if name == "aria-label")


def test_the_same_standings_give_the_same_page() -> None:
    assert render(standings(), CIRCUMSTANCES) == render(standings(), CIRCUMSTANCES)


def test_it_takes_its_colours_from_the_page_and_knows_the_dark() -> None:
    page = render(standings(), CIRCUMSTANCES)
    assert "prefers-color-scheme: dark" in page
    drawn = page[page.index("<svg") :]
    assert not re.findall(r"#[0-9a-f]{6}\b", drawn)


@pytest.mark.parametrize("games", [0, 1])
def test_little_or_nothing_played_is_a_page_too(games: int) -> None:
    contest = contest_of(find("mada"), ["scripted:Dice"])
    little = run(contest, 1, jobs=1)
    if games == 0:
        little = replace(little, games=0, deals=0, curve=[], lengths={}, better={}, stopped=True)
    page = render(little, CIRCUMSTANCES)
    check(page)
    assert ("No deal was played to the end" in page) == (games == 0)


def test_without_matplotlib_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(OptionError) as raised:
        check_plots()
    assert "pip install 'kartenhaus[report]'" in str(raised.value)
