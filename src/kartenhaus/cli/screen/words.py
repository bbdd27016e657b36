"""What the screen says: whose turn it is, what is to be chosen, what happened, and how a game ended."""

from __future__ import annotations

from typing import Any

from kartenhaus.cli.screen.source import State
from kartenhaus.cli.screen.steps import Step
from kartenhaus.core.words import Translate

ATTACKS = {"draw one": "Draw One", "give two": "Give Two", "woolly": "Wild and Woolly", "swap hands": "Swap Hands"}
PHRASES = {
    "sat": ("{name} sits down", ""),
    "seated": ("{name} is put on a seat", ""),
    "left": ("{name} leaves", "{name} was removed"),
    "readied": ("{name} is ready", "{name} is not ready after all"),
    "started": ("The cards are dealt", ""),
    "resigned": ("{name} gives up", "{name} runs out of time"),
    "paused": ("{name} pauses the game", ""),
    "resumed": ("{name} goes on", ""),
    "replaced": ("{name} is away: a bot plays", ""),
    "returned": ("{name} is back", ""),
    "regretted": ("{name} would like to take a move back", ""),
    "answered": ("{name} agrees", "{name} says no"),
    "locked": ("The table is locked", "The table is open again"),
    "hosted": ("{name} is the host now", ""),
    "finished": ("The game is over", ""),
    "closed": ("The table is closed", ""),
}
"""What happened at a table, and the other way it can happen."""
LEVELS = {"easy": "easy bot", "medium": "medium bot", "hard": "hard bot"}


def seat_name(state: State, seat: int, translate: Translate) -> str:
    """Who sits on a seat, or which seat it is."""
    name = state["seats"][seat]["name"] if 0 <= seat < len(state["seats"]) else ""
    return name or translate("Seat {number}").format(number=seat + 1)


def headline(state: State, translate: Translate) -> str:
    """What is going on, in a few words."""
    if state["phase"] == "closed":
        return translate("The table is closed")
    if state["phase"] == "waiting":
        return translate("Before the game")
    if state["phase"] == "over":
        return verdict(state, translate)
    if state["paused"]:
        return translate("The game rests")
    if state["to_act"] == state["you"] >= 0:
        return translate("Your turn")
    return translate("{name} is to play").format(name=seat_name(state, state["to_act"], translate))


def verdict(state: State, translate: Translate) -> str:
    """Who has won."""
    outcome = state["outcome"]
    if not outcome:
        return translate("The game is over")
    winners = [seat_name(state, seat, translate) for seat in outcome["winners"]]
    if state["you"] >= 0 and state["you"] in outcome["winners"]:
        return translate("You share the win!") if len(winners) > 1 else translate("You win!")
    if not winners:
        return translate("Nobody wins")
    if len(winners) > 1:
        return translate("{names} share the win").format(names=", ".join(winners))
    return translate("{name} wins").format(name=winners[0])


def reason(state: State, translate: Translate) -> str:
    """Why the game is over."""
    outcome, view = state["outcome"], state["view"] or {}
    if outcome and outcome["resigned"] and len(state["seats"]) - len(outcome["resigned"]) < 2:
        return translate("Everybody else gave up.")
    if state["game"] == "mada":
        return translate("Somebody had five Cactus cards aside. The most prickly pears win.")
    if state["game"] == "mad":
        if view.get("ended") == "called":
            return translate("The Joker ended the game. The lowest hand wins.")
        if view.get("ended") == "counted":
            return translate("Nothing could be drawn any more, so the hands were counted.")
        return translate("A hand was empty: its owner wins at once.")
    if state["game"] == "maumau":
        return translate("The board is full, or nobody could go on. The most points win, then the fewer cards.")
    return ""


def prompt(about: State, state: State, chosen: tuple[Step, ...], offers: list[Step], translate: Translate) -> str:
    """What is to be done now."""
    if state["phase"] != "playing":
        return headline(state, translate)
    if state["you"] < 0:
        return translate("You are watching")
    if not state["legal"]:
        return headline(state, translate)
    asked = _asked(state, offers, translate) if chosen or (offers and offers[0].kind not in ("card", "act")) else ""
    return asked or _pending(about, state, translate)


def _asked(state: State, offers: list[Step], translate: Translate) -> str:
    kinds = {offer.kind for offer in offers}
    if "colour" in kinds:
        return translate("Name a colour")
    if "way" in kinds:
        return translate("Who goes next?")
    if "anchor" in kinds:
        return translate("Whose face does the Joker take?")
    if "space" in kinds:
        return translate("Where does it go?")
    if "seat" in kinds:
        return translate("Whose pile do you want?") if state["view"].get("pending") == "swap" else translate("Choose a player")
    return ""


def _pending(about: State, state: State, translate: Translate) -> str:
    view, game = state["view"], state["game"]
    pending = view.get("pending", "")
    if game == "mada":
        if pending in ("sting", "dealt"):
            return translate("Scorpion! Throw away one card.")
        if pending == "lost":
            return translate("You lost the round. You may throw away cards.")
        return translate("Your turn: play, draw, or try your luck")
    if game == "mad":
        if pending == "first":
            return translate("The first card counts as yours. Choose for it.")
        if pending == "drawn":
            text = translate("You drew {card}. Play it or keep it?")
            return text.format(card=about["names"]["cards"].get(view.get("drawn"), ""))
        if pending == "answer":
            return translate("You are attacked. What do you do?")
        if pending == "give":
            return translate("Choose a card to give to {name}").format(name=seat_name(state, view.get("to", -1), translate))
        return translate("Your turn: play a card that fits, or draw")
    if game == "maumau":
        if pending == "pass":
            next_seat = (state["you"] + 1) % len(state["seats"])
            return translate("Pass a card to {name}").format(name=seat_name(state, next_seat, translate))
        if pending == "discard":
            return translate("You may discard a card")
        if state["to_act"] != state["you"]:
            return headline(state, translate)
    return translate("Your turn: choose a card")


def remarks(state: State, seat: int, translate: Translate) -> str:
    """What is to be known of who sits on a seat."""
    one = state["seats"][seat]
    said = []
    if one["kind"] == "free":
        said.append(translate("free"))
    if one["kind"] == "bot":
        said.append(translate(LEVELS.get(one["bot"], "bot")))
    if state.get("host", -1) == seat:
        said.append(translate("host"))
    if one["resigned"]:
        said.append(translate("gave up"))
    elif one["replaced"]:
        said.append(translate("away, a bot plays"))
    elif one["kind"] == "person" and not one["here"]:
        said.append(translate("away"))
    if state["phase"] in ("waiting", "over") and one["kind"] == "person" and "number" in state:
        said.append(translate("ready") if one["ready"] else translate("not ready yet"))
    if one["left"] is not None and state["phase"] == "playing":
        said.append(f"{one['left'] // 60000}:{one['left'] // 1000 % 60:02}")
    return ", ".join(said)


def event_words(event: dict[str, Any], state: State, translate: Translate) -> str:
    """Something that happened at a server's table, as people say it; empty for what needs no words."""
    if event.get("words"):
        return str(event["words"])
    seat = event.get("seat", -1)
    name = event.get("name") or (seat_name(state, seat, translate) if seat >= 0 else "")
    if event["kind"] == "wrote":
        return f"{name or translate('Guest')}: {event['text']}"
    happened, otherwise = PHRASES.get(event["kind"], ("", ""))
    other = event.get("removed", event.get("clock", not event.get("agrees", event.get("locked", event.get("ready", True)))))
    text = otherwise if other and otherwise else happened
    return translate(text).format(name=name) if text else ""
