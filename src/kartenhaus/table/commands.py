"""What people may do at a table: each command returns the entry that makes it happen, or raises the reason why not."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from kartenhaus.bots.levels import check_level
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import IllegalMove, KartenhausError, OptionError
from kartenhaus.core.game import NOBODY, SPECTATOR, Options, find
from kartenhaus.core.history import check
from kartenhaus.core.plain import cleaned
from kartenhaus.core.steps import Step
from kartenhaus.core.steps import why as not_chosen
from kartenhaus.table import entries as log
from kartenhaus.table.book import nearly_full
from kartenhaus.table.clock import Clock
from kartenhaus.table.fairness import MAX_NONCE, is_nonce
from kartenhaus.table.names import MAX_TEXT, colour_of, name_of, unlike
from kartenhaus.table.setup import ANYONE, Setup, checked, same
from kartenhaus.table.table import Table

BOT_NAMES = ("Ada", "Bruno", "Clio", "Dodo", "Edda", "Fritz")
MAX_REF = 40
MOST_ARRANGED = 200  # times that a table may be set anew: such an entry can be long


class Refused(KartenhausError):
    """Somebody may not do something, or not now; `code` is for programs."""

    def __init__(self, code: str, key: str, rule: str = "", /, **params: object) -> None:
        super().__init__(key, rule, **params)
        self.code = code


class Stale(Refused):
    """The move answers an outdated state."""

    def __init__(self) -> None:
        super().__init__("stale", "something happened before your move arrived; look again")


class Full(Refused):
    """The log of the table has no room for the entry."""

    def __init__(self) -> None:
        super().__init__("book", "this table’s log is full; open a new table")


class Unwatched(Refused):
    """Nobody may watch."""

    def __init__(self) -> None:
        super().__init__("unwatched", "at this table nobody watches; only its players see the game")


class Repeated(Exception):
    """The message was sent again: it has already happened, as entry `number`, or changes nothing."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def key_of(token: str) -> str:
    """The digest of a seat's token that is stored."""
    return sha256(b"kartenhaus seat\n" + token.encode()).hexdigest()


def browser_of(table: Table, browser: str) -> str:
    """The digest of a browser's id that is stored; it differs at every table, so that nobody can be tracked."""
    return sha256(f"kartenhaus browser\n{table.id}\n{browser}".encode()).hexdigest()[:32] if browser else ""


def names(table: Table) -> list[str]:
    """The names of those who sit at a table."""
    return [one.name for one in table.seats if one.name]


def seat_of(table: Table, token: str) -> int:
    """Return the seat that a token opens, or SPECTATOR without a token; raise Refused for a wrong one."""
    if not token:
        return SPECTATOR
    seat = _holds(table, key_of(token))
    if seat == NOBODY:
        raise Refused("token", "this link no longer opens a seat; take a free seat or watch")
    return seat


def held_by(table: Table, tokens: Iterable[str]) -> dict[int, str]:
    """The seats that some tokens open, and their keys; other tokens count for nothing."""
    keys = [key_of(token) for token in tokens if token]
    return {seat: key for key in keys if (seat := _holds(table, key)) != NOBODY}


def check_watching(table: Table) -> None:
    """Refuse a spectator where nobody may watch; before the first game, visitors may still see what they are invited to."""
    invites = table.history is None and not table.locked and any(one.kind == "free" for one in table.seats)
    if table.opened.watch != ANYONE and not invites:
        raise Unwatched


def may_look(table: Table, token: str) -> bool:
    """Whether somebody with this token, or without one, may know what happens in games here."""
    return table.opened.watch == ANYONE or _holds(table, key_of(token)) != NOBODY


def _holds(table: Table, key: str) -> int:
    """The seat that has a key, or NOBODY."""
    found = (seat for seat, one in enumerate(table.seats) if one.key and hmac.compare_digest(one.key, key))
    return next(found, NOBODY)


# Before the game


