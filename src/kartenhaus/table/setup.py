"""What a table plays with: all that its host may choose, checked once; what is not the game's own is declared here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from kartenhaus.core import edition as editions
from kartenhaus.core.game import NO_YES, SEAT, Choice, Game, Option, Options, OptionValue, find
from kartenhaus.table.clock import Clock

ANYONE, NO_ONE = "anyone", "nobody"
OPTIONS = (
    Option(
        "public",
        "In the list of open tables",
        "everybody finds the table on the start page; otherwise only people with the link",
        "",
        False,
        NO_YES,
    ),
    Option(
        "watch",
        "Who may watch",
        "who may look on without a seat; nobody sees hidden cards that way",
        "",
        ANYONE,
        (Choice(ANYONE, "everybody with the link"), Choice(NO_ONE, "nobody")),
    ),
)
"""What may be chosen for a table of any game."""


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a table plays with."""

    players: int
    edition: str | dict[str, Any] = editions.STANDARD
    options: dict[str, OptionValue] = {}
    clock: Clock = Clock()
    public: bool = False
    watch: str = ANYONE
    """Who may look on while a game is played: `anyone` or `nobody`."""

    def of_any_game(self) -> Iterator[tuple[Option, OptionValue]]:
        """The choices that do not depend on the game."""
        yield from zip(OPTIONS, (self.public, self.watch), strict=True)


def checked(
    game: str,
    players: int,
    edition: str | Mapping[str, Any] = editions.STANDARD,
    options: Options | None = None,
    clock: Clock | None = None,
    public: bool = False,
    watch: str = ANYONE,
) -> Setup:
    """A setup that can be played, or the reason why it cannot; reading an edition or a board takes some milliseconds."""
    rules = find(game)
    seats = rules.check_players(players)
    chosen = rules.check_options(options or {}, seats)
    found = editions.find(rules, edition, new=True)
    rules.files.lay_out(found, chosen, seats)  # raises if the edition or the board cannot be played
    kept = edition if isinstance(edition, str) else dict(edition)
    setup = Setup(seats, kept, chosen, (clock or Clock()).checked(), public, watch)
    for option, value in setup.of_any_game():
        option.check(value, seats)
    return setup


def changed(setup: Setup, game: Game, changes: Mapping[str, Any]) -> dict[str, Any]:
    """All choices after some of them were changed, to be checked; a seat that no longer exists is no longer chosen."""
    all_choices = {**msgspec.structs.asdict(setup), **changes}
    if "options" not in changes:
        seats = {option.name for option in game.options if option.kind == SEAT}
        players: Any = all_choices["players"]
        old = setup.options.items()
        all_choices["options"] = {name: value for name, value in old if name not in seats or int(str(value)) < players}
    return all_choices


def same(game: Game, one: Setup, other: Setup) -> bool:
    """Whether two setups play alike: an option that was chosen as it usually is counts as not chosen."""
    return _plain(game, one) == _plain(game, other)


def _plain(game: Game, setup: Setup) -> Setup:
    usual = {option.name: option.default for option in game.options}
    return msgspec.structs.replace(setup, options={name: value for name, value in setup.options.items() if value != usual[name]})
