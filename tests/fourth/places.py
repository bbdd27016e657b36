"""The places for cards in High Card, by number."""

from fourth.position import SEATS

HANDS, PLAYED, DRAW, DISCARD = 1, 1 + SEATS, 1 + 2 * SEATS, 2 + 2 * SEATS
NAMES = ("", *(f"{key}.{seat}" for key in ("hands", "played") for seat in range(SEATS)), "draw", "discard")