def open_table(
    at: int,
    secret: str,
    game: str,
    players: int,
    edition: str | Mapping[str, Any] = editions.STANDARD,
    options: Options | None = None,
    clock: Clock | None = None,
    public: bool = False,
    watch: str = ANYONE,
) -> log.Opened:
    """Open a table; all choices are checked here, once."""
    plan = checked(game, players, edition, options, clock, public, watch)
    rules = find(game)
    return log.Opened(
        at, rules.name, plan.players, secret, plan.edition, plan.options, plan.clock, plan.public, rules.version, plan.watch
    )


def arrange(table: Table, at: int, seat: int, plan: Setup) -> log.Arranged:
    """The host chooses anew what the table plays with; `plan` is checked already."""
    may_arrange(table, seat)
    for number, one in enumerate(table.seats[plan.players :], plan.players):
        if one.key:
            raise Refused(
                "seat", "{name} sits on seat {number}; there must be at least as many seats", name=one.name, number=number + 1
            )
    if same(table.game, table.opened.setup, plan):
        raise Repeated(table.shown)
    if table.arranged >= MOST_ARRANGED:
        raise Refused("too-many", "this table was changed {most} times; open another one", most=MOST_ARRANGED)
    return log.Arranged(at, seat, plan)


def may_arrange(table: Table, seat: int) -> None:
    """Raise Refused unless a seat may choose now what the table plays with."""
    _host(table, seat)
    if table.history is not None:
        raise Refused("playing", "the cards are dealt; open a new table to play in another way")


def start(table: Table, at: int) -> log.Started:
    """Deal the next game, by today's rules."""
    return log.Started(at, table.next_options(), rules=table.game.version)


def finish(table: Table, at: int, secret: str) -> log.Finished:
    """End the game; `secret` is that of the next one."""
    assert table.history is not None
    return log.Finished(at, secret, table.history.final)


def sit(table: Table, at: int, name: str, colour: str, token: str, seat: int = NOBODY, browser: str = "") -> log.Sat:
    """Take a free seat: the one asked for, or the first. Raise Repeated if the player has one; refuse a removed player."""
    _open(table)
    if _holds(table, key_of(token)) != NOBODY:
        raise Repeated(table.shown)
    known = browser_of(table, browser)
    if not table.removed.isdisjoint((key_of(token), known)):
        raise Refused("removed", "the host has removed you from this table; you can watch")
    if table.locked:
        raise Refused("locked", "the host has locked this table; you can watch")
    free = [number for number, one in enumerate(table.seats) if one.kind == "free"]
    if table.playing or not free:
        raise Refused("full", "no seat is free at this table; you can watch")
    if seat not in (NOBODY, *free):
        raise Refused("taken", "this seat is taken; these are free: {seats}", seats=", ".join(map(str, free)))
    called = unlike(name_of(name), names(table))
    taken = {one.colour for one in table.seats}
    return log.Sat(at, free[0] if seat == NOBODY else seat, called, colour_of(colour, taken), key_of(token), known)


def leave(table: Table, at: int, seat: int) -> log.Left:
    """Leave the table; during a game this means giving up."""
    _person(table, seat)
    return log.Left(at, seat)


def remove(table: Table, at: int, seat: int, other: int) -> log.Left:
    """The host removes a player or a bot."""
    _host(table, seat)
    if not 0 <= other < table.players or table.seats[other].kind == "free":
        raise Refused("seat", "nobody sits there")
    if other == seat:
        raise Refused("seat", "you cannot remove yourself; leave the table instead")
    if table.playing and table.seats[other].bot:
        raise Refused("playing", "a bot stays until the game is over")
    return log.Left(at, other, removed=True)


def seat_bot(table: Table, at: int, seat: int, other: int, level: str) -> log.Seated:
    """The host puts a bot on a free seat, or another level of bot on the seat of one."""
    _host(table, seat)
    check_level(level)
    if table.playing or not 0 <= other < table.players or table.seats[other].kind == "person":
        raise Refused("taken", "a bot can only take a free seat, before the game")
    if table.seats[other].bot:
        if table.seats[other].bot == level:
            raise Repeated(table.shown)
        return log.Seated(at, other, level, table.seats[other].name)
    name = next((name for name in BOT_NAMES if unlike(name, names(table)) == name), BOT_NAMES[0])
    return log.Seated(at, other, level, unlike(name, names(table)))


