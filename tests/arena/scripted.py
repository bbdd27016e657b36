"""Bots to test the arena with, good and faulty."""

from __future__ import annotations

import multiprocessing
import os
import sys
import time
from pathlib import Path

from kartenhaus.bots import View


class First:
    """Plays the first legal move, which in MADA is far better than a random one."""

    def choose(self, view: View, seed: int) -> str | int:
        return view.legal_numbers()[0]


class Dice:
    """Plays a random legal move, picked by the seed."""

    def choose(self, view: View, seed: int) -> str | int:
        moves = view.legal_numbers()
        return moves[seed % len(moves)]


class Texts:
    """Plays like `Dice`, but answers in text, and prints something."""

    def choose(self, view: View, seed: int) -> str | int:
        print("thinking …")  # noqa: T201 - some bots do
        moves = view.legal()
        return moves[seed % len(moves)]


class Raises:
    def choose(self, view: View, seed: int) -> str | int:
        raise ValueError("no idea\nat all \x1b[31m")


class Slips(Dice):
    """Raises now and then."""

    def choose(self, view: View, seed: int) -> str | int:
        if seed % 100 == 0:
            raise ValueError("slipped")
        return super().choose(view, seed)


class Leaves:
    def choose(self, view: View, seed: int) -> str | int:
        sys.exit("good bye")


class Unborn:
    def __init__(self) -> None:
        raise RuntimeError("not today")

    def choose(self, view: View, seed: int) -> str | int:
        return 0


class Illegal:
    def choose(self, view: View, seed: int) -> str | int:
        return "play 99"


class Number:
    def choose(self, view: View, seed: int) -> str | int:
        return -7


class Nothing:
    def choose(self, view: View, seed: int) -> str | int:
        return None  # type: ignore[return-value]  # wrong on purpose


class Half:
    def choose(self, view: View, seed: int) -> str | int:
        return view.legal_numbers()[0] + 0.5  # type: ignore[return-value]  # wrong on purpose


FAULTY = {
    "Raises": "raised ValueError: no idea at all ?[31m",
    "Leaves": "raised SystemExit: good bye",
    "Unborn": "raised RuntimeError: not today",
    "Illegal": "answered 'play 99': “99” is not a card of this game",
    "Number": "answered -7: -7 is not among the legal moves",
    "Nothing": "answered None, which is neither text nor an integer",
    "Half": ", which is neither text nor an integer",
}


class Dies(Dice):
    """Kills its worker process after 300 decisions."""

    asked = 0

    def choose(self, view: View, seed: int) -> str | int:
        Dies.asked += 1
        if Dies.asked > 300 and multiprocessing.parent_process():
            os._exit(3)
        return super().choose(view, seed)


class Marks(Dice):
    """Creates a file at its 1,000th decision."""

    asked = 0

    def choose(self, view: View, seed: int) -> str | int:
        Marks.asked += 1
        if Marks.asked == 1000:
            Path(os.environ["MARK"]).touch()
        return super().choose(view, seed)


class Sleeps(Dice):
    """Hangs in a worker process, after creating a file."""

    def choose(self, view: View, seed: int) -> str | int:
        if multiprocessing.parent_process():
            Path(os.environ["MARK"]).touch()
            time.sleep(600)
        return super().choose(view, seed)
