"""The sections of a report that have plots, each with its figures in a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kartenhaus.core.game import SEAT, Game
from kartenhaus.reports.page import breakable, key, legend, section, table
from kartenhaus.study.figures import Measured
from kartenhaus.study.judge import NETWORK
from kartenhaus.study.ladder import called
from kartenhaus.study.measures import written
from kartenhaus.study.result import Side, Study


def plotted(game: Game, study: Study) -> list[str]:
    """All of them, as far as they were measured."""
    from kartenhaus.study import plots

    sides = study.sides
    both = legend(side.name for side in sides) if len(sides) > 1 else ""
    starts = next((f"{option.title}: seat 1." for option in game.options if option.kind == SEAT), "")
    parts = [
        section("How long it takes", both + plots.lengths(sides) + _lengths(sides), LENGTHS),
        section("Who wins by seat", both + plots.seats(sides) + _points(game, sides), f"Between equally good players. {starts}"),
    ]
    if all(side.luck.skill for side in sides):
        parts.append(section("Luck and skill", _parts(plots.PAINT) + plots.explained(sides) + _luck(sides), LUCK))
        parts.append(section("The ladder", both + plots.rungs(sides) + _ladder(sides), LADDER_HINT))
    if all(side.drama for side in sides):
        judge = "a network" if study.judge == NETWORK else "playouts"
        parts.append(section("How open it stays", both + plots.openness(sides) + _drama(sides), OPEN.format(judge=judge)))
    if all(side.choices.decisions for side in sides):
        parts.append(section("What there is to decide", _parts(plots.STAKES) + plots.stakes(sides) + _choices(sides), CHOICES))
        parts.append(
            section("When it matters", both + plots.thirds(sides), "Of the decisions with a choice, at each stage of the game.")
        )
    return parts


LENGTHS = "Between players who follow the rules of thumb. The last bar has all longer games."
LUCK = (
    "What explains who wins, when players of different strength play every deal several times in other seats. “Rest” is chance "
    "that the deal does not decide, and what seat, deal and skill do only together."
)
LADDER_HINT = "Bots of known strength, the weakest first, mixed at the same tables."
OPEN = (
    "100 %: all have the same chance to win; 0 %: the winner is certain. Judged by {judge}, from what each player may know. "
    "The band is the 95 % interval."
)
CHOICES = "A choice matters if the best move wins at least 5 % more games than a blind choice."


def _parts(colours: Mapping[str, str]) -> str:
    """The names of the parts of a bar, with their colours."""
    from kartenhaus.reports.drawing import variable

    items = (
        f'<li><span class="key" style="--colour: var(--{variable(colour)})">{name}</span></li>' for name, colour in colours.items()
    )
    return f'<ul class="legend">{"".join(items)}</ul>'


def _small(sides: Sequence[Side], rows: Mapping[str, Callable[[Side], str]]) -> str:
    """A table with a row for each figure, and a column for each side."""
    told = [
        f'<tr><th scope="row">{title}</th>{"".join(f"<td>{write(side)}</td>" for side in sides)}</tr>'
        for title, write in rows.items()
    ]
    heads = ["", *(key(number, side.name) for number, side in enumerate(sides))] if len(sides) > 1 else ["", ""]
    return table(heads, told, "small several" if len(sides) > 1 else "small headless")


def _with_range(figure: Measured | None, digits: int = 1, scale: float = 100, unit: str = " %") -> str:
    """A figure with its interval."""
    if figure is None:
        return "–"
    value, low, high = (written(scale * one, digits) for one in (figure.value, figure.low, figure.high))
    return f'<strong>{value}{unit}</strong> <span class="range">{low} to {high}</span>'


def _lengths(sides: Sequence[Side]) -> str:
    return _small(
        sides,
        {
            "on average": lambda side: _with_range(side.length.moves, 1, 1, ""),
            "half of the games have fewer than": lambda side: f"{side.length.tenths[1]:.0f}",
            "one in ten has fewer than": lambda side: f"{side.length.tenths[0]:.0f}",
            "one in ten has more than": lambda side: f"{side.length.tenths[2]:.0f}",
            "shortest and longest": lambda side: f"{side.length.shortest:,} and {side.length.longest:,}",
            "minutes, about": lambda side: _with_range(side.length.minutes, 1, 1, ""),
        },
    )


def _points(game: Game, sides: Sequence[Side]) -> str:
    word = game.points.many.replace("{count} ", "")
    rows: dict[str, Callable[[Side], str]] = {
        f"{word}, seat {seat + 1}": lambda side, seat=seat: _with_range(side.seats.points[seat], 1, 1, "")  # type: ignore[misc]  # it has a default
        for seat in range(len(sides[0].seats.points))
    }
    return _small(sides, {**rows, "shared wins": lambda side: _with_range(side.seats.shared)})


def _luck(sides: Sequence[Side]) -> str:
    return _small(
        sides,
        {
            "skill": lambda side: _with_range(side.luck.skill),
            "the deal": lambda side: _with_range(side.luck.deal),
            "the seat": lambda side: _with_range(side.luck.seat),
            "the rest": lambda side: _with_range(side.luck.rest),
        },
    )


def _ladder(sides: Sequence[Side]) -> str:
    rows: dict[str, Callable[[Side], str]] = {}
    for number, rung in enumerate(sides[0].luck.ladder[1:], 1):
        below = called(sides[0].luck.ladder[number - 1].bot)
        rows[f"{breakable(called(rung.bot))} wins rather than {breakable(below)}"] = lambda side, number=number: _with_range(  # type: ignore[misc]
            side.luck.ladder[number].above
        )
    if any(rung.faults for side in sides for rung in side.luck.ladder):
        rows["games lost by a fault"] = lambda side: str(sum(rung.faults for rung in side.luck.ladder))
    return _small(sides, rows)


def _drama(sides: Sequence[Side]) -> str:
    def field(name: str, digits: int = 1, scale: float = 100, unit: str = " %") -> Callable[[Side], str]:
        return lambda side: _with_range(getattr(side.drama, name), digits, scale, unit)

    return _small(
        sides,
        {
            "open, on average": field("openness"),
            "lead changes in a game": field("lead_changes", 2, 1, ""),
            "decided after": field("decided"),
            "games with a comeback": field("comebacks"),
        },
    )


def _choices(sides: Sequence[Side]) -> str:
    return _small(
        sides,
        {
            "legal moves at a decision": lambda side: _with_range(side.choices.moves, 2, 1, ""),
            "decisions without a choice": lambda side: _with_range(side.choices.forced),
            "choices that matter": lambda side: _with_range(side.choices.matter),
            "what a good choice is worth": lambda side: _with_range(side.choices.gain),
        },
    )
