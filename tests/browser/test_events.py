"""The page shows exactly what happens in a game: flying cards, celebrations, arrows, panels, and every word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.playing import begin, wait_for_luck
from browser.watching import VIEWER, WATCH, Played, Script
from kartenhaus.core import recordfile
from kartenhaus.table.record import record
from kartenhaus.table.stories import told
from serving import Server, wait_until

GAMES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "mada": ({"seed": 1, "players": 3}, {"card", "cards", "dragged", "swapped", "points", "round", "over"}),
    "mad": ({"seed": 45, "players": 3}, {"card", "shown", "swapped", "attack", "allowed", "defence", "over"}),
    "maumau": (
        {"seed": 1, "players": 3, "options": {"announce": "manual", "board": "two"}},
        {"card", "face", "points", "said", "forgot", "cannot", "skip", "over"},
    ),
}
"""Whole games, and kinds of events that happen in them."""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_shown_as_its_record_tells_it(desks: Any, house: Server, game: str) -> None:
    choice, kinds = GAMES[game]
    script = Script(game, **choice)
    played = Played(record(script.table))
    assert kinds <= played.kinds
    page = desks(reduced_motion="no-preference").page
    script.play_into(page, house.url)
    seen = page.evaluate("seen")
    assert seen["flights"] == played.flights
    assert seen["joys"] == played.joys
    arrows = iter(seen["strikes"])
    assert all(strike in arrows for strike in played.strikes)
    assert {tuple(way) for way in seen["strikes"]} <= {(way[0], to) for way in played.strikes for to in (way[1], f"hands.{VIEWER}")}
    assert page.locator(".story .started, .story .moved").all_inner_texts() == played.words[-198:]
    spoken = [text.removesuffix(" Your turn.") for text in seen["live"]]
    assert [text for text in spoken if text in set(played.words)] == played.words


@pytest.mark.parametrize("game", GAMES)
def test_a_review_shows_the_same(desks: Any, house: Server, tmp_path: Path, game: str) -> None:
    """The first moves of the same game, from its record file, step by step."""
    moves = 25
    text = record(Script(game, **GAMES[game][0]).table)
    played = Played(text, moves)
    page = desks(reduced_motion="no-preference").page
    page.add_init_script(WATCH)
    page.goto(f"{house.url}/review")
    (tmp_path / "game.toml").write_text(text, "utf-8")
    page.set_input_files(".file input", tmp_path / "game.toml")
    page.wait_for_selector(".hand")
    told = [page.locator(".prompt p").inner_text()]
    for number in range(1, moves + 1):
        steps = []
        while True:
            page.keyboard.press("ArrowRight")
            expect(page.locator(".tally-text")).to_contain_text(f"{number} /")
            steps.append(page.locator(".prompt p").inner_text())
            which = page.locator(".which").all_inner_texts()
            if not which or len(set(which[0].split("/"))) == 1:
                break
        told.append(" ".join(steps))
    seen = page.evaluate("seen")
    assert told == played.words
    assert seen["flights"] == played.flights[len(played.dealt) :]
    assert seen["joys"] == played.joys


def test_a_lesson_shows_what_it_tells(desks: Any, house: Server) -> None:
    page = desks("phone", reduced_motion="no-preference").page
    page.add_init_script(WATCH)
    page.goto(f"{house.url}/learn/mada")
    stages = house.get("games/mada/lesson").json()["stages"]
    page.click('.held[data-card="5"]')
    page.click(".deck.offered")
    page.click(".act.luck")
    page.wait_for_selector(".stamp")
    page.click(".mada .stamp")
    page.wait_for_selector(".stamp", state="detached")
    seen = page.evaluate("seen")
    events = [event for stage in stages[1:4] for entry in stage["state"]["entries"] for event in entry["events"]]
    assert [flight[2:] for flight in seen["flights"]] == [[event["from"], event["to"]] for event in events if "from" in event]
    assert seen["live"] == [
        " ".join([*(entry["words"] for entry in stage["state"]["entries"]), stage["say"]]) for stage in stages[1:4]
    ]


def test_what_the_page_does_not_know_moves_nothing(desks: Any) -> None:
    """Events of unknown kinds, and of kinds without a picture, still show their words."""
    ask = """async (events) => {
      const {actsOf, sentences} = await import("/web/events.js");
      const words = events.map((event) => event.words).join(" ");
      return [actsOf({to_act: 0, hands: ["", ""]}, events, []), sentences({kind: "moved", number: 1, words, events})];
    }"""
    about: dict[str, Any] = {"rule": "fourth/rule", "seat": 1, "to": "nowhere", "amount": 2, "word": "strange"}
    kinds = ("juggled", "first", "shuffled", "shown", "turn", "over", "back", "toString")
    events = [{"kind": kind, **about, "words": f"It {kind}."} for kind in kinds]
    told = [{"words": event["words"], "who": "", "rule": "fourth/rule"} for event in events]
    assert desks().go("/review").evaluate(ask, events) == [[], told]


@pytest.mark.parametrize(("motion", "shown"), [("no-preference", {"bubble", "chip", "gleam"}), ("reduce", {"bubble"})])
def test_words_are_always_shown_and_the_rest_where_motion_is_wanted(desks: Any, motion: str, shown: set[str]) -> None:
    page = desks(reduced_motion=motion).go()
    begin(page, "mada", 2)
    joys = [{"kind": kind, "at": "draw", "text": "!"} for kind in ("bubble", "points", "sparkle")]
    seen = page.evaluate(
        """async (joys) => {
          const [{rejoice}, {pace}] = await Promise.all([import("/web/joy.js"), import("/web/fly.js")]);
          for (const joy of joys) rejoice(joy, 0, pace());
          return [...document.querySelectorAll("#sky span")].map((one) => one.className);
        }""",
        joys,
    )
    assert set(seen) == shown
    wait_until(lambda: not page.locator("#sky span").count(), "they go by themselves")


def test_luck_is_announced_before_its_card_is_seen(desks: Any) -> None:
    page = desks(reduced_motion="no-preference").go()
    begin(page, "mada", 2)
    wait_for_luck(page)
    seen = page.evaluate(
        """() => new Promise((resolve) => {  // not frame by frame: a quick bot cuts the moment short
          const cards = () => document.querySelectorAll(".own .card").length;
          const before = cards();
          const look = () => {
            const prompt = document.querySelector(".prompt p").textContent;
            if (document.querySelector(".deck.breath")) resolve([prompt, cards() - before]);
          };
          new MutationObserver(look).observe(document.body, {subtree: true, attributes: true});
          document.querySelector(".act.luck").click();
        })"""
    )
    assert seen == ["You try your luck", 0]
    page.wait_for_selector(".deck.breath", state="detached")
    wait_until(lambda: page.locator(".prompt p").text_content() != seen[0], "what luck brought")


@pytest.mark.parametrize("kinds", ["round round luck plain", "luck round luck round", "round luck luck plain"])
def test_a_page_that_is_far_behind_takes_all_states_in_order(desks: Any, kinds: str) -> None:
    """More states than may wait, with lost rounds and luck among the first: none is taken before the one that came before it."""
    taken = (
        desks(reduced_motion="no-preference")
        .go("/review")
        .evaluate(
            """async (kinds) => {
          const {Luck} = await import("/web/table/moments.js");
          const taken = [];
          const staging = {
            holds: false,
            finish() {
              if (!this.holds) return;
              this.holds = false;
              luck.resume();
            },
          };
          const take = ({number, kind}) => {
            staging.finish();
            if (number > (taken.at(-1) ?? -1)) taken.push(number); // a table drops what is older than what it has
            staging.holds ||= kind === "round";
          };
          const luck = new Luck(document.body, () => {}, take, staging);
          const turned = {move: "luck", events: [{kind: "card", from: "draw", to: "piles.1", card: "3"}]};
          for (let number = 0; number < 9; number++) {
            const kind = kinds[number] ?? "plain";
            luck.await({number, kind, game: "mada", entries: kind === "luck" ? [turned] : []}, false);
          }
          for (let tries = 0; tries < 20 && taken.at(-1) < 8; tries++) {
            await new Promise((wake) => setTimeout(wake, 600));
            staging.finish();
          }
          return taken;
        }""",
            kinds.split(),
        )
    )
    assert taken == list(range(9))


def test_the_rule_behind_every_sentence_is_a_tap_or_a_key_away(desks: Any, house: Server) -> None:
    page = desks().page
    script = Script("mada", **GAMES["mada"][0])
    script.play_into(page, house.url)
    links = page.locator(".story .told")
    told_of = (event for history in recordfile.loads(record(script.table)).replayed() for event in told(history, VIEWER).events)
    wanted = [f"/rules/mada#{event.rule}" for event in told_of if event.words]
    assert links.evaluate_all("all => all.map((one) => one.getAttribute('href'))") == wanted
    page.locator(".story").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.textContent") == links.nth(-2).inner_text()


def test_a_page_of_another_version_loads_itself_anew_once(desks: Any, house: Server) -> None:
    """A page that the browser kept from an older version reloads; if it is still old, it says so and stops trying."""
    desk = desks("phone")
    page, lines = desk.page, []

    def age(line: Any) -> None:
        lines.append(line)
        old = len(lines) == 1 or stubborn
        server = line.connect_to_server()
        server.on_message(lambda frame: line.send(frame.replace('"protocol":2', '"protocol":3') if old else frame))

    page.route_web_socket("**/socket", age)
    stubborn = False
    desk.sit(house.open("mada", players=2, bots=["easy"]), "mada")
    assert len(lines) == 2
    page.click(".ready")
    page.wait_for_selector(".hand")
    lines.clear()
    stubborn = True
    page.reload()
    expect(page.locator(".apart h1")).to_have_text("This page and the server have different versions")
    assert len(lines) == 2
    stubborn = False
    page.click(".apart a")
    page.wait_for_selector(".hand")
