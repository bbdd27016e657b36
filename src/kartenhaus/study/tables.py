"""The sections of a report about every rule and every card."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kartenhaus.core.game import Game
from kartenhaus.core.rulebook import rulebook_rows
from kartenhaus.reports.page import key, percent, section, table
from kartenhaus.study.result import CardUsed, RuleFired, Side

TIMES, TAKEN, TURNED = (f'<span class="wide">{head}</span>' for head in ("events a game", "taken in a game", "turned up in a game"))
"""Heads of columns for which a phone has no room."""
MANY = 20  # kinds of cards: longer tables are folded
VERDICTS = {
    "dead": "hardly ever played",
    "unseen": "never leaves the pile",
    "rare": "played less than half as often as usual",
}


def rules_acting(game: Game, sides: Sequence[Side]) -> str:
    """How often every rule fires."""
    texts = rulebook_rows(game)
    rows = []
    for place, rule in enumerate(sides[0].rules):
        found = [side.rules[place] for side in sides]
        cells = "".join(_fired(one, number) for number, one in enumerate(found))
        cells += f'<td class="wide">{" / ".join(f"{one.times:.2f}" for one in found)}</td>'
        cells += f"<td>{_often(rule.by_chance.value)}</td>" if len(sides) == 1 else ""
        name = rule.rule.partition("/")[2]
        rows.append(f'<tr><th scope="row" title="{escape(texts[rule.rule])}">{escape(name)}</th>{cells}</tr>')
    heads = ["rule", "games in which it acts", TIMES, "games by chance"]
    if len(sides) > 1:
        heads = ["rule", *(key(number, side.name) for number, side in enumerate(sides)), TIMES]
    told = "".join(_never(side, len(sides) > 1) for side in sides)
    left_out = ", ".join(rule.partition("/")[2] for rule in sides[0].untold)
    after = f'<p class="hint">Not counted, because no event cites them: {escape(left_out)}.</p>' if left_out else ""
    return section("How often every rule acts", told + table(heads, rows, "rules") + after, RULES)


RULES = (
    "The share of games in which the rule makes something happen, between players who follow the rules of thumb; how many "
    "events it causes in a game; and the share of games when all moves are made by chance."
)


def _fired(rule: RuleFired, number: int) -> str:
    """The share of games, with a bar."""
    if rule.games.value == 0 and rule.by_chance.value == 0:
        return '<td class="never">never</td>'
    return _bar(rule.games.value, number, _often(rule.games.value))


def _bar(share: float, number: int, text: str) -> str:
    return f'<td class="bar" style="--much: {100 * share:.1f}; --colour: var(--bot{number})">{text}</td>'


def _often(share: float) -> str:
    """A share in percent that does not hide what is rare."""
    return percent(share) if share >= 0.001 or share == 0 else "&lt; 0.1 %"


def _never(side: Side, named: bool) -> str:
    """What never acted, and how sure that is."""
    who = f"{escape(side.name)}: " if named else ""
    if not side.never:
        return f'<p class="good">{who}Every rule that can be counted acts.</p>'
    known = {rule.rule: rule for rule in side.rules}
    names = ", ".join(f"<strong>{escape(rule.partition('/')[2])}</strong>{_note(known[rule])}" for rule in side.never)
    sure = f"If one acts at all, then in fewer than {_rarely(known[side.never[0]].games.high)} of games."
    return f'<p class="warn">{who}never act, in {2 * side.games:,} games: {names}. {sure}</p>'


def _note(rule: RuleFired) -> str:
    return f" ({escape(rule.note)})" if rule.note else ""


def _rarely(share: float) -> str:
    return f"{100 * share:.2g} %"


def cards_used(sides: Sequence[Side]) -> str:
    """What becomes of every card."""
    told = []
    for number, side in enumerate(sides):
        odd = [card for card in side.cards if card.verdict]
        who = f"{escape(side.name)}: " if len(sides) > 1 else ""
        if odd:
            kinds = {verdict: [card.card for card in odd if card.verdict == verdict] for verdict in VERDICTS}
            lines = "; ".join(
                f"<strong>{escape(' '.join(cards))}</strong> {VERDICTS[kind]}" for kind, cards in kinds.items() if cards
            )
            told.append(f'<p class="warn">{who}{lines}.</p>')
        else:
            told.append(f'<p class="good">{who}No card is dead.</p>')
        rows = [_card(card, number) for card in side.cards]
        heads = [
            "card",
            "copies",
            "played from hands",
            "thrown away",
            TAKEN,
            TURNED,
        ]
        opened = " open" if len(side.cards) <= MANY else ""
        told.append(
            f"<details{opened}><summary>{who}{len(side.cards)} kinds of cards</summary>{table(heads, rows, 'cards')}</details>"
        )
    return section("What becomes of every card", "".join(told), CARDS)


CARDS = (
    "Of the cards that come into a hand, how many are played. A card is dead if hardly any is, "
    "and rare if it is played less than half as often as a usual card."
)


def _card(card: CardUsed, number: int) -> str:
    share = card.played.value if card.played else 0.0
    played = _bar(share, number, percent(share) if card.played else "–")
    thrown = percent(card.thrown) if card.thrown else "–"
    mark = f' <span class="fault">{card.verdict}</span>' if card.verdict else ""
    rest = "".join(f'<td class="wide">{number:.2f}</td>' for number in (card.taken, card.turned))
    row = f"<td>{card.copies}</td>{played}<td>{thrown}</td>{rest}"
    return f'<tr><th scope="row">{escape(card.card)}{mark}</th>{row}</tr>'
