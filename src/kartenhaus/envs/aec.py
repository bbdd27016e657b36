"""The games for PettingZoo: agents take turns (AEC).

>>> environment = env("mada", players=3)
>>> environment.reset(seed=7)
>>> observation, reward, termination, truncation, info = environment.last()
>>> observation["observation"].shape, observation["action_mask"].sum() > 0
((219,), np.True_)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from kartenhaus.bots.learned.files import brain_of
from kartenhaus.core import edition as editions
from kartenhaus.envs.drawing import RENDERS, check_mode, rendered
from kartenhaus.envs.vector import MOST, Array, BadUse, Vector, whole


class CardGame(AECEnv[str, dict[str, Array], int]):  # type: ignore[misc]  # PettingZoo has no types
    """One game. Observations are dictionaries with `observation` and `action_mask`; rewards come at the end.

    The info of the agent that is to act has its `legal` actions as a list, which is shorter than the mask.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDERS), "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int = 2,
        edition: str | Mapping[str, Any] = editions.STANDARD,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Lay the game out; it is dealt by `reset`."""
        super().__init__()
        self.one = Vector(game, 1, players, edition=edition, again=False, **options)
        name = f"kartenhaus_{game}_v{self.one.numbering.version}"
        self.metadata = {**self.metadata, "name": name}  # type: ignore[misc]  # of one game, not of the class
        self.render_mode = check_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(self.one.players)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._features = brain_of(game).features
        self._none = np.zeros(self.one.numbering.size, np.int8)
        self._space = spaces.Dict(
            {
                "observation": spaces.Box(-MOST, MOST, (self.one.features.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.one.numbering.size,), np.int8),
            }
        )
        self._actions = spaces.Discrete(self.one.numbering.size)
        self._chosen = np.zeros(1, np.int64)
        self._seeds = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        """The same for everybody."""
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same for everybody."""
        return self._actions

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal; games without a seed follow from the last one with a seed."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.one.reset(int(self._seeds.integers(1 << 63)))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        one = self.one
        self.agent_selection = agent = self.possible_agents[one.seats[0]]
        self.infos[agent] = {"legal": one.legal[0, : one.counts[0]].copy()}  # the list itself goes on to whoever acts next

    def observe(self, agent: str) -> dict[str, Array]:
        """What an agent may know, and its legal actions if it is to act."""
        one = self.one
        seen = one.observations[0].copy()
        if agent == self.agent_selection and one.counts[0]:
            return {"observation": seen, "action_mask": one.masks[0].copy()}
        self._features(one.positions[0], self._seat_of[agent], seen)
        return {"observation": seen, "action_mask": self._none}

    def step(self, action: int | None) -> None:
        """Play for the agent that is to act; an action that is not legal is refused, and nothing is played."""
        if not self.agents:
            raise BadUse("the game is over, or not dealt yet: reset first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadUse("{agent} has to act: None is only for agents whose game is over", agent=agent)
        one, number = self.one, whole(action)
        if not 0 <= number < one.numbering.size:
            raise one.refusal(number)
        self._chosen[0] = number
        one.step(self._chosen)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {}
        if one.counts[0]:
            self._select()
            return
        for other, reward in zip(self.agents, one.rewards[0].tolist(), strict=True):
            self.rewards[other] = reward
            self._cumulative_rewards[other] += reward
            self.terminations[other] = True
        self.agent_selection = self._deads_step_first()

    def render(self) -> str | Array:
        """The table as a spectator sees it, as text or as a picture."""
        return rendered(self.one.game, self.one.positions[0], self.render_mode)

    def close(self) -> None:
        """Nothing can be played afterwards."""
        self.one.close()


def env(
    game: str,
    players: int = 2,
    edition: str | Mapping[str, Any] = editions.STANDARD,
    render_mode: str | None = None,
    **options: Any,
) -> CardGame:
    """A game as an AEC environment; `options` are those of the game, such as house rules."""
    return CardGame(game, players, edition, render_mode, **options)
