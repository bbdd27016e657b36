"""MADA: push your luck with cactus cards, lemurs and scorpions."""

from kartenhaus.core.game import Game, Option

GAME = Game(
    name="mada",
    title="MADA",
    summary="Push your luck with cactus cards, lemurs and scorpions; most prickly pears win.",
    players=(2, 5),
    minutes=20,
    version=1,
    package=__name__,
    over_rule="mada/end",
    options=(
        Option("starter", None, int, "the seat that starts; without it the seed picks one", "mada/start"),
        Option("open_scores", False, (False, True), "show everyone's cards aside face up", "mada/secret"),
    ),
)
