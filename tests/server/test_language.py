"""Everybody reads everything in their own language, and nobody learns the language of others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import hatch_build
from serving import Frame, Line, Server, begin, wait_until, web

LUCK = {"de": "Riskieren", "fr": "Prendre un risque", "en": "Try your luck", "es-MX": "Probar suerte", "nl": "Gokje wagen"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    hatch_build.compile_texts()
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


def in_language(place: Any, language: str) -> Line:
    return Line(place, headers={"Accept-Language": language})


def play_until(move: str, whose: Line, others: list[Line]) -> None:
    """Make any legal moves until `whose` may make this one, whatever was dealt."""
    while move not in [one["move"] for one in whose.settle()["legal"]]:
        for line in [*others, whose]:
            if legal := line.settle()["legal"]:
                line.do("move", move=legal[0]["move"], answers=line.state["answers"])
                break


def without_words(frame: Frame) -> Frame:
    """A state without its words, the same in all languages."""
    kept: Frame = json.loads(json.dumps(frame))
    for one in [*kept["legal"], *kept["entries"], *(event for entry in kept["entries"] for event in entry.get("events", ()))]:
        one.pop("words", None)
    return kept


def test_everybody_hears_of_a_move_in_their_language(server: Server) -> None:
    mia, ben = server.full_table("mad", options={"dealer": 0})
    with (
        in_language(mia, "de-CH, fr;q=0.5") as german,
        in_language(mia, "nl") as dutch,
        in_language(ben, "fr") as french,
        in_language(server.watch(mia.table), "it") as italian,
        Line(ben) as english,
    ):
        begin([german, french])
        everyone = [german, dutch, french, italian, english]
        play_until("draw", french, [german])  # the card turned up may ask somebody first
        number = french.do("move", move="draw", answers=french.state["answers"])["number"]
        told = {
            name: line.until(lambda state: state["number"] >= number)["entries"][0]["words"]
            for name, line in zip(["de", "nl", "fr", "it", "en"], everyone, strict=True)
        }
        assert {name: told[name] for name in ("de", "nl", "it")} == {
            "de": "Guest 1 zieht eine Karte.",
            "nl": "Guest 1 trekt een kaart.",
            "it": "Guest 1 pesca una carta.",
        }
        assert told["fr"].startswith("Tu pioches ")  # the player who drew the card sees it, and is "you"
        assert told["en"].startswith("You draw ")
        assert {one["words"] for one in french.settle()["legal"]} >= {"La garder"}
        assert {one["words"] for one in english.settle()["legal"]} >= {"Keep it"}


def test_nothing_but_the_words_differs(server: Server) -> None:
    mia, ben = server.full_table("mada", options={"starter": 0})
    with in_language(mia, "es") as spanish, in_language(mia, "de") as german, in_language(ben, "fr") as french:
        begin([spanish, french])
        play_until("luck", spanish, [french])
        spanish.do("move", move="luck", answers=spanish.state["answers"])
        states = [without_words(line.settle()) for line in (spanish, german)]
        assert states[0] == states[1]
        heard = json.dumps(french.heard)
        assert "language" not in heard
        assert "spañol" not in heard


def test_hello_may_name_a_language(server: Server) -> None:
    mia, ben = server.full_table("mada", options={"starter": 0})
    with Line(mia) as line, Line(ben) as other:
        begin([line, other])
        play_until("luck", line, [other])
        for language, words in LUCK.items():
            with Line(mia, hello=False, headers={"Accept-Language": "it"}) as again:
                again.say("hello", token=mia.token, language=language)
                assert words in [one["words"] for one in again.hear("state")["legal"]]


@pytest.mark.parametrize("language", ["xx", "", "../de", "de\u202e", "d" * 4000])
def test_a_language_we_lack_is_english_and_no_harm(server: Server, language: str) -> None:
    mia = server.open("mada")
    with Line(mia, hello=False) as line:
        line.say("hello", token=mia.token, language=language)
        line.hear("state")
        assert line.do("pause")["message"] == "no game is being played at this table"


def test_refusals_and_faults_come_in_the_language(server: Server) -> None:
    mia, ben = server.full_table("maumau", options={"starter": 1})
    with in_language(mia, "de") as line, in_language(ben, "nl") as other:
        begin([line, other])
        refused = line.do("move", move="draw", answers=line.settle()["answers"])
        assert refused["message"] == "du bist nicht dran; Guest 1 ist am Zug"
        assert refused["key"] == "it is not your turn; wait for {whom}"
        assert refused["params"] == {"whom": "seat 1"}
        assert refused["rule"] == "maumau/turn"
        line.socket.send(b"\x00")
        assert line.hear("error")["message"] == "Nachrichten sind Text, nicht binär"


def test_a_table_that_is_not_there_is_told_in_the_language(server: Server) -> None:
    nowhere = server.watch("nowhere234")
    with Line(nowhere, hello=False, headers={"Accept-Language": "fr"}) as line:
        line.say("hello")
        assert line.hear("refused")["message"] == "il n’y a pas de table avec ce code\u00a0; vérifie le lien"


def test_stories_are_told_in_the_language(server: Server) -> None:
    mia, ben = server.full_table("mada", options={"starter": 0})
    with in_language(mia, "it") as line, Line(ben) as other:
        begin([line, other])
        play_until("luck", line, [other])
        line.do("move", move="luck", answers=line.state["answers"])
        words = [event["words"] for event in line.do("story")["entries"] if event["kind"] == "moved"]
        assert any(told.startswith("Tenti la fortuna: ") for told in words)


# HTTP


def get(server: Server, path: str, accept: str = "") -> httpx.Response:
    return web.get(f"{server.url}/api/{path}", headers={"Accept-Language": accept} if accept else {}, timeout=30)


def test_games_are_listed_in_the_language(server: Server) -> None:
    german = get(server, "games", "de")
    assert german.headers["content-language"] == "de"
    assert german.headers["vary"] == "accept-language"
    titles = {game["name"]: game["title"] for game in german.json()}
    assert titles == {"mada": "MADA", "mad": "MAD", "maumau": "Mau Mau, das Brettspiel"}
    asked = get(server, "games/maumau?language=es", "de").json()
    assert asked["title"] == "Mau Mau, el juego de mesa"
    assert asked["options"][1]["help"] == "el tablero en el que se juega"
    assert any(fact.startswith("Comodines (supuesto): ") for fact in asked["facts"])
    assert (
        get(server, "games").json()[2]["title"] == get(server, "games?language=xx").json()[2]["title"] == "Mau Mau, the board game"
    )


def test_rules_come_in_the_language_as_text_and_by_section(server: Server) -> None:
    assert get(server, "games/mad/rules", "nl").text.startswith("# MAD: de regels\n")
    assert get(server, "games/mad/rules").text.startswith("# MAD: the rulebook\n")
    answer = get(server, "games/mad/rules?format=json&language=de")
    assert answer.headers["content-language"] == "de"
    book = answer.json()
    assert book["title"] == "MAD: die Regeln"
    assert [section["title"] for section in book["sections"]] == ["", "In Kürze", "Die Regeln", "Schreibweise", "Edition"]
    assert book["sections"][2]["rules"][0] == {"id": "mad/players", "text": "2 bis 6 Spieler, ab 8 Jahren."}
    assert get(server, "games/mad/rules?format=pdf").status_code == 422


def test_problems_come_in_the_language(server: Server) -> None:
    assert get(server, "tables/nowhere234", "it").json()["message"] == "non c’è un tavolo con questo codice; controlla il link"
    assert get(server, "games/chess?language=nl").json()["message"].startswith("er is geen spel “chess”")
    wrong = web.post(
        f"{server.url}/api/tables", json={"game": "mada", "options": {"starter": 9}}, headers={"Accept-Language": "fr"}, timeout=30
    )
    assert wrong.status_code == 422
    assert wrong.json() == {
        "code": "invalid",
        "message": "l’option starter est une place de 0 à 1, pas 9",
        "rule": "mada/start",
    }


def test_the_list_of_tables_comes_in_the_language(server: Server) -> None:
    table = server.open("maumau", public=True).table

    def title() -> str:
        return next((one["title"] for one in get(server, "tables", "de").json() if one["table"] == table), "")

    assert wait_until(title, "the table is listed") == "Mau Mau, das Brettspiel"
