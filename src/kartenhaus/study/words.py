"""What a study says in a few sentences; it claims no more than the intervals allow."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kartenhaus.study.figures import Measured, beyond_chance
from kartenhaus.study.measures import MEASURES, found
from kartenhaus.study.result import Side, Study

UNFAIR = 0.02  # of all games: an edge below this is hard to notice at a table


def verdict(study: Study) -> Iterator[str]:
    """Sentences as HTML: about one side, or about what differs between two."""
    if len(study.sides) == 1:
        yield _about(study.sides[0])
    else:
        yield _differs(study)


def _about(side: Side) -> str:
    parts = [f"A game takes <strong>{side.length.moves.value:.0f} moves</strong>, about {side.length.minutes.value:.0f} minutes."]
    parts.append(_fair(side))
    if side.luck.skill is not None:
        skill = 100 * max(side.luck.skill.value, 0)
        parts.append(f"Skill explains <strong>{skill:.0f} %</strong> of who wins on a ladder of {len(side.luck.ladder)} players.")
    if side.drama is not None:
        parts.append(f"It is decided after <strong>{100 * side.drama.decided.value:.0f} %</strong> of its moves.")
    if side.never:
        one = len(side.never) == 1
        parts.append(f"{len(side.never)} {'rule' if one else 'rules'} never {'acts' if one else 'act'}.")
    dead = [card.card for card in side.cards if card.verdict in ("dead", "unseen")]
    if dead:
        parts.append(f"Dead cards: <strong>{escape(' '.join(dead))}</strong>.")
    return " ".join(parts)


def _fair(side: Side) -> str:
    """Whether the seats are fair, as far as one can tell."""
    wins = side.seats.wins
    even = 1 / len(wins)
    sure = beyond_chance([Measured(one.value - even, one.low - even, one.high - even) for one in wins])
    off = [(seat, one) for seat, one in enumerate(wins) if sure[seat]]
    if not off:
        return f"The seats are <strong>fair</strong>, to within {_within(wins, even)}."
    seat, worst = max(off, key=lambda one: abs(one[1].value - even))
    gap = worst.value - even
    much = "a little " if abs(gap) < UNFAIR else ""
    more = "more" if gap > 0 else "less"
    shares = f"{100 * worst.value:.1f} % instead of {100 * even:.1f} %"
    return f"Seat {seat + 1} wins <strong>{much}{more} often</strong> than an even share: {shares}."


def _within(wins: list[Measured], even: float) -> str:
    return f"{100 * max(max(abs(one.low - even), abs(one.high - even)) for one in wins):.1f} %"


def _differs(study: Study) -> str:
    one, other = study.sides
    clear = [row for row in study.compared if row.clear and row.key != "length.minutes"]
    if not clear:
        return "In none of the measures do the two sides clearly differ, with so many games."
    written = {measure.key: measure for measure in MEASURES}
    told = []
    for row in clear:
        measure = written[row.key]
        mine, theirs = (found(side, measure) for side in study.sides)
        if mine is not None and theirs is not None:
            told.append(
                f"{measure.title.lower()} {measure.write(mine.value)} instead of {measure.write(theirs.value)}{measure.unit}"
            )
    names = f"<strong>{escape(one.name)}</strong> differs from <strong>{escape(other.name)}</strong>"
    return f"{names} clearly in {len(clear)} of {len(study.compared)} measures. {'; '.join(told).capitalize()}."
