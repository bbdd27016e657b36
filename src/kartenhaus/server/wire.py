"""The JSON Schema of messages and frames, `GET /api/schema.json`, made from the structures of `table/`.

The meaning of a field is the docstring under its declaration.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from kartenhaus.table.balance import Balance
from kartenhaus.table.facts import GameFacts
from kartenhaus.table.guide import Guide
from kartenhaus.table.lesson import Lesson
from kartenhaus.table.messages import Message
from kartenhaus.table.review import Review
from kartenhaus.table.states import Frame, Listed, Outside
from kartenhaus.table.workshop import BoardChecked, BoardFacts, BoxChecked, BoxFacts

DIALECT = "https://json-schema.org/draft/2020-12/schema"
Structure = type[msgspec.Struct]
SAID: Any = Message
TOLD: tuple[Any, ...] = (
    Frame,
    Listed,
    Outside,
    GameFacts,
    Guide,
    Review,
    Lesson,
    BoxFacts,
    BoxChecked,
    BoardFacts,
    BoardChecked,
    Balance,
)
"""What clients send, and what they receive, over the WebSocket and over HTTP."""


@cache
def schema() -> dict[str, Any]:
    """One document for both directions: a client sends `messages` and receives `frames`."""
    (messages, frames), parts = msgspec.json.schema_components([Message, Frame], ref_template="#/$defs/{name}")
    for kind in structures(Message, Frame):
        properties = parts[kind.__name__]["properties"]
        for field in msgspec.structs.fields(kind):
            properties[field.encode_name]["description"] = meaning(kind, field.name)
    for kind in structures(Frame):
        parts[kind.__name__]["required"] = [*_tagged(kind), *(field.encode_name for field in _always(kind))]
    return {
        "$schema": DIALECT,
        "title": "Kartenhaus: the WebSocket of a table",
        "description": "A client says messages and hears frames; docs/wire.md says what they mean. "
        "A frame may have fields that are not named here: ignore them.",
        "oneOf": [{"$ref": "#/$defs/messages"}, {"$ref": "#/$defs/frames"}],
        "$defs": {"messages": messages, "frames": frames, **parts},
    }


def structures(*types: Any) -> list[Structure]:
    """All structures that some types contain, each after those it contains."""
    return list(dict.fromkeys(kind for type_ in types for kind in _inside(msgspec.inspect.type_info(type_))))


def _inside(info: Any) -> Iterator[Structure]:
    """The structures in a type, as msgspec describes it; none of ours contains itself."""
    if isinstance(info, msgspec.inspect.StructType):
        for field in info.fields:
            yield from _inside(field.type)
        yield info.cls
    for name in ("types", "item_types"):
        for part in getattr(info, name, ()):
            yield from _inside(part)
    for name in ("type", "item_type", "key_type", "value_type"):
        if hasattr(info, name):
            yield from _inside(getattr(info, name))


def is_left_out(kind: Structure, field: msgspec.structs.FieldInfo) -> bool:
    """Whether a field is left out while it has its default."""
    return not field.required and (kind.__struct_config__.omit_defaults or field.default is msgspec.UNSET)


def _always(kind: Structure) -> Iterator[msgspec.structs.FieldInfo]:
    return (field for field in msgspec.structs.fields(kind) if not is_left_out(kind, field))


def _tagged(kind: Structure) -> list[str]:
    tag = kind.__struct_config__.tag_field
    return [tag] if tag else []


def meaning(kind: Structure, field: str) -> str:
    """Return the docstring under the declaration of a field."""
    for parent in kind.__mro__:
        if said := _words(parent.__module__).get((parent.__name__, field)):
            return said
    raise LookupError(f"nothing is said under {kind.__name__}.{field}")


@cache
def _words(module: str) -> dict[tuple[str, str], str]:
    """The docstrings of all fields of a module, by class and field."""
    found = {}
    tree = ast.parse(inspect.getsource(sys.modules[module])) if module.startswith("kartenhaus.") else ast.Module([], [])
    for kind in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        for field, said in zip(kind.body, kind.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(said, ast.Expr):
                found[kind.name, field.target.id] = str(ast.literal_eval(said.value))
    return found
