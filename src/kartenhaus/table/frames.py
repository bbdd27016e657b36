"""What a viewer is sent: the table, their view, their moves in words, and what happened since."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import SPECTATOR, PositionTable
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.table import entries as log
from kartenhaus.table.events import flights
from kartenhaus.table.table import Table
from kartenhaus.table.timing import Watch
from kartenhaus.table.words import happened, reason, said, told

encode = msgspec.json.Encoder().encode
PRIVATE = {"at", "key", "secret", "nonce", "ref", "asker", "used"}  # fields of an entry that are nobody's business


class Happening:
    """Something that happened, and the views of it that were asked for before: what moved is found by comparing."""

    def __init__(self, table: Table, entry: log.Entry, viewers: Iterable[int]) -> None:
        """To be made before the entry is applied."""
        self.entry = entry
        self.number = table.number + 1
        self.public = {name: value for name, value in msgspec.to_builtins(entry).items() if name not in PRIVATE}
        self.public["number"] = self.number
        if isinstance(entry, log.Opened | log.Started):
            self.public.pop("options", None)
        if self.public.get("by") == "table":
            del self.public["by"]  # that somebody had no choice is their secret
        self.names = tuple([one.name for one in table.seats])
        self.before: dict[int, PositionTable] = {}
        self.seen: dict[int, str] = {}
        if table.history is None or not table.playing:
            return
        for viewer in viewers:
            self.before[viewer] = table.look(viewer).words
        if isinstance(entry, log.Moved):
            witnessed, pos = table.game.notation.witnessed, table.history.position
            self.seen = {viewer: witnessed(pos, entry.seat, entry.move, viewer) for viewer in self.before}

    def event(self, table: Table, viewer: int, language: str = ENGLISH) -> dict[str, Any]:
        """As a viewer may know it, in their language; to be asked after the entry is applied."""
        entry = self.entry
        event = self.public.copy()
        if isinstance(entry, log.Moved):
            event["move"] = self.seen[viewer]
            event["words"] = told(table.game.name, self.seen[viewer], self.names, entry.seat, language)
        elif words := happened(event, self.names, language):
            event["words"] = words
        if viewer in self.before and table.changed == self.number:
            event["cards"] = flights(self.before[viewer], table.look(viewer).words)
        return event


def state(
    table: Table,
    watch: Watch,
    viewer: int,
    now: float,
    events: list[dict[str, Any]],
    common: bytes,
    language: str = ENGLISH,
) -> bytes:
    """The whole table as a viewer may know it, moves in their language; `common` is what everybody may know, in JSON already."""
    frame: dict[str, Any] = {"you": viewer, "legal": [], "view": None, "events": events, "reason": ""}
    if table.history is not None:
        look = table.look(viewer)
        frame["view"] = look.words
        if table.outcome:
            frame["reason"] = reason(table.game.name, look.words, table.history.over, language)
        if table.playing and viewer != SPECTATOR and not table.paused and not table.seats[viewer].player:
            names = tuple([one.name for one in table.seats])
            closed = table.contested if now < watch.opens_at else ()
            frame["legal"] = [
                _button(table.game.name, move, earned, names, language)
                for move, earned in zip(look.moves, look.earned, strict=True)
                if not closed or not move.startswith(closed)
            ]
    return common[:-1] + b"," + encode(frame)[1:]


@lru_cache(maxsize=20_000)
def _button(game: str, move: str, earned: int, names: tuple[str, ...], language: str) -> msgspec.Raw:
    """A move that may be made, in JSON already: most are made again and again."""
    button = {"move": move, "words": said(game, move, names, language)}
    return msgspec.Raw(encode({**button, "earns": earned} if earned else button))


def fault(error: KartenhausError, language: str, code: str = "broken") -> bytes:
    """Something went wrong; nothing a viewer asked for."""
    return encode({"type": "error", "code": code, "message": error.told(translator(language))})


def shared(table: Table, watch: Watch, now: float) -> bytes:
    """The beginning of every state: what everybody at the table may know."""
    timed = table.playing and table.opened.clock.kind != "none"
    frame = {
        "type": "state",
        "table": table.id,
        "game": table.game.name,
        "number": table.number,
        "answers": table.changed,
        "phase": table.phase,
        "to_act": table.to_act,
        "question": table.is_question,
        "paused": table.paused,
        "locked": table.locked,
        "host": table.host,
        "games": table.games,
        "seats": [
            {
                "name": one.name,
                "colour": one.colour,
                "kind": one.kind,
                "bot": one.bot,
                "ready": one.ready,
                "here": bool(one.bot) or watch.is_here(seat, now),
                "resigned": one.resigned,
                "replaced": one.replaced,
                "left": watch.left(table, seat, now) if timed else None,
            }
            for seat, one in enumerate(table.seats)
        ],
        "outcome": table.outcome,
        "regret": {"seat": table.regret.seat, "moves": table.regret.moves, "asked": sorted(table.asked)} if table.regret else None,
        "fair": {"commitment": table.commitment, "last": table.fair() if table.finished else None},
        "closed": table.closed,
    }
    return encode(frame)


def about(table: Table, language: str = ENGLISH) -> dict[str, Any]:
    """What does not change at a table, or seldom: for lists and for who comes in."""
    opened = table.opened
    return {
        "table": table.id,
        "game": table.game.name,
        "title": translator(language)(table.game.title),
        "players": table.players,
        "edition": opened.edition,
        "options": opened.options,
        "clock": msgspec.to_builtins(opened.clock),
        "public": opened.public,
        "phase": table.phase,
        "free": sum(one.kind == "free" for one in table.seats),
        "seats": [{"name": one.name, "colour": one.colour, "kind": one.kind} for one in table.seats],
        "games": table.games,
    }


def story(code: str, entries: Iterable[log.Entry], viewer: int, game: int, language: str = ENGLISH) -> list[dict[str, Any]]:
    """Everything that happened in one game, and the talk around it, as a viewer may know it: the log played again."""
    table = Table(code)
    told_of = []
    for entry in entries:
        counts = table.games == game or (isinstance(entry, log.Started) and table.games == game - 1)
        happening = Happening(table, entry, [viewer] if counts else [])
        table.apply(entry)
        if counts or isinstance(entry, log.Wrote):
            told_of.append(happening.event(table, viewer, language))
    return told_of
