"""A tournament as one self-contained HTML file: no scripts, no fonts, nothing from the network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from kartenhaus.arena.statistics import Standing, Standings
from kartenhaus.core.game import OptionValue
from kartenhaus.reports.page import breakable, facts, key, legend, page, percent, section, table

COLUMNS = ("wins", "95 % interval", "rating", "ms a move", "moves", "points a seat", "shared wins", "faults")


@dataclass(frozen=True)
class Circumstances:
    """What a report says besides the standings."""

    title: str
    """The title of the game."""
    command: str
    date: str
    version: str
    seatings: int
    """The number of seatings in which each deal was played."""
    options: Mapping[str, OptionValue]


def render(standings: Standings, circumstances: Circumstances) -> str:
    """The whole page."""
    names = [bot.name for bot in standings.bots]
    title = f"{circumstances.title}: {' · '.join(names)}"
    body = [
        f"<h1>{escape(circumstances.title)}</h1>",
        f'<p class="verdict">{_verdict(standings)}</p>',
        *_warnings(standings),
        section("Standings", _standings(standings), "An even share is " + percent(standings.bots[0].even) + " of the games."),
        '<div class="columns">',
        *(_plots(standings, names) if standings.games else []),
        section("What was played", _facts(standings, circumstances)),
        "</div>",
        _faults(standings),
        _footer(),
    ]
    return page(title, body)


def _verdict(standings: Standings) -> str:
    """The result in a sentence; it claims no more than the intervals allow."""
    if not standings.games:
        return "No deal was played to the end."
    best, *others = sorted(standings.bots, key=lambda bot: -bot.win_rate)
    if not others:
        return f"<strong>{escape(best.name)}</strong> against itself, {standings.games:,} games."
    won = f"<strong>{escape(best.name)}</strong> won {percent(best.win_rate)} of its games"
    interval = f"(95 % interval {100 * best.win_rate_low:.1f} to {percent(best.win_rate_high)})"
    even = f"An even share would be {percent(best.even)}."
    if best.win_rate_low > others[0].win_rate_high:
        return f"{won} {interval}, more than any other. {even}"
    return f"{won} {interval}, the most, but not by enough to be sure that it is the best. {even}"


def _warnings(standings: Standings) -> list[str]:
    told = []
    if standings.stopped:
        told.append("Stopped before all games were played; whole deals played until then are counted.")
    if standings.problem:
        told.append(f"Not all games were played: {standings.problem}.")
    if standings.fault_count:
        games = f"{standings.fault_count:,} of {standings.games:,} games"
        told.append(f"{games} were lost by a fault: a bot raised an error or answered with what is no legal move.")
    return [f'<p class="warn">{escape(line)}</p>' for line in told]


def _standings(standings: Standings) -> str:
    rows = []
    for place, bot in enumerate(standings.bots):
        cells = zip(COLUMNS, _cells(bot), strict=True)
        row = "".join(f'<td data-label="{label}">{cell}</td>' for label, cell in cells)
        rows.append(f'<tr><th scope="row">{key(place, bot.name)}</th>{row}</tr>')
    return table(["bot", *COLUMNS], rows, "standings")


def _cells(bot: Standing) -> list[str]:
    faults = f"{bot.faults:,}"
    return [
        f"<strong>{percent(bot.win_rate)}</strong>",
        f"{100 * bot.win_rate_low:.1f} to {percent(bot.win_rate_high)}",
        f"{bot.rating:.1f} ± {2 * bot.rating_sigma:.1f}",
        f"{bot.ms_per_move:,.2f}",
        f"{bot.moves:,}",
        f"{bot.points:.2f}",
        f"{bot.shared_wins:,}",
        f'<span class="fault">{faults}</span>' if bot.faults else faults,
    ]


def _plots(standings: Standings, names: list[str]) -> list[str]:
    from kartenhaus.arena import plots

    parts = [section("Win rates", plots.win_rates(standings), "The bar is the 95 % interval.")]
    if len(standings.curve) > 1:
        parts.append(section("How they settled", legend(names) + plots.settling(standings), "Win rates after so many deals."))
    if standings.lengths:
        parts.append(section("Length of the games", plots.lengths(standings), "How many games took so many moves."))
    if len(names) > 1:
        hint = "The share of their games in which the bot on the left did better than the one above; in the rest, neither did."
        parts.append(section("Head to head", _head_to_head(standings, names), hint))
    hint = f"How often the bot wins in each seat; {percent(1 / standings.players)} is even."
    parts.append(section("By seat", _by_seat(standings), hint))
    return parts


def _shaded(share: float, above: float) -> str:
    """A table cell: the further a share is above a value, the stronger the shade."""
    much = round(150 * (share - above))
    shade = f' class="shade" style="--much: {min(much, 60)}"' if much > 0 else ""
    return f"<td{shade}>{100 * share:.0f} %</td>"


def _head_to_head(standings: Standings, names: list[str]) -> str:
    rows = []
    for one, name in enumerate(names):
        cells = []
        for other in range(len(names)):
            if one == other:
                cells.append("<td>–</td>")
            else:
                cells.append(_shaded(standings.better[one, other], standings.better[other, one]))
        rows.append(f'<tr><th scope="row">{key(one, name)}</th>{"".join(cells)}</tr>')
    return table(["better than", *map(breakable, names)], rows)


def _by_seat(standings: Standings) -> str:
    rows = []
    for place, bot in enumerate(standings.bots):
        cells = "".join(_shaded(share, 1 / standings.players) for share in bot.seats)
        rows.append(f'<tr><th scope="row">{key(place, bot.name)}</th>{cells}</tr>')
    return table(["bot", *(f"seat&nbsp;{seat}" for seat in range(standings.players))], rows)


def _facts(standings: Standings, circumstances: Circumstances) -> str:
    told = {
        "game": circumstances.title,
        "players": str(standings.players),
        "seed": str(standings.seed),
        "deals": f"{standings.deals:,}",
        "seatings of each": str(circumstances.seatings),
        "games": f"{standings.games:,}",
        "shared wins": f"{standings.shared_wins:,}",
        "moves": f"{standings.moves:,}",
        "time": f"{standings.seconds:,.1f} s",
        "options": ", ".join(
            f"{name}={'…' if isinstance(value, list) else value}" for name, value in circumstances.options.items()
        ),
        "date": circumstances.date,
        "kartenhaus": circumstances.version,
    }
    return facts(told, circumstances.command)


def _faults(standings: Standings) -> str:
    if not standings.faults:
        return ""
    lines = "\n".join(
        f'<li>{escape(fault.bot)}, deal {fault.deal:,}, seat {fault.seat}<span class="message">{escape(fault.message)}</span></li>'
        for fault in standings.faults
    )
    more = standings.fault_count - len(standings.faults)
    return section("Faults", f'<ul class="faults">\n{lines}\n</ul>', f"The first of them; {more:,} more." if more else "")


def _footer() -> str:
    return """<footer>
<p>Every deal is played in every rotation of the seats, so that each bot gets each hand of cards: most luck cancels
out. The order around the table changes from deal to deal. A shared win counts in part.
The interval treats the deals as independent, not the games of one deal. Ratings follow the Plackett-Luce model: all start at 25,
and ± is two standard deviations.</p>
</footer>"""
