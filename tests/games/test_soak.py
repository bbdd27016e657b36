"""A smaller run of bench/audit.py: every game ends, and no move loses a card."""

from __future__ import annotations

from collections.abc import Callable

from conftest import Setting
from kartenhaus.core import kernels
from kartenhaus.core.game import Game
from kartenhaus.core.random import seed_words

_AUDITS: dict[str, Callable[..., int]] = {}


def audit_of(game: Game) -> Callable[..., int]:
    """The kernel of a game, compiled once."""
    if game.name not in _AUDITS:
        _AUDITS[game.name] = kernels.auditing(game.rules)
    return _AUDITS[game.name]


def test_random_games_end_and_lose_no_card(setting: Setting) -> None:
    history = setting.deal(0)
    template = history.game.files.lay_out(history.edition, history.options, history.players)
    audit = audit_of(history.game)
    assert audit(template, template.clone(), seed_words(77), 0, 2000) > 2000
