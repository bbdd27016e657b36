"""Random numbers, specified to the bit, so that a record replays the same for ever.

There are two generators, and neither may change:

- The *shuffle* is ChaCha with 8 rounds (D. J. Bernstein), key = the 256-bit seed, 64-bit block counter, 64-bit nonce. Every
  card of one shuffle together does not reveal the next shuffle.
- The *dice* are sfc32 (Chris Doty-Humphrey): quick, and good enough where nothing is at stake: random bots and search.

All arithmetic is on 32-bit words held in signed 64-bit integers, so that interpreted and compiled code agree.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kartenhaus.core.jit import called, compiled, entry_point
from kartenhaus.core.packed import Bytes, Longs

WORD = 0xFFFFFFFF
SEED_BITS = 256
FOR_CARDS, FOR_GAMES = 0, 1  # nonces: what a stream is for


def seed_words(seed: int) -> Longs:
    """A seed, any integer, as the eight 32-bit words of the key, lowest first."""
    seed %= 1 << SEED_BITS
    return np.array([seed >> 32 * i & WORD for i in range(8)], np.int64)


@compiled
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """ChaCha's quarter round on four words."""
    a = (a + b) & WORD
    d = (d ^ a) << 16
    d = (d | d >> 32) & WORD
    c = (c + d) & WORD
    b = (b ^ c) << 12
    b = (b | b >> 32) & WORD
    a = (a + b) & WORD
    d = (d ^ a) << 8
    d = (d | d >> 32) & WORD
    c = (c + d) & WORD
    b = (b ^ c) << 7
    b = (b | b >> 32) & WORD
    return a, b, c, d


@compiled
def start_block(start: Longs, key: Longs, block: int, nonce: int) -> None:
    """Set the sixteen words from which a block is made."""
    start[0], start[1], start[2], start[3] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    for i in range(8):
        start[4 + i] = key[i]
    start[12], start[13] = block & WORD, block >> 32
    start[14], start[15] = nonce, 0


@compiled
def chacha(start: Longs, out: Longs) -> None:
    """One ChaCha8 block: sixteen words into `out`."""
    a, b, c, d = start[0], start[1], start[2], start[3]
    e, f, g, h = start[4], start[5], start[6], start[7]
    i, j, k, m = start[8], start[9], start[10], start[11]
    n, o, p, q = start[12], start[13], start[14], start[15]
    for _ in range(4):
        a, e, i, n = _quarter(a, e, i, n)
        b, f, j, o = _quarter(b, f, j, o)
        c, g, k, p = _quarter(c, g, k, p)
        d, h, m, q = _quarter(d, h, m, q)
        a, f, k, q = _quarter(a, f, k, q)
        b, g, m, n = _quarter(b, g, m, n)
        c, h, i, o = _quarter(c, h, i, o)
        d, e, j, p = _quarter(d, e, j, p)
    out[0], out[1], out[2], out[3] = a, b, c, d
    out[4], out[5], out[6], out[7] = e, f, g, h
    out[8], out[9], out[10], out[11] = i, j, k, m
    out[12], out[13], out[14], out[15] = n, o, p, q
    for word in range(16):
        out[word] = (out[word] + start[word]) & WORD


@called
def shuffle(pos: Any, cards: Bytes, count: int) -> None:
    """Shuffle the first cards of an array with the position's own generator (its fields `key` and `block`)."""
    start = np.empty(16, np.int64)
    words = np.empty(16, np.int64)
    start_block(start, pos.key, 0, FOR_CARDS)
    used = 16
    for last in range(count - 1, 0, -1):
        product = 0
        while True:
            if used == 16:
                start[12], start[13] = pos.block & WORD, pos.block >> 32
                chacha(start, words)
                pos.block += 1
                used = 0
            product = words[used] * (last + 1)
            used += 1
            if (product & WORD) > last or (product & WORD) >= (1 << 32) % (last + 1):  # otherwise biased: try again
                break
        chosen = product >> 32
        card = cards[chosen]
        cards[chosen] = cards[last]
        cards[last] = card


@compiled
def pick(pos: Any, pile: Bytes, count: int) -> int:
    """One of `count` numbers from 0, by the position's own generator; `pile` is an array of zeros to work in."""
    for number in range(count):
        pile[number] = number
    shuffle(pos, pile, count)
    chosen = int(pile[0])
    for number in range(count):
        pile[number] = 0
    return chosen


@compiled
def set_key(pos: Any, key: Longs) -> None:
    """Start the position's own generator at a seed."""
    for i in range(8):
        pos.key[i] = key[i]
    pos.block = 0


@entry_point
def start_game(seed: Longs, number: int, key: Longs, dice: Longs) -> None:
    """The key and the dice of game `number` of a series with this seed."""
    start = np.empty(16, np.int64)
    words = np.empty(16, np.int64)
    start_block(start, seed, number, FOR_GAMES)
    chacha(start, words)
    for i in range(8):
        key[i] = words[i]
    for i in range(3):
        dice[i] = words[8 + i]
    dice[3] = 1


def dice_of(seed: int) -> Longs:
    """The dice of game 0 of a seed."""
    dice = np.zeros(4, np.int64)
    start_game(seed_words(seed), 0, np.zeros(8, np.int64), dice)
    return dice


@compiled
def roll(dice: Longs) -> int:
    """A 32-bit word from the dice."""
    a, b, c, counter = dice[0], dice[1], dice[2], dice[3]
    word = (a + b + counter) & WORD
    dice[0] = b ^ (b >> 9)
    dice[1] = (c + (c << 3)) & WORD
    dice[2] = (((c << 21) | (c >> 11)) + word) & WORD
    dice[3] = (counter + 1) & WORD
    return int(word)


@entry_point  # Python calls it too: kept on disk, it need not be compiled at every start
def below(dice: Longs, count: int) -> int:
    """A number from 0 up to, not including, `count`: fair to within 2**-32 times `count`."""
    return (roll(dice) * count) >> 32


@compiled
def shuffle_with(dice: Longs, cards: Bytes, count: int) -> None:
    """Shuffle the first cards of an array with dice."""
    for last in range(count - 1, 0, -1):
        chosen = below(dice, last + 1)
        card = cards[chosen]
        cards[chosen] = cards[last]
        cards[last] = card


@compiled
def new_key(dice: Longs, pos: Any) -> None:
    """A fresh random state for a redealt position."""
    for i in range(8):
        pos.key[i] = roll(dice)
    pos.block = 0


@compiled
def forget_key(view: Any) -> None:
    """Erase the random state: nobody may know it."""
    for i in range(8):
        view.key[i] = 0
    view.block = 0
