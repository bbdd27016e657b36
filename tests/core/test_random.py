from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import Annotated

import numpy as np
import pytest

from kartenhaus.core.packed import Bytes, Longs, Packed
from kartenhaus.core.random import LANES, below, chacha, pick, seed_words, shuffle


class Deck(Packed):
    block: int
    key: Annotated[Longs, (8,)]
    cards: Annotated[Bytes, (6,)]


# Key, block counter, and the first bytes of the ChaCha8 key stream (IETF test vectors, draft-strombergson-chacha-test-vectors)
VECTORS = [
    ("00" * 32, 0, "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"),
    ("01" + "00" * 31, 0, "cf5ee9a0494aa9613e05d5ed725b804b"),
]


@pytest.mark.parametrize(("key", "block", "stream"), VECTORS)
def test_chacha_gives_the_published_stream(key: str, block: int, stream: str) -> None:
    out = np.zeros(16, np.int64)
    chacha(seed_words(int.from_bytes(bytes.fromhex(key), "little")), block, 0, 1, out)
    assert out.astype("<u4").tobytes().hex().startswith(stream)


@pytest.mark.parametrize("block", [0, 7, (1 << 32) - 3, (1 << 40) + 5])
def test_many_blocks_are_the_same_as_one_after_the_other(block: int) -> None:
    many, one = np.zeros(16 * LANES, np.int64), np.zeros(16, np.int64)
    chacha(seed_words(99), block, 1, LANES, many)
    for number in range(LANES):
        chacha(seed_words(99), block + number, 1, 1, one)
        assert (many.reshape(16, LANES)[:, number] == one).all()


def test_seeds_are_any_integer() -> None:
    assert list(seed_words(1)) == [1, 0, 0, 0, 0, 0, 0, 0]
    assert list(seed_words(-1)) == [0xFFFFFFFF] * 8
    assert list(seed_words(1 << 255)) == [0, 0, 0, 0, 0, 0, 0, 1 << 31]


def test_shuffle_is_fair() -> None:
    """All 6 orders of three cards are about equally frequent: chi-square over 6,000 shuffles."""
    deck, seen = Deck.new(), Counter[bytes]()
    for _ in range(6000):
        deck.cards[:3] = [1, 2, 3]
        shuffle(deck, deck.cards, 3)
        seen[deck.cards.tobytes()] += 1
    assert len(seen) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 20.5  # 5 degrees of freedom, p = 0.001


def test_pick_is_fair_and_leaves_no_trace() -> None:
    deck = Deck.new()
    seen = Counter(pick(deck, deck.cards, 5) for _ in range(5000))
    assert sorted(seen) == [0, 1, 2, 3, 4]
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 18.5  # 4 degrees of freedom, p = 0.001
    assert not deck.cards.any()


def test_dice_stay_below() -> None:
    dice = np.array([1, 2, 3, 1], np.int64)
    seen = Counter(below(dice, 7) for _ in range(7000))
    assert sorted(seen) == list(range(7))
    assert max(seen.values()) < 1200


def test_dice_are_not_compiled_at_every_start() -> None:
    """Bots roll dice from Python: one process compiles the code, and the next finds it in the store."""
    below(np.array([1, 2, 3, 1], np.int64), 7)
    code = "from kartenhaus.core.jit import is_compiled; from kartenhaus.core.random import below; assert is_compiled(below)"
    subprocess.run([sys.executable, "-c", code], check=True)
