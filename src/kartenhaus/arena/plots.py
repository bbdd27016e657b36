"""The plots of a tournament."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.ticker import MaxNLocator

from kartenhaus.arena.statistics import Standings
from kartenhaus.reports.drawing import DASHED, INK, QUIET, SETTINGS, canvas, percents, series, short, svg

BARS = 32


def win_rates(standings: Standings) -> str:
    """The win rate of every bot with its interval, against an even share."""
    bots, even = standings.bots, 100 * standings.bots[0].even
    with mpl.rc_context(SETTINGS):
        figure, axes = canvas(0.75 + 0.5 * len(bots))
        axes.axvline(even, color=QUIET, linewidth=1.2, linestyle=DASHED)
        for row, bot in enumerate(bots):
            colour, whole_width = series(row), axes.get_yaxis_transform()
            axes.plot([100 * bot.win_rate_low, 100 * bot.win_rate_high], [row, row], color=colour, linewidth=3.5, alpha=0.45)
            axes.plot([100 * bot.win_rate], [row], color=colour, marker="o", markersize=8)
            axes.text(0, row - 0.3, short(bot.name), transform=whole_width, va="bottom")
            axes.text(1, row - 0.3, f"{100 * bot.win_rate:.1f} %", transform=whole_width, va="bottom", ha="right")
        axes.set_ylim(len(bots) - 0.6, -0.85)
        axes.set_yticks([])
        ends = [100 * end for bot in bots for end in (bot.win_rate_low, bot.win_rate_high)]
        axes.set_xlim(*percents(axes.xaxis, [even, *ends]))
        axes.set_xlabel("games won; dashed: an even share")
        told = [
            f"{bot.name} {100 * bot.win_rate:.1f} % ({100 * bot.win_rate_low:.1f} to {100 * bot.win_rate_high:.1f})" for bot in bots
        ]
        return svg(figure, "rates", f"Win rates with 95 % intervals: {'; '.join(told)}. An even share is {even:.1f} %.")


def settling(standings: Standings) -> str:
    """How the win rates settle, deal by deal."""
    deals = [deal for deal, _ in standings.curve]
    rates = 100 * np.array([rates for _, rates in standings.curve])
    even = 100 * standings.bots[0].even
    with mpl.rc_context(SETTINGS):
        figure, axes = canvas(2.9)
        axes.axhline(even, color=QUIET, linewidth=1.2, linestyle=DASHED)
        for bot in range(len(standings.bots)):
            axes.plot(deals, rates[:, bot], color=series(bot), linewidth=2)
        calm = rates[len(deals) // 10 :]  # the first deals vary widely, and would flatten the rest
        axes.set_ylim(*percents(axes.yaxis, [even, *calm.ravel()]))
        axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.set_xlabel("deals")
        return svg(figure, "settling", "How the win rates settle over the deals; the last values are those of the table.")


def lengths(standings: Standings) -> str:
    """How many games took how many moves."""
    moves = np.array(list(standings.lengths), float)
    games = np.array(list(standings.lengths.values()), float)
    low, high = int(moves.min()), int(moves.max())
    step = -(-(high - low + 1) // BARS)  # whole numbers, so that each bar covers equally many lengths
    counts, edges = np.histogram(moves, np.arange(low, high + step + 1, step) - 0.5, weights=games)
    mean = float(moves @ games / games.sum())
    with mpl.rc_context(SETTINGS):
        figure, axes = canvas(2.6)
        axes.bar(edges[:-1], counts, np.diff(edges) * 0.9, align="edge", color=series(0), linewidth=0)
        axes.axvline(mean, color=INK, linewidth=1.2, linestyle=DASHED)
        axes.grid(visible=False, axis="x")
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.set_xlabel("moves in a game; dashed: the average")
        told = f"Games by their number of moves, from {low} to {high}, on average {mean:.1f}."
        return svg(figure, "lengths", told)
