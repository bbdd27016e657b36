"""Self-play as files for machine learning: see docs/dataset.md.

>>> import tempfile
>>> from kartenhaus.dataset import Setting, read, write
>>> folder = tempfile.mkdtemp()
>>> made = write(Setting("mada", games=10, shard=4), folder, jobs=1)
>>> [shard["observation"].shape[1] for shard in read(folder)]
[219, 219, 219]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kartenhaus.dataset.folder import read
    from kartenhaus.dataset.making import write
    from kartenhaus.dataset.setting import Setting

__all__ = ["Setting", "read", "write"]
_PLACES = {"Setting": "setting", "read": "folder", "write": "making"}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name in __all__:
        return getattr(import_module(f"kartenhaus.dataset.{_PLACES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
