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

from kartenhaus.core.jit import called, compiled, entry_point, in_lanes, scratch
from kartenhaus.core.packed import Bytes, Longs

WORD = 0xFFFFFFFF
SEED_BITS = 256
FOR_CARDS, FOR_GAMES = 0, 1  # nonces: what a stream is for


def seed_words(seed: int) -> Longs:
    """A seed, any integer, as the eight 32-bit words of the key, lowest first."""
    seed = int(seed) % (1 << SEED_BITS)  # integers of NumPy end at 64 bits
    return np.array([seed >> 32 * i & WORD for i in range(8)], np.int64)


def _quarter(words: list[Any], a: int, b: int, c: int, d: int) -> None:
    """ChaCha's quarter round on four words."""
    for add, to, turn, by in ((b, a, d, 16), (d, c, b, 12), (b, a, d, 8), (d, c, b, 7)):
        words[to] = (words[to] + words[add]) & WORD
        mixed = words[turn] ^ words[to]
        words[turn] = (mixed << by | mixed >> 32 - by) & WORD


def _block(start: list[Any]) -> list[Any]:
    """One ChaCha8 block from its sixteen words at the start."""
    words = list(start)
    for _ in range(4):
        for column in range(4):
            _quarter(words, column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            _quarter(words, column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return [(word + first) & WORD for word, first in zip(words, start, strict=True)]


LANES = 16  # as many words of 32 bits as the widest registers hold
_one_block, _many_blocks = in_lanes(_block, 1), in_lanes(_block, LANES)
_start, _words = scratch(16), scratch(16 * LANES)


@compiled
def chacha(key: Longs, block: int, nonce: int, blocks: int, out: Longs) -> None:
    """The ChaCha8 blocks from number `block` on, one or LANES; word `w` of block `b` goes to `out[w * blocks + b]`."""
    start = _start()
    start[0], start[1], start[2], start[3] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    for i in range(8):
        start[4 + i] = key[i]
    start[14], start[15] = nonce, 0
    if blocks == 1:
        _one_block(start, block, out)
    else:
        _many_blocks(start, block, out)


@called
def shuffle(pos: Any, cards: Bytes, count: int) -> None:
    """Shuffle the first cards of an array with the position's own generator (its fields `key` and `block`)."""
    words = _words()
    blocks = 1 if count <= 16 else LANES  # LANES of them take hardly longer than one
    used = 0
    for last in range(count - 1, 0, -1):
        product = 0
        while True:
            block = used >> 4 & blocks - 1
            if block == 0 and used & 15 == 0:
                chacha(pos.key, pos.block + (used >> 4), FOR_CARDS, blocks, words)
            product = words[(used & 15) * blocks + block] * (last + 1)
            used += 1
            if (product & WORD) > last or (product & WORD) >= (1 << 32) % (last + 1):  # otherwise biased: try again
                break
        chosen = product >> 32 & WORD
        card = cards[chosen]
        cards[chosen] = cards[last]
        cards[last] = card
    pos.block += used + 15 >> 4


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
    words = _words()
    chacha(seed, number, FOR_GAMES, 1, words)
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
    return (roll(dice) * count) >> 32 & WORD  # never negative: that spares the check of an index


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
