"""Mau Mau, the board game: shedding cards onto a board with towers and special spaces."""

from kartenhaus.core.game import LINES, NO_YES, SEAT, Choice, Game, Option

BOARDS = (
    Choice("one", "board one, without towers"),
    Choice("two", "board two, with towers"),
    Choice("snail", "the snail, a long way round with short cuts"),
    Choice("clover", "the clover, four leaves with towers"),
    Choice("castle", "the castle, large, for four"),
)
SPEAKERS = (Choice("auto", "the table"), Choice("manual", "the players"))
GAME = Game(
    name="maumau",
    title="Mau Mau, the board game",
    short="Mau Mau",
    summary="Lay your cards along the board, climb the towers, collect points; most points win.",
    players=(2, 4),
    minutes=30,
    version=2,
    package=__name__,
    over_rule="maumau/end",
    options=(
        Option(
            "starter",
            "Who starts",
            "the seat that starts; if you name none, chance decides",
            "maumau/start",
            kind=SEAT,
            printed="the youngest",
        ),
        Option("board", "Board", "the board that is played on", "maumau/setup", "one", BOARDS),
        Option(
            "map",
            "Your own board",
            "your own board, as the lines of its map",
            "maumau/edition",
            kind=LINES,
            instead_of="board",
        ),
        Option(
            "announce",
            "Who says Mau",
            "who says Mau and Mau Mau: the table, or the player",
            "maumau/say",
            "auto",
            SPEAKERS,
            among_people="manual",
        ),
        Option("match_all", "All must fit", "house rule: a card must fit all its neighbours", "maumau/anchor", False, NO_YES),
        Option(
            "penalty_then_play",
            "Penalty, then play",
            "house rule: after drawing a penalty, you still take your turn",
            "maumau/draw-two",
            False,
            NO_YES,
        ),
    ),
    shown=("r5", "g3", "b7", "y9", "rD", "gS", "bP", "J"),
    contested=("catch",),
    contested_if=("announce", "manual"),
    earns=True,
)
