"""`kartenhaus verify`: whether a deal was fair."""

from __future__ import annotations

from pathlib import Path

from kartenhaus.cli.inputs import record_of
from kartenhaus.cli.terminal import say
from kartenhaus.core.errors import RecordError
from kartenhaus.table import fairness


def verify(file: Path, published: str) -> None:
    """Say what was checked; an error says what does not fit."""
    history = record_of(file)
    if not history.fair:
        raise RecordError("{file} does not say how its seed came about: only games played at a table do", file=file)
    fairness.verify(history.seed, history.fair, published)
    say("[green]The deal is fair.[/] The seed follows from the secret and the players’ nonces, and the secret from the commitment:")
    say("  {}", history.fair["commitment"])
    if published:
        say("It is the one that was published before the deal.")
    else:
        say("Compare it with the one shown before the deal, or give that as --published.")
    say("All {} moves follow the rules.", len(history.entries))
