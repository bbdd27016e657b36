"""At every decision of whole games, at six sizes: what one can act on is whole, in reach, large; and the layout does not shift."""

from __future__ import annotations

from typing import Any

import pytest

from browser.fits import NAMES, SENSE, SIZES, Stage, play, problems
from browser.shifts import cumulative
from browser.watching import Script
from kartenhaus.core.game import find
from serving import Server

OPTIONS = {"maumau": {"board": "two", "announce": "manual"}}
LANGUAGES = ("de", "fr")  # with long words
GAMES = ("mada", "mad", "maumau")
EVERY = [
    (name, players, language)
    for name in GAMES
    for players in range(find(name).players[0], find(name).players[1] + 1)
    for language in LANGUAGES
]
SAMPLE = [("maumau", 4, "de"), ("mada", 5, "de"), ("mad", 6, "fr")]
TIGHT = ((360, 640), (844, 390))  # where there is least room
CROWDS = [(name, 3) for name in GAMES]
FULL = [(name, players) for name in GAMES for players in find(name).players]
MOST_SHIFT = 0.02
PAGES = ("/", "/rules/mad", "/learn/maumau", "/learn/mada", "/review")


def script(game: str, players: int, language: str) -> Script:
    return Script(game, players, 1, language=language, names=NAMES, sense=SENSE, options=OPTIONS.get(game, {}))


@pytest.mark.sweep("setting_of", EVERY, SAMPLE)
def test_what_one_can_act_on_is_whole(
    desks: Any, house: Server, setting_of: tuple[str, int, str], request: pytest.FixtureRequest
) -> None:
    """In the sample, one decision of each shape, and but for the first game only the sizes with least room."""
    game, players, language = setting_of
    whole = request.config.getoption("--sweep")
    stage = Stage(desks("phone", locale=language).page, script(game, players, language))
    assert play(stage, house.url, SIZES if whole or setting_of == SAMPLE[0] else TIGHT, sample=not whole) == []


@pytest.mark.sweep("size", SIZES, [(390, 844)])
@pytest.mark.sweep("crowd", [*CROWDS, *FULL], CROWDS)
def test_the_layout_hardly_shifts_in_a_whole_game(desks: Any, house: Server, crowd: tuple[str, int], size: tuple[int, int]) -> None:
    """The whole game, as if all moves were those of others: nothing counts as asked for by a tap."""
    page = desks("phone", locale="de").page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    stage = Stage(page, script(*crowd, "de"))
    stage.open(house.url)
    while stage.decide():
        pass
    found = stage.shifts()
    assert cumulative(found, asked=True) < MOST_SHIFT, found[:5]


@pytest.mark.parametrize("path", PAGES)
def test_what_one_can_act_on_is_whole_on_other_pages(desks: Any, path: str) -> None:
    desk = desks("phone", locale="de")
    desk.go(path).wait_for_load_state("networkidle")
    for width, height in SIZES:
        desk.page.set_viewport_size({"width": width, "height": height})
        assert problems(desk.page) == [], (width, height)
