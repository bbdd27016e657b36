"""The places of cards in Mau Mau by number, as events name them: a bank is HANDS plus the seat, a space BOARD plus its number."""

from collections.abc import Sequence

from kartenhaus.games.maumau.position import SEATS

HANDS, DRAW, OUT, BOARD = 1, 1 + SEATS, 2 + SEATS, 3 + SEATS


def names(spaces: Sequence[str]) -> tuple[str, ...]:
    """The names of all places, by number, on a board with these spaces."""
    return ("", *(f"hands.{seat}" for seat in range(SEATS)), "draw", "out", *(f"board.{space}" for space in spaces))
