"""What happened in MAD, in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartenhaus.core.events import Event
from kartenhaus.core.stories import DEFINES, HIDES, LIMITS, draws, is_draw, seat_of
from kartenhaus.core.words import Sentences, Voice
from kartenhaus.games.mad.words import COLOURS, a_card, card_words, ending

SENTENCES: Sentences = {
    "first": ("You deal the cards.", "{who} deals the cards."),
    "turned up": "The first card is {card}.",
    "named": ("You name {colour}.", "{who} names {colour}."),
    "laid": ("You play {card}.", "{who} plays {card}."),
    "laid, named": ("You play {card} and name {colour}.", "{who} plays {card} and names {colour}."),
    "defended": ("You defend yourself with {card} and name {colour}.", "{who} defends with {card} and names {colour}."),
    "right": "Play goes on to the right.",
    "left": "Play goes on to the left.",
    "draw one": ("Everybody but you must draw one.", "Everybody but {who} must draw one."),
    "woolly": ("You must draw three.", "{who} must draw three."),
    "give two": (
        "You want to give {whom} two cards.",
        "{who} wants to give you two cards.",
        "{who} wants to give {whom} two cards.",
    ),
    "swap hands": (
        "You want to swap hands with {whom}.",
        "{who} wants to swap hands with you.",
        "{who} wants to swap hands with {whom}.",
    ),
    "allowed": ("You let it happen.", "{who} lets it happen."),
    "no swap": "No hands are swapped.",
    "swapped": ("You swap hands with {whom}.", "{who} swaps hands with you.", "{who} swaps hands with {whom}."),
    "drawn": ("You draw {card}.", "{who} draws {card}."),
    "short": ("There is nothing left for you to draw.", "There is nothing left for {who} to draw."),
    "given": ("You give {whom} {card}.", "{who} gives you {card}.", "{who} gives {whom} {card}."),
    "kept": ("You keep the card.", "{who} keeps the card."),
    "passed": ("You pass: there is nothing to draw.", "{who} passes: there is nothing to draw."),
    "counted": ("Your hand counts {points} points.", "The hand of {who} counts {points} points."),
    "counted, 1": ("Your hand counts 1 point.", "The hand of {who} counts 1 point."),
    "emptied": ("You have no cards left: you win.", "{who} has no cards left and wins."),
    "shuffled": "The closed pile is empty: the open cards are shuffled, all but the top one.",
}
COUNTED = {
    "direction": "Which Way? turns",
    "attack/draw-one": "Draw One",
    "attack/give-two": "Give Two",
    "attack/woolly": "Wild and Woolly",
    "swapped/swap-hands": "hands swapped",
    "defence": "attacks turned back with Not Me",
    "over/joker": "games ended by a Joker",
    "shuffled/reclose": "reshuffles",
    "over/endless": "games without an end",
}
"""What people who try out an edition want to know: how often it happens, by kind of event and rule."""
UNTOLD = {
    "mad/players": DEFINES,
    "mad/deck": DEFINES,
    "mad/may-decline": LIMITS,
    "mad/secret": HIDES,
}
"""Rules that no event cites, and why: nobody can count how often they act."""
THROWN: tuple[str, ...] = ()
"""Rules by which a card leaves a hand for another place without being played."""
SILENT = {"cards", "colour", "defence", "penalty", "shown", "shuffled", "turn"}  # no sentence of their own, or not always


def sentences(seat: int, move: str, events: Sequence[Event], voice: Voice) -> Iterator[tuple[int, str]]:
    """The sentences about a move, or the deal, each with the number of the event it begins with."""
    at = 0
    while at < len(events):
        event, end = events[at], at + 1
        if is_draw(event) and move not in ("", "draw"):
            end, told = draws(events, at, voice, card_words)
            yield from told
        elif text := _sentence(seat, move, events, at, voice):
            yield at, text
        at = end


def _sentence(seat: int, move: str, events: Sequence[Event], at: int, voice: Voice) -> str:
    """The sentence about an event and what belongs to it."""
    event, rest = events[at], events[at + 1 :]
    match event.kind:
        case "card" if event.source == "closed" and event.target == "open":
            return voice.say(SENTENCES["turned up"], card=card_words(event.card, voice.translate))
        case "card" if event.target == "open":
            colour = next((_colour(one, voice) for one in rest if one.kind == "colour"), "")
            phrase = "defended" if move.startswith("defend") else "laid, named" if colour else "laid"
            return voice.say(SENTENCES[phrase], seat, card=a_card(event.card, voice.translate), colour=colour)
        case "card" if event.rule == "mad/deal":
            return ""
        case "card":
            card = a_card(event.card, voice.translate)
            if is_draw(event):
                return voice.say(SENTENCES["drawn"], seat, card=card)
            return voice.say(SENTENCES["given"], seat, seat_of(event.target), card=card)
        case "colour" if move.startswith("first"):
            return voice.say(SENTENCES["named"], seat, colour=_colour(event, voice))
        case "direction":
            return voice.say(SENTENCES[event.word])
        case "attack" if event.word == "woolly":
            return voice.say(SENTENCES["woolly"], event.whom)
        case "attack" if event.word == "draw one":  # all are asked in turn, but one sentence is enough
            return "" if move == "allow" else voice.say(SENTENCES["draw one"], event.seat)
        case "attack":
            return voice.say(SENTENCES[event.word], event.seat, event.whom)
        case "allowed":
            follows = any(one.kind in ("card", "swapped", "short") for one in rest)
            return "" if follows else voice.say(SENTENCES["allowed"], event.seat)
        case "defence" if event.word == "swap hands":
            return voice.say(SENTENCES["no swap"])
        case "swapped":
            return voice.say(SENTENCES["swapped"], event.seat, event.whom)
        case "counted":
            return voice.say(SENTENCES["counted, 1" if event.amount == 1 else "counted"], event.seat, points=event.amount)
        case "first" | "short" | "kept" | "passed":
            return voice.say(SENTENCES[event.kind], event.seat)
        case "shuffled" if event.rule == "mad/reclose":
            return voice.say(SENTENCES["shuffled"])
        case "over" if event.word == "emptied":
            return voice.say(SENTENCES["emptied"], seat)
        case "over":
            return ending(event.word, voice.translate)
    return ""


def _colour(event: Event, voice: Voice) -> str:
    """The colour that was named."""
    return voice.translate(COLOURS[event.card.partition(":")[2]])
