"""The rulebook of a game, as text and by rule."""

from __future__ import annotations

import re
from importlib.resources import files

from kartenhaus.core.game import Game


def rulebook(game: Game) -> str:
    """The text of a game's rulebook."""
    return (files(game.package) / "rulebook.md").read_text("utf-8")


def rulebook_rows(game: Game) -> dict[str, str]:
    """Every rule of a game by its id."""
    return dict(re.findall(rf"^\| ({game.name}/[a-z-]+) \| (.*) \|$", rulebook(game), re.MULTILINE))
