"""MAD: a shedding game of 1979 with swaps, attacks and out-of-turn defence."""

from kartenhaus.core.game import SEAT, Game, Option, Points

GAME = Game(
    name="mad",
    title="MAD",
    summary="Get rid of your cards; swap hands, attack, and turn attacks back out of turn.",
    players=(2, 6),
    minutes=20,
    version=2,
    package=__name__,
    over_rule="mad/win",
    options=(Option("dealer", "Who deals", "the seat that deals; if you name none, chance decides", "mad/start", kind=SEAT),),
    usual=3,
    next_seat="right",
    points=Points("{count} point in hand", "{count} points in hand", fewer_win=True),
    counted="hands",
    shown=("g5", "y2", "r6", "b1", "rW", "gD", "bG", "W", "WW", "N", "X", "J"),
    questions=("answer",),
    yields="allow",
)
