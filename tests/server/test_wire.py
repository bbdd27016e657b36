"""In whole games, every message and every frame has the shape that /api/schema.json describes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest

import kartenhaus
from kartenhaus.core.game import find
from kartenhaus.server import conversation, wire
from kartenhaus.table import commands, frames, lesson, messages, review, states
from kartenhaus.table import entries as log
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Pace, Watch

LOGS = sorted((Path(__file__).parent.parent / "records/tables").glob("*.log"))
SCHEMA = wire.schema()
MESSAGES, FRAMES = (
    jsonschema_rs.validator_for({**{key: value for key, value in SCHEMA.items() if key != "oneOf"}, "$ref": f"#/$defs/{name}"})
    for name in ("messages", "frames")
)


def hold(frame: Any) -> None:
    """Check that a frame fits the schema and has no field that the schema does not name."""
    frame = json.loads(frame if isinstance(frame, bytes) else states.encode(frame))
    FRAMES.validate(frame)
    assert json.loads(states.encode(msgspec.convert(frame, states.Frame))) == frame


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_frames_of_whole_games(path: Path) -> None:
    entries = [log.decode(line) for line in path.read_text("utf-8").splitlines()]
    table, watch, shown = Table("abcdefghjk"), Watch(Pace()), 0
    for entry in entries:
        viewers = range(-1, table.players) if table.number >= 0 else []
        happening = frames.Happening(table, entry)
        table.apply(entry)
        common = frames.shared(table, watch, 0.0)
        for viewer in viewers:
            hold(frames.state(table, watch, viewer, 0.0, [happening.told(table, viewer)], common))
            shown += 1
    assert shown > 100
    hold(frames.welcome(table, 0))
    hold(states.Story("", 1, frames.story(table.id, entries, 0, 1)))


@pytest.mark.parametrize("name", ["mada", "mad", "maumau"])
def test_lessons_and_reviews_send_the_same_frames(name: str) -> None:
    taught = lesson.lesson(find(name), 2, "de")
    history = kartenhaus.deal(name, players=2, seed=3)
    for _ in range(12):
        history.play(history.legal()[0])
    seen = review.review(history, 1)
    assert len(seen.states) == 13
    for frame in [taught.about, *(stage.state for stage in taught.stages), seen.about, *seen.states]:
        hold(frame)


def test_the_other_frames() -> None:
    hold(conversation.refusal(commands.Stale(), "r"))
    hold(states.Done("r", 3))
    hold(states.Pong("", 3))
    hold(states.Error("message", "this is not a message"))
    with pytest.raises(jsonschema_rs.ValidationError):
        FRAMES.validate({"type": "done", "ref": "r"})


def test_nobody_is_told_what_is_private_in_an_entry() -> None:
    private = {"at", "key", "browser", "secret", "nonce", "ref", "asker", "used", "unsure", "options", "result", "rules", "setup"}
    told = set(states.Entry.__struct_fields__) - {"kind", "number", "words", "who", "events"}
    kinds = set(get_args(log.AnyEntry)) - {log.Opened, log.Held}
    assert {name for kind in kinds for name in kind.__struct_fields__} == told | private
    assert not told & private


def test_messages() -> None:
    good: list[dict[str, Any]] = [
        {"do": "hello", "token": "t"},
        {"do": "move", "move": "play 2", "answers": 5, "ref": "m0"},
        {"do": "ready"},
        {"do": "bot", "seat": 1, "level": "hard"},
        {"do": "why", "steps": [{"kind": "card", "value": "r5"}, {"kind": "space", "value": "c4"}]},
        {"do": "ping"},
    ]
    for message in good:
        MESSAGES.validate(message)
    for bad in ({"do": "move", "move": "play 2"}, {"do": "fly"}, {"do": "lock", "locked": 3}, {"do": "why", "steps": []}, {}):
        assert not MESSAGES.is_valid(bad)
        with pytest.raises(msgspec.DecodeError):
            msgspec.json.decode(json.dumps(bad), type=messages.Message)


def test_every_message_and_frame_is_in_the_schema() -> None:
    parts = SCHEMA["$defs"]
    assert len(parts["messages"]["anyOf"]) == len(get_args(messages.Message))
    told = {part["properties"]["type"]["enum"][0] for part in parts.values() if "type" in part.get("properties", {})}
    assert told == {"welcome", "state", "done", "refused", "why", "story", "reaction", "pong", "error", "printing"}
    jsonschema_rs.meta.validate(SCHEMA)
