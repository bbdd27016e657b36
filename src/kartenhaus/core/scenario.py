"""Scenarios: rules as examples that run. A position, moves, and what must be true afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from kartenhaus.core import edition as editions
from kartenhaus.core import toml
from kartenhaus.core.errors import EditionError, IllegalMove, InvalidMove, KartenhausError, ScenarioError
from kartenhaus.core.game import NOBODY, Game, Position, Written, find, suggestion
from kartenhaus.core.history import check, conceal, legal_numbers, points, winners
from kartenhaus.core.notation import ANY
from kartenhaus.core.random import dice_of, seed_words

KEYS = ("title", "rules", "game", "players", "options", "map", "seed", "position", "step")
STEP_KEYS = ("seat", "best", "move", "expect", "error")
ASKED = ("to_act", "legal", "can", "cannot", "over", "winners", "points", "sees")

Choose = Callable[[Game, Position, int], str]
"""The bot that `best` tests: returns the move it chooses for a seat in a position."""


@dataclass
class Scenario:
    """One scenario, read and checked."""

    title: str
    rules: list[str]
    game: Game
    players: int
    position: Position
    steps: list[dict[str, Any]]
    file: str


@dataclass
class Verdict:
    """The result of a scenario: it passed if there are no differences."""

    scenario: Scenario
    differences: list[str] = field(default_factory=list)


def loads(source: str, file: str) -> list[Scenario]:
    """The scenarios of a file; ScenarioError names the file, the key and what was expected there."""
    return [reader.scenario() for reader in _readers(source, file)]


def titles(source: str, file: str) -> list[str]:
    """The titles of a file's scenarios, in order."""
    return [reader.title() for reader in _readers(source, file)]


def load_position(source: str, file: str, number: int = 0) -> tuple[Game, Position]:
    """The position of scenario `number` (from 0) of a file, which needs no steps; a position with `?` is a view."""
    reader = _readers(source, file)[number]
    game, players = reader.game_and_players()
    return game, reader.position(game, players, hidden="?" in str(reader.keys.get("position")))


def position_of(keys: dict[str, Any], file: str) -> tuple[Game, int, Position]:
    """The game, the number of players and the position that a scenario's keys describe."""
    reader = _Reader(file, "", keys)
    game, players = reader.game_and_players()
    return game, players, reader.position(game, players)


def _readers(source: str, file: str) -> list[_Reader]:
    """One for each scenario of a file."""
    keys = toml.read(source, file, "TOML file", ScenarioError)
    if "scenario" not in keys:
        return [_Reader(file, "", keys)]
    several = keys.pop("scenario")
    if keys or not isinstance(several, list) or not several:
        raise ScenarioError("{file}: a file holds one scenario, or only [[scenario]] tables", file=file)
    return [_Reader(file, f"scenario[{i}].", one) for i, one in enumerate(several)]


