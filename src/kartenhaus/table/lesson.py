"""A first game, step by step: `games/<game>/lesson.toml`, a prepared position and what to try there, under the real rules."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from kartenhaus.core import edition as editions
from kartenhaus.core.errors import IllegalMove, InvalidMove
from kartenhaus.core.game import Game, Position, PositionTable
from kartenhaus.core.history import check, legal_numbers, texts
from kartenhaus.core.scenario import position_of
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.table.review import about, seats, step, view
from kartenhaus.table.words import explained, said, told

YOU = 0  # the seat of who learns
NAMES = ("Mia", "Ben", "Ann", "Tom")
FILE = "lesson.toml"
Seen = tuple[int, str, list[dict[str, str]]]
"""Seat, move and flying cards of a move, as the learner saw it."""


@dataclass(frozen=True)
class Stage:
    """A moment of a lesson: what is said, the move to try, and what the others did on the way to it."""

    say: str
    rule: str
    wanted: str
    position: Position
    since: tuple[Seen, ...]
    """The moves since the last stage."""


@cache
def stages(game: Game) -> tuple[dict[str, Any], int, tuple[Stage, ...]]:
    """The options, the number of players and the stages of a game's lesson."""
    table = tomllib.loads((files(game.package) / FILE).read_text("utf-8"))
    script = table.pop("stage")
    _, players, pos = position_of({"game": game.name, **table}, FILE)
    found: list[Stage] = []
    since: list[Seen] = []
    for one in script:
        found.append(Stage(one["say"], one.get("rule", ""), one.get("try", ""), pos.clone(), tuple(since)))
        since = []
        moves = [f"{YOU} {one['try']}"] if "try" in one else []
        for line in [*moves, *one.get("then", [])]:
            seat, _, move = line.partition(" ")
            seen, cards, _ = step(game, pos, int(seat), move, YOU, view(game, pos, YOU))
            since.append((int(seat), seen, cards))
    return table.get("options", {}), players, tuple(found)


def lesson(game: Game, language: str = ENGLISH) -> dict[str, Any]:
    """The whole lesson for a page: every stage with a state as a table would send it."""
    options, players, script = stages(game)
    return {
        "about": about(game, editions.find(game, editions.STANDARD), options, players, language),
        "stages": [_shown(game, players, number, stage, language) for number, stage in enumerate(script)],
    }


def _shown(game: Game, players: int, number: int, stage: Stage, language: str) -> dict[str, Any]:
    names = NAMES[:players]
    events = [
        {
            "kind": "moved",
            "number": number,
            "seat": seat,
            "move": move,
            "words": told(game.name, move, names, seat, language),
            "cards": cards,
        }
        for seat, move, cards in stage.since
    ]
    state = {**_blank(game, names, view(game, stage.position, YOU)), "number": number, "answers": number, "events": events}
    if stage.wanted:
        moves = texts(game, stage.position, legal_numbers(game, stage.position, YOU))
        state["legal"] = [{"move": move, "words": said(game.name, move, names, language)} for move in moves]
    return {"say": translator(language)(stage.say), "rule": stage.rule, "wanted": stage.wanted, "state": state}


def _blank(game: Game, names: tuple[str, ...], seen: PositionTable) -> dict[str, Any]:
    """A state with nobody's clock running and nothing to decide but the game."""
    return {
        "type": "state", "table": "", "game": game.name, "phase": "playing", "to_act": seen["to_act"], "question": False,
        "paused": False, "locked": False, "host": -1, "games": 1, "seats": seats(names), "outcome": None, "regret": None,
        "fair": {"commitment": "", "last": None}, "closed": "", "you": YOU, "legal": [], "view": seen, "reason": "",
    }  # fmt: skip


def attempt(game: Game, number: int, move: str, language: str = ENGLISH) -> dict[str, Any]:
    """Whether a stage allows a move, and if not, why."""
    script = stages(game)[2]
    try:
        check(game, script[min(number, len(script) - 1)].position, YOU, move)
    except (IllegalMove, InvalidMove) as error:
        return {"legal": False, "message": explained(game.name, error, language), "rule": error.rule}
    return {"legal": True, "message": "", "rule": ""}
