"""The report is complete, needs no other file, and is safe to open."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest

from kartenhaus.arena.report import Circumstances, check_plots, render
from kartenhaus.arena.statistics import Fault, Standings
from kartenhaus.arena.tournament import contest_of, run
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import find

VOID = {"meta", "wbr", "br", "link"}
EVIL = "<script>alert('x')</script>&\"$a_b$ 名"
CIRCUMSTANCES = Circumstances("MADA", f"kartenhaus arena mada --bots '{EVIL}'", "2026-01-01", "0.1.0", 3, {"board": "one"})


@cache
def standings() -> Standings:
    found = run(contest_of(find("mada"), ["scripted:First", "scripted:Dice", "scripted:Slips"], players=4), 30, jobs=1)
    named = [replace(bot, name=name) for bot, name in zip(found.bots, (EVIL, "_dice", "slips"), strict=True)]
    return replace(found, bots=named, faults=[Fault(EVIL, 0, 1, f"raised {EVIL}"), *found.faults])


class Checker(HTMLParser):
    """Checks that every element is closed in order; collects ids, attributes and texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def check(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    return checker


def test_the_page_is_well_formed_and_stands_alone() -> None:
    page = render(standings(), CIRCUMSTANCES)
    checker = check(page)
    assert not {"script", "link", "img", "iframe", "object"} & set(checker.tags)
    assert len(checker.ids) == len(set(checker.ids))
    for name, value in checker.attributes:
        assert not name.startswith("on")
        if name in ("href", "src", "xlink:href"):
            assert value.startswith("#"), value
            assert value[1:] in checker.ids
    assert "://" not in page
    assert "@import" not in page
    assert all(target in checker.ids for target in re.findall(r"url\(#([^)]+)\)", page))


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
