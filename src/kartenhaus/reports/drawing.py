"""Plots by matplotlib, as SVG that takes its colours and fonts from the page around it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from html import escape
from io import StringIO
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from kartenhaus.reports.page import COLOURS

WIDTH = 4.4  # inches: drawn for a phone, so that text stays legible there

# Placeholders for the colours of the page: see report.css.
INK, QUIET, RULE, SHEET = "#000001", "#000002", "#000003", "#000004"
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


def series(number: int) -> str:
    """The placeholder for the colour of a line."""
    return f"#0001{number % COLOURS:02x}"


def canvas(height: float) -> tuple[Figure, Axes]:
    """A figure as wide as a phone, so many inches high, and its axes."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    return figure, figure.add_subplot()


def percents(axis: Axis, shown: Sequence[float]) -> tuple[float, float]:
    """Label an axis in percent; return limits that show these values and a little more."""
    axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    axis.set_major_formatter(lambda value, _: f"{value:g} %")
    low, high = min(shown), max(shown)
    margin = max(2.0, 0.1 * (high - low))
    return max(-2.0, low - margin), min(102.0, high + margin)


def short(name: str, most: int = 40) -> str:
    """A name that is cut if it is long."""
    return name if len(name) <= most else name[: most - 1] + "…"


def svg(figure: Figure, name: str, told: str) -> str:
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


def variable(colour: str) -> str:
    """The name of the page's colour behind a placeholder."""
    return dict(_variables())[colour]


def _variables() -> Sequence[tuple[str, str]]:
    named = [(INK, "ink"), (QUIET, "quiet"), (RULE, "rule"), (SHEET, "sheet")]
    return [*named, *((series(number), f"bot{number}") for number in range(COLOURS))]


def progress(
    name: str, lines: Sequence[Sequence[tuple[float, float]]], across: str, up: str, told: str, even: float | None = None
) -> str:
    """Lines of measurements, one colour each; shares are shown in percent if `even` is given."""
    with mpl.rc_context(SETTINGS):
        figure, axes = canvas(2.9)
        for number, line in enumerate(lines):
            axes.plot([x for x, _ in line], [(100 if even else 1) * y for _, y in line], color=series(number), linewidth=2)
        if even:
            axes.axhline(100 * even, color=QUIET, linewidth=1.2, linestyle=DASHED)
            axes.set_ylim(*percents(axes.yaxis, [100 * even, *(100 * y for line in lines for _, y in line)]))
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        return svg(figure, name, told)
