"""Learned judgement: features show only what a seat may know, and networks judge by them alone."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_honest import another, walk
from typer.testing import CliRunner

import kartenhaus
from conftest import Setting
from kartenhaus.bots import View, find
from kartenhaus.bots.learned.blocks import Declaration
from kartenhaus.bots.learned.files import (
    GAMES,
    Trained,
    brain_of,
    constants,
    digest,
    network_for,
    read,
    rounded,
    trained,
)
from kartenhaus.bots.learned.network import Arrays, ready
from kartenhaus.bots.levels import LOOK_AHEAD
from kartenhaus.bots.search import think
from kartenhaus.bots.skilled.files import falls_back
from kartenhaus.cli.main import app
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import Position
from kartenhaus.core.game import find as find_game
from kartenhaus.server.thinker import have_learned
from kartenhaus.table import commands, frames
from kartenhaus.table.table import Table
from kartenhaus.training.fit import fresh
from tools.features import made
from twelve import TWELVE


def network(declared: Declaration, pos: Position) -> Arrays:
    return ready(fresh(declared, 1), constants(declared.game, pos))


def judged(game: str, pos: Position, seat: int) -> list[float]:
    """All that is made of a position for a seat: features, those of its moves, policy and value."""
    brain, rules = brain_of(game), find_game(game).rules
    declared = brain.DECLARED
    known, move = np.full(declared.live, 9, np.float32), np.full(declared.move_size, 9, np.float32)
    brain.features(pos, seat, known)
    moves, found = np.zeros(rules.MAX_MOVES, np.int64), known.tolist()
    count = rules.legal(pos, seat, moves)
    for number in moves[:count]:
        brain.describe(pos, seat, int(number), known, move)
        found += move.tolist()
    looks, chances = np.zeros(count), np.zeros(int(pos.seats))
    brain.choose(pos, seat, moves, count, looks, network(declared, pos))
    brain.judge(pos, seat, chances, network(declared, pos))
    assert looks.max() >= 1
    assert chances.sum() == pytest.approx(1)
    return found + looks.tolist() + chances.tolist()


def test_only_what_the_seat_may_know_is_read(setting: Setting) -> None:
    for number, (history, seat) in enumerate(islice(walk(setting, seed=4), 150)):
        view = View.of(history.game, history.position, seat)
        expected = judged(setting.name, view.position, seat)
        assert judged(setting.name, history.position, seat) == expected
        assert judged(setting.name, another(view, number), seat) == expected
        assert max(map(abs, expected)) <= 100


def test_seats_are_counted_from_the_own(setting: Setting) -> None:
    """A full table has a block for everybody, a smaller one zeros in the rest."""
    declared = brain_of(setting.name).DECLARED
    known = np.zeros(declared.live, np.float32)
    history = setting.deal(1)
    for seat in range(setting.players):
        brain_of(setting.name).features(history.position, seat, known)
        others = known[declared.first_other :].reshape(declared.others, declared.each)
        here = declared.start("here")
        assert others[:, here].tolist() == [float(number < setting.players - 1) for number in range(declared.others)]
        assert not others[setting.players - 1 :].any()


def test_cards_of_mad_are_counted_as_one_would_on_paper() -> None:
    """The features count in fields of bits; here the same cards are counted one by one."""
    declared = brain_of("mad").DECLARED
    names = find_game("mad").notation.CARD.names
    known, dice, secrets = np.zeros(declared.live, np.float32), np.random.default_rng(1), 0
    history = kartenhaus.deal("mad", players=4, seed=5)
    while not history.over:
        seat, position = history.to_act, history.position
        brain_of("mad").features(position, seat, known)
        sure = Counter({names[kind]: int(position.known[:, seat, kind].sum()) for kind in range(1, len(names))})
        seen = Counter(card.partition(":")[0] for card in str(history.written()["open"]).split())
        seen += Counter({names[kind]: int(position.hands[seat, kind]) for kind in range(1, len(names))}) + sure
        unseen = Counter({names[kind]: int(position.deck[kind]) for kind in range(1, len(names))})
        unseen.subtract(seen)
        counts = [sum(unseen[colour + symbol] for symbol in "123456WDG") for colour in "gyrb"]
        counts += [sum(unseen[colour + symbol] for colour in "gyrb") for symbol in "123456WDG"]
        counts += [unseen[wild] for wild in ("W", "WW", "N", "X", "J")]
        begin = declared.start("unseen")
        assert known[begin : begin + 18] * [*[12] * 4, *[8] * 9, *[2] * 5] == pytest.approx(counts)
        secrets += sure.total()
        legal = history.legal_numbers()
        history.play(legal[int(dice.integers(len(legal)))])
    assert secrets > 0


@pytest.mark.parametrize("game", GAMES)
def test_every_number_is_declared_once(game: str) -> None:
    declared = brain_of(game).DECLARED
    features = declared.features()
    assert [one.place for one in features] == list(range(declared.size))
    assert all(one.meaning and one.scale for one in features)


@pytest.mark.parametrize("game", GAMES)
def test_the_edition_is_part_of_it(game: str) -> None:
    position = kartenhaus.deal(game, players=2, seed=1).position
    assert constants(game, position).any()
    other = position.clone()
    other.deck[1] += 1
    assert digest(game, other) != digest(game, position)
    assert constants(game, other).tolist() != constants(game, position).tolist()


def test_numbers_up_to_12_are_another_edition_of_mau_mau() -> None:
    """Its figures are numbers, too; networks that were trained before there were such cards still know their edition."""
    plain, twelve = (kartenhaus.deal("maumau", players=2, seed=1, edition=edition).position for edition in ("standard", TWELVE))
    assert digest("maumau", plain) == "5048a571bbb16070"
    assert digest("maumau", twelve) != digest("maumau", plain)
    declared = brain_of("maumau").DECLARED
    deck = declared.start("deck") - declared.live + 4
    assert constants("maumau", plain)[deck : deck + 15].tolist() == [*[1] * 9, 0, 0, 0, 1, 1, 1]
    assert constants("maumau", twelve)[deck : deck + 15].tolist() == pytest.approx([*[8 / 12] * 12, *[16 / 12] * 3])


def test_the_page_of_features_is_up_to_date() -> None:
    for path, text in made().items():
        assert path.read_text("utf-8") == text, "run make features"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Networks that know nothing, for MADA with two."""
    position = kartenhaus.deal("mada", players=2, seed=1).position
    header = {"game": "mada", "version": brain_of("mada").DECLARED.version, "editions": [digest("mada", position)], "groups": [[2]]}
    path = tmp_path / "mada.npz"
    Trained("mada", header, (fresh(brain_of("mada").DECLARED, 1),)).write(path)
    return path


