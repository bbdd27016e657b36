"""The places of cards in MAD by number, as events name them; a seat's hand is HANDS plus the seat."""

from kartenhaus.games.mad.position import SEATS

HANDS, OPEN, CLOSED = 1, 1 + SEATS, 2 + SEATS
NAMES = ("", *(f"hands.{seat}" for seat in range(SEATS)), "open", "closed")
