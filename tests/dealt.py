"""`kartenhaus` with one change: its server deals the same cards in every run.

A deal follows from the secret of the house and the nonces of the players, so a test that wants another deal gives another nonce. No
setting does this: nobody who runs a server can fix its secret.
"""

from __future__ import annotations

from functools import partial

from kartenhaus.cli.main import main
from kartenhaus.server import app
from kartenhaus.server.house import House

SECRET = "5e" * 32


def secret() -> str:
    """The same secret for every game of every table."""
    return SECRET


def fix() -> None:
    """Make every server of this process deal by that secret."""
    setattr(app, "House", partial(House, secret=secret))  # noqa: B010 - a class, to type checkers


if __name__ in ("__main__", "__mp_main__"):  # also in each worker process of a server
    fix()

if __name__ == "__main__":
    main()
