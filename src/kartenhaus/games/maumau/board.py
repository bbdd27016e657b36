"""Boards as text maps (maumau/edition): one character per space, a blank where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from string import ascii_lowercase
from typing import NoReturn

from kartenhaus.core.errors import EditionError
from kartenhaus.games.maumau.position import BITS, GROUND, SPACES, TOWER, TOWERS, Position

COLUMNS = ascii_lowercase
ROWS = 99
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left


@cache
def shipped(name: str) -> tuple[str, ...]:
    """The map of a board that came with the game."""
    return tuple((files(__package__) / "boards" / f"{name}.txt").read_text("utf-8").splitlines())


@lru_cache(100)
def empty_board(lines: tuple[str, ...], name: str) -> Position:
    """A position with nothing but a board; EditionError with line and column for one that cannot be played.

    `name` is the board's name in errors. The position is cached, so clone it.
    """
    pos = Position.new()
    places = check_board(lines, name)
    number = {place: space for space, place in enumerate(places)}
    pos.spaces = pos.uncovered = len(places)
    towers = 0
    for space, (column, row) in enumerate(places):
        ground = GROUND[lines[row][column]]
        pos.ground[space] = ground + towers if ground == TOWER else ground
        towers += ground == TOWER
        pos.column[space], pos.row[space] = column, row
        pos.beside[space] = [number.get((column + right, row + down), -1) for right, down in SIDES]
        for beside in map(int, pos.beside[space]):
            if beside >= 0:
                pos.around[space, beside // BITS] |= 1 << beside % BITS
    return pos


def check_board(lines: Sequence[str], name: str) -> list[tuple[int, int]]:
    """The spaces of a map as columns and rows, row by row."""

    def fail(row: int, message: str) -> NoReturn:
        raise EditionError("{place}: {message}", place=f"{name}:{row + 1}", message=message)

    places: list[tuple[int, int]] = []
    starts: list[tuple[int, int]] = []
    towers = 0
    if len(lines) > ROWS:
        fail(ROWS, f"a board has at most {ROWS} rows, not {len(lines)}")
    for row, line in enumerate(lines):
        if len(line.rstrip()) > len(COLUMNS):
            fail(row, f"a board has at most {len(COLUMNS)} columns, this line {len(line.rstrip())}")
        for column, character in enumerate(line.rstrip()):
            if character == " ":
                continue
            if character not in GROUND:
                fail(row, f"column {column + 1}: “{character}” is no space; spaces are {' '.join(GROUND)}, or a blank for none")
            places.append((column, row))
            towers += character == "T"
            if character == "S":
                starts.append((column, row))
    if not starts:
        fail(0, "there is no start space: write S in exactly one place")
    if len(starts) > 1:
        fail(starts[1][1], f"a second start space, in column {starts[1][0] + 1}: write S in exactly one place")
    if not 2 <= len(places) <= SPACES:
        fail(0, f"a board has 2 to {SPACES} spaces, this one {len(places)}")
    if towers > TOWERS:
        fail(0, f"a board has at most {TOWERS} towers, this one {towers}")
    reached, open_ends = {starts[0]}, [starts[0]]
    while open_ends:
        column, row = open_ends.pop()
        for right, down in SIDES:
            beside = (column + right, row + down)
            if beside in places and beside not in reached:
                reached.add(beside)
                open_ends.append(beside)
    for column, row in places:
        if (column, row) not in reached:
            fail(row, f"the space in column {column + 1} cannot be reached from the start: every space shares an edge with another")
    return places
