"""The bot that looks ahead, and what it thinks."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from kartenhaus.bots import kernel
from kartenhaus.bots.bot import find
from kartenhaus.bots.brains import Brain, brain
from kartenhaus.bots.calling import call_bot
from kartenhaus.bots.greedy import Greedy
from kartenhaus.bots.learned.files import LearnedBrain, brain_of, is_trained, network_for, prefers_network
from kartenhaus.bots.learned.network import SHARP
from kartenhaus.bots.levels import LOOK_AHEAD
from kartenhaus.bots.memory import likely_views
from kartenhaus.bots.reasons import Fact, reasons
from kartenhaus.bots.skilled.files import SkilledBrain, is_skilled, skilled_brain, standing_for
from kartenhaus.bots.styles import tormentor
from kartenhaus.bots.view import View
from kartenhaus.core.errors import OptionError
from kartenhaus.core.game import NOBODY, Game, Position
from kartenhaus.core.intervals import wilson
from kartenhaus.core.random import below, dice_of

STEP = 256  # iterations between two checks of the clock, and of whether the move is decided; at most, if the time is limited
MOST_NODES = 1 << 20
FEWEST_DEALS, MOST_DEALS = 64, 512  # likely deals of the hidden cards for one decision
PER_DEAL = 4  # iterations for each, between those limits
LEARNED, SKILLED, THUMB, BEST = "learned", "skilled", "thumb", "best"
HUNDRED = 100
MOST = 3  # instead of a number of iterations, -1, -2 and -3 mean few, many and most, as tuned for the game
DOUBT = 10  # thousandths of a win: the temperature at which networks learn to weigh moves (`course.py`)
LIMITS = {
    "iterations": (-MOST, 1_000_000_000),
    "milliseconds": (0, 86_400_000),
    "exploration": (0, 1000),
    "spread": (1, 1_000_000),
    "guided": (0, 100),
    "horizon": (-1, 1_000_000),
    "turns": (-1, kernel.DEPTH),
    "trust": (-1, 1_000_000),
    "risk": (-100, 100),
    "grudge": (0, 1000),
    "slips": (-1, 1000),
}


@dataclass(frozen=True)
class Settings:
    """How to search; docs/bots.md says how each setting was tuned."""

    iterations: int = 1000
    """Playouts for one decision; 0: as many as the time allows; -1, -2, -3: few, many or most, as tuned for the game."""
    milliseconds: int = 0
    """Time for one decision, kept to within about a tenth; 0: no limit. With a limit the same seed may give another move."""
    exploration: float = 1.0
    """How much a move gains from having been tried rarely; a win counts 1."""
    spread: int = 12
    """How far below the best the weight of a move must be for it to look a third as good at first."""
    guided: int = 100
    """Percent of a playout's moves that follow the rules of thumb; the rest is chance."""
    horizon: int = -1
    """Moves of a playout per seat, after which the standing is judged; 0: to the end; -1: as tuned for the game."""
    turns: int = -1
    """Turns that the tree looks ahead before the rules of thumb choose; 0: no limit; -1: as tuned for the game."""
    trust: int = -1
    """Playouts that a network's first look at a move counts as much as; -1: as tuned for the game. The rules of thumb know none."""
    risk: int = 0
    """Percent: how much it prefers a gamble to what is certain; below 0: how much it avoids one."""
    grudge: int = 0
    """Percent: how much it wants the player not to win who harmed it last, compared with winning."""
    slips: int = 0
    """Hundredths of a logarithm: how much more often tried each move may look than it was; -1: as tuned for the game's `medium`."""
    pass_over: bool = True
    """Whether the tree skips a seat without a choice."""
    judgement: str = THUMB
    """Who weighs moves and judges a standing: the rules of `thumb`, better and `skilled` ones with a network for the standing, or a
    `learned` network, where there are such for the table; or the `best` of them for the game."""
    belief: bool = False
    """Whether hidden cards are dealt by what the others did, instead of evenly."""
    final: str = "visits"
    """The move that is made: the one with most `visits`, or with the best `value`."""

    def __post_init__(self) -> None:
        if not self.iterations and not self.milliseconds:
            raise OptionError("a search needs a limit: iterations, milliseconds, or both")
        for name, (least, most) in LIMITS.items():
            if not least <= getattr(self, name) <= most:
                raise OptionError("the setting {name} is {least} to {most}", name=name, least=least, most=most)


