"""Translations. The key of a text is the English sentence; hatch_build.py makes the catalogues."""

from __future__ import annotations

import gettext
from functools import cache, lru_cache
from importlib.resources import files

from kartenhaus.core.words import Translate, same

ENGLISH = "en"
LANGUAGES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano", "es": "Español", "nl": "Nederlands"}
"""All our languages, each with its own name for itself."""
MOST_WISHES = 20  # languages in one header that are considered


@lru_cache(50)  # more than there are
def translator(language: str) -> Translate:
    """A translator from English into a language; missing texts and unknown languages stay English."""
    return _catalogue(language).gettext if language in LANGUAGES and language != ENGLISH else same


def counted(one: str, many: str, count: int, language: str) -> str:
    """A text that counts something, in the language's form for this count; the gap for the number stays open.

    >>> counted("{count} card", "{count} cards", 1, "en"), counted("{count} card", "{count} cards", 0, "en")
    ('{count} card', '{count} cards')
    """
    return _catalogue(language if language in LANGUAGES else ENGLISH).ngettext(one, many, count)


def plural_form(count: int, language: str) -> str:
    """`one` or `other`, as `Intl.PluralRules` names the forms of our languages: in French, none counts as one."""
    return "one" if count == 1 or (count == 0 and language == "fr") else "other"


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    file = files("kartenhaus") / "locale" / f"{language}.mo"
    if language == ENGLISH or not file.is_file():
        return gettext.NullTranslations()
    with file.open("rb") as opened:
        return gettext.GNUTranslations(opened)


def best(wishes: str) -> str:
    """Our best language for an Accept-Language header or the name of a locale; English if none fits.

    >>> best("de-CH, de;q=0.9, fr;q=0.8"), best("ja, nl;q=0.5, fr;q=0.7"), best("it_IT.UTF-8"), best("ja")
    ('de', 'fr', 'it', 'en')
    """
    liked, most = ENGLISH, 0.0
    for wish in wishes.split(",")[:MOST_WISHES]:
        tag, _, weight = wish.partition(";")
        language = tag.strip().lower().replace("_", "-").split("-")[0].split(".")[0]
        try:
            how_much = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if language in LANGUAGES and how_much > most:
            liked, most = language, how_much
    return liked
