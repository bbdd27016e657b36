"""The rules of High Card by number, in the order of rulebook.md."""

PLAYERS, DEAL, START, PLAY, TRICK, END, WIN, SECRET = range(1, 9)
