"""`kartenhaus games` and `kartenhaus rules`: what there is to play, and how."""

from __future__ import annotations

from kartenhaus.cli.terminal import say
from kartenhaus.core.game import find, names


def list_games() -> None:
    """A paragraph for each game."""
    for name in names():
        game = find(name)
        low, high = game.players
        say("[bold]{}[/]  {}, {} to {} players, about {} minutes", f"{name:7}", game.title, low, high, game.minutes)
        say("         {}", game.summary)
