"""Mau Mau, the board game: shedding cards onto a board with towers and special spaces."""

from kartenhaus.core.game import Game, Option

GAME = Game(
    name="maumau",
    title="Mau Mau, the board game",
    summary="Lay your cards along the board, climb the towers, collect points; most points win.",
    players=(2, 4),
    minutes=30,
    version=1,
    package=__name__,
    over_rule="maumau/end",
    options=(
        Option("starter", None, int, "the seat that starts; without it the seed picks one", "maumau/start"),
        Option("board", "one", ("one", "two"), "the side of the board; two has towers", "maumau/setup"),
        Option("map", None, list, "a board of one's own, as the lines of its map", "maumau/edition"),
        Option("announce", "auto", ("auto", "manual"), "who says Mau and Mau Mau: the table, or the player", "maumau/say"),
        Option("match_all", False, (False, True), "house rule: a card must fit all its neighbours", "maumau/anchor"),
        Option("penalty_then_play", False, (False, True), "house rule: who draws a penalty goes on with a turn", "maumau/draw-two"),
    ),
    contested=("catch",),
    contested_if=("announce", "manual"),
    earns=True,
)
