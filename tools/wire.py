"""Write documents and types from what the code declares, above all the structures of `table/`: `make wire`.

- The tables of docs/wire.md: each is under a mark like `<!-- State -->`. Kinds of events and clocks have such tables too.
- The options of the games in docs/editions.md, and what a study finds in docs/study.md.
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
from kartenhaus.core.game import LINES, SEAT, find, names
from kartenhaus.server.wire import SAID, TOLD, Structure, is_left_out, meaning, structures
from kartenhaus.study.result import Study
from kartenhaus.table import clock

DOCUMENTS = [ROOT / "docs/wire.md", ROOT / "docs/editions.md", ROOT / "docs/study.md"]
EVENTS = ROOT / "src/kartenhaus/core/events.py"
TYPES = ROOT / "src/kartenhaus/web/wire.d.ts"
BACK = "`seat` took back `amount` moves. It moves no cards; the view is as it was before those moves"
"""The one kind of event that does not come from the rules."""
TABLE = re.compile(r"(?<=^<!-- )(\w+) -->\n\n(?:\|.*\n)*", re.MULTILINE)
PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "none": "null", "any": "any"}


def document(text: str) -> str:
    """A document with updated tables."""
    tables = {"EventKinds": event_kinds, "Clocks": clocks, "Options": options}
    kinds = {kind.__name__: kind for kind in structures(*TOLD, Study)}

    def made_anew(found: re.Match[str]) -> str:
        name = found[1]
        return f"{name} -->\n\n{tables[name]() if name in tables else fields(kinds[name])}"

    return TABLE.sub(made_anew, text)


def table(*rows: tuple[str, ...]) -> str:
    """A table; the first row is its head."""
    head, *others = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|" + " -- |" * len(rows[0]), *others, ""])


def fields(kind: Structure) -> str:
    """The fields of a structure, and what they mean."""
    rows = [(field.encode_name, meaning(kind, field.name)) for field in msgspec.structs.fields(kind)]
    return table(("field", "meaning"), *((f"`{name}`", f"{said[0].lower()}{said[1:].removesuffix('.')}") for name, said in rows))


def event_kinds() -> str:
    """The kinds of events: the constants of core/events.py, with the comment behind each."""
    found = re.findall(r"^    ([A-Z]+),  # (.*)$", EVENTS.read_text("utf-8"), re.MULTILINE)
    rows = [(f"`{name.lower()}`", said.replace("`source`", "`from`").replace("`target`", "`to`")) for name, said in found]
    return table(("`kind`", "what happened"), *rows, ("`back`", BACK))


def clocks() -> str:
    """The kinds of clocks."""
    return table(("`kind`", "meaning"), *((f"`{kind}`", said) for kind, said in clock.KINDS.items()))


def options() -> str:
    """The options of all games."""
    rows = []
    for game in map(find, names()):
        for option in game.options:
            values = [f"`{str(choice.value).lower()}`" for choice in option.choices]
            form = ", ".join(values) or {SEAT: "a seat", LINES: "lines"}[option.kind]
            rows.append((game.title, f"`{option.name}`", form, option.help))
    return table(("game", "option", "values", "meaning"), *rows)


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
    return {**{path: document(path.read_text("utf-8")) for path in DOCUMENTS}, TYPES: types()}


if __name__ == "__main__":
    for path, text in made().items():
        path.write_text(text, "utf-8")
