"""`kartenhaus games` and `kartenhaus rules`: what there is to play, and how."""

from __future__ import annotations

import re

from kartenhaus.bots.levels import LEVELS
from kartenhaus.cli.terminal import console, say
from kartenhaus.core.game import LINES, SEAT, Option, find, names
from kartenhaus.core.rulebook import rulebook, rulebook_rows

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


def print_rules(name: str, rule: str | None) -> None:
    """Print the summary, every rule with its id, our rulings, the options, and the figures of the edition."""
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
