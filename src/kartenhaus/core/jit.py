"""The only module that touches Numba.

`compiled` marks a function that runs at C speed; `entry` marks one that Python calls, and keeps its machine code on disk;
`kernel` is an entry that runs for long, and lets other threads go on meanwhile: for one of microseconds, handing the interpreter
over and getting it back takes longer than the call. The store is keyed by a digest of every source that could be part of that
code: an edited helper never meets a stale caller.

Environment: KARTENHAUS_INTERPRET=1 runs everything as plain Python (for a debugger); KARTENHAUS_BOUNDS=1 checks every
array index; KARTENHAUS_CACHE names the folder of the store.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from kartenhaus.core.errors import KartenhausError

INTERPRET = os.environ.get("KARTENHAUS_INTERPRET") == "1"
BOUNDS = os.environ.get("KARTENHAUS_BOUNDS") == "1"

F = TypeVar("F", bound=Callable[..., Any])

if INTERPRET:

    def compiled(function: F) -> F:
        """Interpreted: the function as it is."""
        return function

    entry = kernel = inlined = compiled

    def copy_record(target: Any, source: Any) -> None:
        """Copy every byte of one record into another."""
        target.setfield(source, target.dtype)

    def lowest_bit(bits: int) -> int:
        """The number of the lowest bit that is set; `bits` is not 0."""
        return (int(bits) & -int(bits)).bit_length() - 1

else:
    import numba
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    _SETTINGS: dict[str, Any] = {"boundscheck": BOUNDS, "error_model": "numpy"}

    def compiled(function: F) -> F:
        """Compile at the first call; the machine code becomes part of whoever calls it."""
        return cast(F, _dispatcher(function))

    def inlined(function: F) -> F:
        """Compile into the text of every caller. For small functions on the hottest paths."""
        return cast(F, _dispatcher(function, inline=True))

    def entry(function: F) -> F:
        """Compile at the first call and keep the machine code on disk for the next start; a kernel has it in its own text."""
        return _kept(function)

    def kernel(function: F) -> F:
        """An entry that runs without the interpreter's lock."""
        return _kept(function, nogil=True)

    def _kept(function: F, nogil: bool = False) -> F:
        folder = store(Path(function.__code__.co_filename).parent)
        config: Any = numba.config
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            dispatcher = _dispatcher(function, cache=True, inline=True, nogil=nogil)
        finally:
            config.CACHE_DIR = before
        save = dispatcher._cache.save_overload

        def keep(*code: Any) -> None:
            try:
                save(*code)
            except OSError as error:
                raise KartenhausError(
                    "compiled rules cannot be kept in {folder}: {error}; make room, or set KARTENHAUS_CACHE to another folder",
                    folder=folder,
                    error=error.strerror,
                ) from None

        dispatcher._cache.save_overload = keep
        return cast(F, dispatcher)

    def _dispatcher(function: F, cache: bool = False, inline: bool = False, nogil: bool = True) -> Any:
        """Numba's, compiled once for each type of arguments, not for every constant and every width of integer.

        References to arrays are counted only where some are made, with `np`: counting takes as long as many a rule.
        """
        njit: Any = numba.njit
        counted = "np" in function.__code__.co_names
        dispatcher = njit(**_SETTINGS, nogil=nogil, cache=cache, forceinline=inline, _nrt=counted)(function)
        template = dispatcher.get_call_template
        unliteral: Any = types.unliteral

        def plain(kind: Any) -> Any:
            return types.int64 if isinstance(kind, types.Integer) else unliteral(kind)

        dispatcher.get_call_template = lambda args, kws: template(tuple(map(plain, args)), kws)
        return dispatcher

    @intrinsic
    def copy_record(context: Any, target: Any, source: Any) -> Any:
        """Copy every byte of one record into another."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = ir.IntType(8).as_pointer()
            to, origin = (builder.bitcast(argument, pointer) for argument in arguments)
            memcpy: Any = cgutils.raw_memcpy
            memcpy(builder, to, origin, ir.Constant(ir.IntType(64), target.size), 1)
            return context.get_dummy_value()

        return types.void(target, source), generate

    @intrinsic
    def lowest_bit(context: Any, bits: Any) -> Any:
        """The number of the lowest bit that is set; `bits` is not 0."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether a call of this entry needs no compiling: it has run, or lies in the store."""
    if INTERPRET:
        return True
    dispatcher: Any = function
    code = dispatcher.py_func.__code__
    index = f"{Path(code.co_filename).stem}.{code.co_name}-*.nbi"
    stored = dispatcher.stats.cache_path  # None for what is compiled anew each time
    return bool(dispatcher.signatures) or (stored is not None and any(Path(stored).glob(index)))


@cache
def store(extra: Path) -> Path:
    """The folder for machine code of the sources as they are now; `extra` is the folder of the game that asks."""
    package = Path(__file__).parent.parent
    folders = {package / "core", package / "games", extra}
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} bounds={BOUNDS}".encode())
    for source in sorted({file for folder in folders for file in folder.rglob("*.py")}):
        digest.update(str(source).encode() + b"\0" + source.read_bytes() + b"\0")
    for base in _places():
        folder = base / digest.hexdigest()[:24]
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                if folder.stat().st_uid == os.getuid():  # machine code of someone else's is never run
                    os.utime(folder)
                    _forget_old(base)
                    return folder
        except OSError:
            continue
    raise KartenhausError("no folder can be written for compiled rules; set KARTENHAUS_CACHE to one that can")


def _places() -> list[Path]:
    named = os.environ.get("KARTENHAUS_CACHE")
    if named:
        return [Path(named)]
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return [home / "kartenhaus", Path(tempfile.gettempdir()) / f"kartenhaus-{os.getuid()}"]


def _forget_old(base: Path) -> None:
    """Remove stores that have not been used for a month: sources change, and each change makes a new one."""
    for folder in base.iterdir():
        try:
            if re.fullmatch("[0-9a-f]{24}", folder.name) and folder.stat().st_mtime < time.time() - 30 * 86_400:
                shutil.rmtree(folder)
        except OSError:  # another process was quicker
            continue
