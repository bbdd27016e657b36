"""A deal that nobody could choose, and that anyone can check afterwards.

Before a game the table draws a secret and publishes its digest. Every player may add a nonce of their own. The seed of the deal is
a digest of all of them: the house, bound by its digest, could not choose it, and no player could. After the game the secret is
told, and whoever noted the digest can see that everything fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from kartenhaus.core.errors import KartenhausError

MAX_NONCE = 64


class Unfair(KartenhausError):
    """A record whose deal does not follow from what was promised."""


@lru_cache(1000)
def commitment(secret: str) -> str:
    """What is published of a secret before the deal."""
    return sha256(b"kartenhaus secret 1\n" + secret.encode()).hexdigest()


def seed_of(secret: str, nonces: Sequence[str]) -> int:
    """The seed of a deal, from the secret and the nonces of all seats in their order (empty for who gave none)."""
    return int.from_bytes(sha256("\n".join(["kartenhaus seed 1", secret, *nonces]).encode()).digest(), "big")


def is_nonce(text: str) -> bool:
    """Whether a text may be a nonce: up to 64 letters, digits, - and _."""
    return re.fullmatch(f"[A-Za-z0-9_-]{{0,{MAX_NONCE}}}", text) is not None


def verify(seed: int, fair: dict[str, object], published: str = "") -> None:
    """Unfair if the seed of a record does not follow from its secret and nonces, or these not from what was published."""
    secret, nonces, promise = str(fair.get("secret", "")), fair.get("nonces", []), str(fair.get("commitment", ""))
    if not isinstance(nonces, list) or not all(isinstance(nonce, str) and is_nonce(nonce) for nonce in nonces):
        raise Unfair("the nonces are no list of texts")
    if commitment(secret) != promise:
        raise Unfair("the secret is not the one that was promised before the deal")
    if published and published.lower() != promise:
        raise Unfair("the record promises another secret than the one published before the deal")
    if seed_of(secret, nonces) != seed:
        raise Unfair("the seed does not follow from the secret and the players’ nonces")
