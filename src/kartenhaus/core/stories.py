"""Shared by the stories of several games: one sentence for cards drawn one after another; why some rules are in no story."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kartenhaus.core.events import Event
from kartenhaus.core.words import Sentences, Translate, Voice

DRAWS: Sentences = {
    "one": ("You draw one: {cards}.", "{who} draws one."),
    "more": ("You draw {number}: {cards}.", "{who} draws {number}."),
    "each": "{names} draw one each.",
}
CardWords = Callable[[str, Translate], str]

# Why no event cites a rule.
DEFINES = "says what there is, before anything happens"
LIMITS = "says what may be chosen; the story cites the rule of the choice itself"
HIDES = "says who sees what; a card that one may not see is blank in every event"
ORDER = "says when something happens, or that nothing else does; the story cites the rule of what happens"


def seat_of(place: str) -> int:
    """The seat that a place belongs to: 2 for `hands.2`."""
    return int(place.partition(".")[2])


def is_draw(event: Event) -> bool:
    """Whether a card goes from a pile into a hand."""
    return event.kind == "card" and event.target.startswith("hands.") and "." not in event.source


def draws(
    events: Sequence[Event], at: int, voice: Voice, card_words: CardWords, sentences: Sentences = DRAWS
) -> tuple[int, list[tuple[int, str]]]:
    """The end of the draws that begin with event `at`, and the sentences for them."""
    end = at
    found: dict[int, list[tuple[int, str]]] = {}  # by seat: the number of the event, and the card
    for number, event in enumerate(events[at:], at):
        if is_draw(event) and event.rule == events[at].rule:
            found.setdefault(seat_of(event.target), []).append((number, event.card))
            end = number + 1
        elif event.kind != "penalty":  # one between two draws belongs to them; one after them all is news
            break
    single = [seat for seat, cards in found.items() if len(cards) == 1 and seat != voice.viewer]
    told = []
    for seat, cards in found.items():
        if len(single) > 1 and seat in single:
            if seat == single[0]:
                told.append((cards[0][0], voice.say(sentences["each"], names=voice.row([voice.name(one) for one in single]))))
            continue
        names = voice.row([card_words(card, voice.translate) for _, card in cards])
        phrase = sentences["one" if len(cards) == 1 else "more"]
        told.append((cards[0][0], voice.say(phrase, seat, number=voice.number(len(cards)), cards=names)))
    return end, sorted(told)
