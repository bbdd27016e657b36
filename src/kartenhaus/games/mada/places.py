"""The places of cards in MADA by number, as events name them; a seat's place is the first of its kind plus the seat."""

from kartenhaus.games.mada.position import SEATS

HANDS, PILES, ASIDE, DRAW, DISCARD = 1, 1 + SEATS, 1 + 2 * SEATS, 1 + 3 * SEATS, 2 + 3 * SEATS
NAMES = ("", *(f"{key}.{seat}" for key in ("hands", "piles", "aside") for seat in range(SEATS)), "draw", "discard")
