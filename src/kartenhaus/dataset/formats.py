"""Rows as the bytes of files, and back: Parquet and Arrow by pyarrow, NumPy's own formats without it."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from kartenhaus.core.errors import OptionError
from kartenhaus.dataset.columns import LEGAL, ONE, STARTS, TEXT, Array, Column, Rows

if TYPE_CHECKING:
    import pyarrow

PARQUET, ARROW, NPZ, NPY = "parquet", "arrow", "npz", "npy"
FORMATS = (PARQUET, ARROW, NPZ, NPY)
Files = dict[str, bytes]
"""What is written for some rows: the content by the ending of the name; `npy` has a file for each column."""


def check_format(name: str) -> str:
    """The name of a format that can be written here; OptionError if not."""
    if name not in FORMATS:
        raise OptionError("the format is one of {formats}, not “{name}”", formats=", ".join(FORMATS), name=name[:40])
    if name in (PARQUET, ARROW) and find_spec("pyarrow") is None:
        raise OptionError(
            "the format {name} needs pyarrow: {command}, or choose npz or npy", name=name, command="pip install 'kartenhaus[data]'"
        )
    return name


def encoded(rows: Rows, columns: tuple[Column, ...], form: str, told: Mapping[str, Any]) -> Files:
    """Rows as files; those of pyarrow also say what they were made from."""
    if form == NPY:
        return {f"{name}.npy": _bytes(partial(np.save, arr=rows[name])) for name in _names(columns)}
    if form == NPZ:
        return {"npz": _bytes(lambda file: _zip(file, {name: rows[name] for name in _names(columns)}))}
    table = table_of(rows, columns, told)
    if form == ARROW:
        from pyarrow import ipc

        def write(file: Any) -> None:
            with ipc.new_file(file, table.schema) as out:
                out.write_table(table)

        return {"arrow": _bytes(write)}
    from pyarrow import parquet

    return {"parquet": _bytes(lambda file: parquet.write_table(table, file, compression="zstd"))}


def decoded(path: Path, columns: tuple[Column, ...], form: str) -> Rows:
    """What `encoded` wrote, from its file or folder."""
    if form == NPY:
        return {name: np.load(path / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in _names(columns)}
    if form == NPZ:
        with np.load(path, allow_pickle=False) as found:
            return {name: found[name] for name in _names(columns)}
    if form == ARROW:
        import pyarrow
        from pyarrow import ipc

        with pyarrow.memory_map(str(path)) as file:
            return rows_in(ipc.open_file(file).read_all(), columns)
    from pyarrow import parquet

    return rows_in(parquet.read_table(path), columns)


def _names(columns: tuple[Column, ...]) -> list[str]:
    return [STARTS, *(column.name for column in columns)]


def _zip(file: Any, arrays: Rows) -> None:
    """What `np.savez_compressed` does, packed less tightly, in a fraction of the time."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, array in arrays.items():
            with packed.open(f"{name}.npy", "w", force_zip64=True) as one:
                np.lib.format.write_array(one, np.asanyarray(array), allow_pickle=False)


def _bytes(write: Callable[[Any], object]) -> bytes:
    file = io.BytesIO()
    write(file)
    return file.getvalue()


def type_of(column: Column, width: int = 0) -> Any:
    """The type of a column in Arrow; `width` is how many values a row has, if that is the same for all."""
    import pyarrow

    value = pyarrow.string() if column.kind == TEXT else getattr(pyarrow, column.kind)()
    if column.each == LEGAL:
        return pyarrow.list_(value)
    return value if column.each == ONE else pyarrow.list_(value, width)


def table_of(rows: Rows, columns: tuple[Column, ...], told: Mapping[str, Any]) -> pyarrow.Table:
    """Rows as a table of Arrow; what was not searched, or not tried, is null."""
    import pyarrow

    widths = {column.name: rows[column.name].shape[-1] for column in columns if column.each not in (ONE, LEGAL)}
    schema = pyarrow.schema(
        [pyarrow.field(one.name, type_of(one, widths.get(one.name, 0)), nullable=one.searched) for one in columns],
        {"kartenhaus": json.dumps(dict(told), sort_keys=True)},
    )
    starts = rows[STARTS]
    searched = np.add.reduceat(np.append(rows["visits"], 0), starts[:-1]) > 0
    arrays = []
    for column, kind in zip(columns, schema.types, strict=True):
        array = rows[column.name]
        if column.each == ONE:
            arrays.append(pyarrow.array(array.tolist() if column.kind == TEXT else array, kind))
        elif column.each == LEGAL:
            arrays.append(_lists(array, starts, searched if column.searched else None, kind))
        else:
            arrays.append(pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(array.reshape(-1)), type=kind))
    return pyarrow.Table.from_arrays(arrays, schema=schema)


def _lists(array: Array, starts: Array, there: Array | None, kind: Any) -> Any:
    import pyarrow

    if there is None:
        return pyarrow.ListArray.from_arrays(pyarrow.array(starts.astype(np.int32)), pyarrow.array(array), type=kind)
    counts = np.diff(starts)
    kept = array[np.repeat(there, counts)]
    offsets = np.concatenate([[0], np.cumsum(counts * there)]).astype(np.int32)
    return pyarrow.ListArray.from_arrays(
        pyarrow.array(offsets), pyarrow.array(kept, from_pandas=True), type=kind, mask=pyarrow.array(~there)
    )


def rows_in(table: pyarrow.Table, columns: tuple[Column, ...]) -> Rows:
    """A table of Arrow as rows."""
    found = {column.name: table[column.name].combine_chunks() for column in columns}
    legal = found["legal"]
    counts = legal.value_lengths().to_numpy(zero_copy_only=False).astype(np.int64)
    rows: Rows = {STARTS: np.concatenate([[0], np.cumsum(counts)])}
    for column in columns:
        array = found[column.name]
        if column.kind == TEXT:
            rows[column.name] = np.array(array.to_pylist(), np.str_)
        elif column.each == ONE:
            rows[column.name] = array.to_numpy()
        elif column.each == LEGAL and column.searched:
            there = np.repeat(array.is_valid().to_numpy(zero_copy_only=False), counts)
            rows[column.name] = np.zeros(len(there), np.dtype(column.kind))
            if column.kind == "float32":
                rows[column.name][:] = np.nan
            rows[column.name][there] = array.flatten().to_numpy(zero_copy_only=False)
        else:
            flat = array.flatten().to_numpy()
            rows[column.name] = flat if column.each == LEGAL else flat.reshape(len(array), -1)
    return rows
