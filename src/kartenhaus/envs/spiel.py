"""The games for OpenSpiel: `pyspiel.load_game("python_kartenhaus_mada")` once this module is imported.

The deal is one sampled chance node; its outcome is the seed, so a history says everything.

>>> import pyspiel
>>> state = pyspiel.load_game("python_kartenhaus_mada(players=3)").new_initial_state()
>>> state.apply_action(state.chance_outcomes()[0][0])
>>> state.current_player() in range(3), len(state.legal_actions()) > 0
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from kartenhaus.bots.learned.files import brain_of
from kartenhaus.core import edition as editions
from kartenhaus.core.game import Game, find
from kartenhaus.core.history import History, conceal, texts
from kartenhaus.envs.vector import Array, BadUse, kernels_of

LONGEST = 100_000  # decisions: no real game comes near
SEEDS = 1 << 30  # deals


class Shared:
    """What all states of a game share; copies of a state share it too."""

    def __init__(self, game: Game, players: int, edition: Mapping[str, Any], seed: int) -> None:
        """Seeds of deals come from `seed`; a negative one stands for chance."""
        self.game, self.players, self.edition = game, game.check_players(players), edition
        self.random = np.random.default_rng(None if seed < 0 else seed)

    def __deepcopy__(self, _: object) -> Shared:
        return self


class CardGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of the games. `edition` is a name, the text of a file, or a table that was read already."""

    name: str

    def __init__(self, params: Mapping[str, Any] | None = None, edition: str | Mapping[str, Any] = editions.STANDARD) -> None:
        """`params` are those of OpenSpiel: players, rng_seed and the name or text of an edition."""
        given = {**DEFAULTS, **(params or {})}
        ours = find(self.name)
        if edition == editions.STANDARD:
            edition = str(given["edition"])
        is_file = isinstance(edition, str) and "\n" in edition
        read = editions.parse(ours, str(edition), "edition") if is_file else editions.find(ours, edition)
        self.shared = Shared(ours, int(given["players"]), read, int(given["rng_seed"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=kernels_of(self.name).NUMBERED.size,
            max_chance_outcomes=SEEDS,
            num_players=self.shared.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(ours), info, dict(given))

    def new_initial_state(self) -> CardState:
        """Before the deal."""
        return CardState(self, self.shared)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """What observes states: the features of the learned bots, and texts."""
        return Observer(self.shared, kind is not None and kind.perfect_recall)


class CardState(pyspiel.State):  # type: ignore[misc]
    """One game, before its deal, or dealt."""

    def __init__(self, game: CardGame, shared: Shared) -> None:
        """Before the deal."""
        super().__init__(game)
        self.shared = shared
        self.seed = int(shared.random.integers(SEEDS))
        self.history_of: History | None = None
        self.before: dict[int, str] = {}
        """In a state with hidden cards dealt anew: what each player knew then."""

    @property
    def dealt(self) -> History:
        """The game, once it is dealt."""
        assert self.history_of is not None
        return self.history_of

    def current_player(self) -> int:
        """Whose decision is next."""
        if self.history_of is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.history_of.to_act
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.history_of is not None and self.history_of.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The sampled deal."""
        return [(self.seed, 1.0)]

    def _moves(self) -> dict[int, int]:
        """The legal moves of the seat to act, by their actions."""
        history = self.dealt
        moves = history.legal_numbers()
        actions = np.array(moves, np.int64)
        if moves:
            array = history.position.array()
            kernels_of(history.game.name).number(
                array if array is not None else history.position.clone().array(), history.to_act, actions
            )
        return dict(zip(actions.tolist(), moves, strict=True))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._moves())

    def _apply_action(self, action: int) -> None:
        if self.history_of is None:
            self.history_of = History.deal(self.shared.game, self.shared.players, action, self.shared.edition)
        else:
            moves = self._moves()
            if action not in moves:
                raise BadUse(
                    "action {action} is not legal; legal are {legal}", action=action, legal=", ".join(map(str, sorted(moves)))
                )
            self.history_of.play(moves[action])

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        move = self._moves().get(action)
        return f"action {action}" if move is None else texts(self.shared.game, self.dealt.position, [move])[0]

    def returns(self) -> list[float]:
        """1 for a win alone; the others share the loss."""
        seats = self.shared.players
        won = self.dealt.result.winners if self.is_terminal() else []
        if not won:
            return [0.0] * seats
        return [(seats * ((seat in won) / len(won)) - 1) / (seats - 1) for seat in range(seats)]

    def __str__(self) -> str:
        """The table with all cards, and what was played since the deal."""
        if self.history_of is None:
            return f"before deal {self.seed}"
        return f"{self.history_of.written()} {[move.move for move in self.history_of.played]}"

    def known(self, player: int) -> str:
        """All that a player has heard since the deal, as numbers: two states are the same to them if this is."""
        if self.history_of is None:
            return ""
        return self.before.get(player, f"{player}:") + self.history_of.journal.heard(player).tobytes().hex()

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CardState:
        """A state that is the same to a player, with hidden cards dealt anew."""
        twin = CardState(self.get_game(), self.shared)
        history = self.dealt.clone()
        view = conceal(history.game, history.position, player)
        history.game.rules.redeal(view, np.array([int(sampler() * (1 << 32)) for _ in range(4)], np.int64))
        history.position = view
        history.journal = type(history.journal)()
        twin.history_of, twin.seed = history, self.seed
        twin.before = {
            seat: f"{seat}~{conceal(history.game, view, seat).tobytes().hex()}" if seat != player else self.known(seat)
            for seat in range(self.shared.players)
        }
        return twin


class Observer:
    """Observations: the features of a seat as the tensor, its view in words as the text."""

    def __init__(self, shared: Shared, perfect_recall: bool) -> None:
        """With perfect recall, the text is all that the player has heard."""
        self.perfect_recall = perfect_recall
        self._brain = brain_of(shared.game.name)
        self.tensor: Array = np.zeros(self._brain.DECLARED.size, np.float32)
        self.dict = {"features": self.tensor}

    def set_from(self, state: CardState, player: int) -> None:
        """Write what a player may know into the tensor."""
        self.tensor.fill(0)
        if state.history_of is not None:
            position = state.history_of.position
            self._brain.figures(position, self.tensor)
            self._brain.features(position, player, self.tensor)

    def string_from(self, state: CardState, player: int) -> str:
        """What a player may know, as text."""
        if self.perfect_recall:
            return state.known(player)
        return "" if state.history_of is None else str(state.history_of.written(player))


DEFAULTS: dict[str, Any] = {"players": 2, "rng_seed": -1, "edition": editions.STANDARD}


def type_of(game: Game) -> Any:
    """What OpenSpiel knows about a game."""
    return pyspiel.GameType(
        short_name=f"python_kartenhaus_{game.name}",
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(DEFAULTS),
        default_loadable=True,
    )


class Mada(CardGame):
    """MADA."""

    name = "mada"


class Mad(CardGame):
    """MAD."""

    name = "mad"


class MauMau(CardGame):
    """Mau Mau, the board game."""

    name = "maumau"


for _game in (Mada, Mad, MauMau):
    pyspiel.register_game(type_of(find(_game.name)), _game)
