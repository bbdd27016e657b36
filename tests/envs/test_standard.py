"""The environments pass the tests of the libraries that they are for."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from pettingzoo.test import api_test, seed_test

import kartenhaus.envs
from kartenhaus.bots import View
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import NOBODY, find
from kartenhaus.envs import spiel
from kartenhaus.envs.aec import env
from kartenhaus.envs.single import NAMES, Against, ManyAgainst
from kartenhaus.envs.vector import MOST, BadUse, kernels_of

assert kartenhaus.envs  # imported for its registrations
SMALL = {**editions.find(find("mada"), "standard"), "turns": 12}


@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably")
@pytest.mark.parametrize(("game", "players"), [("mada", 5), ("mad", 3), ("maumau", 4)])
def test_pettingzoo(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game, players), num_cycles=60)
    seed_test(lambda: env(game, players), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("game", NAMES)
def test_rewards_come_at_the_end_and_belong_to_the_winners(game: str) -> None:
    table, dice = env(game, 2), np.random.default_rng(1)
    table.reset(seed=3)
    rewards: dict[str, float] = {}
    for agent in table.agent_iter():
        observation, reward, over, _, info = table.last()
        if over:
            rewards[agent] = reward
            table.step(None)
        else:
            assert reward == 0
            assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(info["legal"].tolist())
            assert abs(observation["observation"]).max() <= MOST
            table.step(int(dice.choice(info["legal"])))
    assert sum(rewards.values()) == pytest.approx(0)
    assert max(rewards.values()) in (0, 1)


@pytest.mark.parametrize("game", NAMES)
def test_what_an_agent_was_told_never_becomes_what_another_is_told(game: str) -> None:
    """Legal actions are cards in hand: only whoever acts has them, and what was kept of them stays what it was."""
    table = env(game, 2)
    table.reset(seed=5)
    kept, then = [], []
    while not any(table.terminations.values()):
        info = table.infos[table.agent_selection]
        assert [agent for agent in table.agents if "legal" in table.infos[agent]] == [table.agent_selection]
        kept.append(info["legal"])
        then.append(info["legal"].tolist())
        table.step(then[-1][-1])
    assert table.infos == {agent: {} for agent in table.agents}
    assert [one.tolist() for one in kept] == then


@pytest.mark.parametrize("game", NAMES)
def test_in_many_games_nobody_is_told_what_others_may_do(game: str) -> None:
    """Not even behind the end of the own list, where longer lists of others stood."""
    made = gymnasium.make_vec(f"kartenhaus/{NAMES[game]}-v0", num_envs=4, vectorization_mode="vector_entry_point", players=3)
    _, info = made.reset(seed=3)
    kept, then = [], []
    for _ in range(30):
        listed = np.arange(info["legal"].shape[1]) < info["count"][:, None]
        assert (info["legal"][~listed] == -1).all()
        kept.append(info["legal"])
        then.append(info["legal"].copy())
        *_, info = made.step(info["legal"][:, 0])
    assert all((one == other).all() for one, other in zip(kept, then, strict=True))
    with pytest.raises(BadUse, match="action -1 is not legal in game 2"):
        made.step(np.where(np.arange(4) == 2, -1, info["legal"][:, 0]))
    made.close()


def test_agents_do_not_see_what_others_hold() -> None:
    """Whoever does not act gets an observation of its own seat, without legal actions."""
    table = env("mad", 3)
    table.reset(seed=5)
    others = [agent for agent in table.agents if agent != table.agent_selection]
    seen = [table.observe(agent) for agent in table.agents]
    assert all(not table.observe(agent)["action_mask"].any() for agent in others)
    assert len({one["observation"].tobytes() for one in seen}) == 3


@pytest.mark.parametrize("game", NAMES)
def test_pictures_and_texts(game: str) -> None:
    table = env(game, render_mode="ansi")
    table.reset(seed=5)
    table.step(int(table.infos[table.agent_selection]["legal"][0]))
    text = table.render()
    assert isinstance(text, str)
    assert text.startswith(table.one.game.title)
    assert "hidden" in text
    table.render_mode = "rgb_array"
    picture = table.render()
    assert isinstance(picture, np.ndarray)
    assert picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3


@pytest.mark.parametrize("game", NAMES)
def test_nobody_is_to_act_once_a_game_is_over(game: str) -> None:
    table = env(game, render_mode="ansi")
    table.reset(seed=5)
    while not any(table.terminations.values()):
        assert f"to_act: {table.one.seats[0]}" in table.render()
        table.step(int(table.infos[table.agent_selection]["legal"][0]))
    assert "to_act: nobody" in table.render()
    assert table.one.seats.tolist() == [NOBODY]


def test_wrong_use_of_agents_is_said() -> None:
    table = env("mada")
    with pytest.raises(BadUse, match="reset first"):
        table.step(0)
    table.reset(seed=1)
    with pytest.raises(BadUse, match="has to act"):
        table.step(None)
    for action in (36, 37, -1, 1 << 70):
        with pytest.raises(BadUse, match=f"action {action} is not legal in game 0; legal are "):
            table.step(action)
    for nonsense in (2.7, "draw", [2]):
        with pytest.raises(BadUse, match="an action is an integer, not "):
            table.step(nonsense)  # type: ignore[arg-type]
    with pytest.raises(BadUse, match="ansi, rgb_array"):
        table.render()
    with pytest.raises(OptionError, match="“loud”"):
        env("mada", render_mode="loud")


@pytest.mark.parametrize(("game", "opponents"), [("mada", ["greedy", "random"]), ("mad", "greedy"), ("maumau", "random")])
def test_gymnasium(game: str, opponents: Any) -> None:
    name = f"kartenhaus/{NAMES[game]}-v{kernels_of(game).NUMBERED.version}"
    made = gymnasium.make(name, players=3, opponents=opponents, render_mode="rgb_array")
    check_env(made.unwrapped)
    made.close()


def test_the_name_can_say_where_environments_are() -> None:
    """Nothing has to be imported before."""
    script = "import gymnasium; print(gymnasium.make('kartenhaus.envs:kartenhaus/MADA-v0').reset(seed=1)[0].shape)"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert done.stdout == "(219,)\n"


@pytest.mark.parametrize("game", NAMES)
def test_gymnasium_in_many_games(game: str) -> None:
    made = gymnasium.make_vec(f"kartenhaus/{NAMES[game]}-v0", num_envs=8, vectorization_mode="vector_entry_point", players=2)
    assert made.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    dice, rows, ends = np.random.default_rng(1), np.arange(8), 0
    seen, info = made.reset(seed=3)
    again, _ = made.reset(seed=3)
    assert (seen == again).all()
    while ends < 20:
        seen, rewards, over, cut, info = made.step(info["legal"][rows, (dice.random(8) * info["count"]).astype(int)])
        assert made.observation_space.contains(seen)
        assert (rewards[~over] == 0).all()
        assert not cut.any()
        if over.any():
            assert (info["_final_obs"] == over).all()
            assert all(one.shape == seen[0].shape for one in info["final_obs"][over])
        ends += int(over.sum())
    made.close()


def test_a_single_game_in_copies() -> None:
    made = gymnasium.make_vec("kartenhaus/MAD-v0", num_envs=2, vectorization_mode="sync")
    _, info = made.reset(seed=1)
    made.step(np.array([legal[0] for legal in info["legal"]]))
    made.close()


def test_an_action_that_is_not_legal_loses_or_is_refused() -> None:
    made = gymnasium.make("kartenhaus/MADA-v0", opponents="random").unwrapped
    _, info = made.reset(seed=1)
    assert np.flatnonzero(made.action_masks()).tolist() == sorted(info["legal"])  # type: ignore[attr-defined]
    wrong = next(action for action in range(37) if action not in info["legal"])
    _, reward, over, _, info = made.step(wrong)
    assert (reward, over) == (-1, True)
    assert f"action {wrong} is not legal" in info["illegal"]
    assert (info["legal"], info["action_mask"].any(), info["seat"] in (0, 1)) == ([], False, True)
    with pytest.raises(BadUse, match="reset first"):
        made.step(wrong)
    strict = gymnasium.make("kartenhaus/MADA-v0", opponents="random", illegal="raise").unwrapped
    strict.reset(seed=1)
    for action in (wrong, -1, 1 << 70):
        with pytest.raises(BadUse, match=f"action {action} is not legal"):
            strict.step(action)
    for nonsense in (2.7, "draw"):
        with pytest.raises(BadUse, match="an action is an integer, not "):
            strict.step(nonsense)


def test_nothing_can_be_played_before_the_deal() -> None:
    for made in (Against("mada"), ManyAgainst("mada", 2)):
        action = np.zeros(2, np.int64) if isinstance(made, ManyAgainst) else 0
        with pytest.raises(BadUse, match="reset first"):
            made.step(action)  # type: ignore[arg-type]  # of either


def play_first(table: Against) -> None:
    """A game in which the agent always plays the first legal action."""
    _, info = table.reset(seed=1)
    while info["legal"]:
        *_, info = table.step(info["legal"][0])


class Stubborn:
    """A bot that plays wrong."""

    def choose(self, view: View, seed: int) -> str:
        return "sulk"


def test_an_opponent_that_plays_wrong_is_named() -> None:
    table = Against("mada", 3, ["random", f"{__name__}:Stubborn"], seat=0)
    with pytest.raises(BadUse, match=r"Stubborn cannot go on: the bot answered 'sulk'"):
        play_first(table)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"opponents": ["random"]}, "3 players need 2 opponents"),
        ({"seat": 3}, "there is no seat 3"),
        ({"illegal": "laugh"}, "lose, raise"),
        ({"render_mode": "loud"}, "ansi, rgb_array"),
    ],
)
def test_wrong_settings_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Against("mada", **{"players": 3, **options})


def begun(game: Any) -> Any:
    state = game.new_initial_state()
    state.apply_action(state.chance_outcomes()[0][0])
    return state


@pytest.mark.sweep("game", [spiel.Mada(edition=SMALL), spiel.Mad(), spiel.MauMau()], [spiel.Mada(edition=SMALL)])
def test_open_spiel(game: Any) -> None:
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", NAMES)
def test_open_spiel_deals_what_is_hidden_anew(game: str) -> None:
    """To the player it is the same state; what others know is no longer what it was."""
    state, dice = begun(pyspiel.load_game(f"python_kartenhaus_{game}(players=2,rng_seed=3)")), np.random.default_rng(1)
    for _ in range(10):
        state.apply_action(state.legal_actions()[0])
        player = state.current_player()
        twin = state.resample_from_infostate(player, dice.random)
        assert twin.information_state_string(player) == state.information_state_string(player)
        assert twin.observation_string(player) == state.observation_string(player)
        assert twin.information_state_tensor(player) == state.information_state_tensor(player)
        assert twin.legal_actions() == state.legal_actions()
        assert twin.information_state_string(1 - player) != state.information_state_string(1 - player)
        moved = state.clone()
        moved.apply_action(state.legal_actions()[-1])
        assert str(moved) != str(state)


def test_open_spiel_gives_the_same_game_for_a_seed() -> None:
    first, second = (begun(pyspiel.load_game("python_kartenhaus_mad(players=4,rng_seed=7)")) for _ in range(2))
    assert str(first) == str(second)
    while not first.is_terminal():
        first.apply_action(first.legal_actions()[0])
    assert sum(first.returns()) == pytest.approx(0)
    assert max(first.returns()) > 0


def test_open_spiel_is_told_of_an_action_that_is_not_legal() -> None:
    state = begun(spiel.Mada({"rng_seed": 1}, SMALL))
    before, wrong = str(state), next(action for action in range(37) if action not in state.legal_actions())
    with pytest.raises(BadUse, match=f"action {wrong} is not legal; legal are "):
        state.apply_action(wrong)
    assert str(state) == before


def test_algorithms_of_open_spiel() -> None:
    game = spiel.Mada({"rng_seed": 1}, SMALL)
    state = begun(game)
    searcher = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=10,
        random_state=np.random.RandomState(2),
    )
    assert searcher.step(state) in state.legal_actions()
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(5):
        solver.iteration()
    policy = solver.average_policy().action_probabilities(begun(game))
    assert sum(policy.values()) == pytest.approx(1)