def test_networks_are_read_as_they_were_written(file: Path) -> None:
    found = read(str(file), "mada", "mada.npz")
    for name, weights in rounded(fresh(brain_of("mada").DECLARED, 1)).items():
        assert found.networks[0][name].tolist() == weights.tolist()
    with pytest.raises(OptionError, match="are for mada, not for mad"):
        read(str(file), "mad", "mada.npz")
    file.write_bytes(b"nothing")
    with pytest.raises(OptionError, match="no networks can be read"):
        read(str(file), "mada", "mada.npz")


def wide(weights: dict[str, Any]) -> dict[str, Any]:
    """A second layer that is wider than the room which the layers share."""
    return {
        "value_2": np.zeros((64, 200), np.float16),
        "value_2_bias": np.zeros(200, np.float16),
        "value_3": np.zeros((200, len(weights["0.value_3_bias"])), np.float16),
    }


WRONG: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "too few features": lambda weights: {"value_1": weights["0.value_1"][:-1]},
    "too few outputs": lambda _: {"value_3_bias": np.zeros(1, np.float16)},
    "a short bias": lambda weights: {"policy_bias": weights["0.policy_bias"][:3]},
    "a long bias": lambda _: {"value_1_bias": np.zeros(10_000, np.float16)},
    "no table": lambda _: {"move": np.zeros(64, np.float16)},
    "a long score": lambda _: {"score": np.zeros(66, np.float16)},
    "an odd width": lambda weights: {name: weights[f"0.{name}"][..., :63] for name in ("policy", "policy_bias", "move", "score")},
    "a wide second layer": wide,
    "no numbers": lambda weights: {"value_1": weights["0.value_1"] * np.nan},
    "words": lambda _: {"score": np.array(["a"] * 64)},
    "objects": lambda _: {"score": np.array([{}] * 64, object)},
    "much": lambda _: {"more": np.zeros((5000, 5000), np.float32)},
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG.keys())
def test_networks_of_strangers_fit_or_are_refused(file: Path, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Compiled code checks no bounds: with another shape it would read and write beside the weights."""
    with np.load(file) as found:
        weights = dict(found)
    changed = {f"0.{name}": array for name, array in change(weights).items()}
    np.savez_compressed(file, **{**weights, **changed})
    with pytest.raises(OptionError, match="no networks can be read"):
        read(str(file), "mada", "mada.npz")


HEADERS: dict[str, bytes] = {
    "no JSON": b"{",
    "a list": b"[]",
    "nothing": b"{}",
    "deep": b"[" * 50_000,
    "long": b'"' + b"x" * 200_000 + b'"',
    "no text": b"\xff\xfe",
    "another game": b'{"game": "chess", "version": 1, "editions": [], "groups": [[2]]}',
    "many groups": json.dumps({"game": "mada", "version": 1, "editions": [], "groups": [[2]] * 1000}).encode(),
    "no groups": b'{"game": "mada", "version": 1, "editions": [], "groups": [2]}',
    "a game that is a table": b'{"game": {}, "version": 1, "editions": [], "groups": [[2]]}',
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS.keys())
def test_headers_of_strangers_are_refused_in_a_sentence(file: Path, header: bytes) -> None:
    with np.load(file) as found:
        weights = dict(found)
    np.savez_compressed(file, **{**weights, "header": np.frombuffer(header, np.uint8)})
    with pytest.raises(OptionError, match="no networks can be read"):
        read(str(file), "mada", "mada.npz")


def test_a_damaged_file_is_refused_in_a_sentence(file: Path) -> None:
    whole = file.read_bytes()
    chance = random.Random(1)
    for _ in range(40):
        damaged = bytearray(whole)
        for _ in range(20):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        file.write_bytes(bytes(damaged[: chance.randrange(100, len(damaged))] if chance.random() < 0.5 else damaged))
        with pytest.raises(OptionError, match="no networks can be read"):
            read(str(file), "mada", "mada.npz")


def test_a_table_it_was_not_trained_for_is_recognised(file: Path) -> None:
    """By rules of thumb there, and by the network where it was trained."""
    bot = find(f"learned:file={file}")()
    found = trained("mada", str(file))
    assert found is not None
    differs = 0
    for players in (2, 3):
        history = kartenhaus.deal("mada", players=players, seed=3)
        for seed in range(60):
            view = View.of(history.game, history.position, history.to_act)
            by_thumb = find("greedy")().choose(view, seed)
            differs += players == 2 and bot.choose(view, seed) != by_thumb
            assert players == 2 or bot.choose(view, seed) == by_thumb
            assert (found.weights_for(view.position) is None) == (players == 3)
            history.play(view.legal()[0])
        view.position.pears[1] += 1
        assert found.weights_for(view.position) is None
    assert differs


def test_the_arena_says_who_plays_by_rules_of_thumb(file: Path) -> None:
    bots = f"learned:file={file},random"
    for players, told in ((2, False), (3, True)):
        done = CliRunner().invoke(app, ["arena", "mada", "--bots", bots, "--players", str(players), "--games", "2", "--jobs", "1"])
        assert done.exit_code == 0
        assert ("plays by rules of thumb" in " ".join(done.output.split())) == told


def test_a_search_without_a_network_is_that_of_the_rules_of_thumb() -> None:
    """With their horizon too: that of a network would be far too short."""
    history = kartenhaus.deal("mada", players=2, seed=3)
    history.position.pears[1] += 1  # an edition that no network was trained for
    view = View.of(history.game, history.position, history.to_act)
    thoughts = [think(view, f"search:iterations=60:judgement={judgement}", 5) for judgement in ("thumb", "learned")]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0] != think(view, "search:iterations=60:horizon=1", 5), "the horizon shows"


def test_the_search_by_a_network_reads_only_what_the_seat_may_know(setting: Setting) -> None:
    choose = find("search:judgement=learned:iterations=60")().choose
    for number, (history, seat) in enumerate(islice(walk(setting, seed=setting.players), 0, 31, 5)):
        view = View.of(history.game, history.position, seat)
        seen = View.of(history.game, another(view, number), seat)
        assert choose(view, number) == choose(seen, number)


@pytest.mark.parametrize(("game", "players"), [("mada", 2), ("mada", 5), ("mad", 2), ("maumau", 2), ("maumau", 4)])
def test_the_networks_we_ship_fit(game: str, players: int) -> None:
    """They judge all seats, and their policy is better than chance."""
    history = kartenhaus.deal(game, players=players, seed=2)
    assert network_for(View.of(history.game, history.position, 0)) is not None
    standings = kartenhaus.compete(game, bots=["learned", "random"], players=players, games=100, seed=3, jobs=1)
    assert standings.bots[0].win_rate_low > standings.bots[0].even


@pytest.mark.parametrize(("game", "learned"), [("mada", True), ("mad", False), ("maumau", True)])
def test_levels_know_where_they_play_by_rules_of_thumb(game: str, learned: bool) -> None:
    """At a table with another edition, if they play by a network at others."""
    position = kartenhaus.deal(game, players=2, seed=1).position
    other = position.clone()
    other.deck[1] += 1
    for level in LOOK_AHEAD:
        assert not falls_back(level, find_game(game), position)
        assert falls_back(level, find_game(game), other) == learned
    assert not falls_back("easy", find_game(game), other)


def test_a_server_says_that_bots_play_by_rules_of_thumb() -> None:
    table = Table("a")
    table.apply(commands.open_table(0, "secret", "mada", 2))
    assert have_learned(table)
    assert not [one for one in frames.welcome(table, -1).chosen if one.title == "Bots"]
    (told,) = (one for one in frames.welcome(table, -1, learned=False).chosen if one.title == "Bots")
    assert "rules of thumb" in told.words
