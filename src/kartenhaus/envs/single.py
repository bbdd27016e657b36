"""The games for Gymnasium: one agent against bots, in one game or in many.

>>> import gymnasium
>>> import kartenhaus.envs
>>> environment = gymnasium.make("kartenhaus/MADA-v0", opponents="random")
>>> observation, info = environment.reset(seed=7)
>>> observation.shape, info["legal"]
((219,), [3, 4, 9, 16])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from kartenhaus.core import edition as editions
from kartenhaus.core.errors import OptionError
from kartenhaus.envs.drawing import RENDERS, check_mode, rendered
from kartenhaus.envs.opponents import RANDOM, Opposed
from kartenhaus.envs.stepping import NOTHING
from kartenhaus.envs.vector import MOST, Array, BadUse, Vector, whole

LOSE, RAISE = "lose", "raise"
NAMES = {"mada": "MADA", "mad": "MAD", "maumau": "MauMau"}
LOST = -1.0  # the reward for an action that is not legal


def _spaces(vector: Vector) -> tuple[spaces.Box, spaces.Discrete]:
    return spaces.Box(-MOST, MOST, (vector.features.size,), np.float32), spaces.Discrete(vector.numbering.size)


class Against(gymnasium.Env[Array, int]):
    """One game against bots. The observation is what the agent's seat may know; the info has its legal actions."""

    metadata = {"render_modes": list(RENDERS), "render_fps": 1}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: str | Sequence[str] = RANDOM,
        seat: int | None = None,
        edition: str | Mapping[str, Any] = editions.STANDARD,
        illegal: str = LOSE,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`seat` is the agent's, by default a random one in every game.

        An action that is not legal loses the game (`illegal="lose"`), or is refused with an error (`"raise"`).
        """
        if illegal not in (LOSE, RAISE):
            raise OptionError("illegal is one of {known}, not “{given}”", known=f"{LOSE}, {RAISE}", given=str(illegal)[:40])
        self.opposed = Opposed(game, 1, players, opponents, seat, edition, **options)
        self.illegal, self.render_mode = illegal, check_mode(render_mode)
        self.observation_space, self.action_space = _spaces(self.opposed.vector)  # type: ignore[assignment]  # np.int64 is as good

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal, and let others play until the agent is to act."""
        super().reset(seed=seed)
        while True:
            self.opposed.reset(int(self.np_random.integers(1 << 62)), self.np_random)
            if self.opposed.vector.counts[0]:  # else the game was over before the agent could act
                return self._seen(), self._info()

    def step(self, action: int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play, and let others play until the agent is to act again, or the game is over."""
        vector, chosen = self.opposed.vector, whole(action)
        if not self.opposed.dealt or not vector.counts[0]:
            raise BadUse("the game is over, or not dealt yet: reset first")
        legal = vector.legal[0, : vector.counts[0]].tolist()
        if chosen not in legal:
            if self.illegal == RAISE:
                raise vector.refusal(chosen)
            return self._lost(f"action {chosen} is not legal; legal are {legal}")
        self.opposed.act(np.array([chosen], np.int64), self.np_random)
        return self._seen(), float(self.opposed.rewards()[0]), bool(vector.done[0]), False, self._info()

    def _lost(self, reason: str) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """The game is over for the agent, which may do nothing any more."""
        vector = self.opposed.vector
        vector.counts[0] = 0
        vector.masks[0] = 0
        return self._seen(), LOST, True, False, {**self._info(), "illegal": reason}

    def action_masks(self) -> Array:
        """The legal actions as booleans, as libraries with masked policies ask for them."""
        found: Array = self.opposed.vector.masks[0].astype(np.bool_)
        return found

    def render(self) -> str | Array:
        """The table as a spectator sees it, as text or as a picture."""
        return rendered(self.opposed.vector.game, self.opposed.vector.positions[0], self.render_mode)

    def close(self) -> None:
        """Nothing can be played afterwards."""
        self.opposed.vector.close()

    def _seen(self) -> Array:
        return self.opposed.final(0)

    def _info(self) -> dict[str, Any]:
        vector = self.opposed.vector
        return {
            "action_mask": vector.masks[0].copy(),
            "legal": vector.legal[0, : vector.counts[0]].tolist(),
            "seat": int(self.opposed.own[0]),
        }


class ManyAgainst(VectorEnv[Array, Array, Array]):
    """Many games against bots. A game that ends is followed at once by the next, in the same step.

    An action that is not legal is refused with an error, and nothing is played.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        opponents: str | Sequence[str] = RANDOM,
        seat: int | None = None,
        edition: str | Mapping[str, Any] = editions.STANDARD,
        threads: int = 1,
        **options: Any,
    ) -> None:
        """As for one game."""
        super().__init__()
        self.num_envs = num_envs
        self.opposed = Opposed(game, num_envs, players, opponents, seat, edition, threads, **options)
        self.single_observation_space, self.single_action_space = _spaces(self.opposed.vector)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, dict[str, Any]]:
        """Deal all games, and let others play until the agent is to act."""
        super().reset(seed=seed)
        self.opposed.reset(int(self.np_random.integers(1 << 62)), self.np_random)
        self._deal_over()
        return self.opposed.vector.observations.copy(), self._info()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play in every game; what a game showed at its end is `final_obs` of the info."""
        vector = self.opposed.vector
        self.opposed.act(actions, self.np_random)
        over, rewards, info = vector.counts == 0, self.opposed.rewards(), {}
        if over.any():
            info["final_obs"] = np.full(self.num_envs, None, object)
            for row in np.flatnonzero(over).tolist():
                info["final_obs"][row] = self.opposed.final(row)
            info["_final_obs"] = over
            self._deal_over()
        return vector.observations.copy(), rewards.astype(np.float64), over, np.zeros(self.num_envs, np.bool_), info | self._info()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        self.opposed.vector.close()

    def _deal_over(self) -> None:
        """Deal the next game wherever one is over; a game can be over before the agent could act."""
        while (over := self.opposed.vector.counts == 0).any():
            self.opposed.deal(over, self.np_random)

    def _info(self) -> dict[str, Any]:
        vector = self.opposed.vector
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": vector.masks.copy(),
            "_action_mask": everywhere,
            "legal": np.where(
                np.arange(vector.legal.shape[1]) < vector.counts[:, None], vector.legal, NOTHING
            ),  # not what others had
            "_legal": everywhere,
            "count": vector.counts.copy(),
            "_count": everywhere,
        }


def register() -> None:
    """Make the games known to Gymnasium: `gymnasium.make("kartenhaus/MADA-v0")`."""
    for game, name in NAMES.items():
        known = f"kartenhaus/{name}-v0"
        if known not in gymnasium.registry:
            gymnasium.register(
                known,
                "kartenhaus.envs.single:Against",
                vector_entry_point="kartenhaus.envs.single:ManyAgainst",
                kwargs={"game": game},
            )
