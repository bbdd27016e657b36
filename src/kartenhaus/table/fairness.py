"""A deal that nobody could choose, and that anyone can check afterwards.

Before a game the server makes a secret and publishes its digest. Every player may add a nonce. The seed of the deal is a digest of
them all, so neither the server, bound by the published digest, nor a player could choose it. Bots add nothing: the server would
choose it. After the game the secret is published, and anyone who noted the digest can check the deal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from kartenhaus.core.errors import KartenhausError, Phrase
from kartenhaus.core.history import History

MAX_NONCE = 64


class Unfair(KartenhausError):
    """The deal of a record does not follow from its commitment."""


@lru_cache(1000)
def commitment(secret: str) -> str:
    """The digest of a secret that is published before the deal."""
    return sha256(b"kartenhaus secret 1\n" + secret.encode()).hexdigest()


def seed_of(secret: str, nonces: Sequence[str]) -> int:
    """The seed of a deal, from the secret and the nonces of all seats in order ("" for a seat that gave none)."""
    return int.from_bytes(sha256("\n".join(["kartenhaus seed 1", secret, *nonces]).encode()).digest(), "big")


def is_nonce(text: str) -> bool:
    """Whether a text may be a nonce: up to 64 letters, digits, - and _."""
    return re.fullmatch(f"[A-Za-z0-9_-]{{0,{MAX_NONCE}}}", text) is not None


def verify(history: History, published: str = "", nonce: str = "") -> None:
    """Raise Unfair if a record's seed does not follow from its secret and nonces, or if these are not valid.

    `published` is the commitment that a player noted before the deal, `nonce` the nonce that they added.
    """
    secret, nonces, promise = history.fair.get("secret"), history.fair.get("nonces"), history.fair.get("commitment")
    if not isinstance(secret, str) or not isinstance(promise, str):
        raise Unfair("the record lacks the secret or its commitment")
    if not isinstance(nonces, list) or not all(isinstance(one, str) and is_nonce(one) for one in nonces):
        raise Unfair("the nonces are not a list of texts")
    if len(nonces) != history.players:
        raise Unfair(
            "{nonces} nonces for {players} seats: each seat has one, which may be empty",
            nonces=len(nonces),
            players=history.players,
        )
    for seat in history.fair.get("bots", []):
        if nonces[seat]:
            raise Unfair("seat {seat} was a bot, and bots add no nonce: the server could choose it", seat=seat)
    if commitment(secret) != promise:
        raise Unfair("the secret is not the one that was promised before the deal")
    if published and published.lower() != promise:
        raise Unfair("the record promises a different secret from the one published before the deal")
    if nonce and nonce not in nonces:
        raise Unfair("your nonce is not in the record, so the deal does not depend on it")
    if seed_of(secret, nonces) != history.seed:
        raise Unfair("the seed does not follow from the secret and the players’ nonces")


def doubts(history: History, published: str = "", nonce: str = "") -> list[Phrase]:
    """What a verified record still does not prove."""
    found = []
    if history.outdated:
        found.append(
            Phrase("Do all moves follow the rules? They were corrected after this game, and this program knows only today’s rules.")
        )
    if not published:
        found.append(
            Phrase(
                "Was the secret promised before the deal? You can tell only if you noted the commitment then and compare it now."
            )
        )
    others = [one for one in history.fair["nonces"] if one and one != nonce]
    if not nonce and not others:
        found.append(Phrase("No player added a nonce: the server alone decided the deal."))
    elif not nonce:
        found.append(Phrase("Are the nonces those of the players? Each player can check only their own."))
    if others:
        found.append(
            Phrase("Did a player work with the server? Anyone with the secret who adds the last nonce can choose among many deals.")
        )
    if "bots" not in history.fair:
        found.append(Phrase("Who was a bot? This record does not say, and a bot’s nonce would be the server’s choice."))
    return found
