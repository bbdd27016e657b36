"""Where cards of MADA can lie, by number, as events name it; a seat's own place is its number after the first of that kind."""

from kartenhaus.games.mada.position import SEATS

HANDS, PILES, ASIDE, DRAW, DISCARD = 1, 1 + SEATS, 1 + 2 * SEATS, 1 + 3 * SEATS, 2 + 3 * SEATS
NAMES = ("", *(f"{key}.{seat}" for key in ("hands", "piles", "aside") for seat in range(SEATS)), "draw", "discard")
