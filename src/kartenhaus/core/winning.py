"""Who has won: the seats with the most of what the rules count, as the bits of a number."""

from __future__ import annotations

from kartenhaus.core.jit import compiled


@compiled
def with_seat(won: int, best: int, seat: int, worth: int) -> tuple[int, int]:
    """The best seats so far and how much they have, updated with one more seat that has `worth`."""
    if worth > best:
        return 1 << seat, worth
    return won | (1 << seat if worth == best else 0), best
