"""The only module that touches Numba.

- `compiled` marks a function that runs at C speed.
- `shared` is for a function too small to be worth a call from Python: Python runs it as it is, compiled code compiles it.
- `entry_point` marks a function that Python calls, and keeps its machine code on disk.
- `called` does the same for a function that compiled code calls, and Python now and then.
- `kernel` is an entry point that runs long and releases the GIL; for a call of microseconds, releasing it would cost more.

The key of the store is a digest of every source that could be part of the code, so an edited helper never meets a stale caller.

Environment: KARTENHAUS_INTERPRET=1 runs everything as plain Python (for a debugger); KARTENHAUS_BOUNDS=1 checks every
array index; KARTENHAUS_CACHE names the folder of the store.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.kept import NoPlace, places
from kartenhaus.core.sources import sources

INTERPRET = os.environ.get("KARTENHAUS_INTERPRET") == "1"
BOUNDS = os.environ.get("KARTENHAUS_BOUNDS") == "1"

F = TypeVar("F", bound=Callable[..., Any])
Words = Callable[[list[Any]], list[Any]]


class Unkept(KartenhausError):
    """Machine code cannot be written to disk. It is compiled all the same: repeating the call works."""

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(
            "compiled rules cannot be kept in {folder}: {error}; make room, or set KARTENHAUS_CACHE to another folder",
            folder=folder,
            error=error.strerror,
        )


if INTERPRET:

    def compiled(function: F) -> F:
        """Interpreted: the function as it is."""
        return function

    entry_point = called = kernel = inlined = shared = compiled

    def copy_packed(target: Any, source: Any) -> None:
        """Copy one packed object into another, all but its journal."""
        target.become(source)

    def lowest_bit(bits: int) -> int:
        """The number of the lowest bit that is set; 64 if there is none."""
        return (int(bits) & -int(bits)).bit_length() - 1 if bits else 64

    def bits_set(bits: int) -> int:
        """How many bits are set."""
        return int(bits).bit_count()

    def scratch(size: int) -> Callable[[], Any]:
        """Interpreted: new arrays."""
        return lambda: np.empty(size, np.int64)

    def in_lanes(function: Words, lanes: int) -> Callable[[Any, int, Any], None]:
        """Interpreted: the function for one lane after the other."""

        def run(start: Any, counter: int, out: Any) -> None:
            for lane in range(lanes):
                words = [*map(int, start[:-4]), counter + lane & 0xFFFFFFFF, counter + lane >> 32, *map(int, start[-2:])]
                out[lane : 16 * lanes : lanes] = function(words)

        return run

    def listening() -> bool:
        """Whether this code may report events: everything except kernels may."""
        return True

else:
    import llvmlite.binding
    import numba
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.extending import intrinsic, register_jitable

    _SETTINGS: dict[str, Any] = {"boundscheck": BOUNDS, "error_model": "numpy"}

    def compiled(function: F) -> F:
        """Compile at the first call; the machine code becomes part of every caller."""
        return cast(F, _dispatcher(function))

    def inlined(function: F) -> F:
        """Inline into every caller. For small functions on the hottest paths."""
        return cast(F, _dispatcher(function, inline=True))

    def shared(function: F) -> F:
        """Unchanged for Python; compiled into the compiled code that calls it."""
        register: Any = register_jitable
        return cast(F, register(function))

    def entry_point(function: F) -> F:
        """Compile at the first call and keep the machine code on disk for the next start; kernels inline it."""
        return _kept(function)

    def called(function: F) -> F:
        """Like `compiled`, but Python calls it now and then: its machine code is kept like that of an entry point."""
        return _kept(function, inline=False)

    def kernel(function: F) -> F:
        """An entry point that runs without the GIL."""
        return _kept(function, nogil=True)

    def _kept(function: F, nogil: bool = False, inline: bool = True) -> F:
        assert not function.__code__.co_freevars, "what is kept comes from its file and what that imports"
        folder = store(sources(Path(function.__code__.co_filename)))
        config: Any = numba.config
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            dispatcher = _dispatcher(function, cache=True, inline=inline, nogil=nogil)
        finally:
            config.CACHE_DIR = before
        save = dispatcher._cache.save_overload

        def keep(*code: Any) -> None:
            try:
                save(*code)
            except OSError as error:
                raise Unkept(folder, error) from None

        dispatcher._cache.save_overload = keep
        return cast(F, dispatcher)

    LISTENING = "kartenhaus_listening"

    class _Whole(JITCodeLibrary):
        """The code of a function that Python calls, with that of all its parts, each once.

        Numba optimises twice: once cheaply, so that it finds references that need no counting. We count hardly any.
        """

        listens = True

        def _optimize_final_module(self) -> None:
            self._link_missing()
            answer = f"@{LISTENING} = linkonce_odr constant i1 {int(self.listens)}"
            self._final_module.link_in(llvmlite.binding.parse_assembly(answer))
            if not self.listens:
                self._set_apart()
            passes, builder = self._codegen._module_pass_manager()
            passes.run(self._final_module, builder)

        def _set_apart(self) -> None:
            """Give the parts other names: all code is in one engine, where the first of two parts with one name serves both."""
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == llvmlite.binding.Linkage.linkonce_odr:
                    function.name += ".silent"

        def _link_missing(self) -> None:
            """Link again until nothing is missing: LLVM skips a part that nothing calls yet."""
            missing = self._missing()
            while missing:
                before = missing
                for library in self._linking_libraries:
                    self._final_module.link_in(library._get_module_for_linking(), preserve=True)
                missing = self._missing()
                assert missing != before, f"nobody defines {', '.join(missing)}"

        def _missing(self) -> list[str]:
            functions = self._final_module.functions
            return sorted(one.name for one in functions if one.is_declaration and one.name.startswith("_ZN"))

        def add_linking_library(self, library: Any) -> None:
            super().add_linking_library(library)
            if isinstance(library, _Part):
                self._linking_libraries.extend(library._linking_libraries)

        def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
            """The machine code and its names. Numba would also keep all the bitcode to link with, and parse it at every start."""
            self._ensure_finalized()
            names = [function.name for function in self._final_module.functions if not function.is_declaration]
            stubs: Any = llvmlite.binding.parse_assembly("\n".join(f'define void @"{name}"() {{ ret void }}' for name in names))
            return self.name, "object", (self._get_compiled_object(), stubs.as_bitcode())

    class _Silent(_Whole):
        """The same for a kernel, which is compiled without the code that reports events."""

        listens = False

    class _Part(_Whole):
        """The code of a function that compiled code calls. It becomes part of the caller; alone, it is never optimised or run."""

        def finalize(self) -> None:
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            self._ensure_finalized()
            return 0

        @property
        def codegen(self) -> _Part:
            return self

        def set_env(self, name: str, env: Any) -> None:
            """Do nothing: code without an address needs no environment."""

    class _Compiler(CompilerBase):
        """Numba's compiler with our library."""

        library = _Whole

        def define_pipelines(self) -> list[Any]:
            self.state.library = self.library(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
            self.state.library.enable_object_caching()
            return [DefaultPassBuilder.define_nopython_pipeline(self.state)]

    class _SilentCompiler(_Compiler):
        library = _Silent

    class _PartCompiler(_Compiler):
        library = _Part

    def _dispatcher(function: F, cache: bool = False, inline: bool = False, nogil: bool = True) -> Any:
        """Numba's dispatcher; compiles once for each type of arguments, not for every constant and every width of integer.

        Numba would optimise every function, with all that it calls, and make machine code of it, then do so again in each of its
        callers. Here only functions that Python calls are treated so; compiled code calls a separate dispatcher, `part`.

        References to arrays are counted only in functions that make arrays, with `np`: counting takes as long as many rules.
        """
        njit: Any = numba.njit
        settings = {**_SETTINGS, "_nrt": "np" in function.__code__.co_names}
        compiler = _SilentCompiler if cache and nogil else _Compiler
        dispatcher = njit(**settings, nogil=nogil, cache=cache, pipeline_class=compiler)(function)
        unliteral: Any = types.unliteral

        @functools.cache
        def part() -> Any:
            alone = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
            return njit(**settings, **alone, forceinline=inline, pipeline_class=_PartCompiler)(function)

        def plain(kind: Any) -> Any:
            return types.int64 if isinstance(kind, types.Integer) else unliteral(kind)

        dispatcher.get_call_template = lambda args, kws: part().get_call_template(tuple(map(plain, args)), kws)
        dispatcher.get_overload = lambda signature: part().get_overload(signature)
        return dispatcher

    @intrinsic
    def copy_packed(context: Any, target: Any, source: Any) -> Any:
        """Copy one packed object into another, all but its journal, which lies at the end."""
        size = target.offset("told") if "told" in target.fields else target.size

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = ir.IntType(8).as_pointer()
            to, origin = (builder.bitcast(argument, pointer) for argument in arguments)
            memcpy: Any = cgutils.raw_memcpy
            memcpy(builder, to, origin, ir.Constant(ir.IntType(64), size), 1)
            return context.get_dummy_value()

        return types.void(target, source), generate

    @intrinsic
    def listening(context: Any) -> Any:
        """Whether this code may report events. The linked code (`_Whole`) defines the answer before it is optimised."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            known = builder.module.globals.get(LISTENING)
            if known is None:
                known = ir.GlobalVariable(builder.module, ir.IntType(1), LISTENING)
                known.global_constant = True
            return builder.load(known)

        return types.boolean(), generate

    @intrinsic
    def lowest_bit(context: Any, bits: Any) -> Any:
        """The number of the lowest bit that is set; 64 if there is none."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), generate

    @intrinsic
    def bits_set(context: Any, bits: Any) -> Any:
        """How many bits are set."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    def scratch(size: int) -> Callable[[], Any]:
        """A function that makes an array of 64-bit numbers on the stack: for use within the calling function only.

        NumPy's arrays are allocated, counted and freed; that takes longer than shuffling some cards.
        """

        @intrinsic
        def make(context: Any) -> Any:
            array = types.Array(types.int64, 1, "C")

            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                made: Any = context.make_array(array)(context, builder)
                room = cgutils.alloca_once(builder, ir.ArrayType(ir.IntType(64), size))
                number = functools.partial(context.get_constant, types.intp)
                data = builder.bitcast(room, ir.IntType(64).as_pointer())
                context.populate_array(made, data=data, shape=[number(size)], strides=[number(8)], itemsize=number(8), meminfo=None)
                return made._getvalue()

            return array(), generate

        return cast(Callable[[], Any], make)

    class _Lanes:
        """A 32-bit word in each lane, while code is generated: an operator adds one instruction for all lanes."""

        def __init__(self, builder: Any, value: Any) -> None:
            self.builder, self.value = builder, value

        def __add__(self, other: _Lanes) -> _Lanes:
            return _Lanes(self.builder, self.builder.add(self.value, other.value))

        def __xor__(self, other: _Lanes) -> _Lanes:
            return _Lanes(self.builder, self.builder.xor(self.value, other.value))

        def __or__(self, other: _Lanes) -> _Lanes:
            return _Lanes(self.builder, self.builder.or_(self.value, other.value))

        def __lshift__(self, bits: int) -> _Lanes:
            return _Lanes(self.builder, self.builder.shl(self.value, self._everywhere(bits)))

        def __rshift__(self, bits: int) -> _Lanes:
            return _Lanes(self.builder, self.builder.lshr(self.value, self._everywhere(bits)))

        def __and__(self, mask: int) -> _Lanes:
            assert mask == 0xFFFFFFFF, "a lane has 32 bits anyway"
            return self

        def _everywhere(self, number: int) -> Any:
            return ir.Constant(self.value.type, [number] * self.value.type.count)

    def in_lanes(function: Words, lanes: int) -> Callable[[Any, int, Any], None]:
        """A function of 16 words of 32 bits, compiled for several counters at once: `run(start, counter, out)`.

        In `start`, words 12 and 13 are not read: they are the counter in the first lane, one more in the next, and so on.
        Result `word` of a lane goes to `out[word * lanes + lane]`. The source is plain Python with operators on 32-bit words.
        """
        index = ir.IntType(64)
        words_type, longs_type = ir.VectorType(ir.IntType(32), lanes), ir.VectorType(index, lanes)

        def place(array: Any, builder: Any, number: int) -> Any:
            return builder.gep(array.data, [ir.Constant(index, number)])

        def in_all(builder: Any, value: Any) -> Any:
            none = ir.Constant(ir.VectorType(value.type, lanes), ir.Undefined)
            first = builder.insert_element(none, value, ir.Constant(index, 0))
            return builder.shuffle_vector(first, none, ir.Constant(words_type, [0] * lanes))

        @intrinsic
        def run(context: Any, start: Any, counter: Any, out: Any) -> Any:
            def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                source, target = (
                    context.make_array(signature.args[number])(context, builder, arguments[number]) for number in (0, 2)
                )
                values = [in_all(builder, builder.load(place(source, builder, word))) for word in range(16)]
                values[12] = builder.add(in_all(builder, arguments[1]), ir.Constant(longs_type, list(range(lanes))))
                values[13] = builder.lshr(values[12], ir.Constant(longs_type, [32] * lanes))
                made = function([_Lanes(builder, builder.trunc(value, words_type)) for value in values])
                for word, result in enumerate(made):
                    room = builder.bitcast(place(target, builder, word * lanes), longs_type.as_pointer())
                    builder.store(builder.zext(result.value, longs_type), room, align=8)
                return context.get_dummy_value()

            return types.void(start, types.int64, out), generate

        return cast(Callable[[Any, int, Any], None], run)


def is_compiled(function: Callable[..., Any]) -> bool:
    """Whether this entry point can be called without compiling: it has run, or is in the store."""
    if INTERPRET:
        return True
    dispatcher: Any = function
    code = dispatcher.py_func.__code__
    index = f"{Path(code.co_filename).stem}.{code.co_name}-*.nbi"
    return bool(dispatcher.signatures) or (is_kept(function) and any(Path(dispatcher.stats.cache_path).glob(index)))


def is_kept(function: Callable[..., Any]) -> bool:
    """Whether the machine code of a function is kept on disk."""
    dispatcher: Any = function
    return not INTERPRET and dispatcher.stats.cache_path is not None


@functools.cache
def store(files: tuple[Path, ...]) -> Path:
    """The folder for machine code made from some sources as they are now."""
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} bounds={BOUNDS}".encode())
    for source in files:
        digest.update(str(source).encode() + b"\0" + source.read_bytes() + b"\0")
    for base in places():
        folder = base / digest.hexdigest()[:24]
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                if folder.stat().st_uid == os.getuid():  # never run someone else's machine code
                    os.utime(folder)
                    _forget_old(base)
                    return folder
        except OSError:
            continue
    raise NoPlace


def _forget_old(base: Path) -> None:
    """Remove stores that have not been used for a month: sources change, and each change makes a new one."""
    for folder in base.iterdir():
        try:
            if re.fullmatch("[0-9a-f]{24}", folder.name) and folder.stat().st_mtime < time.time() - 30 * 86_400:
                shutil.rmtree(folder)
        except OSError:  # another process was faster
            continue
