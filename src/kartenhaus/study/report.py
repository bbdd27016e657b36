"""A study as one self-contained HTML file, for a designer who shows it to a publisher."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from kartenhaus.core.game import Game
from kartenhaus.reports.page import facts, key, page, percent, section, table
from kartenhaus.study.figures import Measured
from kartenhaus.study.measures import MEASURES, Measure, found
from kartenhaus.study.result import Side, Study
from kartenhaus.study.sections import plotted
from kartenhaus.study.tables import cards_used, rules_acting
from kartenhaus.study.words import verdict

TILES = (
    ("length.minutes", "minutes, about"),
    ("length.moves", "moves"),
    ("seats.edge", "edge of the first seat"),
    ("luck.skill", "explained by skill"),
    ("drama.lead_changes", "lead changes"),
    ("drama.decided", "of the game until it is decided"),
    ("drama.comebacks", "of games with a comeback"),
    ("choices.matter", "of choices matter"),
)


@dataclass(frozen=True)
class Circumstances:
    """What a report says besides the study."""

    game: Game
    command: str
    date: str


def render(study: Study, circumstances: Circumstances) -> str:
    """The whole page."""
    game, sides = circumstances.game, study.sides
    names = " against ".join(side.name for side in sides)
    body = [
        f"<h1>{escape(game.title)}</h1>",
        f'<p class="lead">{_names(study)}, {study.players} players</p>',
        *(f'<p class="verdict">{line}</p>' for line in verdict(study)),
        *_warnings(study),
        _tiles(sides[0]) if len(sides) == 1 else section("Side by side", _compared(study), COMPARED),
        '<div class="columns">',
        *plotted(game, study),
        "</div>",
        rules_acting(game, sides),
        cards_used(sides),
        section("What was played", _facts(study, circumstances)),
        _footer(study),
    ]
    return page(f"{game.title}: {names}", body)


def _warnings(study: Study) -> list[str]:
    told = ["Stopped before the end; what was played until then is counted."] if study.stopped else []
    told += [f"Not all was played: {study.problem}."] if study.problem else []
    return [f'<p class="warn">{escape(line)}</p>' for line in told]


COMPARED = (
    "With 95 % intervals. A difference is marked where it is clear which side has more, although so many are looked at: "
    "marks are stricter than intervals."
)


def _names(study: Study) -> str:
    if len(study.sides) == 1:
        return escape(study.sides[0].name)
    return " against ".join(key(number, side.name) for number, side in enumerate(study.sides))


def _range(measure: Measure, figure: Measured) -> str:
    return f"{measure.write(figure.low)} to {measure.write(figure.high)}{measure.unit}"


def _tiles(side: Side) -> str:
    """The first figures, large."""
    measures = {measure.key: measure for measure in MEASURES}
    told = []
    for name, title in TILES:
        figure, measure = found(side, measures[name]), measures[name]
        if figure is not None:
            value = f"{measure.write(figure.value)}{measure.unit}"
            told.append(f"<div><dt>{title}</dt><dd>{value}</dd><dd>{_range(measure, figure)}</dd></div>")
    return f'<dl class="tiles">{"".join(told)}</dl>'


def _compared(study: Study) -> str:
    one, other = study.sides
    clear = {row.key: row for row in study.compared}
    rows = []
    for measure in MEASURES:
        mine, theirs = found(one, measure), found(other, measure)
        if mine is None or theirs is None:
            continue
        row = clear[measure.key]
        sign = "+" if row.difference.value > 0 else ""
        more = f"{sign}{measure.write(row.difference.value)}{measure.unit}"
        cells = {
            escape(one.name): f"{measure.write(mine.value)}{measure.unit}",
            escape(other.name): f"{measure.write(theirs.value)}{measure.unit}",
            "difference": f'<strong class="mark">{more}</strong>' if row.clear else more,
            "95 % interval": _range(measure, row.difference),
        }
        told = "".join(f'<td data-label="{label}">{cell}</td>' for label, cell in cells.items())
        rows.append(f'<tr><th scope="row">{measure.title}</th>{told}</tr>')
    return table(["", key(0, one.name), key(1, other.name), "difference", "95 % interval"], rows, "standings pairs")


def _facts(study: Study, circumstances: Circumstances) -> str:
    sides = study.sides
    told = {
        "game": circumstances.game.title,
        "players": str(study.players),
        "edition": " / ".join(dict.fromkeys(f"{side.title} ({side.edition})" for side in sides)),
        "options": " / ".join(dict.fromkeys(options_of(side) for side in sides)),
        "games by rules of thumb": " / ".join(f"{side.games:,}" for side in sides),
        "games by chance": " / ".join(f"{side.by_chance:,}" for side in sides),
        "deals of the ladder": " / ".join(f"{side.luck.deals:,} × {side.luck.games}" for side in sides),
        "games followed": " / ".join(f"{side.drama.games if side.drama else 0:,}" for side in sides),
        "judge": study.judge,
        "seed": str(study.seed),
        "time": f"{study.seconds:,.0f} s",
        "date": circumstances.date,
        "kartenhaus": study.version,
    }
    return facts(told, circumstances.command)


def options_of(side: Side) -> str:
    """The options of a side in short."""
    return ", ".join(f"{name}={'…' if isinstance(value, list) else str(value).lower()}" for name, value in side.options.items())


def _footer(study: Study) -> str:
    said = [(row[0], row[1]) for side in study.sides if side.drama for row in side.drama.judged]
    off = sum(abs(one - other) for one, other in said) / len(said) if said else 0.0
    judged = f" What the judge said about chances was off by {percent(off)} of a win, on average over its classes." if said else ""
    return f"""<footer>
<p>Bots play, and people may play otherwise: read differences between two editions before single figures. Intervals count games or
deals, not the decisions of one game. The docs of Kartenhaus explain every measure (study.md).{judged}</p>
</footer>"""
