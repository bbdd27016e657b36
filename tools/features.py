"""Write docs/features.md, docs/actions.md and the pages of `environments.py` from the declarations: `make features`.

A test fails if they are out of date.
"""

from __future__ import annotations

from pathlib import Path

import mdformat

from hatch_build import ROOT
from kartenhaus.bots.learned.blocks import Block, Declaration
from kartenhaus.bots.learned.files import GAMES, brain_of
from kartenhaus.core.game import find
from kartenhaus.envs.actions import Numbering
from kartenhaus.envs.vector import kernels_of
from tools import environments

DOCUMENT, ACTIONS = ROOT / "docs/features.md", ROOT / "docs/actions.md"
INTRODUCTION = """# Features

What a seat may know, as numbers: this is what the networks of the [learned bots](bots.md#learned-judgement) see. They are made from
a view and contain nothing hidden. Seats are counted from the seat itself, in the order of their numbers; the blocks of an opponent
who is not there are zero. What the edition decides comes last and never changes in a game. A version goes up when a feature
changes.

`bots/learned/GAME.py` declares the blocks below and has the functions that write them: `features(position, seat, out)` the numbers
that may change, `figures(position, out)` those of the edition, and `describe(position, seat, move, known, out)` the numbers of a
legal move, where `known` are the features of the seat.

This page is made from the declarations (`make features`). A line gives places, the name of the block, the meaning of its numbers in
their order, and their scale: `/ 10` says that ten count 1.
"""
OF_ACTIONS = """# Actions

The numbers of the actions in the [environments](environments.md). They are fixed: whatever the position, edition or number of
players, a number means the same. Opponents are counted from the seat that acts, in the order of their numbers. A version goes up
when a number changes its meaning; the names of the environments end with it.

This page is made from the declarations in `envs/GAME.py` (`make features`). A line gives numbers, and what they mean in order.
"""


def document() -> str:
    """The page of the features."""
    return _page([INTRODUCTION, *(_game(brain_of(game).DECLARED) for game in GAMES)])


def actions() -> str:
    """The page of the actions."""
    return _page([OF_ACTIONS, *(_actions(kernels_of(game).NUMBERED) for game in GAMES)])


def _page(parts: list[str]) -> str:
    return str(mdformat.text("\n".join(parts), options={"wrap": 132}, extensions=["gfm"]))


def _actions(numbered: Numbering) -> str:
    lines = [
        f"- {place} to {place + block.size - 1}: {block.meaning}" if block.size > 1 else f"- {place}: {block.meaning}"
        for place, block in numbered.starts()
    ]
    return "\n".join(
        [f"## {find(numbered.game).title}", "", f"Version {numbered.version}: {numbered.size} actions.", "", *lines, ""]
    )


def _game(declared: Declaration) -> str:
    title = find(declared.game).title
    before = f"Version {declared.version}: {declared.size} numbers, of which {declared.live} may change in a game."
    parts = [f"## {title}", "", before, "", *(_line(place, block) for place, block in declared.blocks())]
    parts += ["", f"A move of {title} has {declared.move_size} numbers:", ""]
    return "\n".join([*parts, *(_line(place, block) for place, block in declared.move_blocks()), ""])


def _line(place: int, block: Block) -> str:
    span = f"{place} to {place + block.size - 1}" if block.size > 1 else str(place)
    return f"- {span}: **{block.name}**: {block.meaning}. Scale: {block.scale}"


def made() -> dict[Path, str]:
    """Every file with its new content."""
    return {DOCUMENT: document(), ACTIONS: actions(), **environments.made()}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, "utf-8")
