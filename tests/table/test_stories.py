"""What happened in a game, in whole sentences: for every viewer, in every language."""

from __future__ import annotations

from importlib import import_module

import msgspec
import pytest

from conftest import Setting
from kartenhaus.core.events import Event
from kartenhaus.core.game import SPECTATOR, find
from kartenhaus.core.history import History
from kartenhaus.core.scenario import position_of
from kartenhaus.core.texts import LANGUAGES, translator
from kartenhaus.core.words import Voice
from kartenhaus.table.stories import Told, taken_back, told
from walking import walk

NAMES = ("Ada", "Bruno", "Clio", "Dora", "Emil", "Finn")
STRANGE = tuple(f"Nobody{seat}" for seat in range(6))  # names that occur in no sentence


def test_everything_that_happens_has_words_or_is_declared_silent(setting: Setting) -> None:
    """For every viewer, in every language: whole sentences, and “you” for the viewer."""
    spoken: set[str] = set()
    happened: set[str] = set()
    languages = list(LANGUAGES)
    for history in walk(setting, 1):
        number = len(history.played)
        viewer = number % (setting.players + 1) - 1
        for language in (languages[number % 6], languages[(number + 1) % 6]):
            one = told(history, viewer, STRANGE, language)
            assert one.words, one
            assert not any(left in one.words for left in ("{", "}", "None")), one.words
            assert one.words[-1] in ".?", one.words
            assert "  " not in one.words
            assert one.words == " ".join(event.words for event in one.events if event.words)
            for words, who in [(one.words, one.who), *((event.words, event.who) for event in one.events)]:
                assert words.startswith(who)
                assert who in ("", *STRANGE)
            assert viewer == SPECTATOR or STRANGE[viewer] not in one.words
            spoken |= {event.kind for event in one.events if event.words}
            happened |= {event.kind for event in one.events}
    silent = import_module(f"kartenhaus.games.{setting.name}.stories").SILENT
    assert happened - spoken <= silent
    assert {"card", "over"} <= spoken


@pytest.mark.parametrize("game", ["mada", "mad", "maumau"])
def test_a_spectator_is_told_of_everybody_by_name(game: str) -> None:
    for history in walk(Setting(game, 3, ()), 2):
        words = told(history, SPECTATOR, NAMES).words
        assert "You" not in words.split()
        if history.played:
            assert any(name in words for name in NAMES[:3]) or history.played[-1].move.startswith("first")


def after(game: str, players: int, position: dict[str, object], *moves: str, viewer: int = SPECTATOR, language: str = "en") -> str:
    """The words of the last of some moves from a position; a move is written as `0 luck`."""
    _, _, pos = position_of({"game": game, "players": players, "position": position}, "here")
    history = History(find(game), players, 0, {}, position=pos)
    for line in moves:
        seat, _, move = line.partition(" ")
        history.play(move, int(seat))
    return told(history, viewer, NAMES[:players], language).words


LOST = {"to_act": 0, "hands": ["", "4", "5"], "piles": ["7", "2 8", "L"], "draw": "3 1"}


@pytest.mark.parametrize(
    ("viewer", "language", "words"),
    [
        (-1, "en", "Ada tries their luck: a 3 on a 7. Ada loses the round. Bruno sets an 8 aside, Clio a Lemur."),
        (0, "en", "You try your luck: a 3 on a 7. You lose the round. Bruno sets an 8 aside, Clio a Lemur."),
        (1, "en", "Ada tries their luck: a 3 on a 7. Ada loses the round. You set an 8 aside, Clio a Lemur."),
        (2, "en", "Ada tries their luck: a 3 on a 7. Ada loses the round. Bruno sets an 8 aside, you a Lemur."),
        (
            0,
            "de",
            "Du riskierst und legst eine 3 auf eine 7. Du verlierst die Runde. Bruno legt eine 8 zur Seite, Clio einen Lemur.",
        ),
        (2, "fr", "Ada prend un risque\u00a0: un 3 sur un 7. Ada perd la manche. Bruno met de côté un 8, toi un Lémur."),
        (1, "it", "Ada tenta la fortuna: un 3 su un 7. Ada perde il round. Metti da parte un 8, Clio un Lemure."),
        (2, "es", "Ada prueba suerte: un 3 sobre un 7. Ada pierde la ronda. Bruno aparta un 8, tú un Lémur."),
        (2, "nl", "Ada waagt een gokje: een 3 op een 7. Ada verliest de ronde. Bruno legt een 8 opzij, jij een Maki."),
    ],
)
def test_a_round_that_is_lost(viewer: int, language: str, words: str) -> None:
    story = after("mada", 3, LOST, "0 luck", viewer=viewer, language=language)
    assert story.startswith(words)


WILD = {
    "to_act": 0,
    "direction": "right",
    "dealer": 0,
    "first": False,
    "hands": ["WW g1 N", "g2 g3", "g4 g5"],
    "open": "g6",
    "closed": "r1 r2 r3 r4",
}


def test_an_attack_and_what_comes_of_it() -> None:
    """mad/woolly, mad/not-me-woolly."""
    attack = "0 play WW r 2"
    assert after("mad", 3, WILD, attack) == "Ada plays a Wild and Woolly and names red. Clio must draw three."
    assert after("mad", 3, WILD, attack, "2 allow") == "Clio draws three."
    assert after("mad", 3, WILD, attack, "2 allow", viewer=2) == "You draw three: Red 1, Red 2 and Red 3."
    assert after("mad", 3, WILD, attack, "2 allow", language="de") == "Clio zieht drei Karten."
    defended = {**WILD, "hands": ["WW g1", "g2 g3", "N g5"]}
    assert (
        after("mad", 3, defended, attack, "2 defend b", viewer=0)
        == "Clio defends with a Not Me and names blue. You must draw three."
    )


