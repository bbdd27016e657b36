"""Write a page for the environment of each game, docs/environments/GAME.md, and the table of docs/dataset.md: `make features`."""

from __future__ import annotations

import re
from pathlib import Path

import mdformat
import numpy as np

from hatch_build import ROOT
from kartenhaus.bots.learned.blocks import Declaration
from kartenhaus.bots.learned.files import GAMES, brain_of
from kartenhaus.core.game import LINES, SEAT, Game, find
from kartenhaus.core.simulation import simulate
from kartenhaus.dataset.columns import COLUMNS, FEATURES, LEGAL, ONE, PLAYERS, TEXT, WRITTEN, Column
from kartenhaus.envs import Vector
from kartenhaus.envs.aec import env
from kartenhaus.envs.single import NAMES
from kartenhaus.envs.vector import MOST, SAYING, kernels_of

PAGES, DATASET = ROOT / "docs/environments", ROOT / "docs/dataset.md"
TABLE = re.compile(r"(?<=^<!-- columns -->\n\n)(?:\|.*\n)*", re.MULTILINE)
FORM = {"wrap": 132, "number": True, "plugin": {"tables": {"compact_tables": True}}}
SAMPLE = 1000  # random games, for how long they take
EACH = {ONE: "", FEATURES: "[features]", PLAYERS: "[players]", LEGAL: "[legal actions]"}


def table(*rows: tuple[str, ...]) -> str:
    """A table; the first row is its head."""
    head, *others = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|" + " -- |" * len(rows[0]), *others, ""])


def page(game: Game) -> str:
    """The page of a game's environment."""
    numbered, declared = kernels_of(game.name).NUMBERED, brain_of(game.name).DECLARED
    title, (low, high) = game.short or game.title, game.players
    anchor = re.sub(r"[^\w\- ]", "", game.title.lower()).replace(" ", "-")
    facts = table(
        ("", ""),
        ("NumPy", f'`Vector("{game.name}")` of `kartenhaus.envs`'),
        ("Gymnasium", f"`kartenhaus/{NAMES[game.name]}-v{numbered.version}`"),
        ("PettingZoo", f'`env("{game.name}")` of `kartenhaus.envs.aec`, named `{env(game.name).metadata["name"]}`'),
        ("OpenSpiel", f"`python_kartenhaus_{game.name}`"),
        ("players", f"{low} to {high}"),
        ("observation space", f"`Box({-MOST}, {MOST}, ({declared.size},), float32)`"),
        ("action space", f"`Discrete({numbered.size})`"),
        ("mask", f"`int8`, {numbered.size} numbers; a list of legal actions comes beside it"),
        ("versions", f"actions {numbered.version}, features {declared.version}, rules {game.version}"),
    )
    actions = [f"- {_span(place, block.size)}: {block.meaning}" for place, block in numbered.starts()]
    return f"""# {title} as an environment

What holds for all games is in [environments.md](../environments.md). This page is made from the declarations (`make features`), and
our tests run its examples.

{facts}
## Observations

What the seat that acts may know, as {declared.size} numbers. [features.md](../features.md#{anchor}) says what each means.

{_lines(_observations(declared))}

## Actions

Opponents are counted from the seat that acts.

{_lines(actions)}

## Rewards

0 until the game ends. Then 1 for a win alone; the others share the loss: {_rewards(game)}. Players who win together share the win.

## Length

Decisions in a game of random play, from {SAMPLE:,} games (seed 1):

{_lengths(game)}
## Options

`edition` is a name or a table: see [editions.md](../editions.md). Options are given by name, as in
`Vector("{game.name}", {game.options[0].name}=0)`.

{_options(game)}
## A game

```pycon
>>> import numpy as np
>>> from kartenhaus.envs import Vector
>>> envs = Vector("{game.name}", games=1, seed=7, again=False)
>>> dice = np.random.default_rng(1)
>>> while envs.counts[0]:
...     envs.step(dice.choice(envs.legal[0, : envs.counts[0]], 1))
>>> envs.rewards.tolist(), envs.points.tolist()
{_played(game)}

```

`render` shows what a spectator sees, as text (`ansi`) or as a picture (`rgb_array`):

```pycon
>>> from kartenhaus.envs.aec import env
>>> table = env("{game.name}", render_mode="ansi")
>>> table.reset(seed=7)
>>> print(table.render(), end="")
{_rendered(game)}
>>> env("{game.name}", render_mode="rgb_array").metadata["render_modes"]
['ansi', 'rgb_array']

```

How well our bots play it: [baselines.md](../baselines.md#{anchor}).
"""


def _span(place: int, size: int) -> str:
    return f"{place} to {place + size - 1}" if size > 1 else str(place)


def _lines(lines: list[str]) -> str:
    return "\n".join(lines)


def _rewards(game: Game) -> str:
    return ", ".join(f"{-1 / (players - 1):.3g} with {players} players" for players in range(game.players[0], game.players[1] + 1))


def _observations(declared: Declaration) -> list[str]:
    """The blocks of the own seat and of the edition one by one, those of the opponents together."""
    lines = {place: f"- {_span(place, block.size)}: **{block.name}**: {block.meaning}" for place, block in declared.blocks()}
    own = [line for place, line in lines.items() if place < declared.first_other]
    edition = [line for place, line in lines.items() if place >= declared.live]
    places = _span(declared.first_other, declared.others * declared.each)
    blocks = "; ".join(f"**{block.name}**: {block.meaning}" for block in declared.other)
    return [*own, f"- {places}: the opponents in their order, {declared.each} numbers each: {blocks}", *edition]


def _lengths(game: Game) -> str:
    rows = []
    for players in range(game.players[0], game.players[1] + 1):
        decisions = simulate(game, players, SAMPLE).decisions
        rows.append((str(players), f"{decisions.mean():.0f}", f"{np.median(decisions):.0f}", str(decisions.max())))
    return table(("players", "on average", "median", "most"), *rows)


def _options(game: Game) -> str:
    rows = []
    for option in game.options:
        if option.name != SAYING:
            values = ", ".join(f"`{choice.value!r}`" for choice in option.choices)
            rows.append((f"`{option.name}`", values or {SEAT: "a seat", LINES: "lines"}[option.kind], option.help))
    return table(("option", "values", "meaning"), *rows)


def _played(game: Game) -> str:
    envs, dice = Vector(game.name, games=1, seed=7, again=False), np.random.default_rng(1)
    while envs.counts[0]:
        envs.step(dice.choice(envs.legal[0, : envs.counts[0]], 1))
    return repr((envs.rewards.tolist(), envs.points.tolist()))


def _rendered(game: Game) -> str:
    one = env(game.name, render_mode="ansi")
    one.reset(seed=7)
    return str(one.render()).rstrip("\n")


def columns() -> str:
    """The table of the columns of a dataset."""
    return table(("column", "type", "meaning"), *(_column(one) for one in COLUMNS + WRITTEN))


def _column(column: Column) -> tuple[str, str, str]:
    kind = "string" if column.kind == TEXT else column.kind
    return f"`{column.name}`", f"{kind} {EACH[column.each]}".strip(), column.meaning


def made() -> dict[Path, str]:
    """Every file with its new content."""
    pages = {PAGES / f"{name}.md": page(find(name)) for name in GAMES}
    text = DATASET.read_text("utf-8")
    return {
        **{path: str(mdformat.text(text, options=FORM, extensions=["gfm"])) for path, text in pages.items()},
        DATASET: TABLE.sub(lambda _: columns(), text),
    }
