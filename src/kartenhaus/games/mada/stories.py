"""What happened in MADA, in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartenhaus.core.events import Event
from kartenhaus.core.stories import DEFINES, HIDES, LIMITS, ORDER, seat_of
from kartenhaus.core.words import Sentences, Voice
from kartenhaus.games.mada.words import a_card, ending

SENTENCES: Sentences = {
    "first": ("The cards are dealt, and you start.", "The cards are dealt, and {who} starts."),
    "stung": ("You are dealt a Scorpion.", "{who} is dealt a Scorpion."),
    "played": ("You play {card}.", "{who} plays {card}."),
    "drawn": ("You draw {card}.", "{who} draws {card}."),
    "luck": ("You try your luck: {card}.", "{who} tries their luck: {card}."),
    "held": ("You try your luck: {card}. Luck holds.", "{who} tries their luck: {card}. Luck holds."),
    "fatal": ("You try your luck: {card} on {top}.", "{who} tries their luck: {card} on {top}."),
    "lost": ("You lose the round.", "{who} loses the round."),
    "scored": ("You set {card} aside{more}.", "{who} sets {card} aside{more}."),
    "scored too": (", you {card}", ", {who} {card}"),
    "dragged": "The Lemur drags the top card to the bottom of the pile.",
    "dragged more": "The Lemur drags the top {number} cards to the bottom of the pile.",
    "swapped": ("You swap piles with {whom}.", "{who} swaps piles with you.", "{who} swaps piles with {whom}."),
    "tossed": ("You throw away {card}.", "{who} throws away {card}."),
    "kept": ("You keep your hand.", "{who} keeps their hand."),
    "next": ("You start the next round.", "{who} starts the next round."),
    "shuffled": "The draw pile is empty: the discard is shuffled, with all piles but their top cards.",
}
COUNTED = {
    "round/luck-lose": "rounds lost by bad luck",
    "card/luck": "cards turned up by luck",
    "dragged": "Lemurs that drag cards away",
    "swapped/double": "piles swapped by a Double Lemur",
    "card/scorpion-draw": "cards lost to a Scorpion that was drawn",
    "card/scorpion-luck": "Scorpions turned up by luck",
    "shuffled/reshuffle": "reshuffles",
    "over/endless": "games without a winner’s fifth card",
}
"""What people who try out an edition want to know: how often it happens, by kind of event and rule."""
UNTOLD = {
    "mada/players": DEFINES,
    "mada/deck": DEFINES,
    "mada/edition": DEFINES,
    "mada/play-none": LIMITS,
    "mada/luck-always": LIMITS,
    "mada/special-now": ORDER,
    "mada/round-keep": ORDER,
    "mada/secret": HIDES,
}
"""Rules that no event cites, and why: nobody can count how often they act."""
THROWN: tuple[str, ...] = ("mada/deal-scorpion", "mada/scorpion-draw", "mada/scorpion-luck", "mada/round-loser")
"""Rules by which a card leaves a hand for another place without being played."""
SILENT = {"cards", "points", "shuffled", "turn"}  # except for a reshuffle, and a turn that begins a round


def sentences(seat: int, move: str, events: Sequence[Event], voice: Voice) -> Iterator[tuple[int, str]]:
    """The sentences about a move, or the deal, each with the number of the event it begins with."""
    told = False  # the cards set aside have one sentence together
    for at, event in enumerate(events):
        match event.kind:
            case "card" if event.rule == "mada/round-score":
                if not told:
                    told = True
                    yield at, _scored([one for one in events[at:] if one.rule == event.rule], voice)
            case "card":
                if phrase := _phrase(move, event, events[at + 1 :]):
                    who = seat_of(event.source) if phrase == "stung" else seat
                    top = next((a_card(one.on, voice.translate) for one in events[at:] if one.kind == "round"), "")
                    yield at, voice.say(SENTENCES[phrase], who, card=a_card(event.card, voice.translate), top=top)
            case "first":
                yield at, voice.say(SENTENCES["first"], event.seat)
            case "round":
                yield at, voice.say(SENTENCES["lost"], event.seat)
            case "dragged":  # the Lemur itself is one of them
                phrase = "dragged" if event.amount == 2 else "dragged more"
                yield at, voice.say(SENTENCES[phrase], number=voice.number(event.amount - 1))
            case "swapped":
                yield at, voice.say(SENTENCES["swapped"], event.seat, event.whom)
            case "kept":
                yield at, voice.say(SENTENCES["kept"], event.seat)
            case "turn" if event.rule == "mada/round-next":
                yield at, voice.say(SENTENCES["next"], event.seat)
            case "shuffled" if event.rule == "mada/reshuffle":
                yield at, voice.say(SENTENCES["shuffled"])
            case "over":
                yield at, ending(event.word, voice.translate)


def _phrase(move: str, event: Event, rest: Sequence[Event]) -> str:
    """The sentence for a card that moves; none for those that are dealt."""
    if not move:
        return "stung" if event.rule == "mada/deal-scorpion" else ""
    if move == "luck":
        held = event.target != "discard" and event.card != "L"
        return "fatal" if any(one.kind == "round" for one in rest) else "held" if held else "luck"
    return "drawn" if move == "draw" else "tossed" if move.startswith("toss") else "played"


def _scored(cards: Sequence[Event], voice: Voice) -> str:
    """“Bruno sets an 8 aside, Clio a Lemur.”"""
    owners = [(seat_of(one.target), a_card(one.card, voice.translate)) for one in cards]
    (first, card), *others = owners
    more = "".join(voice.say(SENTENCES["scored too"], who, card=other) for who, other in others)
    return voice.say(SENTENCES["scored"], first, card=card, more=more)
