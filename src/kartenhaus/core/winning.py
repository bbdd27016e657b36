"""Who has won: the seats with the most of what the rules count, each an own bit of a number."""

from __future__ import annotations

from kartenhaus.core.jit import compiled


@compiled
def with_seat(won: int, best: int, seat: int, worth: int) -> tuple[int, int]:
    """Those who have the most up to now, and how much that is: the same with one more seat, which has `worth`."""
    if worth > best:
        return 1 << seat, worth
    return won | (1 << seat if worth == best else 0), best
