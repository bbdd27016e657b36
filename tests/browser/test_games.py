"""Whole games of all three kinds, played in the page by clicking, by keys and by dragging."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

import kartenhaus
from browser.playing import MINE, Clicker, begin
from kartenhaus.core import edition
from kartenhaus.core.game import find
from kartenhaus.table import alone
from serving import Server, wait_until

MOST = {"mada": 5, "mad": 6, "maumau": 4}
KINDS = {
    "mada": {"play", "draw", "luck", "swap", "toss", "done"},
    "mad": {"play", "first", "draw", "keep", "pass", "give", "allow", "defend"},
    "maumau": {"place", "draw", "pass", "discard", "keep", "say", "catch"},
}
"""The moves that people make."""
PREFER = {
    "mada": ("D",),
    "mad": ("WW", "X", *(colour + symbol for colour in "gyrb" for symbol in "GD")),
    "maumau": ("say", "catch", *(f"{colour}P" for colour in "gyrb")),
}
"""Clicked first when offered, so that rare moves come sooner."""
CLICKS = 100  # after so many, try the next deal
WALK = """async (all) => {
  const {choice, offers, same} = await import('/web/moves.js');
  return all.map((legal) => legal.map((one) => {
    const saying = one.steps.some((step) => step.kind === "say");
    let found = {chosen: []};
    for (const [at, step] of one.steps.filter((step) => step.kind !== "say").entries()) {
      if (found.move || found.chosen.length !== at || !offers(legal, found.chosen).some((other) => same(other, step))) continue;
      found = choice(legal, found.chosen, [step], saying);
    }
    return found.move;
  }).filter(Boolean));
}"""
"""Walk the steps of every move while they are offered; return the moves reached."""
ON_KEYS = """() => {
  const shown = (one) => one.checkVisibility();
  const all = [...document.querySelectorAll(".option, button.seat.offered, button.cell.offered, .act, .held")];
  const numbers = all.map((one, at) => (shown(one) && !one.matches(".held") ? at + 1 : 0)).filter((at) => at && at < 10);
  const held = [...document.querySelectorAll(".held.possible")].some((one) => !one.matches(".chosen"));
  const begun = Boolean(document.querySelector(".option, button.cell.offered, .held.chosen"));
  return {numbers, held, begun, deck: Boolean(document.querySelector("button.deck.offered"))};
}"""
"""What keys can choose now: by number, in the hand, on the draw pile."""
WALKED: dict[str, dict[str, Any]] = {"maumau": {"board": "two", "announce": "manual"}}
SMALL = ["D.A.D", "..S..", "D.T.1"]
"""A Mau Mau board that is soon full."""


@pytest.mark.parametrize("game", MOST)
def test_whole_games_against_bots(desks: Any, game: str) -> None:
    """With two and with the most players, on a desktop and on a phone, all at once."""
    clickers = []
    for players in (2, MOST[game]):
        for size in ("desk", "phone"):
            desk = desks(size)
            begin(desk.go(), game, players)
            clickers.append((players, Clicker(desk.page, random.Random(f"{game} {players} {size}"))))
    wait_until(lambda: sum(not clicker.step() for _, clicker in clickers) == 0, "all games are over", 240)
    for players, clicker in clickers:
        assert clicker.clicked
        assert clicker.page.locator(".result h2").inner_text()
        assert "gave up" not in clicker.page.locator(".cry p").inner_text()
        assert clicker.page.locator(".scores li").count() == players


@pytest.mark.parametrize("game", MOST)
def test_every_kind_of_move_is_made_by_a_click(desks: Any, house: Server, game: str) -> None:
    """Two browsers play one whole game, then parts of others, until they have sent every kind of move."""
    made: Counter[str] = Counter()

    def note(text: Any) -> None:
        if isinstance(text, str) and '"do":"move"' in text:
            made[text.split('"move":"')[1].split('"')[0].split(" ")[0]] += 1

    mia, ben = desks(), desks("phone")
    for desk in (mia, ben):
        desk.page.on("websocket", lambda socket: socket.on("framesent", note))
    for number in range(60):
        stuck = number > 0 and game == "mad" and "pass" not in made
        choice: dict[str, Any] = {
            "mada": {},
            "mad": {"edition": hands_of(37 if number else 3)},
            "maumau": {"options": {"announce": "manual", **({"map": SMALL} if number else {})}},
        }[game]
        for desk, place in zip((mia, ben), house.full_table(game, 2, **choice), strict=True):
            desk.sit(place, game).click(".ready")
        for desk in (mia, ben):
            desk.page.wait_for_selector(".hand")
        if KINDS[game] - set(made) == {"first"} and not mia.page.locator('.cloth[data-pending="first"]').count():
            continue
        wanted = ("held",) if not number else ("deck", "keep", "pass") if stuck else PREFER[game]
        players = [Clicker(desk.page, random.Random(f"{game} {number}"), prefer=wanted) for desk in (mia, ben)]
        enough = {"pass"} if stuck else KINDS[game]

        def done() -> bool:
            clicks = sum(player.clicked.total() for player in players)  # noqa: B023
            return both(players) or (number > 0 and (enough <= set(made) or clicks > CLICKS))  # noqa: B023

        wait_until(done, "both see the end", 180)
        if KINDS[game] <= set(made):
            return
    raise AssertionError(f"not made: {KINDS[game] - set(made)}")


def hands_of(cards: int) -> dict[str, Any]:
    """An edition of MAD that deals this many cards to each of two players.

    Few cards make a short game. With nearly all cards dealt, everybody can attack and defend, and soon nobody can draw.
    """
    standard = dict(edition.find(find("mad"), edition.STANDARD))
    return {**standard, "name": "hands", "title": "Hands", "hands": {**standard["hands"], "2": cards}}


def both(players: list[Clicker]) -> bool:
    """Let each player click once; return whether both see the end."""
    ended = [player.step() for player in players]
    return all(ended)


def test_what_is_chosen_on_the_start_page_is_played(desks: Any, house: Server) -> None:
    """A choice, a switch and a seat, as the game declares them. Defaults are not sent, and a reload keeps all choices."""
    desk = desks("phone")
    page = desk.go()
    page.click('.game[data-game="maumau"] .arrange')
    page.click('[data-option="board"] [data-value="two"]')
    page.click('[data-option="match_all"]')
    page.click('[data-option="starter"] [data-value="1"]')
    page.reload()
    assert page.locator('.game[data-game="maumau"] .arrange b').inner_text() == "3"
    page.click('.game[data-game="maumau"] .arrange')
    page.click('[data-option="starter"] [data-value="null"]')
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.click('.game[data-game="maumau"] button:has-text("Invite friends")')
    page.wait_for_selector(".lobby")
    assert page.locator(".what > .terms dt").all_text_contents() == ["Board", "Who says Mau", "All must fit"]
    assert page.locator(".what > .terms dd").all_text_contents() == ["board two, with towers", "the players", "yes"]
    about = house.get(f"tables/{page.url.rpartition('/')[2]}").json()
    assert about["options"] == {"board": "two", "match_all": True, "announce": "manual"}  # as several people play


@pytest.mark.parametrize(("game", "row"), [("mada", ["1", "2", "3"]), ("mad", ["3", "2", "1"])])
def test_people_sit_where_the_game_says(desks: Any, game: str, row: list[str]) -> None:
    """The next player sits to the viewer's left; in MAD, to the right."""
    page = desks().go()
    begin(page, game, 4)
    order = """(seats) => seats
      .sort((one, other) => one.getBoundingClientRect().x - other.getBoundingClientRect().x)
      .map((seat) => seat.dataset.seat)"""
    assert page.eval_on_selector_all(".cloth .seat:not(.me)", order) == row


