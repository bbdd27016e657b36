"""The plots of a report, by matplotlib, as SVG that takes its colours and fonts from the page around it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kartenhaus.arena.statistics import Standings

COLOURS = 8  # of bots, in report.css; more bots reuse them
WIDTH = 4.4  # inches: drawn for a phone, so that text stays legible there
BARS = 32

# Placeholders for the colours of the page: see report.css.
INK, QUIET, RULE = "#000001", "#000002", "#000003"
DASHED = (0, (4, 3))
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "kartenhaus",  # the same plot is the same file
    "font.family": "sans-serif",
    "font.size": 10.5,
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign in a name is a dollar sign
    "axes.edgecolor": RULE,
    "axes.labelcolor": QUIET,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "grid.color": RULE,
    "grid.linewidth": 0.6,
    "xtick.color": RULE,
    "ytick.color": RULE,
    "xtick.labelcolor": QUIET,
    "ytick.labelcolor": QUIET,
    "xtick.labelsize": 9.5,
    "ytick.labelsize": 9.5,
    "ytick.major.size": 0,
    "lines.solid_capstyle": "round",
}


def series(bot: int) -> str:
    """The placeholder for the colour of a bot."""
    return f"#0001{bot % COLOURS:02x}"


def win_rates(standings: Standings) -> str:
    """The win rate of every bot with its interval, against an even share."""
    bots, even = standings.bots, 100 * standings.bots[0].even
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(0.75 + 0.5 * len(bots))
        axes.axvline(even, color=QUIET, linewidth=1.2, linestyle=DASHED)
        for row, bot in enumerate(bots):
            colour, whole_width = series(row), axes.get_yaxis_transform()
            axes.plot([100 * bot.win_rate_low, 100 * bot.win_rate_high], [row, row], color=colour, linewidth=3.5, alpha=0.45)
            axes.plot([100 * bot.win_rate], [row], color=colour, marker="o", markersize=8)
            axes.text(0, row - 0.3, _short(bot.name), transform=whole_width, va="bottom")
            axes.text(1, row - 0.3, f"{100 * bot.win_rate:.1f} %", transform=whole_width, va="bottom", ha="right")
        axes.set_ylim(len(bots) - 0.6, -0.85)
        axes.set_yticks([])
        ends = [100 * end for bot in bots for end in (bot.win_rate_low, bot.win_rate_high)]
        axes.set_xlim(*_percents(axes.xaxis, [even, *ends]))
        axes.set_xlabel("games won; dashed: an even share")
        told = [
            f"{bot.name} {100 * bot.win_rate:.1f} % ({100 * bot.win_rate_low:.1f} to {100 * bot.win_rate_high:.1f})" for bot in bots
        ]
        return _svg(figure, "rates", f"Win rates with 95 % intervals: {'; '.join(told)}. An even share is {even:.1f} %.")


def settling(standings: Standings) -> str:
    """How the win rates settle, deal by deal."""
    deals = [deal for deal, _ in standings.curve]
    rates = 100 * np.array([rates for _, rates in standings.curve])
    even = 100 * standings.bots[0].even
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(2.9)
        axes.axhline(even, color=QUIET, linewidth=1.2, linestyle=DASHED)
        for bot in range(len(standings.bots)):
            axes.plot(deals, rates[:, bot], color=series(bot), linewidth=2)
        calm = rates[len(deals) // 10 :]  # the first deals vary widely, and would flatten the rest
        axes.set_ylim(*_percents(axes.yaxis, [even, *calm.ravel()]))
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.set_xlabel("deals")
        return _svg(figure, "settling", "How the win rates settle over the deals; the last values are those of the table.")


def lengths(standings: Standings) -> str:
    """How many games took how many moves."""
    moves = np.array(list(standings.lengths), float)
    games = np.array(list(standings.lengths.values()), float)
    low, high = int(moves.min()), int(moves.max())
    step = -(-(high - low + 1) // BARS)  # whole numbers, so that each bar covers equally many lengths
    counts, edges = np.histogram(moves, np.arange(low, high + step + 1, step) - 0.5, weights=games)
    mean = float(moves @ games / games.sum())
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(2.6)
        axes.bar(edges[:-1], counts, np.diff(edges) * 0.9, align="edge", color=series(0), linewidth=0)
        axes.axvline(mean, color=INK, linewidth=1.2, linestyle=DASHED)
        axes.grid(visible=False, axis="x")
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.set_xlabel("moves in a game; dashed: the average")
        told = f"Games by their number of moves, from {low} to {high}, on average {mean:.1f}."
        return _svg(figure, "lengths", told)


def progress(
    name: str, lines: Sequence[Sequence[tuple[float, float]]], across: str, up: str, told: str, even: float | None = None
) -> str:
    """Lines of measurements, one colour each; shares are shown in percent if `even` is given."""
    with mpl.rc_context(SETTINGS):
        figure, axes = _figure(2.9)
        for number, line in enumerate(lines):
            axes.plot([x for x, _ in line], [(100 if even else 1) * y for _, y in line], color=series(number), linewidth=2)
        if even:
            axes.axhline(100 * even, color=QUIET, linewidth=1.2, linestyle=DASHED)
            axes.set_ylim(*_percents(axes.yaxis, [100 * even, *(100 * y for line in lines for _, y in line)]))
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        return _svg(figure, name, told)


def _figure(height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.add_subplot()


def _percents(axis: Axis, shown: Sequence[float]) -> tuple[float, float]:
    """Label an axis in percent; return limits that show these values and a little more."""
    axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(lambda value, _: f"{value:g} %")
    low, high = min(shown), max(shown)
    margin = max(2.0, 0.1 * (high - low))
    return max(-2.0, low - margin), min(102.0, high + margin)


def _short(name: str, most: int = 40) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def _svg(figure: Figure, name: str, told: str) -> str:
    """The figure as an element of a page: with unique ids, the page's colours, and a text for people who cannot see it."""
    with StringIO() as file, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # characters that matplotlib has no font for: the reader's browser draws them
        figure.savefig(file, format="svg", transparent=True, metadata={"Date": None})
        text = file.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r' xmlns(:\w+)?="[^"]*"| (width|height)="[\d.]+pt"', "", text).replace("xlink:href", "href")
    text = re.sub(r'\bid="', f'id="{name}-', text).replace("url(#", f"url(#{name}-").replace('href="#', f'href="#{name}-')
    for colour, variable in _variables():
        text = text.replace(colour, f"var(--{variable})")
    text = re.sub(r"\s*\n\s*", "\n", text)
    return text.replace("<svg", f'<svg role="img" aria-label="{escape(told)}"', 1)


def _variables() -> Sequence[tuple[str, str]]:
    return [(INK, "ink"), (QUIET, "quiet"), (RULE, "rule"), *((series(bot), f"bot{bot}") for bot in range(COLOURS))]
