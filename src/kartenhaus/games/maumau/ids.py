"""The rules of Mau Mau by number, in the order of rulebook.md: what an event names as its rule."""

(
    PLAYERS, DECK, EDITION, SETUP, START, TURN, PLACE, ANCHOR, DRAW, END_TURN, MAU, MAUMAU, SAY, POINT_SPACE, DOUBLE_MATCH,
    MAUMAU_BONUS, DRAW_TWO, SKIP, PASS, JOKER, SPACE_POINT, SPACE_ALL_DRAW, SPACE_DISCARD, PASS_THEN_DISCARD, TOWER, TOWER_FACE,
    END, WIN, EMPTY_PILE, SECRET,
) = range(1, 31)  # fmt: skip
