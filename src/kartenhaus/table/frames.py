"""The frames for a viewer: the table, their view, their moves in words, and what happened."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache, lru_cache

import msgspec
from msgspec.structs import replace

from kartenhaus.core import edition as editions
from kartenhaus.core.errors import KartenhausError
from kartenhaus.core.game import NOBODY, SPECTATOR
from kartenhaus.core.steps import Described, Step
from kartenhaus.core.texts import ENGLISH, translator
from kartenhaus.core.words import Voice, begins_with
from kartenhaus.table import entries as log
from kartenhaus.table import facts, stories
from kartenhaus.table.drawing import drawing
from kartenhaus.table.names import Face
from kartenhaus.table.states import (
    About,
    Choice,
    Entry,
    Error,
    Fair,
    Listed,
    Move,
    Reaction,
    Refused,
    Regret,
    Seat,
    Sitting,
    State,
    Welcome,
    encode,
)
from kartenhaus.table.table import Table
from kartenhaus.table.timing import SCREEN, Watch
from kartenhaus.table.words import allowed, brought, chosen, ended, filling, happened, reacted, reason, said

TOLD = 2_000  # the last entries of a game that a story has at most; hardly any game has more
TALK = 200  # the last chat messages that a story has at most


class Happening:
    """An entry on its way to the viewers; it remembers the names from before, also of a player who leaves by it."""

    def __init__(self, table: Table, entry: log.Entry) -> None:
        """Create it before the entry is applied."""
        self.entry = entry
        self.number = table.shown + 1
        self.names = tuple([one.name for one in table.seats])
        self.setup = table.opened.setup if isinstance(entry, log.Arranged) else None

    def told(self, table: Table, viewer: int, language: str = ENGLISH) -> Entry:
        """The entry as a viewer may know it, in their language; call it after the entry is applied."""
        entry = self.entry
        if isinstance(entry, log.Moved) and table.stranded:
            return stories.stranded(entry, self.number, Voice(self.names, viewer, translator(language)))
        if isinstance(entry, (log.Moved, log.Started)):
            assert table.history is not None
            by = entry.by if isinstance(entry, log.Moved) and entry.by != "table" else ""  # to have no choice is a secret
            return stories.entry(table.history, self.number, viewer, self.names, language, by)
        told = Entry(entry.kind, self.number, **{name: getattr(entry, name) for name in _public(type(entry))})
        voice = Voice(self.names, viewer, translator(language))
        words = happened(told, voice)
        who = begins_with(words)
        if self.setup is not None:
            changes = facts.of_change(table.game, self.setup, table.opened.setup, voice.translate)
            words = " ".join([words, *(f"{one.title}: {one.words}." for one in changes)])
        if table.undone is None:
            return replace(told, words=str(words), who=who)
        back = stories.taken_back(*table.undone, voice)
        words, who = (back.words, back.who) if isinstance(entry, log.Regretted) else (f"{words} {back.words}", who)
        return replace(told, words=words, who=who, events=(back,))


@cache
def _public(kind: type[log.Entry]) -> tuple[str, ...]:
    """The public fields of an entry: those that `Entry` has too. What `Opened` says is in the welcome."""
    return () if kind is log.Opened else tuple(name for name in kind.__struct_fields__ if name in Entry.__struct_fields__)


def shared(table: Table, watch: Watch, now: float) -> State:
    """A state with what everybody at the table may know, and nothing else."""
    timed = table.playing and table.opened.clock.runs
    return State(
        table=table.id,
        game=table.game.name,
        number=table.shown,
        answers=table.changed,
        phase=table.phase,
        question=table.is_question,
        asked=table.asked,
        paused=table.paused,
        locked=table.locked,
        host=table.host,
        games=table.games,
        seats=[
            Seat(
                one.name or _played(table, seat),
                one.colour,
                one.kind,
                one.bot,
                one.ready,
                bool(one.bot) or watch.is_here(seat, now),
                one.resigned,
                one.replaced,
                watch.left(table, seat, now) if timed else None,
                one.won,
            )
            for seat, one in enumerate(table.seats)
        ],
        outcome=table.outcome,
        regret=Regret(table.regret.seat, table.regret.moves, sorted(table.must_agree)) if table.regret else None,
        fair=Fair(table.commitment, table.fair() if table.finished else None),
        closed=table.closed,
        to_act=table.to_act,
        screen=watch.is_here(SCREEN, now),
    )


def _played(table: Table, seat: int) -> str:
    """Who played the last game on a seat that is free now: its result still names them."""
    return table.history.names[seat] if table.history is not None and table.history.names else ""


def state(
    table: Table,
    watch: Watch,
    viewer: int,
    now: float,
    entries: list[Entry],
    common: State,
    language: str = ENGLISH,
) -> bytes:
    """The whole table as a viewer may know it, moves in their language; `common` is what everybody may know."""
    legal: list[msgspec.Raw] = []
    view, following, why, prompt, hint, answer = None, NOBODY, "", "", "", table.answered(viewer)
    if table.history is not None:
        look = table.look(viewer)
        view = look.words
        if not table.playing:
            why = reason(table.history, language)
        else:
            following = table.game.next_turn(view)
            if look.moves and viewer != SPECTATOR and not (table.paused or answer or table.seats[viewer].player):
                game, names = table.game.name, tuple([one.name for one in table.seats])
                closed = table.contested if now < watch.opens_at else ()
                moves = [one for one in look.moves if not one.startswith(closed)] if closed else look.moves
                chances = zip(look.described, look.earned, strict=True)
                legal = [_button(game, one, earned, names, language) for one, earned in chances if one.text in moves]
                prompt, hint = allowed(game, view, viewer, moves, names, language)
    if table.closed and not why:
        why = ended(table.closed, translator(language))
    seen = replace(
        common,
        to_act=viewer if viewer in common.asked else common.to_act,
        next=following,
        you=viewer,
        answered=answer,
        legal=legal,
        prompt=prompt,
        hint=hint,
        view=view,
        entries=entries,
        reason=why,
        book=filling(table, language),
    )
    return encode(seen)


@lru_cache(10_000)
def _button(game: str, move: Described, earned: int, names: tuple[str, ...], language: str) -> msgspec.Raw:
    """A legal move as JSON, cached because most moves come up again and again."""
    return msgspec.Raw(encode(button(game, move, earned, names, language)))


def button(game: str, move: Described, earned: int, names: tuple[str, ...], language: str) -> Move:
    """A legal move in words and steps."""
    choices = tuple([_choice(game, step, names, language) for step in move.steps])
    return Move(move.text, said(game, move.text, names, language), choices, earned)


def _choice(game: str, step: Step, names: tuple[str, ...], language: str) -> Choice:
    words, brings = chosen(game, step, names, language), brought(game, step, names, language)
    return Choice(step.kind, step.value, words, brings, step.effect)


def reaction(table: Table, seat: int, face: Face, viewer: int, language: str = ENGLISH) -> bytes:
    """A frame for a face that a player makes."""
    voice = Voice(tuple([one.name for one in table.seats]), viewer, translator(language))
    return encode(Reaction(seat, face, reacted(seat, face, voice)))


def refusal(error: KartenhausError, language: str) -> bytes:
    """A frame that says why a viewer may no longer be here."""
    return encode(Refused("", getattr(error, "code", "refused"), error.told(translator(language)), error.rule, error.key))


def fault(error: KartenhausError, language: str, code: str = "broken") -> bytes:
    """A frame for an error that answers no message."""
    return encode(Error(code, error.told(translator(language))))


def listed(table: Table) -> Listed:
    """What a list of tables shows of one."""
    return Listed(
        table=table.id,
        game=table.game.name,
        title=table.game.title,
        players=table.players,
        clock=table.opened.clock,
        phase=table.phase,
        free=sum(one.kind == "free" for one in table.seats),
        seats=[Sitting(one.name, one.colour, one.kind) for one in table.seats],
        games=table.games,
    )


def about(table: Table, language: str = ENGLISH) -> About:
    """What seldom or never changes at a table."""
    opened = table.opened
    translate = translator(language)
    told = msgspec.structs.asdict(listed(table)) | {"title": translate(table.game.title)}
    terms = facts.of_setup(table.game, opened.setup, translate)
    return About(
        **told,
        edition=opened.edition,
        options=opened.options,
        public=opened.public,
        watch=opened.watch,
        chosen=terms.chosen,
        usual=terms.usual,
    )


def welcome(table: Table, viewer: int, language: str = ENGLISH, learned: bool = True) -> Welcome:
    """The same, with what a client needs to draw the game, for a viewer who connects; `learned`: whether bots know such a table."""
    edition = editions.find(table.game, table.opened.edition)
    drawn = drawing(table.game, edition, table.opened.options, language)
    told = Welcome(**{**drawn, **msgspec.structs.asdict(about(table, language))}, you=viewer)
    if not learned:
        told.chosen.append(facts.of_bots(translator(language)))
    return told


def story(code: str, entries: Iterable[log.Entry], viewer: int, game: int, language: str = ENGLISH) -> list[Entry]:
    """Replay the log and return what happened in one game, and the last chat messages, as a viewer may know it."""
    table = Table(code)
    found: deque[Entry] = deque(maxlen=TOLD)
    talk: deque[Entry] = deque(maxlen=TALK)
    for entry in entries:
        if isinstance(entry, log.Held):
            table.apply(entry)
            continue
        counts = table.games == game or (isinstance(entry, log.Started) and table.games == game - 1)
        happening = Happening(table, entry)
        table.apply(entry)
        if counts or isinstance(entry, log.Wrote):
            (talk if isinstance(entry, log.Wrote) else found).append(happening.told(table, viewer, language))
    return sorted([*found, *talk], key=lambda entry: entry.number)
