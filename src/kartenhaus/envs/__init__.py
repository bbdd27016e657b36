"""The games as environments for machine learning: see docs/environments.md.

Importing this package makes them known to Gymnasium, if that is installed.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kartenhaus.envs.vector import Buffers, Vector

__all__ = ["Buffers", "Vector"]

if find_spec("gymnasium"):
    from kartenhaus.envs.single import register

    register()


def __getattr__(name: str) -> Any:
    if name in __all__:
        from kartenhaus.envs import vector

        return getattr(vector, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
