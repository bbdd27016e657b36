"""Set the table: every choice of every game is clicked and played with, in the lobby too, and everybody reads what was chosen."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.fits import problems
from browser.test_pages import axe
from kartenhaus.core import edition
from kartenhaus.core.game import find
from kartenhaus.core.history import History
from kartenhaus.server.house import replayed
from kartenhaus.table import entries as log
from kartenhaus.table.table import Table
from serving import Line, Place, Server, begin

BOARD = ["1.A.1", ".S.T.", "D...1", "..1.."]
SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080)]
EDITIONS = {name: edition.find(find(name), edition.STANDARD) for name in ("mada", "mad", "maumau")}


def position(table: Table) -> Any:
    """The game as it was dealt."""
    assert table.history is not None
    return table.history.position


def spaces(side: str) -> int:
    """How many spaces a shipped board has."""
    text = (files(find("maumau").package) / "boards" / f"{side}.txt").read_text("utf-8")
    return len([mark for mark in "".join(text.splitlines()) if mark != " "])


def played_on(table: Table) -> Iterator[History]:
    """The game that was dealt, after every move of several ways to play it to its end."""
    assert table.history is not None
    for seed in range(30):
        history, dice = table.history.clone(), random.Random(seed)
        while not history.over:
            yield history
            history.play(dice.choice(history.legal()))


def is_shouted(table: Table, who: str) -> bool:
    """Whether players can say “Mau” themselves, and only if they have to."""
    assert position(table).manual == (who == "manual")
    return any(move.endswith("!") for history in played_on(table) for move in history.legal()) == (who == "manual")


def is_narrow(table: Table, on: bool) -> bool:
    """Whether a card must fit all its neighbours: the same position allows fewer places than with one that fits."""
    for history in played_on(table):
        other = history.clone()
        other.position.match_all = int(not on)
        strict, free = (set(one.legal()) - {"draw"} for one in ((history, other) if on else (other, history)))
        if strict != free:
            return strict < free
    return False


def is_kept(table: Table, on: bool) -> bool:
    """Whether a player who has drawn a penalty goes on."""
    for history in played_on(table):
        if history.position.penalty and "draw" in history.legal():
            seat, after = history.to_act, history.clone()
            after.play("draw")
            return (after.to_act == seat) == on
    return False


PLAYED: dict[str, Callable[[Table, Any], bool]] = {
    "starter": lambda table, seat: table.starter == seat,
    "dealer": lambda table, seat: table.starter == seat,
    "open_scores": lambda table, shown: table.game.files.picture(EDITIONS["mada"], table.opened.options)["open_aside"] is shown,
    "board": lambda table, side: position(table).spaces == spaces(side),
    "map": lambda table, _: position(table).spaces == len("".join(BOARD)),
    "announce": is_shouted,
    "match_all": is_narrow,
    "penalty_then_play": is_kept,
}
"""How each option shows in the game that is dealt, or as it is played on."""


class Opening:
    """A dialog on the start page. What it sends reaches the server; the page is refused, so it stays for the next choice."""

    def __init__(self, desk: Any, house: Server, game: str) -> None:
        self.desk, self.house, self.game = desk, house, game
        self.taken: dict[str, Any] = {}
        own = {**EDITIONS[game], "name": "ours", "title": "Ours"}
        desk.go("/web/icon.svg")
        box = [{"name": "Ours", "text": "", "edition": own}]
        desk.page.evaluate("([key, box]) => localStorage.setItem(key, box)", [f"kartenhaus.boxes.{game}", json.dumps(box)])
        garden = [{"name": "Garden", "text": "\n".join(BOARD) + "\n"}]
        desk.page.evaluate("(boards) => localStorage.setItem('kartenhaus.boards', boards)", json.dumps(garden))
        self.page: Page = desk.go()
        self.page.route("**/api/tables?*", self._open)
        self.page.click(f'.game[data-game="{game}"] .arrange')

    def _open(self, route: Route) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        answer = route.fetch()
        assert answer.status == 201, answer.text()
        self.taken = answer.json()
        route.fulfill(status=409, json={"code": "test", "message": f"opened {self.taken['table']}"})

    def click(self, option: str, value: object) -> None:
        """Choose a value."""
        text = str(value).lower() if isinstance(value, bool) else value
        self.page.click(f'dialog [data-option="{option}"] [data-value="{text}"]')

    def table(self, deal: bool = False) -> Table:
        """Open the table as it is chosen; deal if all others are bots; return it as its log says."""
        self.page.click("dialog footer .main")
        self.page.wait_for_selector(".problem")
        place = Place(self.house.url, self.taken["table"], self.taken["seat"], self.taken["token"])
        expect(self.page.locator(".problem")).to_have_text(f"opened {place.table}")
        assert all("409" in one for one in self.desk.complaints), self.desk.complaints
        self.desk.complaints.clear()
        if deal:
            with Line(place) as line:
                begin([line])
        return replayed(place.table, [log.decode(json.dumps(entry)) for entry in self.house.entries(place.table)])


def values(option: dict[str, Any], players: int) -> Iterator[Any]:
    """Everything that can be chosen for an option."""
    if option["kind"] == "seat":
        yield from range(players)
    elif option["kind"] == "choice":
        yield from (choice["value"] for choice in option["choices"])


@pytest.mark.parametrize("game", ["mada", "mad", "maumau"])
def test_every_choice_is_clicked_and_played_with(desks: Any, house: Server, game: str) -> None:
    facts = next(one for one in house.get("games").json() if one["name"] == game)
    opening = Opening(desks(), house, game)
    page = opening.page
    for players in range(facts["players"][0], facts["players"][1] + 1):
        opening.click("players", players)
        assert opening.table().players == players
    for level in facts["levels"]:
        page.select_option('[data-seat="1"]', level["name"])
        assert opening.table().seats[1].bot == level["name"]
    page.select_option('[data-seat="1"]', "")
    assert [one.kind for one in opening.table().seats][:3] == ["person", "free", "bot"]
    page.click(".everyone button >> nth=1")
    table = opening.table()
    assert {one.kind for one in table.seats[1:]} == {"free"}
    proposed = {one["name"]: one["among_people"] for one in facts["options"] if one["among_people"] is not None}
    assert table.opened.options == proposed  # as several people will play
    page.click(".everyone button >> nth=0")

    for option in facts["options"]:
        for value in values(option, table.players):
            if isinstance(option["default"], bool):
                page.click(f'dialog [data-option="{option["name"]}"]')  # a switch: it is on first, then off
                value = not value
            else:
                opening.click(option["name"], value)
            dealt = opening.table(deal=True)
            assert dealt.opened.options == ({option["name"]: value} if value != option["default"] else {})
            assert PLAYED[option["name"]](dealt, value), (option["name"], value)
        if option["kind"] == "seat":
            opening.click(option["name"], "null")  # chance decides
            assert opening.table().opened.options == {}
        if option["kind"] == "lines":
            opening.click(option["instead_of"], "own:Garden")  # one that this browser has stored
            assert opening.table().opened.options == {option["name"]: BOARD}
            page.click('[data-preset=""]')
            page.click(f'dialog [data-option="{option["name"]}"] summary')
            page.fill(f'dialog [data-option="{option["name"]}"] textarea', "\n".join(BOARD))
            page.locator("dialog textarea").blur()
            dealt = opening.table(deal=True)
            assert dealt.opened.options == {option["name"]: BOARD}
            assert PLAYED[option["name"]](dealt, BOARD)
        if page.locator('[data-preset=""]').count():
            page.click('[data-preset=""]')

    opening.click("edition", "own:Ours")
    dealt = opening.table(deal=True)
    assert dealt.history is not None
    assert dealt.history.edition["title"] == "Ours"
    for kind in facts["clocks"]:
        opening.click("clock", kind["name"])
        for name, offered in (("seconds", kind["times"]), ("increment", kind["increments"])):
            for time in offered:
                opening.click(name, time["seconds"])
                clock = opening.table().opened.clock
                assert (clock.kind, getattr(clock, name)) == (kind["name"], time["seconds"])
        for zero in facts["zero"] if kind["times"] else []:
            opening.click("zero", zero["value"])
            dealt = opening.table(deal=True)
            assert dealt.opened.clock.zero == zero["value"]
            assert dealt.seats[0].bank == 1000 * dealt.opened.clock.seconds
    page.click('[data-option="public"]')
    assert opening.table().opened.public is True
    for choice in facts["table"][1]["choices"]:
        opening.click("watch", choice["value"])
        assert opening.table().opened.watch == choice["value"]
    page.click('[data-preset=""]')
    plain = opening.table().opened
    assert (plain.options, plain.edition, plain.clock.kind, plain.public) == ({}, "standard", "none", False)


def test_choices_are_remembered_by_a_name(desks: Any, house: Server) -> None:
    opening = Opening(desks("phone"), house, "maumau")
    page = opening.page
    opening.click("players", 4)
    opening.click("announce", "manual")
    opening.click("clock", "move")
    page.fill('.remember input[name="name"]', "Sunday <b>")
    page.keyboard.press("Enter")
    page.click('[data-preset=""]')
    opening.click("players", 2)
    assert opening.table().opened.options == {}
    page.reload()
    page.click('.game[data-game="maumau"] .arrange')
    page.click('[data-preset="Sunday <b>"]')
    opened = opening.table().opened
    assert (opened.players, opened.options, opened.clock.kind) == (4, {"announce": "manual"}, "move")
    page.click(".preset .quiet")
    expect(page.locator(".preset")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_host_changes_the_table_in_the_lobby_and_everybody_reads_it(desks: Any, house: Server, scheme: str) -> None:
    host, guest = house.open("maumau", players=3), None
    guest = house.join(host.table, "Ben")
    mine, other = desks("desk", color_scheme=scheme, bypass_csp=True), desks("phone", locale="de", color_scheme=scheme)
    page, theirs = mine.sit(host, "maumau"), other.sit(guest, "maumau")
    assert theirs.locator(".arrange").count() == 0  # only the host sets the table
    theirs.click(".ready")
    expect(theirs.locator(".ready")).to_have_attribute("aria-pressed", "true")
    page.click(".arrange")
    page.click('[data-option="starter"] [data-value="1"]')
    page.click('[data-option="announce"] [data-value="manual"]')
    page.click('[data-option="clock"] [data-value="move"]')
    page.click('[data-option="players"] [data-value="2"]')
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert problems(page) == [], (width, height)
    assert axe(page) == []
    page.click("dialog footer .main")
    expect(page.locator("dialog")).to_have_count(0)
    expect(theirs.locator(".ready")).to_have_attribute("aria-pressed", "false")
    expect(theirs.locator(".news")).to_contain_text("Host deckt den Tisch. Spieler: 2.")
    expect(theirs.locator('[data-term="starter"] dd')).to_have_text("Ben")
    expect(theirs.locator('[data-term="clock"] dd')).to_have_text("60 s für jeden Zug; dann zieht ein Bot")
    theirs.click(".usual summary")
    expect(theirs.locator('.usual [data-term="watch"] dd')).to_have_text("alle mit dem Link")
    assert axe(page) == []
    theirs.click(".ready")
    page.click(".ready")
    page.wait_for_selector(".table.playing")
    theirs.wait_for_selector(".table.playing")
    theirs.click(".bar .to-menu")
    theirs.click(".menu button:has-text('So spielt dieser Tisch')")
    expect(theirs.locator('.all-terms [data-term="announce"] dd')).to_have_text("die Spieler")
    for width, height in SIZES:
        theirs.set_viewport_size({"width": width, "height": height})
        assert [one for one in problems(theirs) if "all-terms" in one or "Schließen" in one] == [], (width, height)


def test_a_refusal_is_a_sentence_in_the_dialog(desks: Any, house: Server) -> None:
    host = house.open("maumau", players=3)
    house.join(host.table, "Ben", seat=2)
    desk = desks("phone", locale="fr")
    page = desk.sit(host, "maumau")
    page.click(".arrange")
    page.click('[data-option="players"] [data-value="2"]')
    page.click("dialog footer .main")
    expect(page.locator(".problem")).to_have_text("Ben occupe la place 3 ; il faut au moins autant de places")
    page.click('[data-option="players"] [data-value="3"]')
    page.click('dialog [data-option="map"] summary')
    page.fill("dialog textarea", "a sad\nboard")
    page.locator("dialog textarea").blur()
    page.click("dialog footer .main")
    expect(page.locator(".problem")).not_to_contain_text("Ben")
    assert len(page.locator(".problem").inner_text()) > 20
    assert all("422" in one or "409" in one for one in desk.complaints)
    desk.complaints.clear()
    assert [entry["kind"] for entry in house.entries(host.table)] == ["opened", "sat", "sat"]


def test_where_nobody_watches_a_visitor_reads_why(desks: Any, house: Server) -> None:
    host = house.open("mada", watch="nobody")
    visitor, late = desks("phone"), desks("phone", locale="nl")
    page = visitor.go(f"/t/{host.table}")
    expect(page.locator('[data-term="watch"] dd')).to_have_text("nobody")
    with Line(host) as line, Line(house.join(host.table, "Ben")) as other:
        begin([line, other])
        expect(page.locator(".apart h2, .apart h1")).to_have_text("Nobody watches here")
        expect(page.locator(".apart form")).to_have_count(0)
        found = late.go(f"/t/{host.table}")
        expect(found.locator(".apart")).to_contain_text("alleen wie meespeelt, ziet het spel")
        expect(found.locator(".apart form")).to_have_count(0)
        other.do("resign")
        line.until(lambda state: state["fair"]["last"])
        other.do("leave")
    desk = desks("phone")
    page = desk.go(f"/t/{host.table}")
    expect(page.locator(".apart h2, .apart h1")).to_have_text("Nobody watches here")
    page.fill(".apart form input", "Cleo")
    page.click(".apart form .main")
    with page.expect_download() as saved:
        page.click("a[download]")
    assert 'game = "mada"' in Path(saved.value.path()).read_text("utf-8")
