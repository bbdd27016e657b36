"""`kartenhaus games` and `kartenhaus rules`: what there is to play, and how."""

from __future__ import annotations

import re
from importlib import import_module

from kartenhaus.bots.levels import CHOICES
from kartenhaus.cli.terminal import console, say
from kartenhaus.core.game import LINES, SEAT, Game, Option, find, names
from kartenhaus.core.rulebook import read_rulebook, rulebook_rows
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.core.words import Translate
from kartenhaus.table.guide import Guide, guide_of, help_of

RULING = re.compile(r"((?:Ruling|Auslegung|Décision|Decisione|Decisión|Beslissing)[^:.]*:)")


def list_games() -> None:
    """Print a paragraph for each game, with its options; then the levels of bots."""
    for name in names():
        game = find(name)
        low, high = game.players
        say("[bold]{}[/]  {}, {} to {} players, about {} minutes", f"{name:7}", game.title, low, high, game.minutes)
        say("         {}", game.summary)
        for option in game.options:
            say("         [cyan]-o {}[/]  {}", _form(option), option.title)
    say("\n{}", "Bots: " + ", ".join(f"{level.name} ({level.help})" for level in CHOICES))


def print_rules(name: str, rule: str | None, everything: bool, language: str = ENGLISH) -> None:
    """Print the game in short, or every rule with its id and our rulings; then the options, and the figures of the edition."""
    game, translate = find(name), translator(language)
    rows = rulebook_rows(game, language)
    if rule is not None:
        from kartenhaus.core.errors import OptionError
        from kartenhaus.core.game import suggestion

        full = rule if "/" in rule else f"{name}/{rule}"
        if full not in rows:
            raise OptionError("{game} has no rule “{rule}”{hint}", game=game.title, rule=rule, hint=suggestion(full, list(rows)))
        _print_rule(full, rows[full])
        return
    say("[bold]{}[/]", translate(game.title))
    guide = guide_of(game, language)
    if guide and not everything:
        _print_guide(game, guide, language)
    else:
        summary = read_rulebook(game, language).sections[1]  # after the preface
        say("\n{}\n", " ".join(summary.text.split()))
        for key, text in rows.items():
            _print_rule(key, text)
    say("\n[bold]{}[/]", translate("Options"))
    for option in game.options:
        say("  [cyan]-o {}[/]", _form(option))
        say("     {}: {} [dim]({})[/]", translate(option.title), translate(option.help), option.rule)
    from kartenhaus.core import edition

    standard = edition.find(game, edition.STANDARD)
    say("\n[bold]{}[/]  {}", translate("Edition"), translate(standard["title"]))
    for fact in game.files.facts(standard, translate):
        say("  {}", fact)
    if standard.get("assumed"):
        guess = translate("Assumed figures are our guess, as the printed rules give none. An edition of your own can replace them.")
        say("  [yellow]{}[/]", guess)
    if guide and not everything:
        say("\n{}", f"{translate('Every rule and ruling')}: kartenhaus rules {name} --all")


def _print_guide(game: Game, guide: Guide, language: str) -> None:
    """The game in short: the same texts as on the page of rules."""
    (low, high), translate = game.players, translator(language)
    card_words = import_module(f"{game.package}.words").card_words
    played = translate("{low} to {high} players, about {minutes} minutes").format(low=low, high=high, minutes=game.minutes)
    say("{}, {}\n\n{}", played, guide.ages, guide.goal)
    _print_part(translate("On your turn"), [(one.title, one.say) for one in guide.turn], translate)
    titles = {"card": translate("The cards"), "space": translate("The spaces"), "place": translate("Where cards lie")}
    for kind, title in titles.items():
        told = [(one.name, f"{one.say} {one.more}".strip()) for one in help_of(game, language) if one.kind == kind]
        _print_part(title, told, translate)
    _print_part(translate("How you win"), [("", one.say) for one in guide.win], translate)
    for example in guide.examples:
        rows = [(", ".join(card_words(card, translate) for card in step.cards), step.say) for step in example.steps]
        _print_part(translate("Example: {what}").format(what=example.title), rows, translate)
    _print_part(translate("Good advice"), [("", one.say) for one in guide.advice], translate)


def _print_part(title: str, rows: list[tuple[str, str]], translate: Translate) -> None:
    from rich.padding import Padding
    from rich.text import Text

    if rows:
        say("\n[bold]{}[/]", title)
    for name, text in rows:
        head = name + (" " if name[-1:] in "?!" else translate("{what}: {figures}").format(what="", figures=""))
        line = Text.assemble((head, "cyan"), text) if name else Text(text)
        console().print(Padding(line, (0, 0, 0, 2)), soft_wrap=False)


def _form(option: Option) -> str:
    """An option as it is given on the command line."""
    values = [str(choice.value).lower() for choice in option.choices]
    return f"{option.name}={'|'.join(values) or {SEAT: 'SEAT', LINES: 'FILE'}[option.kind]}"


def _print_rule(key: str, text: str) -> None:
    from rich.padding import Padding
    from rich.text import Text

    line = Text(text.replace("`", ""))
    line.highlight_regex(RULING, "yellow")
    say("[cyan]{}[/]", key)
    console().print(Padding(line, (0, 0, 0, 2)), soft_wrap=False)
