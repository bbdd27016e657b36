"""How each game is painted in a terminal: a module of its name, or `plain` for one that brings none."""
