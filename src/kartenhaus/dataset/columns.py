"""The columns of a dataset, declared once: the files, the manifest and docs/dataset.md are made from this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
Rows = dict[str, Array]
"""The columns by their names. Values for each legal action lie one row after the other; `starts` says where each row begins."""

ONE, FEATURES, PLAYERS, LEGAL = "", "features", "players", "legal"
"""How many values a row has: one, one for each feature, each seat, or each legal action."""
TEXT = "text"
STARTS = "starts"


@dataclass(frozen=True)
class Column:
    """One column; a row is a decision."""

    name: str
    kind: str
    """The type of a value: int32, float32 … or text."""
    each: str
    meaning: str
    searched: bool = False
    """Whether only decisions have it that were searched."""


COLUMNS = (
    Column("game", "int64", ONE, "the number of the game: game `n` of a seed is the one that `kartenhaus simulate` deals"),
    Column("decision", "int32", ONE, "the number of the decision in its game, from 0"),
    Column("seat", "int8", ONE, "who decides"),
    Column("bot", "int8", ONE, "who plays that seat: a place in the list `bots` of the manifest"),
    Column("observation", "float32", FEATURES, "what the seat may know: the [features](features.md) of the game"),
    Column("legal", "int32", LEGAL, "the legal [actions](actions.md)"),
    Column("action", "int32", ONE, "the action that was played; it is one of `legal`"),
    Column("visits", "int32", LEGAL, "how often the search tried each legal action", searched=True),
    Column("value", "float32", LEGAL, "the share of these tries that the seat won", searched=True),
    Column("reward", "float32", PLAYERS, "the result of the game for every seat, as in the [environments](environments.md)"),
    Column("points", "int32", PLAYERS, "the points of every seat at the end"),
)
WRITTEN = (
    Column("view", TEXT, ONE, "what the seat may know, in [notation](notation.md), as JSON; a hidden card is `?`"),
    Column("move", TEXT, ONE, "the move that was played, in notation"),
)
"""Only with `--notation`."""


def columns_of(notation: bool) -> tuple[Column, ...]:
    """The columns of a dataset."""
    return COLUMNS + WRITTEN if notation else COLUMNS