@dataclass(frozen=True)
class Considered:
    """A move that was tried."""

    move: int
    text: str
    visits: int
    value: float
    """The share of playouts with this move that its player won."""
    low: float
    """The lower end of the 95 % interval of this share: with few playouts it says little."""
    high: float
    facts: list[Fact] = field(default_factory=list)
    """What is behind it; only in a hint."""


@dataclass(frozen=True)
class Thought:
    """What the search found."""

    seat: int
    move: int
    text: str
    chances: list[float]
    """How likely each seat is to win, according to the playouts."""
    considered: list[Considered]
    """The moves that were tried, the most promising first."""
    iterations: int
    judgement: str
    """Who judged: a `learned` network, `skilled` rules, or the rules of `thumb`."""


@dataclass
class Search:
    """Looks ahead by playing the game out from many deals of the hidden cards."""

    settings: Settings = field(default_factory=Settings)

    def choose(self, view: View, seed: int) -> int:
        """The most promising move."""
        if view.to_act != view.seat:  # out of turn there is little to search
            return Greedy().choose(view, seed)
        legal = view.legal_numbers()
        return legal[0] if len(legal) == 1 else self.think(view, seed).move

    def think(self, view: View, seed: int) -> Thought:
        """Search, and return all that was found; only for the seat to act."""
        if view.to_act != view.seat:
            raise OptionError("it is not seat {seat} that has to act: there is nothing to think about", seat=view.seat)
        settings = replace(self.settings, judgement=judgement(self.settings, view.game, view.position))
        settings = tuned(settings, view.game, view.players)
        most, seconds = settings.iterations or 1 << 40, settings.milliseconds / 1000
        tree = _Tree(view, settings, seed)
        step = first = min(1 if seconds else STEP, most)
        tree.grow(first)
        start = time.monotonic()  # not before: the first step may have to be compiled
        while tree.iterations < most and not tree.decided(most):
            tree.grow(min(step, most - tree.iterations))
            if seconds:
                spent = time.monotonic() - start
                if spent > seconds:
                    break
                step = _next_step(step, (tree.iterations - first) * seconds / max(spent, 1e-9))
        return tree.thought()


def judgement(settings: Settings, game: Game, pos: Position) -> str:
    """Who judges at a table: a network, skilled rules, or the rules of thumb."""
    if settings.judgement in (SKILLED, BEST) and is_skilled(game, pos):
        return SKILLED
    wanted = settings.judgement == LEARNED or (settings.judgement == BEST and prefers_network(game.name))
    return LEARNED if wanted and is_trained(game, pos) else THUMB


@lru_cache(100)
def tuned(settings: Settings, game: Game, players: int) -> Settings:
    """Settings with the values tuned for the game filled in."""
    mind: Brain | LearnedBrain | SkilledBrain = brain(game)
    if settings.judgement == LEARNED:
        mind = brain_of(game.name)
    elif settings.judgement == SKILLED:
        mind = skilled_brain(game.name)
    playouts = mind.PLAYOUTS[max(least for least in mind.PLAYOUTS if least <= players)]
    left: dict[str, Any] = {
        "iterations": playouts[max(-settings.iterations, 1) - 1],
        "horizon": mind.HORIZON,
        "turns": mind.TURNS,
        "trust": mind.TRUST,
        "slips": mind.SLIPS,
    }
    return replace(settings, **{name: value for name, value in left.items() if getattr(settings, name) < 0})


def _next_step(step: int, possible: float) -> int:
    """Iterations until the next check of the clock: a tenth of those possible in the time, at most twice as many as before."""
    return max(1, min(2 * step, STEP, int(possible / 10)))


