"""How each game is drawn in a terminal: a module of its name, or `plain` for one that brings none."""
