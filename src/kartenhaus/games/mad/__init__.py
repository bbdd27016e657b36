"""MAD: a shedding game of 1979 with swaps, attacks and out-of-turn defence."""

from kartenhaus.core.game import Game, Option

GAME = Game(
    name="mad",
    title="MAD",
    summary="Get rid of your cards; swap hands, attack, and turn attacks back out of turn.",
    players=(2, 6),
    minutes=20,
    version=1,
    package=__name__,
    over_rule="mad/win",
    options=(Option("dealer", None, int, "the seat that deals; without it the seed picks one", "mad/start"),),
    questions=("answer",),
)