class _Reader:
    """Reads one scenario; an error names the file and the key."""

    def __init__(self, file: str, prefix: str, keys: Any) -> None:
        self.file = file
        self.prefix = prefix
        self.keys = keys
        if not isinstance(keys, dict):
            self.fail("", "must be a table")

    def fail(self, key: str, message: str) -> NoReturn:
        raise ScenarioError("{file}: {place}: {message}", file=self.file, place=f"{self.prefix}{key}", message=message)

    def get(self, key: str, kind: type, right: str, default: Any = None) -> Any:
        value = self.keys.get(key, default)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fail(key, f"must be {right}" if key in self.keys else f"is missing: it must be {right}")
        return value

    def game_and_players(self) -> tuple[Game, int]:
        for key in self.keys:
            if key not in KEYS:
                self.fail(key, f"unknown key; a scenario has {', '.join(KEYS)}{suggestion(key, KEYS)}")
        name = self.get("game", str, "the name of a game")
        try:
            game = find(name)
        except KartenhausError as error:
            self.fail("game", str(error))
        number = self.get("players", int, "the number of players")
        try:
            return game, game.check_players(number)
        except KartenhausError as error:
            self.fail("players", str(error))

    def title(self) -> str:
        title: str = self.get("title", str, "a line that says what is shown", self.file)
        return title

    def scenario(self) -> Scenario:
        game, players = self.game_and_players()
        rules = self.get("rules", list, "a list of rule ids", [])
        if not all(isinstance(rule, str) for rule in rules):
            self.fail("rules", "must be a list of rule ids")
        scenario = Scenario(
            self.title(),
            rules,
            game,
            players,
            self.position(game, players),
            self.get("step", list, "a list of [[step]] tables"),
            self.file,
        )
        if not scenario.steps:
            self.fail("step", "a scenario has at least one step")
        for number, step in enumerate(scenario.steps):
            self.check_step(scenario, f"step[{number}]", step)
        return scenario

    def position(self, game: Game, players: int, hidden: bool = False) -> Position:
        options = dict(self.get("options", dict, "a table of options", {}))
        if "map" in self.keys:
            options["map"] = self.keys["map"]
        edition = options.pop("edition", editions.STANDARD)
        try:
            chosen = game.check_options(options, players)
            pos = game.files.lay_out(editions.find(game, edition), chosen, players)
        except EditionError as error:
            self.fail("map" if "map" in self.keys else "options", str(error))
        except KartenhausError as error:
            self.fail("options", str(error))
        if "position" not in self.keys:
            game.rules.deal(pos, seed_words(self.get("seed", int, "a whole number", 1)))
            return pos
        if "seed" in self.keys:
            self.fail("seed", "goes with a dealt game, not with a position")
        try:
            game.notation.read_position(self.get("position", dict, "a table"), pos, hidden)
        except KartenhausError as error:
            self.fail("position", str(error))
        if game.rules.to_act(pos) == NOBODY:
            self.fail("position", "the game is already over")
        if hidden:
            self.check_view(game, pos)
        return pos

    def check_view(self, game: Game, view: Position) -> None:
        """Check that a view shows exactly what the seat to act knows: a redeal must not change it."""
        seat = int(game.rules.to_act(view))
        dealt = conceal(game, view, seat)
        game.rules.redeal(dealt, dice_of(1))
        told, seen = (game.notation.write_position(one) for one in (view, conceal(game, dealt, seat)))
        for other, hand in enumerate(told["hands"]):
            if other == seat and "?" in hand:
                self.fail("position", f"hands[{other}]: seat {seat} is to act and sees its own hand: name its cards")
            if hand != seen["hands"][other]:
                line = f"{seat} of {other}: {hand.replace('?', '').strip()}"
                right = f', or if it knows them add known = ["{line}"]' if "known" in game.notation.KEYS else ""
                self.fail("position", f"hands[{other}]: seat {seat} is to act and cannot see these cards: write ?{right}")
        for key in game.notation.KEYS:
            if told.get(key) != seen.get(key):
                self.fail("position", f"{key}: seat {seat} is to act: name what that seat knows, and write ? for all else")

    def check_step(self, scenario: Scenario, place: str, step: Any) -> None:
        if not isinstance(step, dict):
            self.fail(place, "must be a table")
        for key in step:
            if key not in STEP_KEYS:
                self.fail(f"{place}.{key}", f"unknown key; a step has {', '.join(STEP_KEYS)}")
        seat = step.get("seat", 0)
        if type(seat) is not int or not 0 <= seat < scenario.players:
            self.fail(f"{place}.seat", f"must be a seat from 0 to {scenario.players - 1}")
        if not step.keys() & {"best", "move", "expect"}:
            self.fail(place, "must have a move, something to expect, or the best moves")
        best = step.get("best", ["any"])
        if not (isinstance(best, list) and best and all(isinstance(move, str) for move in best)):
            self.fail(f"{place}.best", "must be a list of moves")
        if not isinstance(step.get("move", ""), str):
            self.fail(f"{place}.move", "must be a string")
        if "error" in step and ("move" not in step or not (step["error"] is True or isinstance(step["error"], str))):
            self.fail(f"{place}.error", "must be true or a part of the message, and goes with a move")
        expect = step.get("expect", {})
        if not isinstance(expect, dict):
            self.fail(f"{place}.expect", "must be a table")
        for key, value in expect.items():
            self.check_expected(scenario, f"{place}.expect.{key}", key, value)
        if "sees" in expect:
            if "seat" not in step:
                self.fail(f"{place}.seat", "is missing: sees needs the seat that looks")
            for key in expect["sees"]:
                if key not in scenario.game.notation.KEYS:
                    self.fail(f"{place}.expect.sees.{key}", f"unknown key; {', '.join(scenario.game.notation.KEYS)}")

    def check_expected(self, scenario: Scenario, place: str, key: str, value: Any) -> None:
        keys = (*scenario.game.notation.KEYS, *ASKED)
        if key not in keys:
            self.fail(place, f"unknown key; one can expect {', '.join(keys)}{suggestion(key, keys)}")
        if key in ("legal", "can", "cannot") and not (isinstance(value, list) and all(isinstance(m, str) for m in value)):
            self.fail(place, "must be a list of moves")
        if key in ("winners", "points") and not (isinstance(value, list) and all(type(n) is int or n == ANY for n in value)):
            self.fail(place, "must be a list of whole numbers")
        if key == "over" and not isinstance(value, bool):
            self.fail(place, "must be true or false")
        if key == "to_act" and type(value) is not int:
            self.fail(place, "must be a seat")
        if key == "sees" and not isinstance(value, dict):
            self.fail(place, "must be a table of what the seat sees")


