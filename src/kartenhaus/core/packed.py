"""Packed objects: a class with annotated fields, laid out as one block of bytes.

A position is one. Interpreted, its fields read like attributes; compiled, they are plain loads and stores. Copying
one is copying its bytes, and equal positions have equal bytes.

A packed object may have a journal, in which the rules report events (`core/telling.py`). It lies behind all other fields and is not
part of the object's value: copies and comparisons leave it out.
"""

from __future__ import annotations

import math
from collections import namedtuple
from collections.abc import Callable
from functools import cache, partial
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Annotated, Any, Self, get_args, get_origin, get_type_hints

import numpy as np

Bytes = np.ndarray[Any, np.dtype[np.int8]]
"""An array of small numbers: cards, counts. Convert a value with int() before arithmetic."""
Longs = np.ndarray[Any, np.dtype[np.int64]]
"""An array of 64-bit numbers: bit sets, the words of the random state."""

_ELEMENT = {Bytes: np.int8, Longs: np.int64}
Reader = Callable[[bytes], Any]


if TYPE_CHECKING:

    class _Bytes:
        """What a packed object inherits from NumPy, whose stubs do not allow subclasses of np.void."""

        dtype: np.dtype[Any]

        base: Any
        heard: Callable[[], list[Any]]
        telling: int
        told: int
        journal: Longs

        def tobytes(self) -> bytes: ...
        def getfield(self, dtype: np.dtype[Any]) -> Any: ...
        def setfield(self, value: object, dtype: np.dtype[Any]) -> None: ...

else:
    _Bytes = np.void


TELLING = "telling"  # the field that is 1 while the rules report events; the last of the wide ones
JOURNAL = ("told", "journal")  # how many words there are, and the words


