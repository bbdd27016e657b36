"""What the screen says: whose turn it is, what is to be chosen, and who has won."""

from __future__ import annotations

from kartenhaus.cli.screen.source import State
from kartenhaus.cli.screen.steps import Step
from kartenhaus.core.words import Translate

ATTACKS = {"draw one": "Draw One", "give two": "Give Two", "woolly": "Wild and Woolly", "swap hands": "Swap Hands"}
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
