"""`kartenhaus verify`: whether a deal was fair."""

from __future__ import annotations

from pathlib import Path

from kartenhaus.cli.inputs import record_of
from kartenhaus.cli.terminal import say
from kartenhaus.core.errors import RecordError
from kartenhaus.table import fairness


def verify(file: Path, published: str, nonce: str) -> None:
    """Print what is proved and what is not; an error says what does not match."""
    history = record_of(file)
    if not history.fair:
        raise RecordError("{file} does not say how its seed came about: only games played at a table do", file=file)
    fairness.verify(history, published, nonce)
    fair, doubts = history.fair, fairness.doubts(history, published, nonce)
    say("[bold]Proved:[/]" if doubts else "[green]Nobody could choose this deal.[/] Proved:")
    if not history.outdated:
        say("- All {} moves follow the rules.", len(history.played))
    say("- The deal follows from the secret and the nonces in the record, and the secret from the commitment")
    say("  {}", fair["commitment"])
    if published:
        say("- That commitment is the one you noted.")
    if nonce:
        say("- Your nonce is part of the deal, as that of seat {}.", fair["nonces"].index(nonce))
    if fair.get("bots"):
        say("- Bots added nothing (seats {}).", ", ".join(map(str, fair["bots"])))
    if doubts:
        say("[bold]Not proved:[/]")
        for doubt in doubts:
            say("- {}", doubt)
        if not (published and nonce):
            say("[dim]--published COMMITMENT and --nonce NONCE check what you noted yourself.[/]")
