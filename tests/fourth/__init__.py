"""High Card, a minimal fourth game: it proves that a game can be added as CONTRIBUTING.md says."""

from kartenhaus.core.game import SEAT, Game, Option, Points

GAME = Game(
    name="high",
    title="High Card",
    summary="Everybody plays a card, the highest takes the trick; most tricks win.",
    players=(2, 4),
    minutes=2,
    version=1,
    package=__name__,
    over_rule="high/end",
    options=(Option("starter", "Who starts", "the seat that starts; if you name none, chance decides", "high/start", kind=SEAT),),
    points=Points("{count} trick", "{count} tricks"),
)
