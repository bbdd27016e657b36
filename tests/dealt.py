"""`kartenhaus` as it is, but for one thing: what is dealt at the tables of its server is the same in every run.

A deal follows from the secret of the house and the nonces of the players, so a test that wants another deal gives another nonce. No
setting does this: who runs a server cannot fix its secret.
"""

from __future__ import annotations

from functools import partial

from kartenhaus.cli.main import main
from kartenhaus.server import app
from kartenhaus.server.house import House

SECRET = "5e" * 32


def secret() -> str:
    """The same for every game of every table."""
    return SECRET


def fix() -> None:
    """From now on a server of this process deals by that secret."""
    setattr(app, "House", partial(House, secret=secret))  # noqa: B010 - a class, for who reads types


if __name__ in ("__main__", "__mp_main__"):  # also in each of several processes that serve
    fix()

if __name__ == "__main__":
    main()
