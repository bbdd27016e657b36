"""MADA: push your luck with cactus cards, lemurs and scorpions."""

from kartenhaus.core.game import NO_YES, SEAT, Game, Option, Points

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
        Option(
            "starter",
            "Who starts",
            "the seat that starts; if you name none, chance decides",
            "mada/start",
            kind=SEAT,
            printed="who saw a lemur last",
        ),
        Option("open_scores", "Open scores", "show all cards that were set aside face up", "mada/secret", False, NO_YES),
    ),
    points=Points("{count} prickly pear", "{count} prickly pears"),
    counted="aside",
    shown=("1", "5", "9", "13", "L", "D", "S"),
)
