"""The state of a table, which follows from its entries."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from sys import intern

from msgspec import UNSET, structs

from kartenhaus.bots.levels import USUAL
from kartenhaus.core import edition as editions
from kartenhaus.core.errors import RecordError
from kartenhaus.core.game import NOBODY, SEAT, SPECTATOR, Game, OptionValue, Position, find
from kartenhaus.core.history import History, Result
from kartenhaus.core.reckoning import reckoning
from kartenhaus.table import entries as log
from kartenhaus.table.book import BOOK
from kartenhaus.table.fairness import commitment, seed_of
from kartenhaus.table.names import COLOURS
from kartenhaus.table.older import recovered
from kartenhaus.table.setup import Setup
from kartenhaus.table.sights import Look, Sight, Sights
from kartenhaus.table.states import Deal, Kind, Outcome, Phase, Player
from kartenhaus.table.window import Window, asked, is_question

ALONE = (log.Started, log.Replaced, log.Finished)  # what happens by itself, besides moves of bots and clocks
REFS = 8  # messages of a seat that are recognized when they are sent again
STAND_IN = USUAL  # the bot that plays for a player who is away or has given up


@dataclass(slots=True)
class Seat:
    """A place at the table."""

    name: str = ""
    colour: str = ""
    key: str = ""  # a digest of its player's token; empty for a bot, or when it is free
    browser: str = ""  # a digest of the id of that player's browser
    bot: str = ""  # the bot that sits here
    ready: bool = False
    nonce: str = ""
    resigned: bool = False
    replaced: bool = False  # a bot plays for a disconnected player
    bank: int = 0  # milliseconds left
    won: int = 0  # games that this player has won here

    @property
    def kind(self) -> Kind:
        """`free`, `person` or `bot`."""
        return "person" if self.key else "bot" if self.bot else "free"

    @property
    def player(self) -> str:
        """The bot that moves for this seat; empty when a person does."""
        return self.bot or (STAND_IN if self.resigned or self.replaced or not self.key else "")


@cache
def _handler(kind: type[log.Entry]) -> str:
    """The method of a table that applies entries of a kind: `_moved` for `Moved`."""
    return f"_{kind.__name__.lower()}"


@dataclass
class Table:
    """One table. Only `apply` changes it."""

    id: str
    book: int = BOOK  # entries that its log may have
    number: int = -1  # of the last entry
    at: int = 0  # milliseconds of the wall clock at the last entry
    acted: int = 0  # the same for the last thing that a person did, at a table that is played by the day
    since: int = 0  # the same for the current decision, or when the game was resumed; for a clock by the day
    shown: int = -1  # the same as viewers count, without answers that are held back
    changed: int = -1  # of the last entry that changed the game, as viewers count; a move must answer it
    opened: log.Opened = None  # type: ignore[assignment]  # the first entry, as arranged since; nothing is read before it
    arranged: int = 0  # how often the host has chosen anew what it plays with
    game: Game = None  # type: ignore[assignment]  # named by that entry
    by_day: bool = False  # whether it is played by the day
    contested: tuple[str, ...] = ()  # the verbs of moves that are allowed only after a grace period
    seats: list[Seat] = field(default_factory=list)
    host: int = NOBODY
    used: bool = False  # somebody has sat here
    tried: bool = False  # a person has moved here
    removed: set[str] = field(default_factory=set)  # digests of tokens and browsers of removed players
    locked: bool = False
    paused: bool = False
    closed: str = ""  # why it was closed
    secret: str = ""  # of the current deal, or the next one
    told: str = ""  # the secret of the last game, once it is over
    nonces: list[str] = field(default_factory=list)  # of the last deal, by seat
    bots: list[int] | None = None  # the seats that were bots at the deal; None if unknown
    starter: int = NOBODY
    games: int = 0  # dealt so far
    playing: bool = False  # whether a game is being played
    stranded: bool = False  # whether that game began under older rules and cannot continue under today's
    history: History | None = None  # the current game, or the last one
    window: Window | None = None  # the open question out of turn
    thought: int = 0  # milliseconds of the current decision that count, up to the last pause
    outcome: Outcome | None = None
    finished: bool = False  # the outcome is in the log
    regret: log.Regretted | None = None
    undone: tuple[int, int] | None = None  # by the last entry: who took moves back, and how many
    must_agree: set[int] = field(default_factory=set)  # who has yet to agree to it
    refs: dict[int, dict[str, int]] = field(default_factory=dict)  # by seat, the refs of its last messages, and their entries
    _acting: int = NOBODY
    _sights: Sights = None  # type: ignore[assignment]  # the game as it is now; there is one from the first deal on

    # queries

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def phase(self) -> Phase:
        """`waiting`, `playing`, `over` or `closed`."""
        return "closed" if self.closed else "waiting" if self.history is None else "playing" if self.playing else "over"

    @property
    def to_act(self) -> int:
        """The seat whose decision is next."""
        return self._acting if self.playing else NOBODY

    @property
    def is_question(self) -> bool:
        """Whether the seat to act is asked out of turn, so that having no choice is its secret."""
        return self.window is not None

    @property
    def begun(self) -> tuple[int, int]:
        """The entries with which the current decision began, and the part of the seat to act: a question has several parts."""
        return (self.changed if self.window is None else self.window.number), self.changed

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that are asked out of turn and whose answers have not come out yet, in the order of play."""
        return () if self.window is None else self.window.seats

    def answered(self, seat: int) -> str:
        """The held answer of a seat; empty if there is none. Only that seat may know it."""
        return "" if self.window is None else self.window.held.get(seat, "")

    @property
    def commitment(self) -> str:
        """The published digest of the secret."""
        return commitment(self.secret)

    def persons(self) -> list[int]:
        """The seats that people have."""
        return [seat for seat, one in enumerate(self.seats) if one.key]

    def all_ready(self) -> bool:
        """Whether the next game can be dealt."""
        return (
            not self.closed
            and (self.history is None or self.finished)
            and bool(self.persons())
            and all(one.bot or (one.key and one.ready) for one in self.seats)
        )

    def moves(self, seat: int) -> dict[str, int]:
        """The legal moves of a seat, if a game is being played, and their numbers."""
        return self.look(seat).moves if self.playing else {}

    def look(self, viewer: int) -> Look:
        """What a seat or a spectator may know and do."""
        return self._sights.look(viewer)

    def see(self, viewer: int) -> Sight:
        """The same, without texts."""
        return self._sights.see(viewer)

    def may_return(self, moves: int) -> bool:
        """Whether all but the first `moves` moves can be taken back."""
        return self._sights.may_return(moves)

    def next_options(self) -> dict[str, OptionValue]:
        """The options of the next deal: after the first, the next seat starts."""
        options: dict[str, OptionValue] = dict(self.opened.options)
        for option in self.game.options:
            if option.kind == SEAT and self.starter != NOBODY:
                options[option.name] = (self.starter + 1) % self.players
        return options

    def fair(self) -> Deal:
        """What a record needs so that anyone can check the deal; only for a finished game."""
        return Deal(commitment(self.told), self.told, self.nonces, UNSET if self.bots is None else self.bots)

    # entries

    def apply(self, entry: log.Entry) -> None:
        """Apply an entry. Whether it is allowed was decided before."""
        self.number += 1
        self.shown += not isinstance(entry, log.Held)
        self.undone = None
        self.at = entry.at
        getattr(self, _handler(type(entry)))(entry)
        if self.by_day and not getattr(entry, "by", "") and not isinstance(entry, ALONE):
            self.acted = entry.at
        if isinstance(entry, log.Asked):
            self._remember(entry.asker, entry.ref)

    def _opened(self, entry: log.Opened) -> None:
        self.opened, self.game, self.secret = entry, find(entry.game), entry.secret
        if not 1 <= entry.rules <= self.game.version:
            key = "this table plays by version {rules} of the rules; this program has {known}"
            raise RecordError(key, rules=entry.rules, known=self.game.version)
        self._arrange(entry.setup)

    def _arranged(self, entry: log.Arranged) -> None:
        self.opened = structs.replace(self.opened, **structs.asdict(entry.setup))
        self.arranged += 1
        self._arrange(entry.setup)
        for seat in self.seats:
            seat.ready, seat.nonce = False, ""

    def _arrange(self, setup: Setup) -> None:
        editions.find(self.game, setup.edition)  # raises if the edition cannot be played
        self.contested = self.game.contested_with(setup.options)
        self.by_day = setup.clock.by_day
        self.seats = [*self.seats[: setup.players], *(Seat() for _ in range(setup.players - len(self.seats)))]

    def _sat(self, entry: log.Sat) -> None:
        self.seats[entry.seat] = Seat(entry.name, entry.colour, entry.key, entry.browser, bank=self.seats[entry.seat].bank)
        self.refs.pop(entry.seat, None)
        self.used = True
        if self.host == NOBODY:
            self.host = entry.seat

    def _seated(self, entry: log.Seated) -> None:
        taken = {one.colour for one in self.seats}
        colour = self.seats[entry.seat].colour or next(colour for colour in COLOURS if colour not in taken)
        self.seats[entry.seat] = Seat(entry.name, colour, bot=entry.bot)

    def _left(self, entry: log.Left) -> None:
        seat = self.seats[entry.seat]
        if entry.removed:
            self.removed |= {seat.key, seat.browser} - {""}
        if self.playing and seat.key:
            seat.key, seat.resigned = "", True
            self._count_out(entry.seat)
        else:
            self.seats[entry.seat] = Seat()
        if entry.seat == self.host:
            self.host = next(iter(self.persons()), NOBODY)
        self._answer_regret(entry.seat, True)

    def _readied(self, entry: log.Readied) -> None:
        self.seats[entry.seat].ready = entry.ready
        self.seats[entry.seat].nonce = entry.nonce

    def _started(self, entry: log.Started) -> None:
        self.nonces = ["" if one.bot else one.nonce for one in self.seats]
        self.bots = None if entry.unsure else [seat for seat, one in enumerate(self.seats) if one.bot]
        names = [one.name for one in self.seats]
        seed = seed_of(self.secret, self.nonces)
        rules = entry.rules or self.opened.rules
        self.history = History.deal(self.game, self.players, seed, self.opened.edition, entry.options, names, rules)
        self.games += 1
        self.playing, self.outcome, self.finished, self.regret, self.paused = True, None, False, None, False
        for seat in self.seats:
            seat.ready, seat.nonce, seat.resigned, seat.replaced = False, "", False, False
            seat.bank = self.opened.clock.at_first()
        self._change()
        self._ask()
        words = self.look(SPECTATOR).words
        self.starter = int(words[next(key for key in ("dealer", "starter", "to_act") if key in words)])
        self._end_if_over()

    def _moved(self, entry: log.Moved) -> None:
        assert self.history is not None
        known: tuple[Position, list[int]] | None = None
        if self.history.rules < self.game.version:
            self.history.follow(entry.move, entry.seat)
            acting = self.history.to_act
        else:
            number = self._sights.number(entry.seat, entry.move)
            acting, view, moves = self.history.repeat(intern(entry.move), entry.seat, number)
            known = (view, moves) if acting != NOBODY else None
        self.tried = self.tried or not entry.by
        seat = self.seats[entry.seat]
        seat.bank = self.opened.clock.after(seat.bank, entry.used)
        self._remember(entry.seat, entry.ref)
        self.regret = None
        self._change(acting, known)
        self._ask(entry)
        self._end_if_over()

    def _held(self, entry: log.Held) -> None:
        assert self.window is not None or self.stranded
        if self.window is not None:
            self.window.held[entry.seat] = entry.move
        self._remember(entry.seat, entry.ref)

    def _wrote(self, entry: log.Wrote) -> None:
        self._remember(entry.seat, entry.ref)

    def _resigned(self, entry: log.Resigned) -> None:
        self.seats[entry.seat].resigned = True
        self._count_out(entry.seat)
        self._answer_regret(entry.seat, True)

    def _paused(self, entry: log.Paused) -> None:
        self.paused, self.thought = True, entry.used

    def _resumed(self, entry: log.Resumed) -> None:
        self.paused, self.since = False, entry.at

    def _replaced(self, entry: log.Replaced) -> None:
        self.seats[entry.seat].replaced = True
        self._answer_regret(entry.seat, True)

    def _returned(self, entry: log.Returned) -> None:
        self.seats[entry.seat].replaced = False

    def _regretted(self, entry: log.Regretted) -> None:
        self.regret = entry
        self.must_agree = {seat for seat in self.persons() if seat != entry.seat and not self.seats[seat].player}
        self._take_back_if_agreed()

    def _answered(self, entry: log.Answered) -> None:
        self._answer_regret(entry.seat, entry.agrees)

    def _locked(self, entry: log.Locked) -> None:
        self.locked = entry.locked

    def _hosted(self, entry: log.Hosted) -> None:
        self.host = entry.seat

    def _finished(self, entry: log.Finished) -> None:
        self._keep_result(entry.result)
        self.told, self.secret, self.finished = self.secret, entry.secret, True
        for number, seat in enumerate(self.seats):
            if self.outcome is not None and number in self.outcome.winners:
                seat.won += 1
            if not seat.key and not seat.bot:  # left during the game
                self.seats[number] = Seat()

    def _closed(self, entry: log.Closed) -> None:
        self.closed = entry.reason

    # consequences

    def _change(self, acting: int | None = None, known: tuple[Position, list[int]] | None = None) -> None:
        assert self.history is not None
        self.changed, self.thought, self.since = self.shown, 0, self.at
        self._acting = self.history.to_act if acting is None else acting
        self.stranded = self.playing and self.history.outdated
        self._look_anew(known)

    def _look_anew(self, known: tuple[Position, list[int]] | None = None) -> None:
        """Forget what was seen of the game before; `known` is what the seat to act sees and may do now, if that is known."""
        assert self.history is not None
        self._sights = Sights(self.history, self._acting, bool(self.contested), self.asked, known)

    def _ask(self, moved: log.Moved | None = None) -> None:
        """Open or continue a question, if there is one: it continues if nobody acted on it."""
        window, self.window, self._sights.asked = self.window, None, ()
        if not self.game.questions or self._acting == NOBODY or not is_question(self.game, self.see(self._acting).position):
            return
        if window is not None and moved is not None and moved.move == self.game.yields and len(window.seats) > 1:
            self.window = window.without(moved.seat)
        else:
            assert self.history is not None
            self.window = Window(self.changed, asked(self.game, self.history.position))
        self._sights.asked = self.asked

    def _remember(self, seat: int, ref: str) -> None:
        if ref and seat != SPECTATOR:  # spectators share one seat, but not their refs
            mine = self.refs.setdefault(seat, {})
            mine[ref] = self.shown
            if len(mine) > REFS:
                del mine[next(iter(mine))]

    def _answer_regret(self, seat: int, agrees: bool) -> None:
        if self.regret is None:
            return
        if not agrees or self.regret.seat == seat:
            self.regret = None
            return
        self.must_agree.discard(seat)
        self._take_back_if_agreed()

    def _take_back_if_agreed(self) -> None:
        assert self.history is not None
        if self.regret is not None and not self.must_agree:
            self.undone = self.regret.seat, len(self.history.moves) - self.regret.moves
            self.history = self.history.at(self.regret.moves)
            self.regret = None
            self._change()
            self._ask()

    def _count_out(self, seat: int) -> None:
        """End the game if fewer than two players, or no people, are left in it; else a bot plays for the one who gave up."""
        stayed = [other for other, one in enumerate(self.seats) if not one.resigned]
        if self.playing and (len(stayed) < 2 or not any(self.seats[other].key for other in stayed)):
            self._end(stayed)
        elif seat == self.to_act:  # a bot has this decision now; other decisions continue
            self._change()

    def _end_if_over(self) -> None:
        if self._acting == NOBODY and not self.stranded:
            self._end_by_rules()

    def _end_by_rules(self) -> None:
        assert self.history is not None
        stayed = [seat for seat, one in enumerate(self.seats) if not one.resigned]
        winners = self.history.result.winners
        won = [seat for seat in winners if seat in stayed]
        self._end(won if won or not winners else stayed)  # a player who has resigned cannot win

    def _keep_result(self, stored: Result | None) -> None:
        """Use the result in the log for a game played under older rules, whatever today's rules give."""
        history = self.history
        if history is None or history.rules == self.game.version:
            return
        if self.playing:
            history.stored = stored or recovered(history)
        elif stored is not None and stored != history.result:
            history.stored = stored
        if history.stored is not None:
            self._end_by_rules()

    def _end(self, winners: list[int]) -> None:
        assert self.history is not None
        resigned = [seat for seat, one in enumerate(self.seats) if one.resigned]
        players = [Player(one.name, one.colour, "bot" if one.bot else "person", one.bot) for one in self.seats]
        found = reckoning(self.history)
        self.outcome = Outcome(winners, found.points, resigned, players, found.cards, found.worth, found.earned)
        self.playing, self.paused, self.regret, self.window = False, False, None, None
        self._change()
