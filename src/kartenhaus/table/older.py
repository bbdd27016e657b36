"""How games ended that were finished by older rules, where neither the log says it nor today's rules lead to it.

Version 0.1.0 wrote no results into its logs. Little has changed in the rules since then: with what that is, the log itself tells.
"""

from __future__ import annotations

from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import Written
from kartenhaus.core.history import History, Result


def recovered(history: History) -> Result:
    """The result of a game that its log calls finished; without winners if nobody can tell any more."""
    try:
        if (history.game.name, history.rules) == ("mad", 1):
            return _mad(history)
        if (history.game.name, history.rules) == ("maumau", 1) and not history.rest:
            return _maumau(history)
    except KartenhausError:
        pass
    return Result([], history.result.points)


def _mad(history: History) -> Result:
    """Whose turn it is after a defence that was answered has changed (mad/not-me-next): it was whose move comes next."""
    again = history.at(len(history.played))
    for entry in history.rest:
        if again.to_act != entry.seat:
            _stand(again, {"to_act": entry.seat, "turn": entry.seat})
        again.play(entry.move, entry.seat)
    return again.result


def _maumau(history: History) -> Result:
    """When nobody can go on has changed (maumau/empty-pile): it was when the log ends."""
    again = history.at(len(history.played))
    _stand(again, {"pending": "over", "idle": again.players})
    return again.result


def _stand(history: History, changes: Written) -> None:
    """Let a game stand as it does, but for some keys."""
    position = history.game.files.lay_out(history.edition, history.options, history.players)
    history.game.notation.read_position({**history.written(), **changes}, position)
    history.position = position