@pytest.mark.parametrize(
    ("language", "laid", "attacked"),
    [
        ("en", "Ada plays a green 1.", "Ada plays a Wild and Woolly and names red. Clio must draw three."),
        ("de", "Ada spielt eine grüne 1.", "Ada spielt „Zu toll und wollig“: Gewünscht ist rot. Clio soll drei Karten ziehen."),
        (
            "fr",
            "Ada joue un 1 vert.",
            "Ada joue une carte «\u00a0Trop fou et laineux\u00a0» et annonce rouge. Clio doit piocher trois cartes.",
        ),
        ("it", "Ada gioca un 1 verde.", "Ada gioca una carta «Troppo matto e lanoso» e chiama rosso. Clio deve pescare tre carte."),
        ("es", "Ada juega un 1 verde.", "Ada juega una carta «Locura lanuda» y pide rojo. Clio tiene que robar tres cartas."),
        ("nl", "Ada speelt een groene 1.", "Ada speelt een “Te gek en wollig” en noemt rood. Clio moet drie kaarten trekken."),
    ],
)
def test_a_card_in_a_sentence_has_its_article(language: str, laid: str, attacked: str) -> None:
    assert after("mad", 3, WILD, "0 play g1", language=language) == laid
    assert after("mad", 3, WILD, "0 play WW r 2", language=language) == attacked


def test_a_hand_with_one_point_has_its_own_sentence() -> None:
    """mad/joker-count."""
    table = {**WILD, "hands": ["J g1", "g2 g3", "g4 W"]}
    words = [after("mad", 3, table, "0 play J end", viewer=0, language=language) for language in ("en", "de")]
    assert "Your hand counts 1 point. The hand of Bruno counts 5 points." in words[0]
    assert "Du hast 1 Punkt auf der Hand. Bruno hat 5 Punkte auf der Hand." in words[1]


def test_a_card_on_a_tower_is_told_with_the_tower() -> None:
    """maumau/tower: a board has several."""
    history = next(
        one
        for one in walk(Setting("maumau", 2, (("board", "two"),)), 1)
        if any(event.rule == "maumau/tower" and event.kind == "card" for event in told(one, SPECTATOR).events)
    )
    space = history.played[-1].move.split()[2]
    assert f"on the tower at {space}" in told(history, SPECTATOR, NAMES).words


def test_a_penalty_is_told_after_the_cards_that_all_draw() -> None:
    """maumau/space-all-draw, maumau/draw-two: what comes after the draws is not lost in their sentence."""
    position = {"to_act": 0, "hands": ["rD b1 b2", "y1 y2", "b8 b9"], "board": {"a1": "r5"}, "draw": "g1 g7 g9"}
    game, players, pos = position_of({"game": "maumau", "players": 3, "map": ["SA..."], "position": position}, "here")
    history = History(game, players, 0, {}, position=pos)
    history.play("place rD b1", 0)
    words = told(history, 1, NAMES).words
    assert words == "Ada places a red Draw 2 on b1. You draw one: Green 1. Clio draws one. You must draw two."


def test_a_gift_is_named_only_to_those_who_see_it() -> None:
    """mad/secret."""
    table = {**WILD, "hands": ["gG g1 r5 r6", "g2 g3", "g4 g5"]}
    moves = ("0 play gG 2", "2 allow", "0 give r5")
    told_of = [after("mad", 3, table, *moves, viewer=viewer) for viewer in range(-1, 3)]
    assert told_of == ["Ada gives Clio a card.", "You give Clio a red 5.", "Ada gives Clio a card.", "Ada gives you a red 5."]


def test_moves_that_were_taken_back_are_one_event() -> None:
    events = {viewer: taken_back(0, 2, Voice(NAMES, viewer, translator("en"))) for viewer in (0, 1)}
    assert events[1] == Event("back", "", 0, amount=2, words="Ada takes back two moves.", who="Ada")
    assert events[0].words == "You take back two moves."
    assert taken_back(0, 1, Voice(NAMES, 1, translator("de"))).words == "Ada nimmt einen Zug zurück."


def test_a_sentence_says_with_whose_name_it_begins() -> None:
    """Even if that name is a word with which other sentences begin."""
    history = History.deal(find("mada"), 2, 7)
    dealt = told(history, SPECTATOR, ("The", "Bruno"))
    assert dealt.words.startswith("The cards are dealt")
    assert dealt.who == ""
    history = History.deal(find("mada"), 2, 7, options={"starter": 0})
    history.play("luck")
    moved = told(history, SPECTATOR, ("The", "Bruno"))
    assert moved.words.startswith("The tries their luck")
    assert moved.who == "The"
    assert told(history, 0, ("The", "Bruno")).who == ""


def test_events_are_told_as_the_wire_has_them() -> None:
    one: Told = told(History.deal(find("mada"), 2, 7), 0, NAMES)
    first, *_, card = [event for event in msgspec.to_builtins(one.events) if event["kind"] in ("first", "card")]
    assert first == {"kind": "first", "rule": "mada/start", "seat": 1, "words": "The cards are dealt, and Bruno starts."}
    assert card == {"kind": "card", "rule": "mada/deal", "card": "?", "from": "draw", "to": "hands.1", "seen_by": (1,)}
