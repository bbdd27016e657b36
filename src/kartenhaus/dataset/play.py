"""The games of one file, played and noted row by row."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from kartenhaus.arena.match import Contest, Match, Playing
from kartenhaus.bots import bot_seed
from kartenhaus.bots.calling import Fault, call_bot, legal_answer
from kartenhaus.bots.learned.files import brain_of
from kartenhaus.bots.search import Search
from kartenhaus.bots.view import View
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.history import History, points, texts, winners
from kartenhaus.core.random import seed_words, start_game
from kartenhaus.dataset.columns import STARTS, Array, Rows
from kartenhaus.dataset.setting import Setting, Shard
from kartenhaus.envs.vector import Vector, kernels_of, rewards_of


def rows_of(shard: Shard) -> Rows:
    """Play the games of a file."""
    slips = shard.setting.slips
    rows = _by_bots(shard) if slips is None else _by_thumb(shard, np.array(slips, np.int64))
    if shard.setting.notation:
        rows |= _written(shard, rows)
    return rows


def choice_of(game: str) -> Callable[..., None]:
    """The compiled loop that chooses, of a game."""
    found: Callable[..., None] = import_module(f"kartenhaus.dataset.{game}").choose
    return found


def _by_thumb(shard: Shard, slips: Array) -> Rows:
    """All games at once, in the vector environment."""
    setting = shard.setting
    options: dict[str, Any] = dict(setting.options)
    envs = Vector(
        setting.game,
        shard.games,
        setting.players,
        setting.seed,
        setting.edition,
        mask=False,
        again=False,
        first=shard.first,
        **options,
    )
    choose = choice_of(setting.game)
    dice, key = np.zeros((shard.games, 4), np.int64), np.zeros(8, np.int64)
    for row in range(shard.games):
        start_game(seed_words(setting.seed), shard.first + row, key, dice[row])
    chosen = np.zeros(shard.games, np.int64)
    noted: list[Rows] = []
    while len(here := np.flatnonzero(envs.counts)):
        choose(envs.positions, envs.numbers, envs.seats, envs.counts, envs.moves, dice, slips, chosen)
        counts, seats = envs.counts[here], envs.seats[here]
        legal = envs.legal[here, : counts.max()]
        noted.append(
            {
                "game": here,
                "decision": np.full(len(here), len(noted), np.int32),
                "seat": seats.astype(np.int8),
                "observation": envs.observations[here],
                "counts": counts,
                "legal": legal[np.arange(legal.shape[1]) < counts[:, None]],
                "action": envs.legal[here, chosen[here]],
            }
        )
        envs.step_listed(chosen)
    found = {name: np.concatenate([step[name] for step in noted]) for name in noted[0]}
    noted.clear()
    rows = _in_order(found)
    which, listed = rows["game"], len(rows["legal"])
    return rows | {
        "game": which + shard.first,
        "bot": ((rows["seat"] + which + shard.first) % len(slips)).astype(np.int8),
        "visits": np.zeros(listed, np.int32),
        "value": np.full(listed, np.nan, np.float32),
        "reward": envs.rewards[which],
        "points": envs.points[which].astype(np.int32),
    }


def _in_order(found: Rows) -> Rows:
    """Rows that were noted for all games in turn, game by game."""
    order = np.lexsort((found["decision"], found["game"]))
    counts = found.pop("counts").astype(np.int64)
    before, legal = np.cumsum(counts) - counts, found.pop("legal")
    counts, before = counts[order], before[order]
    starts = np.concatenate([[0], np.cumsum(counts)])
    places = np.repeat(before - starts[:-1], counts) + np.arange(starts[-1])
    return {name: found.pop(name)[order] for name in list(found)} | {STARTS: starts, "legal": legal[places]}


class _Decision(NamedTuple):
    """A row as it is noted while bots play."""

    seat: int
    observation: Array
    legal: list[int]
    action: int
    visits: list[int]
    value: list[float]


def _by_bots(shard: Shard) -> Rows:
    """One game after the other, with any bots."""
    setting, match = shard.setting, match_of(shard.setting)
    figures = np.zeros(brain_of(setting.game).DECLARED.size, np.float32)
    brain_of(setting.game).figures(match.template, figures)
    games: list[list[_Decision]] = []
    results: list[tuple[Array, list[int]]] = []
    for number in range(shard.first, shard.first + shard.games):
        playing, made = Playing(setting.rules, match.deal(number)), 0
        games.append([])
        try:
            bots = [call_bot(match.makers[setting.bot_of(number, seat)]) for seat in range(setting.players)]
            while (seat := playing.view.seat) >= 0:
                move, tried = _choose(bots[seat], playing.view, playing.legal, bot_seed(setting.seed, number, seat, made))
                games[-1].append(_note(playing.view, playing.legal, move, tried, figures))
                playing.play(move)
                made += 1
        except Fault as fault:
            raise KartenhausError(
                "{bot} cannot go on in game {game}, decision {decision}: {fault}",
                bot=setting.bots[setting.bot_of(number, max(playing.view.seat, 0))],
                game=number,
                decision=made,
                fault=fault,
            ) from None
        won = sum(1 << seat for seat in winners(setting.rules, playing.position))
        results.append((rewards_of(won, setting.players), points(setting.rules, playing.position, setting.players)))
    return _gathered(shard, games, results)


def match_of(setting: Setting) -> Match:
    """Deals and bots, as in the arena; who sits where is the setting's."""
    return Match(Contest(setting.game, setting.players, setting.seed, setting.bots, setting.edition, setting.options))


