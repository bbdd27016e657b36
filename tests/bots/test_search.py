"""The search: its budgets, what it tells, and its settings."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

import kartenhaus
from kartenhaus.bots import View, find
from kartenhaus.bots.search import Search, Settings, Thought, _Tree
from kartenhaus.core.errors import OptionError

EARLY = {name: kartenhaus.deal(name, players=3, seed=4) for name in kartenhaus.game_names()}


def view(game: str) -> View:
    history = EARLY[game]
    return View.of(history.game, history.position, history.to_act)


def think(game: str, seed: int = 1, **settings: object) -> Thought:
    return Search(Settings(**settings)).think(view(game), seed)  # type: ignore[arg-type]  # settings by name


@pytest.mark.parametrize("game", kartenhaus.game_names())
def test_a_seed_and_a_number_of_iterations_decide(game: str) -> None:
    assert think(game, 7, iterations=900) == think(game, 7, iterations=900)
    assert think(game, 7, iterations=900) != think(game, 8, iterations=900)


@pytest.mark.parametrize("game", kartenhaus.game_names())
def test_what_it_thinks_adds_up(game: str) -> None:
    thought = think(game, iterations=2000, final="value")
    assert thought.iterations == 2000
    assert sum(one.visits for one in thought.considered) == 2000
    assert {one.text for one in thought.considered} <= set(view(game).legal())
    assert thought.considered[0].text == thought.text
    assert sum(thought.chances) == pytest.approx(1)
    assert all(0 <= one.low <= one.value <= one.high <= 1 for one in thought.considered)
    most, least = (pick(thought.considered, key=lambda one: one.visits) for pick in (max, min))
    assert most.high - most.low < least.high - least.low
    own = sum(one.value * one.visits for one in thought.considered) / 2000
    assert own == pytest.approx(thought.chances[view(game).seat], abs=0.001)


def test_it_stops_when_nothing_can_change_any_more() -> None:
    history = kartenhaus.deal("mada", players=2, seed=7)
    plain = View.of(history.game, history.position, history.to_act)
    thought = Search(Settings(iterations=30_000)).think(plain, 1)
    assert thought.iterations < 30_000
    assert thought.considered[0].visits - thought.considered[1].visits > 30_000 - thought.iterations


def test_out_of_turn_it_goes_by_rules_of_thumb() -> None:
    """Anyone can catch a Mau that was not said; nothing else can be done out of turn."""
    history = kartenhaus.deal("maumau", players=3, seed=2, announce="manual")
    history.position.owes[history.to_act] = 1
    other = (history.to_act + 1) % 3
    asked = View.of(history.game, history.position, other)
    assert find("hard")().choose(asked, 1) in asked.legal_numbers()
    with pytest.raises(OptionError):
        Search().think(asked, 1)


def test_a_time_limit_holds() -> None:
    think("mad", iterations=300)  # compiled
    thought = think("mad", iterations=100_000_000, milliseconds=100)  # all of them would take hours
    assert 0 < thought.iterations < 100_000_000
    assert think("mad", iterations=0, milliseconds=50).iterations > 0


@pytest.mark.parametrize("possible", [4, 200, 20_000])
def test_a_time_limit_is_kept_however_long_a_playout_takes(possible: int, monkeypatch: pytest.MonkeyPatch) -> None:
    now, grow = 0.0, _Tree.grow

    def slowly(tree: _Tree, iterations: int) -> None:
        nonlocal now
        grow(tree, iterations)
        now += iterations * 0.2 / possible

    monkeypatch.setattr(_Tree, "grow", slowly)
    monkeypatch.setattr("kartenhaus.bots.search.time", SimpleNamespace(monotonic=lambda: now))
    assert possible < think("mad", iterations=0, milliseconds=200).iterations <= 1.1 * possible + 2
    assert think("mad", iterations=3, milliseconds=200).iterations == 3


def test_a_full_tree_is_searched_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kartenhaus.bots.search.MOST_NODES", 20)
    thought = think("mad", iterations=500, final="value")
    assert thought.iterations == 500
    assert sum(thought.chances) == pytest.approx(1)


def test_the_moves_at_hand_are_found_among_the_new_nodes() -> None:
    """Looking at all nodes of a large tree after every step would take longer than the search."""
    tree = _Tree(view("mad"), Settings(iterations=5000), seed=1)
    for step in (1, 300, 2, 4000):
        tree.grow(step)
        at_hand = [node.move for node in tree.nodes[1 : tree.used] if node.parent == 0]
        assert [root.move for root in tree.roots()] == at_hand
    tree.nodes["parent"][: tree.used] = 1  # old nodes are not looked at again
    assert [root.move for root in tree.roots()] == at_hand


def test_one_legal_move_needs_no_thought() -> None:
    history = kartenhaus.deal("mad", players=2, seed=1)
    while len(history.legal()) > 1:
        history.play(history.legal()[-1])
    only = View.of(history.game, history.position, history.to_act)
    assert [Search().choose(only, 1)] == only.legal_numbers()
    assert Search().think(only, 1).considered[0].value > 0


def test_threads_think_at_the_same_time() -> None:
    """One kernel call of some tenths of a second lets other threads run."""
    tree = _Tree(view("maumau"), Settings(iterations=40_000), seed=1)
    tree.grow(300)
    thinker = threading.Thread(target=tree.grow, args=(30_000,))
    thinker.start()
    turns = 0
    while thinker.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 20  # two or three if it held the interpreter lock


def test_settings_by_name() -> None:
    bot = find("search:iterations=50:guided=0:exploration=0.5:pass_over=false:final=value")()
    assert isinstance(bot, Search)
    expected = Settings(iterations=50, guided=0, exploration=0.5, pass_over=False, final="value")
    assert bot.settings == expected


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("hrad", "did you mean “hard”"),
        ("search:iteration=5", "did you mean “iterations”"),
        ("search:iterations=many", "“many” is no value for the setting iterations"),
        ("search:final=luck", "“luck” is no value for the setting final"),
        ("search:iterations=0", "a search needs a limit"),
        ("search:iterations=-4", "iterations is -3 to"),
        ("search:guided=101", "guided is 0 to 100"),
        ("search:exploration=-1", "exploration is 0 to 1000"),
        ("search:exploration=inf", "exploration is 0 to 1000"),
        (":Bot", "cannot be imported: ValueError"),
        ("search:spread=0", "spread is 1 to"),
        ("random:slips=3", "random takes no settings"),
        ("greedy:iterations=3", "greedy has no setting “iterations”; it has slips"),
        ("easy:slips=-1", "slips is 0 to"),
        ("nowhere:Bot", "cannot be imported"),
        ("json:Bot", "has no class “Bot”"),
        ("json:loads", "is no bot"),
    ],
)
def test_what_is_wrong_with_a_name(name: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        find(name)
    assert message in str(caught.value)


INTERPRETED = """
import sys
import kartenhaus
from kartenhaus.bots import View
from kartenhaus.bots.search import Search, Settings
game = kartenhaus.deal(sys.argv[1], players=3, seed=4)
view = View.of(game.game, game.position, game.to_act)
print(Search(Settings(iterations=40, guided=70)).think(view, 7))
"""


@pytest.mark.parametrize("game", kartenhaus.game_names())
def test_interpreted_equals_compiled(game: str) -> None:
    """Both consider the same moves, equally often, with the same values to the last bit."""
    environment = {**os.environ, "KARTENHAUS_INTERPRET": "1"}
    told = subprocess.run([sys.executable, "-c", INTERPRETED, game], env=environment, check=True, capture_output=True, text=True)
    thought = think(game, 7, iterations=40, guided=70)
    assert len(thought.considered) > 2
    assert told.stdout == f"{thought}\n"


@pytest.mark.parametrize("game", kartenhaus.game_names())
def test_easy_slips_but_does_not_blunder(game: str) -> None:
    """It differs from greedy now and then, and still beats chance."""
    standings = kartenhaus.compete(game, bots=["easy", "random"], games=200, seed=3, jobs=1)
    assert standings.bots[0].win_rate_low > 0.5
    differs = 0
    for seed in range(60):
        one = view(game)
        differs += find("easy")().choose(one, seed) != find("greedy")().choose(one, seed)
    assert differs > 0


@pytest.mark.parametrize("game", kartenhaus.game_names())
def test_greedy_beats_random(game: str) -> None:
    standings = kartenhaus.compete(game, bots=["greedy", "random"], games=200, seed=3, jobs=1)
    assert standings.bots[0].win_rate_low > 0.5


def test_slips_make_it_choose_another_good_move_now_and_then() -> None:
    sure, unsure = ({think("mada", seed, iterations=100, slips=slips).text for seed in range(12)} for slips in (0, 300))
    assert len(unsure) > len(sure)
    assert think("mada", 3, iterations=100, slips=300) == think("mada", 3, iterations=100, slips=300)
    hardly_tried = {one.text for one in think("mada", 3, iterations=100).considered if one.visits == 1}
    assert not hardly_tried & unsure
