"""A game registered from outside, which the client does not know, is played to its end by clicking."""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from browser.playing import Clicker, begin
from serving import Server

TESTS = Path(__file__).parent.parent
REGISTER = "from kartenhaus.core.game import register; register('high', 'fourth'); from kartenhaus.cli.main import main; main()"
"""A program that adds a game and then runs the command line."""


@pytest.fixture(scope="module")
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has four games."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(TESTS)
    server = Server(tmp_path_factory.mktemp("four"))
    server.program = (sys.executable, "-c", REGISTER, "serve")
    try:
        with server:
            yield server
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


@pytest.mark.parametrize(("size", "players"), [("desk", 4), ("phone", 2)])
def test_it_is_played_to_its_end(desks: Any, open_house: Server, size: str, players: int) -> None:
    """From the start page, with an option: cards in hand can be tapped, piles have names, points are called tricks."""
    desk = desks(size, open_house.url)
    page = desk.go()
    page.wait_for_selector(".game")
    assert page.locator(".game h2").all_inner_texts()[-1] == "High Card"
    page.click('.game[data-game="high"] .arrange')
    page.click('[data-option="starter"] [data-value="0"]')
    page.keyboard.press("Escape")
    begin(page, "high", players)
    page.wait_for_selector(".held.possible")
    assert "Draw pile" in page.locator(".cloth").inner_text()
    assert "discard" in page.locator(".cloth").inner_text()  # a place without a name shows its key
    clicked = Clicker(page, random.Random(7)).play()
    assert clicked == {"held": 3}
    assert page.locator(".scores li").count() == players
    tricks = [int(re.findall(r"(\d) tricks?", line)[0]) for line in page.locator(".scores li").all_inner_texts()]
    assert sum(tricks) == 3
    assert tricks[0] == max(tricks)
    page.click(".result a[href^='/review']")
    page.wait_for_selector(".review .hand")


def test_its_rules_are_shown_and_a_lesson_is_not_offered(desks: Any, open_house: Server) -> None:
    desk = desks("phone", open_house.url)
    page = desk.go("/rules/high")
    page.wait_for_selector(".rules dl")
    assert page.locator("a[href='/learn/high']").count() == 0
    answer = open_house.get("games/high/lesson")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-lesson")


def test_no_line_of_client_or_terminal_names_it() -> None:
    for room, kinds in (("web", (".js", ".css", ".html")), ("cli", (".py", ".tcss"))):
        found = [path for path in Path(str(files("kartenhaus").joinpath(room))).rglob("*") if path.suffix in kinds]
        assert found
        for path in found:
            assert not re.search(r"[\"'`]high[\"'`]|High Card", path.read_text("utf-8")), path
