"""`kartenhaus games` and `kartenhaus rules`: what there is to play, and how."""

from __future__ import annotations

import re
from importlib import import_module

from kartenhaus.bots.levels import LEVELS
from kartenhaus.cli.terminal import console, say
from kartenhaus.core.game import LINES, SEAT, Game, Option, find, names
from kartenhaus.core.rulebook import rulebook, rulebook_rows
from kartenhaus.table.guide import Guide, guide_of, help_of

RULING = re.compile(r"(Ruling[^:.]*:)")


def list_games() -> None:
    """Print a paragraph for each game, with its options; then the levels of bots."""
    for name in names():
        game = find(name)
        low, high = game.players
        say("[bold]{}[/]  {}, {} to {} players, about {} minutes", f"{name:7}", game.title, low, high, game.minutes)
        say("         {}", game.summary)
        for option in game.options:
            say("         [cyan]-o {}[/]  {}", _form(option), option.title)
    say("\n{}", "Bots: " + ", ".join(f"{level.name} ({level.help})" for level in LEVELS))


def print_rules(name: str, rule: str | None, everything: bool) -> None:
    """Print the game in short, or every rule with its id and our rulings; then the options, and the figures of the edition."""
    game = find(name)
    rows = rulebook_rows(game)
    if rule is not None:
        from kartenhaus.core.errors import OptionError
        from kartenhaus.core.game import suggestion

        full = rule if "/" in rule else f"{name}/{rule}"
        if full not in rows:
            raise OptionError("{game} has no rule “{rule}”{hint}", game=game.title, rule=rule, hint=suggestion(full, list(rows)))
        _print_rule(full, rows[full])
        return
    say("[bold]{}[/]", game.title)
    guide = guide_of(game)
    if guide and not everything:
        _print_guide(game, guide)
    else:
        say("\n{}\n", _section(rulebook(game), "In short"))
        for key, text in rows.items():
            _print_rule(key, text)
    say("\n[bold]Options[/]")
    for option in game.options:
        say("  [cyan]-o {}[/]", _form(option))
        say("     {}: {} [dim]({})[/]", option.title, option.help, option.rule)
    from kartenhaus.core import edition

    standard = edition.find(game, edition.STANDARD)
    say("\n[bold]Edition[/]  {}", standard["title"])
    for fact in game.files.facts(standard):
        say("  {}", fact)
    if standard.get("assumed"):
        say("  [yellow]Assumed figures are our guess, as the printed rules give none. An edition of your own can replace them.[/]")
    if guide and not everything:
        say("\n{}", f"Every rule and ruling: kartenhaus rules {name} --all")


def _print_guide(game: Game, guide: Guide) -> None:
    """The game in short: the same texts as on the page of rules."""
    low, high = game.players
    card_words = import_module(f"{game.package}.words").card_words
    say("{} to {} players, {}, about {} minutes\n\n{}", low, high, guide.ages, game.minutes, guide.goal)
    _print_part("On your turn", [(one.title, one.say) for one in guide.turn])
    for kind, title in {"card": "The cards", "space": "The spaces", "place": "Where cards lie"}.items():
        _print_part(title, [(one.name, f"{one.say} {one.more}".strip()) for one in help_of(game) if one.kind == kind])
    _print_part("How you win", [("", one.say) for one in guide.win])
    for example in guide.examples:
        rows = [(", ".join(card_words(card) for card in step.cards), step.say) for step in example.steps]
        _print_part(f"Example: {example.title}", rows)
    _print_part("Good advice", [("", one.say) for one in guide.advice])


def _print_part(title: str, rows: list[tuple[str, str]]) -> None:
    from rich.padding import Padding
    from rich.text import Text

    if rows:
        say("\n[bold]{}[/]", title)
    for name, text in rows:
        line = Text.assemble((f"{name}{'' if name[-1] in '?!' else ':'} ", "cyan"), text) if name else Text(text)
        console().print(Padding(line, (0, 0, 0, 2)), soft_wrap=False)


def _form(option: Option) -> str:
    """An option as it is given on the command line."""
    values = [str(choice.value).lower() for choice in option.choices]
    return f"{option.name}={'|'.join(values) or {SEAT: 'SEAT', LINES: 'FILE'}[option.kind]}"


def _section(text: str, title: str) -> str:
    found = re.search(rf"^## {title}\n\n(.*?)\n\n(?=## )", text, re.MULTILINE | re.DOTALL)
    return " ".join(found[1].split()) if found else ""


def _print_rule(key: str, text: str) -> None:
    from rich.padding import Padding
    from rich.text import Text

    line = Text(text.replace("`", ""))
    line.highlight_regex(RULING, "yellow")
    say("[cyan]{}[/]", key)
    console().print(Padding(line, (0, 0, 0, 2)), soft_wrap=False)
