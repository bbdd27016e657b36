"""Every message and every frame has the shape that /api/schema.json tells, whole games long."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

from kartenhaus.server import conversation, wire
from kartenhaus.table import commands, frames
from kartenhaus.table import entries as log
from kartenhaus.table.drawing import drawing
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Pace, Watch

LOGS = sorted((Path(__file__).parent.parent / "records/tables").glob("*.log"))
SCHEMA = wire.schema()
MESSAGES, FRAMES = (
    jsonschema_rs.validator_for({**{key: value for key, value in SCHEMA.items() if key != "oneOf"}, "$ref": f"#/$defs/{name}"})
    for name in ("messages", "frames")
)


def hold(frame: Any) -> None:
    """As the schema says, and nothing is there that the schema does not name."""
    frame = json.loads(frame) if isinstance(frame, bytes) else msgspec.to_builtins(frame)
    FRAMES.validate(frame)
    assert msgspec.to_builtins(msgspec.convert(frame, wire.Frame)) == frame


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_frames_of_whole_games(path: Path) -> None:
    entries = [log.decode(line) for line in path.read_text("utf-8").splitlines()]
    table, watch, states = Table("abcdefghjk"), Watch(Pace()), 0
    for entry in entries:
        viewers = range(-1, table.players) if table.number >= 0 else []
        happening = frames.Happening(table, entry, viewers)
        table.apply(entry)
        common = frames.shared(table, watch, 0.0)
        for viewer in viewers:
            hold(frames.state(table, watch, viewer, 0.0, [happening.event(table, viewer)], common))
            states += 1
    assert states > 100
    assert table.history is not None
    picture = drawing(table.game, table.history.edition, table.opened.options)
    hold({"type": "welcome", "protocol": conversation.PROTOCOL, **frames.about(table), **picture, "you": 0})
    hold({"type": "story", "ref": "", "game": 1, "events": frames.story(table.id, entries, 0, 1)})


def test_the_other_frames() -> None:
    hold(conversation.refusal(commands.Stale(), "r"))
    hold({"type": "done", "ref": "r", "number": 3})
    hold({"type": "pong", "ref": "", "number": 3})
    hold({"type": "error", "code": "message", "message": "this is no message"})
    with pytest.raises(jsonschema_rs.ValidationError):
        FRAMES.validate({"type": "done", "ref": "r"})


def test_messages() -> None:
    good: list[dict[str, Any]] = [
        {"do": "hello", "token": "t"},
        {"do": "move", "move": "play 2", "answers": 5, "ref": "m0"},
        {"do": "ready"},
        {"do": "bot", "seat": 1, "level": "hard"},
        {"do": "ping"},
    ]
    for message in good:
        MESSAGES.validate(message)
    for bad in ({"do": "move", "move": "play 2"}, {"do": "fly"}, {"do": "lock", "locked": 3}, {}):
        assert not MESSAGES.is_valid(bad)
        with pytest.raises(msgspec.DecodeError):
            msgspec.json.decode(json.dumps(bad), type=conversation.Message)


def test_every_message_and_frame_is_in_the_schema() -> None:
    parts = SCHEMA["$defs"]
    assert len(parts["messages"]["anyOf"]) == len(get_args(conversation.Message))
    told = {part["properties"]["type"]["enum"][0] for part in parts.values() if "type" in part.get("properties", {})}
    assert told == {"welcome", "state", "done", "refused", "story", "pong", "error"}
    jsonschema_rs.meta.validate(SCHEMA)
