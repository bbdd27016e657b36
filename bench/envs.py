"""Environments: steps per second from Python with random legal actions on one core, beside those of others, in one run.

python bench/envs.py: the vector environment, and PettingZoo's interface, each beside its peers. Peers that are not installed are
named and left out: pip install "pettingzoo[classic]" rlcard pgx jax.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from kartenhaus.envs import Vector
from kartenhaus.envs.aec import env

ROUNDS, SECONDS = 5, 1.0  # each is measured several times in turn; the best counts, for everyone
ROWS = 1024
AT_LEAST = {"mada": 5e6, "mad": 5e6, "maumau": 2e6}
Measure = Callable[[], float]


def timed(steps: Callable[[], int]) -> Measure:
    """Call something for a while; return the steps per second of processor time."""

    def measure() -> float:
        done, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            done += steps()
        return done / (time.process_time() - start)

    return measure


def vector(game: str, players: int, observe: bool = True) -> Measure:
    """Our vector environment, with observations and masks or only with lists of legal actions."""
    envs, dice, rows = Vector(game, ROWS, players, observe=observe, mask=observe), np.random.default_rng(1), np.arange(ROWS)

    def steps() -> int:
        for _ in range(20):
            envs.step(envs.legal[rows, (dice.random(ROWS, np.float32) * envs.counts).astype(np.int64)])
        return 20 * ROWS

    return timed(steps)


def agents(game: str) -> Measure:
    """Our environment with PettingZoo's interface."""
    table, dice = env(game), np.random.default_rng(1)

    def steps() -> int:
        done = 0
        table.reset()
        for _ in table.agent_iter():
            _, _, over, _, info = table.last()
            table.step(None if over else info["legal"][int(dice.random() * len(info["legal"]))])
            done += not over
        return done

    return timed(steps)


def classics() -> Iterator[tuple[str, Measure]]:
    """PettingZoo's own card games."""
    if not find_spec("pettingzoo.classic") or not find_spec("rlcard"):
        print("pettingzoo[classic] is not installed: its card games are left out")
        return
    from pettingzoo.classic import leduc_holdem_v4, texas_holdem_no_limit_v6, texas_holdem_v4

    for name, module in (
        ("leduc_holdem", leduc_holdem_v4),
        ("texas_holdem", texas_holdem_v4),
        ("texas_holdem_no_limit", texas_holdem_no_limit_v6),
    ):
        table, dice = module.env(), np.random.default_rng(1)

        def steps(table: Any = table, dice: np.random.Generator = dice) -> int:
            done = 0
            table.reset(seed=int(dice.integers(1 << 30)))
            for _ in table.agent_iter():
                seen, _, over, cut, _ = table.last()
                legal = np.flatnonzero(seen["action_mask"])
                table.step(None if over or cut else int(legal[int(dice.random() * len(legal))]))
                done += not over
            return done

        yield f"PettingZoo {name}", timed(steps)


def uno() -> Iterator[tuple[str, Measure]]:
    """RLCard's UNO."""
    if not find_spec("rlcard"):
        print("rlcard is not installed: its UNO is left out")
        return
    import rlcard

    table, dice = rlcard.make("uno"), np.random.default_rng(1)

    def steps() -> int:
        state, _ = table.reset()
        done = 0
        while not table.is_over():
            legal = list(state["legal_actions"])
            state, _ = table.step(legal[int(dice.random() * len(legal))])
            done += 1
        return done

    yield "RLCard uno", timed(steps)


def compiled() -> Iterator[tuple[str, Measure]]:
    """The games of pgx, compiled by JAX, as many at once as ours."""
    if not find_spec("pgx"):
        print("pgx is not installed: its games are left out")
        return
    import jax
    import pgx
    from pgx.experimental.wrappers import auto_reset

    for name in ("leduc_holdem", "sparrow_mahjong"):
        made = pgx.make(name)
        step = auto_reset(made.step, made.init)

        def act(state: Any, key: Any, step: Any = step) -> Any:
            first, second = jax.random.split(key)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(first, logits, axis=1)
            return jax.vmap(step)(state, actions, jax.random.split(second, ROWS))

        run, key = jax.jit(act), jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(made.init))(jax.random.split(key, ROWS))

        def steps(run: Any = run, kept: list[Any] | None = None) -> int:
            assert kept is not None
            for number in range(20):
                kept[0] = run(kept[0], jax.random.PRNGKey(number))
            jax.block_until_ready(kept[0])
            return 20 * ROWS

        kept = [state]
        steps(run, kept)

        def again(steps: Callable[..., int] = steps, run: Any = run, kept: list[Any] = kept) -> int:
            return steps(run, kept)

        yield f"pgx {name}", timed(again)


def show(title: str, ours: dict[str, Measure], peers: dict[str, Measure], wanted: dict[str, float]) -> None:
    """Measure all in turn, and print what each reaches, and how many times every peer."""
    best = dict.fromkeys([*ours, *peers], 0.0)
    for _ in range(ROUNDS):
        for name, measure in {**ours, **peers}.items():
            best[name] = max(best[name], measure())
    print(f"\n{title}, steps per second of processor time (best of {ROUNDS})")
    for name in peers:
        print(f"  {name:36} {best[name]:12,.0f}")
    for name in ours:
        goal = f"   wanted {wanted[name]:,.0f}: {'yes' if best[name] >= wanted[name] else 'no'}" if name in wanted else ""
        ratios = "".join(f"   {best[name] / best[peer]:.1f} × {peer}" for peer in peers)
        print(f"  {name:36} {best[name]:12,.0f}{goal}{ratios}")


def main() -> None:
    """Measure and print."""
    warnings.simplefilter("ignore")
    ours = {}
    wanted: dict[str, float] = {}
    for game, most in (("mada", 5), ("mad", 6), ("maumau", 4)):
        ours[f"{game}, 2 players"], wanted[f"{game}, 2 players"] = vector(game, 2), AT_LEAST[game]
        ours[f"{game}, {most} players"] = vector(game, most)
        ours[f"{game}, 2 players, lists only"] = vector(game, 2, observe=False)
    show(f"Vector, {ROWS} games at once", ours, dict(compiled()), wanted)
    show(
        "One game, agents in turn",
        {game: agents(game) for game in AT_LEAST},
        {**dict(classics()), **dict(uno())},
        dict.fromkeys(AT_LEAST, 1e5),
    )


if __name__ == "__main__":
    main()