@pytest.mark.parametrize("game", MOST)
def test_a_game_by_keyboard_alone(desks: Any, game: str) -> None:
    """The focus is never lost: after every move, of whomever, it is on something."""
    page = desks().go("/")
    page.wait_for_selector(".game")
    page.locator(f'.game[data-game="{game}"] .play').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".hand")
    page.keyboard.press("ArrowRight")
    dice, pressed = random.Random(game), Counter[str]()

    def press(key: str) -> None:
        page.keyboard.press(key)
        pressed[key] += 1

    def step() -> bool:
        if page.locator(".result").count():
            return True
        assert page.evaluate("document.activeElement !== document.body"), pressed
        seen = page.evaluate(ON_KEYS)
        if seen["numbers"] and (seen["begun"] or not seen["held"] or dice.random() < 0.3):
            press(str(dice.choice(seen["numbers"])))
        elif seen["held"] and (dice.random() < 0.7 or not seen["deck"]):
            for _ in range(30):
                press("ArrowRight")
                if page.evaluate("document.activeElement.classList.contains('possible')"):
                    press("Enter")
                    break
        elif seen["deck"]:
            press("d")
        return False

    wait_until(step, "the game is over", 180)
    assert page.locator(".result h2").inner_text()
    assert pressed["Enter"]


