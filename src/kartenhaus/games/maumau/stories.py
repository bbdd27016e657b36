"""What happened in Mau Mau, in whole sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kartenhaus.core.events import Event
from kartenhaus.core.stories import DEFINES, DRAWS, HIDES, LIMITS, ORDER, draws, is_draw, seat_of
from kartenhaus.core.words import NOBODY, Sentences, Voice
from kartenhaus.games.maumau.words import a_card, card_words, ending

SENTENCES: Sentences = {
    "first": ("The cards are dealt, and you start.", "The cards are dealt, and {who} starts."),
    "turned up": "The first card is {card}.",
    "placed": ("You place {card} on {space}.", "{who} places {card} on {space}."),
    "placed, 1": ("You place {card} on {space}: +1 point.", "{who} places {card} on {space}: +1 point."),
    "placed, more": ("You place {card} on {space}: +{points} points.", "{who} places {card} on {space}: +{points} points."),
    "tower": ("You place {card} on the tower at {space}.", "{who} places {card} on the tower at {space}."),
    "tower, more": (
        "You place {card} on the tower at {space}: +{points} points.",
        "{who} places {card} on the tower at {space}: +{points} points.",
    ),
    "cannot": ("You cannot place and draw one: {card}.", "{who} cannot place and draws one."),
    "cannot draw": ("You cannot place, and there is nothing to draw.", "{who} cannot place, and there is nothing to draw."),
    "penalty": ("You must draw {number}.", "{who} must draw {number}."),
    "short": ("There is nothing left for you to draw.", "There is nothing left for {who} to draw."),
    "skip": ("You miss a turn.", "{who} misses a turn."),
    "passed on": ("You pass {card} on to {whom}.", "{who} passes {card} on to you.", "{who} passes {card} on to {whom}."),
    "discarded": ("You take {card} out of the game.", "{who} takes {card} out of the game."),
    "kept": ("You discard nothing.", "{who} discards nothing."),
    "said mau": ("You say “Mau”.", "{who} says “Mau”."),
    "said mau mau": ("You say “Mau Mau”: +{points} points.", "{who} says “Mau Mau”: +{points} points."),
    "owed mau": ("You have not said “Mau” yet.", "{who} has not said “Mau” yet."),
    "owed mau mau": ("You have not said “Mau Mau” yet.", "{who} has not said “Mau Mau” yet."),
    "forgot mau": ("You forgot to say “Mau”.", "{who} forgot to say “Mau”."),
    "forgot mau mau": ("You forgot to say “Mau Mau”.", "{who} forgot to say “Mau Mau”."),
    "caught": ("You catch {whom}.", "{who} catches you.", "{who} catches {whom}."),
}
PENALTIES: Sentences = {
    "one": ("You draw one as a penalty: {cards}.", "{who} draws one as a penalty."),
    "more": ("You draw {number} as a penalty: {cards}.", "{who} draws {number} as a penalty."),
    "each": "{names} draw one each as a penalty.",
}
NEW: Sentences = {
    "one": ("You draw one new card: {cards}.", "{who} draws one new card."),
    "more": ("You draw {number} new cards: {cards}.", "{who} draws {number} new cards."),
    "each": "{names} draw one new card each.",
}
COUNTED = {
    "points/maumau-bonus": "Mau Mau",
    "points/double-match": "double matches",
    "points/point-space": "point spaces covered",
    "card/tower": "cards placed on a tower",
    "points/tower": "double matches on a tower",
    "card/space-all-draw": "cards drawn by everyone else",
    "card/space-discard": "cards put out of the game",
    "card/draw-two": "cards drawn as a penalty",
    "skip": "turns missed",
    "card/pass": "cards passed on",
    "cannot": "turns in which nothing fits",
    "short": "draws from an empty pile",
}
"""What people who try out an edition or a board want to know: how often it happens, by kind of event and rule."""
UNTOLD = {
    "maumau/players": DEFINES,
    "maumau/deck": DEFINES,
    "maumau/edition": DEFINES,
    "maumau/anchor": LIMITS,
    "maumau/end-turn": ORDER,
    "maumau/space-point": "the same as maumau/point-space, which is cited, in the list of special spaces",
    "maumau/pass-then-discard": ORDER,
    "maumau/win": "says who wins, which follows from the points that events tell",
    "maumau/secret": HIDES,
}
"""Rules that no event cites, and why: nobody can count how often they act."""
THROWN: tuple[str, ...] = ("maumau/space-discard",)
"""Rules by which a card leaves a hand for another place without being played."""
SILENT = {"face", "points", "shown", "shuffled", "turn"}  # faces and points are part of other sentences


def sentences(seat: int, move: str, events: Sequence[Event], voice: Voice) -> Iterator[tuple[int, str]]:
    """The sentences about a move, or the deal, each with the number of the event it begins with."""
    at = 0
    while at < len(events):
        event, end = events[at], at + 1
        if event.kind in SILENT:
            pass
        elif event.kind == "cannot":  # the next event, a draw or its lack, belongs to it
            drawn = is_draw(events[end])
            card = card_words(events[end].card, voice.translate) if drawn else ""
            yield at, voice.say(SENTENCES["cannot" if drawn else "cannot draw"], event.seat, card=card)
            end += 1
        elif is_draw(event) and move:
            words = PENALTIES if event.rule == "maumau/draw-two" else NEW if event.rule == "maumau/maumau-bonus" else DRAWS
            end, told = draws(events, at, voice, card_words, words)
            yield from told
        elif text := _sentence(seat, move, events, at, voice):
            yield at, text
        at = end


def _sentence(seat: int, move: str, events: Sequence[Event], at: int, voice: Voice) -> str:
    """The sentence about an event and what belongs to it."""
    event = events[at]
    match event.kind:
        case "card" if event.target.startswith("board."):
            return _placed(seat, move, events, at, voice)
        case "card" if move:
            card = a_card(event.card, voice.translate)
            if event.target.startswith("hands."):
                return voice.say(SENTENCES["passed on"], seat, seat_of(event.target), card=card)
            return voice.say(SENTENCES["discarded"], seat, card=card)
        case "said":
            points = sum(one.amount for one in events[at:] if one.kind == "points" and one.rule == "maumau/maumau-bonus")
            return voice.say(SENTENCES[f"said {event.word}"], event.seat, points=points)
        case "owed":
            return voice.say(SENTENCES[f"owed {event.word}"], event.seat)
        case "forgot":
            text = voice.say(SENTENCES[f"forgot {event.word}"], event.seat)
            if event.whom == NOBODY:
                return text
            return voice.say(SENTENCES["caught"], event.whom, event.seat) + " " + text
        case "first" | "penalty" | "short" | "skip" | "kept":
            return voice.say(SENTENCES[event.kind], event.seat, number=voice.number(event.amount))
        case "over":
            return ending(event.word, voice.translate)
    return ""


def _placed(seat: int, move: str, events: Sequence[Event], at: int, voice: Voice) -> str:
    """A card on the board, the face it took, and the points it won."""
    event = events[at]
    shown, points = event.card, 0
    for one in events[at + 1 :]:
        if one.kind == "face":
            shown = one.card
        elif one.kind == "points" and one.target == event.target:
            points += one.amount
    if not move:
        return voice.say(SENTENCES["turned up"], card=card_words(shown, voice.translate))
    space = event.target.partition(".")[2]
    where = "tower" if event.rule == "maumau/tower" else "placed"
    phrase = where if points == 0 else "placed, 1" if points == 1 else f"{where}, more"
    return voice.say(SENTENCES[phrase], seat, card=a_card(shown, voice.translate), space=space, points=points)
