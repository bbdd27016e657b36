"""Every text and every rulebook exists in every language, with the same gaps, and nothing is left over."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import hatch_build
import kartenhaus
from kartenhaus.core import recordfile
from kartenhaus.core.errors import IllegalMove, KartenhausError, OptionError, Phrase, RecordError
from kartenhaus.core.game import find
from kartenhaus.core.history import History, check
from kartenhaus.core.rulebook import Section, read_rulebook, rulebook
from kartenhaus.core.texts import LANGUAGES, best, translator
from kartenhaus.table.lesson import stages
from kartenhaus.table.words import explained, said
from tools import texts

LOCALE = hatch_build.ROOT / "src/kartenhaus/locale"
OTHERS = [language for language in LANGUAGES if language != "en"]
GAMES = kartenhaus.game_names()
RULING = {"en": "Ruling", "de": "Auslegung", "fr": "Décision", "it": "Decisione", "es": "Decisión", "nl": "Beslissing"}
CODE = re.compile("`[^`]+`")
MOVES = {
    "mada": ["play 7", "play L", "draw", "luck", "swap 1", "toss D", "done"],
    "mad": [
        *("play g5", "play gW left", "play gG 1", "play W r", "play WW r 1", "play X b", "play J end", "draw", "keep", "pass"),
        *("give y3", "give ?", "allow", "defend r", "first right", "first r 1"),
    ],
    "maumau": [
        *("place r5 c4", "place J c4 from c3", "place gD c4 !", "draw", "draw !", "pass bP", "pass ?", "discard yS", "keep", "say"),
        "catch 1",
    ],
}


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    hatch_build.compile_texts()


@pytest.fixture(scope="module")
def written() -> dict[str, texts.Text]:
    return texts.found()


def forms(string: Any) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string)


def gaps(text: str) -> set[str]:
    return set(re.findall(r"{\w*}", text))


# Catalogues


def test_there_is_a_catalogue_for_every_language() -> None:
    assert {file.stem for file in LOCALE.glob("*.po")} == set(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_exactly_the_texts_that_are_written(language: str, written: dict[str, texts.Text]) -> None:
    """No text is missing, untranslated or unused; `make texts` adds and removes them."""
    catalogue = hatch_build.read_catalogue(LOCALE / f"{language}.po")
    messages = {forms(message.id)[0]: message for message in catalogue if message.id}
    assert set(written) - set(messages) == set()
    assert set(messages) - set(written) == set()
    assert [key for key, message in messages.items() if message.fuzzy or not all(forms(message.string))] == []
    assert catalogue.obsolete == {}


@pytest.mark.parametrize("language", OTHERS)
def test_catalogues_are_as_make_texts_writes_them(language: str, written: dict[str, texts.Text]) -> None:
    file = LOCALE / f"{language}.po"
    assert texts.updated(file, written) == file.read_bytes()


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_gaps_of_their_text(language: str) -> None:
    for message in hatch_build.read_catalogue(LOCALE / f"{language}.po"):
        if message.id:
            wanted = set().union(*map(gaps, forms(message.id)))
            for form in forms(message.string):
                assert gaps(form) == wanted, message.id
                assert form.strip() == form or str(message.id).strip() != message.id, message.id
                assert form.endswith(".") == forms(message.id)[0].endswith("."), message.id


def test_french_signs_never_begin_a_line() -> None:
    """The space before them, and after an opening quotation mark, does not break."""
    strings = [form for one in hatch_build.read_catalogue(LOCALE / "fr.po") if one.id for form in forms(one.string)]
    assert len(strings) > 1000
    assert [form for form in strings if re.search("[^ ] [:;!?»]|« ", form)] == []


def test_a_new_text_is_added_empty_and_an_old_one_goes(tmp_path: Path) -> None:
    file = tmp_path / "de.po"
    shutil.copy(LOCALE / "de.po", file)
    file.write_bytes(texts.updated(file, {"Lemur": texts.Text({"here.py"}), "new": texts.Text({"here.py"}, plural="news")}))
    assert {message.id: message.string for message in hatch_build.read_catalogue(file) if message.id} == {
        "Lemur": "Lemur",
        ("new", "news"): ("", ""),
    }


def test_texts_are_found_where_the_browser_says_them() -> None:
    source = """
        import {t, tn} from "./texts.js";
        const plain = t("Play");
        export const view = (cards, name) => html`
            <h1 title=${t("Hello, {name}", {name})}>${t('A single quote')}</h1>
            <ul>${cards.map((card) => html`<li>${tn("{count} card", "{count} cards", card.count)}</li>`)}</ul>
            ${cards.length > 0 ? html`<p>${t("Deep {inside}", {inside: html`<b>${t("deeper")}</b>`})}</p>` : nothing}`;
        export const long = t("It goes on " +
            'and \\'on\\'');
        export const other = not_t("never") + o.t("nor this") + t(name);
    """
    assert set(texts.in_javascript(source)) == {
        ("Play", ""),
        ("Hello, {name}", ""),
        ("A single quote", ""),
        ("{count} card", "{count} cards"),
        ("Deep {inside}", ""),
        ("deeper", ""),
        ("It goes on and 'on'", ""),
    }


def test_what_lessons_say_is_found(written: dict[str, texts.Text]) -> None:
    for game in GAMES:
        for number, file in ((1, "lesson.toml"), (2, "lesson-2.toml")):
            for stage in stages(find(game), number):
                assert f"src/kartenhaus/games/{game}/{file}" in written[stage.say].places


def test_an_error_inside_an_error_is_told_in_the_same_language() -> None:
    with pytest.raises(RecordError) as caught:
        recordfile.loads('kartenhaus = 1\ngame = "chess"\n', "evening.toml")
    assert str(caught.value).startswith("evening.toml: there is no game “chess”")
    assert caught.value.told(translator("de")).startswith("evening.toml: es gibt kein Spiel „chess“")


def test_the_browser_gets_its_texts_and_the_cards(tmp_path: Path) -> None:
    folder = tmp_path / "src/kartenhaus/locale"
    folder.mkdir(parents=True)
    (folder / "fr.po").write_text(
        'msgid ""\nmsgstr ""\n"Language: fr\\n"\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'
        '#: src/kartenhaus/web/table.js\nmsgid "{count} card"\nmsgid_plural "{count} cards"\n'
        'msgstr[0] "{count} carte"\nmsgstr[1] "{count} cartes"\n\n'
        '#. card\n#: src/kartenhaus/games/mada/words.py\nmsgid "Lemur"\nmsgstr "Lémur"\n\n'
        '#: src/kartenhaus/table/commands.py\nmsgid "nobody sits there"\nmsgstr "personne"\n\n'
        '#: src/kartenhaus/web/table.js\nmsgid "not yet"\nmsgstr ""\n',
        "utf-8",
    )
    hatch_build.compile_texts(tmp_path)
    made = json.loads((tmp_path / "src/kartenhaus/web/texts/fr.json").read_text("utf-8"))
    assert made == {"{count} card": {"one": "{count} carte", "other": "{count} cartes"}, "Lemur": "Lémur"}
    assert (folder / "fr.mo").exists()


# Words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_card_has_a_name_of_its_own(game: str, language: str) -> None:
    from importlib import import_module

    card_words = import_module(f"kartenhaus.games.{game}.words").card_words
    names = [card_words(card, translator(language)) for card in find(game).notation.CARD.names if ":" not in card]
    assert len(set(names)) == len(names)
    assert not any("{" in name for name in names)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_words_on_a_button(game: str, language: str) -> None:
    for move in MOVES[game]:
        button = said(game, move, ("Mia", "Ben"), language)
        assert "{" not in button
        assert "Mia" not in button
    assert len({said(game, move, ("Mia", "Ben"), language) for move in MOVES[game]}) == len(MOVES[game])


def test_words_are_in_the_language_asked_for() -> None:
    assert said("mada", "luck", (), "de") == "Riskieren"
    assert said("mada", "luck", (), "nl") == "Gokje wagen"
    assert said("mad", "play r3", (), "fr") == "Jouer 3 rouge"
    assert said("maumau", "place rD c4 !", (), "it") == "Metti Prendi 2 (rosso) su c4 e dillo"
    assert said("mada", "luck", (), "xx") == "Try your luck"


def test_refusals_name_the_cards() -> None:
    error = IllegalMove("{card} does not fit: the colour named is {colour}", "mad/fit", card="r3", colour="green")
    assert str(error) == "r3 does not fit: the colour named is green"
    assert explained("mad", error) == "Red 3 does not fit: the colour named is green"
    assert explained("mad", error, "de") == "Rote 3 passt nicht: die genannte Farbe ist grün"
    several = IllegalMove("{card} does not fit all of {shown}, as this table asks", "maumau/anchor", card="J", shown="r3, gD")
    assert explained("maumau", several, "es") == "Comodín no encaja con todas: 3 rojo, Roba dos (verde); así lo pide esta mesa"


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_can_be_told_in_every_language(game: str) -> None:
    """All kinds of wrong moves, at every moment of some games."""
    cards = find(game).notation.CARD.names[1:]
    tried = {*MOVES[game], *(move.replace(move.split()[1], card) for move in MOVES[game] if " " in move for card in cards)}
    for seed in range(3):
        history = History.deal(find(game), 2, seed)
        while history.to_act >= 0 and len(history.played) < 40:
            for move in tried:
                for seat in (0, 1):
                    try:
                        check(history.game, history.position, seat, move)
                    except KartenhausError as error:
                        for language in LANGUAGES:
                            assert "{" not in explained(game, error, language)
            legal = history.legal()
            history.play(legal[len(history.played) * 7 % len(legal)])


def test_a_phrase_inside_a_message_is_told_in_the_same_language() -> None:
    error = OptionError(
        "the option {name} is {right}, not {value}", name="starter", right=Phrase("a seat from 0 to {last}", last=2), value=7
    )
    assert str(error) == "the option starter is a seat from 0 to 2, not 7"
    assert error.told(translator("nl")) == "de optie starter is een plaats van 0 tot 2, niet 7"


@pytest.mark.parametrize(
    ("wishes", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH, de;q=0.9, en;q=0.8", "de"),
        ("ja, nl;q=0.3, fr;q=0.7", "fr"),
        ("en;q=0.5, it", "it"),
        ("es;q=0, en;q=0.1", "en"),
        ("*", "en"),
        ("fr_CH.UTF-8", "fr"),
        ("C.UTF-8", "en"),
        ("de;q=high, nl", "nl"),
        ("../../etc/passwd", "en"),
        ("x," * 100_000 + "de", "en"),
    ],
)
def test_the_best_language_is_found(wishes: str, language: str) -> None:
    assert best(wishes) == language


# Rulebooks


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_has_every_rule_in_its_place(game: str, language: str) -> None:
    english, other = read_rulebook(find(game)), read_rulebook(find(game), language)
    assert other.title != english.title
    assert len(other.sections) == len(english.sections)
    for section, original in zip(other.sections, english.sections, strict=True):
        assert bool(section.title) == bool(original.title)
        assert bool(section.text) == bool(original.text)
        assert [rule.id for rule in section.rules] == [rule.id for rule in original.rules]
    ids = [rule.id for section in other.sections for rule in section.rules]
    assert len(ids) == len(set(ids)) == rulebook(find(game), language).count(f"\n| {game}/")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_says_the_same_numbers_and_moves(game: str, language: str) -> None:
    english, other = read_rulebook(find(game)), read_rulebook(find(game), language)
    for section, original in zip(other.sections, english.sections, strict=True):
        same(language, section.text, original.text, original.title)
        for rule, its in zip(section.rules, original.rules, strict=True):
            same(language, rule.text, its.text, rule.id)
            assert (RULING[language] in rule.text) == (RULING["en"] in its.text), rule.id


def same(language: str, text: str, original: str, place: str) -> None:
    assert numbers(text, language) == numbers(original, "en"), place
    assert set(CODE.findall(text)) == set(CODE.findall(original)), place


def numbers(text: str, language: str) -> list[str]:
    """Numbers in digits, without separators; one card has a number in its name in some languages, and is left out."""
    text = text.replace("\n", " ").replace(translator(language)("Draw 2"), "")
    return sorted(re.findall(r"\d+", re.sub(r"(?<=\d)[.,](?=\d{3})", "", text)))


def test_a_rulebook_comes_in_sections() -> None:
    book = read_rulebook(find("mada"), "fr")
    assert book.title == "MADA\u00a0: les règles"
    assert [section.title for section in book.sections] == ["", "En bref", "Les règles", "Notation", "Édition"]
    rules = next(section for section in book.sections if section.rules)
    assert isinstance(rules, Section)
    assert rules.rules[0].id == "mada/players"
    assert rules.rules[0].text == "De 2 à 5 personnes, de 7 à 99 ans."
    assert rules.text.startswith("Mots\u00a0: ")
    assert "|" not in rules.text


def test_a_language_we_lack_has_the_english_rulebook() -> None:
    assert rulebook(find("mad"), "xx") == rulebook(find("mad"), "../mada/rulebook") == rulebook(find("mad"))