def run(scenario: Scenario, choose: Choose | None = None) -> Verdict:
    """Make the moves and compare; if a step names the best moves, `choose` must choose one of them."""
    verdict = Verdict(scenario)
    pos = scenario.position.clone()
    for number, step in enumerate(scenario.steps):
        for difference in _run_step(scenario, pos, step, choose):
            verdict.differences.append(f"step {number + 1}{_what(step)}: {difference}")
        if verdict.differences:
            break
    return verdict


def _what(step: Mapping[str, Any]) -> str:
    return f" ({step['move'][:60]})" if "move" in step else ""


def _run_step(scenario: Scenario, pos: Position, step: Mapping[str, Any], choose: Choose | None) -> Iterator[str]:
    game = scenario.game
    if "best" in step:
        yield from _judge(game, pos, step, choose)
    if "move" in step:
        seat = step.get("seat", game.rules.to_act(pos))
        try:
            number = check(game, pos, seat, step["move"])
        except (InvalidMove, IllegalMove) as error:
            if "error" not in step:
                yield f"refused: {error}" + (f" [{error.rule}]" if error.rule else "")
                return
            if isinstance(step["error"], str) and step["error"].casefold() not in str(error).casefold():
                yield f"refused as it should be, but with the message “{error}”, without “{step['error']}”"
        else:
            if "error" in step:
                yield "must be refused, but is legal"
                return
            game.rules.play(pos, seat, number)
    for key, expected in step.get("expect", {}).items():
        yield from _compare(scenario, pos, step, key, expected)


def _judge(game: Game, pos: Position, step: Mapping[str, Any], choose: Choose | None) -> Iterator[str]:
    """The best moves must be legal, and `choose` must choose one of them."""
    seat = int(step.get("seat", game.rules.to_act(pos)))
    best = [_move(game, pos, move) for move in step["best"]]
    legal = [game.notation.describe(pos, move).text for move in legal_numbers(game, pos, seat)]
    for move in best:
        if move not in legal:
            yield f"best: not legal for seat {seat}: {move[:60]}"
    if choose and all(move in legal for move in best):
        chosen = choose(game, pos, seat)
        if chosen not in best:
            yield f"best: {' or '.join(best)}; chosen: {chosen}"


def _compare(scenario: Scenario, pos: Position, step: Mapping[str, Any], key: str, expected: Any) -> Iterator[str]:
    game = scenario.game
    to_act = int(game.rules.to_act(pos))
    if key in ("legal", "can", "cannot"):
        seat = to_act if key == "legal" else step.get("seat", to_act)
        moves = {game.notation.describe(pos, move).text for move in legal_numbers(game, pos, seat)}
        named = {_move(game, pos, move) for move in expected}
        missing, surplus = sorted(named - moves), sorted(moves - named)
        if missing and key != "cannot":
            yield f"{key}: not legal for seat {seat}: {', '.join(missing)}"
        if surplus and key == "legal":
            yield f"{key}: legal for seat {seat}, but not expected: {', '.join(surplus)}"
        verbs = {form.split()[0] for form in game.notation.FORMS}
        for odd in sorted(move for move in named if move.split()[:1] and move.split()[0] not in verbs):
            yield f"{key}: “{odd[:60]}” is not a move; moves are {', '.join(game.notation.FORMS)}"
        if key == "cannot" and named & moves:
            yield f"{key}: legal for seat {seat}: {', '.join(sorted(named & moves))}"
    elif key == "sees":
        written = game.notation.write_position(conceal(game, pos, step["seat"]))
        for name, want in expected.items():
            yield from _difference(game, f"seat {step['seat']} sees {name}", name, want, written)
    elif key in ("over", "winners", "points", "to_act"):
        asked = {
            "over": to_act == NOBODY,
            "to_act": to_act,
            "winners": winners(game, pos),
            "points": points(game, pos, scenario.players),
        }
        if key == "winners" and ANY not in expected:
            expected = sorted(expected)
        yield from _difference(game, key, key, expected, asked)
    else:
        yield from _difference(game, key, key, expected, game.notation.write_position(pos))


def _move(game: Game, pos: Position, text: str) -> str:
    """The text of a move as we write it; a text that is not a move stays as it is."""
    try:
        return game.notation.describe(pos, game.notation.parse_move(pos, " ".join(text.split()))).text
    except InvalidMove:
        return text


def _difference(game: Game, label: str, key: str, expected: Any, written: Written) -> Iterator[str]:
    actual = written.get(key, game.notation.ABSENT.get(key))
    if isinstance(expected, list) and key not in written and actual is not None and not isinstance(actual, list):
        actual = [actual] * len(expected)
    if actual is None:
        yield f"{label}: expected {expected!r}, found nothing"
    elif not game.notation.same(key, expected, actual):
        yield f"{label}: expected {expected!r}, found {actual!r}"
