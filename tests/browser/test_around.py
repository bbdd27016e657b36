"""Around a game: the invitation, the lobby, the result, another game, faces, the start page and the review."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.fits import problems
from kartenhaus.core import recordfile
from kartenhaus.core.history import History
from kartenhaus.table.stories import Told, told
from serving import Line, Place, Server, begin, lines

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1440, 900), (1920, 1080)]
HIDDEN = """(selector) => {
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return false;
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return Boolean(top) && (one.contains(top) || top.contains(one));
  };
  return [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility() && !seen(one))
    .map((one) => `${one.className}: ${one.textContent.trim().slice(0, 60)}`);
}"""
"""What is outside of the screen, or covered."""


def hidden(page: Any, selector: str) -> list[str]:
    found: list[str] = page.evaluate(HIDDEN, selector)
    return found


def play(seats: list[Line], seed: int) -> dict[str, Any]:
    """Play a game to its end with random moves; return the last state."""
    chance = random.Random(seed)
    begin(seats, f"around-{seed}")
    while True:
        state = seats[0].settle()
        if state["phase"] != "playing":
            return seats[0].until(lambda one: one["fair"]["last"])
        line = seats[state["to_act"]]
        state = line.until(lambda one: one["answers"] >= state["answers"])  # noqa: B023
        line.do("move", move=chance.choice(state["legal"])["move"], answers=state["answers"])


def given_up(house: Server, game: str, players: int) -> Place:
    """A table whose only person has given up, so that the game is over."""
    host = house.open(game, players=players, bots=["easy"] * (players - 1))
    with Line(host) as line:
        begin([line], "given-up")
        line.do("resign")
        line.until(lambda state: state["phase"] == "over")
    return host


@pytest.mark.parametrize(("game", "players"), [("mad", 6), ("mada", 5), ("maumau", 4)])
@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_result_never_hides_its_buttons(desks: Any, house: Server, game: str, players: int, language: str) -> None:
    desk = desks("phone", locale=language)
    page = desk.sit(given_up(house, game, players), game)
    page.wait_for_selector(".result")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert hidden(page, ".result button, .result .button, .cry h2, .cry p") == [], (width, height)
        last = page.locator(".scores li").last
        last.scroll_into_view_if_needed()
        assert hidden(page, ".scores li:last-child .sum") == [], (width, height)
        page.locator(".scores li").first.scroll_into_view_if_needed()


def test_a_result_tells_what_counted_and_who_wants_another_game(desks: Any, house: Server) -> None:
    seats = house.full_table("mada", 2)
    with lines(seats) as two:
        games = [play(two, seed) for seed in (1, 2)]
        state = games[1]
        page = desks("phone").sit(seats[0], "mada")
        page.wait_for_selector(".result")
        for seat, cards in enumerate(state["outcome"]["cards"]):
            row = page.locator(f'.scores li[data-seat="{seat}"]')
            assert [card.get_attribute("data-card") for card in row.locator(".took img").all()] == cards
            assert row.locator(".figure").evaluate("(one) => getComputedStyle(one).getPropertyValue('--figure')") == str(
                state["outcome"]["points"][seat]
            )
        won = [sum(seat in game["outcome"]["winners"] for game in games) for seat in (0, 1)]
        assert [seat["won"] for seat in state["seats"]] == won
        said = page.locator(".series .unseen").all_inner_texts()
        assert said == [f"Host: {won[0]}", f"Guest 1: {won[1]}"]
        assert page.locator(".wants").count() == 0
        two[1].do("ready")
        expect(page.locator(".wants")).to_contain_text("Guest 1")
        page.click(".again")
        page.wait_for_selector(".table.playing")
        assert page.locator(".result").count() == 0


def test_a_result_of_mad_lays_the_hands_open(desks: Any, house: Server) -> None:
    """Every card with what it counts, also if the game ended because the others gave up; nobody saw them before."""
    seats = house.full_table("mad", 3)
    with lines(seats) as three:
        begin(three, "laid-open")
        for line in three[1:]:
            line.do("resign")
        outcome = three[0].until(lambda state: state["phase"] == "over")["outcome"]
        page = desks("phone").sit(seats[0], "mad")
        page.wait_for_selector(".result")
        for seat, (cards, worth) in enumerate(zip(outcome["cards"], outcome["worth"], strict=True)):
            row = page.locator(f'.scores li[data-seat="{seat}"]')
            assert [card.get_attribute("data-card") for card in row.locator(".took img").all()] == cards
            assert row.locator(".took small").all_inner_texts() == [str(points) for points in worth]
            assert cards
        assert page.locator(".scores .won .figure").count() == 0, "the rules had not counted yet"


def test_a_result_of_mau_mau_tells_what_earned_the_points(desks: Any, house: Server) -> None:
    seats = house.full_table("maumau", 2)
    with lines(seats) as two:
        outcome = play(two, 1)["outcome"]
        page = desks("phone").sit(seats[0], "maumau")
        page.wait_for_selector(".result")
        for seat, earned in enumerate(outcome["earned"]):
            assert sum(earned.values()) == outcome["points"][seat]
            said = page.locator(f'.scores li[data-seat="{seat}"] .earned b').all_inner_texts()
            assert said == [str(points) for points in earned.values()]
        expect(page.locator(".earned").first).to_contain_text("point spaces covered")


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_on_a_phone_on_its_side_nobody_scrolls_to_begin(desks: Any, house: Server, language: str) -> None:
    """Neither on the start page nor on an invitation to a large table."""
    desk = desks("phone", locale=language)
    page = desk.go()
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_selector(".games .links")
    assert hidden(page, ".enter :is(input, button), .games :is(button, select, .links a)") == []
    host = house.open("mad", players=6, options={})
    for name in ("Bartholomäus", "Wilhelmine S", "Quintus Zwölf"):
        house.join(host.table, name)
    desk.go(f"/t/{host.table}")
    page.wait_for_selector(".join")
    assert hidden(page, ".lobby h2, .join :is(input, button), .what :is(a, summary), .places li") == []


def test_the_last_card_is_seen_before_the_result_which_can_be_put_aside(desks: Any, house: Server) -> None:
    seats = house.full_table("mada", 2)
    with lines(seats) as two:
        begin(two, "last-card")
        page = desks("phone", reduced_motion="no-preference").sit(seats[0], "mada")
        page.evaluate(
            """() => new MutationObserver(() => {
              if (document.querySelector(".table.over")) window.early ??= Boolean(document.querySelector(".result"));
            }).observe(document.body, {subtree: true, childList: true, attributes: true})"""
        )
        two[1].say("leave")
        page.wait_for_selector(".result")
        assert page.evaluate("window.early") is False
        expect(page.locator('.scores li[data-seat="1"]')).to_contain_text("Guest 1")  # who has left keeps the name here
        page.click(".shut")
        assert page.locator(".result").count() == 0
        expect(page.locator(".cloth")).to_contain_text("Guest 1")
        page.click(".reopen")
        page.wait_for_selector(".result")


def test_an_invitation_tells_what_is_played_and_how(desks: Any, house: Server) -> None:
    table = house.open("mad", players=3, clock={"kind": "move", "seconds": 45}).table
    desk = desks("phone")
    page = desk.go(f"/t/{table}")
    page.wait_for_selector(".join")
    assert page.locator(".lobby h2").inner_text() == "Host invites you to MAD"
    assert "45 s for each move; then a bot moves" in page.locator(".what > .terms").inner_text()
    assert page.locator('.lobby a[href="/learn/mad"]').count() == 1
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert hidden(page, ".join button, .join input") == [], (width, height)
    page.fill(".join input", "Ida")
    page.click(".join button")
    page.wait_for_selector(".start .ready")
    expect(page.locator(".places")).to_contain_text("Ida")


def test_a_visitor_of_a_running_game_is_invited_to_watch_to_learn_and_to_wait_for_a_seat(desks: Any, house: Server) -> None:
    seats = house.full_table("maumau", 3)
    page = desks("phone").go("/web/icon.svg")
    with lines(seats) as three:
        begin(three, "visited")
        page.goto(seats[0].link)
        page.wait_for_selector(".visitor")
        assert page.locator(".visitor h2").inner_text() == "Mau Mau is being played here"
        expect(page.locator(".visitor")).to_contain_text("All seats are taken")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert hidden(page, ".visitor button, .visitor .button, .visitor h2, .visitor p") == [], (width, height)
        three[2].do("leave")
        expect(page.locator(".visitor")).to_contain_text("1 seat is free. You can take it after this game.")
        page.click(".visitor .main")
        expect(page.locator(".visitor")).to_have_count(0)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert hidden(page, ".actions button, .actions .button") == [], (width, height)
        page.click(".actions button")
        page.wait_for_selector(".visitor")


def test_a_lobby_shows_who_sits_where_and_seats_bots_by_level(desks: Any, house: Server) -> None:
    page = desks("phone", locale="de").sit(house.open("mad", players=6), "mad")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert hidden(page, ".start .ready") == [], (width, height)
        for one in page.locator(".places .bot, .invite button, .bots select").all():
            one.scroll_into_view_if_needed()
            box, pinned = one.bounding_box(), page.locator(".start").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["height"] >= 44
            assert pinned["height"] < height / 3
    page.select_option(".bots select", "hard")
    page.locator(".places .bot").first.click()
    chosen = page.locator(".places li").nth(1).locator("select")
    expect(chosen).to_have_value("hard")
    chosen.select_option("easy")
    expect(chosen).to_have_value("easy")
    desk = desks("phone", locale="de")
    expect(desk.go(page.url.removeprefix(house.url)).locator(".places li").nth(1)).to_contain_text("leichter Bot")


def test_a_face_is_seen_by_everybody_and_told_to_those_who_do_not_see(desks: Any, house: Server) -> None:
    host, guest = house.full_table("mada", 2)
    pages = [desks("desk").sit(host, "mada"), desks("phone").sit(guest, "mada"), desks("phone").go(f"/t/{host.table}")]
    mine, other, watching = pages
    watching.wait_for_selector(".lobby")
    with lines([host, guest]) as two:
        begin(two, "faces")
        for page in pages:
            page.wait_for_selector(".table.playing")
        mine.click('.panel .feelings [data-face="laugh"]')
        for page, words in ((mine, "You laugh."), (other, "Host laughs."), (watching, "Host laughs.")):
            page.wait_for_selector('.feeling[data-seat="0"]', state="attached")
            expect(page.locator("#live")).to_contain_text(words)
        other.click(".bar button >> nth=0")
        other.click('.panel .feelings [data-face="cry"]')
        mine.wait_for_selector('.feeling[data-seat="1"]', state="attached")
        watching.click(".bar button >> nth=0")
        watching.wait_for_selector(".panel .phrases")
        assert watching.locator(".feelings").count() == 0  # only players make faces
    assert {entry["kind"] for entry in house.entries(host.table)} <= {"opened", "sat", "readied", "started", "moved"}


def test_who_waits_makes_a_face_with_one_tap_on_a_phone(desks: Any, house: Server) -> None:
    host, guest = house.full_table("mada", 2)
    pages = {place.seat: desks("phone") for place in (host, guest)}
    for place in (host, guest):
        pages[place.seat].go("/web/icon.svg").evaluate("localStorage.setItem('kartenhaus.sound', 'false')")  # it was offered before
        pages[place.seat].sit(place, "mada")
    with lines([host, guest]) as two:
        begin(two, "one-tap")
        waiting = next(
            seat
            for seat, desk in pages.items()
            if desk.page.wait_for_selector(".actions .feelings, .actions .act").evaluate("one => one.matches('.feelings')")
        )
        pages[waiting].page.click('.actions [data-face="wow"]')
        pages[1 - waiting].page.wait_for_selector(f'.feeling[data-seat="{waiting}"]', state="attached")


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_game_can_be_started_without_scrolling_and_options_are_whole(desks: Any, language: str) -> None:
    desk = desks("phone", locale=language)
    page = desk.go()
    page.wait_for_selector(".game")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert hidden(page, '.enter input, .enter button, .game[data-game="mada"] .play') == [], (width, height)
    page.click('.game[data-game="maumau"] .arrange')
    page.click('[data-option="clock"] [data-value="bank"]')
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate(
            """() => [...document.querySelectorAll("dialog :is(select, label, small, textarea, button, h2, h3, legend)")]
              .filter((one) => one.getBoundingClientRect().right > one.closest("dialog").getBoundingClientRect().right + 1)
              .map((one) => one.textContent.slice(0, 60))"""
        )
        assert wide == [], (width, height)
        assert problems(page) == [], (width, height)


def test_finished_games_are_found_again_with_their_results(desks: Any, house: Server) -> None:
    desk = desks("phone")
    page = desk.sit(given_up(house, "mada", 3), "mada")
    page.wait_for_selector(".result")
    verdict = page.locator(".cry h2").inner_text()
    desk.go()
    page.wait_for_selector(".listed a[href^='/review']")
    assert verdict in page.locator(".listed a[href^='/review']").inner_text()
    page.click(".listed a[href^='/review']")
    page.wait_for_selector(".review .hand")


def test_a_review_shows_bots_as_they_were_and_goes_by_key_tap_and_slider(desks: Any, house: Server) -> None:
    host = house.open("mada", players=3, bots=["easy", "hard"])
    with Line(host) as line:
        begin([line], "review")
        for _ in range(4):
            state = line.until(lambda one: one["legal"] or one["phase"] != "playing")
            line.do("move", move=state["legal"][0]["move"], answers=state["answers"])
            line.until(lambda one: one["answers"] > state["answers"])  # noqa: B023
        line.do("resign")
        line.until(lambda one: one["phase"] == "over" and one["fair"]["last"])
    page = desks("phone").go(f"/review/{host.table}/1")
    page.wait_for_selector(".review .hand")
    assert "easy bot" in page.locator(".cloth").inner_text()
    assert "hard bot" in page.locator(".cloth").inner_text()
    step = page.locator(".tally-text")
    page.keyboard.press("ArrowRight")
    expect(step).to_contain_text("1 /")
    box = page.locator(".cloth").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.97, box["y"] + box["height"] * 0.97)
    expect(step).to_contain_text("2 /")
    page.mouse.click(box["x"] + 4, box["y"] + box["height"] * 0.97)
    expect(step).to_contain_text("1 /")
    page.locator(".steps input").fill("0")
    expect(step).to_contain_text("0 /")
    page.locator(".steps input").blur()
    page.keyboard.press("End")
    expect(page.locator(".steps .main")).to_be_disabled()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert hidden(page, ".steps button, .steps input, .seen select, .prompt, .prompt .rule, .held") == [], (width, height)
    page.set_viewport_size({"width": 390, "height": 844})
    with page.expect_response(lambda answer: "/api/review" in answer.url) as opened:
        page.select_option(".seen select", "open")
    assert not any("?" in hand for hand in opened.value.json()["states"][0]["view"]["hands"])
    expect(page.locator(".seen select")).to_have_value("open")


def test_a_review_goes_through_what_a_move_does_step_by_step(desks: Any) -> None:
    """Each step has its sentence and its rule, and shows the cards as they lay then."""
    text = (Path(__file__).parents[1] / "records" / "mada-3.toml").read_text("utf-8")
    played = recordfile.loads(text).replayed()
    lost, told_lost = next((at, one) for at, one in told_moves(played) if any(event.kind == "round" for event in one.events))
    aside = next(event for event in told_lost.events if event.target.startswith("aside."))
    page = desks("phone").go("/review")
    page.set_input_files("input[type=file]", {"name": "a.toml", "mimeType": "text/plain", "buffer": text.encode()})
    page.wait_for_selector(".review .hand")
    page.locator(".steps input").fill(str(lost - 1))
    page.locator(".steps input").blur()
    words = page.locator(".prompt p")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tally-text")).to_contain_text(f"{lost} /")
    expect(words).to_contain_text("the round")
    expect(words).not_to_contain_text("aside")
    expect(page.locator(".which")).to_have_text(re.compile(r"^1/\d$"))
    set_aside = page.locator(f'.mada [data-spot="{aside.target}"] .five img, .prompt [data-spot="{aside.target}"] .five img')
    before = set_aside.count()
    page.keyboard.press("ArrowRight")
    expect(words).to_contain_text(aside.words)
    expect(page.locator(".prompt .rule")).to_have_attribute("href", f"/rules/mada#{aside.rule}")
    expect(page.locator(".moments [aria-current]")).to_have_text(aside.words)
    assert set_aside.count() == before + 1
    page.keyboard.press("ArrowLeft")
    assert set_aside.count() == before
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".tally-text")).to_contain_text(f"{lost + 1} /")


def told_moves(played: Iterable[History]) -> Iterator[tuple[int, Told]]:
    """The moves of a recorded game as its first seat sees them."""
    for at, history in enumerate(played):
        yield at, told(history, 0, history.names)


def test_pages_without_a_table_look_of_one_piece(desks: Any, house: Server) -> None:
    desk = desks("phone")
    host = house.open("mada", players=2)
    with Line(host) as line:
        line.say("close")
        assert line.close_code() == 1000
    page = desk.go(f"/t/{host.table}")
    page.wait_for_selector(".apart h1")
    assert page.locator(".apart h1").inner_text() == "The table is closed"
    page.click(".apart .button")
    page.wait_for_selector(".game")
