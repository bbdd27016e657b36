"""The results of games finished under older rules, if neither the log nor today's rules give them.

Version 0.1.0 wrote no results into its logs. The rules have changed little since; with these changes undone, the log gives them.
"""

from __future__ import annotations

from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import Written
from kartenhaus.core.history import History, Result


def recovered(history: History) -> Result:
    """The result of a game that is finished by its log; without winners if they can no longer be found."""
    try:
        if (history.game.name, history.rules) == ("mad", 1):
            return _mad(history)
        if (history.game.name, history.rules) == ("maumau", 1) and not history.rest:
            return _maumau(history)
    except KartenhausError:
        pass
    return Result([], history.result.points)


def _mad(history: History) -> Result:
    """Undo a change of whose turn follows an answered defence (mad/not-me-next): take it from the next move in the log."""
    again = history.at(len(history.played))
    for entry in history.rest:
        if again.to_act != entry.seat:
            _stand(again, {"to_act": entry.seat, "turn": entry.seat})
        again.play(entry.move, entry.seat)
    return again.result


def _maumau(history: History) -> Result:
    """Undo a change of when a blocked game ends (maumau/empty-pile): it ended where the log ends."""
    again = history.at(len(history.played))
    _stand(again, {"pending": "over", "idle": again.players})
    return again.result


def _stand(history: History, changes: Written) -> None:
    """Change some keys of a game's position."""
    position = history.game.files.lay_out(history.edition, history.options, history.players)
    history.game.notation.read_position({**history.game.notation.write_position(history.position), **changes}, position)
    history.position = position
