"""Make a dataset, file by file, wherever the work is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from kartenhaus.bots.bot import in_script
from kartenhaus.core.jit import is_compiled
from kartenhaus.dataset.folder import opened
from kartenhaus.dataset.formats import Files, encoded
from kartenhaus.dataset.play import choice_of, match_of, rows_of
from kartenhaus.dataset.setting import Setting, Shard
from kartenhaus.envs.vector import kernels_of
from kartenhaus.work import crew_for


class Made(NamedTuple):
    """A file that is ready to be written."""

    shard: Shard
    rows: int
    files: Files


def make(shard: Shard) -> Made:
    """Play the games of a file; it depends on nothing but the shard."""
    rows, setting = rows_of(shard), shard.setting
    return Made(shard, len(rows["action"]), encoded(rows, setting.columns, setting.format, setting.told()))


def ready(setting: Setting) -> bool:
    """Whether all that is played in compiled loops is compiled."""
    loops: list[Callable[..., Any]] = [kernels_of(setting.game).begin, kernels_of(setting.game).step, choice_of(setting.game)]
    return setting.slips is None or all(is_compiled(loop) for loop in loops)


def warm_up(setting: Setting) -> None:
    """Compile or load what games need, before there are workers, who find it in the store."""
    if setting.slips is not None:
        rows_of(Shard(replace(setting, games=1, notation=False), 0))
    else:
        match_of(setting).warm_up()


def write(
    setting: Setting,
    folder: str | Path,
    jobs: int | None = None,
    on: str | None = None,
    advance: Callable[[int, int, bool], object] = lambda *_: None,
) -> int:
    """Write what is missing of a dataset, and return the number of its rows.

    `advance` gets the games and rows of each file, and whether it was made now.

    Ctrl-C raises KeyboardInterrupt between two files: what is complete stays, and the same call makes the rest.
    """
    with crew_for(jobs, on, script=in_script(setting.bots)) as crew, opened(Path(folder), setting) as place:
        for shard in place.shards.values():
            advance(shard["games"], shard["rows"], False)
        missing = place.missing()
        if missing:
            warm_up(setting)
        for made in crew.run(make, missing):
            place.add(made.shard, made.rows, made.files)
            advance(made.shard.games, made.rows, True)
        return sum(shard["rows"] for shard in place.shards.values())
