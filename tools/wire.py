"""Write documents and types from the structures that `table/` declares: `make wire`.

- The tables of docs/wire.md: each is under a mark like `<!-- State -->`.
- The browser's types, `src/kartenhaus/web/wire.d.ts`: kept in the repository, so that editors and the type checker find it without
  a build, and a change of the wire shows in the diff.

A test fails if either is out of date.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect

from hatch_build import ROOT
from kartenhaus.server.wire import SAID, TOLD, Structure, is_left_out, meaning, structures

DOCUMENT = ROOT / "docs/wire.md"
TYPES = ROOT / "src/kartenhaus/web/wire.d.ts"
TABLE = re.compile(r"(?<=^<!-- )(\w+) -->\n\n(?:\|.*\n)*", re.MULTILINE)
PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "none": "null", "any": "any"}


def document(text: str) -> str:
    """A document with updated tables."""
    kinds = {kind.__name__: kind for kind in structures(*TOLD)}
    return TABLE.sub(lambda found: f"{found[1]} -->\n\n{table(kinds[found[1]])}", text)


def table(kind: Structure) -> str:
    """The fields of a structure, and what they mean."""
    rows = [(field.encode_name, meaning(kind, field.name)) for field in msgspec.structs.fields(kind)]
    lines = [f"| `{name}` | {said[0].lower()}{said[1:].removesuffix('.')} |" for name, said in rows]
    return "\n".join(["| field | meaning |", "| -- | -- |", *lines, ""])


def types() -> str:
    """All structures as TypeScript."""
    said, told = structures(SAID), structures(*TOLD)
    parts = ["// What is said and told at a table. Made from src/kartenhaus/table by `make wire`: change it there."]
    parts += [_interface(kind, kind in told) for kind in dict.fromkeys([*told, *said])]
    parts.append(_union("Message", [kind for kind in said if kind.__struct_config__.tag]))
    parts.append(_union("Frame", [kind for kind in told if kind.__struct_config__.tag]))
    return "\n\n".join(parts) + "\n"


def _interface(kind: Structure, told: bool) -> str:
    """Frames have all fields except those that are left out; messages may lack every field with a default."""
    info: Any = inspect.type_info(kind)
    lines = [f'  {info.tag_field}: "{info.tag}";'] if info.tag_field else []
    for field, shape in zip(msgspec.structs.fields(kind), info.fields, strict=True):
        may_lack = is_left_out(kind, field) if told else not field.required
        lines += [f"  /** {meaning(kind, field.name)} */", f"  {field.encode_name}{'?' if may_lack else ''}: {_type(shape.type)};"]
    return "\n".join([f"/** {_first(kind)} */", f"export interface {kind.__name__} {{", *lines, "}"])


def _first(kind: Structure) -> str:
    return (kind.__doc__ or "").partition("\n")[0]


def _union(name: str, kinds: list[Structure]) -> str:
    return "\n".join([f"export type {name} =", *(f"  | {kind.__name__}" for kind in kinds)]) + ";"


def _type(info: Any) -> str:
    """A type as msgspec describes it, in TypeScript."""
    if isinstance(info, inspect.Metadata):
        return _type(info.type)
    if isinstance(info, inspect.StructType):
        return info.cls.__name__
    if isinstance(info, inspect.LiteralType):
        return " | ".join(f'"{value}"' for value in info.values)
    if isinstance(info, inspect.UnionType):
        return " | ".join(_type(one) for one in info.types)
    if isinstance(info, inspect.ListType | inspect.VarTupleType):
        inside = _type(info.item_type)
        return f"({inside})[]" if " | " in inside else f"{inside}[]"
    if isinstance(info, inspect.DictType):
        return f"Record<string, {_type(info.value_type)}>"
    if isinstance(info, inspect.TupleType):
        return f"[{', '.join(map(_type, info.item_types))}]"
    return PLAIN[type(info).__name__.removesuffix("Type").lower()]


def made() -> dict[Path, str]:
    """Every file with its new content."""
    return {DOCUMENT: document(DOCUMENT.read_text("utf-8")), TYPES: types()}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, "utf-8")