class _Field:
    """A field read and written as an attribute: np.record does the same, many times slower."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, packed: Any, owner: type | None = None) -> Any:
        return self if packed is None else packed[self.name]

    def __set__(self, packed: Any, value: object) -> None:
        packed[self.name] = value


class Plain:
    """The fields of a packed object as plain values; arrays with several rows are read row by row, on request."""

    __slots__ = ()
    data: bytes
    later: dict[str, Reader]
    places: dict[str, slice]
    zeros: dict[str, tuple[int, bytes]]

    def __getattr__(self, name: str) -> Any:
        if name not in self.later:
            raise AttributeError(name)
        return self.later[name](self.data)

    def raw(self, name: str) -> bytes:
        """The bytes of a field."""
        return self.data[self.places[name]]

    def some(self, name: str) -> bytes:
        """The bytes of a field; empty if all are zero."""
        start, zeros = self.zeros[name]
        return b"" if self.data.startswith(zeros, start) else self.data[self.places[name]]

    def plain(self) -> Any:
        """Itself."""
        return self


@cache
def _plainly(layout: np.dtype[Any]) -> Reader:
    """A function that reads all fields of a packed object with this layout from its bytes."""
    names: list[str] = []
    picks: list[int | slice] = []
    places: dict[str, slice] = {}
    zeros: dict[str, tuple[int, bytes]] = {}
    codes, count, later = "=", 0, {}
    for name, (kind, start, *_) in (layout.fields or {}).items():
        if name in JOURNAL:
            continue
        shape, size = kind.shape, kind.base.itemsize
        places[name], zeros[name] = slice(start, start + kind.itemsize), (start, bytes(kind.itemsize))
        if len(shape) > 1:
            later[name] = partial(_Rows, shape, size, start)
            codes += f"{kind.itemsize}x"
            continue
        if not shape:
            code, parts = "q", 0
        elif size > 1:
            code, parts = f"{shape[0]}q", shape[0]
        else:
            code, parts = f"{shape[0]}s", 0
        names.append(name)
        codes += code
        picks.append(slice(count, count + parts) if parts else count)
        count += parts or 1
    unpack, pick = Struct(codes).unpack_from, itemgetter(*picks)
    fields = namedtuple("fields", [*names, "data"])  # type: ignore[misc]  # names found at run time; quicker than a dictionary
    made: Any = type("Plain", (Plain, fields), {"__slots__": (), "later": later, "places": places, "zeros": zeros})
    return lambda data: tuple.__new__(made, (*pick(unpack(data)), data))


class _Rows:
    """An array of several rows, each read on request."""

    def __init__(self, shape: tuple[int, ...], size: int, start: int, data: bytes) -> None:
        self.shape, self.size, self.start, self.data = shape[1:], size, start, data

    def __getitem__(self, row: int) -> Any:
        step = math.prod(self.shape) * self.size
        start = self.start + row * step
        if len(self.shape) > 1:
            return _Rows(self.shape, self.size, start, self.data)
        row_data = self.data[start : start + step]
        return row_data if self.size == 1 else Struct(f"={self.shape[0]}q").unpack(row_data)


class Packed(_Bytes):
    """Base of all packed objects: annotate fields with `int`, or with `Annotated[Bytes, (rows, columns)]`.

    `class Position(Packed, events=64)` has a journal for up to 64 events of one move.
    """

    _events = 0
    heard = list  # gives what a seat has heard since the deal, in views that have it: see `History.view`

    @property
    def events(self) -> list[Any]:
        """All events (`core/events.py`) that the seat of this view has heard since the deal, in order."""
        return self.heard()

    def __init_subclass__(cls, events: int = 0) -> None:
        cls._events = events
        for name in (*cls.__annotations__, *((TELLING, *JOURNAL) if events else ())):
            if not hasattr(np.void, name):  # else `layout` complains
                field = _Field()
                field.__set_name__(cls, name)
                setattr(cls, name, field)

    @classmethod
    @cache
    def layout(cls) -> np.dtype[Any]:
        """The NumPy dtype of this class; 64-bit fields come first, so that they are aligned."""
        wide: list[tuple[Any, ...]] = []
        narrow: list[tuple[Any, ...]] = []
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if hasattr(np.void, name):
                raise TypeError(f"{cls.__name__}.{name}: NumPy uses this name itself; choose another")
            if hint is int:
                wide.append((name, np.int64))
            elif get_origin(hint) is Annotated and get_args(hint)[0] in _ELEMENT:
                array, shape = get_args(hint)
                (narrow if array is Bytes else wide).append((name, _ELEMENT[array], shape))
            else:
                raise TypeError(f"{cls.__name__}.{name}: a field is int or Annotated[Bytes or Longs, shape], not {hint}")
        if cls._events:
            wide.append((TELLING, np.int64))
        narrow.append(("padding", np.int8, (-sum(np.dtype(f[1:] if len(f) == 3 else f[1]).itemsize for f in narrow) % 8,)))
        tail = [("told", np.int64), ("journal", np.int64, (cls._events,))] if cls._events else []
        return np.dtype((cls, wide + narrow + tail))

    @classmethod
    @cache
    def kept(cls) -> np.dtype[Any]:
        """The NumPy dtype of an object's bytes without its journal."""
        layout = cls.layout()
        assert layout.fields is not None
        return np.dtype((np.void, layout.fields[JOURNAL[0]][1] if cls._events else layout.itemsize))

    @classmethod
    def new_array(cls) -> Any:
        """An array of one object of zeros; its element is that object, not a copy."""
        layout = cls.layout()
        return np.frombuffer(bytearray(layout.itemsize), layout)  # np.zeros looks at every field

    @classmethod
    def new(cls) -> Self:
        """An object of zeros."""
        made: Self = cls.new_array()[0]
        return made

    def clone(self) -> Self:
        """An independent copy."""
        twin = type(self).new()
        twin.become(self)
        return twin

    def plain(self) -> Any:
        """The same fields for reading in Python, many times faster than one by one.

        Numbers become integers, rows of 64-bit numbers tuples, rows of small numbers bytes, so small numbers must not be negative.
        """
        array = self.array()
        return _plainly(self.dtype)((self if array is None else array).tobytes())  # an array gives its bytes sooner

    def array(self) -> Any:
        """The array that has this object as its only element, as `new` and `clone` make it; otherwise None."""
        return self.base if self.base is not None and self.base.shape == (1,) else None

    def become(self, other: Self) -> None:
        """Copy another object of the same class into this one, except its journal."""
        kept = self.kept()
        self.setfield(other.getfield(kept), kept)

    def tobytes(self) -> bytes:
        """The bytes of the object without its journal."""
        return super().tobytes()[: self.kept().itemsize]