def _choose(bot: Any, view: View, legal: list[int], seed: int) -> tuple[int, dict[int, tuple[int, float]]]:
    """A bot's move; if it searched, also how often it tried each move, and what that brought."""
    if isinstance(bot, Search):
        if len(legal) == 1:
            return legal[0], {}
        thought = bot.think(view, seed)
        return thought.move, {one.move: (one.visits, one.value) for one in thought.considered}
    return legal_answer(view, call_bot(bot.choose, view, seed), legal), {}


def _note(view: View, legal: list[int], move: int, tried: dict[int, tuple[int, float]], figures: Array) -> _Decision:
    seen, actions = figures.copy(), np.array(legal, np.int64)
    brain_of(view.game.name).features(view.position, view.seat, seen)
    kernels_of(view.game.name).number(view.position.clone().array(), view.seat, actions)
    searched = [tried.get(one, (0, np.nan)) for one in legal]
    return _Decision(
        view.seat,
        seen,
        actions.tolist(),
        int(actions[legal.index(move)]),
        [visits for visits, _ in searched],
        [value for _, value in searched],
    )


def _gathered(shard: Shard, games: list[list[_Decision]], results: list[tuple[Array, list[int]]]) -> Rows:
    """What was noted, as columns."""
    flat = [decision for game in games for decision in game]
    row = np.repeat(np.arange(len(games)), [len(game) for game in games])
    seats = np.array([one.seat for one in flat], np.int8)
    return {
        "game": row + shard.first,
        "decision": np.concatenate([np.arange(len(game), dtype=np.int32) for game in games]),
        "seat": seats,
        "bot": ((seats + row + shard.first) % len(shard.setting.bots)).astype(np.int8),
        "observation": np.array([one.observation for one in flat], np.float32),
        STARTS: np.concatenate([[0], np.cumsum([len(one.legal) for one in flat])]),
        "legal": np.array([action for one in flat for action in one.legal], np.int32),
        "action": np.array([one.action for one in flat], np.int32),
        "visits": np.array([visits for one in flat for visits in one.visits], np.int32),
        "value": np.array([value for one in flat for value in one.value], np.float32),
        "reward": np.array([result[0] for result in results], np.float32)[row],
        "points": np.array([result[1] for result in results], np.int32)[row],
    }


def _written(shard: Shard, rows: Rows) -> Rows:
    """Views and moves in notation: the games are played again."""
    views, moves = [], []
    for history, row in replayed(shard.setting, rows):
        views.append(json.dumps(history.written(history.to_act), ensure_ascii=False))
        moves.append(move_of(history, int(rows["action"][row]))[1])
    return {"view": np.array(views, np.str_), "move": np.array(moves, np.str_)}


def replayed(setting: Setting, rows: Rows) -> Iterator[tuple[History, int]]:
    """Every game as it stood at each of its rows, and the row."""
    history: History | None = None
    for row, number in enumerate(rows["game"].tolist()):
        if history is None or rows["decision"][row] == 0:
            key = np.zeros(8, np.int64)
            start_game(seed_words(setting.seed), number, key, np.zeros(4, np.int64))
            seed = sum(int(word) << 32 * place for place, word in enumerate(key))
            history = History.deal(setting.rules, setting.players, seed, setting.edition, dict(setting.options))
        yield history, row
        history.play(move_of(history, int(rows["action"][row]))[0])


def move_of(history: History, action: int) -> tuple[int, str]:
    """The legal move that an action is, as a number and in notation."""
    legal = history.legal_numbers()
    actions = np.array(legal, np.int64)
    kernels_of(history.game.name).number(history.position.clone().array(), history.to_act, actions)
    move = legal[actions.tolist().index(action)]
    return move, texts(history.game, history.position, [move])[0]
