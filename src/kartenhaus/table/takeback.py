"""Whether moves can be taken back without anybody knowing more than before.

A move shows something hidden when its outcome depends on cards that its player cannot see, or when it tells one player more than
the onlookers. The first is tried out: dealt the hidden cards otherwise, would the player see the same?
"""

from __future__ import annotations

import numpy as np

from kartenhaus.core.game import SPECTATOR, Position
from kartenhaus.core.history import History, conceal
from kartenhaus.core.random import seed_words, start_game

TWINS = 8  # other deals that are tried
MOST = 20  # moves that can be taken back at once


def may_return(history: History, moves: int) -> bool:
    """Whether everything after the first so many moves can be taken back."""
    if len(history.entries) - moves > MOST:
        return False
    replay = history.at(moves)
    for entry in history.entries[moves:]:
        if _reveals(replay, entry.seat, entry.move):
            return False
        replay.play(entry.move, entry.seat)
    return True


def _reveals(history: History, seat: int, text: str) -> bool:
    game, pos = history.game, history.position
    public = game.notation.witnessed(pos, seat, text, SPECTATOR)
    if any(game.notation.witnessed(pos, seat, text, other) != public for other in range(history.players) if other != seat):
        return True
    move = game.notation.parse_move(pos, text)
    view = conceal(game, pos, seat)
    seen = _after(history, pos.clone(), seat, move)
    key, dice = np.zeros(8, np.int64), np.zeros(4, np.int64)
    for twin in range(TWINS):
        start_game(seed_words(1), twin, key, dice)
        other = view.clone()
        game.rules.redeal(other, dice)
        if _after(history, other, seat, move) != seen:
            return True
    return False


def _after(history: History, pos: Position, seat: int, move: int) -> list[bytes]:
    """What the player and an onlooker see after a move."""
    history.game.rules.play(pos, seat, move)
    return [conceal(history.game, pos, viewer).tobytes() for viewer in (seat, SPECTATOR)]
