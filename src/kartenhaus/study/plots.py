"""The plots of a study; two sides have two colours."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from kartenhaus.reports.drawing import DASHED, INK, QUIET, RULE, SETTINGS, SHEET, canvas, percents, series, short, svg
from kartenhaus.study.figures import Measured
from kartenhaus.study.ladder import called
from kartenhaus.study.result import Luck, Side

PARTS = ("skill", "deal", "seat", "rest")
PAINT = {"skill": series(0), "deal": series(1), "seat": series(3), "rest": RULE}
STAKES = {"matters": series(2), "matters little": series(7), "no choice": RULE}
THIRDS = ("start", "middle", "end")


def lengths(sides: Sequence[Side]) -> str:
    """How many games took how many moves."""
    with mpl.rc_context(SETTINGS):
        figure, axes = canvas(2.6)
        for number, side in enumerate(sides):
            edges, bars = side.length.edges, [100 * bar for bar in side.length.bars]
            if len(sides) == 1:
                axes.bar(edges[:-1], bars, (edges[1] - edges[0]) * 0.9, align="edge", color=series(0), linewidth=0)
            else:
                axes.stairs(bars, edges, color=series(number), linewidth=2)
                axes.stairs(bars, edges, color=series(number), alpha=0.18, fill=True)
            colour = INK if len(sides) == 1 else series(number)
            axes.axvline(side.length.moves.value, color=colour, linewidth=1.2, linestyle=DASHED)
        axes.grid(visible=False, axis="x")
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(4))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        axes.set_xlabel("moves in a game; dashed: the average")
        told = "; ".join(f"{side.name}: {side.length.moves.value:.1f} on average" for side in sides)
        return svg(figure, "lengths", f"Games by their number of moves. {told}.")


def seats(sides: Sequence[Side]) -> str:
    """How often each seat wins, with intervals, against an even share."""
    count = len(sides[0].seats.wins)
    rows = [(f"seat {seat + 1}", [side.seats.wins[seat] for side in sides]) for seat in range(count)]
    return _rows("seats", rows, 100 / count, "games won; dashed: an even share", "Wins by seat")


def rungs(sides: Sequence[Side]) -> str:
    """How often each player of the ladder wins."""
    count, even = len(sides[0].luck.ladder), 100 / len(sides[0].seats.wins)
    rows = [(called(sides[0].luck.ladder[rung].bot), [side.luck.ladder[rung].wins for side in sides]) for rung in range(count)]
    return _rows("rungs", rows, even, "games won; dashed: an even share", "Wins by player")


def _rows(name: str, rows: Sequence[tuple[str, list[Measured]]], even: float, across: str, told: str) -> str:
    """Figures in percent with their intervals, a row for each name, in it a line for each side."""
    several = len(rows[0][1]) > 1
    with mpl.rc_context(SETTINGS):
        figure, axes = canvas(0.75 + (0.62 if several else 0.5) * len(rows))
        axes.axvline(even, color=QUIET, linewidth=1.2, linestyle=DASHED)
        whole = axes.get_yaxis_transform()
        for row, (title, figures) in enumerate(rows):
            for number, one in enumerate(figures):
                at = row + 0.22 * (number - (len(figures) - 1) / 2) * 1.2
                axes.plot([100 * one.low, 100 * one.high], [at, at], color=series(number), linewidth=3.5, alpha=0.45)
                axes.plot([100 * one.value], [at], color=series(number), marker="o", markersize=7)
            numbers = " / ".join(f"{100 * one.value:.1f}" for one in figures)
            axes.text(0, row - 0.3, short(title), transform=whole, va="bottom")
            axes.text(1, row - 0.3, f"{numbers} %", transform=whole, va="bottom", ha="right")
        axes.set_ylim(len(rows) - 0.6, -0.85)
        axes.set_yticks([])
        shown = [100 * end for _, figures in rows for one in figures for end in (one.low, one.high)]
        axes.set_xlim(*percents(axes.xaxis, [even, *shown]))
        axes.set_xlabel(across)
        said = "; ".join(f"{title}: {', '.join(f'{100 * one.value:.1f} %' for one in figures)}" for title, figures in rows)
        return svg(figure, name, f"{told} with 95 % intervals. {said}. An even share is {even:.1f} %.")


def explained(sides: Sequence[Side]) -> str:
    """What explains the results: a bar for each side."""
    with mpl.rc_context(SETTINGS):
        figure, axes = canvas(0.55 + 0.62 * len(sides))
        said = []
        for row, side in enumerate(sides):
            shares = shown_shares(side.luck)
            _stack(axes, row, [(PAINT[part], shares[part]) for part in PARTS])
            if len(sides) > 1:
                axes.text(0, row - 0.34, short(side.name), transform=axes.get_yaxis_transform(), va="bottom")
            said.append(f"{side.name}: " + ", ".join(f"{part} {100 * shares[part]:.1f} %" for part in PARTS))
        _whole(axes, len(sides))
        return svg(figure, "explained", f"What explains who wins. {'; '.join(said)}.")


def shown_shares(luck: Luck) -> dict[str, float]:
    """The parts of the variance; one that chance made smaller than nothing is nothing."""
    found = {part: getattr(luck, part) for part in PARTS}
    held = {part: max(0.0, one.value) if one else 0.0 for part, one in found.items()}
    whole = sum(held.values()) or 1.0
    return {part: share / whole for part, share in held.items()}


def stakes(sides: Sequence[Side]) -> str:
    """Of all decisions: those without a choice, those that matter little, and those that matter."""
    with mpl.rc_context(SETTINGS):
        figure, axes = canvas(0.55 + 0.62 * len(sides))
        said = []
        for row, side in enumerate(sides):
            shares = stake_shares(side)
            _stack(axes, row, [(STAKES[part], share) for part, share in shares.items()])
            if len(sides) > 1:
                axes.text(0, row - 0.34, short(side.name), transform=axes.get_yaxis_transform(), va="bottom")
            said.append(f"{side.name}: " + ", ".join(f"{part} {100 * share:.1f} %" for part, share in shares.items()))
        _whole(axes, len(sides))
        return svg(figure, "stakes", f"What hangs on decisions. {'; '.join(said)}.")


def stake_shares(side: Side) -> dict[str, float]:
    """All decisions, in three parts."""
    free = 1 - side.choices.forced.value
    matter = free * side.choices.matter.value
    return {"matters": matter, "matters little": free - matter, "no choice": 1 - free}


def thirds(sides: Sequence[Side]) -> str:
    """The share of choices that matter, at the start, in the middle and at the end."""
    rows = [(title, [side.choices.thirds[third] for side in sides]) for third, title in enumerate(THIRDS)]
    whole = 100 * sides[0].choices.matter.value
    return _rows(
        "thirds", rows, whole, "choices that matter; dashed: in the whole game", "Choices that matter by third of the game"
    )


def openness(sides: Sequence[Side]) -> str:
    """How open games are as they go on."""
    with mpl.rc_context(SETTINGS):
        figure, axes = canvas(2.9)
        for number, side in enumerate(sides):
            if side.drama is None:
                continue
            across = [100 * moment for moment in side.drama.moments]
            axes.fill_between(
                across,
                [100 * one.low for one in side.drama.open],
                [100 * one.high for one in side.drama.open],
                color=series(number),
                alpha=0.22,
                linewidth=0,
            )
            axes.plot(across, [100 * one.value for one in side.drama.open], color=series(number), linewidth=2)
            axes.axvline(100 * side.drama.decided.value, color=series(number), linewidth=1.2, linestyle=DASHED)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
            axis.set_major_formatter(lambda value, _: f"{value:g} %")
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 102)
        axes.set_xlabel("moves of the game; dashed: decided")
        axes.set_ylabel("open")
        said = "; ".join(
            f"{side.name}: {100 * side.drama.openness.value:.0f} % on average, decided after {100 * side.drama.decided.value:.0f} %"
            for side in sides
            if side.drama
        )
        return svg(figure, "openness", f"How open games are from the first to the last move. {said}.")


def _stack(axes: Axes, row: int, parts: Sequence[tuple[str, float]]) -> None:
    """A bar of shares, with the large ones written into it."""
    at = 0.0
    for colour, share in parts:
        axes.barh(row, 100 * share, 0.5, left=at, color=colour, linewidth=0)
        if share >= 0.09:
            ink = INK if colour == RULE else SHEET
            axes.text(at + 50 * share, row, f"{100 * share:.0f} %", ha="center", va="center", color=ink, fontweight="bold")
        at += 100 * share


def _whole(axes: Axes, rows: int) -> None:
    """Axes for bars of shares."""
    axes.set_xlim(0, 100)
    axes.set_ylim(rows - 0.55, -0.8 if rows > 1 else -0.45)
    axes.set_yticks([])
    axes.grid(visible=False)
    axes.spines.bottom.set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
