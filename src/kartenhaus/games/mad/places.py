"""Where cards of MAD can lie, by number, as events name it; a seat's hand is its number after the first."""

from kartenhaus.games.mad.position import SEATS

HANDS, OPEN, CLOSED = 1, 1 + SEATS, 2 + SEATS
NAMES = ("", *(f"hands.{seat}" for seat in range(SEATS)), "open", "closed")
