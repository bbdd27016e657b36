"""The texts of the screen: whose turn it is, what to choose, and who has won."""

from __future__ import annotations

from kartenhaus.cli.screen.steps import Choosing
from kartenhaus.core.words import Translate
from kartenhaus.table.states import State, Welcome

HOURS = 2  # from so many hours on, a clock shows only hours


def seat_name(state: State, seat: int, translate: Translate) -> str:
    """The name of the player on a seat, or the number of the seat."""
    name = state.seats[seat].name if 0 <= seat < len(state.seats) else ""
    return name or translate("Seat {number}").format(number=seat + 1)


def headline(state: State, translate: Translate) -> str:
    """The state of the table in a few words."""
    if state.phase == "closed":
        return translate("The table is closed")
    if state.phase == "waiting":
        return translate("Before the game")
    if state.phase == "over":
        return verdict(state, translate)
    if state.paused:
        return translate("The game is paused")
    if state.answered:
        return translate("You have answered. Wait for the others.")
    if state.to_act == state.you >= 0:
        return translate("Your turn")
    return translate("It is {name}’s turn").format(name=seat_name(state, state.to_act, translate))


def verdict(state: State, translate: Translate) -> str:
    """Who has won."""
    outcome = state.outcome
    if not outcome:
        return translate("The game is over")
    winners = [seat_name(state, seat, translate) for seat in outcome.winners]
    if state.you >= 0 and state.you in outcome.winners:
        return translate("You share the win!") if len(winners) > 1 else translate("You win!")
    if not winners:
        return translate("Nobody wins")
    if len(winners) > 1:
        return translate("{names} share the win").format(names=", ".join(winners))
    return translate("{name} wins").format(name=winners[0])


def prompt(about: Welcome, state: State, choosing: Choosing, translate: Translate) -> str:
    """What the player should do now."""
    if state.phase != "playing":
        return headline(state, translate)
    if state.you < 0:
        return translate("You are watching")
    if not state.legal:
        return headline(state, translate)
    asked = choosing.question(about.questions) if choosing.chosen else ""
    return asked or state.prompt or translate("Your turn: choose a card")


def remarks(about: Welcome, state: State, seat: int, translate: Translate) -> str:
    """Notes on the player of a seat: bot, host, away, ready, time left."""
    one = state.seats[seat]
    said = []
    if one.kind == "free":
        said.append(translate("free"))
    if one.kind == "bot":
        said.append(next((level.player for level in about.levels if level.name == one.bot), translate("bot")))
    if state.host == seat:
        said.append(translate("host"))
    if one.resigned:
        said.append(translate("gave up"))
    elif one.replaced:
        said.append(translate("away, a bot plays"))
    elif one.kind == "person" and not one.here:
        said.append(translate("away"))
    if state.table and state.phase in ("waiting", "over") and one.kind == "person":  # at one terminal nobody waits for others
        said.append(translate("ready") if one.ready else translate("not ready yet"))
    if one.left is not None and state.phase == "playing":
        hours = one.left // 3_600_000
        said.append(f"{hours} h" if hours >= HOURS else f"{one.left // 60000}:{one.left // 1000 % 60:02}")
    return ", ".join(said)
