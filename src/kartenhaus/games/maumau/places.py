"""Where cards of Mau Mau can lie, by number, as events name it; a bank or a space is its number after the first."""

from collections.abc import Sequence

from kartenhaus.games.maumau.position import SEATS

HANDS, DRAW, OUT, BOARD = 1, 1 + SEATS, 2 + SEATS, 3 + SEATS


def names(spaces: Sequence[str]) -> tuple[str, ...]:
    """The names of all places, by number, on a board with these spaces."""
    return ("", *(f"hands.{seat}" for seat in range(SEATS)), "draw", "out", *(f"board.{space}" for space in spaces))
