"""The games as environments for machine learning: see docs/environments.md. Everything loads on first use."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kartenhaus.envs.vector import Buffers, Vector

__all__ = ["Buffers", "Vector"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from kartenhaus.envs import vector

        return getattr(vector, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
