"""Boards as text maps (maumau/edition): one character per space, a blank where there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from string import ascii_lowercase

from kartenhaus.core.errors import EditionError, Phrase
from kartenhaus.core.maps import MapFacts, Misplaced
from kartenhaus.games.maumau.position import BITS, GROUND, SPACES, TOWER, TOWERS, Position

COLUMNS = ascii_lowercase
ROWS = 99
BLANK = " "
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
    """The spaces of a map as columns and rows, row by row; EditionError with the line of the first fault."""
    for fault in board_faults(lines):
        raise EditionError("{place}: {message}", place=f"{name}:{fault.row + 1}", message=fault)
    return [place for place, _ in spaces_of(lines)]


def spaces_of(lines: Sequence[str]) -> list[tuple[tuple[int, int], str]]:
    """Every space of a map, row by row: its column and row, and its character."""
    return [((column, row), mark) for row, line in enumerate(lines) for column, mark in enumerate(line.rstrip()) if mark != BLANK]


def board_faults(lines: Sequence[str]) -> Iterator[Misplaced]:
    """Everything that is wrong with a map."""
    if len(lines) > ROWS:
        yield Misplaced("a board has at most {most} rows, not {found}", ROWS, most=ROWS, found=len(lines))
    for row, line in enumerate(lines):
        if len(line.rstrip()) > len(COLUMNS):
            size = {"most": len(COLUMNS), "found": len(line.rstrip())}
            yield Misplaced("a board has at most {most} columns, this line {found}", row, len(COLUMNS), **size)
    spaces = spaces_of(lines)
    for (column, row), mark in spaces:
        if mark not in GROUND:
            yield Misplaced(
                "{what}: “{mark}” is no space; spaces are {known}, or a blank for none",
                row,
                column,
                what=Phrase("column {column}", column=column + 1),
                mark=mark,
                known=" ".join(GROUND),
            )
    starts = [place for place, mark in spaces if mark == "S"]
    if not starts:
        yield Misplaced("there is no start space (S): a board has exactly one")
    for column, row in starts[1:]:
        yield Misplaced("{what} is a second start (S): a board has exactly one", row, column)
    yield from _too_many(spaces)
    if starts and len(spaces) <= SPACES:
        reached = _reached({place for place, _ in spaces}, starts[0])
        for column, row in (place for place, _ in spaces if place not in reached):
            yield Misplaced("{what} cannot be reached from the start: every space shares an edge with another", row, column)


def _too_many(spaces: Sequence[tuple[tuple[int, int], str]]) -> Iterator[Misplaced]:
    if not 2 <= len(spaces) <= SPACES:
        column, row = spaces[SPACES][0] if len(spaces) > SPACES else (-1, 0)
        yield Misplaced("a board has 2 to {most} spaces, this one {found}", row, column, most=SPACES, found=len(spaces))
    towers = [place for place, mark in spaces if mark == "T"]
    if len(towers) > TOWERS:
        column, row = towers[TOWERS]
        yield Misplaced("a board has at most {most} towers, this one {found}", row, column, most=TOWERS, found=len(towers))


def _reached(places: set[tuple[int, int]], start: tuple[int, int]) -> set[tuple[int, int]]:
    """The spaces to which a way leads from the start."""
    reached, open_ends = {start}, [start]
    while open_ends:
        column, row = open_ends.pop()
        for right, down in SIDES:
            beside = (column + right, row + down)
            if beside in places and beside not in reached:
                reached.add(beside)
                open_ends.append(beside)
    return reached


MAP = MapFacts(tuple(GROUND), len(COLUMNS), ROWS, (2, SPACES), {"S": 1, "T": TOWERS}, board_faults, shipped)