def ready(table: Table, at: int, seat: int, ready: bool = True, nonce: str = "") -> log.Readied:
    """Be ready for the next game, or no longer. The game starts once all are ready."""
    _person(table, seat)
    if table.playing or (table.history is not None and not table.finished):
        raise Refused("playing", "the game has already started")
    if not is_nonce(nonce):
        raise OptionError("a nonce is up to {most} letters, digits, - and _", most=MAX_NONCE)
    one = table.seats[seat]
    if one.ready == ready and (not ready or one.nonce == nonce):
        raise Repeated(table.shown)
    if ready and nearly_full(table):
        raise Refused("book", "this table’s log is nearly full, so no new game can start; open a new table")
    return log.Readied(at, seat, ready, nonce)


def lock(table: Table, at: int, seat: int, locked: bool) -> log.Locked:
    """The host locks the table, so that nobody else can sit down, or unlocks it."""
    _host(table, seat)
    if table.locked == locked:
        raise Repeated(table.shown)
    return log.Locked(at, locked)


def hand_on(table: Table, at: int, seat: int, other: int) -> log.Hosted:
    """The host makes another player the host."""
    _host(table, seat)
    if other not in table.persons():
        raise Refused("seat", "only a player can be the host")
    if other == table.host:
        raise Repeated(table.shown)
    return log.Hosted(at, other)


def close(table: Table, at: int, seat: int) -> log.Closed:
    """The host ends the table."""
    _host(table, seat)
    return log.Closed(at, "host")


# In the game


def move(
    table: Table,
    at: int,
    seat: int,
    text: str,
    answers: int,
    used: int = 0,
    ref: str = "",
    by: str = "",
    opened: bool = True,
    over: bool = True,
) -> log.Moved | log.Held:
    """Make a move. `answers` is the number of the entry it answers, `opened` says whether contested moves are open yet.

    An answer to a question out of turn is held back until its time is `over` and everyone asked before has answered.
    """
    if not by:
        _person(table, seat)
        check_new(table, seat, ref)
    _can_move(table, seat, by)
    if answers > table.shown:
        raise Refused("future", "entry {answers} has not happened yet; the last is {number}", answers=answers, number=table.shown)
    asked = seat in table.asked
    stale = answers < (table.begun[0] if asked else table.changed)
    if stale and (asked or seat == table.to_act):
        raise Stale
    _not_answered(table, seat)
    said = text if text in table.moves(seat) else _said(table, seat, text, stale)
    if not opened and said.split()[0] in table.contested:
        raise Refused("grace", "give them a moment; you can do this soon")
    if asked and not by and not (over and seat == table.to_act):
        return log.Held(at, seat, said, ref)
    return log.Moved(at, seat, said, used, ref, by)


def why(table: Table, seat: int, steps: Sequence[Step]) -> KartenhausError:
    """Return why no legal move of a seat begins with some choices, judged by what the seat sees; nothing changes."""
    _person(table, seat)
    _can_move(table, seat)
    _not_answered(table, seat)
    sight = table.see(seat)
    return not_chosen(table.game, sight.position, seat, steps, sight.numbers)


def settle(table: Table, at: int) -> log.Moved:
    """Answer for the seat to act when the time of a question is over: its held answer, or its only move; else raise Stale."""
    if table.window is None or table.paused:
        raise Stale
    seat = table.to_act
    if said := table.answered(seat):
        return log.Moved(at, seat, said, by="bot" if table.seats[seat].player else "")  # as for who had not
    if table.seats[seat].player or len(table.moves(seat)) != 1:
        raise Stale
    return log.Moved(at, seat, next(iter(table.moves(seat))), by="table")


def _said(table: Table, seat: int, text: str, stale: bool) -> str:
    """Return a legal move in its usual notation; raise the reason if it is not legal."""
    position = table.see(seat).position
    try:
        number = check(table.game, position, seat, text, list(table.moves(seat).values()))
    except IllegalMove:
        if stale:
            raise Stale from None
        raise
    return table.game.notation.describe(position, number).text