def test_a_card_is_dragged_onto_the_table(desks: Any) -> None:
    desk = desks()
    page = desk.go("/learn/mada")
    card = page.locator('.held[data-card="5"]').bounding_box()
    middle = page.locator(".cloth").bounding_box()
    page.mouse.move(card["x"] + 20, card["y"] + 20)
    page.mouse.down()
    page.mouse.move(card["x"] + 20, card["y"] - 60, steps=4)
    page.mouse.move(middle["x"] + middle["width"] / 2, middle["y"] + 30, steps=4)
    page.mouse.up()
    expect(page.locator(".steps")).to_contain_text("2")


def test_a_tap_that_is_not_possible_says_why(desks: Any, house: Server) -> None:
    desk = desks("phone")
    page = desk.go("/learn/mada")
    page.wait_for_selector(".hand")
    page.click('.held[data-card="5"]')
    page.click(".deck.offered")
    page.click(".act.luck")
    page.click("text=Go on")
    page.click('.held[data-card="9"]')
    page.click('.held[data-card="8"]')
    assert "9" in page.locator(".hint").inner_text()
    assert page.locator(".rule").get_attribute("href") == "/rules/mada#mada/play"


@pytest.mark.parametrize("game", MOST)
def test_a_card_that_cannot_be_played_says_why_at_a_table(desks: Any, game: str) -> None:
    """Every card in hand that cannot be played gives a reason with a link to its rule; asking changes nothing."""
    desk = desks("phone")
    page = desk.go("/")
    begin(page, game, 2)
    player = Clicker(page, random.Random(game))
    dead = page.locator(".held:not(.possible)")

    def stuck() -> bool:
        assert not page.locator(".result").count()
        choosing = page.locator(".sheet").count()  # then a tap on another card chooses that one instead
        return bool(page.locator(MINE).count() and dead.count() and not choosing) or player.step()

    wait_until(stuck, "a card that cannot be played", 120)
    story = page.locator(".story li").count()
    for number in range(dead.count()):
        dead.nth(number).click()
        expect(page.locator(".notice p").first).not_to_be_empty()
        assert f"/rules/{game}#{game}/" in str(page.locator(".notice .rule").get_attribute("href"))
        page.click(".notice button")
        expect(page.locator(".notice")).to_have_count(0)
    assert page.locator(".story li").count() == story


def test_every_legal_move_is_reached_by_its_steps(desks: Any) -> None:
    """In whole games, the steps lead to exactly the legal moves; directions that lead to the same player are not asked for."""
    page = desks().go("/")
    for name in MOST:
        history, dice, asked = kartenhaus.deal(name, players=2, seed=4, **WALKED.get(name, {})), random.Random(4), []
        while not history.over:
            asked += [msgspec.to_builtins(alone.moves(history, seat, ("Mia", "Ben"))) for seat in (0, 1)]
            history.play(dice.choice(history.legal()))
        reached = page.evaluate(WALK, asked)
        wanted = [{one["move"] for one in legal if name != "mad" or not one["move"].endswith(" left")} for legal in asked]
        assert [set(moves) for moves in reached] == wanted


def test_what_may_be_said_with_a_move_is_a_switch(desks: Any) -> None:
    page = desks().go("/")
    card, space = {"kind": "card", "value": "r5", "words": "Red 5"}, {"kind": "space", "value": "c4", "words": "c4"}
    say = {"kind": "say", "value": "!", "words": "Say it"}
    legal = [{"move": "quiet", "words": "", "steps": [card, space]}, {"move": "aloud", "words": "", "steps": [card, space, say]}]
    asked = """async ([legal, saying]) => (await import('/web/moves.js')).choice(legal, [], [legal[0].steps[0]], saying)"""
    assert page.evaluate(asked, [legal, False]) == {"move": "quiet", "chosen": []}
    assert page.evaluate(asked, [legal, True]) == {"move": "aloud", "chosen": []}
    assert page.evaluate("async (legal) => (await import('/web/moves.js')).sayable(legal, [])", legal) == "Say it"