def think(view: View, bot: str, seed: int) -> Thought:
    """What a bot that looks ahead thinks, in the view of the seat to act, with the facts behind each move."""
    if view.to_act == NOBODY:
        raise OptionError("the game is over: there is nothing to think about")
    thinker = call_bot(find(bot))
    if not isinstance(thinker, Search):
        raise OptionError(
            "{bot} does not look ahead; ask {known}, or search with its settings", bot=bot, known=", ".join(LOOK_AHEAD)
        )
    thought = thinker.think(view, seed)
    return replace(thought, considered=[replace(one, facts=reasons(view, one.move)) for one in thought.considered])


class _Tree:
    """The search for one decision: the tree, and the arrays the kernel works in."""

    def __init__(self, view: View, settings: Settings, seed: int) -> None:
        self.view = view
        self.settings = settings
        size = min(settings.iterations + 2, MOST_NODES) if settings.iterations else MOST_NODES
        self.nodes: Any = np.zeros(size, kernel.Node.layout())
        self.slots = np.zeros(1 << (2 * size).bit_length(), np.int64)
        self.used = 1
        self.first: list[int] = []  # the nodes of the moves to choose from
        self.iterations = 0
        self.chances = np.zeros(view.players, np.int64)
        self.dice = dice_of(seed)
        deals = min(max(settings.iterations // PER_DEAL, FEWEST_DEALS), MOST_DEALS)
        self.views = likely_views(view, deals, self.dice) if settings.belief else view.position.clone().array()
        self.pos = view.position.clone()
        self.kernel_settings = kernel.KernelSettings.new()
        self.kernel_settings.exploration = round(1000 * settings.exploration)
        self.kernel_settings.spread = settings.spread
        self.kernel_settings.guided = settings.guided
        self.kernel_settings.horizon = settings.horizon
        self.kernel_settings.turns = settings.turns
        self.kernel_settings.pass_over = int(settings.pass_over)
        self.kernel_settings.trust, self.kernel_settings.doubt = settings.trust, DOUBT
        self.kernel_settings.risk, self.kernel_settings.grudge = settings.risk, settings.grudge
        self.kernel_settings.foe = tormentor(view.events, view.seat) if settings.grudge else NOBODY
        self.search, self.network = brain(view.game).search, ()  # empty arrays would cost a third of the time
        network = network_for(view) if settings.judgement == LEARNED else None
        if network is not None:
            self.search, self.network = brain_of(view.game.name).search, network
            self.kernel_settings.spread = SHARP
        elif settings.judgement == SKILLED and (standing := standing_for(view.game, view.position)) is not None:
            self.search, self.network = skilled_brain(view.game.name).search, standing

    def grow(self, iterations: int) -> None:
        """Run more iterations."""
        before = self.used
        self.used = self.search(
            self.views,
            self.pos,
            self.kernel_settings,
            self.nodes,
            self.slots,
            before,
            self.dice,
            iterations,
            self.chances,
            self.network,
        )
        self.iterations += iterations
        self.first += (before + np.flatnonzero(self.nodes["parent"][before : self.used] == 0)).tolist()

    def roots(self) -> Any:
        """The moves to choose from."""
        return self.nodes[self.first]

    def decided(self, iterations: int) -> bool:
        """Whether no other move can overtake the leading one in the iterations that are left."""
        if self.settings.final != "visits":
            return False
        visits = np.sort(self.roots()["visits"])
        return len(visits) > 1 and int(visits[-1] - visits[-2]) > iterations - self.iterations

    def thought(self) -> Thought:
        """What was found."""
        considered = []
        for node in self.roots():
            move, visits = int(node.move), int(node.visits)
            value = float(node.total / visits / kernel.WIN)
            considered.append(Considered(move, self.view.text(move), visits, value, *wilson(value, visits)))
        by_value = self.settings.final == "value"
        considered.sort(key=lambda one: (one.value, one.visits) if by_value else (one.visits, one.value), reverse=True)
        if self.settings.slips:
            looks = [math.log(one.visits) + self.settings.slips * below(self.dice, HUNDRED) / HUNDRED**2 for one in considered]
            considered.insert(0, considered.pop(looks.index(max(looks))))
        chances = [float(chance / self.chances.sum()) for chance in self.chances]
        return Thought(
            self.view.seat, considered[0].move, considered[0].text, chances, considered, self.iterations, self.settings.judgement
        )
