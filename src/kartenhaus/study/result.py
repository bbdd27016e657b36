"""What a study finds, as structures: `kartenhaus.examine` returns a `Study`, and `kartenhaus study --json` prints it.

docs/study.md has these tables too, made from here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from kartenhaus.study.figures import Measured


class Length(msgspec.Struct, frozen=True):
    """How long games are, between players who follow the rules of thumb."""

    moves: Measured
    """Moves of a game, on average."""
    shortest: int
    """The fewest moves of a game."""
    tenths: list[float]
    """A tenth of the games has fewer moves than the first number, half fewer than the second, a tenth more than the third."""
    longest: int
    """The most moves of a game."""
    minutes: Measured
    """About how long a game takes, if a move takes as long as with the standard edition, for which the box says how long."""
    edges: list[float]
    """The plot: where its bars begin, and where the last one ends, in moves."""
    bars: list[float]
    """The plot: the share of the games in each bar."""


class Seats(msgspec.Struct, frozen=True):
    """How fair the seats are, between equally good players."""

    wins: list[Measured]
    """The share of the wins by seat, from the one that starts (or deals); a shared win counts in part."""
    points: list[Measured]
    """Points by seat, on average."""
    edge: Measured
    """How much more often than an even share the first seat wins: 0 is fair, below 0 it is a burden."""
    shared: Measured
    """The share of the games with several winners."""


class Rung(msgspec.Struct, frozen=True):
    """A player of the ladder."""

    bot: str
    """Its name."""
    wins: Measured
    """Its share of the wins for each seat that it had."""
    above: Measured | None
    """Of the games that it or the one below wins, with both at the table, the share that it wins; null for the lowest."""
    faults: int
    """Games that it lost by an error."""


class Luck(msgspec.Struct, frozen=True):
    """Luck against skill: what explains the results of a ladder of players, as shares that are 1 together."""

    deals: int
    """Deals that were played."""
    games: int
    """Games of each deal, with other players on the seats."""
    seat: Measured | None
    """The share of the variance that the seat alone explains. By chance it may be a little below 0; null after too few deals."""
    deal: Measured | None
    """What the cards add to it: how much the same deal favours the same seats, whoever plays."""
    skill: Measured | None
    """What follows from who is at the table."""
    rest: Measured | None
    """Chance that the deal does not decide, and what the three do only together."""
    ladder: list[Rung]
    """The players, the weakest first."""


class Drama(msgspec.Struct, frozen=True):
    """How tense games are, by the chances to win at some moments of each."""

    games: int
    """Games that were followed."""
    moments: list[float]
    """When the chances were judged, as shares of the game's moves."""
    open: list[Measured]
    """How open the game is at each moment: 1 if all have the same chance, 0 if the winner is certain."""
    openness: Measured
    """The average over all moments."""
    lead_changes: Measured
    """How often the lead passes to another seat in a game, as far as these moments show it."""
    decided: Measured
    """When the game is decided: from here to the end the winner is clearly ahead; a share of the game's moves."""
    comebacks: Measured
    """The share of the games whose winner once had less than half of an even chance."""
    judged: list[list[float]]
    """How good the judge is: rows of what it said, what share was won, and how often that was, from low to high chances."""


class Choices(msgspec.Struct, frozen=True):
    """What players can choose, and what hangs on it."""

    moves: Measured
    """Legal moves at a decision, on average."""
    forced: Measured
    """The share of the decisions with only one legal move."""
    decisions: int
    """Decisions with a choice that were judged, move by move."""
    matter: Measured
    """The share of them that matter: the best move wins at least 5 % of a win more often than a blind choice."""
    gain: Measured
    """How much more often the best move wins than a blind choice, on average over them."""
    thirds: list[Measured]
    """The share that matters in the first, second and last third of the game."""


class RuleFired(msgspec.Struct, frozen=True):
    """How often a rule makes something happen."""

    rule: str
    """Its id."""
    games: Measured
    """The share of the games in which it does, between players who follow the rules of thumb."""
    times: float
    """The number of events by it in a game, on average."""
    by_chance: Measured
    """The same share in games in which all moves are made by chance."""
    note: str
    """The option behind it, if one is; otherwise empty."""


class CardUsed(msgspec.Struct, frozen=True):
    """What becomes of a card of the deck."""

    card: str
    """In notation."""
    copies: int
    """How many there are in the deck."""
    taken: float
    """How many come into a hand in a game, on average."""
    played: Measured | None
    """The share of those that are played from a hand; null if it never comes into one."""
    thrown: float
    """The share of those that leave a hand without being played."""
    turned: float
    """How many come to the table in a game without having been in a hand, on average."""
    verdict: str
    """`dead`, `unseen` or `rare`, as [above](#cards); otherwise empty."""


class Side(msgspec.Struct, frozen=True):
    """What was found about one edition, with its board and house rules."""

    name: str
    """What the report calls it."""
    edition: str
    """The name of the edition."""
    title: str
    """Its title."""
    options: dict[str, Any]
    """The options that were chosen."""
    games: int
    """Games between players who follow the rules of thumb."""
    by_chance: int
    """Games in which all moves are made by chance."""
    length: Length
    """How long games are."""
    seats: Seats
    """How fair the seats are."""
    luck: Luck
    """Luck against skill."""
    drama: Drama | None
    """How tense games are; null if none was followed."""
    choices: Choices
    """What players can choose."""
    rules: list[RuleFired]
    """Every rule that events cite, in the order of the rulebook."""
    never: list[str]
    """The rules among them that never made anything happen."""
    untold: dict[str, str]
    """Rules that no event cites, so that nobody can count them, and why."""
    cards: list[CardUsed]
    """Every card of the deck."""


class Compared(msgspec.Struct, frozen=True):
    """How much more the first side has of something than the second."""

    key: str
    """What it is: the field, like `length.moves`."""
    title: str
    """The same in words."""
    difference: Measured
    """The first less the second."""
    clear: bool
    """Whether it is clear which has more, although so many differences are looked at."""


class Study(msgspec.Struct, frozen=True):
    """A whole study."""

    game: str
    """The name of the game."""
    players: int
    """How many play."""
    seed: int
    """The seed."""
    version: str
    """The version of Kartenhaus."""
    judge: str
    """Who judged chances to win: `network`, or `playouts` by rules of thumb."""
    bots: list[str]
    """The ladder, the weakest first."""
    stopped: bool
    """Whether it was stopped before the end; what was done until then counts."""
    problem: str
    """What else ended it early; empty if nothing did."""
    seconds: float
    """How long it took."""
    sides: list[Side]
    """What was studied: one side, or two to compare."""
    compared: list[Compared]
    """The differences between two sides; empty for one."""

    def as_dict(self) -> dict[str, Any]:
        """What `kartenhaus study --json` prints."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
