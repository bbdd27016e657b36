"""Whole games of all three, played through the page by clicking."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playing import Clicker

MOST = {"mada": 5, "mad": 6, "maumau": 4}
TABLES = [(game, players, size) for game, most in MOST.items() for players, size in ((2, "desk"), (most, "phone"))]


def begin(page: Any, game: str, players: int) -> None:
    """Two clicks from the start page to a game."""
    page.wait_for_selector(".game")
    page.select_option(f'.game[data-game="{game}"] select >> nth=0', str(players))
    page.select_option(f'.game[data-game="{game}"] select >> nth=1', "easy")
    page.click(f'.game[data-game="{game}"] .play')
    page.wait_for_selector(".hand")


@pytest.mark.parametrize(("game", "players", "size"), TABLES)
def test_a_whole_game_against_bots(desks: Any, game: str, players: int, size: str) -> None:
    desk = desks(size)
    begin(desk.go(), game, players)
    clicked = Clicker(desk.page, random.Random(f"{game} {players}")).play()
    assert desk.page.locator(".result h2").inner_text()
    assert clicked["held"] > 3
    assert desk.page.locator(".scores li").count() == players