def resign(table: Table, at: int, seat: int, clock: bool = False) -> log.Resigned:
    """Give up; a bot plays for the seat, unless this ends the game."""
    _in_game(table, seat)
    if table.seats[seat].resigned:
        raise Refused("resigned", "you have already given up this game")
    return log.Resigned(at, seat, clock)


def pause(table: Table, at: int, seat: int, used: int = 0) -> log.Paused:
    """Pause the game."""
    _in_game(table, seat)
    if table.seats[seat].resigned:
        raise Refused("resigned", "you have given up this game; a bot plays for you")
    if table.paused:
        raise Refused("paused", "the game is already paused")
    return log.Paused(at, seat, used)


def resume(table: Table, at: int, seat: int) -> log.Resumed:
    """Resume the game."""
    _in_game(table, seat)
    if not table.paused:
        raise Refused("not-paused", "the game is not paused")
    return log.Resumed(at, seat)


def regret(table: Table, at: int, seat: int) -> log.Regretted:
    """Ask to take back the seat's last move and what came after it."""
    _in_game(table, seat)
    assert table.history is not None
    moves = next((n for n in range(len(table.history.played) - 1, -1, -1) if table.history.played[n].seat == seat), -1)
    if moves < 0:
        raise Refused("nothing", "you have no move to take back")
    if table.regret is not None:
        raise Refused("asked", "somebody has already asked to take a move back; answer that first")
    if not table.may_return(moves):
        raise Refused("revealed", "something hidden was seen since that move; it cannot be taken back")
    return log.Regretted(at, seat, moves)


def answer(table: Table, at: int, seat: int, agrees: bool) -> log.Answered:
    """Agree or refuse to take back a move; the player who asked may withdraw."""
    _in_game(table, seat)
    if table.regret is None or (seat not in table.must_agree and seat != table.regret.seat):
        raise Refused("not-asked", "nobody has asked you about taking a move back")
    return log.Answered(at, seat, agrees)


def write(table: Table, at: int, seat: int, name: str, text: str, ref: str = "") -> log.Wrote:
    """Write something to everybody at the table."""
    _open(table)
    check_new(table, seat, ref)
    said = cleaned(text, MAX_TEXT)
    if not said:
        raise Refused("empty", "there is nothing to read in this message")
    who = table.seats[seat].name if seat != SPECTATOR else unlike(name_of(name or "Spectator"), names(table))
    return log.Wrote(at, seat, who, said, ref)


def react(table: Table, seat: int) -> None:
    """Check that a seat may make a face: all players may, and spectators may not, because they have no seat to show it at."""
    _person(table, seat)


# Checks


def _open(table: Table) -> None:
    if table.closed:
        raise Refused("closed", "this table is closed; open a new one")


def _person(table: Table, seat: int) -> None:
    _open(table)
    if seat == SPECTATOR or not table.seats[seat].key:
        raise Refused("not-seated", "you are watching; take a seat first")


def _host(table: Table, seat: int) -> None:
    _person(table, seat)
    if seat != table.host:
        raise Refused("not-host", "only the host can do that")


def _can_move(table: Table, seat: int, by: str = "") -> None:
    """Raise Refused unless a game is being played in which this seat, or whoever moves for it, may move."""
    if not table.playing:
        raise Refused("no-game", "no game is being played at this table")
    if table.paused:
        raise Refused("paused", "the game is paused; resume it first")
    if not by and table.seats[seat].replaced and not table.seats[seat].resigned:
        raise Refused("replaced", "a bot plays for you because you were away; you can move again in a moment")
    if not by and table.seats[seat].player:
        raise Refused("resigned", "you have given up this game; a bot plays for you")


def _not_answered(table: Table, seat: int) -> None:
    if table.answered(seat):
        raise Refused("answered", "you have already answered; wait for the others")


def _in_game(table: Table, seat: int) -> None:
    _person(table, seat)
    if not table.playing:
        raise Refused("no-game", "no game is being played at this table")


def check_new(table: Table, seat: int, ref: str) -> None:
    """Raise Repeated if the seat has used this ref before."""
    if len(ref) > MAX_REF:
        raise OptionError("a ref has at most {most} characters", most=MAX_REF)
    if ref and ref in table.refs.get(seat, {}):
        raise Repeated(table.refs[seat][ref])
